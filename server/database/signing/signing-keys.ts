/**
 * A key is published before its signatures are stored. Publishing retires the previous key and is written to every log.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { KeyPurpose } from '../../attestation/published-keys'
import type { Database } from '../client/database'
import { extendLog, type LogEnd, saltOf } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { changedRows, changedSoFar } from '../log/read-rows'

export interface StoredKey {
  /** The thumbprint. */
  readonly id: string
  readonly purpose: 'statement' | 'checkpoint'
  /** SPKI in PEM. */
  readonly publicKey: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

export type NewKey = Omit<StoredKey, 'retiredAt'>

export interface SigningKeyVerbs {
  /** @returns when it was retired, or null */
  publishSigningKey(key: NewKey): Promise<Date | null>
  /** Oldest first. */
  listSigningKeys(): Promise<StoredKey[]>
}

export async function publishedPurposes(store: Pick<SigningKeyVerbs, 'listSigningKeys'>): Promise<Set<KeyPurpose>> {
  const keys = await store.listSigningKeys()
  return new Set(keys.filter(({ retiredAt }) => retiredAt === null).map(({ purpose }) => purpose))
}

/** Servers publish one after the other. */
const KEY_LOCK = 3
/** Enough for many logs. */
const PUBLISHING_MS = 120_000

export function signingKeyVerbs({ prisma, repeatable }: Database): SigningKeyVerbs {
  return {
    publishSigningKey: (key) =>
      repeatable(async () => {
        const stored = await prisma.signingKey.findUnique({ where: { id: key.id } })
        if (stored !== null) return stored.retiredAt
        return prisma.$transaction((tx) => publishWithin(tx, key), { timeout: PUBLISHING_MS })
      }),
    listSigningKeys: () =>
      repeatable(() => prisma.signingKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })),
  }
}

async function publishWithin(tx: Prisma.TransactionClient, key: NewKey): Promise<Date | null> {
  const { id, purpose, createdAt: at } = key
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_LOCK}::int, hashtext(${purpose}))`
  const stored = await tx.signingKey.findUnique({ where: { id } })
  if (stored !== null) return stored.retiredAt
  const before = await tx.signingKey.findMany({ where: { purpose, retiredAt: null }, orderBy: { id: 'asc' } })
  await tx.signingKey.create({ data: key })
  await tx.signingKey.updateMany({ where: { id: { in: before.map((old) => old.id) } }, data: { retiredAt: at } })
  const event = (kind: LogEvent['kind'], keyId: string): LogEvent => ({
    kind,
    actor: 'operator',
    details: { key_id: keyId, purpose },
  })
  await appendToEveryLog(tx, at, [
    event('signing_key_published', id),
    ...before.map((old) => event('signing_key_retired', old.id)),
  ])
  return null
}

/** A few statements for any number of logs. */
async function appendToEveryLog(tx: Prisma.TransactionClient, at: Date, events: readonly LogEvent[]): Promise<void> {
  const ends = await tx.$queryRaw<(Omit<LogEnd, 'salt'> & { readonly id: string; readonly salt: string })[]>`
    SELECT namespace_id AS id, size, frontier, last_at AS "lastAt", gen_random_uuid()::text AS salt
    FROM log_head ORDER BY namespace_id FOR UPDATE`
  const data: Prisma.LogEntryCreateManyInput[] = []
  const after: { id: string; size: string; frontier: string; last_at: string }[] = []
  // Every log proves the keys, which belong to no namespace.
  const rows = await changedRows(tx, '', await changedSoFar(tx))
  const proving = events.map((event, index) => (index === events.length - 1 ? { ...event, rows } : event))
  for (const { id, salt, ...end } of ends) {
    const { entries, tree, lastAt } = extendLog({ ...end, salt: saltOf(salt) }, at, proving)
    data.push(...entries.map((entry) => ({ namespaceId: id, ...entry })))
    const frontier = Buffer.concat(tree.subtrees).toString('hex')
    after.push({ id, size: tree.size.toString(), frontier, last_at: lastAt.toISOString() })
  }
  if (ends.length === 0) return
  await tx.logEntry.createMany({ data })
  await tx.$executeRaw`
    UPDATE log_head SET size = after.size, frontier = decode(after.frontier, 'hex'),
      last_at = (after.last_at::timestamptz AT TIME ZONE 'UTC')::timestamp
    FROM jsonb_to_recordset(${JSON.stringify(after)}::jsonb) AS after(id uuid, size bigint, frontier text, last_at text)
    WHERE log_head.namespace_id = after.id`
}
