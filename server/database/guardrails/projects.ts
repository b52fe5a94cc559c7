/** Names are unique in a namespace. Only empty projects can be removed. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutPage, IN_ORDER, type PageOfRows, type RowPage, rowsAfter } from '../client/row-page'
import { projectEvent } from './target-events'
import {
  type Addition,
  type AddResult,
  type ChangeResult,
  type RemoveResult,
  type VersionedChange,
  versionedRows,
} from './versioned-rows'

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
  /** In order of creation. */
  listProjects(namespaceId: string, page: PageOfRows): Promise<RowPage<StoredProject>>
  findProject(namespaceId: string, id: string): Promise<StoredProject | null>
  addProject(namespaceId: string, project: ProjectContent & Addition): Promise<AddResult<StoredProject>>
  changeProject(namespaceId: string, change: ProjectContent & VersionedChange): Promise<ChangeResult<StoredProject>>
  removeProject(namespaceId: string, removal: VersionedChange): Promise<RemoveResult>
}

const select = { id: true, name: true, description: true, version: true, createdAt: true, updatedAt: true } as const

export function projectVerbs(database: Database): ProjectVerbs {
  const { prisma, repeatable } = database
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.project.findFirst({ where: { id, namespaceId }, select })
  const projects = versionedRows<StoredProject>(database, { name: 'project', find, event: projectEvent })
  return {
    listProjects: (namespaceId, { after, limit }) =>
      repeatable(async () => {
        const where = { namespaceId, ...rowsAfter(after) }
        return cutPage(await prisma.project.findMany({ where, select, orderBy: IN_ORDER, take: limit + 1 }), limit)
      }),

    findProject: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    addProject: (namespaceId, { name, description, ...addition }) =>
      projects.add<never>(
        namespaceId,
        addition,
        async () => null,
        async (tx) => {
          const { id, at } = addition
          const data = { id, namespaceId, name, description, createdAt: at, updatedAt: at }
          return (await tx.project.createMany({ data, skipDuplicates: true })).count
        },
      ),

    changeProject: (namespaceId, { name, description, ...change }) =>
      projects.change(namespaceId, change, async (tx, columns) => {
        const data = { name, description, ...columns }
        return { kind: 'saved', row: await tx.project.update({ where: { id: change.id }, data, select }) }
      }),

    removeProject: (namespaceId, removal) =>
      projects.remove(namespaceId, removal, async (tx) => {
        const where = { projectId: removal.id }
        return (await tx.guardrail.count({ where })) + (await tx.application.count({ where })) > 0
      }),
  }
}
