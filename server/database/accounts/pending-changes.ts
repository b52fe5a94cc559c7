/**
 * Changes that wait for a second administrator, who must have been one since the proposal. A change ends once and is
 * applied exactly as shown. It lapses when it expires or its proposer is no longer an administrator.
 */
import { createHash } from 'node:crypto'
import type { PendingChange, Prisma } from '../../../generated/prisma/client'
import { type ChangeOutcome, PROPOSED_CHANGE, type ProposedChange } from '../../api/terms/proposed-change'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { administersSince, holdAdministration, type MemberInForce, membersInForce } from './administration'
import { applyChange } from './apply-change'
import { endEvent } from './propose-change'

export interface WaitingChange {
  readonly id: string
  readonly change: ProposedChange
  /** SHA-256 of the proposal: an answer names what was shown. */
  readonly digest: string
  readonly proposerId: string
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly aloneFrom: Date
  readonly expiresAt: Date
  readonly confirmers: readonly { readonly personId: string; readonly name: string }[]
}

export type ChangeAnswer = 'confirm' | 'decline' | 'withdraw' | 'apply_alone'

export interface AnsweredChange {
  readonly namespaceId: string
  readonly id: string
  readonly digest: string
  readonly answer: ChangeAnswer
  readonly personId: string
  readonly actor: string
  readonly at: Date
}

export type AnswerOutcome =
  | 'done'
  | 'unknown'
  | 'ended'
  /** Proposers cannot confirm or decline. */
  | 'own'
  /** Not an administrator when it was proposed. */
  | 'too_new'
  | 'not_proposer'
  | 'too_early'
  /** Another proposal was shown. */
  | 'different'
  /** Its starting state has changed, so it is void. */
  | 'outdated'

export interface PendingChangeVerbs {
  /** Oldest first, without lapsed changes. */
  listPendingChanges(namespaceId: string, at: Date): Promise<WaitingChange[]>
  answerChange(answer: AnsweredChange): Promise<AnswerOutcome>
  expireChanges(at: Date): Promise<number>
  changedAloneAt(namespaceId: string): Promise<Date | null>
}

const ENDS: Readonly<Record<ChangeAnswer, ChangeOutcome>> = {
  confirm: 'confirmed',
  decline: 'declined',
  withdraw: 'withdrawn',
  apply_alone: 'applied_alone',
}

export function pendingChangeVerbs({ prisma, repeatable }: Database): PendingChangeVerbs {
  const lapse = (namespaceId: string, at: Date) =>
    repeatable(() =>
      prisma.$transaction(async (tx) => {
        await holdAdministration(tx, namespaceId)
        const events = await endLapsed(tx, namespaceId, await membersInForce(tx, namespaceId), at)
        if (events.length > 0) await appendLog(tx, namespaceId, at, events)
        return events.length
      }),
    )
  return {
    listPendingChanges: async (namespaceId, at) => {
      const find = () =>
        repeatable(() =>
          prisma.pendingChange.findMany({
            where: { namespaceId, outcome: null },
            orderBy: [{ proposedAt: 'asc' }, { id: 'asc' }],
          }),
        )
      if ((await find()).length === 0) return []
      await lapse(namespaceId, at)
      const rows = await find()
      const members = await repeatable(() => membersInForce(prisma, namespaceId))
      const people = await repeatable(() =>
        prisma.person.findMany({
          where: { memberships: { some: { namespaceId } } },
          select: { id: true, name: true },
        }),
      )
      const names = new Map(people.map(({ id, name }) => [id, name]))
      return rows.map((row) => waitingChangeOf(row, members, names))
    },

    answerChange: (answered) => repeatable((again) => prisma.$transaction((tx) => answerWithin(tx, answered, again))),

    expireChanges: async (at) => {
      const rows = await repeatable(() =>
        prisma.pendingChange.findMany({
          where: { outcome: null, expiresAt: { lte: at } },
          select: { namespaceId: true },
          distinct: ['namespaceId'],
        }),
      )
      let ended = 0
      for (const { namespaceId } of rows) ended += await lapse(namespaceId, at)
      return ended
    },

    changedAloneAt: (id) =>
      repeatable(async () => {
        const row = await prisma.namespace.findUnique({ where: { id }, select: { changedAloneAt: true } })
        return row?.changedAloneAt ?? null
      }),
  }
}

function waitingChangeOf(
  row: PendingChange,
  members: readonly MemberInForce[],
  names: ReadonlyMap<string, string>,
): WaitingChange {
  const { id, proposal, proposerId, proposedBy, proposedAt, aloneFrom, expiresAt } = row
  const confirmers = members
    .filter(({ personId }) => personId !== proposerId && administersSince(members, personId, proposedAt))
    .map(({ personId }) => ({ personId, name: names.get(personId) ?? '' }))
  const times = { proposedAt, aloneFrom, expiresAt }
  return {
    id,
    change: readProposal(proposal),
    digest: digestOf(proposal),
    proposerId,
    proposedBy,
    ...times,
    confirmers,
  }
}

function readProposal(text: string): ProposedChange {
  return PROPOSED_CHANGE.parse(JSON.parse(text))
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Ends lapsed changes and revokes their invitations. */
async function endLapsed(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  members: readonly MemberInForce[],
  at: Date,
): Promise<LogEvent[]> {
  const open = await tx.pendingChange.findMany({ where: { namespaceId, outcome: null }, orderBy: { id: 'asc' } })
  const events: LogEvent[] = []
  for (const { id, expiresAt, proposerId, proposedAt } of open) {
    const outcome = expiresAt <= at ? 'expired' : administersSince(members, proposerId, proposedAt) ? null : 'void'
    if (outcome !== null) events.push(...(await endChange(tx, { id, outcome, at, endedById: null, endedBy: null })))
  }
  return events
}

async function endChange(tx: Prisma.TransactionClient, ended: Parameters<typeof endEvent>[0]): Promise<LogEvent[]> {
  const { id, outcome, at, endedById, endedBy } = ended
  await tx.pendingChange.update({ where: { id }, data: { outcome, endedAt: at, endedById, endedBy } })
  const event = endEvent(ended)
  if (outcome === 'confirmed' || outcome === 'applied_alone') return [event]
  const held = await tx.invitation.findFirst({ where: { heldBy: id, acceptedAt: null, revokedAt: null } })
  if (held === null) return [event]
  await tx.invitation.update({ where: { id: held.id }, data: { revokedAt: at } })
  return [event, { kind: 'invitation_revoked', actor: event.actor, details: { invitation: held.id } }]
}

async function answerWithin(
  tx: Prisma.TransactionClient,
  { namespaceId, id, digest, answer: kind, personId, actor, at }: AnsweredChange,
  again: boolean,
): Promise<AnswerOutcome> {
  await holdAdministration(tx, namespaceId)
  const members = await membersInForce(tx, namespaceId)
  const lapsed = await endLapsed(tx, namespaceId, members, at)
  const close = async (outcome: AnswerOutcome, events: readonly LogEvent[] = []): Promise<AnswerOutcome> => {
    const all = [...lapsed, ...events]
    if (all.length > 0) await appendLog(tx, namespaceId, at, all)
    return outcome
  }
  const row = await tx.pendingChange.findFirst({ where: { id, namespaceId } })
  if (row === null) return close('unknown')
  const outcome = ENDS[kind]
  if (row.outcome !== null)
    return close(again && row.outcome === outcome && row.endedById === personId ? 'done' : 'ended')
  const barred = barredOutcome(kind, row, members, personId, at)
  if (barred !== null) return close(barred)
  if (digestOf(row.proposal) !== digest) return close('different')
  const by = { id, at, endedById: personId, endedBy: actor }
  if (kind === 'decline' || kind === 'withdraw') return close('done', await endChange(tx, { ...by, outcome }))
  const effects = await applyChange(tx, { namespaceId, changeId: id, at }, readProposal(row.proposal))
  if (effects === null) return close('outdated', await endChange(tx, { ...by, outcome: 'void' }))
  const [event, ...rest] = await endChange(tx, { ...by, outcome })
  if (event === undefined) throw new Error('the end of a change has an event')
  const mark = kind === 'apply_alone' ? { changed_alone_at: (await markAlone(tx, namespaceId, at)).toISOString() } : {}
  const applied = effects.map((effect) => ({
    ...effect,
    actor: row.proposedBy,
    details: { ...effect.details, change: id },
  }))
  return close('done', [{ ...event, details: { ...event.details, ...mark } }, ...rest, ...applied])
}

/** Returns why this answer is not allowed now, or null. */
function barredOutcome(
  kind: ChangeAnswer,
  { proposerId, proposedAt, aloneFrom }: PendingChange,
  members: readonly MemberInForce[],
  personId: string,
  at: Date,
): AnswerOutcome | null {
  const isProposer = personId === proposerId
  if (kind === 'withdraw' || kind === 'apply_alone') {
    if (!isProposer) return 'not_proposer'
    return kind === 'apply_alone' && at < aloneFrom ? 'too_early' : null
  }
  if (isProposer) return 'own'
  return administersSince(members, personId, proposedAt) ? null : 'too_new'
}

/** @returns the first time, which is never replaced */
async function markAlone(tx: Prisma.TransactionClient, id: string, at: Date): Promise<Date> {
  const { changedAloneAt } = await tx.namespace.findUniqueOrThrow({ where: { id }, select: { changedAloneAt: true } })
  if (changedAloneAt !== null) return changedAloneAt
  await tx.namespace.update({ where: { id }, data: { changedAloneAt: at } })
  return at
}
