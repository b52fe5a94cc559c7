/**
 * What guardrails show of the rulesets that they name by hash, and by which names rulesets were known at a time.
 *
 * Promises: an approval counts as it does at the given time: neither expired nor withdrawn.
 */

import type { Database } from '../client/database'
import { counting } from '../signing/approvals'

export interface RulesetState {
  /** The name most recently bound to the bytes; null where none points at them. */
  readonly name: string | null
  /** Whether any approval is in force; whether it counts is decided elsewhere. */
  readonly hasApproval: boolean
}

export interface RulesetStateVerbs {
  /** By hash, those that the namespace holds. */
  rulesetStates(namespaceId: string, hashes: readonly string[], at: Date): Promise<Map<string, RulesetState>>
  /** The name bound last until `at` of those that pointed at the bytes then; null where none did. */
  nameAt(namespaceId: string, hash: string, at: Date): Promise<string | null>
  /** Whether the name ever pointed at the bytes. */
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
              WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ruleset.hash AND ${counting(at)}
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
