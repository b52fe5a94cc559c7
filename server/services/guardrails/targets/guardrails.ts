import { Refusal } from '../../../api/refusal'
import { type GuardrailKind, type GuardrailRequest, guardrailRequest } from '../../../api/schemas/guardrail'
import type { RepeatableCall } from '../../../database/access/repeatable-calls'
import type { GuardrailVerbs, StoredGuardrail } from '../../../database/guardrails/guardrails'
import type { ProjectVerbs } from '../../../database/guardrails/projects'
import type { RulesetState, RulesetStateVerbs } from '../../../database/rulesets/ruleset-states'
import { type ForceSpan, spanAt } from '../../../database/signing/force-timeline'
import type { InForceVerbs } from '../../../database/signing/revisions-in-force'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type Demands, explainUncounted, type JudgeDependencies, judgeDemands } from '../../signing/approval-status'
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

export type Guardrail = Versioned &
  GuardrailKind & {
    readonly projectId: string
    readonly name: string
    readonly updatedBy: string
    /** Only for `policy_rules`. */
    readonly ruleset: {
      /** The name by which it was chosen, whatever is renamed later. */
      readonly name: string | null
      /** `history`: no name was stored; this one pointed at the hash at the last change. */
      readonly name_source?: 'history'
      readonly state: 'approved' | 'unapproved' | 'missing'
      /** Why approvals in force do not count; absent if none is in force. */
      readonly reason?: string
      /** Absent without a name, and if no revision of it was ever put in force. */
      readonly in_force?: 'this' | 'other' | 'none'
    } | null
  }

export interface Guardrails {
  /** @param projectId null for all projects */
  listGuardrails(caller: Caller, projectId: string | null, page: PageInput): Promise<Page<Guardrail>>
  guardrail(caller: Caller, id: string): Promise<Guardrail>
  /** @param call for a call with an `Idempotency-Key` */
  addGuardrail(
    caller: Caller,
    projectId: string,
    input: GuardrailRequest,
    call?: RepeatableCall | null,
  ): Promise<Guardrail>
  changeGuardrail(caller: Caller, id: string, version: number, input: GuardrailRequest): Promise<Guardrail>
  removeGuardrail(caller: Caller, id: string, version: number): Promise<void>
}

export interface GuardrailDependencies {
  readonly store: GuardrailVerbs &
    RulesetStateVerbs &
    JudgeDependencies['store'] &
    Pick<InForceVerbs, 'forceSpans'> &
    Pick<ProjectVerbs, 'findProject'>
  readonly changesOf: JudgeDependencies['changesOf']
  readonly limits: Pick<GroupLimits, 'guardrails_per_group'>
  readonly now: () => Date
  readonly newId: () => string
}

export function createGuardrails({ store, changesOf, limits, now, newId }: GuardrailDependencies): Guardrails {
  const guardrailsOf = async (caller: Caller, rows: readonly StoredGuardrail[]): Promise<Guardrail[]> => {
    const kinds = rows.map(({ name, type, configuration }) => guardrailRequest.parse({ name, type, configuration }))
    const states = await store.rulesetStates(namespaceOf(caller), [...new Set(kinds.flatMap(hashOf))], now())
    const approved = [...states].flatMap(([hash, { hasApproval }]) => (hasApproval ? [hash] : []))
    const demands = await judgeDemands({ store, changesOf, now }, caller, approved)
    const names = await Promise.all(rows.map((row, index) => nameOf(namespaceOf(caller), row, kinds[index])))
    const chosen = [...new Set(names.flatMap(({ name }) => (name === null ? [] : [name])))]
    const spans =
      chosen.length === 0 ? new Map<string, ForceSpan[]>() : await store.forceSpans(namespaceOf(caller), chosen)
    return rows.flatMap((row, index) => {
      const kind = kinds[index]
      const name = names[index]
      if (kind === undefined || name === undefined) return []
      const rulesetOf = (hash: string) => {
        const state = rulesetState(name, states.get(hash), demands(hash))
        return state && { ...state, ...forceState(spans.get(name.name ?? ''), hash, now()) }
      }
      return [withRuleset(row, kind, rulesetOf)]
    })
  }
  const guardrailOf = async (caller: Caller, row: StoredGuardrail): Promise<Guardrail> => {
    const [guardrail] = await guardrailsOf(caller, [row])
    if (guardrail === undefined) throw new Error(`the guardrail ${row.id} was not shown`)
    return guardrail
  }
  const nameOf = async (namespaceId: string, row: StoredGuardrail, kind?: GuardrailRequest): Promise<ChosenName> => {
    if (kind?.type !== 'policy_rules') return { name: null }
    const { ruleset_name: name, ruleset_hash: hash } = kind.configuration
    if (name !== undefined) return { name }
    return { name: await store.nameAt(namespaceId, hash, row.updatedAt), name_source: 'history' }
  }
  /**
   * Adds the name by which the ruleset is chosen.
   * @param former the stored guardrail; null for a new one
   * @throws Refusal BAD_REQUEST if the group has no such ruleset, or the name never pointed at it
   */
  const withName = async (
    namespaceId: string,
    input: GuardrailRequest,
    former: StoredGuardrail | null,
  ): Promise<GuardrailRequest> => {
    if (input.type !== 'policy_rules') return input
    const { ruleset_hash: hash, ruleset_name: chosen } = input.configuration
    const state = (await store.rulesetStates(namespaceId, [hash], now())).get(hash)
    if (state === undefined) throw unknownRuleset(hash)
    if (typeof chosen === 'string' && !(await store.everNamed(namespaceId, chosen, hash))) throw foreignName(chosen)
    if (chosen !== undefined) return input
    const ruleset_name = (await formerName(namespaceId, hash, former)) ?? state.name
    return { ...input, configuration: { ...input.configuration, ruleset_name } }
  }
  /** Returns the name that a change without a name keeps; null if it chooses another ruleset. */
  const formerName = async (namespaceId: string, hash: string, former: StoredGuardrail | null) => {
    if (former === null) return null
    const { name, type, configuration } = former
    const kind = guardrailRequest.parse({ name, type, configuration })
    return kind.type === 'policy_rules' && kind.configuration.ruleset_hash === hash
      ? (await nameOf(namespaceId, former, kind)).name
      : null
  }

  return {
    listGuardrails: async (caller, projectId, page) => {
      demandPermission(caller, 'read_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = projectId === null ? null : storedId('project', projectId)
      await demandProject(store, namespaceId, project)
      const read = store.listGuardrails.bind(null, namespaceId, project)
      return readPage('guardrails', page, read, (rows) => guardrailsOf(caller, rows))
    },

    guardrail: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findGuardrail(namespaceOf(caller), storedId('guardrail', id))
      if (row === null) throw targetNotFound('guardrail', id)
      return guardrailOf(caller, row)
    },

    addGuardrail: async (caller, projectId, input, call = null) => {
      demandPermission(caller, 'edit_guardrails')
      const namespaceId = namespaceOf(caller)
      const project = storedId('project', projectId)
      const named = await withName(namespaceId, input, null)
      const limit = limits.guardrails_per_group
      const addition = { id: newId(), ...named, at: now(), by: caller.label, limit, call }
      const result = await store.addGuardrail(namespaceId, project, addition)
      return guardrailOf(caller, addedRow('guardrail', { name: input.name, limit, projectId }, result))
    },

    changeGuardrail: async (caller, id, version, input) => {
      const versioned = changeOf('guardrail', caller, id, version, now())
      const namespaceId = namespaceOf(caller)
      const former = await store.findGuardrail(namespaceId, versioned.id)
      if (former === null) throw targetNotFound('guardrail', id)
      const change = { ...versioned, ...(await withName(namespaceId, input, former)) }
      return guardrailOf(caller, changedRow('guardrail', change, await store.changeGuardrail(namespaceId, change)))
    },

    removeGuardrail: removeTargetOf('guardrail', store.removeGuardrail, now),
  }
}

function hashOf(input: GuardrailRequest): string[] {
  return input.type === 'policy_rules' ? [input.configuration.ruleset_hash] : []
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

type ChosenName = Pick<NonNullable<Guardrail['ruleset']>, 'name' | 'name_source'>

function withRuleset(
  { createdAt, updatedAt, ...row }: StoredGuardrail,
  kind: GuardrailRequest,
  rulesetOf: (hash: string) => Guardrail['ruleset'],
): Guardrail {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  const [hash] = hashOf(kind)
  return { ...row, ...kind, ...times, ruleset: hash === undefined ? null : rulesetOf(hash) }
}

/** @param spans undefined if no revision of the name was ever put in force */
function forceState(spans: readonly ForceSpan[] | undefined, hash: string, at: Date) {
  if (spans === undefined) return {}
  const span = spanAt(spans, at)
  if (span === null) return { in_force: 'none' as const }
  return { in_force: span.hash === hash ? ('this' as const) : ('other' as const) }
}

/** @param demands null if the namespace has no demands */
function rulesetState(
  chosen: ChosenName,
  state: RulesetState | undefined,
  demands: Demands | null,
): Guardrail['ruleset'] {
  if (state === undefined) return { ...chosen, state: 'missing' }
  const { hasApproval } = state
  if (hasApproval && (demands === null || demands.satisfied)) return { ...chosen, state: 'approved' }
  const reason = hasApproval && demands !== null ? explainUncounted(demands) : null
  return { ...chosen, state: 'unapproved', ...(reason !== null && { reason }) }
}
