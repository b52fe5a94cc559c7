/**
 * The searched words are copied from the sources, so a search compiles nothing. Without words, only name and hash are
 * found.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { ListOrder } from '../../api/terms/ruleset-terms'
import type { Database } from '../client/database'
import { inForceSql } from '../signing/approvals'
import { openRequests } from '../signing/approved-revisions'

export interface NameSearch {
  /** In lower case; each must be in the name, the hash or the words. */
  readonly words: readonly string[]
  /** Null for rulesets without a domain, absent for all. */
  readonly domain?: string | null
  readonly order: ListOrder
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

export interface FoundNames {
  readonly names: readonly string[]
  /** On all pages. */
  readonly matches: number
}

export interface NewOutline {
  readonly hash: string
  readonly words: string
  /** Null, like `assertions`, if the source does not compile. */
  readonly claims: number | null
  readonly assertions: number | null
}

export interface ListedNameVerbs {
  /** Counts approvals in force at `now`. */
  searchNames(namespaceId: string, search: NameSearch, now: Date): Promise<FoundNames>
  countNames(namespaceId: string): Promise<number>
  /** Level-one ids of named rulesets. */
  domainsInUse(namespaceId: string): Promise<string[]>
  /** Counts named rulesets without words made by `madeBy`. */
  countUnsearchable(namespaceId: string, madeBy: string): Promise<number>
  /** Some of those that {@link countUnsearchable} counts. */
  unsearchable(
    namespaceId: string,
    madeBy: string,
    limit: number,
  ): Promise<readonly { readonly hash: string; readonly sourceBytes: number }[]>
  storeOutlines(namespaceId: string, madeBy: string, outlines: readonly NewOutline[]): Promise<void>
}

export function listedNameVerbs({ prisma, repeatable }: Database): ListedNameVerbs {
  return {
    searchNames: (namespaceId, search, now) =>
      repeatable(async () => {
        const page = await prisma.$queryRaw<{ name: string; matches: number }[]>(
          Prisma.sql`SELECT bound.name, (count(*) OVER ())::int AS matches ${matchingNames(namespaceId, search, now)}
            ORDER BY ${orderOf(search)} LIMIT ${search.limit} OFFSET ${search.offset}`,
        )
        if (page.length > 0 || search.offset === 0)
          return { names: page.map(({ name }) => name), matches: page[0]?.matches ?? 0 }
        // The page is past the end.
        const [counted] = await prisma.$queryRaw<{ matches: number }[]>(
          Prisma.sql`SELECT count(*)::int AS matches ${matchingNames(namespaceId, search, now)}`,
        )
        return { names: [], matches: counted?.matches ?? 0 }
      }),

    countNames: (namespaceId) => repeatable(() => prisma.rulesetName.count({ where: { namespaceId } })),

    domainsInUse: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ domain: string }[]>`
          SELECT DISTINCT level_one AS domain FROM ruleset_label AS label
          WHERE namespace_id = ${namespaceId}::uuid AND level_one IS NOT NULL AND EXISTS (
            SELECT FROM ruleset_name WHERE namespace_id = ${namespaceId}::uuid AND ruleset_name.hash = label.hash)
          ORDER BY 1`
        return rows.map(({ domain }) => domain)
      }),

    unsearchable: (namespaceId, madeBy, limit) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ hash: string; sourceBytes: number }[]>`
          SELECT piece.hash, octet_length(source) AS "sourceBytes"
          FROM (SELECT DISTINCT bound.hash ${withoutWords(namespaceId, madeBy)} LIMIT ${limit}) AS piece
          JOIN ruleset ON ruleset.namespace_id = ${namespaceId}::uuid AND ruleset.hash = piece.hash`
        return rows.map(({ hash, sourceBytes }) => ({ hash, sourceBytes }))
      }),

    countUnsearchable: (namespaceId, madeBy) =>
      repeatable(async () => {
        const [counted] = await prisma.$queryRaw<{ count: number }[]>`
          SELECT count(DISTINCT bound.hash)::int AS count ${withoutWords(namespaceId, madeBy)}`
        return counted?.count ?? 0
      }),

    storeOutlines: (namespaceId, madeBy, outlines) =>
      repeatable(async () => {
        // Sorted to prevent deadlocks.
        const sorted = [...outlines].sort((a, b) => (a.hash < b.hash ? -1 : 1))
        await prisma.$executeRaw`
          INSERT INTO ruleset_outline (namespace_id, hash, made_by, words, claims, assertions)
          SELECT ${namespaceId}::uuid, hash, ${madeBy}, words, claims, assertions
          FROM unnest(${sorted.map(({ hash }) => hash)}::text[], ${sorted.map(({ words }) => words)}::text[],
            ${sorted.map(({ claims }) => claims)}::int[], ${sorted.map(({ assertions }) => assertions)}::int[])
            AS given (hash, words, claims, assertions)
          ON CONFLICT (namespace_id, hash) DO UPDATE
          SET made_by = excluded.made_by, words = excluded.words, claims = excluded.claims, assertions = excluded.assertions`
      }),
  }
}

function withoutWords(namespaceId: string, madeBy: string): Prisma.Sql {
  return Prisma.sql`FROM ruleset_name AS bound
    LEFT JOIN ruleset_outline AS outline ON outline.namespace_id = ${namespaceId}::uuid AND outline.hash = bound.hash
    WHERE bound.namespace_id = ${namespaceId}::uuid AND outline.made_by IS DISTINCT FROM ${madeBy}`
}

function matchingNames(namespaceId: string, { words, domain, order }: NameSearch, now: Date): Prisma.Sql {
  const joins = [Prisma.sql`FROM ruleset_name AS bound`]
  const conditions = [Prisma.sql`bound.namespace_id = ${namespaceId}::uuid`]
  if (words.length > 0 || order === 'claims' || order === 'assertions')
    joins.push(
      Prisma.sql`LEFT JOIN ruleset_outline AS outline
        ON outline.namespace_id = ${namespaceId}::uuid AND outline.hash = bound.hash`,
    )
  if (order === 'revisions')
    joins.push(Prisma.sql`JOIN ruleset ON ruleset.namespace_id = ${namespaceId}::uuid AND ruleset.hash = bound.hash`)
  if (domain !== undefined || order === 'domain')
    joins.push(
      Prisma.sql`LEFT JOIN ruleset_label AS label ON label.namespace_id = ${namespaceId}::uuid AND label.hash = bound.hash`,
    )
  if (order === 'approval') joins.push(approvalCounts(namespaceId, now))
  for (const word of words)
    conditions.push(
      Prisma.sql`position(${word} IN lower(bound.name) || ' ' || bound.hash || ' ' || coalesce(outline.words, '')) > 0`,
    )
  if (domain !== undefined) conditions.push(Prisma.sql`label.level_one IS NOT DISTINCT FROM ${domain}`)
  return Prisma.sql`${Prisma.join(joins, ' ')} WHERE ${Prisma.join(conditions, ' AND ')}`
}

function approvalCounts(namespaceId: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    LEFT JOIN (
      SELECT approval.hash, count(record.id) AS signed FROM approval
      LEFT JOIN review_record AS record ON record.approval_id = approval.id
      WHERE approval.namespace_id = ${namespaceId}::uuid AND ${inForceSql(now)}
      GROUP BY approval.hash
    ) AS approved ON approved.hash = bound.hash
    LEFT JOIN (
      SELECT DISTINCT hash FROM (${openRequests(namespaceId, now)}) AS open
    ) AS requested ON requested.hash = bound.hash`
}

/** Rows without a value come last in both directions. "C" is the same on every database. */
function orderOf({ order, descending }: NameSearch): Prisma.Sql {
  const way = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const name = Prisma.sql`bound.name COLLATE "C"`
  return order === 'name' ? Prisma.sql`${name} ${way}` : Prisma.sql`${KEYS[order]} ${way} NULLS LAST, ${name}`
}

const KEYS: Readonly<Record<Exclude<ListOrder, 'name'>, Prisma.Sql>> = {
  claims: Prisma.sql`outline.claims`,
  assertions: Prisma.sql`outline.assertions`,
  revisions: Prisma.sql`ruleset.revision_depth`,
  // Rulesets that wait for an action come first.
  approval: Prisma.sql`CASE WHEN requested.hash IS NOT NULL THEN 0 WHEN approved.hash IS NULL THEN 1
    WHEN approved.signed = 0 THEN 2 ELSE 3 END`,
  domain: Prisma.sql`label.level_one`,
  changed: Prisma.sql`bound.bound_at`,
}
