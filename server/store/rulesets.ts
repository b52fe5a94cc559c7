/**
 * Ruleset objects: immutable, addressed by hash inside a namespace.
 *
 * Promises: bytes once stored never change, nor does their parent, so a chain of revisions never loops; the bytes of a
 * namespace never pass its limit, however many processes store at once. Trusts the caller that `hash` is the sha256 of
 * `source`, and that `source` has no lone surrogate.
 */
import { isUtf8 } from 'node:buffer'
import type { Prisma } from '../../generated/prisma/client'
import type { Database } from './database'

export interface NewRuleset {
  readonly namespaceId: string
  /** sha256 of `source`, 64 lowercase hex characters. */
  readonly hash: string
  readonly source: string
  /** The revision superseded, or null for a root. Without effect when the bytes are stored already. */
  readonly parentHash: string | null
  readonly at: Date
  /** Most bytes of source that the namespace may hold (`namespace_bytes`). */
  readonly limitBytes: number
}

export interface StoredRevision {
  readonly parentHash: string | null
  /** Number of revisions before this one: 0 for a root. */
  readonly revisionDepth: number
}

export type PutRulesetResult =
  /** `created` is true for the call that stored the bytes; a call repeated over a lost connection may not know it was. */
  | ({ readonly kind: 'stored'; readonly created: boolean } & StoredRevision)
  /** `parentHash` names no ruleset of this namespace. Nothing was stored. */
  | { readonly kind: 'parent_unknown' }
  /** Nothing was stored. `actual` is what the namespace would hold with these bytes. */
  | { readonly kind: 'namespace_full'; readonly actual: number }

export interface StoredRuleset extends StoredRevision {
  readonly hash: string
  readonly source: string
  readonly createdAt: Date
}

export interface RulesetVerbs {
  /** Stores the bytes unless they are stored already. */
  putRuleset(ruleset: NewRuleset): Promise<PutRulesetResult>
  findRuleset(namespaceId: string, hash: string): Promise<StoredRuleset | null>
  /** The sources of those `hashes` that are stored here and readable, by hash. */
  findSources(namespaceId: string, hashes: readonly string[]): Promise<Map<string, string>>
}

export function rulesetVerbs(db: Database): RulesetVerbs {
  return {
    putRuleset: (ruleset) => db.repeatable(() => answeringWhenFull(db, ruleset, () => putRuleset(db.prisma, ruleset))),
    findRuleset: (namespaceId, hash) =>
      db.repeatable(async () => {
        const row = await db.prisma.ruleset.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
        if (!row) return null
        const { parentHash, revisionDepth, createdAt } = row
        return { hash, source: decodeSource(row.source), parentHash, revisionDepth, createdAt }
      }),
    findSources: (namespaceId, hashes) =>
      db.repeatable(async () => {
        const rows = await db.prisma.ruleset.findMany({
          where: { namespaceId, hash: { in: [...hashes] } },
          select: { hash: true, source: true },
        })
        return new Map(
          rows.flatMap(({ hash, source }) => (isUtf8(source) ? [[hash, decodeSource(source)] as const] : [])),
        )
      }),
  }
}

/**
 * Stores the bytes unless they are stored already; in a transaction, or by itself. Past the namespace's limit it fails,
 * and the transaction with it: see {@link answeringWhenFull}.
 */
export async function putRuleset(
  client: Prisma.TransactionClient,
  ruleset: NewRuleset,
): Promise<Exclude<PutRulesetResult, { kind: 'namespace_full' }>> {
  const found = await lookUp(client, ruleset)
  if (found) return found
  const created = await insert(client, ruleset)
  if (created) return created
  // Stored by another call in between.
  const raced = await lookUp(client, ruleset)
  if (raced) return raced
  throw new Error(`ruleset ${ruleset.hash} was neither stored nor found`)
}

/** What can be answered without storing anything: the bytes are there, or their parent is not. */
async function lookUp(
  client: Prisma.TransactionClient,
  { namespaceId, hash, parentHash }: NewRuleset,
): Promise<Exclude<PutRulesetResult, { kind: 'namespace_full' }> | null> {
  const wanted = parentHash === null ? [hash] : [hash, parentHash]
  const rows = await client.ruleset.findMany({
    where: { namespaceId, hash: { in: wanted } },
    select: { hash: true, parentHash: true, revisionDepth: true },
  })
  if (parentHash !== null && !rows.some((row) => row.hash === parentHash)) return { kind: 'parent_unknown' }
  const own = rows.find((row) => row.hash === hash)
  return own ? { kind: 'stored', created: false, parentHash: own.parentHash, revisionDepth: own.revisionDepth } : null
}

/**
 * Stores the row and counts its bytes in one statement, so that neither happens without the other. Past the limit the
 * count is set to -1, which the table refuses and the whole statement with it: the one way to let a condition on the
 * newest count undo an insert without a transaction of several round trips. `null` when the bytes were there.
 */
async function insert(
  client: Prisma.TransactionClient,
  ruleset: NewRuleset,
): Promise<Extract<PutRulesetResult, { kind: 'stored' }> | null> {
  const { namespaceId, hash, parentHash, at, limitBytes } = ruleset
  const source = new TextEncoder().encode(ruleset.source)
  const [row] = await client.$queryRaw<{ revision_depth: number }[]>`
    WITH stored AS (
      INSERT INTO ruleset (namespace_id, hash, source, parent_hash, revision_depth, created_at)
      SELECT ${namespaceId}::uuid, ${hash}, ${source}, ${parentHash}::text, coalesce(parent.revision_depth + 1, 0), ${at}::timestamp
      FROM (VALUES (1)) AS always
      LEFT JOIN ruleset AS parent ON parent.namespace_id = ${namespaceId}::uuid AND parent.hash = ${parentHash}::text
      ON CONFLICT DO NOTHING
      RETURNING revision_depth
    ), counted AS (
      UPDATE namespace
      SET stored_bytes = CASE WHEN stored_bytes + ${source.length} <= ${limitBytes} THEN stored_bytes + ${source.length} ELSE -1 END
      FROM stored
      WHERE id = ${namespaceId}::uuid
    )
    SELECT revision_depth FROM stored`
  return row ? { kind: 'stored', created: true, parentHash, revisionDepth: row.revision_depth } : null
}

/** Runs `store` and says what the namespace would hold where it was undone for passing the limit. */
export async function answeringWhenFull<T>(
  { prisma }: Database,
  { namespaceId, source }: NewRuleset,
  store: () => Promise<T>,
): Promise<T | Extract<PutRulesetResult, { kind: 'namespace_full' }>> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('namespace_stored_bytes_check'))) throw error
    const { storedBytes } = await prisma.namespace.findUniqueOrThrow({ where: { id: namespaceId } })
    return { kind: 'namespace_full', actual: Number(storedBytes) + new TextEncoder().encode(source).length }
  }
}

function decodeSource(source: Uint8Array): string {
  // A byte order mark is part of the source like any other character.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(source)
}
