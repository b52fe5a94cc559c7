/**
 * A true and a false completion, built without much searching.
 *
 * Promises: deterministic; every completion was evaluated and has the outcome it stands under. What is missing was not
 * found, which proves nothing.
 */
import { type Completion, FALSE, type Outcomes, TRUE } from '../value'
import { STEERING_STEPS } from './caps'
import type { Question } from './question'
import { uniformCompletion } from './samples'
import { steeredWitness } from './steering'

/** All at their first candidates, all at their second: often one of each is enough. */
const UNIFORM = 2

/** @param sought outcomes that tier 1 leaves possible */
export function builtWitnesses(question: Question, sought: Outcomes): Map<Outcomes, Completion> {
  const found = new Map<Outcomes, Completion>()
  for (let place = 0; place < UNIFORM && missing(found, sought) !== 0; place++) {
    const completion = uniformCompletion(question, place)
    const outcome = question.evaluate(completion)
    if (!found.has(outcome)) found.set(outcome, completion)
  }
  for (const wanted of [TRUE, FALSE] as const) {
    if ((missing(found, sought) & wanted) === 0) continue
    const completion = steeredWitness(question, wanted, STEERING_STEPS)
    if (completion !== null) found.set(wanted, completion)
  }
  return found
}

/** Those of the outcomes sought that no witness stands for. */
export function missing(found: ReadonlyMap<Outcomes, Completion>, sought: Outcomes): Outcomes {
  let mask = sought
  for (const outcome of found.keys()) mask &= ~outcome
  return mask
}
