/**
 * Public halves of the keys that this deployment signs or signed with.
 *
 * Promises: a key is published before anything that it signed is stored; one of each purpose is in force, and the one
 * before is retired with its publication, in the log of every namespace that has one, in one transaction. Rows stay.
 */
import type { Prisma } from '../../generated/prisma/client'
import { addLeaf, leafHash } from '../attest/merkle-tree'
import { type LogEvent, leafBody, openFrontier } from './append-log'
import type { Database } from './database'

export interface StoredKey {
  /** Its thumbprint. */
  readonly id: string
  readonly purpose: 'statement' | 'checkpoint'
  /** SPKI in PEM. */
  readonly publicKey: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

export type NewKey = Omit<StoredKey, 'retiredAt'>

export interface SigningKeyVerbs {
  /** Publishes it unless it was; answers when it was retired, null for the one in force. */
  publishSigningKey(key: NewKey): Promise<Date | null>
  /** Oldest first. */
  listSigningKeys(): Promise<StoredKey[]>
}

/** Two servers that start at once publish one after the other. The second key of the lock is the purpose. */
const KEY_LOCK = 3
/** For as many logs as there are: milliseconds. */
const PUBLISHING_MS = 120_000

export function signingKeyVerbs({ prisma, repeatable }: Database): SigningKeyVerbs {
  return {
    publishSigningKey: (key) =>
      repeatable(async () => {
        const found = await prisma.signingKey.findUnique({ where: { id: key.id } })
        if (found !== null) return found.retiredAt
        return prisma.$transaction((tx) => publish(tx, key), { timeout: PUBLISHING_MS })
      }),
    listSigningKeys: () =>
      repeatable(() => prisma.signingKey.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })),
  }
}

async function publish(tx: Prisma.TransactionClient, key: NewKey): Promise<Date | null> {
  const { id, purpose, createdAt: at } = key
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${KEY_LOCK}::int, hashtext(${purpose}))`
  const found = await tx.signingKey.findUnique({ where: { id } })
  if (found !== null) return found.retiredAt
  const before = await tx.signingKey.findMany({ where: { purpose, retiredAt: null }, orderBy: { id: 'asc' } })
  await tx.signingKey.create({ data: key })
  await tx.signingKey.updateMany({ where: { id: { in: before.map((old) => old.id) } }, data: { retiredAt: at } })
  const event = (kind: LogEvent['kind'], keyId: string): LogEvent => ({
    ...{ kind, actor: 'operator' },
    details: { key_id: keyId, purpose },
  })
  await appendToEveryLog(tx, at, [
    event('signing_key_published', id),
    ...before.map((old) => event('signing_key_retired', old.id)),
  ])
  return null
}

/** A few statements, however many logs there are; they are held in the order of their ids. */
async function appendToEveryLog(tx: Prisma.TransactionClient, at: Date, events: readonly LogEvent[]): Promise<void> {
  const heads = await tx.$queryRaw<{ id: string; size: bigint; frontier: Uint8Array }[]>`
    SELECT namespace_id AS id, size, frontier FROM log_head ORDER BY namespace_id FOR UPDATE`
  const entries: Prisma.LogEntryCreateManyInput[] = []
  const after: { id: string; size: string; frontier: string }[] = []
  for (const { id, size, frontier } of heads) {
    let tree = openFrontier(size, frontier)
    for (const event of events) {
      const body = new Uint8Array(leafBody(tree.size, at, event))
      entries.push({ namespaceId: id, index: tree.size, kind: event.kind, body, at })
      tree = addLeaf(tree, leafHash(body))
    }
    after.push({ id, size: tree.size.toString(), frontier: Buffer.concat(tree.subtrees).toString('hex') })
  }
  if (heads.length === 0) return
  await tx.logEntry.createMany({ data: entries })
  await tx.$executeRaw`
    UPDATE log_head SET size = after.size, frontier = decode(after.frontier, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(after)}::jsonb) AS after(id uuid, size bigint, frontier text)
    WHERE log_head.namespace_id = after.id`
}
