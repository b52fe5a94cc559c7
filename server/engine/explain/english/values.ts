/** Values of claims in words, for witnesses and examples. */
import { type Input, NO_CODE } from '../../../language/semantics/checked-input'
import { codeIn, isAsked, textKind } from '../../claims/shown-claims'
import type { Known, Value } from '../../core/value'
import { quoteVisible } from './clause'
import type { Names } from './names'
import { amountInWords, quantityInWords } from './quantities'

/** "amount is 6,000 USD", "‘has receipt’ is no", "category is "travel"", "driver has 2 entries". */
export function valueInWords(input: Input, value: Value, names: Names, values: Known = []): string {
  const name = names.called(input.name)
  if (input.form?.kind === 'count') return `${name} has ${countInWords(value)}`
  if (input.form?.kind === 'length') return `the length of ${name} is ${worthInWords(input, value)}`
  return `${name} is ${worthInWords(input, value, values)}`
}

/**
 * "6,000 USD", "no", ""travel"", "absent", "a number" for a claim with codes.
 * @param values those of the other inputs, as far as they are known
 */
export function worthInWords(input: Input, value: Value, values: Known = []): string {
  const { type, form } = input
  if (form?.kind === 'count') return countInWords(value)
  if (form?.kind === 'given') return value === true ? 'given' : 'absent'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const kind = textKind(input, value, values)
  if (kind !== null) return kind
  if (typeof value === 'string') return form?.kind === 'code' && value === NO_CODE ? 'no code' : quoteVisible(value)
  if (type.kind === 'date' || type.kind === 'timestamp') return amountInWords(value, type)
  return quantityInWords(value, input.declaredUnit ?? input.adoptedUnit)
}

/**
 * One fact for each of these inputs that has a value. Fields of absent records, and a number in place of which a code
 * was submitted, are left out.
 */
export function factsInWords(
  inputs: readonly Input[],
  indices: readonly number[],
  values: Known,
  names: Names,
): readonly string[] {
  return indices.flatMap((index) => {
    const [input, value] = [inputs[index], values[index] ?? null]
    if (input === undefined || value === null || isLeftOut(inputs, indices, index, values)) return []
    return [valueInWords(input, value, names, values)]
  })
}

/** Like {@link factsInWords}, but returns each input with its value in words. */
export function worthsInWords(
  inputs: readonly Input[],
  indices: readonly number[],
  values: Known,
): readonly { readonly input: Input; readonly worth: string }[] {
  return indices.flatMap((index) => {
    const [input, value] = [inputs[index], values[index] ?? null]
    if (input === undefined || value === null || isLeftOut(inputs, indices, index, values)) return []
    return [{ input, worth: worthInWords(input, value, values) }]
  })
}

function isLeftOut(inputs: readonly Input[], indices: readonly number[], index: number, values: Known): boolean {
  const input = inputs[index]!
  const { form } = input
  if (form?.kind === 'length') return indices.includes(form.of) || !isAsked(inputs[form.of] ?? input, values)
  if (form?.kind === 'code') {
    const number = inputs[form.of]
    const isThere = number === undefined || isAsked(number, values)
    // The number itself says that there is one.
    return !isThere || (values[index] === NO_CODE && indices.includes(form.of))
  }
  return !isAsked(input, values) || codeIn(input, values) !== null
}

function countInWords(value: Value): string {
  return value === '0' ? 'no entry' : value === '1' ? '1 entry' : `${String(value)} entries`
}
