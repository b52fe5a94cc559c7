/**
 * The searched words are copied from the sources, so a search compiles nothing. Without words, only name and hash are
 * found.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { ReviewState } from '../../api/terms/review-terms'
import type { ListOrder } from '../../api/terms/ruleset-terms'
import type { Database } from '../client/database'
import { inForceSql } from '../signing/approvals'
import { openRequests } from '../signing/approved-revisions'

export interface NameSearch {
  /** In lower case; each must be in the name, the hash or the words. */
  readonly words: readonly string[]
  /** Null for rulesets without a domain, absent for all. */
  readonly domain?: string | null
  readonly archived: boolean
  /** Absent for all. */
  readonly state?: ReviewState
  /** A person: only names with an open review that asks this person, by name or as any reviewer. Absent for all. */
  readonly askedId?: string
  /** Hashes whose approvals in force do not count, for the state. */
  readonly uncounted: readonly string[]
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

export interface NewPassage {
  readonly hash: string
  readonly kind: string
  readonly subject: string | null
  readonly line: number
  readonly text: string
  readonly words: readonly string[]
}

export interface CountedNames {
  readonly listed: number
  readonly archived: number
}

export interface ListedNameVerbs {
  /** Counts approvals in force at `now`. */
  searchNames(namespaceId: string, search: NameSearch, now: Date): Promise<FoundNames>
  countNames(namespaceId: string): Promise<CountedNames>
  /** Hashes of named rulesets with an approval in force. */
  approvedHashes(namespaceId: string, now: Date): Promise<string[]>
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
  /** Replaces the passages of the same rulesets too; those of one ruleset in the order of its text. */
  storeOutlines(
    namespaceId: string,
    madeBy: string,
    outlines: readonly NewOutline[],
    passages: readonly NewPassage[],
  ): Promise<void>
}

/** A name that is neither archived nor replaced by another one. `bound` is the row of ruleset_name. */
export const listedSql = Prisma.sql`bound.archived_at IS NULL AND bound.renamed_to IS NULL`
const archivedSql = Prisma.sql`bound.archived_at IS NOT NULL`

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

    countNames: (namespaceId) =>
      repeatable(async () => {
        const [counted] = await prisma.$queryRaw<CountedNames[]>`
          SELECT (count(*) FILTER (WHERE ${listedSql}))::int AS listed,
            (count(*) FILTER (WHERE ${archivedSql}))::int AS archived
          FROM ruleset_name AS bound WHERE namespace_id = ${namespaceId}::uuid`
        return counted ?? { listed: 0, archived: 0 }
      }),

    approvedHashes: (namespaceId, now) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ hash: string }[]>`
          SELECT DISTINCT approval.hash FROM approval
          WHERE approval.namespace_id = ${namespaceId}::uuid AND ${inForceSql(now)} AND EXISTS (
            SELECT FROM ruleset_name WHERE namespace_id = ${namespaceId}::uuid AND ruleset_name.hash = approval.hash)`
        return rows.map(({ hash }) => hash)
      }),

    domainsInUse: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.$queryRaw<{ domain: string }[]>`
          SELECT DISTINCT level_one AS domain FROM ruleset_label AS label
          WHERE namespace_id = ${namespaceId}::uuid AND level_one IS NOT NULL AND EXISTS (
            SELECT FROM ruleset_name AS bound
            WHERE namespace_id = ${namespaceId}::uuid AND bound.hash = label.hash AND ${listedSql})
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

    storeOutlines: (namespaceId, madeBy, outlines, passages) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          // Its rows are locked until the end, so that another process replaces the same passages before or after.
          await storeRows(tx, namespaceId, madeBy, outlines)
          await replacePassages(
            tx,
            namespaceId,
            outlines.map(({ hash }) => hash),
            passages,
          )
        }),
      ),
  }
}

async function storeRows(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  madeBy: string,
  outlines: readonly NewOutline[],
): Promise<void> {
  // Sorted to prevent deadlocks.
  const sorted = [...outlines].sort((a, b) => (a.hash < b.hash ? -1 : 1))
  await tx.$executeRaw`
    INSERT INTO ruleset_outline (namespace_id, hash, made_by, words, claims, assertions)
    SELECT ${namespaceId}::uuid, hash, ${madeBy}, words, claims, assertions
    FROM unnest(${sorted.map(({ hash }) => hash)}::text[], ${sorted.map(({ words }) => words)}::text[],
      ${sorted.map(({ claims }) => claims)}::int[], ${sorted.map(({ assertions }) => assertions)}::int[])
      AS given (hash, words, claims, assertions)
    ON CONFLICT (namespace_id, hash) DO UPDATE
    SET made_by = excluded.made_by, words = excluded.words, claims = excluded.claims, assertions = excluded.assertions`
}

async function replacePassages(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  hashes: readonly string[],
  passages: readonly NewPassage[],
): Promise<void> {
  await tx.$executeRaw`DELETE FROM ruleset_passage WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]})`
  await tx.$executeRaw`
    INSERT INTO ruleset_passage (namespace_id, hash, position, kind, subject, line, text, words)
    SELECT ${namespaceId}::uuid, hash, row_number() OVER (PARTITION BY hash ORDER BY nth) - 1, kind, subject, line, text, words
    FROM unnest(${passages.map(({ hash }) => hash)}::text[], ${passages.map(({ kind }) => kind)}::text[],
      ${passages.map(({ subject }) => subject)}::text[], ${passages.map(({ line }) => line)}::int[],
      ${passages.map(({ text }) => text)}::text[], ${passages.map(({ words }) => words.join(' '))}::text[])
      WITH ORDINALITY AS given (hash, kind, subject, line, text, words, nth)`
}

function withoutWords(namespaceId: string, madeBy: string): Prisma.Sql {
  return Prisma.sql`FROM ruleset_name AS bound
    LEFT JOIN ruleset_outline AS outline ON outline.namespace_id = ${namespaceId}::uuid AND outline.hash = bound.hash
    WHERE bound.namespace_id = ${namespaceId}::uuid AND outline.made_by IS DISTINCT FROM ${madeBy}`
}

function matchingNames(namespaceId: string, search: NameSearch, now: Date): Prisma.Sql {
  const { words, domain, state, askedId, archived, order } = search
  const joins = [Prisma.sql`FROM ruleset_name AS bound`]
  const conditions = [Prisma.sql`bound.namespace_id = ${namespaceId}::uuid`, archived ? archivedSql : listedSql]
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
  const needsState = state !== undefined || order === 'state'
  if (order === 'approval' || needsState) joins.push(approvalCounts(namespaceId, now))
  if (needsState || askedId !== undefined || order === 'due')
    joins.push(
      Prisma.sql`LEFT JOIN review ON review.namespace_id = ${namespaceId}::uuid AND review.name = bound.name
        AND review.ended_at IS NULL`,
    )
  for (const word of words)
    conditions.push(
      Prisma.sql`position(${word} IN lower(bound.name) || ' ' || bound.hash || ' ' || coalesce(outline.words, '')) > 0`,
    )
  if (domain !== undefined) conditions.push(Prisma.sql`label.level_one IS NOT DISTINCT FROM ${domain}`)
  if (askedId !== undefined)
    conditions.push(
      Prisma.sql`(review.any_reviewer OR EXISTS (SELECT FROM review_reviewer AS asked
        WHERE asked.review_id = review.id AND asked.person_id = ${askedId}::uuid))`,
    )
  if (state !== undefined) conditions.push(Prisma.sql`${stateOf(search)} = ${STATE_RANKS[state]}`)
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

/** States that wait for somebody come first. */
const STATE_RANKS: Readonly<Record<ReviewState, number>> = {
  changes_requested: 0,
  in_review: 1,
  draft: 2,
  approved: 3,
}

/** The state as services/reviews/review-brief.ts decides it. */
function stateOf({ uncounted }: NameSearch): Prisma.Sql {
  return Prisma.sql`CASE WHEN requested.hash IS NOT NULL THEN ${STATE_RANKS.changes_requested}::int
    WHEN approved.hash IS NOT NULL AND bound.hash <> ALL(${[...uncounted]}::text[]) THEN ${STATE_RANKS.approved}::int
    WHEN review.id IS NOT NULL THEN ${STATE_RANKS.in_review}::int ELSE ${STATE_RANKS.draft}::int END`
}

/** Rows without a value come last in both directions. "C" is the same on every database. */
function orderOf(search: NameSearch): Prisma.Sql {
  const { order, descending } = search
  const way = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const name = Prisma.sql`bound.name COLLATE "C"`
  if (order === 'name') return Prisma.sql`${name} ${way}`
  const key = order === 'state' ? stateOf(search) : KEYS[order]
  return Prisma.sql`${key} ${way} NULLS LAST, ${name}`
}

const KEYS: Readonly<Record<Exclude<ListOrder, 'name' | 'state'>, Prisma.Sql>> = {
  claims: Prisma.sql`outline.claims`,
  assertions: Prisma.sql`outline.assertions`,
  revisions: Prisma.sql`ruleset.revision_depth`,
  due: Prisma.sql`review.due_on`,
  // Rulesets that wait for an action come first.
  approval: Prisma.sql`CASE WHEN requested.hash IS NOT NULL THEN 0 WHEN approved.hash IS NULL THEN 1
    WHEN approved.signed = 0 THEN 2 ELSE 3 END`,
  domain: Prisma.sql`label.level_one`,
  changed: Prisma.sql`bound.bound_at`,
}
