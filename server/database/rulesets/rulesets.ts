/**
 * Ruleset objects: immutable, addressed by hash inside a namespace.
 *
 * Promises: bytes once stored never change, nor does their parent, so a chain of revisions never loops; the bytes of a
 * namespace never pass its limit, however many processes store at once. Of callers that store the same bytes at once
 * exactly one is recorded as the first, with its entry in the log. Bytes that do not have their hash (changed in the
 * database, or damaged) are never returned, and never replaced by a save of the true ones: what changed them is found first.
 * Trusts the caller that `hash` is the sha256 of `source`, and that `source` has no lone surrogate.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../signing/append-log'
import type { ActingParty, LogEvent } from '../signing/log-event'
import { contentText, DamagedContent, hasHash } from './damaged-content'

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
  /** Recorded, and logged, with bytes that are stored for the first time; absent in a namespace without people. */
  readonly storedBy?: Storer | null
}

export interface Storer extends ActingParty {
  /** Of the credential, or of the person; for the log. */
  readonly label: string
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

export interface FoundSources {
  /** By hash. */
  readonly sources: ReadonlyMap<string, string>
  /** Hashes whose stored bytes are not theirs. */
  readonly damaged: readonly string[]
}

export interface RulesetVerbs {
  /** Stores the bytes unless they are stored already. @throws DamagedContent where other bytes are stored under their hash */
  putRuleset(ruleset: NewRuleset): Promise<PutRulesetResult>
  /** @throws DamagedContent */
  findRuleset(namespaceId: string, hash: string): Promise<StoredRuleset | null>
  /** Those of the `hashes` that are stored here. */
  findSources(namespaceId: string, hashes: readonly string[]): Promise<FoundSources>
  /** The size of the stored source, in bytes, of those of the `hashes` that are stored here; in no order. */
  sizesOf(namespaceId: string, hashes: readonly string[]): Promise<{ hash: string; sourceBytes: number }[]>
}

export function rulesetVerbs(db: Database): RulesetVerbs {
  return {
    putRuleset: (ruleset) => db.repeatable(() => answeringWhenFull(db, ruleset, () => putAlone(db, ruleset))),
    findRuleset: (namespaceId, hash) =>
      db.repeatable(async () => {
        const row = await db.prisma.ruleset.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
        if (!row) return null
        const { parentHash, revisionDepth, createdAt } = row
        const source = contentText(row.source, { kind: 'ruleset', namespaceId, hash })
        return { hash, source, parentHash, revisionDepth, createdAt }
      }),
    findSources: (namespaceId, hashes) =>
      db.repeatable(async () => {
        const rows = await db.prisma.ruleset.findMany({
          where: { namespaceId, hash: { in: [...hashes] } },
          select: { hash: true, source: true },
        })
        const sources = new Map<string, string>()
        const damaged: string[] = []
        for (const { hash, source } of rows)
          if (hasHash(source, hash)) sources.set(hash, contentText(source, { kind: 'ruleset', namespaceId, hash }))
          else damaged.push(hash)
        return { sources, damaged }
      }),
    sizesOf: (namespaceId, hashes) =>
      db.repeatable(
        () => db.prisma.$queryRaw<{ hash: string; sourceBytes: number }[]>`
          SELECT hash, octet_length(source) AS "sourceBytes" FROM ruleset
          WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]})`,
      ),
  }
}

type PutWithinLimit = Exclude<PutRulesetResult, { kind: 'namespace_full' }>

/** Opens a transaction only for bytes that are not stored yet and whose storing is logged. */
async function putAlone({ prisma }: Database, ruleset: NewRuleset): Promise<PutWithinLimit> {
  const existing = await lookUp(prisma, ruleset)
  if (existing) return existing
  if (!ruleset.storedBy) return insertOrFind(prisma, ruleset)
  return prisma.$transaction(async (tx) => {
    const put = await insertOrFind(tx, ruleset)
    const events = storedEvents(ruleset, put)
    if (events.length > 0) await appendLog(tx, ruleset.namespaceId, ruleset.at, events)
    return put
  })
}

/**
 * Stores the bytes unless they are stored already, inside a transaction. Past the namespace's limit it fails, and the
 * transaction with it: see {@link answeringWhenFull}. The caller appends {@link storedEvents}.
 */
export async function putRuleset(tx: Prisma.TransactionClient, ruleset: NewRuleset): Promise<PutWithinLimit> {
  return (await lookUp(tx, ruleset)) ?? insertOrFind(tx, ruleset)
}

/** The log events of a put; none where the bytes were stored already or no storer is recorded. */
export function storedEvents({ hash, at, storedBy }: NewRuleset, put: PutRulesetResult): LogEvent[] {
  if (put.kind !== 'stored' || !put.created || !storedBy) return []
  const { personId, credentialId, channel, label } = storedBy
  const details = {
    ...{ hash, parent_hash: put.parentHash, stored_at: at.toISOString() },
    ...{ stored_by_person_id: personId, stored_by_credential_id: credentialId, channel },
  }
  return [{ kind: 'ruleset_stored', actor: label, details }]
}

async function insertOrFind(client: Prisma.TransactionClient, ruleset: NewRuleset): Promise<PutWithinLimit> {
  const created = await insert(client, ruleset)
  if (created) return created
  // Stored by another call in between.
  const raced = await lookUp(client, ruleset)
  if (raced) return raced
  throw new Error(`ruleset ${ruleset.hash} was neither stored nor found`)
}

/**
 * What can be answered without storing anything: the bytes are there, or their parent is not.
 * @throws DamagedContent where other bytes are there
 */
async function lookUp(
  client: Prisma.TransactionClient,
  { namespaceId, hash, parentHash }: NewRuleset,
): Promise<Exclude<PutRulesetResult, { kind: 'namespace_full' }> | null> {
  const wanted = parentHash === null ? [hash] : [hash, parentHash]
  const rows = await client.$queryRaw<FoundRevision[]>`
    SELECT hash, parent_hash AS "parentHash", revision_depth AS "revisionDepth",
      CASE WHEN hash = ${hash} THEN encode(sha256(source), 'hex') = hash END AS intact
    FROM ruleset WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${wanted})`
  if (parentHash !== null && !rows.some((row) => row.hash === parentHash)) return { kind: 'parent_unknown' }
  const own = rows.find((row) => row.hash === hash)
  if (own?.intact === false) throw new DamagedContent({ kind: 'ruleset', namespaceId, hash })
  return own ? { kind: 'stored', created: false, parentHash: own.parentHash, revisionDepth: own.revisionDepth } : null
}

interface FoundRevision extends StoredRevision {
  readonly hash: string
  /** Null for the parent. */
  readonly intact: boolean | null
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
  const { personId = null, credentialId = null, channel = null } = ruleset.storedBy ?? {}
  const source = new TextEncoder().encode(ruleset.source)
  const [row] = await client.$queryRaw<{ revision_depth: number }[]>`
    WITH stored AS (
      INSERT INTO ruleset (namespace_id, hash, source, parent_hash, revision_depth, created_at,
        stored_by_person_id, stored_by_credential_id, stored_channel)
      SELECT ${namespaceId}::uuid, ${hash}, ${source}, ${parentHash}::text, coalesce(parent.revision_depth + 1, 0), ${at}::timestamp,
        ${personId}::uuid, ${credentialId}::uuid, ${channel}::approval_channel
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
