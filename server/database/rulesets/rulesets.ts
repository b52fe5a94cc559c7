/**
 * Exactly one concurrent caller is recorded as the first storer. Damaged bytes are never returned or overwritten,
 * because their cause must be found first.
 * `source` has no lone surrogate.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { contentText, DamagedContentError, hasHash } from '../log/content-problems'
import type { ActingParty, LogEvent } from '../log/log-event'

export interface NewRuleset {
  readonly namespaceId: string
  /** sha256 of `source`, 64 lowercase hex characters. */
  readonly hash: string
  readonly source: string
  /** Ignored if the bytes are already stored. */
  readonly parentHash: string | null
  readonly at: Date
  /** Limit for the whole namespace (`namespace_bytes`). */
  readonly limitBytes: number
  /** For new bytes; absent in a namespace without people. */
  readonly storedBy?: Storer | null
}

export interface Storer extends ActingParty {
  readonly label: string
}

export interface StoredRevision {
  readonly parentHash: string | null
  /** Number of earlier revisions. */
  readonly revisionDepth: number
}

export type PutRulesetResult =
  /** `created`: this call stored the bytes. A retry may not know. */
  | ({ readonly kind: 'stored'; readonly created: boolean } & StoredRevision)
  | { readonly kind: 'parent_unknown' }
  /** `actual` would be the new size. */
  | { readonly kind: 'namespace_full'; readonly actual: number }

export interface StoredRuleset extends StoredRevision {
  readonly hash: string
  readonly source: string
  readonly createdAt: Date
}

export interface FoundSources {
  /** By hash. */
  readonly sources: ReadonlyMap<string, string>
  /** Hashes that the stored bytes do not match. */
  readonly damaged: readonly string[]
}

export interface RulesetVerbs {
  /** @throws DamagedContentError */
  putRuleset(ruleset: NewRuleset): Promise<PutRulesetResult>
  /** @throws DamagedContentError */
  findRuleset(namespaceId: string, hash: string): Promise<StoredRuleset | null>
  findSources(namespaceId: string, hashes: readonly string[]): Promise<FoundSources>
  /** In any order. */
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

/** Opens a transaction only for new bytes that must be logged. */
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

/** Fails past the namespace's limit: see {@link answeringWhenFull}. The caller appends {@link storedEvents}. */
export async function putRuleset(tx: Prisma.TransactionClient, ruleset: NewRuleset): Promise<PutWithinLimit> {
  return (await lookUp(tx, ruleset)) ?? insertOrFind(tx, ruleset)
}

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
  const created = await insertRuleset(client, ruleset)
  if (created) return created
  // Another call stored it meanwhile.
  const raced = await lookUp(client, ruleset)
  if (raced) return raced
  throw new Error(`ruleset ${ruleset.hash} was neither stored nor found`)
}

/**
 * Answers if the bytes are stored or their parent is unknown.
 * @throws DamagedContentError
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
  if (own?.intact === false) throw new DamagedContentError({ kind: 'ruleset', namespaceId, hash })
  return own ? { kind: 'stored', created: false, parentHash: own.parentHash, revisionDepth: own.revisionDepth } : null
}

interface FoundRevision extends StoredRevision {
  readonly hash: string
  /** Null for the parent. */
  readonly intact: boolean | null
}

/**
 * Past the limit the count becomes -1, which the table refuses together with the insert, so one statement suffices.
 * @returns null if the bytes were stored
 */
async function insertRuleset(
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

/** If `store` exceeded the limit, returns the size that the namespace would have. */
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
