/**
 * Stores a change that waits for a second administrator, in the transaction that would have applied it.
 *
 * Promises: a namespace has at most {@link MAX_OPEN_CHANGES} that wait; the same change is not stored twice. Trusts its
 * caller to hold the administration of the namespace.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { canonicalJson, type Json } from '../../api/canonical-json'
import type { LogKind } from '../../api/log-kinds'
import type { ChangeOutcome, ProposedChange } from '../../api/proposed-change'
import { appendLog } from '../signing/append-log'
import type { LogEvent } from '../signing/log-event'

/** An administrator who asks for a change. */
export interface Proposer {
  /** UUID of the pending change, where one is made. */
  readonly changeId: string
  readonly personId: string
  readonly label: string
}

/** What a change that may wait comes to. */
export type ProposalOutcome =
  | { readonly kind: 'pending'; readonly changeId: string }
  /** The same change waits already. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'too_many' }

export const MAX_OPEN_CHANGES = 20
const HOUR = 3_600_000
/** From then on the proposer may apply it alone. */
export const ALONE_AFTER_MS = 72 * HOUR
export const CHANGE_LIFE_MS = 7 * 24 * HOUR

/** Stores the change and its entry in the log, unless the same change, or too many others, wait already. */
export async function proposeChange(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  change: ProposedChange,
  { changeId, personId, label }: Proposer,
  at: Date,
): Promise<ProposalOutcome> {
  // An earlier attempt of this very call took effect before its connection broke.
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

/** What the log states of a proposal in clear: no name and no address. */
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
  /** Null where time or another change ended it. */
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

/** The actor of an end that no person decided. */
const DEPLOYMENT = 'this deployment'

/** The entry of the log for the end of a pending change. */
export function endEvent({ id, outcome, at, endedById, endedBy }: ChangeEnd): LogEvent {
  const details = { change: id, outcome, ended_at: at.toISOString(), ended_by_id: endedById }
  return { kind: KINDS[outcome], actor: endedBy ?? DEPLOYMENT, details }
}
