/** In a namespace, names are unique, and so is the guard of a tool. */
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
}

export interface ToolGuardVerbs {
  /** In order of creation. */
  listToolGuards(namespaceId: string, page: PageOfRows): Promise<RowPage<StoredToolGuard>>
  findToolGuard(namespaceId: string, id: string): Promise<StoredToolGuard | null>
  findToolGuardByName(namespaceId: string, name: string): Promise<StoredToolGuard | null>
  /** All guards of a server's tools. */
  toolGuardsOf(namespaceId: string, server: string): Promise<readonly StoredToolGuard[]>
  addToolGuard(namespaceId: string, guard: ToolGuardContent & Addition): Promise<AddResult<StoredToolGuard>>
  changeToolGuard(
    namespaceId: string,
    change: ToolGuardContent & VersionedChange,
  ): Promise<ChangeResult<StoredToolGuard>>
  removeToolGuard(namespaceId: string, removal: VersionedChange): Promise<RemoveResult>
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

    addToolGuard: (namespaceId, { id, at, by, limit, call = null, ...content }) =>
      guards.add<never>(
        namespaceId,
        { id, at, by, limit, call },
        async () => null,
        async (tx) => {
          const data = { id, namespaceId, ...content, createdAt: at, updatedAt: at, updatedBy: by }
          return (await tx.toolGuard.createMany({ data, skipDuplicates: true })).count
        },
      ),

    changeToolGuard: (namespaceId, { id, version, at, by, ...content }) =>
      guards.change(namespaceId, { id, version, at, by }, async (tx, columns) => {
        const data = { ...content, ...columns, updatedBy: by }
        return { kind: 'saved', row: await tx.toolGuard.update({ where: { id }, data, omit }) }
      }),

    // Calls that wait keep a copy of what they need, and no call passes a guard that is gone.
    removeToolGuard: (namespaceId, removal) => guards.remove(namespaceId, removal, async () => false),
  }
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
