/**
 * Why an answer was not proved, in words for the reader of the result.
 *
 * Promises: names the inputs that matter and no value of any; says neither which tier found it nor how. The same verdict
 * and dependence always give the same words.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { SolverBudget } from '../solver/solver'
import type { Dependence } from './evidence'
import type { Unproved } from './verdict'

const ZERO_DIVISION = 'something is divided by zero'

/** @param answeredBy the policy that gave the answer, or null where none did */
export function reason(
  verdict: Unproved,
  { relevant, unsettled }: Dependence,
  ruleset: CheckedRuleset,
  answeredBy: Policy | null,
  budget: SolverBudget,
): string {
  if (verdict.kind === 'never')
    return `Not proved: with these claims the assertion has no value, because ${ZERO_DIVISION}.`
  const parts = [lead(verdict, answeredBy, budget), depends(names(ruleset, relevant), names(ruleset, unsettled))]
  if (verdict.kind === 'open' && (verdict.isTrue === null || verdict.isFalse === null))
    parts.push(`. It is ${verdict.isFalse === null ? 'true' : 'false'} or has no value, because ${ZERO_DIVISION}`)
  return `${parts.join('')}.`
}

function lead(verdict: Exclude<Unproved, { kind: 'never' }>, answeredBy: Policy | null, budget: SolverBudget): string {
  const certainty = verdict.kind === 'undecided' ? undecided(verdict.why, budget) : 'not proved'
  const opening = answeredBy === null ? certainty : `answered by the ${answeredBy} policy, ${certainty}`
  return `${opening.charAt(0).toUpperCase()}${opening.slice(1)}: `
}

function undecided(why: Extract<Unproved, { kind: 'undecided' }>['why'], budget: SolverBudget): string {
  if (why === 'irrational') return 'not decided, because only irrational numbers would settle it'
  return `not decided within ${budget.solver_steps} solver steps`
}

function depends(relevant: readonly string[], unsettled: readonly string[]): string {
  const certain = `depends on ${list(relevant)}, which ${areNot(relevant)} known`
  const possible = `may depend on ${list(unsettled)}, which ${areNot(unsettled)} known`
  if (unsettled.length === 0) return `the answer ${certain}`
  if (relevant.length === 0) return `the answer ${possible}`
  return `the answer ${certain}, and ${possible} either`
}

function areNot(names: readonly string[]): string {
  return names.length === 1 ? 'is not' : 'are not'
}

function names(ruleset: CheckedRuleset, inputs: readonly number[]): readonly string[] {
  return inputs.map((input) => {
    const { kind, name } = ruleset.inputs[input]!
    return kind === 'local' ? `the local ${name}` : name
  })
}

function list(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
