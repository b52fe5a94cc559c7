/**
 * Deliveries that wait for webhooks. One process at a time sends to a webhook, in order, so that a slow receiver delays
 * only its own events. The outcome is noted after the answer, so a process that dies in between sends the event again
 * under the same id.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { NOTIFICATION_LIMITS } from '../../api/terms/notification-terms'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { failWaiting, type StoredWebhook, webhookEvent, webhookOf, webhookWords } from './webhooks'

export interface StoredDelivery {
  readonly id: string
  readonly sequence: bigint
  readonly kind: string
  readonly body: string
  readonly madeAt: Date
  readonly dueAt: Date
  readonly giveUpAt: Date
  readonly attempts: number
  readonly outcome: 'delivered' | 'failed' | null
  readonly lastAt: Date | null
  readonly lastMs: number | null
  readonly lastStatus: number | null
  readonly lastAnswer: string | null
  readonly lastProblem: string | null
}

export interface DeliveryAttempt {
  readonly deliveryId: string
  readonly webhookId: string
  readonly at: Date
  readonly milliseconds: number
  /** Null without an answer. */
  readonly status: number | null
  readonly answer: string | null
  /** Null if there was an answer. */
  readonly problem: string | null
  readonly result:
    | { readonly kind: 'delivered' }
    /** The receiver wants no more events. */
    | { readonly kind: 'gone' }
    /** `pausedUntil` if the receiver as a whole failed; null if it rejected this event. */
    | { readonly kind: 'failed'; readonly dueAt: Date; readonly pausedUntil: Date | null }
}

export interface LeasedWebhook extends StoredWebhook {
  readonly namespaceId: string
}

export interface WebhookDeliveryVerbs {
  /** Leases webhooks with a due delivery, those that waited longest first. */
  leaseWebhooks(now: Date, until: Date, most: number): Promise<LeasedWebhook[]>
  releaseWebhook(id: string, now: Date): Promise<void>
  /** Null if no delivery is due. */
  nextDelivery(webhookId: string, now: Date): Promise<StoredDelivery | null>
  /** Returns false if the webhook was switched off or removed. */
  noteAttempt(attempt: DeliveryAttempt): Promise<boolean>
  /** Newest first. @param before sequence of the last row of the previous page */
  listDeliveries(
    namespaceId: string,
    webhookId: string,
    page: { readonly before: bigint | null; readonly limit: number },
  ): Promise<StoredDelivery[]>
  /** Returns false if it is unknown or waits. */
  resendDelivery(namespaceId: string, id: string, now: Date): Promise<boolean>
  /** Returns false if the webhook is unknown or switched off, or {@link MAX_WAITING_TESTS} wait. */
  addTestDelivery(
    namespaceId: string,
    webhookId: string,
    delivery: { readonly id: string; readonly now: Date; readonly bodyOf: (format: string) => string },
  ): Promise<boolean>
  sweepDeliveries(before: Date): Promise<void>
}

const HOUR_MS = 3_600_000
/** A webhook is switched off if it failed this often in a row, and for as long as a delivery is tried. */
const MAX_FAILURES = 20
/** Otherwise a webhook could be used to send many requests to a stranger. */
const MAX_WAITING_TESTS = 5

export function webhookDeliveryVerbs({ prisma, repeatable }: Database): WebhookDeliveryVerbs {
  return {
    leaseWebhooks: (now, until, most) =>
      repeatable(async () => {
        const leased = await prisma.$queryRaw<{ id: string }[]>`
          UPDATE webhook SET held_until = ${until}::timestamp
          WHERE id IN (
            SELECT id FROM webhook
            WHERE disabled_at IS NULL AND (held_until IS NULL OR held_until <= ${now}::timestamp)
              AND (paused_until IS NULL OR paused_until <= ${now}::timestamp) AND EXISTS (
                SELECT FROM webhook_delivery WHERE webhook_id = webhook.id AND outcome IS NULL
                  AND due_at <= ${now}::timestamp)
            ORDER BY held_until NULLS FIRST LIMIT ${most}::int FOR UPDATE SKIP LOCKED)
          RETURNING id::text`
        const rows = await prisma.webhook.findMany({ where: { id: { in: leased.map(({ id }) => id) } } })
        return rows.map((row) => ({ ...webhookOf(row), namespaceId: row.namespaceId }))
      }),
    releaseWebhook: (id, now) =>
      repeatable(async () => {
        await prisma.webhook.updateMany({ where: { id }, data: { heldUntil: now } })
      }),
    nextDelivery: (webhookId, now) =>
      repeatable(async () => {
        const row = await prisma.webhookDelivery.findFirst({
          where: { webhookId, outcome: null, dueAt: { lte: now } },
          orderBy: { sequence: 'asc' },
        })
        return row && deliveryOf(row)
      }),
    noteAttempt: (attempt) => repeatable(() => prisma.$transaction((tx) => noteWithin(tx, attempt))),
    listDeliveries: (namespaceId, webhookId, { before, limit }) =>
      repeatable(async () => {
        const rows = await prisma.webhookDelivery.findMany({
          where: { webhookId, webhook: { namespaceId }, ...(before !== null && { sequence: { lt: before } }) },
          orderBy: { sequence: 'desc' },
          take: limit,
        })
        return rows.map(deliveryOf)
      }),
    resendDelivery: (namespaceId, id, now) =>
      repeatable(async () => {
        const data = { outcome: null, attempts: 0, dueAt: now, giveUpAt: giveUpAt(now) }
        const row = await prisma.webhookDelivery.findFirst({
          where: { id, outcome: { not: null }, webhook: { namespaceId, disabledAt: null } },
        })
        if (row === null) return false
        await prisma.webhookDelivery.update({ where: { id }, data })
        await prisma.webhook.updateMany({ where: { id: row.webhookId }, data: { pausedUntil: null } })
        return true
      }),
    addTestDelivery: (namespaceId, webhookId, { id, now, bodyOf }) =>
      repeatable(async () => {
        const webhook = await prisma.webhook.findFirst({ where: { id: webhookId, namespaceId, disabledAt: null } })
        const waiting = await prisma.webhookDelivery.count({ where: { webhookId, kind: 'test', outcome: null } })
        if (webhook === null || waiting >= MAX_WAITING_TESTS) return false
        const row = { id, webhookId, kind: 'test', body: bodyOf(webhook.format) }
        await prisma.webhookDelivery.createMany({
          data: { ...row, madeAt: now, dueAt: now, giveUpAt: giveUpAt(now) },
          skipDuplicates: true,
        })
        await prisma.webhook.updateMany({ where: { id: webhookId }, data: { pausedUntil: null } })
        return true
      }),
    sweepDeliveries: (before) =>
      repeatable(async () => {
        await prisma.webhookDelivery.deleteMany({ where: { outcome: { not: null }, madeAt: { lt: before } } })
      }),
  }
}

function giveUpAt(now: Date): Date {
  return new Date(now.getTime() + NOTIFICATION_LIMITS.webhook_hours * HOUR_MS)
}

async function noteWithin(tx: Prisma.TransactionClient, attempt: DeliveryAttempt): Promise<boolean> {
  const { deliveryId, webhookId, at, result } = attempt
  await tx.$executeRaw`SELECT 1 FROM webhook WHERE id = ${webhookId}::uuid FOR UPDATE`
  const webhook = await tx.webhook.findUnique({ where: { id: webhookId } })
  const delivery = await tx.webhookDelivery.findUnique({ where: { id: deliveryId } })
  if (webhook === null || delivery === null) return false
  const last = {
    attempts: { increment: 1 },
    lastAt: at,
    lastMs: attempt.milliseconds,
    lastStatus: attempt.status,
    lastAnswer: attempt.answer,
    lastProblem: attempt.problem,
  }
  // It may have been switched off while the event was sent.
  const isOver = result.kind === 'failed' && (at >= delivery.giveUpAt || webhook.disabledAt !== null)
  const outcome = result.kind === 'delivered' ? 'delivered' : result.kind === 'gone' || isOver ? 'failed' : null
  const dueAt = result.kind === 'failed' ? result.dueAt : delivery.dueAt
  await tx.webhookDelivery.update({ where: { id: deliveryId }, data: { ...last, outcome, dueAt } })
  if (webhook.disabledAt !== null) return false
  if (result.kind === 'delivered') {
    const data = { failures: 0, failingSince: null, pausedUntil: null }
    await tx.webhook.update({ where: { id: webhookId }, data })
    return true
  }
  const failures = webhook.failures + 1
  const failingSince = webhook.failingSince ?? at
  const longAgo = new Date(at.getTime() - NOTIFICATION_LIMITS.webhook_hours * HOUR_MS)
  const isHopeless = result.kind === 'gone' || (failures >= MAX_FAILURES && failingSince <= longAgo)
  const pausedUntil = result.kind === 'failed' ? result.pausedUntil : null
  await tx.webhook.update({ where: { id: webhookId }, data: { failures, failingSince, pausedUntil } })
  if (!isHopeless) return true
  const disabledWhy = result.kind === 'gone' ? 'gone' : 'failures'
  await tx.webhook.update({ where: { id: webhookId }, data: { disabledAt: at, disabledWhy } })
  await failWaiting(tx, webhookId)
  const words = webhookWords(webhook)
  const event = webhookEvent({ id: webhookId, by: 'server' }, words, `${words}, switched off`, {
    webhook_disabled: webhook.label,
  })
  await appendLog(tx, webhook.namespaceId, at, [event])
  return false
}

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<Record<never, never>>

function deliveryOf({ webhookId: _, outcome, ...row }: DeliveryRow): StoredDelivery {
  return { ...row, outcome: outcome === 'delivered' || outcome === 'failed' ? outcome : null }
}
