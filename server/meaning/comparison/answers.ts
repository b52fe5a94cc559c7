import { type Known, type Outcomes, TRUE } from '../../engine/core/value'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'
import type { Policy } from '../../language/syntax/syntax'
import { ALWAYS, type Condition, conjunction, difference, disjunction, negation, type Space } from '../condition'
import { inputsOf, letsBehind } from '../question-ruleset'

export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN'] as const
export type CompleteAnswer = (typeof ANSWERS)[number]

export interface AnswerConditions {
  readonly isTrue: Condition
  readonly isFalse: Condition
}

export function hasAnswer({ isTrue, isFalse }: AnswerConditions, answer: CompleteAnswer): Condition {
  if (answer === 'TRUE') return isTrue
  if (answer === 'FALSE') return isFalse
  return conjunction([difference(isTrue, ALWAYS), difference(isFalse, ALWAYS)])
}

export function answerOf(isTrue: Outcomes, isFalse: Outcomes): CompleteAnswer {
  if (isTrue === TRUE) return 'TRUE'
  return isFalse === TRUE ? 'FALSE' : 'UNKNOWN'
}

/** The number of copies of a condition doubles with each local. */
const MAX_LOCALS = 3

/** Replaces locals by inputs with known values. Constants instead would change which members of a set share a slot. */
export class SettledLocals {
  private readonly lets: CheckedLet[]
  private readonly inputs: readonly Input[]
  /** By local: the input that is False. The next one is True. */
  private readonly twins = new Map<number, number>()
  /** Values of {@link space}'s inputs; only replaced locals are known. */
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

  get space(): Space {
    return { ...this.joined, inputs: this.inputs, lets: this.lets }
  }

  /**
   * The answers to a dictionary with all claims, as conditions. Both values of each local count, as in a check
   * (public/docs/language.md, "What an answer means"). Null for too many locals.
   */
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
      rewriteNodes(expression, (node) => {
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
