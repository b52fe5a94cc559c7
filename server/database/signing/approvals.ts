/** An approval and its name are stored together. Rows never change; expired and withdrawn approvals are not listed. */
import { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { bindHeldName, holdName } from './bind-name'

export interface Approval {
  readonly hash: string
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: Date
  /** The signer's program, a page, or an agent for the signer. */
  readonly channel: 'program' | 'person' | 'agent'
  /**
   * Label of the credential, or of the person for whom the agent acts. Null for a signature, and if no credential was
   * required.
   */
  readonly reportedBy: string | null
}

/** `id` is new, except for a repeated call. */
export interface NewApproval extends Approval {
  readonly id: string
  readonly namespaceId: string
  readonly credentialId: string | null
  readonly personId: string | null
  /** To bind first. */
  readonly name: string | null
  readonly boundBy: string
  readonly call?: RepeatableCall | null
}

export interface RecordedApproval {
  /** Earlier than this call if it repeats another. */
  readonly approvedAt: Date
  /** Including this one, in recorded order. */
  readonly approvals: readonly Approval[]
  /** The last bound name that still points at the bytes. */
  readonly name: string | null
}

export interface ApprovalVerbs {
  /** Null if the hash is unknown. */
  recordApproval(approval: NewApproval): Promise<RecordedApproval | null>
  listApprovals(namespaceId: string, hash: string, at: Date): Promise<Approval[]>
}

export function approvalVerbs({ prisma, repeatable }: Database): ApprovalVerbs {
  return {
    recordApproval: (approval) => repeatable(() => prisma.$transaction((tx) => recordOnce(tx, approval))),
    listApprovals: (namespaceId, hash, at) => repeatable(() => approvalsOf(prisma, namespaceId, hash, at)),
  }
}

/** Stored outcomes have dates as text. */
async function recordOnce(tx: Prisma.TransactionClient, approval: NewApproval): Promise<RecordedApproval | null> {
  const { namespaceId, call = null } = approval
  const recorded = await takeEffectOnce(
    tx,
    namespaceId,
    call,
    () => recordApprovalWithin(tx, approval),
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

async function recordApprovalWithin(
  tx: Prisma.TransactionClient,
  approval: NewApproval,
): Promise<RecordedApproval | null> {
  const { id, namespaceId, hash, approver, note, approvedAt, name, boundBy } = approval
  const { channel, credentialId, personId, reportedBy } = approval
  if ((await tx.ruleset.count({ where: { namespaceId, hash } })) === 0) return null
  // An earlier attempt also bound the name, which may have been bound again since.
  if ((await tx.approval.count({ where: { id } })) === 0) {
    const row = { id, namespaceId, hash, approver, note, approvedAt, channel, credentialId, personId, reportedBy }
    const party = { personId, credentialId, channel }
    const binding =
      name === null ? null : { namespaceId, name, hash, at: approvedAt, boundBy, party, withApproval: true }
    const pointsAt = binding === null ? null : await holdName(tx, binding)
    // The earlier attempt may end before this, and then it wrote everything.
    const { count } = await tx.approval.createMany({ data: row, skipDuplicates: true })
    const events = binding === null ? [] : await bindHeldName(tx, binding, pointsAt)
    if (count === 1) events.push(approvalEvent({ ...row, actor: boundBy }))
    if (events.length > 0) await appendLog(tx, namespaceId, approvedAt, events)
  }
  const approvals = await approvalsOf(tx, namespaceId, hash, approvedAt)
  return { approvedAt, approvals, name: await latestNameOf(tx, namespaceId, hash) }
}

/** Omits the note, which is the approver's own words. */
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

export function inForce(at: Date): Prisma.ApprovalWhereInput {
  return { withdrawal: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }
}

/** {@link inForce} in SQL. */
export const inForceSql = (at: Date) => Prisma.sql`
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
  // Two names may share a time.
  const [latest] = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM name_binding JOIN ruleset_name USING (namespace_id, name, hash)
    WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
    ORDER BY name_binding.id DESC LIMIT 1`
  return latest?.name ?? null
}
