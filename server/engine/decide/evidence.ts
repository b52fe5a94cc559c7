/**
 * What is certain about the completions of one assertion.
 *
 * Promises: `found` is a rational completion that the evaluator confirmed; `none` is proved; anything else is
 * `undecided`. Two sources give evidence: the solver alone, and the tiers in turn (tier-evidence.ts). Verdict, policy,
 * relevance and reason read nothing else, so the same evidence gives the same bytes.
 */

import { isDefinite } from '../evaluate/kleene'
import type { Question } from '../search/question'
import type { Inquiry } from '../solver/solver'
import { type Completion, FALSE, type Outcomes } from '../value'

export type Undecided = { readonly status: 'undecided'; readonly why: 'steps' | 'incomplete' | 'irrational' }

export type Finding =
  | { readonly status: 'found'; readonly outcome: Outcomes; readonly completion: Completion }
  | { readonly status: 'none' }
  | Undecided

/** Whether an input is relevant (public/docs/language.md, "What an answer means"): proved, excluded, or neither. */
export type Relevance = 'relevant' | 'irrelevant' | 'unsettled'

/** The answer of a source that needs a solver and has none. */
export const NEEDS_SOLVER = 'needs solver'
export type NeedsSolver = typeof NEEDS_SOLVER

export interface Evidence {
  /** Whether some completion has one of these outcomes. */
  find(wanted: Outcomes): Finding | NeedsSolver
  relevance(input: number): Relevance | NeedsSolver
  /** A false completion as the solver gives it to a fresh question, for the counterexample's last resort. */
  falseModel(): Finding | NeedsSolver
}

/**
 * Which unbound inputs an answer depends on.
 *
 * In the order of declaration. An input proved to matter is listed apart from one that could not be excluded.
 */
export interface Dependence {
  readonly relevant: readonly number[]
  readonly unsettled: readonly number[]
}

export const INDEPENDENT: Dependence = { relevant: [], unsettled: [] }

/** @param unbound the unbound inputs that the assertion names */
export function dependence(evidence: Evidence, unbound: readonly number[]): Dependence | NeedsSolver {
  const relevant: number[] = []
  const unsettled: number[] = []
  for (const input of unbound) {
    const relevance = evidence.relevance(input)
    if (relevance === NEEDS_SOLVER) return NEEDS_SOLVER
    if (relevance === 'relevant') relevant.push(input)
    else if (relevance === 'unsettled') unsettled.push(input)
  }
  return { relevant, unsettled }
}

/** Thrown when solver and evaluator contradict each other; becomes ENGINE_ERROR, and no answer is offered. */
export class EngineDisagreement extends Error {
  constructor(assertion: string, what: string) {
    super(`solver and evaluator disagree on the assertion ${assertion}: ${what}`)
  }
}

/**
 * Evidence from the solver alone: every question is put to it, every model is replayed.
 *
 * A completion or a pair that the evaluator does not confirm throws EngineDisagreement and is never shown.
 */
export class SolverEvidence implements Evidence {
  constructor(
    private readonly question: Question,
    private readonly inquiry: Inquiry,
  ) {}

  find(wanted: Outcomes): Finding {
    const search = this.inquiry.find(wanted)
    if (search.status !== 'found') return search
    const completion = this.merged(search.completion)
    const outcome = this.question.evaluate(completion)
    if (!isDefinite(outcome) || (outcome & wanted) === 0) throw this.disagreement('a model is not confirmed')
    return { status: 'found', outcome, completion }
  }

  falseModel(): Finding {
    return this.find(FALSE)
  }

  relevance(input: number): Relevance {
    const pair = this.inquiry.findPair(input)
    if (pair.status === 'undecided') return 'unsettled'
    if (pair.status === 'none') return 'irrelevant'
    const first = this.merged(pair.first)
    const second = first.map((value, i) => (i === input ? (pair.second[i] ?? null) : value))
    const before = this.question.evaluate(first)
    const after = this.question.evaluate(second)
    if (!isDefinite(before) || !isDefinite(after) || before === after)
      throw this.disagreement('a pair is not confirmed')
    return 'relevant'
  }

  /** Known values stand whatever a model says. */
  private merged(completion: Completion): Completion {
    return this.question.known.map((value, input) => value ?? completion[input] ?? null)
  }

  private disagreement(what: string): EngineDisagreement {
    const { program, assertion } = this.question
    return new EngineDisagreement(program.ruleset.assertions[assertion]!.name, what)
  }
}
