/**
 * Pairs of completions that differ in one input alone and in their outcome: the proof that the input is relevant.
 *
 * Promises: every pair was evaluated on both sides. Finding none proves nothing.
 */
import { isDefinite } from '../evaluate/kleene'
import type { Completion, Value } from '../value'
import { PAIR_STEPS, STEERING_STEPS } from './caps'
import type { Question } from './question'
import { isSensitised } from './sensitising'

/** Completions that a walk passed, and the inputs that a step of it proved relevant. */
export interface Walk {
  readonly relevant: ReadonlySet<number>
  readonly passed: readonly Completion[]
}

/** From one completion to another with another outcome, one input at a time: some step changes the outcome. */
export function walk(question: Question, from: Completion, to: Completion): Walk {
  const values: (Value | null)[] = [...from]
  const relevant = new Set<number>()
  const passed: Completion[] = [from]
  let outcome = question.evaluate(values)
  for (const input of question.occurring) {
    if (values[input] === to[input]) continue
    values[input] = to[input] ?? null
    const next = question.evaluate(values)
    if (next === outcome) continue
    relevant.add(input)
    passed.push([...values])
    outcome = next
  }
  return { relevant, passed }
}

/** Looks for a pair that differs in `input` around completions already known, then builds one on purpose. */
export function hasPair(question: Question, input: number, around: readonly Completion[]): boolean {
  for (const completion of around) if (changes(question, [...completion], input)) return true
  return isSensitised(question, input, STEERING_STEPS)
}

/** Looks for a pair that differs in `input` among the samples. */
export function hasSamplePair(question: Question, input: number): boolean {
  const lastStep = question.meter.steps + PAIR_STEPS
  return searchPair(question, input, () => question.meter.steps <= lastStep)
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
