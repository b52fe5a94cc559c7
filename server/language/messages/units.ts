/**
 * Messages about units.
 */
import { didYouMean, error, warning } from './message'

export const UNITS = {
  'unknown-unit': warning(
    (part: string, meant: string | null) =>
      `No unit library has "${part}".${didYouMean(meant)} It is taken as a unit of this ruleset's own, which converts to no other.`,
  ),
  'malformed-unit': error(
    (part: string) => `This is no unit: "${part}" cannot be read. Write one like "kg", "m/s", "mg/kg" or "kg.m/s2".`,
  ),
  'bare-versus-united': error(
    (unit: string) =>
      `This is a bare number, and what it meets is in ${unit}. Write the unit behind the number, as in 10 "${unit}"; zero needs one too.`,
  ),
  'unclear-unit': error(
    (claims: readonly string[], unit: string) =>
      `This meets ${unit}, but what ${claims.join(' and ')} ${claims.length === 1 ? 'is' : 'are'} measured in cannot be told from it. Say it in an annotation: // @unit ${claims[0] ?? ''} and its unit.`,
  ),
  'unbridged-units': warning((from: string, to: string, cause: 'missing' | 'ambiguous') =>
    cause === 'missing'
      ? `Nothing converts ${to} to ${from}, so this is UNKNOWN for every claim dictionary until a converter is added.`
      : `${to} to ${from} has more than one meaning, so this is UNKNOWN for every claim dictionary until a converter is added or exact units are written.`,
  ),
  'adopted-unit': warning(
    (claim: string, unit: string, line: number) =>
      `"${claim}" has no @unit. It meets ${unit} on line ${line}, so its values are read as numbers of ${unit}. Write the annotation to say so.`,
  ),
  'adopted-two-units': error(
    (claim: string, first: string, second: string) =>
      `"${claim}" has no @unit and meets both ${first} and ${second}, which do not convert. Say which it is: // @unit ${claim} ${first}`,
  ),
  'affine-arithmetic': error(
    (unit: string) =>
      `${unit} has a zero of its own, so its values can be compared and subtracted but not added, negated, multiplied or divided.`,
  ),
  'unwieldy-unit': error(
    () =>
      'The unit of this product has more symbols or higher powers than anything is measured in. Check what is multiplied.',
  ),
  'quoted-unit': error(() => 'The unit of an annotation stands without quotes.'),
  'misplaced-unit': error(
    (unit: string) => `A unit stands behind a number only, not behind an expression. "${unit}" is one too many here.`,
  ),
} as const
