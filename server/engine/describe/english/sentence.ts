/**
 * One assertion or definition as a plain-English sentence (language.md, "Review and summary").
 *
 * Promises: states exactly what the expression states. Expressions that differ in anything but conversions of units
 * and the name of a variable that is only asked for read differently (sentence.test.ts). Pure; runs in the browser.
 */
import type { Checked, CheckedRuleset, Input } from '../../../language/checked-ruleset'
import type { Value } from '../../value'
import type { Sentence } from './clause'
import { Names } from './names'
import { printSentence } from './print-clause'
import { quantityInWords } from './quantities'
import { Teller } from './teller'
import { quoted } from './visible-text'

/** The shape of the sentence, for pages that set lists themselves. Make `names` once for a ruleset. */
export function describeExpression(expression: Checked, names: Names): Sentence {
  return new Teller(names).tell(expression)
}

/** The sentence as text, on several lines where it holds lists. */
export function sentence(expression: Checked, ruleset: CheckedRuleset): string {
  return printSentence(describeExpression(expression, new Names(ruleset)), '', '')
}

/** "amount is 6,000 USD", "‘has receipt’ is no", "category is "travel"": one line of a counterexample in words. */
export function valueInWords(input: Input, value: Value, names: Names): string {
  const name = names.called(input.name)
  if (typeof value === 'boolean') return `${name} is ${value ? 'yes' : 'no'}`
  if (typeof value === 'string') return `${name} is ${quoted(value)}`
  return `${name} is ${quantityInWords(value, input.declaredUnit ?? input.adoptedUnit)}`
}
