/** Failures of one account from one address are counted per minute. Callers never pass typed text. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'

export const SECURITY_EVENT_KINDS = [
  'signed_in',
  'sign_in_failed',
  'sign_in_delayed',
  'signed_out',
  'session_ended',
  'password_changed',
  'wrong_password',
  'passkey_added',
  'passkey_removed',
  'account_disabled',
  'account_enabled',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

export interface NewSecurityEvent {
  readonly kind: SecurityEventKind
  readonly personId: string | null
  /** The person's id, or a keyed hash of the e-mail address. */
  readonly accountKey: string
  readonly address: string
  readonly at: Date
  readonly details: Readonly<Record<string, string>>
}

export interface SecurityEventRow {
  readonly id: bigint
  readonly kind: string
  readonly at: Date
  readonly personId: string
  readonly personName: string
  readonly personEmail: string
  readonly address: string
  readonly details: unknown
  readonly count: number
}

export interface SecurityEventVerbs {
  addSecurityEvent(event: NewSecurityEvent): Promise<void>
  countSecurityEvent(event: NewSecurityEvent): Promise<void>
  /** Latest first, with ids below `before`. */
  listSecurityEvents(namespaceId: string, before: bigint | null, limit: number): Promise<SecurityEventRow[]>
  /** Removes events before the date, and the oldest ones beyond `limit` rows. */
  sweepSecurityEvents(before: Date, limit: number): Promise<number>
}

export function securityEventVerbs({ prisma, repeatable }: Database): SecurityEventVerbs {
  return {
    addSecurityEvent: (event) => repeatable(() => insertSecurityEvents(prisma, [event])),

    countSecurityEvent: ({ kind, personId, accountKey, address, at, details }) =>
      repeatable(async () => {
        const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
        await prisma.$executeRaw`
          INSERT INTO security_event AS known (kind, at, person_id, account_key, address, details, minute)
          VALUES (${kind}, ${at.toISOString()}::timestamp, ${personId}::uuid, ${accountKey}, ${address},
                  ${JSON.stringify(details)}::jsonb, ${minute.toISOString()}::timestamp)
          ON CONFLICT (kind, account_key, address, minute) DO UPDATE SET count = known.count + 1`
      }),

    listSecurityEvents: (namespaceId, before, limit) =>
      repeatable(async () => {
        const rows = await prisma.securityEvent.findMany({
          where: {
            person: { memberships: { some: { namespaceId } } },
            ...(before === null ? {} : { id: { lt: before } }),
          },
          orderBy: { id: 'desc' },
          take: limit,
          include: { person: { select: { id: true, name: true, email: true } } },
        })
        return rows.flatMap(({ id, kind, at, person, address, details, count }) =>
          person === null
            ? []
            : [
                {
                  id,
                  kind,
                  at,
                  personId: person.id,
                  personName: person.name,
                  personEmail: person.email,
                  address,
                  details,
                  count,
                },
              ],
        )
      }),

    sweepSecurityEvents: (before, limit) =>
      repeatable(async () => {
        const { count } = await prisma.securityEvent.deleteMany({ where: { at: { lt: before } } })
        const beyond = await prisma.$executeRaw`
          DELETE FROM security_event WHERE id <=
            (SELECT id FROM security_event ORDER BY id DESC OFFSET ${limit} LIMIT 1)`
        return count + beyond
      }),
  }
}

/** Account events do not record an address. */
export function accountEvent(
  kind: SecurityEventKind,
  personId: string,
  at: Date,
  details: Readonly<Record<string, string>> = {},
): NewSecurityEvent {
  return { kind, personId, accountKey: personId, address: '', at, details }
}

export async function insertSecurityEvents(
  tx: Prisma.TransactionClient,
  events: readonly NewSecurityEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx.securityEvent.createMany({ data: events.map((event) => ({ ...event, details: { ...event.details } })) })
}
