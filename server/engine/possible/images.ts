/**
 * Calculations of the calendar with one unknown operand that never fall, or never rise: full years, or a date that is
 * moved by months. A variable stands for the result; what is asked of it becomes a constraint on the operand.
 */
import { CALENDAR_REACH, FIRST_DAY, LAST_DAY } from '../../language/numeric/calendar'
import {
  add,
  divide,
  floorOf,
  fromInteger,
  isInteger,
  multiply,
  negate,
  ONE,
  type Rational,
  signOf,
  subtract,
  toDouble,
} from '../../language/numeric/rational'
import { type Input, isWholeInput } from '../../language/semantics/checked-input'
import type { Run } from '../evaluate/node'
import { constantForm, type Linear } from '../search/linear-form'
import { BeyondLinearError } from './cell'
import { type Constraint, differenceOf } from './constraint'

export interface Image {
  /** Whole, from `first` to `last`. */
  readonly operand: Linear
  readonly first: number
  readonly last: number
  readonly at: (operand: number) => number
  readonly direction: 1 | -1
}

/** By variable. */
export type Images = ReadonlyMap<number, Image>

/** @throws BeyondLinearError if the operand may be no whole number, or leave the calendar */
export function imageOf(
  operand: Linear,
  at: Image['at'],
  direction: 1 | -1,
  images: Images,
  inputs: readonly Input[],
): Image {
  if (!isInteger(operand.constant)) throw new BeyondLinearError()
  let [first, last] = [operand.constant, operand.constant]
  for (const [variable, coefficient] of operand.terms) {
    if (!isInteger(coefficient)) throw new BeyondLinearError()
    const ends = limitsOf(variable, images, inputs).map((end) => multiply(coefficient, end))
    const [low, high] = signOf(coefficient) > 0 ? ends : ends.reverse()
    first = add(first, low!)
    last = add(last, high!)
  }
  const [from, to] = [toDouble(first), toDouble(last)]
  if (Math.abs(from) > CALENDAR_REACH || Math.abs(to) > CALENDAR_REACH) throw new BeyondLinearError()
  return { operand, first: from, last: to, at, direction }
}

function limitsOf(variable: number, images: Images, inputs: readonly Input[]): Rational[] {
  const image = images.get(variable)
  if (image !== undefined) {
    const [low, high] = image.direction > 0 ? [image.first, image.last] : [image.last, image.first]
    return [fromInteger(image.at(low)), fromInteger(image.at(high))]
  }
  const input = inputs[variable]
  if (input === undefined || !isWholeInput(input)) throw new BeyondLinearError()
  if (input.type.kind === 'date') return [fromInteger(FIRST_DAY), fromInteger(LAST_DAY)]
  if (input.range === null) throw new BeyondLinearError()
  return [negate(floorOf(negate(input.range.min))), floorOf(input.range.max)]
}

export function hasImage({ terms }: Linear, images: Images): boolean {
  if (images.size === 0) return false
  for (const variable of terms.keys()) if (images.has(variable)) return true
  return false
}

/**
 * Constraints on the operands with the same meaning.
 * @throws BeyondLinearError if another variable is compared with an image
 */
export function withoutImages(run: Run, constraint: Constraint, images: Images): readonly Constraint[] {
  const { form, relation } = constraint
  if (!hasImage(form, images)) return [constraint]
  const [[variable, coefficient] = [0, ONE], second] = [...form.terms]
  const image = images.get(variable)
  if (image === undefined || second !== undefined) throw new BeyondLinearError()
  const limit = divide(negate(form.constant), coefficient)!
  const below = floorOf(limit)
  const isWhole = isInteger(limit)
  const isUpper = signOf(coefficient) > 0
  const sides: Constraint[] = []
  if (isUpper || relation === '=')
    sides.push(mostOf(run, image, relation === '<' && isWhole ? subtract(below, ONE) : below))
  if (!isUpper || relation === '=')
    sides.push(leastOf(run, image, relation !== '<' && isWhole ? below : add(below, ONE)))
  return sides.flatMap((side) => withoutImages(run, side, images))
}

/** The result is at least `value`. */
function leastOf(run: Run, image: Image, value: Rational): Constraint {
  const { operand, first, last, direction } = image
  if (direction > 0) return atLeastOperand(run, operand, firstWhere(run, image, first, last, toDouble(value)))
  return atMostOperand(run, operand, -firstWhere(run, image, -last, -first, toDouble(value)))
}

/** The result is at most `value`: not at least the next one. */
function mostOf(run: Run, image: Image, value: Rational): Constraint {
  const { operand, first, last, direction } = image
  const next = toDouble(value) + 1
  if (direction > 0) return atMostOperand(run, operand, firstWhere(run, image, first, last, next) - 1)
  return atLeastOperand(run, operand, -firstWhere(run, image, -last, -first, next) + 1)
}

/** The first operand, or mirrored one if the result never rises, whose result is at least `value`; else `last + 1`. */
function firstWhere(run: Run, { at, direction }: Image, first: number, last: number, value: number): number {
  let [low, high] = [first, last + 1]
  while (low < high) {
    run.meter.spend(1)
    const middle = Math.floor((low + high) / 2)
    if (at(direction * middle) >= value) high = middle
    else low = middle + 1
  }
  return low
}

function atLeastOperand(run: Run, operand: Linear, limit: number): Constraint {
  return { form: differenceOf(run, constantForm(fromInteger(limit)), operand), relation: '<=' }
}

function atMostOperand(run: Run, operand: Linear, limit: number): Constraint {
  return { form: differenceOf(run, operand, constantForm(fromInteger(limit))), relation: '<=' }
}
