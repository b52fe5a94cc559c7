import { type Meter, SolverStepsExceededError, StepsExceededError } from '../engine/core/meter'
import { ANY, type Completion, type Known, type Outcomes, type Value } from '../engine/core/value'
import type { DecideTools } from '../engine/decide/decide-possible'
import { type Evidence, type Finding, NEEDS_SOLVER, type NeedsSolver, SolverEvidence } from '../engine/decide/evidence'
import { TierEvidence } from '../engine/decide/tier-evidence'
import { firstCandidate } from '../engine/search/candidates'
import { COUNTEREXAMPLE_EVALUATIONS } from '../engine/search/caps'
import { findByDraws } from '../engine/search/find-by-draws'
import { Question } from '../engine/search/question'
import { firstSample } from '../engine/search/samples'
import { SolverMemoryExceededError } from '../engine/solver/solver'
import type { Limit } from './answer'
import type { Condition, Space } from './condition'
import { type CellSearch, Cells, withinSteps } from './find-by-cells'
import { decideOneNumber } from './one-number'
import { compileWithin, questionRuleset } from './question-ruleset'

/** After so many exhausted questions of a call, the others get the share `1 / LATER_SHARE` of the solver steps. */
const MAX_EXHAUSTED = 3
const LATER_SHARE = 20

/** The meter counts budgets over all questions. */
export type AskTools = DecideTools

export type Found =
  | { readonly status: 'found'; readonly values: Completion }
  | { readonly status: 'none' }
  | { readonly status: 'undecided'; readonly limit: Limit }
  | { readonly status: NeedsSolver }

/** Completions that may be witnesses, such as those of earlier questions. Inputs that they leave out are open. */
export type Hints = Iterable<Completion>

const NO_HINTS: readonly Completion[] = []

/**
 * Tries the hints and the tiers, then the solver. Values are the same in every process and in both modes unless a budget ends a tier.
 * @param known fixed values, by input of the space; null is open
 * @throws EngineDisagreementError if the evaluator does not confirm a model
 */
export function findWitness(
  space: Space,
  condition: Condition,
  wanted: Outcomes,
  tools: AskTools,
  known: Known = space.inputs.map(() => null),
  hints: Hints = NO_HINTS,
): Found {
  const spent = spentBudget(tools.meter)
  if (spent !== null) return { status: 'undecided', limit: spent }
  try {
    return searchTiers(space, condition, wanted, tools, known, hints)
  } catch (error) {
    const limit = limitOf(error)
    if (limit === null) throw error
    return { status: 'undecided', limit }
  }
}

/** The budget of the whole call that is spent, or null. After that, no question is prepared. */
export function spentBudget({ steps, limit, solverSteps, solverLimit }: Meter): Limit | null {
  if (steps > limit) return 'evaluation_steps'
  return solverSteps > solverLimit ? 'solver_steps_total' : null
}

export function limitOf(error: unknown): Limit | null {
  if (error instanceof StepsExceededError) return 'evaluation_steps'
  if (error instanceof SolverStepsExceededError) return 'solver_steps_total'
  return error instanceof SolverMemoryExceededError ? 'solver_memory_mb' : null
}

function searchTiers(
  space: Space,
  condition: Condition,
  wanted: Outcomes,
  tools: AskTools,
  known: Known,
  hints: Hints,
): Found {
  const { solver, mode, meter } = tools
  const ruleset = questionRuleset(space, condition)
  const program = compileWithin(ruleset, meter)
  const possible = mode === 'tiers' ? program.evaluate(0, known, meter) : ANY
  if ((possible & wanted) === 0) return { status: 'none' }
  const question = new Question(program, 0, known, meter)
  const fromSolver =
    solver === null ? null : new SolverEvidence(question, solver.inquire(ruleset, 0, known, budgetOf(tools), meter))
  const witnesses = new Witnesses(question, wanted, hints, fromSolver)
  const finding = mode === 'tiers' ? witnesses.find(possible) : witnesses.bySolver()
  if (finding === NEEDS_SOLVER) return { status: NEEDS_SOLVER }
  if (finding.status === 'none') return finding
  if (finding.status === 'undecided') {
    if (finding.why !== 'steps') return { status: 'undecided', limit: finding.why }
    meter.exhaustedQuestions++
    return { status: 'undecided', limit: 'solver_steps' }
  }
  return { status: 'found', values: witnesses.canonical(finding.completion) }
}

/**
 * Questions of one call are mostly about the same arithmetic: if the solver gave up on several, it would give up on
 * most of the others, after seconds for each.
 */
function budgetOf({ budget, meter }: AskTools): AskTools['budget'] {
  if (meter.exhaustedQuestions < MAX_EXHAUSTED) return budget
  return { ...budget, solver_steps: Math.ceil(budget.solver_steps / LATER_SHARE) }
}

/** Before anything else, because most witnesses are among the first samples. */
const QUICK_EVALUATIONS = 64
const QUICK_STEPS = 10_000
/** For all hints of a question. */
const HINT_STEPS = 200_000
/** For the first sample, which makes a witness easy to read but is found late in a large condition. */
const FIRST_SAMPLE_STEPS = 200_000
/** Steps of the search by cells, before the hints and after them. */
const QUICK_CELL_STEPS = 20_000
const CELL_STEPS = 400_000

/** Each search runs at most once. The solver comes last, because a question to it can take seconds. */
class Witnesses {
  private sampled: Completion | null | undefined
  /** Whether more samples could have been tried. */
  private isCut = false
  private cells: Cells | null = null
  private hinted: Completion | null | undefined
  private one: Completion | null | 'uncertain' | undefined
  private drawn: Completion | null | undefined
  private model: Finding | NeedsSolver | undefined

  constructor(
    private readonly question: Question,
    private readonly wanted: Outcomes,
    private readonly hints: Hints,
    private readonly solver: Evidence | null,
  ) {}

  /** @param possible outcomes after tier 1 */
  find(possible: Outcomes): Finding | NeedsSolver {
    const { question, wanted } = this
    const early = firstSample(question, wanted, QUICK_EVALUATIONS, QUICK_STEPS)
    if (early !== null) {
      this.sampled = early
      return this.found(early)
    }
    const few = this.byCells(QUICK_CELL_STEPS)
    if (few?.status === 'none') return few
    const hinted = few?.status === 'found' ? few.values : this.byHints()
    if (hinted !== null) return this.found(hinted)
    const cells = few === null ? this.byCells(CELL_STEPS) : null
    if (cells?.status === 'none') return cells
    if (cells?.status === 'found') return this.found(cells.values)
    const one = this.byOneNumber()
    if (one === null) return { status: 'none' }
    if (one !== 'uncertain') return this.found(one)
    const finding = new TierEvidence(question, possible, null).find(wanted)
    if (finding !== NEEDS_SOLVER || this.solver === null) return finding
    const drawn = this.byDraws()
    return drawn === null ? this.bySolver() : this.found(drawn)
  }

  /**
   * The lexicographically first sample, the values found for one number, what draws find, or a hint.
   * Otherwise simplifies each value of the solver's model. Does not depend on how the witness was found.
   * @param found stays if the solver finds no other
   */
  canonical(found: Completion): Completion {
    const { question, wanted } = this
    const built = this.built()
    if (built !== null) return fillOpenInputs(question, built)
    const model = this.solver === null ? null : this.bySolver()
    const completion = model !== null && model !== NEEDS_SOLVER && model.status === 'found' ? model.completion : found
    return simplifyModel(question, wanted, fillOpenInputs(question, completion))
  }

  private built(): Completion | null {
    const first = this.bySamples()
    if (first !== null) return first
    const hinted = this.isCut ? this.byHints() : null
    if (hinted !== null) return hinted
    const one = this.byOneNumber()
    if (one !== null && one !== 'uncertain') return one
    return (this.solver === null ? null : this.byDraws()) ?? this.byHints()
  }

  private found(completion: Completion): Finding {
    return { status: 'found', outcome: this.question.evaluate(completion), completion }
  }

  private bySamples(): Completion | null {
    const { question, wanted } = this
    if (this.sampled !== undefined) return this.sampled
    const before = question.meter.steps
    this.sampled = firstSample(question, wanted, COUNTEREXAMPLE_EVALUATIONS, FIRST_SAMPLE_STEPS)
    this.isCut = question.meter.steps - before > FIRST_SAMPLE_STEPS
    return this.sampled
  }

  private byHints(): Completion | null {
    if (this.hinted === undefined) this.hinted = firstHint(this.question, this.wanted, this.hints)
    return this.hinted
  }

  private byOneNumber(): Completion | null | 'uncertain' {
    if (this.one === undefined) this.one = decideOneNumber(this.question, this.wanted)
    return this.one
  }

  private byDraws(): Completion | null {
    if (this.drawn === undefined) this.drawn = findByDraws(this.question, this.wanted)
    return this.drawn
  }

  /** Null if the steps do not suffice. */
  private byCells(steps: number): CellSearch | null {
    const { program, base, meter } = this.question
    this.cells ??= new Cells(program, 0)
    const { cells } = this
    return withinSteps(meter, steps, (part) => cells.search(base, this.wanted, part))
  }

  bySolver(): Finding | NeedsSolver {
    if (this.model === undefined) this.model = this.solver === null ? NEEDS_SOLVER : this.solver.find(this.wanted)
    return this.model
  }
}

function firstHint(question: Question, wanted: Outcomes, hints: Hints): Completion | null {
  const goesOn = question.allowance(HINT_STEPS)
  for (const hint of hints) {
    if (!goesOn()) return null
    const values = question.base.map((value, input) => value ?? hint[input] ?? null)
    const outcomes = question.evaluate(values)
    if ((outcomes & wanted) !== 0 && (outcomes & ~wanted) === 0) return values
  }
  return null
}

/** Open inputs change nothing. */
function fillOpenInputs({ program }: Question, completion: Completion): Completion {
  return program.ruleset.inputs.map((input, index) => completion[index] ?? firstCandidate(input))
}

function simplifyModel(question: Question, wanted: Outcomes, model: Completion): Completion {
  const values: (Value | null)[] = [...model]
  for (const input of question.unbound) {
    const modelled = values[input]!
    const simpler = question.candidates(input).find((candidate) => {
      values[input] = candidate
      return (question.evaluate(values) & wanted) !== 0
    })
    values[input] = simpler ?? modelled
  }
  return values
}
