/**
 * Draws values with a fixed generator, so the search is deterministic. First it draws only candidates,
 * then lets one input take boundaries that the others give. An unsuccessful search proves nothing.
 */

import type { Completion, Outcomes } from '../core/value'
import { Assignment } from './assignment'
import { DRAW_STEPS } from './caps'
import type { Question } from './question'

/** A whole number from 0 below `count`. */
export type Draw = (count: number) => number

/** @returns a witness that the evaluator confirmed; null if the steps do not reach one */
export function findByDraws(question: Question, wanted: Outcomes): Completion | null {
  if (question.root.deep || question.occurring.length === 0) return null
  const draw = fixedDraws()
  const ways = [drawCandidates, drawBoundaries]
  for (const way of ways) {
    const goesOn = question.allowance(DRAW_STEPS)
    while (goesOn()) {
      const completion = way(question, wanted, draw)
      if (completion !== null) return completion
    }
  }
  return null
}

/** A candidate for each input. */
function drawCandidates(question: Question, wanted: Outcomes, draw: Draw): Completion | null {
  const values = [...question.base]
  for (const input of question.occurring) {
    const candidates = question.candidates(input)
    values[input] = candidates[draw(candidates.length)]!
  }
  return (question.evaluate(values) & wanted) === 0 ? null : values
}

/** A candidate for each input but one, and for that one a value at a boundary that the others give. */
function drawBoundaries(question: Question, wanted: Outcomes, draw: Draw): Completion | null {
  const { occurring } = question
  const last = occurring[draw(occurring.length)]!
  const assignment = new Assignment(question, null)
  for (const input of occurring) {
    const candidates = question.candidates(input)
    if (input !== last) assignment.assign(input, candidates[draw(candidates.length)]!)
  }
  if ((assignment.outcomes(question.root) & wanted) === 0) return null
  for (const value of assignment.turning(question.root, last)) {
    const { mark } = assignment
    assignment.assign(last, value)
    if ((assignment.outcomes(question.root) & wanted) !== 0) return assignment.completed()
    assignment.undo(mark)
  }
  return null
}

/** A linear congruential generator; its high bits are used. */
export function fixedDraws(): Draw {
  let state = 1
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}
