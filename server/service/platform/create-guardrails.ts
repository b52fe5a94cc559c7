/**
 * Guardrails of a group.
 *
 * Promises: as {@link Targets} says; a guardrail of the type policy_rules names a ruleset that the namespace holds, and
 * whether that is approved is told as of now.
 */
import { Refusal } from '../../contract/refusal'
import { type GuardrailRequest, guardrailRequest } from '../../contract/schemas/guardrail'
import type { GuardrailVerbs, StoredGuardrail } from '../../store/guardrails'
import type { ProjectVerbs } from '../../store/projects'
import type { RulesetState, RulesetStateVerbs } from '../../store/ruleset-states'
import type { Caller } from '../caller'
import { namespaceOf } from '../namespace-of'
import { demandPermission } from '../permit'
import { type GroupLimits, groupFull } from './group-full'
import { changedRow, changeOf, demandRemoved, nameTaken, notFound, storedId } from './kept-thing'
import { readPage } from './page-cursor'
import type { Guardrail, Targets } from './targets'

export interface GuardrailParts {
  readonly store: GuardrailVerbs & RulesetStateVerbs & Pick<ProjectVerbs, 'findProject'>
  readonly limits: Pick<GroupLimits, 'guardrails_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export type Guardrails = Pick<
  Targets,
  'listGuardrails' | 'guardrail' | 'addGuardrail' | 'changeGuardrail' | 'removeGuardrail'
>

export function createGuardrails({ store, limits, now, newId }: GuardrailParts): Guardrails {
  const tellAll = async (namespaceId: string, rows: readonly StoredGuardrail[]): Promise<Guardrail[]> => {
    const kinds = rows.map(({ name, type, configuration }) => guardrailRequest.parse({ name, type, configuration }))
    const states = await store.rulesetStates(namespaceId, [...new Set(kinds.flatMap(hashOf))], now())
    return rows.flatMap((row, place) => {
      const kind = kinds[place]
      return kind === undefined ? [] : [told(row, kind, states)]
    })
  }
  const tell = async (namespaceId: string, row: StoredGuardrail): Promise<Guardrail> => {
    const [guardrail] = await tellAll(namespaceId, [row])
    if (guardrail === undefined) throw new Error(`the guardrail ${row.id} was not told`)
    return guardrail
  }
  /** @throws Refusal BAD_REQUEST */
  const demandRuleset = async (namespaceId: string, wish: GuardrailRequest) => {
    const [hash] = hashOf(wish)
    if (hash === undefined || (await store.rulesetStates(namespaceId, [hash], now())).has(hash)) return
    throw unknownRuleset(hash)
  }

  return {
    listGuardrails: async (caller, projectId, page) => {
      demandRead(caller)
      const namespaceId = namespaceOf(caller)
      const project = projectId === null ? null : storedId('project', projectId)
      if (project !== null && (await store.findProject(namespaceId, project)) === null)
        throw notFound('project', project)
      return readPage(
        'guardrails',
        page,
        (of) => store.listGuardrails(namespaceId, project, of),
        (rows) => tellAll(namespaceId, rows),
      )
    },

    guardrail: async (caller, id) => {
      demandRead(caller)
      const row = await store.findGuardrail(namespaceOf(caller), storedId('guardrail', id))
      if (row === null) throw notFound('guardrail', id)
      return tell(namespaceOf(caller), row)
    },

    addGuardrail: async (caller, projectId, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = storedId('project', projectId)
      await demandRuleset(namespaceId, wish)
      const limit = limits.guardrails_per_group
      const guardrail = { id: newId(), ...wish, at: now(), by: caller.label, limit }
      const added = await store.addGuardrail(namespaceId, project, guardrail)
      if (added.kind === 'not_found') throw notFound('project', projectId)
      if (added.kind === 'group_full') throw groupFull('guardrail', limit, added.actual)
      if (added.kind === 'name_taken') throw nameTaken('guardrail', wish.name)
      return tell(namespaceId, added.row)
    },

    changeGuardrail: async (caller, id, version, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const namespaceId = namespaceOf(caller)
      const change = { ...changeOf('guardrail', caller, id, version, now()), ...wish }
      if ((await store.findGuardrail(namespaceId, change.id)) === null) throw notFound('guardrail', id)
      await demandRuleset(namespaceId, wish)
      return tell(namespaceId, changedRow('guardrail', change, await store.changeGuardrail(namespaceId, change)))
    },

    removeGuardrail: async (caller, id, version) => {
      demandPermission(caller, 'edit_guardrails')
      const removal = changeOf('guardrail', caller, id, version, now())
      const removed = await store.removeGuardrail(namespaceOf(caller), removal)
      demandRemoved('guardrail', id, removed)
    },
  }
}

function demandRead(caller: Caller): void {
  demandPermission(caller, 'read_guardrails')
}

/** The hash that a guardrail's configuration names; none where its type has no ruleset. */
function hashOf(wish: GuardrailRequest): string[] {
  return wish.type === 'policy_rules' ? [wish.configuration.ruleset_hash] : []
}

function unknownRuleset(hash: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This group holds no ruleset of that hash. Compile or save it first, with a credential of the same namespace.',
    {
      failures: [
        {
          field: 'configuration.ruleset_hash',
          expected: 'the hash of a ruleset that this group holds',
          received: `the string "${hash}"`,
        },
      ],
      failure_count: 1,
    },
  )
}

function told(
  { createdAt, updatedAt, ...row }: StoredGuardrail,
  kind: GuardrailRequest,
  states: ReadonlyMap<string, RulesetState>,
): Guardrail {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  const [hash] = hashOf(kind)
  return { ...row, ...kind, ...times, ruleset: hash === undefined ? null : rulesetTold(states.get(hash)) }
}

function rulesetTold(state: RulesetState | undefined): Guardrail['ruleset'] {
  if (state === undefined) return { name: null, state: 'missing' }
  return { name: state.name, state: state.isApproved ? 'approved' : 'unapproved' }
}
