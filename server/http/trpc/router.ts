/** All page calls, by their path under /api/trpc. */
import { accountRouter, passkeysRouter, sessionRouter } from './accounts-router'
import { credentialsRouter, membersRouter, settingsRouter } from './administration-router'
import { batchRouter, testCasesRouter } from './checks-router'
import { framesRouter, reviewsRouter, serviceAccountsRouter, targetsRouter } from './guardrails-router'
import { operationsRouter, playgroundRouter } from './operations-router'
import { router } from './procedures'
import {
  historyRouter,
  librariesRouter,
  namesRouter,
  revisionsRouter,
  searchRouter,
  unitsRouter,
} from './rulesets-router'
import { auditRouter, signingRouter } from './signing-router'

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
  audit: auditRouter,
  testCases: testCasesRouter,
  history: historyRouter,
  libraries: librariesRouter,
  batch: batchRouter,
  search: searchRouter,
  names: namesRouter,
  targets: targetsRouter,
  frames: framesRouter,
  reviews: reviewsRouter,
  serviceAccounts: serviceAccountsRouter,
})

export type AppRouter = typeof appRouter
