/**
 * Full-text search over the newest revisions of a namespace's names. A word of a query begins a word of the text.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { HitKind } from '../../api/terms/ruleset-terms'
import type { Database } from '../client/database'
import { listedSql } from './listed-names'

export interface TextSearch {
  /** Letters, digits and marks in lower case; at least one word. */
  readonly words: readonly string[]
  /** Level-one ids of labels that match. */
  readonly domains: readonly string[]
  readonly offset: number
  readonly limit: number
}

export interface FoundText {
  readonly kind: HitKind
  readonly name: string
  readonly hash: string
  /** The assertion, definition or claim; for a label, its level-one id. */
  readonly subject: string | null
  /** Line of the first character of the text; null for a name or a label. */
  readonly line: number | null
  readonly text: string
}

export interface FoundTextVerbs {
  /** Sorted by kind, name and place. Null if it took longer than `timeoutMs`. */
  findTexts(namespaceId: string, search: TextSearch, timeoutMs: number): Promise<FoundText[] | null>
}

/**
 * Selects rank, kind, name, hash, subject, line, text and position of the texts that match. To search further texts, such
 * as comments, add an entry here and their kinds to HIT_KINDS.
 */
const SOURCES: readonly ((namespaceId: string, search: TextSearch) => Prisma.Sql)[] = [
  matchingNames,
  matchingLabels,
  matchingPassages,
]

export function foundTextVerbs({ prisma, repeatable }: Database): FoundTextVerbs {
  return {
    findTexts: (namespaceId, search, timeoutMs) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`
          const selections = SOURCES.map((selectFrom) => selectFrom(namespaceId, search))
          return tx.$queryRaw<FoundText[]>`
            SELECT kind, name, hash, subject, line, text FROM (${Prisma.join(selections, ' UNION ALL ')}) AS found
            ORDER BY rank, name COLLATE "C", position LIMIT ${search.limit} OFFSET ${search.offset}`
        }),
      ).catch((error: unknown) => {
        if (isTimeout(error)) return null
        throw error
      }),
  }
}

function matchingNames(namespaceId: string, { words }: TextSearch): Prisma.Sql {
  const conditions = words.map((word) => Prisma.sql`position(${word} IN lower(bound.name)) > 0`)
  return Prisma.sql`
    SELECT 0 AS rank, 'name' AS kind, bound.name, bound.hash, NULL::text AS subject, NULL::int AS line,
      bound.name AS text, 0 AS position
    FROM ruleset_name AS bound
    WHERE bound.namespace_id = ${namespaceId}::uuid AND ${listedSql} AND ${Prisma.join(conditions, ' AND ')}`
}

function matchingLabels(namespaceId: string, { domains }: TextSearch): Prisma.Sql {
  return Prisma.sql`
    SELECT 1, 'label', bound.name, bound.hash, label.level_one, NULL, label.level_one, 0
    FROM ruleset_label AS label
    JOIN ruleset_name AS bound ON bound.namespace_id = label.namespace_id AND bound.hash = label.hash
    WHERE label.namespace_id = ${namespaceId}::uuid AND label.level_one = ANY(${[...domains]}) AND ${listedSql}`
}

/** The index applies to the same expression (the migration search_and_archive). */
function matchingPassages(namespaceId: string, { words }: TextSearch): Prisma.Sql {
  const query = words.map((word) => `'${word}':*`).join(' & ')
  return Prisma.sql`
    SELECT CASE passage.kind WHEN 'assertion' THEN 2 WHEN 'claim' THEN 3 WHEN 'question' THEN 4 WHEN 'definition' THEN 5
        WHEN 'source' THEN 6 ELSE 7 END,
      passage.kind, bound.name, bound.hash, passage.subject, passage.line, passage.text, passage.position
    FROM ruleset_passage AS passage
    JOIN ruleset_name AS bound ON bound.namespace_id = passage.namespace_id AND bound.hash = passage.hash
    WHERE passage.namespace_id = ${namespaceId}::uuid AND ${listedSql}
      AND array_to_tsvector(string_to_array(passage.words, ' ')) @@ ${query}::tsquery`
}

/** Whether PostgreSQL reports a canceled query. */
function isTimeout(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes('57014')
}
