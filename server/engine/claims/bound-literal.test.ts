import { expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import { analyse } from '../../language/semantics/analyse'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/semantics/limits'
import { createBinder } from './binder'
import { DEFAULT_BIND_LIMITS } from './reading'
import { bound, dictionary, LIBRARY } from './testing/claims'

function checked(source: string) {
  const { ruleset, diagnostics } = analyse(source, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(JSON.stringify(diagnostics))
  return ruleset
}

/** Number and unit that the ruleset language reads in a literal standing alone against the claim. */
function meaning(expression: Checked): string {
  if (expression.kind === 'compare') return meaning(expression.right)
  if (expression.kind === 'convert') return meaning(expression.operand)
  if (expression.kind !== 'number' || expression.type.kind !== 'numeric') throw new Error(`a ${expression.kind}`)
  return `${printNumeral(expression.value)} ${expression.type.unit?.text ?? ''}`
}

it.each([
  ['min', '"120 min"', '120 "min"', '120 min'],
  ['min', '"1.50 hours"', '1.50 "hours"', '1.5 h'],
  ['min', '"-1e3 s"', '-1e3 "s"', '-1000 s'],
  ['mg/kg', '"0.5 \\"mg/kg\\""', '0.5 "mg/kg"', '0.5 mg/kg'],
  ['widgets', '"12 widgets"', '12 "widgets"', '12 widgets'],
  ['', '12345678901234567890.12', '12345678901234567890.12', '12345678901234567890.12 '],
  ['', '-1E+2', '-1E+2', '-100 '],
])('in %s, %s is bound as %s, which the language reads as %s', (unit, json, literal, read) => {
  const annotation = unit === '' ? '' : `// @unit c ${unit}\n`
  const head = `${annotation}declare c as numeric;\n`
  const ruleset = checked(`${head}assert a { c > 1${unit === '' ? '' : ` "${unit}"`} };\n`)
  const answer = bound(createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS).bind(dictionary(`{"c": ${json}}`)))
  expect(answer.quantities[0]!.bound).toBe(literal)
  const restated = checked(`${head}assert a { c == ${literal} };\n`)
  expect(meaning(restated.assertions[0]!.expression)).toBe(read)
})
