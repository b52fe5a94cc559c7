/**
 * Approvals: signatures under exact bytes.
 *
 * Promises: a name that comes with an approval is bound with it, in one transaction, so a refused name records
 * nothing; an approval is recorded once, however often its call is repeated, and its entry of the log with it; none is
 * ever changed or removed. One that expired or was withdrawn is listed no more. Trusts ids to be UUIDs made by the caller
 * and texts to hold no NUL character.
 */
import { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { bindHeldName, holdName } from '../rulesets/bind-name'
import { appendLog } from './append-log'
import type { LogEvent } from './log-event'

export interface Approval {
  /** Of the bytes signed for. */
  readonly hash: string
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: Date
  /** A program of the signer's own, a page, or an agent on the signer's behalf. */
  readonly channel: 'program' | 'person' | 'agent'
  /**
   * Label, at that time, of the credential that recorded it, or of the person behind the agent. Null for a signature, and
   * where no credential was demanded.
   */
  readonly reportedBy: string | null
}

export interface NewApproval extends Approval {
  /** Made anew for every approval; the same for a call that is repeated. */
  readonly id: string
  readonly namespaceId: string
  /** Null for a person's agent and where none was demanded. */
  readonly credentialId: string | null
  /** The person behind the agent; null for a credential. */
  readonly personId: string | null
  /** The name to bind to the bytes first, or null. */
  readonly name: string | null
  /** Label of the credential, or of the person. */
  readonly boundBy: string
  /** Of a call that may be sent again; null for any other. */
  readonly call?: RepeatableCall | null
}

export interface RecordedApproval {
  /** When the approval was recorded: earlier than this call if it repeats another. */
  readonly approvedAt: Date
  /** Every approval of the bytes in force, this one included, in the order of their recording. */
  readonly approvals: readonly Approval[]
  /** The name most recently bound to the bytes; null where none points at them. */
  readonly name: string | null
}

export interface ApprovalVerbs {
  /** Null where the namespace holds no ruleset of this hash; nothing was recorded or bound then. */
  recordApproval(approval: NewApproval): Promise<RecordedApproval | null>
  /** Those in force at `at`, oldest first. */
  listApprovals(namespaceId: string, hash: string, at: Date): Promise<Approval[]>
}

export function approvalVerbs({ prisma, repeatable }: Database): ApprovalVerbs {
  return {
    recordApproval: (approval) => repeatable(() => prisma.$transaction((tx) => recordOnce(tx, approval))),
    listApprovals: (namespaceId, hash, at) => repeatable(() => approvalsOf(prisma, namespaceId, hash, at)),
  }
}

/** A repeated call finds what the first one answered, with its dates as text. */
async function recordOnce(tx: Prisma.TransactionClient, approval: NewApproval): Promise<RecordedApproval | null> {
  const { namespaceId, call = null } = approval
  const recorded = await takeEffectOnce(
    tx,
    namespaceId,
    call,
    () => record(tx, approval),
    (outcome) => outcome !== null,
  )
  return (
    recorded && {
      ...recorded,
      approvedAt: new Date(recorded.approvedAt),
      approvals: recorded.approvals.map((each) => ({ ...each, approvedAt: new Date(each.approvedAt) })),
    }
  )
}

async function record(tx: Prisma.TransactionClient, approval: NewApproval): Promise<RecordedApproval | null> {
  const { id, namespaceId, hash, approver, note, approvedAt, name, boundBy } = approval
  const { channel, credentialId, personId, reportedBy } = approval
  if ((await tx.ruleset.count({ where: { namespaceId, hash } })) === 0) return null
  // An earlier attempt that took effect bound the name too; it may have been bound anew since then.
  if ((await tx.approval.count({ where: { id } })) === 0) {
    const row = { id, namespaceId, hash, approver, note, approvedAt, channel, credentialId, personId, reportedBy }
    const party = { personId, credentialId, channel }
    const binding =
      name === null ? null : { namespaceId, name, hash, at: approvedAt, boundBy, party, withApproval: true }
    const pointsAt = binding === null ? null : await holdName(tx, binding)
    // The earlier attempt may end between the question and here: then it wrote everything.
    const { count } = await tx.approval.createMany({ data: row, skipDuplicates: true })
    const events = binding === null ? [] : await bindHeldName(tx, binding, pointsAt)
    if (count === 1) events.push(approvalEvent({ ...row, actor: boundBy }))
    if (events.length > 0) await appendLog(tx, namespaceId, approvedAt, events)
  }
  const approvals = await approvalsOf(tx, namespaceId, hash, approvedAt)
  return { approvedAt, approvals, name: await latestNameOf(tx, namespaceId, hash) }
}

/** The log entry of an approval. Notes are the approvers' own words and stay out of it. */
export function approvalEvent(
  approval: Omit<Approval, 'note' | 'reportedBy'> &
    Pick<NewApproval, 'id' | 'credentialId' | 'personId'> & {
      readonly actor: string
      readonly reportedBy?: string | null
    },
): LogEvent {
  const { id, hash, approver, approvedAt, channel, actor, credentialId, personId, reportedBy = null } = approval
  const details = {
    approval_id: id,
    approved_at: approvedAt.toISOString(),
    approver,
    channel,
    hash,
    credential_id: credentialId,
    person_id: personId,
  }
  return { kind: 'approval_recorded', actor, details, sealed: { reported_by: reportedBy } }
}

/** Of approvals that count at a time: neither withdrawn nor expired. */
export function inForce(at: Date): Prisma.ApprovalWhereInput {
  return { withdrawal: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }
}

/** The same condition in SQL, of rows of `approval`. */
export const counting = (at: Date) => Prisma.sql`
  (approval.expires_at IS NULL OR approval.expires_at > ${at}::timestamp)
  AND NOT EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = approval.id)`

function approvalsOf(
  client: Prisma.TransactionClient,
  namespaceId: string,
  hash: string,
  at: Date,
): Promise<Approval[]> {
  return client.approval.findMany({
    where: { namespaceId, hash, ...inForce(at) },
    select: { hash: true, approver: true, note: true, approvedAt: true, channel: true, reportedBy: true },
    orderBy: { sequence: 'asc' },
  })
}

async function latestNameOf(tx: Prisma.TransactionClient, namespaceId: string, hash: string): Promise<string | null> {
  // By the history and not by the time, which two names may share.
  const [latest] = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM name_binding JOIN ruleset_name USING (namespace_id, name, hash)
    WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
    ORDER BY name_binding.id DESC LIMIT 1`
  return latest?.name ?? null
}
