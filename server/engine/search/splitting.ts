/**
 * Proofs by cases over the finite unbound inputs, with the numbers left open.
 *
 * Promises: exact where it answers. It goes on splitting only where the open part still decides something, and gives up
 * with its allowance of steps.
 */
import { isDefinite } from '../evaluate/kleene'
import type { Outcomes, Value } from '../value'
import { isFiniteInput } from './candidates'
import { SPLIT_STEPS } from './caps'
import type { Question } from './question'

/** The outcomes that remain possible when every case is looked at by itself; at most those in `possible`. */
export function possibleByCases(question: Question, possible: Outcomes): Outcomes {
  const goesOn = question.allowance(SPLIT_STEPS)
  const values: (Value | null)[] = [...question.base]
  const visit = (): Outcomes => {
    const mask = question.evaluate(values)
    if (isDefinite(mask)) return mask
    const input = splitter(question, question.occurringIn(values), null)
    if (input === null || !goesOn()) return mask
    let union = 0
    for (const value of question.candidates(input)) {
      values[input] = value
      union |= visit()
      if (union === possible) break
    }
    values[input] = null
    return union
  }
  return visit() & possible
}

/** Whether an input no longer occurs in any case: then it changes nothing. */
export function isExcludedByCases(question: Question, excluded: number): boolean {
  const goesOn = question.allowance(SPLIT_STEPS)
  const values: (Value | null)[] = [...question.base]
  const visit = (): boolean => {
    if (!goesOn()) return false
    const occurring = question.occurringIn(values)
    if (!occurring.includes(excluded)) return true
    const input = splitter(question, occurring, excluded)
    if (input === null) return false
    const everywhere = question.candidates(input).every((value) => {
      values[input] = value
      return visit()
    })
    values[input] = null
    return everywhere
  }
  return visit()
}

/** The finite input that the expression comes to first: what stands at the front decides most. */
function splitter(question: Question, occurring: readonly number[], except: number | null): number | null {
  return occurring.find((input) => input !== except && isFiniteInput(question.input(input))) ?? null
}
