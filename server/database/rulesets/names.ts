/**
 * Saves of one name take turns, so each revision has the previous one as its parent. The cost of a list page does not
 * depend on the number of names.
 */
import { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { bindHeldName, holdName } from '../signing/bind-name'
import { listedSql } from './listed-names'
import { answeringWhenFull, type NewRuleset, type PutRulesetResult, putRuleset, storedEvents } from './rulesets'

/** Without `parentHash`, new bytes get the name's current target as their parent. */
export interface NamedSave extends NewRuleset {
  readonly name: string
  readonly boundBy: string
  /** The author's comment. */
  readonly message?: string | null
  /** Null for a new name; absent if it does not matter. */
  readonly expected?: string | null
  readonly call?: RepeatableCall | null
}

export type NamedSaveResult =
  | PutRulesetResult
  /** The name has another target than expected. Nothing was stored. */
  | { readonly kind: 'moved' }

const ALL_NAMES = Prisma.sql`true`

/** More rows would block the event loop. */
const NAMES_PER_QUERY = 1_000

export interface FoundName {
  readonly hash: string
  readonly parentHash: string | null
  readonly revisionDepth: number
  readonly archivedAt: Date | null
  /** The name that replaced this one. */
  readonly renamedTo: string | null
}

export interface ListedName {
  readonly name: string
  readonly hash: string
  /** When the name last began to point at the bytes. */
  readonly boundAt: Date
  readonly revisionDepth: number
  /** Approvals in force. */
  readonly approvalCount: number
  readonly sourceBytes: number
}

export interface NamesPage {
  /** Need not exist; null for the first page. */
  readonly after: string | null
  readonly limit: number
}

export interface NameVerbs {
  /** Stores the bytes and binds the name, both or neither. */
  saveNamed(save: NamedSave): Promise<NamedSaveResult>
  findName(namespaceId: string, name: string): Promise<FoundName | null>
  /** Archived and replaced names too, sorted by characters. Counts approvals in force at `at`. */
  listNames(namespaceId: string, at: Date): Promise<ListedName[]>
  /** In the same order, without archived and replaced names. */
  pageOfNames(namespaceId: string, page: NamesPage, at: Date): Promise<ListedName[]>
}

export function nameVerbs(db: Database): NameVerbs {
  const { prisma, repeatable } = db
  return {
    saveNamed: (save) =>
      repeatable((again) =>
        answeringWhenFull(db, save, () =>
          prisma.$transaction((tx) =>
            takeEffectOnce<NamedSaveResult>(
              tx,
              save.namespaceId,
              save.call ?? null,
              () => saveAndBind(tx, save, again),
              ({ kind }) => kind === 'stored',
            ),
          ),
        ),
      ),

    findName: (namespaceId, name) =>
      repeatable(async () => {
        const row = await prisma.rulesetName.findUnique({
          where: { namespaceId_name: { namespaceId, name } },
          select: {
            ...{ hash: true, archivedAt: true, renamedTo: true },
            ruleset: { select: { parentHash: true, revisionDepth: true } },
          },
        })
        if (row === null) return null
        const { ruleset, ...named } = row
        return { ...named, ...ruleset }
      }),

    listNames: async (namespaceId, at) => {
      const names: ListedName[] = []
      for (
        let page: ListedName[] | null = null;
        page === null || page.length === NAMES_PER_QUERY;
        names.push(...page)
      ) {
        const after = names.at(-1)?.name ?? null
        page = await repeatable(() => pageOfNames(db, namespaceId, { after, limit: NAMES_PER_QUERY }, at, ALL_NAMES))
      }
      return names
    },

    pageOfNames: (namespaceId, page, at) => repeatable(() => pageOfNames(db, namespaceId, page, at, listedSql)),
  }
}

async function saveAndBind(tx: Prisma.TransactionClient, save: NamedSave, again: boolean): Promise<NamedSaveResult> {
  const pointsAt = await holdName(tx, save)
  if (await hasMoved(tx, save, pointsAt)) return { kind: 'moved' }
  const put = await putRuleset(tx, { ...save, parentHash: save.parentHash ?? pointsAt })
  const done = put.kind !== 'stored' || (await wasBoundBefore(tx, save, pointsAt, again))
  const bound = done ? [] : await bindHeldName(tx, { ...save, party: save.storedBy ?? null }, pointsAt)
  const events = [...storedEvents(save, put), ...bound]
  if (events.length > 0) await appendLog(tx, save.namespaceId, save.at, events)
  return put
}

/** False if this author already made the change. */
async function hasMoved(tx: Prisma.TransactionClient, save: NamedSave, pointsAt: string | null): Promise<boolean> {
  const { expected, hash } = save
  if (expected === undefined || pointsAt === expected || pointsAt === hash) return false
  return !(await boundSince(tx, save, expected))
}

/** If so, the name is not taken back from a later save. */
async function wasBoundBefore(
  tx: Prisma.TransactionClient,
  save: NamedSave,
  pointsAt: string | null,
  again: boolean,
): Promise<boolean> {
  if (save.expected !== undefined && pointsAt !== save.expected) return true
  return again && (await isBound(tx, save))
}

/** Whether the same person bound the name to these bytes since `expected`, as after a lost answer. */
async function boundSince(
  tx: Prisma.TransactionClient,
  { namespaceId, name, hash, storedBy }: NamedSave,
  expected: string | null,
): Promise<boolean> {
  const personId = storedBy?.personId ?? null
  if (personId === null) return false
  const bindings = tx.nameBinding
  const base =
    expected === null
      ? null
      : await bindings.findFirst({ where: { namespaceId, name, hash: expected }, orderBy: { id: 'desc' } })
  if (expected !== null && base === null) return false
  const mine = { namespaceId, name, hash, personId }
  return (await bindings.count({ where: base === null ? mine : { ...mine, id: { gt: base.id } } })) > 0
}

/** Whether an earlier attempt took effect, even if the name was bound again since. */
async function isBound(tx: Prisma.TransactionClient, { namespaceId, name, hash, at, boundBy }: NamedSave) {
  return (await tx.nameBinding.count({ where: { namespaceId, name, hash, boundAt: at, boundBy } })) > 0
}

function pageOfNames(
  { prisma }: Database,
  namespaceId: string,
  { after, limit }: NamesPage,
  at: Date,
  condition: Prisma.Sql,
): Promise<ListedName[]> {
  // The order must not depend on the locale.
  return prisma.$queryRaw<ListedName[]>`
    WITH page AS (
      SELECT name, hash, bound_at FROM ruleset_name AS bound
      WHERE namespace_id = ${namespaceId}::uuid AND name COLLATE "C" > ${after ?? ''} AND ${condition}
      ORDER BY name COLLATE "C" LIMIT ${limit}
    ), approved AS (
      SELECT hash, count(*)::int AS count FROM approval
      WHERE namespace_id = ${namespaceId}::uuid AND hash IN (SELECT hash FROM page)
        AND (expires_at IS NULL OR expires_at > ${at}::timestamp)
        AND NOT EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = approval.id)
      GROUP BY hash
    )
    SELECT name, page.hash, bound_at AS "boundAt", revision_depth AS "revisionDepth",
      coalesce(approved.count, 0) AS "approvalCount", octet_length(source) AS "sourceBytes"
    FROM page
    JOIN ruleset ON ruleset.namespace_id = ${namespaceId}::uuid AND ruleset.hash = page.hash
    LEFT JOIN approved ON approved.hash = page.hash
    ORDER BY name COLLATE "C"`
}
