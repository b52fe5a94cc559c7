import { Refusal } from '../../../api/refusal'
import type { Budgets } from '../../../config/budgets'
import type {
  AddResult,
  ChangeResult,
  NotFound,
  RemoveResult,
  VersionedChange,
} from '../../../database/guardrails/versioned-rows'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'

export interface Versioned {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export type TargetKind = 'project' | 'guardrail' | 'application' | 'tool guard'

const BUDGETS = {
  project: 'projects_per_group',
  guardrail: 'guardrails_per_group',
  application: 'applications_per_group',
  'tool guard': 'guardrails_per_group',
} as const

export type GroupLimits = Pick<Budgets, (typeof BUDGETS)[TargetKind]>

const SCOPES_OF_NAMES: Readonly<Record<TargetKind, string>> = {
  project: 'this group',
  guardrail: 'this project',
  application: 'this project',
  'tool guard': 'this group',
}

const IN_USE: Readonly<Record<TargetKind, string>> = {
  project: 'The project still has guardrails or applications. Remove those first.',
  guardrail: 'An application uses the guardrail. Remove it from the graph of that application first.',
  application: 'The application is in use.',
  'tool guard': 'The tool guard is in use.',
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** @param kind also `review` and `waiting call`, because those are found by id in the same way */
export function targetNotFound(kind: TargetKind | 'review' | 'waiting call', id: string): Refusal {
  const named = UUID.test(id) ? id.toLowerCase() : 'that id'
  return new Refusal('BAD_REQUEST', `This group has no ${kind} ${named}.`, {}, { status: 404 })
}

/** @throws Refusal 404 for an invalid id */
export function storedId(kind: TargetKind | 'review' | 'waiting call', id: string): string {
  if (!UUID.test(id)) throw targetNotFound(kind, id)
  return id.toLowerCase()
}

/** @throws Refusal 404 for an invalid id; CREDENTIAL_SCOPE if the caller may not edit */
export function changeOf(kind: TargetKind, caller: Caller, id: string, version: number, at: Date): VersionedChange {
  demandPermission(caller, kind === 'tool guard' ? 'edit_guards' : 'edit_guardrails')
  return { id: storedId(kind, id), version: storedVersion(version), at, by: caller.label }
}

/** Maps an invalid version, or one beyond the column's range, to 0, which no row has. */
function storedVersion(version: number): number {
  return Number.isInteger(version) && version > 0 && version < 2_147_483_647 ? version : 0
}

/** @throws Refusal 404 for an unknown project, 409, BUDGET_EXCEEDED */
export function addedRow<Row>(
  kind: TargetKind,
  { name, limit, projectId }: { readonly name: string; readonly limit: number; readonly projectId: string },
  result: AddResult<Row> | NotFound,
): Row {
  switch (result.kind) {
    case 'saved':
      return result.row
    case 'not_found':
      throw targetNotFound('project', projectId)
    case 'group_full':
      throw groupFull(kind, limit, result.actual)
    case 'name_taken':
      throw nameTaken(kind, name)
  }
}

/** @throws Refusal 404, 409, 412 */
export function changedRow<Row>(
  kind: TargetKind,
  { id, name }: { readonly id: string; readonly name: string },
  result: ChangeResult<Row>,
): Row {
  switch (result.kind) {
    case 'saved':
      return result.row
    case 'not_found':
      throw targetNotFound(kind, id)
    case 'name_taken':
      throw nameTaken(kind, name)
    case 'version_moved':
      throw versionMoved(kind, result.version)
  }
}

/** Returns the function that removes a target of this kind. */
export function removeTargetOf(
  kind: TargetKind,
  remove: (namespaceId: string, removal: VersionedChange) => Promise<RemoveResult>,
  now: () => Date,
): (caller: Caller, id: string, version: number) => Promise<void> {
  return async (caller, id, version) => {
    const change = changeOf(kind, caller, id, version, now())
    const result = await remove(namespaceOf(caller), change)
    if (result.kind === 'not_found') throw targetNotFound(kind, id)
    if (result.kind === 'in_use') throw new Refusal('BAD_REQUEST', IN_USE[kind], {}, { status: 409 })
    if (result.kind === 'version_moved') throw versionMoved(kind, result.version)
  }
}

/** Whether the ruleset is unknown or does not compile. */
export function isRulesetRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && ['RULESET_NOT_FOUND', 'COMPILE_FAILED'].includes(error.code)
}

/**
 * Refuses a ruleset that is unknown or does not compile.
 * @param what needs it
 * @throws everything else unchanged
 */
export function refuseRuleset(what: string, error: unknown): never {
  if (!isRulesetRefusal(error)) throw error
  const failures = [
    { field: 'ruleset_hash', expected: 'the hash of a ruleset that this group holds', received: error.message },
  ]
  throw new Refusal('BAD_REQUEST', `The ${what} needs another ruleset. ${error.message}`, {
    failures,
    failure_count: 1,
  })
}

function nameTaken(kind: TargetKind, name: string): Refusal {
  if (kind === 'tool guard') return guardTaken(name)
  const failures = [
    {
      field: 'name',
      expected: `a name that no other ${kind} of ${SCOPES_OF_NAMES[kind]} has`,
      received: `the string ${JSON.stringify(name)}`,
    },
  ]
  const message = `Another ${kind} of ${SCOPES_OF_NAMES[kind]} already has this name.`
  return new Refusal('BAD_REQUEST', message, { failures, failure_count: 1 }, { status: 409 })
}

function guardTaken(name: string): Refusal {
  const failures = [
    {
      field: 'name',
      expected: 'a name that no other tool guard of this group has, for a tool that no other one guards',
      received: `the string ${JSON.stringify(name)}`,
    },
  ]
  const message = 'Another tool guard of this group already has this name, or guards this tool of this server.'
  return new Refusal('BAD_REQUEST', message, { failures, failure_count: 1 }, { status: 409 })
}

/** @param actual the count including the new one */
function groupFull(kind: TargetKind, limit: number, actual: number): Refusal {
  const budget = BUDGETS[kind]
  return new Refusal(
    'BUDGET_EXCEEDED',
    `A group has at most ${limit} ${kind}s. Remove one that is not used, or ask the operator to raise the budget ${budget}.`,
    { budget, limit, actual },
  )
}

function versionMoved(kind: TargetKind, version: number): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `The ${kind} has changed in the meantime: its version is now ${version}. Read it again and repeat the change.`,
    {},
    { status: 412 },
  )
}
