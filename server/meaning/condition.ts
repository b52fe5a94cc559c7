import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../engine/core/value'
import { isInside } from '../engine/search/candidates'
import { fromInteger, Rational, ZERO } from '../language/numeric/rational'
import type { Input } from '../language/semantics/checked-input'
import type { Checked, CheckedAssertion, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { isAmount } from '../language/semantics/checked-type'
import type { ComparisonOperator, Connective } from '../language/syntax/syntax'

/** A boolean expression over a {@link Space}. */
export type Condition = Checked

/** The inputs and lets that conditions refer to by index: of one ruleset, or of two joined ones. */
export type Space = Pick<CheckedRuleset, 'version' | 'inputs' | 'lets' | 'ownSymbols'>

const BOOLEAN = { kind: 'boolean' } as const
const NUMBER = { kind: 'numeric', unit: null } as const
const NOWHERE = { start: 0, end: 0 } as const

export const ALWAYS: Condition = { kind: 'boolean', value: true, type: BOOLEAN, ...NOWHERE }
export const NEVER: Condition = { kind: 'boolean', value: false, type: BOOLEAN, ...NOWHERE }

/** Divides by zero, so it has no value in any completion. */
export const WITHOUT_VALUE: Condition = compareNumbers('==', oneByZero(), {
  kind: 'number',
  value: ZERO,
  type: NUMBER,
  ...NOWHERE,
})

function oneByZero(): Checked {
  const one: Checked = { kind: 'number', value: fromInteger(1), type: NUMBER, ...NOWHERE }
  const zero: Checked = { kind: 'number', value: ZERO, type: NUMBER, ...NOWHERE }
  return { kind: 'arithmetic', operator: '/', left: one, right: zero, type: NUMBER, ...NOWHERE }
}

/** Without a conversion between its units, an assertion never has a value. */
export function conditionOf({ expression, unbridged }: CheckedAssertion): Condition {
  return unbridged.length > 0 ? WITHOUT_VALUE : expression
}

export function conjunction(operands: readonly Condition[]): Condition {
  return operands.length === 1 ? operands[0]! : connective('And', operands, ALWAYS)
}

export function disjunction(operands: readonly Condition[]): Condition {
  return operands.length === 1 ? operands[0]! : connective('Or', operands, NEVER)
}

export function negation(operand: Condition): Condition {
  return connective('Not', [operand], NEVER)
}

export function implication(premise: Condition, consequence: Condition): Condition {
  return connective('Implies', [premise, consequence], ALWAYS)
}

/** TRUE if the outcomes differ, "no value" included; otherwise FALSE. */
export function difference(left: Condition, right: Condition): Condition {
  return { kind: 'differ', left, right, type: BOOLEAN, ...NOWHERE }
}

/**
 * Always has a value.
 * @param outcomes bits of engine/core/value.ts
 */
export function hasOutcome(condition: Condition, outcomes: Outcomes): Condition {
  const is = (outcome: Outcomes): Condition => {
    if (outcome === TRUE) return negation(difference(condition, ALWAYS))
    if (outcome === FALSE) return negation(difference(condition, NEVER))
    return conjunction([difference(condition, ALWAYS), difference(condition, NEVER)])
  }
  return disjunction([TRUE, FALSE, NONE].filter((outcome) => (outcomes & outcome) !== 0).map(is))
}

/** Both numbers are in one unit. */
export function compareNumbers(operator: ComparisonOperator, left: Checked, right: Checked): Condition {
  return { kind: 'compare', domain: 'numeric', operator, left, right, order: null, type: BOOLEAN, ...NOWHERE }
}

/** Both sides have the same type and unit. */
export function equality(left: Checked, right: Checked): Condition {
  const { type } = left
  const domain = type.kind === 'boolean' ? type.kind : isAmount(type) ? 'numeric' : 'member'
  return { kind: 'compare', domain, operator: '==', left, right, order: null, type: BOOLEAN, ...NOWHERE }
}

function connective(name: Connective, operands: readonly Condition[], empty: Condition): Condition {
  if (operands.length === 0) return empty
  return { kind: 'connective', connective: name, operands, type: BOOLEAN, ...NOWHERE }
}

/** One comparison for each end of a range. Vocabularies need no condition, because completions only hold members. */
export function withinRanges({ inputs }: Space, indices: readonly number[]): readonly Condition[] {
  return indices.flatMap((index) => {
    const input = inputs[index]!
    if (input.range === null) return []
    const value: Checked = { kind: 'input', input: index, type: input.type, start: 0, end: 0 }
    const { min, max } = input.range
    return [compareNumbers('>=', value, numberLike(input, min)), compareNumbers('<=', value, numberLike(input, max))]
  })
}

function numberLike({ type }: Input, value: Rational): Checked {
  return { kind: 'number', value, type, start: 0, end: 0 }
}

export function areInside({ inputs }: Space, values: Completion): boolean {
  return inputs.every(({ range }, index) => {
    const value = values[index]
    return range === null || !(value instanceof Rational) || isInside(value, range)
  })
}
