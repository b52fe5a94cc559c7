/**
 * Converters may join what is missing or ambiguous, but not change the built-in standards (public/docs/language.md,
 * "Units").
 */
import { type Rational, signOf } from '../numeric/rational'
import { isSimple } from './relate-units'
import type { Converter, Unit, UnitProblem } from './unit'
import { builtInLibrary, isUnit } from './unit-library'

/** `to = from * factor + offset`, with units as written. */
export interface ProposedConverter {
  readonly from: string
  readonly to: string
  readonly factor: Rational
  readonly offset: Rational
}

export type ConverterProblem =
  /** The built-in standards have no such unit. */
  | { readonly field: 'from' | 'to'; readonly problem: 'no unit'; readonly why: UnitProblem }
  | { readonly field: 'to'; readonly problem: 'same unit'; readonly unit: string }
  /** Converted already, along `path`. */
  | { readonly field: 'to'; readonly problem: 'built in'; readonly path: readonly string[] }
  | { readonly field: 'factor'; readonly problem: 'not above zero' }
  | { readonly field: 'offset'; readonly problem: 'compound unit'; readonly unit: string }

/** Returns all problems, or the converter with canonical units. */
export function admitConverter(proposed: ProposedConverter): Converter | readonly ConverterProblem[] {
  const library = builtInLibrary()
  const problems: ConverterProblem[] = []
  const from = library.parse(proposed.from)
  const to = library.parse(proposed.to)
  if (!isUnit(from)) problems.push({ field: 'from', problem: 'no unit', why: from })
  if (!isUnit(to)) problems.push({ field: 'to', problem: 'no unit', why: to })
  if (isUnit(from) && isUnit(to)) {
    const relation = library.relate(from, to)
    if (relation.status === 'same') problems.push({ field: 'to', problem: 'same unit', unit: to.text })
    if (relation.status === 'convertible') problems.push({ field: 'to', problem: 'built in', path: relation.path })
  }
  if (signOf(proposed.factor) <= 0) problems.push({ field: 'factor', problem: 'not above zero' })
  const compound = [from, to].filter(isUnit).find((unit: Unit) => !isSimple(unit))
  if (compound !== undefined && signOf(proposed.offset) !== 0)
    problems.push({ field: 'offset', problem: 'compound unit', unit: compound.text })
  if (problems.length > 0 || !isUnit(from) || !isUnit(to)) return problems
  return { from: from.text, to: to.text, factor: proposed.factor, offset: proposed.offset }
}

export function isConverter(answer: Converter | readonly ConverterProblem[]): answer is Converter {
  return 'factor' in answer
}
