import { createCredentialService } from './access/credential-service'
import { deriveKey } from './access/secrets'
import { createAgents } from './accounts/agents'
import { createFirstSteps } from './accounts/first-steps'
import { createJoining } from './accounts/joining'
import { createMemberAccounts } from './accounts/member-accounts'
import { createMembers } from './accounts/members'
import { createNamespaceSettings } from './accounts/namespace-settings'
import { createOwnAccount } from './accounts/own-account'
import { createPasskeys } from './accounts/passkeys/passkeys'
import { createPasswordLinks } from './accounts/password-links'
import { createPendingChanges } from './accounts/pending-changes'
import { createPeople } from './accounts/people'
import { ACCOUNT_KEY_PURPOSE, createSecurityEvents, SecurityLog } from './accounts/security-events'
import { createSessions } from './accounts/sessions'
import { createSetup } from './accounts/setup'
import { createSignIn } from './accounts/sign-in'
import { SignInGate } from './accounts/sign-in-gate'
import { createAudit } from './audit/audit'
import { createExports } from './audit/note-export'
import { createBlindTests } from './blind-tests/blind-tests'
import { createBatch } from './checks/batch'
import { createTestCases } from './checks/create-test-cases'
import { createCheckReplays } from './checks/replay-checks'
import { createDrafting } from './drafting/drafting'
import { createFidelity } from './drafting/fidelity'
import { createInForce } from './in-force/in-force'
import { createLibraries } from './libraries/libraries'
import { PartReader } from './libraries/part-reader'
import { refuseWhenUnavailable } from './library/store-refusal'
import { createLinkMail } from './mail/link-mail'
import { createNotifications } from './notifications/notifications'
import { createWebhooks } from './notifications/webhooks/webhooks'
import { createRulesetReviews } from './reviews/ruleset-reviews'
import { createHistory } from './rulesets/history'
import { createRevisions } from './rulesets/revisions'
import { createRulesetNames } from './rulesets/ruleset-names'
import { createSearch } from './search/search'
import type { SharedDependencies } from './shared-dependencies'
import { createSigning } from './signing/signing'
import { createConverters } from './units/preview-converter'
import { createLabelledNames } from './vocabulary/labels'
import type { Workbench } from './workbench'

export function createWorkbench({
  dependencies,
  authenticator,
  ledger,
  units,
  engine,
  named,
  documents,
  fidelity,
  turns,
  keys,
  notary,
  decisionLog,
}: SharedDependencies): Workbench {
  const date = () => new Date(dependencies.now())
  const pause = (milliseconds: number) => new Promise<void>((resolve) => dependencies.after(milliseconds, resolve))
  const { store, newId, randomBytes, passwordCost } = dependencies
  const security = new SecurityLog(store, deriveKey(dependencies.authSecret, ACCOUNT_KEY_PURPOSE, 32), date)
  const gate = new SignInGate({ store, now: date, accountKey: (email) => security.accountKey(email) })
  const entering = { store, now: date, newId, randomBytes, passwordCost, gate, security }
  const { forget } = units
  const people = createPeople(entering)
  const passkeys = createPasskeys({ ...entering, publicUrl: dependencies.publicUrl, group: dependencies.group })
  const { publicUrl } = dependencies
  const issuing = {
    store: dependencies.store,
    now: date,
    newId: dependencies.newId,
    randomBytes: dependencies.randomBytes,
  }
  const mail = createLinkMail(dependencies.mail, dependencies.group)
  const testCases = createTestCases({ ...named, pause })
  return {
    account: refuseWhenUnavailable(createOwnAccount(entering)),
    credentials: refuseWhenUnavailable(createCredentialService({ ...issuing, ledger, forget })),
    settings: refuseWhenUnavailable(createNamespaceSettings({ store: dependencies.store, forget, now: date, newId })),
    converters: refuseWhenUnavailable(createConverters(units)),
    labelledNames: refuseWhenUnavailable(createLabelledNames({ store: dependencies.store })),
    people: refuseWhenUnavailable(people),
    passkeys: refuseWhenUnavailable(passkeys),
    sessions: refuseWhenUnavailable(createSessions(entering)),
    agents: refuseWhenUnavailable(
      createAgents({ store, now: date, authenticateById: (id) => authenticator.authenticateById(id) }),
    ),
    signIn: refuseWhenUnavailable(createSignIn(entering)),
    setup: refuseWhenUnavailable(createSetup(entering)),
    passwordLinks: refuseWhenUnavailable(createPasswordLinks(entering)),
    joining: refuseWhenUnavailable(createJoining(entering)),
    memberAccounts: refuseWhenUnavailable(createMemberAccounts({ store, now: date })),
    members: refuseWhenUnavailable(createMembers({ ...entering, mail, publicUrl: dependencies.publicUrl })),
    firstSteps: refuseWhenUnavailable(createFirstSteps({ store, now: date })),
    pendingChanges: refuseWhenUnavailable(createPendingChanges({ store, forget, now: date })),
    revisions: refuseWhenUnavailable(createRevisions(named)),
    signing: refuseWhenUnavailable(
      createSigning({
        ...named,
        ...{ store, people, passkeys, keys, notary, newId, testCases, now: date },
        docsUrl: dependencies.docsUrl,
      }),
    ),
    blindTests: refuseWhenUnavailable(createBlindTests(named)),
    audit: refuseWhenUnavailable(createAudit({ store, notary, keys, now: date })),
    decisionLog: refuseWhenUnavailable(decisionLog),
    checkReplays: refuseWhenUnavailable(createCheckReplays(named)),
    securityEvents: refuseWhenUnavailable(createSecurityEvents({ store })),
    exports: refuseWhenUnavailable(createExports({ store, now: date })),
    testCases: refuseWhenUnavailable(testCases),
    history: refuseWhenUnavailable(createHistory({ ...named, testCases })),
    inForce: refuseWhenUnavailable(createInForce(named)),
    libraries: refuseWhenUnavailable(createLibraries({ store, partReader: new PartReader(store) })),
    documents: refuseWhenUnavailable(documents),
    drafting: refuseWhenUnavailable(createDrafting({ ...named, documents, turns })),
    fidelity: refuseWhenUnavailable(createFidelity(fidelity, turns)),
    batch: refuseWhenUnavailable(createBatch({ ...engine, pause })),
    notifications: refuseWhenUnavailable(
      createNotifications({ store, sendsMail: dependencies.mail !== null, now: date }),
    ),
    webhooks: refuseWhenUnavailable(
      createWebhooks({
        ...{ store, publicUrl, newId, now: date },
        authSecret: dependencies.authSecret,
        hosts: dependencies.webhookHosts,
      }),
    ),
    rulesetReviews: refuseWhenUnavailable(createRulesetReviews(named)),
    search: refuseWhenUnavailable(createSearch(named)),
    names: refuseWhenUnavailable(createRulesetNames(named)),
  }
}
