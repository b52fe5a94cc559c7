/**
 * The pages' own door. It forwards to service functions and holds no rule.
 */
import { accountRouter } from './account-router'
import { auditRouter } from './audit-router'
import { batchRouter } from './batch-router'
import { credentialsRouter } from './credentials-router'
import { framesRouter } from './frames-router'
import { historyRouter } from './history-router'
import { membersRouter } from './members-router'
import { operationsRouter } from './operations-router'
import { passkeysRouter } from './passkeys-router'
import { playgroundRouter } from './playground-router'
import { router } from './procedures'
import { reviewsRouter } from './reviews-router'
import { revisionsRouter } from './revisions-router'
import { serviceAccountsRouter } from './service-accounts-router'
import { sessionRouter } from './session-router'
import { settingsRouter } from './settings-router'
import { signingRouter } from './signing-router'
import { targetsRouter } from './targets-router'
import { testCasesRouter } from './test-cases-router'
import { unitsRouter } from './units-router'

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
  batch: batchRouter,
  targets: targetsRouter,
  frames: framesRouter,
  reviews: reviewsRouter,
  serviceAccounts: serviceAccountsRouter,
})

export type AppRouter = typeof appRouter
