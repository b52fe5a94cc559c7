/**
 * `found` is confirmed by the evaluator, `none` is proved. Answers depend only on evidence, so equal evidence gives
 * equal bytes.
 */

import { type Completion, FALSE, type Outcomes } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import type { Seen } from '../search/pairs'
import type { Question } from '../search/question'
import type { Inquiry } from '../solver/solver'

export type Undecided = { readonly status: 'undecided'; readonly why: 'steps' | 'incomplete' | 'irrational' }

export type Finding =
  | { readonly status: 'found'; readonly outcome: Outcomes; readonly completion: Completion }
  | { readonly status: 'none' }
  | Undecided

/** Proved, excluded, or neither (public/docs/language.md, "What an answer means"). */
export type Relevance = 'relevant' | 'irrelevant' | 'unsettled'

export const NEEDS_SOLVER = 'needs solver'
export type NeedsSolver = typeof NEEDS_SOLVER

export interface Evidence {
  find(wanted: Outcomes): Finding | NeedsSolver
  relevance(input: number): Relevance | NeedsSolver
  /** The last resort for a counterexample. */
  falseModel(): Finding | NeedsSolver
}

/** Proved and unsettled inputs, in the order of declaration. */
export interface Dependence {
  readonly relevant: readonly number[]
  readonly unsettled: readonly number[]
}

export const INDEPENDENT: Dependence = { relevant: [], unsettled: [] }

export function findDependence(evidence: Evidence, unbound: readonly number[]): Dependence | NeedsSolver {
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

/** Solver and evaluator contradict each other; becomes ENGINE_ERROR. */
export class EngineDisagreementError extends Error {
  constructor(assertion: string, what: string) {
    super(`solver and evaluator disagree on the assertion ${assertion}: ${what}`)
  }
}

/**
 * Asks the solver everything and replays its models.
 * @throws EngineDisagreementError
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
    const pair = this.findPair(input)
    return typeof pair === 'string' ? pair : 'relevant'
  }

  /** @returns a completion whose outcome changes with the input, if it is relevant */
  findPair(input: number): Seen | Exclude<Relevance, 'relevant'> {
    const pair = this.inquiry.findPair(input)
    if (pair.status === 'undecided') return 'unsettled'
    if (pair.status === 'none') return 'irrelevant'
    const first = this.merged(pair.first)
    const second = first.map((value, i) => (i === input ? (pair.second[i] ?? null) : value))
    const before = this.question.evaluate(first)
    const after = this.question.evaluate(second)
    if (!isDefinite(before) || !isDefinite(after) || before === after)
      throw this.disagreement('a pair is not confirmed')
    return { completion: first, outcome: before }
  }

  private merged(completion: Completion): Completion {
    return this.question.known.map((value, input) => value ?? completion[input] ?? null)
  }

  private disagreement(what: string): EngineDisagreementError {
    const { program, assertion } = this.question
    return new EngineDisagreementError(program.ruleset.assertions[assertion]!.name, what)
  }
}
