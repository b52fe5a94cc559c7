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
import type { Condition, Space } from '../condition'
import type { AskTools } from '../find-witness'
import { questionRuleset } from '../question-ruleset'
import type { Answers } from './coverage-result'
import type { RecentPrograms } from './recent-programs'

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

/** An assertion that is asked about dictionaries. Asked again about the same object, it answers from memory. */
export abstract class AskedAssertion {
  private readonly answers = new Map<Facts, Check | null>()

  /** @throws StepsExceeded, SolverStepsExceeded, SolverMemoryExceeded */
  answer(facts: Facts, tools: AskTools): Check | null {
    tools.meter.spend(STEPS_OF_A_LOOK_UP)
    const before = this.answers.get(facts)
    if (before !== undefined) return before
    tools.meter.spend(STEPS_OF_AN_ANSWER)
    const answer = this.decide(facts, tools)
    this.answers.set(facts, answer)
    return answer
  }

  protected abstract decide(facts: Facts, tools: AskTools): Check | null
}

/** An assertion of the ruleset, which shares the program of all of them. */
export class OriginalAssertion extends AskedAssertion {
  constructor(
    private readonly program: Program,
    private readonly assertion: number,
  ) {
    super()
  }

  protected override decide(facts: Facts, tools: AskTools): Check | null {
    return decided(this.program, this.assertion, facts, tools)
  }
}

/** One condition in place of an assertion. Nothing is made of it before it is asked. */
export class ChangedAssertion extends AskedAssertion {
  constructor(
    private readonly space: Space,
    private readonly condition: Condition,
    private readonly policy: Policy,
    private readonly programs: RecentPrograms,
  ) {
    super()
  }

  protected override decide(facts: Facts, tools: AskTools): Check | null {
    const program = this.programs.of(this, () => this.ruleset(), tools.meter)
    return decided(program, 0, facts, tools)
  }

  private ruleset(): CheckedRuleset {
    const ruleset = questionRuleset(this.space, this.condition)
    return { ...ruleset, assertions: ruleset.assertions.map((assertion) => ({ ...assertion, policy: this.policy })) }
  }
}

function decided(program: Program, assertion: number, { known, unbridged }: Facts, tools: AskTools): Check | null {
  const { reads } = program.ruleset.assertions[assertion]!
  if (unbridged.size > 0 && reads.some((input) => unbridged.has(input))) return 'UNKNOWN'
  const possible = program.evaluate(assertion, known, tools.meter)
  if (possible === TRUE) return 'TRUE'
  if (possible === FALSE) return 'FALSE'
  if (possible === NONE) return 'UNKNOWN'
  const result = decideAssertion(program, assertion, known, tools)
  return result === NEEDS_SOLVER ? null : result.check
}
