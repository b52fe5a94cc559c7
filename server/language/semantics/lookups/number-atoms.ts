/** Points and the intervals between them, each with a number that stands for it. */
import { FIRST_DAY, LAST_DAY } from '../../numeric/calendar'
import { INSTANTS } from '../../numeric/instant'
import {
  add,
  compareRationals,
  divide,
  floorOf,
  fromInteger,
  isInteger,
  multiply,
  negate,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../numeric/rational'
import type { InputForm, Range } from '../checked-input'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'

/** What is known about an input, in a ruleset and while one is checked. */
export interface AtomInput {
  readonly type: Type
  readonly range: Range | null
  readonly whole?: boolean
  readonly form?: InputForm | null | undefined
}

/** A value, with the interval that it stands for, or null if it stands for itself. Both ends are excluded. */
export interface Atom {
  readonly value: boolean | Rational | string
  readonly between: Gap | null
}

/** Null is an infinite end. */
interface Gap {
  readonly above: Rational | null
  readonly below: Rational | null
}

/** The number that is written, in the unit that it is compared in; null if it depends on claims. */
export function writtenNumber(node: Checked): Rational | null {
  if (node.kind === 'number') return node.value
  if (node.kind !== 'convert') return null
  const value = writtenNumber(node.operand)
  return value === null ? null : add(multiply(value, node.factor), node.offset)
}

/** @param points ascending, each once */
export function numberAtoms(points: readonly Rational[]): readonly Atom[] {
  const gaps = [null, ...points].map((above, i) => ({ above, below: points[i] ?? null }))
  const atoms = gaps.flatMap((between): Atom[] => {
    const point: Atom[] = between.below === null ? [] : [{ value: between.below, between: null }]
    return [{ value: numberIn(between, null, false) ?? ZERO, between }, ...point]
  })
  return atoms
}

/** Leaves out atoms without a value that the claim can have, and lets such a value stand for the others. */
export function narrowAtoms(atoms: readonly Atom[], { range, whole = false, type }: AtomInput): readonly Atom[] {
  const days = type.kind === 'date'
  const instants = type.kind === 'timestamp' ? INSTANTS : range
  const within = days ? { min: fromInteger(FIRST_DAY), max: fromInteger(LAST_DAY) } : instants
  return atoms.flatMap(({ value, between }): Atom[] => {
    if (typeof value !== 'object') return [{ value, between }]
    if (between === null)
      return isInside(value, within) && (isInteger(value) || !(whole || days)) ? [{ value, between }] : []
    const number = numberIn(between, within, whole || days)
    return number === null ? [] : [{ value: number, between }]
  })
}

function isInside(value: Rational, range: Range | null): boolean {
  return range === null || (compareRationals(range.min, value) <= 0 && compareRationals(value, range.max) <= 0)
}

/** A whole number if there is one; null if no number is in both. */
function numberIn({ above, below }: Gap, range: Range | null, whole: boolean): Rational | null {
  const fits = (value: Rational) =>
    (above === null || compareRationals(above, value) < 0) &&
    (below === null || compareRationals(value, below) < 0) &&
    isInside(value, range)
  const low = largest(above, range?.min ?? null)
  const high = smallest(below, range?.max ?? null)
  const candidates: Rational[] = []
  if (low !== null) candidates.push(ceilingOf(low), add(floorOf(low), ONE))
  else if (high !== null) candidates.push(floorOf(high), subtract(ceilingOf(high), ONE))
  else candidates.push(ZERO)
  if (!whole && low !== null && high !== null) candidates.push(low, divide(add(low, high), fromInteger(2)) ?? low)
  return candidates.find(fits) ?? null
}

function ceilingOf(value: Rational): Rational {
  return negate(floorOf(negate(value)))
}

function largest(a: Rational | null, b: Rational | null): Rational | null {
  if (a === null || b === null) return a ?? b
  return compareRationals(a, b) >= 0 ? a : b
}

function smallest(a: Rational | null, b: Rational | null): Rational | null {
  if (a === null || b === null) return a ?? b
  return compareRationals(a, b) <= 0 ? a : b
}
