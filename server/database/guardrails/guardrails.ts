/**
 * Guardrails of projects.
 *
 * Promises: two guardrails of a project never share a name; one that an application uses is not removed, also when the
 * application began to use it at the same moment; each change stands in the namespace's log once, written with it. Trusts
 * ids to be UUIDs made by the caller, configurations to have passed their type's schema, and texts to hold no NUL character.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutPage, IN_ORDER, type PageOfRows, type RowPage, rowsAfter } from '../client/row-page'
import {
  type Addition,
  type ChangeResult,
  type GroupFull,
  holdAdding,
  type NameTaken,
  type NotFound,
  nameTakenOr,
  type Removal,
  type RemoveResult,
  type Saved,
  type WrittenBy,
} from '../client/versioned-row'
import { appendLog } from '../signing/append-log'
import { holdProject } from './projects'
import type { StoredGuardrailType } from './runnable-targets'
import { guardrailEvent } from './target-events'

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
  /** Label of whoever changed it last. */
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
  ): Promise<Saved<StoredGuardrail> | NameTaken | NotFound | GroupFull>
  changeGuardrail(
    namespaceId: string,
    change: GuardrailContent & WrittenBy & { readonly id: string; readonly version: number },
  ): Promise<ChangeResult<StoredGuardrail>>
  removeGuardrail(namespaceId: string, removal: Removal): Promise<RemoveResult>
}

const omit = { namespaceId: true } as const

export function guardrailVerbs({ prisma, repeatable }: Database): GuardrailVerbs {
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.guardrail.findFirst({ where: { id, namespaceId }, omit })
  return {
    listGuardrails: (namespaceId, projectId, { after, limit }) =>
      repeatable(async () => {
        const where = { namespaceId, ...(projectId !== null && { projectId }), ...rowsAfter(after) }
        return cutPage(await prisma.guardrail.findMany({ where, omit, orderBy: IN_ORDER, take: limit + 1 }), limit)
      }),

    findGuardrail: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    addGuardrail: (namespaceId, projectId, { id, limit, name, type, configuration, at, by }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await holdAdding(tx, namespaceId)
          if (!(await holdProject(tx, namespaceId, projectId))) return { kind: 'not_found' } as const
          const others = await tx.guardrail.count({ where: { namespaceId, id: { not: id } } })
          if (others >= limit) return { kind: 'group_full', actual: others + 1 } as const
          const times = { createdAt: at, updatedAt: at, updatedBy: by }
          const data = { id, namespaceId, projectId, name, type, configuration, ...times }
          const { count } = await tx.guardrail.createMany({ data, skipDuplicates: true })
          // It may be there from an attempt before this one.
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'name_taken' } as const
          if (count > 0) await appendLog(tx, namespaceId, at, [guardrailEvent('added', by, row)])
          return { kind: 'saved', row } as const
        }),
      ),

    changeGuardrail: (namespaceId, { id, version, name, type, configuration, at, by }) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          const data = { name, type, configuration, version: version + 1, updatedAt: at, updatedBy: by }
          const { count } = await tx.guardrail.updateMany({ where: { id, namespaceId, version }, data })
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'not_found' } as const
          const isOwn = again && row.version === version + 1 && row.updatedAt.getTime() === at.getTime()
          if (count === 0 && !isOwn) return { kind: 'version_moved', version: row.version } as const
          if (count > 0) await appendLog(tx, namespaceId, at, [guardrailEvent('changed', by, row)])
          return { kind: 'saved', row } as const
        }),
      ).catch(nameTakenOr),

    removeGuardrail: (namespaceId, removal) =>
      repeatable((again) => prisma.$transaction((tx) => remove(tx, namespaceId, removal, again))),
  }
}

async function remove(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, version, at, by }: Removal,
  again: boolean,
): Promise<RemoveResult> {
  // Whoever begins to use it holds it, so what is counted afterwards is all there is.
  const [row] = await tx.$queryRaw<Omit<StoredGuardrail, 'id' | 'createdAt' | 'updatedAt' | 'updatedBy'>[]>`
    SELECT project_id AS "projectId", name, type::text, configuration, version FROM guardrail
    WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR UPDATE`
  if (row === undefined) return { kind: again ? 'removed' : 'not_found' }
  if (row.version !== version) return { kind: 'version_moved', version: row.version }
  if ((await tx.applicationGuardrail.count({ where: { guardrailId: id } })) > 0) return { kind: 'in_use' }
  await tx.guardrail.delete({ where: { id } })
  await appendLog(tx, namespaceId, at, [guardrailEvent('removed', by, { id, ...row })])
  return { kind: 'removed' }
}
