/**
 * The answers of a ruleset, and of a ruleset with one change, to dictionaries of claims.
 *
 * Promises: the answers of POST /v1/check. Null where a solver is needed and there is none.
 */
import type { Check } from '../../engine/decide/assertion-result'
import { decideAll, decideAssertion } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import type { Program } from '../../engine/evaluate/program'
import { FALSE, type Known, NONE, TRUE } from '../../engine/value'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { compileWithin } from '../compile-within'
import type { Condition, Space } from '../condition'
import type { AskTools } from '../find-witness'
import { questionRuleset } from '../question-ruleset'
import type { Answers } from './coverage-result'

/** A bound dictionary: what a binder makes of one (engine/claims/binder.ts). */
export interface Facts {
  readonly known: Known
  /** Inputs that were submitted in a unit which nothing joins to theirs. */
  readonly unbridged: ReadonlyMap<number, { readonly from: string; readonly to: string }>
}

const NONE_UNBRIDGED: Facts['unbridged'] = new Map()

/** Locals have no value in a dictionary. */
export function factsOf({ inputs }: Pick<CheckedRuleset, 'inputs'>, values: Known): Facts {
  const known = inputs.map(({ kind }, index) => (kind === 'claim' ? (values[index] ?? null) : null))
  return { known, unbridged: NONE_UNBRIDGED }
}

/**
 * What an answer costs beside its evaluation: it is stored, or looked up later, in about the time of so many steps. So a budget
 * of steps bounds memory and time too.
 */
const STEPS_OF_AN_ANSWER = 48
const STEPS_OF_A_LOOK_UP = 16

/** What every assertion of the ruleset answers. */
export function answersOf(program: Program, { known, unbridged }: Facts, tools: AskTools): Answers | null {
  tools.meter.spend(program.ruleset.assertions.length * STEPS_OF_AN_ANSWER)
  const results = decideAll(program, known, unbridged, tools)
  if (results === NEEDS_SOLVER) return null
  return Object.fromEntries(program.ruleset.assertions.map(({ name }, index) => [name, results[index]!.check]))
}

/** One condition in place of an assertion. */
export class ChangedAssertion {
  private readonly ruleset: CheckedRuleset
  private program: Program | null = null
  private readonly answers = new Map<Facts, Check | null>()

  constructor(space: Space, condition: Condition, policy: Policy) {
    const ruleset = questionRuleset(space, condition)
    const assertions = ruleset.assertions.map((assertion) => ({ ...assertion, policy }))
    this.ruleset = { ...ruleset, assertions }
  }

  /** Asked again of the same object, it answers from memory. */
  answer(facts: Facts, tools: AskTools): Check | null {
    tools.meter.spend(STEPS_OF_A_LOOK_UP)
    const before = this.answers.get(facts)
    if (before !== undefined) return before
    tools.meter.spend(STEPS_OF_AN_ANSWER)
    const answer = this.decide(facts, tools)
    this.answers.set(facts, answer)
    return answer
  }

  private decide({ known, unbridged }: Facts, tools: AskTools): Check | null {
    const { reads } = this.ruleset.assertions[0]!
    if (unbridged.size > 0 && reads.some((input) => unbridged.has(input))) return 'UNKNOWN'
    this.program ??= compileWithin(this.ruleset, tools.meter)
    const possible = this.program.evaluate(0, known, tools.meter)
    if (possible === TRUE) return 'TRUE'
    if (possible === FALSE) return 'FALSE'
    if (possible === NONE) return 'UNKNOWN'
    const result = decideAssertion(this.program, 0, known, tools)
    return result === NEEDS_SOLVER ? null : result.check
  }
}
