import { Refusal } from '../../../api/refusal'
import { type ApplicationGraph, applicationGraph } from '../../../api/schemas/guardrail'
import type { Aggregation } from '../../../api/terms/guardrail-terms'
import type { RepeatableCall } from '../../../database/access/repeatable-calls'
import type { ApplicationVerbs, StoredApplication } from '../../../database/guardrails/applications'
import type { ProjectVerbs } from '../../../database/guardrails/projects'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type Page, type PageInput, readPage } from './pages'
import { demandProject } from './projects'
import {
  addedRow,
  changedRow,
  changeOf,
  type GroupLimits,
  removeTargetOf,
  storedId,
  targetNotFound,
  type Versioned,
} from './target-changes'

export interface ApplicationInput {
  readonly name: string
  readonly contextDocument: string
  readonly graph: ApplicationGraph
  readonly aggregation: Aggregation
}

export interface Application extends Versioned, ApplicationInput {
  readonly projectId: string
  readonly updatedBy: string
}

export interface Applications {
  /** @param projectId null for all projects */
  listApplications(caller: Caller, projectId: string | null, page: PageInput): Promise<Page<Application>>
  application(caller: Caller, id: string): Promise<Application>
  /** @param call for a call with an `Idempotency-Key` */
  addApplication(
    caller: Caller,
    projectId: string,
    input: ApplicationInput,
    call?: RepeatableCall | null,
  ): Promise<Application>
  changeApplication(caller: Caller, id: string, version: number, input: ApplicationInput): Promise<Application>
  removeApplication(caller: Caller, id: string, version: number): Promise<void>
}

export interface ApplicationDependencies {
  readonly store: ApplicationVerbs & Pick<ProjectVerbs, 'findProject'>
  readonly limits: Pick<GroupLimits, 'applications_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export function createApplications({ store, limits, now, newId }: ApplicationDependencies): Applications {
  return {
    listApplications: async (caller, projectId, page) => {
      demandPermission(caller, 'read_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = projectId === null ? null : storedId('project', projectId)
      await demandProject(store, namespaceId, project)
      const read = store.listApplications.bind(null, namespaceId, project)
      return readPage('applications', page, read, (rows) => rows.map(applicationOf))
    },

    application: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findApplication(namespaceOf(caller), storedId('application', id))
      if (row === null) throw targetNotFound('application', id)
      return applicationOf(row)
    },

    addApplication: async (caller, projectId, input, call = null) => {
      demandPermission(caller, 'edit_guardrails')
      const project = storedId('project', projectId)
      const limit = limits.applications_per_group
      const addition = { id: newId(), ...normalizeInput(input), at: now(), by: caller.label, limit, call }
      const result = await store.addApplication(namespaceOf(caller), project, addition)
      if (result.kind === 'unknown_guardrails') throw unknownGuardrails(addition, result.ids)
      return applicationOf(addedRow('application', { name: input.name, limit, projectId }, result))
    },

    changeApplication: async (caller, id, version, input) => {
      const change = { ...changeOf('application', caller, id, version, now()), ...normalizeInput(input) }
      const result = await store.changeApplication(namespaceOf(caller), change)
      if (result.kind === 'unknown_guardrails') throw unknownGuardrails(change, result.ids)
      return applicationOf(changedRow('application', change, result))
    },

    removeApplication: removeTargetOf('application', store.removeApplication, now),
  }
}

/** Ids are stored in lower case, so that a graph finds its guardrails by them. @throws Refusal BAD_REQUEST */
function normalizeInput({ name, contextDocument, graph, aggregation }: ApplicationInput): ApplicationInput {
  const nodes = graph.nodes.map((node) => ({ ...node, guardrail_id: node.guardrail_id.toLowerCase() }))
  if (graph.deciding_node !== undefined && aggregation !== 'deciding') throw nothingToDecide(aggregation)
  return { name, contextDocument, aggregation, graph: { ...graph, nodes } }
}

function nothingToDecide(aggregation: Aggregation): Refusal {
  const message = 'The graph names a deciding node, so the aggregation must be `deciding`.'
  const failures = [{ field: 'aggregation', expected: '`deciding`', received: `the string "${aggregation}"` }]
  return new Refusal('BAD_REQUEST', message, { failures, failure_count: 1 })
}

function unknownGuardrails({ graph }: ApplicationInput, ids: ReadonlySet<string>): Refusal {
  const failures = graph.nodes.flatMap(({ guardrail_id }, index) =>
    ids.has(guardrail_id)
      ? [
          {
            field: `graph.nodes.${index}.guardrail_id`,
            expected: 'the id of a guardrail of this group',
            received: `the string "${guardrail_id}"`,
          },
        ]
      : [],
  )
  return new Refusal('BAD_REQUEST', 'The graph names guardrails that this group does not have.', {
    failures,
    failure_count: failures.length,
  })
}

function applicationOf({ createdAt, updatedAt, graph, ...row }: StoredApplication): Application {
  return {
    ...row,
    graph: applicationGraph.parse(graph),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
