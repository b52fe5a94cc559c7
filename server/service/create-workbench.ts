/**
 * Joins the areas of the workbench over the service's shared parts.
 *
 * Promises: no rule stands here; each area's own file says what it promises. An area is a plain object of functions.
 */
import { createAudit } from './audit/create-audit'
import { LogNotary } from './audit/log-notary'
import { createExports } from './audit/note-export'
import { createBatch } from './batch/batch'
import { createCredentialDesk } from './credential-desk'
import { deriveKey } from './derived-key'
import { createHistory } from './history/create-history'
import { createLabelledNames } from './labelled-names'
import { createNamespaceSettings } from './namespace-settings'
import { createAgents } from './people/agents'
import { createJoining } from './people/joining'
import { createMemberAccounts } from './people/member-accounts'
import { createMembers } from './people/members'
import { createOwnAccount } from './people/own-account'
import { createPasskeys } from './people/passkeys'
import { createPasswordLinks } from './people/password-links'
import { createPendingChanges } from './people/pending-changes'
import { createPeople } from './people/people'
import { createSecurityEvents } from './people/security-events'
import { ACCOUNT_KEY_PURPOSE, SecurityLog } from './people/security-log'
import { createSessions } from './people/sessions'
import { createSetup } from './people/setup'
import { createSignIn } from './people/sign-in'
import { SignInGate } from './people/sign-in-gate'
import { createConverters } from './preview-converter'
import { createRevisions } from './revisions/create-revisions'
import type { SharedParts } from './shared-parts'
import { createSigning } from './signing/create-signing'
import { KeyRing } from './signing/key-ring'
import { answeringWhenAway } from './store-away'
import { createTestCases } from './test-cases/create-test-cases'
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
    credentials: answeringWhenAway(createCredentialDesk({ ...issuing, ledger, forget })),
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
