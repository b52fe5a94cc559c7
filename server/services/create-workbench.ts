/**
 * Joins the areas of the workbench over the service's shared parts.
 *
 * Promises: no rule stands here; each area's own file says what it promises. An area is a plain object of functions.
 */

import { createCredentialService } from './access/credential-service'
import { deriveKey } from './access/derived-key'
import { createAgents } from './accounts/agents'
import { createJoining } from './accounts/joining'
import { createMemberAccounts } from './accounts/member-accounts'
import { createMembers } from './accounts/members'
import { createNamespaceSettings } from './accounts/namespace-settings'
import { createOwnAccount } from './accounts/own-account'
import { createPasskeys } from './accounts/passkeys'
import { createPasswordLinks } from './accounts/password-links'
import { createPendingChanges } from './accounts/pending-changes'
import { createPeople } from './accounts/people'
import { createSecurityEvents } from './accounts/security-events'
import { ACCOUNT_KEY_PURPOSE, SecurityLog } from './accounts/security-log'
import { createSessions } from './accounts/sessions'
import { createSetup } from './accounts/setup'
import { createSignIn } from './accounts/sign-in'
import { SignInGate } from './accounts/sign-in-gate'
import { createAudit } from './audit/create-audit'
import { LogNotary } from './audit/log-notary'
import { createExports } from './audit/note-export'
import { createBatch } from './checks/batch'
import { createTestCases } from './checks/create-test-cases'
import { createHistory } from './rulesets/create-history'
import { createRevisions } from './rulesets/create-revisions'
import { createLabelledNames } from './rulesets/labelled-names'
import { answeringWhenAway } from './rulesets/store-away'
import type { SharedParts } from './shared-parts'
import { createSigning } from './signing/create-signing'
import { KeyRing } from './signing/key-ring'
import { createConverters } from './units/preview-converter'
import type { Workbench } from './workbench'

export function createWorkbench({ parts, authenticator, ledger, units, engine, named }: SharedParts): Workbench {
  const date = () => new Date(parts.now())
  const pause = (milliseconds: number) => new Promise<void>((resolve) => parts.after(milliseconds, resolve))
  const { store, newId, randomBytes } = parts
  const security = new SecurityLog(store, deriveKey(parts.authSecret, ACCOUNT_KEY_PURPOSE, 32), date)
  const gate = new SignInGate({ store, now: date, accountKey: (email) => security.accountKey(email) })
  const entering = { store, now: date, newId, randomBytes, gate, security }
  const { forget } = units
  const people = createPeople(entering)
  const passkeys = createPasskeys({ ...entering, publicUrl: parts.publicUrl })
  const keys = new KeyRing(store, parts.keys, date)
  const notary = new LogNotary({ store, keys, publicUrl: parts.publicUrl, now: date })
  const issuing = { store: parts.store, now: date, newId: parts.newId, randomBytes: parts.randomBytes }
  const testCases = createTestCases({ ...named, pause })
  return {
    account: answeringWhenAway(createOwnAccount(entering)),
    credentials: answeringWhenAway(createCredentialService({ ...issuing, ledger, forget })),
    settings: answeringWhenAway(createNamespaceSettings({ store: parts.store, forget, now: date, newId })),
    converters: answeringWhenAway(createConverters(units)),
    labelledNames: answeringWhenAway(createLabelledNames({ store: parts.store })),
    people: answeringWhenAway(people),
    passkeys: answeringWhenAway(passkeys),
    sessions: answeringWhenAway(createSessions(entering)),
    agents: answeringWhenAway(
      createAgents({ store, now: date, authenticateById: (id) => authenticator.authenticateById(id) }),
    ),
    signIn: answeringWhenAway(createSignIn(entering)),
    setup: answeringWhenAway(createSetup(entering)),
    passwordLinks: answeringWhenAway(createPasswordLinks(entering)),
    joining: answeringWhenAway(createJoining(entering)),
    memberAccounts: answeringWhenAway(createMemberAccounts({ store, now: date })),
    members: answeringWhenAway(createMembers({ ...entering, publicUrl: parts.publicUrl })),
    pendingChanges: answeringWhenAway(createPendingChanges({ store, forget, now: date })),
    revisions: answeringWhenAway(createRevisions(named)),
    signing: answeringWhenAway(
      createSigning({
        ...named,
        ...{ store, people, passkeys, keys, notary, newId, now: date },
        docsUrl: parts.docsUrl,
      }),
    ),
    audit: answeringWhenAway(createAudit({ store, notary, keys, now: date })),
    securityEvents: answeringWhenAway(createSecurityEvents({ store })),
    exports: answeringWhenAway(createExports({ store, now: date })),
    testCases: answeringWhenAway(testCases),
    history: answeringWhenAway(createHistory({ ...named, testCases })),
    batch: answeringWhenAway(createBatch({ ...engine, pause })),
  }
}
