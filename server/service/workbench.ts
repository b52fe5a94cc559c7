/**
 * What the pages ask of the service beyond the operations of /v1.
 *
 * Promises: every function takes the caller and asks the permission matrix first, answers plain data, and throws
 * {@link Refusal} where it refuses; anything else that is thrown is a bug. The pages' own door forwards to these and
 * holds no rule.
 */
import type { Audit } from './audit/audit'
import type { Exports } from './audit/note-export'
import type { Batch } from './batch/batch'
import type { CredentialDesk } from './credential-desk'
import type { History } from './history/history'
import type { LabelledNames } from './labelled-names'
import type { NamespaceSettings } from './namespace-settings'
import type { Agents } from './people/agents'
import type { Joining } from './people/joining'
import type { MemberAccounts } from './people/member-accounts'
import type { Members } from './people/members'
import type { OwnAccount } from './people/own-account'
import type { Passkeys } from './people/passkeys'
import type { PasswordLinks } from './people/password-links'
import type { PendingChanges } from './people/pending-changes'
import type { People } from './people/people'
import type { SecurityEvents } from './people/security-events'
import type { Sessions } from './people/sessions'
import type { Setup } from './people/setup'
import type { SignIn } from './people/sign-in'
import type { Converters } from './preview-converter'
import type { Revisions } from './revisions/revisions'
import type { Signing } from './signing/signing'
import type { TestCases } from './test-cases/test-cases'

/** One member an area; each is made by its own `create…` function and joined in `create-workbench.ts`. */
export interface Workbench {
  readonly people: People
  readonly passkeys: Passkeys
  readonly sessions: Sessions
  readonly agents: Agents
  readonly signIn: SignIn
  readonly setup: Setup
  readonly passwordLinks: PasswordLinks
  readonly members: Members
  readonly memberAccounts: MemberAccounts
  readonly pendingChanges: PendingChanges
  readonly joining: Joining
  readonly account: OwnAccount
  readonly credentials: CredentialDesk
  readonly settings: NamespaceSettings
  readonly converters: Converters
  readonly labelledNames: LabelledNames
  readonly revisions: Revisions
  readonly signing: Signing
  readonly audit: Audit
  readonly exports: Exports
  readonly securityEvents: SecurityEvents
  readonly testCases: TestCases
  readonly history: History
  readonly batch: Batch
}
