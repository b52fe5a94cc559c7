/** All page calls, by their path under /api/trpc. */
import { accountRouter, passkeysRouter, sessionRouter } from './accounts-router'
import { credentialsRouter, membersRouter, settingsRouter } from './administration-router'
import { batchRouter, testCasesRouter } from './checks-router'
import { documentsRouter, draftingRouter } from './documents-router'
import { callsRouter, framesRouter, reviewsRouter, serviceAccountsRouter, targetsRouter } from './guardrails-router'
import { notificationsRouter, webhooksRouter } from './notifications-router'
import { operationsRouter, playgroundRouter } from './operations-router'
import { router } from './procedures'
import { rulesetReviewsRouter } from './reviews-router'
import {
  historyRouter,
  inForceRouter,
  librariesRouter,
  namesRouter,
  revisionsRouter,
  searchRouter,
  unitsRouter,
} from './rulesets-router'
import { auditRouter, blindTestsRouter, decisionLogRouter, signingRouter } from './signing-router'

export const appRouter = router({
  playground: playgroundRouter,
  operations: operationsRouter,
  account: accountRouter,
  credentials: credentialsRouter,
  settings: settingsRouter,
  units: unitsRouter,
  session: sessionRouter,
  members: membersRouter,
  passkeys: passkeysRouter,
  revisions: revisionsRouter,
  signing: signingRouter,
  blindTests: blindTestsRouter,
  audit: auditRouter,
  decisionLog: decisionLogRouter,
  testCases: testCasesRouter,
  history: historyRouter,
  inForce: inForceRouter,
  libraries: librariesRouter,
  documents: documentsRouter,
  drafting: draftingRouter,
  batch: batchRouter,
  search: searchRouter,
  names: namesRouter,
  targets: targetsRouter,
  frames: framesRouter,
  reviews: reviewsRouter,
  calls: callsRouter,
  serviceAccounts: serviceAccountsRouter,
  notifications: notificationsRouter,
  webhooks: webhooksRouter,
  rulesetReviews: rulesetReviewsRouter,
})

export type AppRouter = typeof appRouter
