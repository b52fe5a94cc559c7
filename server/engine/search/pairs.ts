/**
 * Completions that differ only in one input and in their evaluated outcomes prove it relevant. An unsuccessful search
 * proves nothing.
 */

import type { Completion, Outcomes, Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { PAIR_STEPS } from './caps'
import type { Question } from './question'

export interface Seen {
  readonly completion: Completion
  readonly outcome: Outcomes
}

/** Completions along a walk, and inputs that it proved relevant. */
export interface Walk {
  readonly relevant: ReadonlySet<number>
  readonly passed: readonly Seen[]
}

/** Changes one input at a time; some step changes the outcome. */
export function walkBetween(question: Question, from: Seen, to: Seen): Walk {
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

/** Completions that are tried first, and candidates at each. */
const MAX_COMPLETIONS_AROUND = 4
const MAX_VALUES_AROUND = 8

export function hasPairAround(question: Question, input: number, around: readonly Seen[]): boolean {
  const tried = question.candidates(input).slice(0, MAX_VALUES_AROUND)
  const goesOn = question.allowance(PAIR_STEPS)
  return around.slice(0, MAX_COMPLETIONS_AROUND).some(({ completion, outcome }) => {
    const values = [...completion]
    return tried.some((value) => {
      if (!goesOn() || value === completion[input]) return false
      values[input] = value
      return question.evaluate(values) !== outcome
    })
  })
}

export function hasSamplePair(question: Question, input: number): boolean {
  return searchPair(question, input, question.allowance(PAIR_STEPS))
}

/** Whether the outcome changes while all else stays. */
function changesOutcome(question: Question, values: (Value | null)[], input: number): boolean {
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
    // Settled with the input open, so it changes nothing from here on.
    if (isDefinite(question.evaluate(values))) return false
    const other = others[depth]
    if (other === undefined) return changesOutcome(question, values, input)
    for (const value of question.candidates(other)) {
      values[other] = value
      if (visit(depth + 1)) return true
    }
    values[other] = null
    return false
  }
  return visit(0)
}
