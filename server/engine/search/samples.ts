/** The search is deterministic, and witnesses are evaluated. An unsuccessful search proves nothing. */
import type { Completion, Outcomes, Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import type { Question } from './question'

/**
 * Passes on settled outcomes in lexicographic order.
 * @param accept returns the outcomes that are still sought
 */
function searchSamples(
  question: Question,
  sought: Outcomes,
  goesOn: () => boolean,
  accept: (outcome: Outcomes, completion: Completion) => Outcomes,
): void {
  const values: (Value | null)[] = [...question.base]
  const inputs = question.occurring
  let wanted = sought
  const visit = (depth: number): void => {
    if (!goesOn()) return
    const mask = question.evaluate(values)
    if ((mask & wanted) === 0) return
    if (isDefinite(mask)) {
      wanted = accept(mask, completeWithFirst(question, values, depth))
      return
    }
    const input = inputs[depth]
    if (input === undefined) throw new Error('a completed assertion has no definite outcome')
    for (const value of question.candidates(input)) {
      values[input] = value
      visit(depth + 1)
      if (wanted === 0) break
    }
    values[input] = null
  }
  if (wanted !== 0) visit(0)
}

/** The outcome is settled, so open inputs take their first candidates. */
function completeWithFirst(question: Question, values: readonly (Value | null)[], depth: number): Completion {
  const completion = [...values]
  for (const input of question.occurring.slice(depth)) completion[input] = question.candidates(input)[0]!
  return completion
}

/** Finds a witness of each outcome that is sought, as far as the steps reach. */
export function sampledWitnesses(question: Question, sought: Outcomes, steps: number): Map<Outcomes, Completion> {
  const witnesses = new Map<Outcomes, Completion>()
  let wanted = sought
  searchSamples(question, sought, question.allowance(steps), (outcome, completion) => {
    witnesses.set(outcome, completion)
    wanted &= ~outcome
    return wanted
  })
  return witnesses
}

/** Each input takes its candidate at this position, or its last. */
export function uniformCompletion(question: Question, position: number): Completion {
  const values: (Value | null)[] = [...question.base]
  for (const input of question.occurring) {
    const list = question.candidates(input)
    values[input] = list[Math.min(position, list.length - 1)]!
  }
  return values
}

/**
 * The lexicographically first; null if the evaluations do not reach one.
 * @param steps a second limit
 */
export function firstSample(
  question: Question,
  outcome: Outcomes,
  evaluations: number,
  steps = Number.POSITIVE_INFINITY,
): Completion | null {
  const { meter } = question
  const last = meter.steps + steps
  let first: Completion | null = null
  let left = evaluations
  searchSamples(
    question,
    outcome,
    () => left-- > 0 && meter.steps <= last,
    (_, completion) => {
      first = completion
      return 0
    },
  )
  return first
}
