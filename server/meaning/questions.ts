/**
 * Each question looks for a dictionary of claims. A witness is inside every `@range`; if only numbers outside qualify,
 * the answer says so. Locals take any value, as in a check.
 */
import { type Known, type Outcomes, TRUE } from '../engine/core/value'
import type { Answer } from './answer'
import {
  ALWAYS,
  areInside,
  type Condition,
  conjunction,
  difference,
  hasOutcome,
  type Space,
  withinRanges,
} from './condition'
import { type AskTools, type Found, findWitness, type Hints } from './find-witness'
import { inputsOf } from './question-ruleset'

/** Outcomes are TRUE, FALSE or NONE (no value). */
export function canBe(space: Space, condition: Condition, outcomes: Outcomes, tools: AskTools): Answer {
  return askCondition(space, outcomes === TRUE ? condition : hasOutcome(condition, outcomes), tools)
}

/** Proved if the outcome is the same under every dictionary, "no value" included. */
export function areEqual(space: Space, left: Condition, right: Condition, tools: AskTools): Answer {
  return askCondition(space, difference(left, right), tools)
}

/** Proved: whenever the premise is TRUE, the consequence is TRUE, not without a value. */
export function askImplication(space: Space, premise: Condition, consequence: Condition, tools: AskTools): Answer {
  return askCondition(space, conjunction([premise, difference(consequence, ALWAYS)]), tools)
}

/** Proved if they contradict each other. */
export function canHoldTogether(space: Space, conditions: readonly Condition[], tools: AskTools): Answer {
  return askCondition(space, conjunction(conditions), tools)
}

/**
 * @param known fixed values, by input of the space; null is open
 * @param hints as in {@link findWitness}
 */
export function askCondition(
  space: Space,
  condition: Condition,
  tools: AskTools,
  known?: Known,
  hints?: Hints,
): Answer {
  const anywhere = findWitness(space, condition, TRUE, tools, known, hints)
  if (anywhere.status === 'none') return { status: 'proved', holds: 'everywhere' }
  if (anywhere.status === 'needs solver') return anywhere
  const ranges = withinRanges(space, inputsOf(space, condition))
  const isAnswer = ranges.length === 0 || (anywhere.status === 'found' && areInside(space, anywhere.values))
  const inside = isAnswer
    ? anywhere
    : findWitness(space, conjunction([...ranges, condition]), TRUE, tools, known, hints)
  if (inside.status !== 'none') return answerOf(inside)
  // Without an answer outside, "everywhere" is open too.
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
