import type { RepeatableCall } from '../../../database/access/repeatable-calls'
import type { GroupVerbs } from '../../../database/guardrails/groups'
import type { ProjectContent, ProjectVerbs, StoredProject } from '../../../database/guardrails/projects'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type Page, type PageInput, readPage } from './pages'
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

export interface Project extends Versioned {
  readonly name: string
  readonly description: string
  readonly group: string
}

export interface Projects {
  listProjects(caller: Caller, page: PageInput): Promise<Page<Project>>
  project(caller: Caller, id: string): Promise<Project>
  /** @param call for a call with an `Idempotency-Key` */
  addProject(caller: Caller, input: ProjectContent, call?: RepeatableCall | null): Promise<Project>
  changeProject(caller: Caller, id: string, version: number, input: ProjectContent): Promise<Project>
  removeProject(caller: Caller, id: string, version: number): Promise<void>
}

export interface ProjectDependencies {
  readonly store: ProjectVerbs & Pick<GroupVerbs, 'ensureGroup'>
  readonly limits: Pick<GroupLimits, 'projects_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export function createProjects({ store, limits, now, newId }: ProjectDependencies): Projects {
  /** Returns a function that shows the caller's projects with their group's current name. */
  const showing = async (caller: Caller) => {
    const group = await store.ensureGroup(namespaceOf(caller), { actor: caller.label, at: now() })
    return ({ createdAt, updatedAt, ...project }: StoredProject): Project => ({
      ...project,
      group,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })
  }
  return {
    listProjects: async (caller, page) => {
      demandPermission(caller, 'read_guardrails')
      const show = await showing(caller)
      const read = store.listProjects.bind(null, namespaceOf(caller))
      return readPage('projects', page, read, (rows) => rows.map(show))
    },

    project: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findProject(namespaceOf(caller), storedId('project', id))
      if (row === null) throw targetNotFound('project', id)
      return (await showing(caller))(row)
    },

    addProject: async (caller, { name, description }, call = null) => {
      demandPermission(caller, 'edit_guardrails')
      const show = await showing(caller)
      const id = newId()
      const limit = limits.projects_per_group
      const addition = { id, name, description, at: now(), by: caller.label, limit, call }
      const result = await store.addProject(namespaceOf(caller), addition)
      return show(addedRow('project', { name, limit, projectId: id }, result))
    },

    changeProject: async (caller, id, version, { name, description }) => {
      demandPermission(caller, 'edit_guardrails')
      const show = await showing(caller)
      const change = { ...changeOf('project', caller, id, version, now()), name, description }
      return show(changedRow('project', change, await store.changeProject(namespaceOf(caller), change)))
    },

    removeProject: removeTargetOf('project', store.removeProject, now),
  }
}

/** @throws Refusal 404 if the namespace does not have the project */
export async function demandProject(
  store: Pick<ProjectVerbs, 'findProject'>,
  namespaceId: string,
  projectId: string | null,
): Promise<void> {
  if (projectId !== null && (await store.findProject(namespaceId, projectId)) === null)
    throw targetNotFound('project', projectId)
}
