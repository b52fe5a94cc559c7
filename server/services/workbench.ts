/**
 * The service's functions for pages. Each checks the permission matrix first, returns plain data and throws
 * {@link Refusal}. Any other error is a bug. The router adds no rule.
 */

import type { CredentialService } from './access/credential-service'
import type { Agents } from './accounts/agents'
import type { FirstStepsReport } from './accounts/first-steps'
import type { Joining } from './accounts/joining'
import type { MemberAccounts } from './accounts/member-accounts'
import type { Members } from './accounts/members'
import type { NamespaceSettings } from './accounts/namespace-settings'
import type { OwnAccount } from './accounts/own-account'
import type { Passkeys } from './accounts/passkeys/passkeys'
import type { PasswordLinks } from './accounts/password-links'
import type { PendingChanges } from './accounts/pending-changes'
import type { People } from './accounts/people'
import type { SecurityEvents } from './accounts/security-events'
import type { Sessions } from './accounts/sessions'
import type { Setup } from './accounts/setup'
import type { SignIn } from './accounts/sign-in'
import type { Audit } from './audit/audit'
import type { Exports } from './audit/note-export'
import type { BlindTests } from './blind-tests/blind-tests'
import type { Batch } from './checks/batch'
import type { CheckReplays } from './checks/replay-checks'
import type { DecisionLog } from './decision-log/decision-log'
import type { Documents } from './documents/documents'
import type { Drafting } from './drafting/drafting'
import type { Fidelity } from './drafting/fidelity'
import type { InForce } from './in-force/in-force'
import type { Libraries } from './libraries/libraries'
import type { TestCases } from './library/test-cases'
import type { Notifications } from './notifications/notifications'
import type { Webhooks } from './notifications/webhooks/webhooks'
import type { RulesetReviews } from './reviews/ruleset-reviews'
import type { History } from './rulesets/history'
import type { Revisions } from './rulesets/revisions'
import type { RulesetNames } from './rulesets/ruleset-names'
import type { Search } from './search/search'
import type { Signing } from './signing/signing'
import type { Converters } from './units/preview-converter'
import type { LabelledNames } from './vocabulary/labels'

export interface Workbench {
  readonly people: People
  readonly passkeys: Passkeys
  readonly sessions: Sessions
  readonly agents: Agents
  readonly signIn: SignIn
  readonly setup: Setup
  readonly passwordLinks: PasswordLinks
  readonly members: Members
  readonly firstSteps: FirstStepsReport
  readonly memberAccounts: MemberAccounts
  readonly pendingChanges: PendingChanges
  readonly joining: Joining
  readonly account: OwnAccount
  readonly credentials: CredentialService
  readonly settings: NamespaceSettings
  readonly converters: Converters
  readonly labelledNames: LabelledNames
  readonly revisions: Revisions
  readonly signing: Signing
  readonly blindTests: BlindTests
  readonly audit: Audit
  readonly decisionLog: DecisionLog
  readonly checkReplays: CheckReplays
  readonly exports: Exports
  readonly securityEvents: SecurityEvents
  readonly testCases: TestCases
  readonly history: History
  readonly inForce: InForce
  readonly libraries: Libraries
  readonly documents: Documents
  readonly drafting: Drafting
  readonly fidelity: Fidelity
  readonly batch: Batch
  readonly notifications: Notifications
  readonly webhooks: Webhooks
  readonly rulesetReviews: RulesetReviews
  readonly search: Search
  readonly names: RulesetNames
}
