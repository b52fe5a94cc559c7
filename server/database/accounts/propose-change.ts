/** The caller must hold the administration. */
import type { Prisma } from '../../../generated/prisma/client'
import { canonicalJson, type Json } from '../../api/canonical-json'
import type { LogKind } from '../../api/terms/log-kinds'
import type { ChangeOutcome, ProposedChange } from '../../api/terms/proposed-change'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

export interface Proposer {
  /** UUID for a pending change. */
  readonly changeId: string
  readonly personId: string
  readonly label: string
}

export type ProposalOutcome =
  | { readonly kind: 'pending'; readonly changeId: string }
  | { readonly kind: 'waits' }
  | { readonly kind: 'too_many' }

export const MAX_OPEN_CHANGES = 20
const HOUR_MS = 3_600_000
/** Then the proposer may apply it without a second administrator. */
export const ALONE_AFTER_MS = 72 * HOUR_MS
export const CHANGE_LIFE_MS = 7 * 24 * HOUR_MS

export async function proposeChange(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  change: ProposedChange,
  { changeId, personId, label }: Proposer,
  at: Date,
): Promise<ProposalOutcome> {
  // An earlier attempt of this call took effect.
  if ((await tx.pendingChange.count({ where: { id: changeId } })) > 0) return { kind: 'pending', changeId }
  const proposal = canonicalJson(change)
  const open = await tx.pendingChange.findMany({
    where: { namespaceId, outcome: null, expiresAt: { gt: at } },
    select: { proposal: true },
  })
  if (open.some((other) => other.proposal === proposal)) return { kind: 'waits' }
  if (open.length >= MAX_OPEN_CHANGES) return { kind: 'too_many' }
  const aloneFrom = new Date(at.getTime() + ALONE_AFTER_MS)
  const expiresAt = new Date(at.getTime() + CHANGE_LIFE_MS)
  const times = { proposedAt: at, aloneFrom, expiresAt }
  await tx.pendingChange.create({
    data: { id: changeId, namespaceId, kind: change.kind, proposal, proposerId: personId, proposedBy: label, ...times },
  })
  const details = {
    change: changeId,
    change_kind: change.kind,
    proposer_id: personId,
    proposed_at: at.toISOString(),
    alone_from: aloneFrom.toISOString(),
    expires_at: expiresAt.toISOString(),
    ...factsOf(change),
  }
  const sealed = { proposal, proposed_by: label }
  await appendLog(tx, namespaceId, at, [{ kind: 'change_proposed', actor: label, details, sealed }])
  return { kind: 'pending', changeId }
}

/** The log shows this unsealed, so it omits names and addresses. */
function factsOf(change: ProposedChange): Readonly<Record<string, Json>> {
  switch (change.kind) {
    case 'settings': {
      const { displayName: _, ...before } = change.before
      const { displayName: __, ...after } = change.after
      return { before, after }
    }
    case 'roles':
      return { person_id: change.personId, before: change.before, after: change.after }
    case 'removal':
      return { person_id: change.personId, before: change.before }
    case 'invitation':
      return { invitation: change.invitationId, roles: change.roles }
  }
}

export interface ChangeEnd {
  readonly id: string
  readonly outcome: ChangeOutcome
  readonly at: Date
  /** Null if time or another change ended it. */
  readonly endedById: string | null
  readonly endedBy: string | null
}

const KINDS: Readonly<Record<ChangeOutcome, LogKind>> = {
  confirmed: 'change_confirmed',
  declined: 'change_declined',
  withdrawn: 'change_withdrawn',
  expired: 'change_expired',
  applied_alone: 'change_applied_alone',
  void: 'change_voided',
}

/** For ends that no person decided. */
const DEPLOYMENT = 'this deployment'

export function endEvent({ id, outcome, at, endedById, endedBy }: ChangeEnd): LogEvent {
  const details = { change: id, outcome, ended_at: at.toISOString(), ended_by_id: endedById }
  return { kind: KINDS[outcome], actor: endedBy ?? DEPLOYMENT, details }
}
