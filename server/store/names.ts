/**
 * Names of rulesets: what people call the bytes.
 *
 * Promises: a name points at stored bytes only; saves of one name happen one after the other, so that each new revision
 * has the one before as its parent and none is lost. Lists are read by a fixed number of queries, however long they are.
 */
import { bindHeldName, holdName } from './bind-name'
import type { Database } from './database'
import { answeringWhenFull, type NewRuleset, type PutRulesetResult, putRuleset } from './rulesets'

/** `parentHash` null takes what the name points at for the parent of bytes that are stored for the first time. */
export interface NamedSave extends NewRuleset {
  readonly name: string
  /** Label of the credential, or of the person. */
  readonly boundBy: string
}

export interface FoundName {
  readonly hash: string
  readonly parentHash: string | null
  readonly revisionDepth: number
}

export interface ListedName {
  readonly name: string
  readonly hash: string
  /** When the name last began to point at these bytes. */
  readonly boundAt: Date
  /** Number of revisions before this one. */
  readonly revisionDepth: number
  readonly approvalCount: number
  /** Size of the source. */
  readonly sourceBytes: number
}

export interface NameVerbs {
  /** Stores the bytes unless they are stored already and binds the name to them: both, or neither. */
  saveNamed(save: NamedSave): Promise<PutRulesetResult>
  /** Null for a name that was never bound. */
  findName(namespaceId: string, name: string): Promise<FoundName | null>
  /** Every name of the namespace, in the order of their characters. */
  listNames(namespaceId: string): Promise<ListedName[]>
}

export function nameVerbs(db: Database): NameVerbs {
  const { prisma, repeatable } = db
  return {
    saveNamed: (save) =>
      repeatable(() =>
        answeringWhenFull(db, save, () =>
          prisma.$transaction(async (tx) => {
            const pointsAt = await holdName(tx, save)
            const put = await putRuleset(tx, { ...save, parentHash: save.parentHash ?? pointsAt })
            if (put.kind === 'stored') await bindHeldName(tx, save, pointsAt)
            return put
          }),
        ),
      ),

    findName: (namespaceId, name) =>
      repeatable(async () => {
        const row = await prisma.rulesetName.findUnique({
          where: { namespaceId_name: { namespaceId, name } },
          select: { hash: true, ruleset: { select: { parentHash: true, revisionDepth: true } } },
        })
        return row && { hash: row.hash, ...row.ruleset }
      }),

    listNames: (namespaceId) =>
      repeatable(
        () =>
          // The order must be the same on every database, whatever its locale.
          prisma.$queryRaw<ListedName[]>`
            SELECT name, hash, bound_at AS "boundAt", revision_depth AS "revisionDepth",
              coalesce(approved.count, 0)::int AS "approvalCount", octet_length(source) AS "sourceBytes"
            FROM ruleset_name
            JOIN ruleset USING (namespace_id, hash)
            LEFT JOIN (
              SELECT hash, count(*) FROM approval WHERE namespace_id = ${namespaceId}::uuid GROUP BY hash
            ) AS approved USING (hash)
            WHERE namespace_id = ${namespaceId}::uuid
            ORDER BY name COLLATE "C"`,
      ),
  }
}
