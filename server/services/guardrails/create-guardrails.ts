/**
 * Guardrails of a group.
 *
 * Promises: as {@link Targets} says; a guardrail of the type policy_rules names a ruleset that the namespace holds, and
 * whether that is approved is told as of now. Its name is the one by which it was chosen, whatever is renamed later.
 */
import { Refusal } from '../../api/refusal'
import { type GuardrailRequest, guardrailRequest } from '../../api/schemas/guardrail'
import type { GuardrailVerbs, StoredGuardrail } from '../../database/guardrails/guardrails'
import type { ProjectVerbs } from '../../database/guardrails/projects'
import type { RulesetState, RulesetStateVerbs } from '../../database/rulesets/ruleset-states'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { type Demands, type JudgeParts, judgeDemands, uncountedReason } from '../signing/approval-status'
import { type GroupLimits, groupFull } from './group-full'
import { changedRow, changeOf, demandRemoved, nameTaken, notFound, storedId } from './kept-thing'
import { readPage } from './page-cursor'
import type { Guardrail, Targets } from './targets'

export interface GuardrailParts {
  readonly store: GuardrailVerbs & RulesetStateVerbs & JudgeParts['store'] & Pick<ProjectVerbs, 'findProject'>
  readonly changesOf: JudgeParts['changesOf']
  readonly limits: Pick<GroupLimits, 'guardrails_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export type Guardrails = Pick<
  Targets,
  'listGuardrails' | 'guardrail' | 'addGuardrail' | 'changeGuardrail' | 'removeGuardrail'
>

export function createGuardrails({ store, changesOf, limits, now, newId }: GuardrailParts): Guardrails {
  const tellAll = async (caller: Caller, rows: readonly StoredGuardrail[]): Promise<Guardrail[]> => {
    const kinds = rows.map(({ name, type, configuration }) => guardrailRequest.parse({ name, type, configuration }))
    const states = await store.rulesetStates(namespaceOf(caller), [...new Set(kinds.flatMap(hashOf))], now())
    const approved = [...states].flatMap(([hash, { hasApproval }]) => (hasApproval ? [hash] : []))
    const demands = await judgeDemands({ store, changesOf, now }, caller, approved)
    const names = await Promise.all(rows.map((row, place) => nameOf(namespaceOf(caller), row, kinds[place])))
    return rows.flatMap((row, place) => {
      const kind = kinds[place]
      const name = names[place]
      if (kind === undefined || name === undefined) return []
      return [told(row, kind, (hash) => rulesetTold(name, states.get(hash), demands(hash)))]
    })
  }
  const tell = async (caller: Caller, row: StoredGuardrail): Promise<Guardrail> => {
    const [guardrail] = await tellAll(caller, [row])
    if (guardrail === undefined) throw new Error(`the guardrail ${row.id} was not told`)
    return guardrail
  }
  const nameOf = async (namespaceId: string, row: StoredGuardrail, kind?: GuardrailRequest): Promise<ChosenName> => {
    if (kind?.type !== 'policy_rules') return { name: null }
    const { ruleset_name: name, ruleset_hash: hash } = kind.configuration
    if (name !== undefined) return { name }
    return { name: await store.nameAt(namespaceId, hash, row.updatedAt), name_source: 'history' }
  }
  /**
   * The guardrail with the name by which its ruleset is chosen.
   *
   * @param former the guardrail as it is stored; null for a new one
   * @throws Refusal BAD_REQUEST where the group holds no such ruleset, or the name never pointed at it
   */
  const withName = async (
    namespaceId: string,
    wish: GuardrailRequest,
    former: StoredGuardrail | null,
  ): Promise<GuardrailRequest> => {
    if (wish.type !== 'policy_rules') return wish
    const { ruleset_hash: hash, ruleset_name: asked } = wish.configuration
    const state = (await store.rulesetStates(namespaceId, [hash], now())).get(hash)
    if (state === undefined) throw unknownRuleset(hash)
    if (typeof asked === 'string' && !(await store.everNamed(namespaceId, asked, hash))) throw foreignName(asked)
    if (asked !== undefined) return wish
    const ruleset_name = (await keptName(namespaceId, hash, former)) ?? state.name
    return { ...wish, configuration: { ...wish.configuration, ruleset_name } }
  }
  /** The name that a change which names none leaves as it is; null where it chooses another ruleset. */
  const keptName = async (namespaceId: string, hash: string, former: StoredGuardrail | null) => {
    if (former === null) return null
    const { name, type, configuration } = former
    const kind = guardrailRequest.parse({ name, type, configuration })
    return kind.type === 'policy_rules' && kind.configuration.ruleset_hash === hash
      ? (await nameOf(namespaceId, former, kind)).name
      : null
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
        (rows) => tellAll(caller, rows),
      )
    },

    guardrail: async (caller, id) => {
      demandRead(caller)
      const row = await store.findGuardrail(namespaceOf(caller), storedId('guardrail', id))
      if (row === null) throw notFound('guardrail', id)
      return tell(caller, row)
    },

    addGuardrail: async (caller, projectId, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = storedId('project', projectId)
      const named = await withName(namespaceId, wish, null)
      const limit = limits.guardrails_per_group
      const guardrail = { id: newId(), ...named, at: now(), by: caller.label, limit }
      const added = await store.addGuardrail(namespaceId, project, guardrail)
      if (added.kind === 'not_found') throw notFound('project', projectId)
      if (added.kind === 'group_full') throw groupFull('guardrail', limit, added.actual)
      if (added.kind === 'name_taken') throw nameTaken('guardrail', wish.name)
      return tell(caller, added.row)
    },

    changeGuardrail: async (caller, id, version, wish) => {
      demandPermission(caller, 'edit_guardrails')
      const namespaceId = namespaceOf(caller)
      const made = changeOf('guardrail', caller, id, version, now())
      const former = await store.findGuardrail(namespaceId, made.id)
      if (former === null) throw notFound('guardrail', id)
      const change = { ...made, ...(await withName(namespaceId, wish, former)) }
      return tell(caller, changedRow('guardrail', change, await store.changeGuardrail(namespaceId, change)))
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

function foreignName(name: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This name never pointed at the ruleset of that hash. Leave it out, or correct it.',
    {
      failures: [
        {
          field: 'configuration.ruleset_name',
          expected: 'a name that points or pointed at the ruleset of this hash, or null',
          received: `the string "${name}"`,
        },
      ],
      failure_count: 1,
    },
  )
}

/** By which name a guardrail's ruleset was chosen. */
type ChosenName = Pick<NonNullable<Guardrail['ruleset']>, 'name' | 'name_source'>

function told(
  { createdAt, updatedAt, ...row }: StoredGuardrail,
  kind: GuardrailRequest,
  rulesetOf: (hash: string) => Guardrail['ruleset'],
): Guardrail {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  const [hash] = hashOf(kind)
  return { ...row, ...kind, ...times, ruleset: hash === undefined ? null : rulesetOf(hash) }
}

/** @param demands null where the namespace demands nothing of them */
function rulesetTold(
  chosen: ChosenName,
  state: RulesetState | undefined,
  demands: Demands | null,
): Guardrail['ruleset'] {
  if (state === undefined) return { ...chosen, state: 'missing' }
  const { hasApproval } = state
  if (hasApproval && (demands === null || demands.satisfied)) return { ...chosen, state: 'approved' }
  const reason = hasApproval && demands !== null ? uncountedReason(demands) : null
  return { ...chosen, state: 'unapproved', ...(reason !== null && { reason }) }
}
