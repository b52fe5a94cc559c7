/**
 * The assignment that is shown with a FALSE (language.md, "Meaning").
 *
 * Promises: under these values the evaluator gives false. Known values stay; the others are the lexicographically first
 * that falsify, over the candidate lists, in the order of declaration. Where the search does not reach one, the solver's
 * model is taken, each of its values replaced by the first candidate that keeps the assertion false. Nothing here asks
 * how the answer was found, so the choice is the same in every mode.
 */

import { COUNTEREXAMPLE_EVALUATIONS } from '../search/caps'
import type { Question } from '../search/question'
import { firstSample } from '../search/samples'
import { type Completion, FALSE, type Value } from '../value'
import { type Evidence, NEEDS_SOLVER, type NeedsSolver } from './evidence'

/** For an assertion whose outcome is the same in every completion: each unbound input takes its first candidate. */
export function anyCompletion(question: Question): Completion {
  return question.unbound.length === 0 ? question.known : filled(question, question.known)
}

/** @param found a false completion that the evidence holds, where the solver has none to give */
export function firstFalsifying(question: Question, evidence: Evidence, found: Completion): Completion | NeedsSolver {
  const first = firstSample(question, FALSE, COUNTEREXAMPLE_EVALUATIONS)
  if (first !== null) return filled(question, first)
  const model = evidence.falseModel()
  if (model === NEEDS_SOLVER) return NEEDS_SOLVER
  return reduced(question, filled(question, model.status === 'found' ? model.completion : found))
}

/** An unbound input that is left open changes nothing; it takes its first candidate. */
function filled(question: Question, completion: Completion): Completion {
  const values = [...completion]
  for (const input of question.unbound) values[input] ??= question.candidates(input)[0]!
  return values
}

function reduced(question: Question, model: Completion): Completion {
  const values: (Value | null)[] = [...model]
  for (const input of question.unbound) {
    const kept = values[input] ?? null
    const simpler = question.candidates(input).find((candidate) => {
      values[input] = candidate
      return question.evaluate(values) === FALSE
    })
    values[input] = simpler ?? kept
  }
  return values
}
