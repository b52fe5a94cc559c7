import type { Database } from '../client/database'
import { inForceSql } from '../signing/approvals'

export interface RulesetState {
  /** The last bound name that still points at the bytes. */
  readonly name: string | null
  /** Others decide whether it counts. */
  readonly hasApproval: boolean
}

export interface RulesetStateVerbs {
  /** By hash. */
  rulesetStates(namespaceId: string, hashes: readonly string[], at: Date): Promise<Map<string, RulesetState>>
  /** The last bound name that pointed at the bytes then. */
  nameAt(namespaceId: string, hash: string, at: Date): Promise<string | null>
  everNamed(namespaceId: string, name: string, hash: string): Promise<boolean>
}

export function rulesetStateVerbs({ prisma, repeatable }: Database): RulesetStateVerbs {
  return {
    rulesetStates: async (namespaceId, hashes, at) => {
      if (hashes.length === 0) return new Map()
      const rows = await repeatable(
        () => prisma.$queryRaw<({ hash: string } & RulesetState)[]>`
          SELECT ruleset.hash, (
              SELECT name FROM name_binding JOIN ruleset_name USING (namespace_id, name, hash)
              WHERE namespace_id = ${namespaceId}::uuid AND hash = ruleset.hash
              ORDER BY name_binding.id DESC LIMIT 1
            ) AS name,
            EXISTS (
              SELECT FROM approval
              WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ruleset.hash AND ${inForceSql(at)}
            ) AS "hasApproval"
          FROM ruleset WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]})`,
      )
      return new Map(rows.map(({ hash, name, hasApproval }) => [hash, { name, hasApproval }]))
    },

    nameAt: (namespaceId, hash, at) =>
      repeatable(async () => {
        const [row] = await prisma.$queryRaw<{ readonly name: string }[]>`
          SELECT own.name FROM name_binding AS own
          WHERE own.namespace_id = ${namespaceId}::uuid AND own.hash = ${hash} AND own.bound_at <= ${at}::timestamp
            AND NOT EXISTS (
              SELECT FROM name_binding AS later
              WHERE later.namespace_id = own.namespace_id AND later.name = own.name AND later.id > own.id
                AND later.bound_at <= ${at}::timestamp
            )
          ORDER BY own.id DESC LIMIT 1`
        return row?.name ?? null
      }),

    everNamed: (namespaceId, name, hash) =>
      repeatable(async () => (await prisma.nameBinding.count({ where: { namespaceId, name, hash } })) > 0),
  }
}
