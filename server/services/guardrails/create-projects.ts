/**
 * Projects of a group.
 *
 * Promises: as {@link Targets} says; a project tells the group that it belongs to by its name of now.
 */
import type { GroupVerbs } from '../../database/guardrails/groups'
import type { ProjectVerbs, StoredProject } from '../../database/guardrails/projects'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { type GroupLimits, groupFull } from './group-full'
import { changedRow, changeOf, demandRemoved, nameTaken, notFound, storedId } from './kept-thing'
import { readPage } from './page-cursor'
import type { Project, Targets } from './targets'

export interface ProjectParts {
  readonly store: ProjectVerbs & Pick<GroupVerbs, 'ensureGroup'>
  readonly limits: Pick<GroupLimits, 'projects_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export type Projects = Pick<Targets, 'listProjects' | 'project' | 'addProject' | 'changeProject' | 'removeProject'>

export function createProjects({ store, limits, now, newId }: ProjectParts): Projects {
  const teller = async (caller: Caller) => {
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
      const tell = await teller(caller)
      const read = store.listProjects.bind(null, namespaceOf(caller))
      return readPage('projects', page, read, (rows) => rows.map(tell))
    },

    project: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findProject(namespaceOf(caller), storedId('project', id))
      if (row === null) throw notFound('project', id)
      return (await teller(caller))(row)
    },

    addProject: async (caller, { name, description }) => {
      demandPermission(caller, 'edit_guardrails')
      const tell = await teller(caller)
      const limit = limits.projects_per_group
      const project = { id: newId(), name, description, at: now(), by: caller.label, limit }
      const added = await store.addProject(namespaceOf(caller), project)
      if (added.kind === 'group_full') throw groupFull('project', limit, added.actual)
      if (added.kind === 'name_taken') throw nameTaken('project', name)
      return tell(added.row)
    },

    changeProject: async (caller, id, version, { name, description }) => {
      demandPermission(caller, 'edit_guardrails')
      const tell = await teller(caller)
      const change = { ...changeOf('project', caller, id, version, now()), name, description }
      return tell(changedRow('project', change, await store.changeProject(namespaceOf(caller), change)))
    },

    removeProject: async (caller, id, version) => {
      demandPermission(caller, 'edit_guardrails')
      const removal = changeOf('project', caller, id, version, now())
      const removed = await store.removeProject(namespaceOf(caller), removal)
      demandRemoved('project', id, removed)
    },
  }
}
