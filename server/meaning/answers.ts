/**
 * What an assertion answers to a dictionary that gives every claim a value, as conditions over the claims.
 *
 * A local has no value in any dictionary, so the answer looks at both of its values at once, as a check does under the
 * policy of the assertion (public/docs/language.md, "What an answer means").
 *
 * Promises: `isTrue` is TRUE exactly where the answer is TRUE, `isFalse` exactly where it is FALSE; where neither is,
 * the answer is UNKNOWN.
 */

import { type Known, type Outcomes, TRUE } from '../engine/value'
import type { Checked, CheckedLet, Input } from '../language/semantics/checked-ruleset'
import type { Policy } from '../language/syntax/syntax'
import { ALWAYS, type Condition, conjunction, difference, disjunction, negation, type Space } from './condition'
import { inputsOf, letsBehind } from './question-ruleset'
import { rewrite } from './rewrite'

export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN'] as const
/** The answer to one assertion where every claim has a value. */
export type CompleteAnswer = (typeof ANSWERS)[number]

export interface AnswerConditions {
  readonly isTrue: Condition
  readonly isFalse: Condition
}

/** TRUE exactly where the answer is this one. */
export function answers({ isTrue, isFalse }: AnswerConditions, answer: CompleteAnswer): Condition {
  if (answer === 'TRUE') return isTrue
  if (answer === 'FALSE') return isFalse
  return conjunction([difference(isTrue, ALWAYS), difference(isFalse, ALWAYS)])
}

/** The answer under values for which the two conditions came out so. */
export function answerOf(isTrue: Outcomes, isFalse: Outcomes): CompleteAnswer {
  if (isTrue === TRUE) return 'TRUE'
  return isFalse === TRUE ? 'FALSE' : 'UNKNOWN'
}

/** Locals of one condition; more would make more copies of it than are asked. */
const MAX_LOCALS = 3

/** Gives locals fixed values without changing which members of a set are one slot: by inputs that are known. */
export class SettledLocals {
  private readonly lets: CheckedLet[]
  private readonly inputs: readonly Input[]
  /** By local: the input that is False, after it the one that is True. */
  private readonly twins = new Map<number, number>()
  /** Values of {@link space}'s inputs: those that stand for locals. */
  readonly known: Known

  constructor(private readonly joined: Space) {
    const inputs = [...joined.inputs]
    const known: (boolean | null)[] = inputs.map(() => null)
    joined.inputs.forEach((input, index) => {
      if (input.kind !== 'local') return
      this.twins.set(index, inputs.push(input, input) - 2)
      known.push(false, true)
    })
    this.inputs = inputs
    this.known = known
    this.lets = [...joined.lets]
  }

  /** Inputs and lets of the joined space, and those that were added. */
  get space(): Space {
    return { ...this.joined, inputs: this.inputs, lets: this.lets }
  }

  /** Null where the condition reads too many locals. */
  conditions(condition: Condition, policy: Policy): AnswerConditions | null {
    const locals = inputsOf(this.joined, condition).filter((index) => this.twins.has(index))
    if (locals.length > MAX_LOCALS || locals.some((index) => !isTruthValue(this.inputs[index]!))) return null
    const copies = Array.from({ length: 2 ** locals.length }, (_, bits) => this.copy(condition, locals, bits))
    const negated = copies.map(negation)
    return {
      isTrue: policy === 'optimistic' ? disjunction(copies) : conjunction(copies),
      isFalse: policy === 'pessimistic' ? disjunction(negated) : conjunction(negated),
    }
  }

  /** @param bits the values of the locals, the first in the lowest bit */
  private copy(condition: Condition, locals: readonly number[], bits: number): Condition {
    if (locals.length === 0) return condition
    const places = new Map<number, number>()
    const settled = (expression: Checked) =>
      rewrite(expression, (node) => {
        if (node.kind === 'let') return { ...node, let: places.get(node.let) ?? node.let }
        const bit = node.kind === 'input' ? locals.indexOf(node.input) : -1
        return bit < 0 ? null : ({ ...node, input: this.twins.get(locals[bit]!)! + ((bits >> bit) & 1) } as Checked)
      })
    for (const index of letsBehind(this.joined, [condition])) {
      const definition = this.lets[index]!
      places.set(index, this.lets.push({ ...definition, value: settled(definition.value) }) - 1)
    }
    return settled(condition)
  }
}

function isTruthValue({ type }: Input): boolean {
  return type.kind === 'boolean'
}
