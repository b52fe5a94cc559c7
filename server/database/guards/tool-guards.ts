/** Guards of tools. In a namespace, no two guards have the same name or the same tool. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Json } from '../../api/canonical-json'
import type { Database } from '../client/database'
import { cutPage, IN_ORDER, type PageOfRows, type RowPage, rowsAfter } from '../client/row-page'
import {
  type Addition,
  type AddResult,
  type ChangeResult,
  type RemoveResult,
  type VersionedChange,
  versionedRows,
} from '../guardrails/versioned-rows'
import { appendLog, holdLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

export interface ToolGuardContent {
  readonly name: string
  readonly server: string
  readonly tool: string
  readonly rulesetHash: string
  readonly unknown: string
  readonly waitSeconds: number
  readonly map: Prisma.InputJsonObject
}

export interface StoredToolGuard extends Omit<ToolGuardContent, 'map'> {
  readonly id: string
  /** As validated by its schema. */
  readonly map: unknown
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string
  /** What a reviewer confirmed, and who; null before the first confirmation. */
  readonly confirmedDigest: string | null
  /** The unit library that calls are decided with; null for the built-in standards. */
  readonly confirmedUnitLibraryHash: string | null
  readonly confirmedAt: Date | null
  readonly confirmedBy: string | null
  readonly confirmedById: string | null
  /** Who changed it since then: ids of people, separated by spaces; {@link PROGRAM_EDITOR} for service accounts. */
  readonly editors: string | null
}

export const PROGRAM_EDITOR = 'program'

/** Who adds or changes a guard; null for a program. */
export interface EditedBy {
  readonly editorId: string | null
}

export interface GuardConfirmation {
  readonly id: string
  /** The version that the person read. */
  readonly version: number
  readonly digest: string
  /** Covered by the digest; null for the built-in standards. */
  readonly unitLibraryHash: string | null
  readonly at: Date
  readonly by: { readonly personId: string; readonly label: string }
  /** Size of the log when the facts that allow the confirmation were read. It must be the next event. */
  readonly logSize: bigint
}

export type GuardConfirmed = ChangeResult<StoredToolGuard> | { readonly kind: 'log_moved' }

export interface ToolGuardVerbs {
  /** In order of creation. */
  listToolGuards(namespaceId: string, page: PageOfRows): Promise<RowPage<StoredToolGuard>>
  findToolGuard(namespaceId: string, id: string): Promise<StoredToolGuard | null>
  findToolGuardByName(namespaceId: string, name: string): Promise<StoredToolGuard | null>
  /** All guards of a server's tools. */
  toolGuardsOf(namespaceId: string, server: string): Promise<readonly StoredToolGuard[]>
  addToolGuard(namespaceId: string, guard: ToolGuardContent & Addition & EditedBy): Promise<AddResult<StoredToolGuard>>
  changeToolGuard(
    namespaceId: string,
    change: ToolGuardContent & VersionedChange & EditedBy,
  ): Promise<ChangeResult<StoredToolGuard>>
  removeToolGuard(namespaceId: string, removal: VersionedChange): Promise<RemoveResult>
  /** The version stays, so a grant of a call stays too. */
  confirmToolGuard(namespaceId: string, confirmation: GuardConfirmation): Promise<GuardConfirmed>
}

const omit = { namespaceId: true } as const

export function toolGuardVerbs(database: Database): ToolGuardVerbs {
  const { prisma, repeatable } = database
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.toolGuard.findFirst({ where: { id, namespaceId }, omit })
  const guards = versionedRows<StoredToolGuard>(database, { name: 'tool_guard', find, event: toolGuardEvent })
  return {
    listToolGuards: (namespaceId, { after, limit }) =>
      repeatable(async () => {
        const where = { namespaceId, ...rowsAfter(after) }
        return cutPage(await prisma.toolGuard.findMany({ where, omit, orderBy: IN_ORDER, take: limit + 1 }), limit)
      }),

    findToolGuard: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    findToolGuardByName: (namespaceId, name) =>
      repeatable(() => prisma.toolGuard.findUnique({ where: { namespaceId_name: { namespaceId, name } }, omit })),

    toolGuardsOf: (namespaceId, server) =>
      repeatable(() => prisma.toolGuard.findMany({ where: { namespaceId, server }, omit, orderBy: { tool: 'asc' } })),

    addToolGuard: (namespaceId, { id, at, by, limit, editorId, call = null, ...content }) =>
      guards.add<never>(
        namespaceId,
        { id, at, by, limit, call },
        async () => null,
        async (tx) => {
          const editors = editorId ?? PROGRAM_EDITOR
          const data = { id, namespaceId, ...content, createdAt: at, updatedAt: at, updatedBy: by, editors }
          return (await tx.toolGuard.createMany({ data, skipDuplicates: true })).count
        },
      ),

    changeToolGuard: (namespaceId, { id, version, at, by, editorId, ...content }) =>
      guards.change(namespaceId, { id, version, at, by }, async (tx, columns) => {
        const { editors } = await tx.toolGuard.findUniqueOrThrow({ where: { id } })
        const data = { ...content, ...columns, updatedBy: by, editors: withEditor(editors, editorId) }
        return { kind: 'saved', row: await tx.toolGuard.update({ where: { id }, data, omit }) }
      }),

    // Calls that wait keep a copy of what they need, and no call passes a guard that is gone.
    removeToolGuard: (namespaceId, removal) => guards.remove(namespaceId, removal, async () => false),

    confirmToolGuard: (namespaceId, confirmation) =>
      repeatable((again) => prisma.$transaction((tx) => confirmWithin(tx, namespaceId, confirmation, again))),
  }
}

/**
 * Makes whoever adds a unit converter an editor of every guard of the namespace, because the next confirmation covers it.
 * @param tx holds no lock of the namespace yet; the guards come first, as in every change of them
 * @returns the function that stores it
 */
export async function holdGuardsForEditor(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  editorId: string | null,
): Promise<() => Promise<void>> {
  const hold = () => tx.$queryRaw<{ id: string; editors: string | null }[]>`
    SELECT id::text, editors FROM tool_guard WHERE namespace_id = ${namespaceId}::uuid
    ORDER BY id FOR NO KEY UPDATE`
  await hold()
  return async () => {
    // Again, because a guard may have been added before the namespace was locked.
    for (const { id, editors } of await hold())
      await tx.toolGuard.update({ where: { id }, data: { editors: withEditor(editors, editorId) } })
  }
}

/** Everybody who changed it since the last confirmation had a part in what is confirmed next. */
function withEditor(editors: string | null, editorId: string | null): string {
  return [...new Set([...(editors ?? '').split(' ').filter(Boolean), editorId ?? PROGRAM_EDITOR])].join(' ')
}

async function confirmWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, version, digest, unitLibraryHash, at, by, logSize }: GuardConfirmation,
  again: boolean,
): Promise<GuardConfirmed> {
  // The row before the log, like every change of it.
  await tx.$queryRaw`
    SELECT 1 FROM tool_guard WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR NO KEY UPDATE`
  const size = await holdLog(tx, namespaceId, at)
  const row = await tx.toolGuard.findFirst({ where: { id, namespaceId }, omit })
  if (row === null) return { kind: 'not_found' }
  if (again && row.confirmedById === by.personId && row.confirmedAt?.getTime() === at.getTime())
    return { kind: 'saved', row }
  if (row.version !== version) return { kind: 'version_moved', version: row.version }
  if (size !== logSize) return { kind: 'log_moved' }
  const confirmed = {
    ...{ confirmedDigest: digest, confirmedUnitLibraryHash: unitLibraryHash },
    ...{ confirmedAt: at, confirmedBy: by.label, confirmedById: by.personId },
  }
  const saved = await tx.toolGuard.update({ where: { id }, data: { ...confirmed, editors: null }, omit })
  const { details } = toolGuardEvent('changed', by.label, saved)
  await appendLog(tx, namespaceId, at, [
    {
      kind: 'tool_guard_confirmed',
      actor: by.label,
      details: { ...details, guard_digest: digest, ...(unitLibraryHash && { unit_library_hash: unitLibraryHash }) },
    },
  ])
  return { kind: 'saved', row: saved }
}

/** The claim map is proven by the row, and not contained. */
function toolGuardEvent(action: 'added' | 'changed' | 'removed', actor: string, guard: StoredToolGuard): LogEvent {
  const { id, name, server, tool, rulesetHash, unknown, version } = guard
  const details: Record<string, Json> = {
    ...{ guard_id: id, guard_name: name, server, tool, ruleset_hash: rulesetHash, unknown },
    version,
  }
  return { kind: `tool_guard_${action}`, actor, details }
}
