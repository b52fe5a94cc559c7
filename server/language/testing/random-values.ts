/** Numbers are mostly the constants of random rulesets, so that boundaries are met. For property tests only. */
import fc from 'fast-check'
import { FIRST_DAY, LAST_DAY } from '../numeric/calendar'
import { EPOCH_DAY } from '../numeric/instant'
import { isRational, parseNumeral } from '../numeric/numeral'
import { fromInteger, makeRatio, type Rational, ZERO } from '../numeric/rational'
import type { Input } from '../semantics/checked-input'
import type { CheckedRuleset } from '../semantics/checked-ruleset'

const NUMBERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '5',
  '10',
  '0.5',
  '2.5',
  '-2.5',
  '100',
  '0.1',
  '1/3',
  '-7/2',
  '90',
  '12345678901234567890',
]

export function randomValue(input: Input): fc.Arbitrary<boolean | Rational | string> {
  switch (input.type.kind) {
    case 'boolean':
      return fc.boolean()
    case 'numeric':
      return fc.constantFrom(...NUMBERS).map(readNumber)
    case 'date':
      return fc.integer({ min: FIRST_DAY, max: LAST_DAY }).map(fromInteger)
    case 'timestamp':
      return fc
        .integer({ min: (FIRST_DAY - EPOCH_DAY) * 1440, max: (LAST_DAY + 1 - EPOCH_DAY) * 1440 - 1 })
        .map((minutes) => makeRatio(BigInt(minutes), 60n))
    case 'enum':
      return fc.constantFrom(...input.type.vocabulary)
  }
}

/** Returns one value or null for every input, in order. */
export function randomKnown(ruleset: CheckedRuleset): fc.Arbitrary<(boolean | Rational | string | null)[]> {
  return fc.tuple(...ruleset.inputs.map((input) => fc.option(randomValue(input), { freq: 3 })))
}

function readNumber(text: string): Rational {
  const value = parseNumeral(text, 100)
  return isRational(value) ? value : ZERO
}
