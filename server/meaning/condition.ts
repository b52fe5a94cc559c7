/**
 * Conditions: what questions about rulesets are asked of, built from the expressions of checked rulesets.
 *
 * Promises: plain checked trees of the type boolean over the inputs and lets of one {@link Space}, so that whatever
 * reads a ruleset (evaluator, solver, printers) reads them. Nothing here evaluates.
 */

import { FALSE, NONE, type Outcomes, TRUE } from '../engine/value'
import { integer, ZERO } from '../language/numeric/rational'
import type { Checked, CheckedAssertion, CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { ComparisonOperator, Connective } from '../language/syntax/syntax'

/** An expression of the type boolean over the inputs and lets of a {@link Space}. */
export type Condition = Checked

/** The claims, locals and definitions that conditions name by index: a ruleset, or two of them joined. */
export type Space = Pick<CheckedRuleset, 'version' | 'inputs' | 'lets' | 'ownSymbols'>

const BOOLEAN = { kind: 'boolean' } as const
const NUMBER = { kind: 'numeric', unit: null } as const
/** Built expressions stand nowhere in a text. */
const NOWHERE = { start: 0, end: 0 } as const

export const ALWAYS: Condition = { kind: 'boolean', value: true, type: BOOLEAN, ...NOWHERE }
export const NEVER: Condition = { kind: 'boolean', value: false, type: BOOLEAN, ...NOWHERE }

/** A condition that has a value in no completion: one divided by zero is zero. */
export const WITHOUT_VALUE: Condition = compared('==', divided(), {
  kind: 'number',
  value: ZERO,
  type: NUMBER,
  ...NOWHERE,
})

function divided(): Checked {
  const one: Checked = { kind: 'number', value: integer(1), type: NUMBER, ...NOWHERE }
  const zero: Checked = { kind: 'number', value: ZERO, type: NUMBER, ...NOWHERE }
  return { kind: 'arithmetic', operator: '/', left: one, right: zero, type: NUMBER, ...NOWHERE }
}

/** What an assertion asks; one that compares units which nothing joins never has a value. */
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

/** TRUE where the outcomes of the two are not the same one of TRUE, FALSE and no value; else FALSE. */
export function difference(left: Condition, right: Condition): Condition {
  return { kind: 'differ', left, right, type: BOOLEAN, ...NOWHERE }
}

/** TRUE where the outcome of `condition` is one of `outcomes` (bits of engine/value.ts); else FALSE. Always has a value. */
export function hasOutcome(condition: Condition, outcomes: Outcomes): Condition {
  const is = (outcome: Outcomes): Condition => {
    if (outcome === TRUE) return negation(difference(condition, ALWAYS))
    if (outcome === FALSE) return negation(difference(condition, NEVER))
    return conjunction([difference(condition, ALWAYS), difference(condition, NEVER)])
  }
  return disjunction([TRUE, FALSE, NONE].filter((outcome) => (outcomes & outcome) !== 0).map(is))
}

/** A comparison of two numbers in one unit. */
export function compared(operator: ComparisonOperator, left: Checked, right: Checked): Condition {
  return { kind: 'compare', domain: 'numeric', operator, left, right, order: null, type: BOOLEAN, ...NOWHERE }
}

/** Whether two numbers in one unit, two booleans or two members are the same. */
export function equality(left: Checked, right: Checked): Condition {
  const { kind } = left.type
  const domain = kind === 'numeric' || kind === 'boolean' ? kind : 'member'
  return { kind: 'compare', domain, operator: '==', left, right, order: null, type: BOOLEAN, ...NOWHERE }
}

function connective(name: Connective, operands: readonly Condition[], empty: Condition): Condition {
  if (operands.length === 0) return empty
  return { kind: 'connective', connective: name, operands, type: BOOLEAN, ...NOWHERE }
}
