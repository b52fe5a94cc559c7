/**
 * What guardrails tell of the rulesets that they name by hash.
 *
 * Promises: an approval counts as it does at the given time: neither expired nor withdrawn.
 */
import { counting } from './approved-revisions'
import type { Database } from './database'

export interface RulesetState {
  /** The name most recently bound to the bytes; null where none points at them. */
  readonly name: string | null
  readonly isApproved: boolean
}

export interface RulesetStateVerbs {
  /** By hash, those that the namespace holds. */
  rulesetStates(namespaceId: string, hashes: readonly string[], at: Date): Promise<Map<string, RulesetState>>
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
              WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ruleset.hash AND ${counting(at)}
            ) AS "isApproved"
          FROM ruleset WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]})`,
      )
      return new Map(rows.map(({ hash, name, isApproved }) => [hash, { name, isApproved }]))
    },
  }
}
