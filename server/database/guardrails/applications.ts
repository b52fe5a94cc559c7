/** Graphs of guardrails. Names are unique in a project. A guardrail in a graph cannot be removed. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { cutBySize, IN_ORDER, type PageOfRows, type RowPage, type SizedStart } from '../client/row-page'
import type { StoredAggregation } from './runnable-targets'
import { applicationEvent } from './target-events'
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

export interface StoredGraph {
  readonly nodes: readonly { readonly id: string; readonly guardrail_id: string }[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly when: string }[]
}

export interface ApplicationContent {
  readonly name: string
  /** Empty if there is no document. */
  readonly contextDocument: string
  readonly graph: StoredGraph
  readonly aggregation: StoredAggregation
}

export interface StoredApplication {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly contextDocument: string
  /** As validated by its schema. */
  readonly graph: unknown
  readonly aggregation: StoredAggregation
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly updatedBy: string
}

/** Nothing was stored. */
export type UnknownGuardrails = { readonly kind: 'unknown_guardrails'; readonly ids: ReadonlySet<string> }

export interface ApplicationVerbs {
  /** In order of creation, from all projects if `projectId` is null. */
  listApplications(namespaceId: string, projectId: string | null, page: PageOfRows): Promise<RowPage<StoredApplication>>
  findApplication(namespaceId: string, id: string): Promise<StoredApplication | null>
  addApplication(
    namespaceId: string,
    projectId: string,
    application: ApplicationContent & Addition,
  ): Promise<AddResult<StoredApplication> | NotFound | UnknownGuardrails>
  changeApplication(
    namespaceId: string,
    change: ApplicationContent & VersionedChange,
  ): Promise<ChangeResult<StoredApplication> | UnknownGuardrails>
  removeApplication(namespaceId: string, removal: VersionedChange): Promise<RemoveResult>
}

const omit = { namespaceId: true } as const

export function applicationVerbs(database: Database): ApplicationVerbs {
  const { prisma, repeatable } = database
  const find = (client: Prisma.TransactionClient, namespaceId: string, id: string) =>
    client.application.findFirst({ where: { id, namespaceId }, omit })
  const applications = versionedRows<StoredApplication>(database, {
    name: 'application',
    find,
    event: applicationEvent,
  })
  return {
    listApplications: (namespaceId, projectId, { after, limit }) =>
      repeatable(async () => {
        // Context documents are large, so this first reads which rows fit.
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

    addApplication: (namespaceId, projectId, { id, limit, at, by, call = null, ...content }) =>
      applications.add<NotFound | UnknownGuardrails>(
        namespaceId,
        { id, limit, at, by, call },
        (tx) => holdProject(tx, namespaceId, projectId),
        async (tx) => {
          const ids = await holdGuardrails(tx, namespaceId, content.graph)
          if ('kind' in ids) return ids
          const times = { createdAt: at, updatedAt: at, updatedBy: by }
          const data = { id, namespaceId, projectId, ...columnsOf(content), ...times }
          const { count } = await tx.application.createMany({ data, skipDuplicates: true })
          if (count > 0) await tx.applicationGuardrail.createMany({ data: usesOf(id, ids) })
          return count
        },
      ),

    changeApplication: (namespaceId, { id, version, at, by, ...content }) =>
      applications.change<UnknownGuardrails>(namespaceId, { id, version, at, by }, async (tx, columns) => {
        const ids = await holdGuardrails(tx, namespaceId, content.graph)
        if ('kind' in ids) return ids
        const data = { ...columnsOf(content), ...columns, updatedBy: by }
        const row = await tx.application.update({ where: { id }, data, omit })
        await tx.applicationGuardrail.deleteMany({ where: { applicationId: id } })
        await tx.applicationGuardrail.createMany({ data: usesOf(id, ids) })
        return { kind: 'saved', row }
      }),

    removeApplication: (namespaceId, removal) => applications.remove(namespaceId, removal, async () => false),
  }
}

/** Locks the guardrails of a graph against removal. */
async function holdGuardrails(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { nodes }: StoredGraph,
): Promise<readonly string[] | UnknownGuardrails> {
  const wanted = [...new Set(nodes.map(({ guardrail_id }) => guardrail_id))]
  // Sorted to prevent deadlocks.
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM guardrail WHERE namespace_id = ${namespaceId}::uuid AND id = ANY(${wanted}::uuid[])
    ORDER BY id FOR KEY SHARE`
  const present = new Set(held.map(({ id }) => id))
  const unknown = wanted.filter((id) => !present.has(id))
  return unknown.length === 0 ? wanted : { kind: 'unknown_guardrails', ids: new Set(unknown) }
}

function usesOf(applicationId: string, guardrailIds: readonly string[]) {
  return guardrailIds.map((guardrailId) => ({ applicationId, guardrailId }))
}

function columnsOf({ name, contextDocument, graph, aggregation }: ApplicationContent) {
  const { nodes, edges } = graph
  return { name, contextDocument, aggregation, graph: { nodes: [...nodes], edges: [...edges] } }
}
