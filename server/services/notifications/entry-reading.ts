/** What readers of log entries share: the form of an entry's details, and who is told. */
import { z } from 'zod'
import type { NotificationKind } from '../../api/terms/notification-terms'
import type {
  Actor,
  Addressed,
  Audience,
  Collected,
  Effect,
  EntryReading,
  ReadableEntry,
  Telling,
} from '../../database/notifications/telling'

export type Reading = (entry: ReadableEntry) => EntryReading | null

export const id = z.uuid()

/** Details that do not fit the schema concern nobody. */
export function reading<S extends z.ZodType>(
  schema: S,
  read: (details: z.output<S>, entry: ReadableEntry) => readonly Effect[],
  actorOf: (details: z.output<S>, entry: ReadableEntry) => Actor = (_, { actor }) => ({ by: 'label', label: actor }),
): Reading {
  return (entry) => {
    const details = schema.safeParse(entry.details)
    if (!details.success) return null
    return { actor: actorOf(details.data, entry), effects: read(details.data, entry) }
  }
}

export function tell(
  kind: NotificationKind,
  entry: ReadableEntry,
  addressed: readonly Addressed[],
  {
    facts,
    ...about
  }: Pick<Telling, 'name' | 'hash'> & {
    readonly key?: string
    readonly unlessKey?: string
    readonly forWebhooks?: boolean
    readonly collected?: Collected
    readonly facts: Omit<Telling['facts'], 'actor'>
  },
): Effect {
  const key = `${entry.index}/${kind}`
  const telling = { kind, key, addressed, unlessKey: null, forWebhooks: true, collected: null, ...about }
  return { do: 'tell', telling: { ...telling, facts: { actor: entry.actor, ...facts } } }
}

export const as = (reason: Addressed['reason'], ...audiences: Audience[]): Addressed[] =>
  audiences.map((audience) => ({ audience, reason, waits: false }))
export const toAnswer = (...audiences: Audience[]): Addressed[] =>
  audiences.map((audience) => ({ audience, reason: 'asked', waits: true }))
