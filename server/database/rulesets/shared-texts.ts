/**
 * Names whose text may share a library or use one. Only its words are looked for; the caller reads the text. An index for
 * each of the two conditions keeps this independent of other texts.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { listedSql } from './listed-names'

export interface SharingName {
  readonly name: string
  readonly hash: string
  readonly boundAt: Date
  /** Label of who bound it. */
  readonly boundBy: string
}

export interface SharedTextVerbs {
  /** Listed names, sorted by characters. */
  namesSharing(namespaceId: string): Promise<SharingName[]>
  namesUsing(namespaceId: string): Promise<SharingName[]>
}

/** As in the indexes, so that they apply. */
const SHARES = Prisma.sql`position('library'::bytea IN ruleset.source) > 0`
const USES = Prisma.sql`position('sha256:'::bytea IN ruleset.source) > 0`

export function sharedTextVerbs({ prisma, repeatable }: Database): SharedTextVerbs {
  const namesWith = (namespaceId: string, condition: Prisma.Sql) =>
    repeatable(
      () => prisma.$queryRaw<SharingName[]>`
        SELECT bound.name, bound.hash, bound.bound_at AS "boundAt", last.bound_by AS "boundBy"
        FROM ruleset
        JOIN ruleset_name AS bound ON bound.namespace_id = ruleset.namespace_id AND bound.hash = ruleset.hash
        JOIN LATERAL (
          SELECT bound_by FROM name_binding
          WHERE name_binding.namespace_id = ${namespaceId}::uuid AND name_binding.name = bound.name
          ORDER BY id DESC LIMIT 1
        ) AS last ON true
        WHERE ruleset.namespace_id = ${namespaceId}::uuid AND ${condition} AND ${listedSql}
        ORDER BY bound.name COLLATE "C"`,
    )
  return {
    namesSharing: (namespaceId) => namesWith(namespaceId, SHARES),
    namesUsing: (namespaceId) => namesWith(namespaceId, USES),
  }
}
