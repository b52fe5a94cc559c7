import { FALSE, type Known, type Outcomes, TRUE } from '../../engine/core/value'
import type { Check } from '../../engine/decide/assertion-result'
import { decideCheck } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { Condition, Space } from '../condition'
import { Cells, withinSteps } from '../find-by-cells'
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
/** About the cost of a question to the solver. */
const CELL_STEPS = 100_000

/** Exactly the answers of a check. Null if a needed solver is missing. */
export function answersOf(program: Program, facts: Facts, tools: AskTools): Answers | null {
  const { assertions } = program.ruleset
  tools.meter.spend(assertions.length * STEPS_PER_ANSWER)
  const answers: [string, Check][] = []
  for (const [index, { name }] of assertions.entries()) {
    const check = isUnbridged(program, index, facts) ? 'UNKNOWN' : decideCheck(program, index, facts.known, tools)
    if (check === NEEDS_SOLVER) return null
    answers.push([name, check])
  }
  return Object.fromEntries(answers)
}

/** Whether a conversion between units is missing, so that the assertion has no answer. */
function isUnbridged(program: Program, assertion: number, { unbridged }: Facts): boolean {
  if (program.unbridged[assertion] === 1) return true
  return unbridged.size > 0 && program.ruleset.assertions[assertion]!.reads.some((input) => unbridged.has(input))
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

/** The cells of programs in memory, by assertion. */
const cellsOf = new WeakMap<Program, Map<number, Cells>>()

/** Answers a check, by cells if they decide. */
function checkOf(program: Program, assertion: number, facts: Facts, tools: AskTools): Check | null {
  if (isUnbridged(program, assertion, facts)) return 'UNKNOWN'
  const { known } = facts
  const { policy } = program.ruleset.assertions[assertion]!
  const possible = program.evaluate(assertion, known, tools.meter)
  if (isDefinite(possible)) return checkFor(possible, policy)
  const byAssertion = cellsOf.get(program) ?? new Map<number, Cells>()
  cellsOf.set(program, byAssertion)
  const cells = byAssertion.get(assertion) ?? new Cells(program, assertion)
  byAssertion.set(assertion, cells)
  const outcomes = withinSteps(tools.meter, CELL_STEPS, (part) => cells.outcomes(known, part))
  if (outcomes !== null) return checkFor(outcomes, policy)
  const check = decideCheck(program, assertion, known, tools)
  return check === NEEDS_SOLVER ? null : check
}

/** @param outcomes those that some completion has */
function checkFor(outcomes: Outcomes, policy: Policy): Check {
  if (outcomes === TRUE || (policy === 'optimistic' && (outcomes & TRUE) !== 0)) return 'TRUE'
  if (outcomes === FALSE || (policy === 'pessimistic' && (outcomes & FALSE) !== 0)) return 'FALSE'
  return 'UNKNOWN'
}
