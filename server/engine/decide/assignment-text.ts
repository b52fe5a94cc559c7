/**
 * An assignment as text, in literals of the ruleset language: `amount = 6000 "USD", has_receipt = False (supposed)`.
 *
 * Promises: the inputs that the assertion reads, in the order of declaration, each as `name = literal`, joined by a comma
 * and a space. Numbers are exact (`n/d` where no finite decimal is) and carry the unit that the claim is held in. A value
 * that nobody submitted is followed by `(supposed)`, or by `(supposed, outside its range)` where it lies outside `@range`.
 */
import { printNumeral } from '../../language/numeric/numeral'
import { digits, Rational } from '../../language/numeric/rational'
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import { isInside } from '../search/candidates'
import type { Completion, Known, Value } from '../value'

/** @returns null for an assertion that reads no claim and no local */
export function assignmentText(
  ruleset: CheckedRuleset,
  assertion: number,
  known: Known,
  completion: Completion,
): string | null {
  let text = ''
  for (const index of ruleset.assertions[assertion]!.reads) {
    const input = ruleset.inputs[index]!
    const value = completion[index]
    if (value === null || value === undefined) throw new Error(`${input.name} has no value in a counterexample`)
    text += `${text === '' ? '' : ', '}${input.name} = ${literal(input, value)}`
    if (known[index] === null) text += isOutside(input, value) ? ' (supposed, outside its range)' : ' (supposed)'
  }
  return text === '' ? null : text
}

/** Steps that the text is charged with: long numbers are slow to print, everything else is as good as free. */
export function assignmentSteps(ruleset: CheckedRuleset, assertion: number, completion: Completion): number {
  let steps = 0
  for (const index of ruleset.assertions[assertion]!.reads) {
    const value = completion[index]
    if (value instanceof Rational && value.big !== null) steps += Math.ceil(digits(value) ** 2 / DIGIT_PAIRS)
  }
  return steps
}

/** Pairs of digits that one step pays for. */
const DIGIT_PAIRS = 16

/** Whether any of the values is slow to print. */
export function hasLongNumber(values: Known): boolean {
  for (const value of values) if (value instanceof Rational && value.big !== null) return true
  return false
}

function literal(input: Input, value: Value): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return JSON.stringify(value)
  const unit = input.declaredUnit ?? input.adoptedUnit
  return unit === null ? printNumeral(value) : `${printNumeral(value)} ${JSON.stringify(unit.text)}`
}

function isOutside({ range }: Input, value: Value): boolean {
  return range !== null && value instanceof Rational && !isInside(value, range)
}
