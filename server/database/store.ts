/**
 * Acknowledged writes survive crashes. Callers check permissions, and supply ids (UUIDs), times, tokens and texts
 * without NUL characters. Only this folder imports Prisma.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthorizationRecordVerbs, authorizationRecordVerbs } from './access/authorization-records'
import { type CallLeaseVerbs, callLeaseVerbs } from './access/call-leases'
import { type CredentialVerbs, credentialVerbs } from './access/credentials'
import {
  type ExpiredEvaluationVerbs,
  type ExpiredLinkVerbs,
  expiredEvaluationVerbs,
  expiredLinkVerbs,
} from './access/expired-rows'
import { type RepeatableCallVerbs, repeatableCallVerbs } from './access/repeatable-calls'
import { type AdmissionVerbs, admissionVerbs } from './accounts/admissions'
import { type CeremonyVerbs, ceremonyVerbs } from './accounts/ceremonies'
import { type InvitationVerbs, invitationVerbs } from './accounts/invitations'
import { type MemberAccountVerbs, memberAccountVerbs } from './accounts/member-accounts'
import { type MemberVerbs, memberVerbs } from './accounts/members'
import { type FirstResultVerbs, firstResultVerbs, type NamespaceVerbs, namespaceVerbs } from './accounts/namespaces'
import { type OwnAccountVerbs, ownAccountVerbs } from './accounts/own-account'
import { type PasskeyVerbs, passkeyVerbs } from './accounts/passkeys'
import { type PasswordLinkVerbs, passwordLinkVerbs } from './accounts/password-links'
import { type PasswordTryVerbs, passwordTryVerbs } from './accounts/password-tries'
import { type PendingChangeVerbs, pendingChangeVerbs } from './accounts/pending-changes'
import {
  type IdentityVerbs,
  identityVerbs,
  type PeopleVerbs,
  type ProofMeansVerbs,
  peopleVerbs,
  proofMeansVerbs,
} from './accounts/people'
import { type SecurityEventVerbs, securityEventVerbs } from './accounts/security-events'
import { type SessionVerbs, sessionVerbs } from './accounts/sessions'
import { type SetupLinkVerbs, setupLinkVerbs } from './accounts/setup-links'
import { type CheckCountVerbs, checkCountVerbs } from './checks/check-counts'
import { type TestCaseVerbs, testCaseVerbs } from './checks/test-cases'
import { isConnectionLoss } from './client/connection-loss'
import { type Database, type DatabaseAddresses, openDatabase, type StoreLog } from './client/database'
import { StartRefusal, type StorageFaultError } from './client/storage-fault'
import { StorageWatch } from './client/storage-watch'
import { type DocumentVerbs, documentVerbs } from './documents/documents'
import { type ApplicationVerbs, applicationVerbs } from './guardrails/applications'
import { type FrameLabelVerbs, frameLabelVerbs } from './guardrails/frame-labels'
import { type FrameResponseVerbs, frameResponseVerbs } from './guardrails/frame-responses'
import { type FrameWaitVerbs, frameWaitVerbs } from './guardrails/frame-waits'
import { type FrameVerbs, frameVerbs } from './guardrails/frames'
import { type GroupMemberRequestVerbs, groupMemberRequestVerbs } from './guardrails/group-member-requests'
import { type GroupVerbs, groupVerbs } from './guardrails/groups'
import { type GuardrailVerbs, guardrailVerbs } from './guardrails/guardrails'
import { type ProjectVerbs, projectVerbs } from './guardrails/projects'
import { type ReviewTaskVerbs, reviewTaskVerbs } from './guardrails/review-tasks'
import { type RunnableTargetVerbs, runnableTargetVerbs } from './guardrails/runnable-targets'
import { type ServiceAccountVerbs, serviceAccountVerbs } from './guardrails/service-accounts'
import { type TargetFrameVerbs, targetFrameVerbs } from './guardrails/target-frames'
import { type CallGrantVerbs, callGrantVerbs } from './guards/call-grants'
import { type CountedCallVerbs, countedCallVerbs } from './guards/counted-calls'
import { type ToolGuardVerbs, toolGuardVerbs } from './guards/tool-guards'
import { type NotedEventVerbs, notedEventVerbs } from './log/append-log'
import { recordStates } from './log/record-states'
import { type DerivingVerbs, derivingVerbs } from './notifications/derive-notifications'
import { type ExpiryVerbs, expiryVerbs } from './notifications/expiring-approvals'
import { type InboxVerbs, inboxVerbs } from './notifications/inbox'
import { type OutgoingMailVerbs, outgoingMailVerbs } from './notifications/outgoing-mails'
import { type WebhookDeliveryVerbs, webhookDeliveryVerbs } from './notifications/webhook-deliveries'
import { type WebhookVerbs, webhookVerbs } from './notifications/webhooks'
import { type RequestedReviewVerbs, requestedReviewVerbs } from './reviews/requested-reviews'
import { type ReviewCommentVerbs, reviewCommentVerbs } from './reviews/review-comments'
import { type ReviewFactVerbs, reviewFactVerbs } from './reviews/review-facts'
import { type PreparedDatabase, prepareDatabase } from './roles/prepare-database'
import type { TableProtection } from './roles/read-protection'
import { type ApprovalCountVerbs, approvalCountVerbs } from './rulesets/approval-counts'
import { type FoundTextVerbs, foundTextVerbs } from './rulesets/found-texts'
import { type LabelVerbs, labelVerbs } from './rulesets/labels'
import { type ListedNameVerbs, listedNameVerbs } from './rulesets/listed-names'
import { type NameChangeVerbs, nameChangeVerbs } from './rulesets/name-changes'
import { type NamedRevisionVerbs, namedRevisionVerbs } from './rulesets/named-revisions'
import { type NameVerbs, nameVerbs } from './rulesets/names'
import {
  type RevisionChainVerbs,
  type RevisionGraphVerbs,
  revisionChainVerbs,
  revisionGraphVerbs,
} from './rulesets/revision-graph'
import { type RulesetStateVerbs, rulesetStateVerbs } from './rulesets/ruleset-states'
import { type RulesetVerbs, rulesetVerbs } from './rulesets/rulesets'
import { type SharedTextVerbs, sharedTextVerbs } from './rulesets/shared-texts'
import { type VocabularyVerbs, vocabularyVerbs } from './rulesets/vocabulary'
import { type ApprovalFactVerbs, approvalFactVerbs } from './signing/approval-facts'
import { type ApprovalVerbs, approvalVerbs } from './signing/approvals'
import { type ApprovedRevisionVerbs, approvedRevisionVerbs } from './signing/approved-revisions'
import { type BlindTestVerbs, blindTestVerbs } from './signing/blind-tests'
import { type ComparisonVerbs, comparisonVerbs } from './signing/comparisons'
import { type DecisionVerbs, decisionVerbs } from './signing/decision-entries'
import { type EntrySearchVerbs, entrySearchVerbs } from './signing/find-entries'
import { type LogVerbs, logVerbs, storedLeafHashes } from './signing/log-entries'
import { type LogSnapshotVerbs, logSnapshotVerbs } from './signing/log-snapshot'
import { type LogTileVerbs, logTileVerbs } from './signing/log-tiles'
import { type ReviewVerbs, reviewVerbs } from './signing/reviews'
import { type InForceVerbs, inForceVerbs } from './signing/revisions-in-force'
import { type SigningKeyVerbs, signingKeyVerbs } from './signing/signing-keys'
import { type UnitLibraryVerbs, unitLibraryVerbs } from './units/unit-libraries'

export interface Store
  extends NamespaceVerbs,
    RulesetVerbs,
    NameVerbs,
    NameChangeVerbs,
    NamedRevisionVerbs,
    ListedNameVerbs,
    FoundTextVerbs,
    SharedTextVerbs,
    DocumentVerbs,
    RevisionChainVerbs,
    RevisionGraphVerbs,
    ApprovalVerbs,
    ApprovalCountVerbs,
    ApprovalFactVerbs,
    ApprovedRevisionVerbs,
    LogVerbs,
    DecisionVerbs,
    EntrySearchVerbs,
    LogSnapshotVerbs,
    LogTileVerbs,
    ReviewVerbs,
    ComparisonVerbs,
    BlindTestVerbs,
    CallGrantVerbs,
    ToolGuardVerbs,
    CountedCallVerbs,
    ProofMeansVerbs,
    SigningKeyVerbs,
    AdmissionVerbs,
    InForceVerbs,
    AuthorizationRecordVerbs,
    CredentialVerbs,
    CallLeaseVerbs,
    CeremonyVerbs,
    CheckCountVerbs,
    ExpiredEvaluationVerbs,
    ExpiredLinkVerbs,
    RepeatableCallVerbs,
    FirstResultVerbs,
    FrameVerbs,
    TargetFrameVerbs,
    FrameLabelVerbs,
    FrameResponseVerbs,
    FrameWaitVerbs,
    LabelVerbs,
    PasskeyVerbs,
    NotedEventVerbs,
    OwnAccountVerbs,
    PasswordLinkVerbs,
    PasswordTryVerbs,
    SecurityEventVerbs,
    SessionVerbs,
    PendingChangeVerbs,
    PeopleVerbs,
    MemberAccountVerbs,
    MemberVerbs,
    InvitationVerbs,
    IdentityVerbs,
    GroupVerbs,
    GroupMemberRequestVerbs,
    ServiceAccountVerbs,
    SetupLinkVerbs,
    RunnableTargetVerbs,
    ProjectVerbs,
    GuardrailVerbs,
    ApplicationVerbs,
    ReviewTaskVerbs,
    RequestedReviewVerbs,
    ReviewCommentVerbs,
    ReviewFactVerbs,
    RulesetStateVerbs,
    TestCaseVerbs,
    UnitLibraryVerbs,
    VocabularyVerbs,
    DerivingVerbs,
    ExpiryVerbs,
    InboxVerbs,
    OutgoingMailVerbs,
    WebhookVerbs,
    WebhookDeliveryVerbs {
  /** When the store was opened. */
  readonly protection: TableProtection
  /** Within two seconds, null or the problem in words that anyone may read. Never throws. */
  ping(): Promise<string | null>
  /** Null, or the storage fault in words that anyone may read. Never throws. */
  pingStorage(): Promise<string | null>
  /** Waits for running calls. Idempotent. */
  close(): Promise<void>
}

export interface StoreOptions extends DatabaseAddresses {
  readonly log: StoreLog
  readonly connections?: number
  /** How long calls retry. */
  readonly retryForMs?: number
  /** How long opening retries. */
  readonly startRetryForMs?: number
}

const PING_MS = 2_000

/** Migrates the database and opens the store. @throws StartRefusal */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, log, connections = 10, retryForMs = 10_000, startRetryForMs = 30_000 } = options
  const { applied, protection } = await prepareWithRetries(options, startRetryForMs, log)
  if (applied.length > 0) log.info({ applied }, 'the database was migrated')
  const storage = new StorageWatch(log, () => performance.now())
  const onStorageFault = (fault: StorageFaultError) => storage.note(fault)
  const db = openDatabase({ url, log, connections, retryForMs, onStorageFault })
  const recorded = await recordStates(db, log)
  if (recorded > 0) log.info({ namespaces: recorded }, 'the state of namespaces was recorded in their logs')
  return {
    ...namespaceVerbs(db),
    ...rulesetVerbs(db),
    ...nameVerbs(db),
    ...nameChangeVerbs(db),
    ...namedRevisionVerbs(db),
    ...listedNameVerbs(db),
    ...foundTextVerbs(db),
    ...sharedTextVerbs(db),
    ...documentVerbs(db),
    ...revisionChainVerbs(db),
    ...revisionGraphVerbs(db),
    ...approvalVerbs(db),
    ...approvalCountVerbs(db),
    ...approvalFactVerbs(db),
    ...approvedRevisionVerbs(db),
    ...logVerbs(db),
    ...decisionVerbs(db),
    ...entrySearchVerbs(db),
    ...logSnapshotVerbs(db),
    ...logTileVerbs(db, 'log', storedLeafHashes(db)),
    ...reviewVerbs(db),
    ...comparisonVerbs(db),
    ...blindTestVerbs(db),
    ...callGrantVerbs(db),
    ...toolGuardVerbs(db),
    ...countedCallVerbs(db),
    ...proofMeansVerbs(db),
    ...signingKeyVerbs(db),
    ...admissionVerbs(db),
    ...inForceVerbs(db),
    ...authorizationRecordVerbs(db),
    ...credentialVerbs(db),
    ...callLeaseVerbs(db),
    ...ceremonyVerbs(db),
    ...checkCountVerbs(db),
    ...expiredEvaluationVerbs(db),
    ...expiredLinkVerbs(db),
    ...repeatableCallVerbs(db),
    ...frameVerbs(db),
    ...targetFrameVerbs(db),
    ...frameLabelVerbs(db),
    ...frameResponseVerbs(db),
    ...frameWaitVerbs(db),
    ...labelVerbs(db),
    ...passkeyVerbs(db),
    ...peopleVerbs(db),
    ...notedEventVerbs(db),
    ...ownAccountVerbs(db),
    ...memberAccountVerbs(db),
    ...firstResultVerbs(db),
    ...memberVerbs(db),
    ...invitationVerbs(db),
    ...identityVerbs(db),
    ...groupVerbs(db),
    ...groupMemberRequestVerbs(db),
    ...serviceAccountVerbs(db),
    ...setupLinkVerbs(db),
    ...passwordLinkVerbs(db),
    ...passwordTryVerbs(db),
    ...securityEventVerbs(db),
    ...sessionVerbs(db),
    ...pendingChangeVerbs(db),
    ...runnableTargetVerbs(db),
    ...projectVerbs(db),
    ...guardrailVerbs(db),
    ...applicationVerbs(db),
    ...reviewTaskVerbs(db),
    ...requestedReviewVerbs(db),
    ...reviewCommentVerbs(db),
    ...reviewFactVerbs(db),
    ...rulesetStateVerbs(db),
    ...testCaseVerbs(db),
    ...unitLibraryVerbs(db),
    ...vocabularyVerbs(db),
    ...derivingVerbs(db),
    ...expiryVerbs(db),
    ...inboxVerbs(db),
    ...outgoingMailVerbs(db),
    ...webhookVerbs(db),
    ...webhookDeliveryVerbs(db),
    protection,
    ping: () => pingDatabase(db),
    // A message in the write-ahead log is a write that changes nothing.
    pingStorage: () =>
      storage.report(() => db.prisma.$queryRaw`SELECT pg_logical_emit_message(true, 'probe', '')::text`),
    close: db.close,
  }
}

async function prepareWithRetries(
  { url, ownerUrl }: DatabaseAddresses,
  retryForMs: number,
  log: StoreLog,
): Promise<PreparedDatabase> {
  const deadline = performance.now() + retryForMs
  for (let reported = false; ; reported = true) {
    try {
      return await prepareDatabase({ url, ownerUrl })
    } catch (error) {
      if (error instanceof StartRefusal) throw error
      const reason = describeError(error)
      if (!isConnectionLoss(error) || performance.now() > deadline) {
        throw new StartRefusal(`The database ${withoutSecrets(url)} cannot be used: ${reason}`, { cause: error })
      }
      if (!reported) log.warn({ reason }, `waiting for the database ${withoutSecrets(url)}`)
      await sleep(250)
    }
  }
}

function describeError(error: unknown): string {
  // An error for several addresses has no message.
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function withoutSecrets(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function pingDatabase({ prisma }: Database): Promise<string | null> {
  const answer = prisma.$queryRaw`SELECT 1`.then(
    () => null,
    () => 'the database cannot be reached', // calls that need it log the cause
  )
  const timer = new AbortController()
  const late = sleep(PING_MS, 'the database does not answer', { signal: timer.signal })
  return Promise.race([answer, late]).finally(() => timer.abort())
}
