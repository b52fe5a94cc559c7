import { FALSE, type Known, NONE, TRUE } from '../../engine/core/value'
import type { Check } from '../../engine/decide/assertion-result'
import { decideAll, decideCheck } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import type { Program } from '../../engine/evaluate/program'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { Condition, Space } from '../condition'
import type { AskTools } from '../find-witness'
import { questionRuleset } from '../question-ruleset'
import type { Answers } from './coverage-result'
import type { RecentPrograms } from './recent-programs'

/** A bound dictionary (engine/claims/binder.ts). */
export interface Facts {
  readonly known: Known
  /** Inputs whose submitted unit does not convert to theirs. */
  readonly unbridged: ReadonlyMap<number, { readonly from: string; readonly to: string }>
}

const NONE_UNBRIDGED: Facts['unbridged'] = new Map()

/** Locals have no value in a dictionary. */
export function factsOf({ inputs }: Pick<CheckedRuleset, 'inputs'>, values: Known): Facts {
  const known = inputs.map(({ kind }, index) => (kind === 'claim' ? (values[index] ?? null) : null))
  return { known, unbridged: NONE_UNBRIDGED }
}

/** The cost of storing an answer, so that a budget of steps also bounds memory. */
const STEPS_PER_ANSWER = 48
const STEPS_PER_LOOK_UP = 16

/** Null if a needed solver is missing. */
export function answersOf(program: Program, { known, unbridged }: Facts, tools: AskTools): Answers | null {
  tools.meter.spend(program.ruleset.assertions.length * STEPS_PER_ANSWER)
  const results = decideAll(program, known, unbridged, tools)
  if (results === NEEDS_SOLVER) return null
  return Object.fromEntries(program.ruleset.assertions.map(({ name }, index) => [name, results[index]!.check]))
}

/** Remembers its answers. */
export abstract class AskedAssertion {
  private readonly answers = new Map<Facts, Check | null>()

  /** @throws StepsExceededError, SolverStepsExceededError, SolverMemoryExceededError */
  answer(facts: Facts, tools: AskTools): Check | null {
    tools.meter.spend(STEPS_PER_LOOK_UP)
    const before = this.answers.get(facts)
    if (before !== undefined) return before
    tools.meter.spend(STEPS_PER_ANSWER)
    const answer = this.decide(facts, tools)
    this.answers.set(facts, answer)
    return answer
  }

  protected abstract decide(facts: Facts, tools: AskTools): Check | null
}

export class OriginalAssertion extends AskedAssertion {
  constructor(
    private readonly program: Program,
    private readonly assertion: number,
  ) {
    super()
  }

  protected override decide(facts: Facts, tools: AskTools): Check | null {
    return checkOf(this.program, this.assertion, facts, tools)
  }
}

/** Compiled when it is first asked. */
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
    return checkOf(program, 0, facts, tools)
  }

  private ruleset(): CheckedRuleset {
    const ruleset = questionRuleset(this.space, this.condition)
    return { ...ruleset, assertions: ruleset.assertions.map((assertion) => ({ ...assertion, policy: this.policy })) }
  }
}

function checkOf(program: Program, assertion: number, { known, unbridged }: Facts, tools: AskTools): Check | null {
  const { reads } = program.ruleset.assertions[assertion]!
  if (unbridged.size > 0 && reads.some((input) => unbridged.has(input))) return 'UNKNOWN'
  const possible = program.evaluate(assertion, known, tools.meter)
  if (possible === TRUE) return 'TRUE'
  if (possible === FALSE) return 'FALSE'
  if (possible === NONE) return 'UNKNOWN'
  const check = decideCheck(program, assertion, known, tools)
  return check === NEEDS_SOLVER ? null : check
}
