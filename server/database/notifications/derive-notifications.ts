/**
 * Notifications are made only from the log. A cursor moves in the transaction that stores them, so that each entry is
 * read once, however many processes read.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { NOTIFICATION_LIMITS } from '../../api/terms/notification-terms'
import type { Database } from '../client/database'
import { findActor } from './find-audience'
import { endAnsweredCalls } from './inbox'
import { findHearingWebhooks, storeTelling, type TellingOptions } from './store-telling'
import type { Effect, ReadEntry } from './telling'

export interface DerivingOptions extends TellingOptions {
  readonly now: Date
  readonly read: ReadEntry
  /** Kinds that `read` does not ignore. */
  readonly kinds: readonly string[]
  /** Largest number of entries in a transaction. */
  readonly most: number
  /** Whether the transaction may read another entry. */
  readonly hasTime: () => boolean
}

/** `held`: another process reads this log. */
export type DerivingOutcome = 'done' | 'more' | 'held'

export interface DerivingVerbs {
  /** Returns the namespaces whose log has entries that were not read yet. */
  listUnreadLogs(): Promise<string[]>
  deriveNotifications(namespaceId: string, options: DerivingOptions): Promise<DerivingOutcome>
}

export function derivingVerbs({ prisma, query, repeatable }: Database): DerivingVerbs {
  return {
    listUnreadLogs: () =>
      repeatable(async () => {
        const rows = await query<{ id: string }>(
          `SELECT head.namespace_id::text AS id FROM log_head head
           LEFT JOIN notification_cursor cursor ON cursor.namespace_id = head.namespace_id
           WHERE head.size > coalesce(cursor.next_index, 0)`,
          [],
        )
        return rows.map(({ id }) => id)
      }),
    deriveNotifications: (namespaceId, options) =>
      repeatable(() => prisma.$transaction((tx) => deriveWithin(tx, namespaceId, options))),
  }
}

const DAY_MS = 86_400_000

async function deriveWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  options: DerivingOptions,
): Promise<DerivingOutcome> {
  // The namespace may have been removed since it was listed.
  await tx.$executeRaw`
    INSERT INTO notification_cursor (namespace_id, next_index)
    SELECT id, 0 FROM namespace WHERE id = ${namespaceId}::uuid ON CONFLICT DO NOTHING`
  const [cursor] = await tx.$queryRaw<{ next: bigint }[]>`
    SELECT next_index AS next FROM notification_cursor WHERE namespace_id = ${namespaceId}::uuid
    FOR UPDATE SKIP LOCKED`
  if (cursor === undefined) return 'held'
  const head = await tx.logHead.findUnique({ where: { namespaceId } })
  const size = head?.size ?? 0n
  const entries = await tx.logEntry.findMany({
    where: { namespaceId, index: { gte: cursor.next, lt: size }, kind: { in: [...options.kinds] } },
    orderBy: { index: 'asc' },
    take: options.most,
  })
  const oldest = new Date(options.now.getTime() - NOTIFICATION_LIMITS.event_days * DAY_MS)
  const webhooks = entries.length === 0 ? [] : await findHearingWebhooks(tx, namespaceId)
  let nextIndex = entries.length < options.most ? size : entries.at(-1)!.index + 1n
  for (const [nth, { index, kind, body, at }] of entries.entries()) {
    if (nth > 0 && !options.hasTime()) {
      nextIndex = index
      break
    }
    const { actor, details } = JSON.parse(new TextDecoder().decode(body)) as { actor: string; details: unknown }
    const reading = options.read({ index, kind, actor, details })
    if (reading === null) continue
    const actorId = await findActor(tx, namespaceId, reading.actor)
    const context = { namespaceId, actorId, occasion: index.toString(), at, now: options.now, webhooks }
    for (const effect of reading.effects) {
      // Nobody is told about an old entry, but what it says about reviews counts.
      if (effect.do !== 'tell') await apply(tx, { namespaceId, actorId, index, at }, effect)
      else if (at >= oldest) await storeTelling(tx, context, effect.telling, options)
    }
  }
  await tx.notificationCursor.update({ where: { namespaceId }, data: { nextIndex } })
  return nextIndex === size ? 'done' : 'more'
}

interface AppliedEntry {
  readonly namespaceId: string
  readonly actorId: string | null
  readonly index: bigint
  readonly at: Date
}

async function apply(
  tx: Prisma.TransactionClient,
  { namespaceId, actorId, index, at }: AppliedEntry,
  effect: Exclude<Effect, { readonly do: 'tell' }>,
): Promise<void> {
  switch (effect.do) {
    case 'follow_review': {
      const { reviewId, name, reviewerIds, anyReviewer } = effect
      const data = { namespaceId, reviewId, name, openerId: actorId, reviewerIds: [...reviewerIds], anyReviewer }
      await tx.followedReview.createMany({ data, skipDuplicates: true })
      return
    }
    case 'change_review':
      await tx.$executeRaw`
        UPDATE followed_review SET any_reviewer = ${effect.anyReviewer}::boolean, reviewer_ids = ARRAY(
          SELECT DISTINCT id FROM unnest(reviewer_ids || ${[...effect.addedIds]}::uuid[]) AS each (id)
          WHERE id <> ALL (${[...effect.removedIds]}::uuid[]) ORDER BY id)
        WHERE namespace_id = ${namespaceId}::uuid AND review_id = ${effect.reviewId}::uuid`
      // The changed key lets these people be asked again.
      await tx.$executeRaw`
        UPDATE notification SET ended_at = coalesce(ended_at, ${at}::timestamp), key = key || '/' || ${index.toString()}
        WHERE namespace_id = ${namespaceId}::uuid AND key = ${`review/${effect.reviewId}`}
          AND person_id = ANY (${[...effect.removedIds]}::uuid[])`
      return
    case 'end_review': {
      const { reviewId } = effect
      const [review] = await tx.followedReview.findMany({ where: { namespaceId, reviewId } })
      const about = review === undefined ? [] : [{ kind: 'new_revision', name: review.name }]
      await tx.notification.updateMany({
        where: { namespaceId, waits: true, endedAt: null, OR: [{ key: `review/${reviewId}` }, ...about] },
        data: { endedAt: at },
      })
      await tx.followedReview.deleteMany({ where: { namespaceId, reviewId } })
      return
    }
    case 'follow_comment': {
      const { commentId, reviewId, parentId } = effect
      const parent =
        parentId === null
          ? null
          : await tx.followedComment.findUnique({
              where: { namespaceId_commentId: { namespaceId, commentId: parentId } },
            })
      const threadId = parent?.threadId ?? parentId ?? commentId
      const data = { namespaceId, commentId, reviewId, threadId, personId: actorId }
      await tx.followedComment.createMany({ data, skipDuplicates: true })
      return
    }
    case 'revise':
      await tx.notification.updateMany({
        where: {
          ...{ namespaceId, name: effect.name, waits: true, endedAt: null },
          kind: { in: ['review_requested', 'new_revision', 'changes_requested'] },
        },
        data: { endedAt: at },
      })
      return
    case 'end_scope':
      await tx.notification.updateMany({
        where: { namespaceId, key: { startsWith: `${effect.scope}/` }, waits: true, endedAt: null },
        data: { endedAt: at },
      })
      return
    case 'end_calls':
      await endAnsweredCalls(tx, { namespaceId, guardId: effect.guardId }, at)
      return
    case 'answer':
      await endAnswered(tx, namespaceId, actorId, effect.hash, at)
  }
}

/** A signature also answers requests about revisions that the name had before. */
async function endAnswered(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  personId: string | null,
  hash: string,
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE notification request SET ended_at = ${at}::timestamp
    WHERE namespace_id = ${namespaceId}::uuid AND person_id = ${personId}::uuid AND waits AND ended_at IS NULL
      AND kind IN ('review_requested', 'new_revision', 'expiry') AND (hash = ${hash} OR EXISTS (
        SELECT FROM name_binding signed JOIN name_binding earlier USING (namespace_id, name)
        WHERE signed.namespace_id = ${namespaceId}::uuid AND signed.hash = ${hash} AND earlier.name = request.name
          AND earlier.hash = request.hash AND earlier.id <= signed.id))`
}
