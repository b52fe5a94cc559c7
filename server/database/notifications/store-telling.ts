/** Stores the notifications of a telling with their mails and the deliveries to webhooks. */
import { createHash } from 'node:crypto'
import type { Prisma } from '../../../generated/prisma/client'
import type { WebhookEvent } from '../../api/schemas/notification-facts'
import {
  KIND_DESCRIPTIONS,
  type MailChoice,
  NOTIFICATION_LIMITS,
  type NotificationKind,
} from '../../api/terms/notification-terms'
import { completeRevision, findAudience, type ToldPerson } from './find-audience'
import type { Collected, Telling } from './telling'

export interface TellingTime {
  /** When it happened. */
  readonly at: Date
  /** When it is stored. */
  readonly now: Date
}

/** A webhook that is switched on. */
export interface HearingWebhook {
  readonly id: string
  readonly format: string
  readonly kinds: readonly string[]
}

export function findHearingWebhooks(tx: Prisma.TransactionClient, namespaceId: string): Promise<HearingWebhook[]> {
  return tx.webhook.findMany({ where: { namespaceId, disabledAt: null } })
}

export interface TellingContext extends TellingTime {
  readonly namespaceId: string
  /** Null if nobody is left out. */
  readonly actorId: string | null
  /** Distinguishes events with the same key. */
  readonly occasion: string
  readonly webhooks: readonly HearingWebhook[]
}

export interface TellingOptions {
  /** Whether mails can be sent. */
  readonly sendsMail: boolean
  /** Returns the text of a delivery. */
  readonly composeBody: (format: string, event: WebhookEvent) => string
}

interface NewNotification extends ToldPerson {
  readonly id: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hour of the day in UTC. */
const DIGEST_HOUR = 6

export async function storeTelling(
  tx: Prisma.TransactionClient,
  context: TellingContext,
  telling: Telling,
  { sendsMail, composeBody }: TellingOptions,
): Promise<void> {
  const { namespaceId, actorId, occasion, at, now } = context
  const revision = await completeRevision(tx, namespaceId, at, telling)
  const people = await findAudience(tx, { namespaceId, actorId, ...revision }, telling)
  const { kind, facts } = telling
  for (const { people: told, key, later } of await groupsOf(tx, context, telling, people)) {
    const wanted = told.map((person): NewNotification => {
      return { ...person, id: notificationId(namespaceId, person.personId, key, occasion) }
    })
    const row = { namespaceId, key, kind, ...revision, facts: later?.facts ?? facts, at }
    const stored = await tx.notification.createManyAndReturn({
      data: wanted.map(({ id, personId, reason, waits }) => ({ ...row, id, personId, reason, waits })),
      skipDuplicates: true,
      select: { id: true, personId: true },
    })
    if (sendsMail && stored.length > 0) await addMails(tx, { namespaceId, kind, now, later }, stored)
  }
  if (telling.forWebhooks)
    await addDeliveries(tx, context, telling, { kind, namespaceId, ...revision, at, facts }, composeBody)
}

interface ToldGroup {
  readonly people: readonly ToldPerson[]
  readonly key: string
  /** For people who were told lately. */
  readonly later: Collected | null
}

/** A key has one notification for each person, so a flood ends at the key of its period. */
async function groupsOf(
  tx: Prisma.TransactionClient,
  { namespaceId, occasion, at }: TellingContext,
  { key, collected }: Telling,
  people: readonly ToldPerson[],
): Promise<readonly ToldGroup[]> {
  if (people.length === 0) return []
  if (collected === null) return [{ people, key, later: null }]
  const { scope, periodMs } = collected
  const told = await tx.notification.findMany({
    where: {
      ...{ namespaceId, personId: { in: people.map(({ personId }) => personId) } },
      ...{ key: { startsWith: `${scope}/` }, at: { gt: new Date(at.getTime() - 2 * periodMs) } },
    },
    select: { personId: true },
    distinct: ['personId'],
  })
  const recent = new Set(told.map(({ personId }) => personId))
  const period = Math.floor(at.getTime() / periodMs)
  const groups = [
    { people: people.filter(({ personId }) => !recent.has(personId)), key: `${scope}/${occasion}`, later: null },
    {
      people: people.filter(({ personId }) => recent.has(personId)),
      key: `${scope}/period/${period}`,
      later: collected,
    },
  ]
  return groups.filter((group) => group.people.length > 0)
}

type StoredNotification = Pick<NewNotification, 'id' | 'personId'>

async function addMails(
  tx: Prisma.TransactionClient,
  about: Pick<ToldGroup, 'later'> & {
    readonly namespaceId: string
    readonly kind: NotificationKind
    readonly now: Date
  },
  stored: readonly StoredNotification[],
): Promise<void> {
  const { namespaceId, kind, now, later } = about
  const personIds = stored.map(({ personId }) => personId)
  const choices = await tx.notificationChoice.findMany({ where: { kind, personId: { in: personIds } } })
  const chosen = new Map(choices.map(({ personId, mail }) => [personId, mail as MailChoice]))
  for (const notification of stored) {
    const mail = chosen.get(notification.personId) ?? KIND_DESCRIPTIONS[kind].mail
    if (mail === 'none') continue
    const flood = later?.periodMs ?? (await collectingPeriod(tx, notification.personId, now))
    const collects = mail === 'digest' ? DAY_MS : flood
    if (collects === null) await addSingle(tx, namespaceId, notification, now)
    else await joinDigest(tx, namespaceId, notification, collects, now)
  }
}

/** Null for a single mail. A flood of them is collected for the rest of the hour. */
async function collectingPeriod(tx: Prisma.TransactionClient, personId: string, now: Date): Promise<number | null> {
  const recent = await tx.outgoingMail.count({
    where: { personId, form: 'single', madeAt: { gt: new Date(now.getTime() - HOUR_MS) } },
  })
  return recent < NOTIFICATION_LIMITS.single_mails_per_hour ? null : HOUR_MS
}

async function addSingle(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, personId }: StoredNotification,
  now: Date,
): Promise<void> {
  await tx.outgoingMail.create({ data: { id, namespaceId, personId, form: 'single', madeAt: now, dueAt: now } })
  await tx.notification.update({ where: { id }, data: { mailId: id } })
}

/** A digest that a process began to send takes no more notifications; the next one does. */
async function joinDigest(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, personId }: StoredNotification,
  periodMs: number,
  now: Date,
): Promise<void> {
  const offset = periodMs === DAY_MS ? DIGEST_HOUR * HOUR_MS : 0
  const first = (Math.floor((now.getTime() - offset) / periodMs) + 1) * periodMs + offset
  for (let due = first; ; due += periodMs) {
    const mailId = notificationId(namespaceId, personId, 'digest', String(periodMs), String(due))
    const [joined] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO outgoing_mail (id, namespace_id, person_id, form, made_at, due_at)
      VALUES (${mailId}::uuid, ${namespaceId}::uuid, ${personId}::uuid, 'digest', ${now}::timestamp,
        ${new Date(due)}::timestamp)
      ON CONFLICT (id) DO UPDATE SET due_at = outgoing_mail.due_at
      WHERE outgoing_mail.attempts = 0 AND outgoing_mail.outcome IS NULL
      RETURNING id::text`
    if (joined === undefined) continue
    await tx.notification.update({ where: { id }, data: { mailId } })
    return
  }
}

async function addDeliveries(
  tx: Prisma.TransactionClient,
  { webhooks, occasion, now }: TellingContext,
  { kind, key }: Telling,
  event: WebhookEvent,
  composeBody: TellingOptions['composeBody'],
): Promise<void> {
  const hearing = webhooks.filter(({ kinds }) => kinds.includes(kind))
  if (hearing.length === 0) return
  const giveUpAt = new Date(now.getTime() + NOTIFICATION_LIMITS.webhook_hours * HOUR_MS)
  await tx.webhookDelivery.createMany({
    data: hearing.map(({ id: webhookId, format }) => ({
      id: notificationId('delivery', webhookId, key, occasion),
      ...{ webhookId, kind, madeAt: now, dueAt: now, giveUpAt },
      body: composeBody(format, event),
    })),
    skipDuplicates: true,
  })
}

/** Returns the UUID (version 8, RFC 9562) that these texts determine, so that a repeated event has the same id. */
function notificationId(...texts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest()
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
