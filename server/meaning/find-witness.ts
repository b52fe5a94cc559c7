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

/**
 * Tries the tiers, then the solver. Values are the same in every process and in both modes unless a budget ends a tier.
 * @param known fixed values, by input of the space; null is open
 * @throws EngineDisagreementError if the evaluator does not confirm a model
 */
export function findWitness(
  space: Space,
  condition: Condition,
  wanted: Outcomes,
  tools: AskTools,
  known: Known = space.inputs.map(() => null),
): Found {
  const spent = spentBudget(tools.meter)
  if (spent !== null) return { status: 'undecided', limit: spent }
  try {
    return searchTiers(space, condition, wanted, tools, known)
  } catch (error) {
    const limit = limitOf(error)
    if (limit === null) throw error
    return { status: 'undecided', limit }
  }
}

/** After a budget of the whole call is spent, no question is prepared. */
export function spentBudget({ steps, limit, solverSteps, solverLimit }: Meter): Limit | null {
  if (steps > limit) return 'evaluation_steps'
  return solverSteps > solverLimit ? 'solver_steps_total' : null
}

export function limitOf(error: unknown): Limit | null {
  if (error instanceof StepsExceededError) return 'evaluation_steps'
  if (error instanceof SolverStepsExceededError) return 'solver_steps_total'
  return error instanceof SolverMemoryExceededError ? 'solver_memory_mb' : null
}

function searchTiers(space: Space, condition: Condition, wanted: Outcomes, tools: AskTools, known: Known): Found {
  const { solver, mode, meter } = tools
  const ruleset = questionRuleset(space, condition)
  const program = compileWithin(ruleset, meter)
  const possible = mode === 'tiers' ? program.evaluate(0, known, meter) : ANY
  if ((possible & wanted) === 0) return { status: 'none' }
  const question = new Question(program, 0, known, meter)
  const decided = mode === 'tiers' ? decideOneNumber(question, wanted) : 'uncertain'
  if (decided === null) return { status: 'none' }
  const fromSolver =
    solver === null ? null : new SolverEvidence(question, solver.inquire(ruleset, 0, known, budgetOf(tools), meter))
  if (decided !== 'uncertain')
    return { status: 'found', values: fillOpenInputs(question, firstOf(question, wanted) ?? decided) }
  const tiers = mode === 'tiers' ? new TierEvidence(question, possible, null) : null
  const witnesses = new Witnesses(question, wanted, tiers, fromSolver)
  const finding = witnesses.find()
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

/** Each search runs at most once. The solver comes last, because a question to it can take seconds. */
class Witnesses {
  private drawn: Completion | null | undefined
  private model: Finding | undefined

  constructor(
    private readonly question: Question,
    private readonly wanted: Outcomes,
    private readonly tiers: Evidence | null,
    private readonly solver: Evidence | null,
  ) {}

  find(): Finding | NeedsSolver {
    const finding = this.tiers?.find(this.wanted) ?? NEEDS_SOLVER
    if (finding !== NEEDS_SOLVER || this.solver === null) return finding
    const completion = this.tiers === null ? null : this.byDraws()
    if (completion === null) return this.bySolver(this.solver)
    return { status: 'found', outcome: this.question.evaluate(completion), completion }
  }

  /**
   * The lexicographically first sample, the values found for one number, or what draws find.
   * Otherwise simplifies each value of the solver's model. Does not depend on how the witness was found.
   * @param found stays if the solver finds no other
   */
  canonical(found: Completion): Completion {
    const { question, wanted, solver } = this
    const one = firstOf(question, wanted) ?? decideOneNumber(question, wanted)
    const first = one === 'uncertain' ? null : one
    const built = first ?? (solver === null ? null : this.byDraws())
    if (built !== null) return fillOpenInputs(question, built)
    const model = solver === null ? null : this.bySolver(solver)
    const completion = model?.status === 'found' ? model.completion : found
    return simplifyModel(question, wanted, fillOpenInputs(question, completion))
  }

  private byDraws(): Completion | null {
    if (this.drawn === undefined) this.drawn = findByDraws(this.question, this.wanted)
    return this.drawn
  }

  private bySolver(solver: Evidence): Finding {
    if (this.model !== undefined) return this.model
    const finding = solver.find(this.wanted)
    if (finding === NEEDS_SOLVER) throw new Error('the solver cannot need itself')
    this.model = finding
    return finding
  }
}

function firstOf(question: Question, wanted: Outcomes): Completion | null {
  return firstSample(question, wanted, COUNTEREXAMPLE_EVALUATIONS)
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
