/** Proofs by cases over finite inputs, with numbers left open. Exact if the steps suffice. */

import type { Outcomes, Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { isFiniteInput } from './candidates'
import { SPLIT_STEPS } from './caps'
import type { Question } from './question'

/** Narrows `possible` to the outcomes of the cases. */
export function possibleByCases(question: Question, possible: Outcomes): Outcomes {
  const goesOn = question.allowance(SPLIT_STEPS)
  const values: (Value | null)[] = [...question.base]
  const visit = (): Outcomes => {
    const mask = question.evaluate(values)
    if (isDefinite(mask)) return mask
    const input = findSplitInput(question, question.occurringIn(values), null)
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

/** Whether the input occurs in no case, so that it changes nothing. */
export function isExcludedByCases(question: Question, excluded: number): boolean {
  const goesOn = question.allowance(SPLIT_STEPS)
  const values: (Value | null)[] = [...question.base]
  const visit = (): boolean => {
    if (!goesOn()) return false
    const occurring = question.occurringIn(values)
    if (!occurring.includes(excluded)) return true
    const input = findSplitInput(question, occurring, excluded)
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

/** The first input usually decides most. */
function findSplitInput(question: Question, occurring: readonly number[], except: number | null): number | null {
  return occurring.find((input) => input !== except && isFiniteInput(question.input(input))) ?? null
}
