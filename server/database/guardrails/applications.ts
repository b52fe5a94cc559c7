/**
 * Applications of projects: graphs of guardrails.
 *
 * Promises: two applications of a project never share a name; every guardrail that a graph names is there, in the same
 * namespace, and stays while it is named; each change stands in the namespace's log once, written with it. Trusts ids to be
 * UUIDs in lower case, graphs to have passed their schema, and texts to hold no NUL character.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutBySize, IN_ORDER, type PageOfRows, type RowPage, type SizedStart } from '../client/row-page'
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
import type { StoredAggregation } from './runnable-targets'
import { applicationEvent } from './target-events'

export interface StoredGraph {
  readonly nodes: readonly { readonly id: string; readonly guardrail_id: string }[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly when: string }[]
}

export interface ApplicationContent {
  readonly name: string
  /** Empty for none. */
  readonly contextDocument: string
  readonly graph: StoredGraph
  readonly aggregation: StoredAggregation
}

export interface StoredApplication {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly contextDocument: string
  /** Nodes and edges, as their schema let them through. */
  readonly graph: unknown
  readonly aggregation: StoredAggregation
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string
}

/** Nothing was stored: the namespace has no guardrail of these ids. */
export type UnknownGuardrails = { readonly kind: 'unknown_guardrails'; readonly ids: ReadonlySet<string> }

export interface ApplicationVerbs {
  /** Of one project, or of all where `projectId` is null; in the order of their creation. */
  listApplications(namespaceId: string, projectId: string | null, page: PageOfRows): Promise<RowPage<StoredApplication>>
  findApplication(namespaceId: string, id: string): Promise<StoredApplication | null>
  /** `not_found`: there is no such project. */
  addApplication(
    namespaceId: string,
    projectId: string,
    application: ApplicationContent & Addition,
  ): Promise<Saved<StoredApplication> | NameTaken | NotFound | UnknownGuardrails | GroupFull>
  changeApplication(
    namespaceId: string,
    change: ApplicationContent & WrittenBy & { readonly id: string; readonly version: number },
  ): Promise<ChangeResult<StoredApplication> | UnknownGuardrails>
  removeApplication(namespaceId: string, removal: Removal): Promise<RemoveResult>
}

const omit = { namespaceId: true } as const

export function applicationVerbs({ prisma, repeatable }: Database): ApplicationVerbs {
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.application.findFirst({ where: { id, namespaceId }, omit })
  return {
    listApplications: (namespaceId, projectId, { after, limit }) =>
      repeatable(async () => {
        // Context documents are large: which rows fit is asked before they are read.
        const starts = await prisma.$queryRaw<SizedStart[]>`
          SELECT id, created_at AS at, octet_length(context_document) + pg_column_size(graph) AS bytes
          FROM application
          WHERE namespace_id = ${namespaceId}::uuid
            AND (${projectId}::uuid IS NULL OR project_id = ${projectId}::uuid)
            AND (${after === null} OR (created_at, id) > (${after?.at ?? null}::timestamp, ${after?.id ?? null}::uuid))
          ORDER BY created_at, id LIMIT ${limit + 1}`
        const { rows: fitting, next } = cutBySize(starts, limit)
        const where = { namespaceId, id: { in: fitting.map(({ id }) => id) } }
        return { rows: await prisma.application.findMany({ where, omit, orderBy: IN_ORDER }), next }
      }),

    findApplication: (namespaceId, id) => repeatable(() => find(prisma, namespaceId, id)),

    addApplication: (namespaceId, projectId, { id, limit, at, by, ...content }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          await holdAdding(tx, namespaceId)
          if (!(await holdProject(tx, namespaceId, projectId))) return { kind: 'not_found' } as const
          const others = await tx.application.count({ where: { namespaceId, id: { not: id } } })
          if (others >= limit) return { kind: 'group_full', actual: others + 1 } as const
          const ids = await holdGuardrails(tx, namespaceId, content.graph)
          if ('kind' in ids) return ids
          const times = { createdAt: at, updatedAt: at, updatedBy: by }
          const data = { id, namespaceId, projectId, ...columnsOf(content), ...times }
          const { count } = await tx.application.createMany({ data, skipDuplicates: true })
          if (count > 0) await tx.applicationGuardrail.createMany({ data: usesOf(id, ids) })
          // It may be there from an attempt before this one.
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'name_taken' } as const
          if (count > 0) await appendLog(tx, namespaceId, at, [applicationEvent('added', by, row)])
          return { kind: 'saved', row } as const
        }),
      ),

    changeApplication: (namespaceId, { id, version, at, by, ...content }) =>
      repeatable((again) =>
        prisma.$transaction(async (tx) => {
          await tx.$queryRaw`SELECT 1 FROM application WHERE id = ${id}::uuid FOR UPDATE`
          const row = await find(tx, namespaceId, id)
          if (row === null) return { kind: 'not_found' } as const
          const isOwn = again && row.version === version + 1 && row.updatedAt.getTime() === at.getTime()
          if (isOwn) return { kind: 'saved', row } as const
          if (row.version !== version) return { kind: 'version_moved', version: row.version } as const
          const ids = await holdGuardrails(tx, namespaceId, content.graph)
          if ('kind' in ids) return ids
          const data = { ...columnsOf(content), version: version + 1, updatedAt: at, updatedBy: by }
          const changed = await tx.application.update({ where: { id }, data, omit })
          await tx.applicationGuardrail.deleteMany({ where: { applicationId: id } })
          await tx.applicationGuardrail.createMany({ data: usesOf(id, ids) })
          await appendLog(tx, namespaceId, at, [applicationEvent('changed', by, changed)])
          return { kind: 'saved', row: changed } as const
        }),
      ).catch(nameTakenOr),

    removeApplication: (namespaceId, removal) =>
      repeatable((again) => prisma.$transaction((tx) => remove(tx, namespaceId, removal, again))),
  }
}

async function remove(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, version, at, by }: Removal,
  again: boolean,
): Promise<RemoveResult> {
  const [row] = await tx.$queryRaw<Pick<StoredApplication, 'projectId' | 'name' | 'version'>[]>`
    SELECT project_id AS "projectId", name, version FROM application
    WHERE id = ${id}::uuid AND namespace_id = ${namespaceId}::uuid FOR UPDATE`
  if (row === undefined) return { kind: again ? 'removed' : 'not_found' }
  if (row.version !== version) return { kind: 'version_moved', version: row.version }
  await tx.application.delete({ where: { id } })
  await appendLog(tx, namespaceId, at, [applicationEvent('removed', by, { id, ...row })])
  return { kind: 'removed' }
}

/** Keeps the guardrails of a graph from being removed until the transaction ends. */
async function holdGuardrails(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { nodes }: StoredGraph,
): Promise<readonly string[] | UnknownGuardrails> {
  const wanted = [...new Set(nodes.map(({ guardrail_id }) => guardrail_id))]
  // In one order everywhere, so that nobody waits for somebody who waits for them.
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM guardrail WHERE namespace_id = ${namespaceId}::uuid AND id = ANY(${wanted}::uuid[])
    ORDER BY id FOR KEY SHARE`
  const found = new Set(held.map(({ id }) => id))
  const unknown = wanted.filter((id) => !found.has(id))
  return unknown.length === 0 ? wanted : { kind: 'unknown_guardrails', ids: new Set(unknown) }
}

function usesOf(applicationId: string, guardrailIds: readonly string[]) {
  return guardrailIds.map((guardrailId) => ({ applicationId, guardrailId }))
}

function columnsOf({ name, contextDocument, graph, aggregation }: ApplicationContent) {
  const { nodes, edges } = graph
  return { name, contextDocument, aggregation, graph: { nodes: [...nodes], edges: [...edges] } }
}
