/**
 * Reads the text of a counterexample back, as a reader of the result would.
 *
 * Promises: throws on anything that is not an assignment of inputs in the order of declaration.
 */
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Known, Value } from '../value'

const PART = /^(\w+) = ("(?:[^"\\]|\\.)*"|[^\s,]+)(?: "([^"]*)")?( \(supposed(?:, outside its range)?\))?(?:, |$)/

export interface ReadAssignment {
  readonly values: Known
  /** Inputs that nobody submitted. */
  readonly supposed: readonly number[]
}

export function readAssignment(ruleset: CheckedRuleset, text: string): ReadAssignment {
  const values: (Value | null)[] = ruleset.inputs.map(() => null)
  const supposed: number[] = []
  let last = -1
  let rest = text
  while (rest !== '') {
    const match = PART.exec(rest)
    const input = ruleset.inputs.findIndex(({ name }) => name === match?.[1])
    if (match === null || input <= last) throw new Error(`no assignment in the order of declaration: ${text}`)
    const { declaredUnit, adoptedUnit } = ruleset.inputs[input]!
    if (match[3] !== (declaredUnit ?? adoptedUnit)?.text) throw new Error(`not in the unit of its claim: ${text}`)
    values[input] = readLiteral(match[2]!)
    if (match[4] !== undefined) supposed.push(input)
    last = input
    rest = rest.slice(match[0].length)
  }
  return { values, supposed }
}

function readLiteral(literal: string): Value {
  if (literal === 'True' || literal === 'False') return literal === 'True'
  if (literal.startsWith('"')) return String(JSON.parse(literal))
  const number = parseNumeral(literal, 10_000)
  if (!isRational(number)) throw new Error(`${literal} is no literal`)
  return number
}
