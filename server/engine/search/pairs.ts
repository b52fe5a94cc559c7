/**
 * Pairs of completions that differ in one input alone and in their outcome: the proof that the input is relevant.
 *
 * Promises: every pair was evaluated on both sides. Finding none proves nothing.
 */
import { isDefinite } from '../evaluate/kleene'
import type { Completion, Outcomes, Value } from '../value'
import { PAIR_STEPS } from './caps'
import type { Question } from './question'

/** A completion with the outcome it was seen to have. */
export interface Seen {
  readonly completion: Completion
  readonly outcome: Outcomes
}

/** Completions that a walk came to, and the inputs that a step of it proved relevant. */
export interface Walk {
  readonly relevant: ReadonlySet<number>
  readonly passed: readonly Seen[]
}

/** From one completion towards another with another outcome, one input at a time: some step changes the outcome. */
export function walk(question: Question, from: Seen, to: Seen): Walk {
  const values: (Value | null)[] = [...from.completion]
  const relevant = new Set<number>()
  const passed: Seen[] = []
  let { outcome } = from
  for (const input of question.occurring) {
    if (values[input] === to.completion[input]) continue
    values[input] = to.completion[input] ?? null
    const next = question.evaluate(values)
    if (next === outcome) continue
    relevant.add(input)
    passed.push({ completion: [...values], outcome: next })
    outcome = next
  }
  return { relevant, passed }
}

/** Completions that a first look goes to, and candidates it tries at each. */
const AROUND = 4
const AROUND_VALUES = 8

/** Looks for a pair that differs in `input` around completions already seen. */
export function hasPairAround(question: Question, input: number, around: readonly Seen[]): boolean {
  const tried = question.candidates(input).slice(0, AROUND_VALUES)
  const goesOn = question.allowance(PAIR_STEPS)
  return around.slice(0, AROUND).some(({ completion, outcome }) => {
    const values = [...completion]
    return tried.some((value) => {
      if (!goesOn() || value === completion[input]) return false
      values[input] = value
      return question.evaluate(values) !== outcome
    })
  })
}

/** Looks for a pair that differs in `input` among the samples. */
export function hasSamplePair(question: Question, input: number): boolean {
  return searchPair(question, input, question.allowance(PAIR_STEPS))
}

/** Whether the candidates of `input` give several outcomes while all else stays. */
function changes(question: Question, values: (Value | null)[], input: number): boolean {
  let seen = 0
  for (const value of question.candidates(input)) {
    values[input] = value
    const outcome = question.evaluate(values)
    if (seen !== 0 && outcome !== seen) return true
    seen = outcome
  }
  return false
}

function searchPair(question: Question, input: number, goesOn: () => boolean): boolean {
  const values: (Value | null)[] = [...question.base]
  const others = question.occurring.filter((other) => other !== input)
  const visit = (depth: number): boolean => {
    if (!goesOn()) return false
    values[input] = null
    // Settled while the input is open: it changes nothing from here on.
    if (isDefinite(question.evaluate(values))) return false
    const other = others[depth]
    if (other === undefined) return changes(question, values, input)
    for (const value of question.candidates(other)) {
      values[other] = value
      if (visit(depth + 1)) return true
    }
    values[other] = null
    return false
  }
  return visit(0)
}
