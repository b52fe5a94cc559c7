/**
 * Random rulesets that declare claims, with correct, nearly correct and hostile JSON texts. Both sides of every rule of
 * public/docs/language.md, "What may be submitted", occur often.
 */
import fc from 'fast-check'
import type { Input } from '../../language/semantics/checked-input'
import { booleanClaim, enumClaim, numberClaim } from './claims'

const NAMES = ['amount', 'b', 'constructor', '__proto__', 'toString', 'category', 'x_1', 'Amount', 'nights', '_']
const MEMBERS = [
  'low',
  'high',
  'unknown',
  'caf\u00e9',
  'OK',
  '\u1ebf',
  '\uac01',
  '',
  ' ',
  'a"b',
  'back\\slash',
  'null',
  '12',
  '\u{1F600}',
]
const UNITS = ['USD', 'min', 'h', 'kg', 'mg/kg', 'degC', 'degF', 'm2', '%', 'mo', 'd', 'widget', 'GB']
const NUMERALS = [
  '0',
  '-0',
  '7',
  '12',
  '-12.5',
  '0.1',
  '120.50',
  '1e3',
  '1.5E-7',
  '2e+2',
  '7/3',
  '-14/6',
  '12345678901234567890.12',
  '007',
  '1e30',
  '1e400',
  '0/5',
  '3/007',
]
const NO_NUMERALS = [
  '',
  '+5',
  '1,234',
  '1 234',
  '.5',
  '5.',
  '1/0',
  '1/-3',
  '1.5/2',
  '0x10',
  'NaN',
  '1e',
  'e5',
  '--1',
  '1e5.5',
  '1_000',
  '\u0663',
  '12\n',
  ' 12',
]
const RANGES = [
  ['0', '100'],
  ['-5.5', '12'],
  ['0.05', '0.5'],
  ['1e-7', '1e21'],
  ['200', '201'],
] as const

const numeral = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NUMERALS) }, fc.constantFrom(...NO_NUMERALS))
const unit = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...UNITS, 'minutes', 'hours') },
  fc.constantFrom('', 'zorkmid', 'USD ', ' USD', 'usd', 'a b', '"', '""', 'm//s', 'USD\u0301', '1'),
)

/** One to five claims with different names. */
export const claimSet: fc.Arbitrary<readonly Input[]> = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 })
  .chain((names) => fc.tuple(...names.map(arbitraryClaim)))

function arbitraryClaim(name: string): fc.Arbitrary<Input> {
  const range = fc.option(fc.constantFrom(...RANGES), { nil: undefined })
  return fc.oneof(
    fc.constant(booleanClaim(name)),
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...MEMBERS), { minLength: 1, maxLength: 6 }), fc.boolean())
      .map(([vocabulary, ordered]) => enumClaim(name, vocabulary, ordered)),
    range.map((bounds) => numberClaim(name, null, bounds === undefined ? {} : { range: bounds })),
    fc
      .tuple(fc.constantFrom(...UNITS), range)
      .map(([declared, bounds]) => numberClaim(name, declared, bounds === undefined ? {} : { range: bounds })),
  )
}

/** Includes numbers that no double can hold. */
export const valueText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '"unknown"', '"Unknown"', '{}', '[]', '["unknown"]', '{"a": 1}'),
  fc.constantFrom('0', '12', '-12.5', '0.1', '200.5', '1e3', '1E+2', '12345678901234567890.12', '1e-9', '0.05'),
  fc.constantFrom(...MEMBERS, ...MEMBERS.map((member) => member.normalize('NFD'))).map((text) => JSON.stringify(text)),
  numeral.map((text) => JSON.stringify(text)),
  fc.tuple(numeral, unit).map(([number, of]) => JSON.stringify(`${number} ${of}`)),
  fc.tuple(numeral, unit).map(([number, of]) => JSON.stringify(`${number} "${of}"`)),
  fc.tuple(numeral, unit).map(([number, of]) => JSON.stringify(`${number}${of}`)),
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => JSON.stringify(text)),
)

/** Values approximately in the form of the claim. */
function fittingText({ type, declaredUnit }: Input): fc.Arbitrary<string> {
  if (type.kind === 'boolean') return fc.constantFrom('true', 'false')
  if (type.kind === 'enum') return fc.constantFrom(...type.vocabulary).map((member) => JSON.stringify(member))
  if (declaredUnit === null)
    return fc.oneof(
      numeral.map((text) => JSON.stringify(text)),
      fc.constantFrom('0.5', '12'),
    )
  const units = fc.oneof(fc.constant(declaredUnit.text), unit)
  return fc.tuple(numeral, units).map(([number, of]) => JSON.stringify(`${number} ${of}`))
}

/** Most names are correct, some missing, some undeclared. */
export function dictionaryText(inputs: readonly Input[]): fc.Arbitrary<string> {
  const entry = (input: Input) => {
    const value = fc.oneof({ weight: 3, arbitrary: fittingText(input) }, valueText)
    return fc.tuple(fc.constant(input.name), fc.option(value, { freq: 12 }))
  }
  const stray = fc.tuple(fc.constantFrom('stray', '__proto__', 'constructor'), valueText)
  const extra = fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, stray)
  return fc.tuple(fc.tuple(...inputs.map(entry)), extra).map(([entries, more]) => {
    const members = new Map<string, string>(more === null ? [] : [more])
    for (const [name, value] of entries) {
      if (value === null) members.delete(name)
      else members.set(name, value)
    }
    return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`
  })
}
