/**
 * The questions about conditions: can it be, equal, implies, together.
 *
 * Promises: each seeks a dictionary of claims (answer.ts) and is proved where there is none. Values that a caller can
 * submit come first: a witness lies inside every `@range`, and where only numbers outside do it, the answer says so.
 * Locals take any value, as in a check.
 */
import { type Known, type Outcomes, TRUE } from '../engine/value'
import type { Answer } from './answer'
import { ALWAYS, type Condition, conjunction, difference, hasOutcome, type Space } from './condition'
import { type AskTools, type Found, findWitness } from './find-witness'
import { inputsOf } from './question-ruleset'
import { areInside, withinRanges } from './ranges'

/** A dictionary under which the condition comes out as one of `outcomes`: TRUE, FALSE or NONE (no value). */
export function canBe(space: Space, condition: Condition, outcomes: Outcomes, tools: AskTools): Answer {
  return ask(space, outcomes === TRUE ? condition : hasOutcome(condition, outcomes), tools)
}

/** Proved: the two have the same outcome under every dictionary, no value included. */
export function areEqual(space: Space, left: Condition, right: Condition, tools: AskTools): Answer {
  return ask(space, difference(left, right), tools)
}

/** Proved: where the premise is TRUE, the consequence is TRUE. A consequence without a value is a witness against it. */
export function implies(space: Space, premise: Condition, consequence: Condition, tools: AskTools): Answer {
  return ask(space, conjunction([premise, difference(consequence, ALWAYS)]), tools)
}

/** A dictionary under which all of the conditions are TRUE; proved: they contradict each other. */
export function canHoldTogether(space: Space, conditions: readonly Condition[], tools: AskTools): Answer {
  return ask(space, conjunction(conditions), tools)
}

/**
 * A dictionary under which the condition is TRUE: what the other questions are made of.
 * @param known values that stand, by input of the space; null is open
 */
export function ask(space: Space, condition: Condition, tools: AskTools, known?: Known): Answer {
  const anywhere = findWitness(space, condition, TRUE, tools, known)
  if (anywhere.status === 'none') return { status: 'proved', holds: 'everywhere' }
  if (anywhere.status === 'needs solver') return anywhere
  const ranges = withinRanges(space, inputsOf(space, condition))
  const isAnswer = ranges.length === 0 || (anywhere.status === 'found' && areInside(space, anywhere.values))
  const inside = isAnswer ? anywhere : findWitness(space, conjunction([...ranges, condition]), TRUE, tools, known)
  if (inside.status !== 'none') return answerOf(inside)
  // Where it is open whether numbers outside do it, so is whether it is proved everywhere.
  if (anywhere.status !== 'found') return answerOf(anywhere)
  return { status: 'proved', holds: 'within ranges', outside: { values: anywhere.values } }
}

function answerOf(search: Exclude<Found, { status: 'none' }>): Answer {
  switch (search.status) {
    case 'found':
      return { status: 'witness', witness: { values: search.values } }
    case 'undecided':
      return { status: 'not decided', limit: search.limit }
    case 'needs solver':
      return search
  }
}
