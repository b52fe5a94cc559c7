/** Names are unique in a project. A guardrail in an application cannot be removed. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutPage, IN_ORDER, type PageOfRows, type RowPage, rowsAfter } from '../client/row-page'
import type { StoredGuardrailType } from './runnable-targets'
import { guardrailEvent } from './target-events'
import {
  type Addition,
  type AddResult,
  type ChangeResult,
  holdProject,
  type NotFound,
  type RemoveResult,
  type VersionedChange,
  versionedRows,
} from './versioned-rows'

export interface GuardrailContent {
  readonly name: string
  readonly type: StoredGuardrailType
  readonly configuration: Readonly<Record<string, string | number | boolean | null | undefined>>
}

export interface StoredGuardrail {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly type: StoredGuardrailType
  /** As validated by its type's schema. */
  readonly configuration: unknown
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string
}

export interface GuardrailVerbs {
  /** In order of creation, from all projects if `projectId` is null. */
  listGuardrails(namespaceId: string, projectId: string | null, page: PageOfRows): Promise<RowPage<StoredGuardrail>>
  findGuardrail(namespaceId: string, id: string): Promise<StoredGuardrail | null>
  addGuardrail(
    namespaceId: string,
    projectId: string,
    guardrail: GuardrailContent & Addition,
  ): Promise<AddResult<StoredGuardrail> | NotFound>
  changeGuardrail(
    namespaceId: string,
    change: GuardrailContent & VersionedChange,
  ): Promise<ChangeResult<StoredGuardrail>>
  removeGuardrail(namespaceId: string, removal: VersionedChange): Promise<RemoveResult>
}

const omit = { namespaceId: true } as const

export function guardrailVerbs(database: Database): GuardrailVerbs {
  const { prisma, repeatable } = database
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.guardrail.findFirst({ where: { id, namespaceId }, omit })
  const guardrails = versionedRows<StoredGuardrail>(database, { name: 'guardrail', find, event: guardrailEvent })
  return {
    listGuardrails: (namespaceId, projectId, { after, limit }) =>
      repeatable(async () => {
        const where = { namespaceId, ...(projectId !== null && { projectId }), ...rowsAfter(after) }
        return cutPage(await prisma.guardrail.findMany({ where, omit, orderBy: IN_ORDER, take: limit + 1 }), limit)
      }),

    findGuardrail: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    addGuardrail: (namespaceId, projectId, { name, type, configuration, ...addition }) =>
      guardrails.add(
        namespaceId,
        addition,
        (tx) => holdProject(tx, namespaceId, projectId),
        async (tx) => {
          const { id, at, by } = addition
          const times = { createdAt: at, updatedAt: at, updatedBy: by }
          const data = { id, namespaceId, projectId, name, type, configuration, ...times }
          return (await tx.guardrail.createMany({ data, skipDuplicates: true })).count
        },
      ),

    changeGuardrail: (namespaceId, { name, type, configuration, ...change }) =>
      guardrails.change(namespaceId, change, async (tx, columns) => {
        const data = { name, type, configuration, ...columns, updatedBy: change.by }
        return { kind: 'saved', row: await tx.guardrail.update({ where: { id: change.id }, data, omit }) }
      }),

    removeGuardrail: (namespaceId, removal) =>
      guardrails.remove(
        namespaceId,
        removal,
        async (tx) => (await tx.applicationGuardrail.count({ where: { guardrailId: removal.id } })) > 0,
      ),
  }
}
