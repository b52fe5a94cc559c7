/**
 * Projects: what a group's guardrails and applications are kept in.
 *
 * Promises: two projects of a namespace never share a name; one that holds something is not removed, also when that was
 * added at the same moment; each change stands in the namespace's log once, written with it. Trusts ids to be UUIDs made by
 * the caller and texts to hold no NUL character.
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
  nameTakenOr,
  type Removal,
  type RemoveResult,
  type Saved,
  type WrittenBy,
} from '../client/versioned-row'
import { appendLog } from '../signing/append-log'
import { projectEvent } from './target-events'

export interface ProjectContent {
  readonly name: string
  readonly description: string
}

export interface StoredProject extends ProjectContent {
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ProjectVerbs {
  /** In the order of their creation. */
  listProjects(namespaceId: string, page: PageOfRows): Promise<RowPage<StoredProject>>
  findProject(namespaceId: string, id: string): Promise<StoredProject | null>
  addProject(
    namespaceId: string,
    project: ProjectContent & Addition,
  ): Promise<Saved<StoredProject> | NameTaken | GroupFull>
  changeProject(
    namespaceId: string,
    change: ProjectContent & WrittenBy & { readonly id: string; readonly version: number },
  ): Promise<ChangeResult<StoredProject>>
  removeProject(namespaceId: string, removal: Removal): Promise<RemoveResult>
}

const select = { id: true, name: true, description: true, version: true, createdAt: true, updatedAt: true } as const

export function projectVerbs({ prisma, repeatable }: Database): ProjectVerbs {
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.project.findFirst({ where: { id, namespaceId }, select })
  return {
    listProjects: (namespaceId, { after, limit }) =>
      repeatable(async () => {
        const where = { namespaceId, ...rowsAfter(after) }
        return cutPage(await prisma.project.findMany({ where, select, orderBy: IN_ORDER, take: limit + 1 }), limit)
      }),

    findProject: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    addProject: (namespaceId, { id, limit, name, description, at, by }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await holdAdding(tx, namespaceId)
          const others = await tx.project.count({ where: { namespaceId, id: { not: id } } })
          if (others >= limit) return { kind: 'group_full', actual: others + 1 } as const
          const data = { id, namespaceId, name, description, createdAt: at, updatedAt: at }
          const { count } = await tx.project.createMany({ data, skipDuplicates: true })
          // It may be there from an attempt before this one.
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'name_taken' } as const
          if (count > 0) await appendLog(tx, namespaceId, at, [projectEvent('added', by, row)])
          return { kind: 'saved', row } as const
        }),
      ),

    changeProject: (namespaceId, { id, version, name, description, at, by }) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          const { count } = await tx.project.updateMany({
            where: { id, namespaceId, version },
            data: { name, description, version: version + 1, updatedAt: at },
          })
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'not_found' } as const
          const isOwn = again && row.version === version + 1 && row.updatedAt.getTime() === at.getTime()
          if (count === 0 && !isOwn) return { kind: 'version_moved', version: row.version } as const
          if (count > 0) await appendLog(tx, namespaceId, at, [projectEvent('changed', by, row)])
          return { kind: 'saved', row } as const
        }),
      ).catch(nameTakenOr),

    removeProject: (namespaceId, removal) =>
      repeatable((again) => prisma.$transaction((tx) => remove(tx, namespaceId, removal, again))),
  }
}

/** Keeps a project from being removed until the transaction ends; false where there is none. */
export async function holdProject(tx: Prisma.TransactionClient, namespaceId: string, id: string): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM project WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR KEY SHARE`
  return held.length > 0
}

async function remove(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, version, at, by }: Removal,
  again: boolean,
): Promise<RemoveResult> {
  // Whoever adds something to it holds it, so what is counted afterwards is all there is.
  const [row] = await tx.$queryRaw<{ name: string; version: number }[]>`
    SELECT name, version FROM project WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR UPDATE`
  if (row === undefined) return { kind: again ? 'removed' : 'not_found' }
  if (row.version !== version) return { kind: 'version_moved', version: row.version }
  const where = { projectId: id }
  const kept = (await tx.guardrail.count({ where })) + (await tx.application.count({ where }))
  if (kept > 0) return { kind: 'in_use' }
  await tx.project.delete({ where: { id } })
  await appendLog(tx, namespaceId, at, [projectEvent('removed', by, { id, ...row })])
  return { kind: 'removed' }
}
