/**
 * Applications of a group.
 *
 * Promises: as {@link Targets} says; every guardrail of a graph is one of this group, and each that is not is told by its
 * place.
 */
import { Refusal } from '../../api/refusal'
import { applicationGraph } from '../../api/schemas/guardrail'
import type { ApplicationVerbs, StoredApplication } from '../../database/guardrails/applications'
import type { ProjectVerbs } from '../../database/guardrails/projects'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { type GroupLimits, groupFull } from './group-full'
import { changedRow, changeOf, demandRemoved, nameTaken, notFound, storedId } from './kept-thing'
import { readPage } from './page-cursor'
import type { Application, ApplicationInput, Targets } from './targets'

export interface ApplicationParts {
  readonly store: ApplicationVerbs & Pick<ProjectVerbs, 'findProject'>
  readonly limits: Pick<GroupLimits, 'applications_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export type Applications = Pick<
  Targets,
  'listApplications' | 'application' | 'addApplication' | 'changeApplication' | 'removeApplication'
>

export function createApplications({ store, limits, now, newId }: ApplicationParts): Applications {
  return {
    listApplications: async (caller, projectId, page) => {
      demandPermission(caller, 'read_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = projectId === null ? null : storedId('project', projectId)
      if (project !== null && (await store.findProject(namespaceId, project)) === null)
        throw notFound('project', project)
      return readPage(
        'applications',
        page,
        (of) => store.listApplications(namespaceId, project, of),
        (rows) => rows.map(told),
      )
    },

    application: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findApplication(namespaceOf(caller), storedId('application', id))
      if (row === null) throw notFound('application', id)
      return told(row)
    },

    addApplication: async (caller, projectId, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const project = storedId('project', projectId)
      const limit = limits.applications_per_group
      const application = { id: newId(), ...kept(wish), at: now(), by: caller.label, limit }
      const added = await store.addApplication(namespaceOf(caller), project, application)
      if (added.kind === 'not_found') throw notFound('project', projectId)
      if (added.kind === 'group_full') throw groupFull('application', limit, added.actual)
      if (added.kind === 'name_taken') throw nameTaken('application', wish.name)
      if (added.kind === 'unknown_guardrails') throw unknownGuardrails(application, added.ids)
      return told(added.row)
    },

    changeApplication: async (caller, id, version, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const change = { ...changeOf('application', caller, id, version, now()), ...kept(wish) }
      const result = await store.changeApplication(namespaceOf(caller), change)
      if (result.kind === 'unknown_guardrails') throw unknownGuardrails(change, result.ids)
      return told(changedRow('application', change, result))
    },

    removeApplication: async (caller, id, version) => {
      demandPermission(caller, 'edit_guardrails')
      const removal = changeOf('application', caller, id, version, now())
      const removed = await store.removeApplication(namespaceOf(caller), removal)
      demandRemoved('application', id, removed)
    },
  }
}

/** Ids are stored in lower case, so that a graph finds its guardrails by them. */
function kept({ name, contextDocument, graph, aggregation }: ApplicationInput): ApplicationInput {
  const nodes = graph.nodes.map((node) => ({ ...node, guardrail_id: node.guardrail_id.toLowerCase() }))
  return { name, contextDocument, aggregation, graph: { nodes, edges: graph.edges } }
}

function unknownGuardrails({ graph }: ApplicationInput, ids: ReadonlySet<string>): Refusal {
  const failures = graph.nodes.flatMap(({ guardrail_id }, place) =>
    ids.has(guardrail_id)
      ? [
          {
            field: `graph.nodes.${place}.guardrail_id`,
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

function told({ createdAt, updatedAt, graph, ...row }: StoredApplication): Application {
  return {
    ...row,
    graph: applicationGraph.parse(graph),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
