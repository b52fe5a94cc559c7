/**
 * POST /v1/approvals. Agents are marked, or refused if the namespace demands a person; if it demands signatures,
 * nothing is recorded (public/docs/mcp.md, "What an agent should not do").
 */
import { canonicalJson, canonicalObject, type Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { Approval, ApprovalVerbs } from '../../database/signing/approvals'
import type { CallContext, RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf, personLabel } from '../calls/caller'
import type { RulesetLibrary } from '../library/ruleset-library'
import { demandCharacters } from '../library/store-refusal'
import type { Labels } from '../vocabulary/labels'

export interface RecordApprovalDependencies {
  readonly store: Pick<ApprovalVerbs, 'recordApproval'>
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly limits: { readonly approver_chars: number; readonly note_chars: number; readonly name_chars: number }
  /** Without a final slash. */
  readonly publicUrl: string
  readonly now: () => Date
  readonly newId: () => string
}

type ApprovalRequest = RequestOf<'recordApproval'>

/** @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED, RULESET_NOT_FOUND */
export async function recordApproval(
  dependencies: RecordApprovalDependencies,
  { caller, channel }: Pick<CallContext, 'caller' | 'channel'>,
  request: ApprovalRequest,
  call: RepeatableCall | null = null,
): Promise<Success> {
  const { ruleset_hash: hash, approver, note = null, name = null } = request
  const namespaceId = namespaceOf(caller)
  const { peopleApprove, unsignedApprovals } = caller.account
  if (!unsignedApprovals) throw signatureDemanded(dependencies.publicUrl, hash)
  if (channel === 'agent' && peopleApprove) throw personDemanded(dependencies.publicUrl, hash)
  demandLengths(dependencies, request)
  await dependencies.rulesets.findStored(namespaceId, hash)
  // A failure after the recording would make the caller approve twice.
  const label = await dependencies.labels.assign(caller, hash, request.label)
  const approval: Approval = {
    hash,
    approver,
    note,
    approvedAt: dependencies.now(),
    channel,
    reportedBy: reporterOf(caller),
  }
  const recorded = await dependencies.store.recordApproval({
    ...approval,
    id: dependencies.newId(),
    namespaceId,
    name,
    boundBy: caller.label,
    credentialId: caller.credentialId,
    personId: caller.person?.id ?? null,
    call,
  })
  if (recorded === null) throw new Error(`ruleset ${hash} was removed while it was approved`)
  return {
    body: canonicalObject({
      ok: 'true',
      ruleset_hash: canonicalJson(hash),
      approval: canonicalJson(toWireApproval({ ...approval, approvedAt: recorded.approvedAt })),
      approvals: canonicalJson(recorded.approvals.map(toWireApproval)),
      name: canonicalJson(name ?? recorded.name),
      namespace: canonicalJson(namespaceId),
      saved: canonicalJson(name !== null),
      label,
      versions: canonicalJson(VERSIONS),
    }),
  }
}

/** Null without a credential. */
function reporterOf({ person, credentialId, label }: Caller): string | null {
  if (person !== null) return personLabel(person)
  return credentialId === null ? null : label
}

function demandLengths({ limits }: RecordApprovalDependencies, { approver, note, name }: ApprovalRequest): void {
  demandCharacters('approver', approver, 'approver_chars', limits.approver_chars)
  demandCharacters('note', note ?? '', 'note_chars', limits.note_chars)
  demandCharacters('name', name ?? '', 'name_chars', limits.name_chars)
}

function personDemanded(publicUrl: string, hash: string): Refusal {
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `Approvals of this namespace are recorded by a person, never by an agent. ${whereToSign(publicUrl, hash)}`,
  )
}

function signatureDemanded(publicUrl: string, hash: string): Refusal {
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `Approvals of this namespace are signed by a person; none is recorded without a signature. ${whereToSign(publicUrl, hash)}`,
  )
}

function whereToSign(publicUrl: string, hash: string): string {
  return `Give the approver this address to sign at: ${approvalPageUrl(publicUrl, hash)}`
}

/** `reported_by` is absent for a signature. */
export function toWireApproval({ approvedAt, approver, hash, note, channel, reportedBy }: Approval): Json {
  return {
    approved_at: approvedAt.toISOString(),
    approver,
    hash,
    note,
    ...(channel === 'agent' && { recorded_by: 'agent' }),
    ...(reportedBy !== null && { reported_by: reportedBy }),
  }
}

/** @param publicUrl without a final slash */
export function approvalPageUrl(publicUrl: string, hash: string): string {
  return `${publicUrl}/approve/${hash}`
}
