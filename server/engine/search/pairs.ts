/**
 * Completions that differ only in one input and in their evaluated outcomes prove it relevant. An unsuccessful search
 * proves nothing.
 */

import type { InputForm } from '../../language/semantics/checked-input'
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
    const before = values[input]!
    values[input] = to.completion[input] ?? null
    const next = question.evaluate(values)
    if (next === outcome) continue
    relevant.add(input)
    passed.push(
      { completion: values.map((value, i) => (i === input ? before : value)), outcome },
      { completion: [...values], outcome: next },
    )
    outcome = next
  }
  return { relevant, passed }
}

/**
 * Fills all lists and adds every optional record, because only then their fields matter.
 * @returns null if this changes nothing, or gives no certain outcome
 */
export function withAllParts(question: Question, { completion }: Seen): Seen | null {
  const values = [...completion]
  for (const input of question.occurring) {
    values[input] = presentValue(question.input(input).form) ?? values[input]!
  }
  if (values.every((value, input) => value === completion[input])) return null
  const outcome = question.evaluate(values)
  return isDefinite(outcome) ? { completion: values, outcome } : null
}

/** Completions that are tried first, and candidates at each. */
const MAX_COMPLETIONS_AROUND = 8
const MAX_VALUES_AROUND = 8
const MAX_VALUES_INSIDE = 2

/** @returns the first completion whose outcome changes with the input, or null */
export function findPairAround(question: Question, input: number, around: readonly Seen[]): Seen | null {
  const tried = question.tellingCandidates(input).slice(0, MAX_VALUES_AROUND)
  const goesOn = question.allowance(PAIR_STEPS)
  const changes = ({ completion, outcome }: Seen): boolean => {
    const values = [...completion]
    return tried.some((value) => {
      if (!goesOn() || value === completion[input]) return false
      values[input] = value
      return question.evaluate(values) !== outcome
    })
  }
  return around.slice(0, MAX_COMPLETIONS_AROUND).find(changes) ?? findPairInside(question, input, around)
}

/**
 * A list or an optional record matters if the outcome with one value inside it changes when the list or record is
 * absent.
 */
function findPairInside(question: Question, input: number, around: readonly Seen[]): Seen | null {
  const { form } = question.input(input)
  const absent = form?.kind === 'count' ? '0' : form?.kind === 'given' ? false : null
  const present = presentValue(form)
  if (absent === null || present === null) return null
  const goesOn = question.allowance(PAIR_STEPS)
  const inside = question.occurring.filter((other) =>
    question.input(other).within?.some((enclosure) => enclosure.input === input),
  )
  for (const { completion } of around.slice(0, MAX_COMPLETIONS_AROUND))
    for (const other of inside)
      for (const value of question.tellingCandidates(other).slice(0, MAX_VALUES_INSIDE)) {
        if (!goesOn()) return null
        const values = [...completion]
        values[other] = value
        values[input] = absent
        const without = question.evaluate(values)
        values[input] = present
        const outcome = question.evaluate(values)
        if (isDefinite(outcome) && isDefinite(without) && outcome !== without) return { completion: values, outcome }
      }
  return null
}

/** The value that stands for a full list, or for an optional record that is present. */
function presentValue(form: InputForm | undefined): Value | null {
  if (form?.kind === 'count') return String(form.upTo)
  return form?.kind === 'given' ? true : null
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
