/**
 * Guardrails of projects.
 *
 * Promises: two guardrails of a project never share a name; one that an application uses is not removed, also when the
 * application began to use it at the same moment; each change has one entry in the log of the namespace, written with it.
 * Trusts ids to be UUIDs made by the caller, configurations to have passed their type's schema, and texts to hold no NUL
 * character.
 */
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
  /** As its type's schema let it through. */
  readonly configuration: unknown
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Label of the caller who changed it last. */
  readonly updatedBy: string
}

export interface GuardrailVerbs {
  /** Of one project, or of all where `projectId` is null; in the order of their creation. */
  listGuardrails(namespaceId: string, projectId: string | null, page: PageOfRows): Promise<RowPage<StoredGuardrail>>
  findGuardrail(namespaceId: string, id: string): Promise<StoredGuardrail | null>
  /** `not_found`: there is no such project. */
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
