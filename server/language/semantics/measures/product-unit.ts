import { ZERO } from '../../numeric/rational'
import { wordsOf } from '../../syntax/words'
import { wholesIn } from '../../units/symbol-table'
import type { Unit, UnitFactor } from '../../units/unit'
import { UnitTooComplexError, unitOf as unitOfFactors } from '../../units/unit-product'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { unitOf } from '../conditions'
import { convertNode } from './unit-meeting'

type Sign = 1 | -1

/** `left * right`, or `left / right` with `sign` -1. A `unit` of null is bare. */
export interface Product {
  readonly left: Checked
  readonly right: Checked
  readonly unit: Unit | null
}

/** Null if the unit is too complex. Converts the sides whose percentages become plain numbers. */
export function unitedProduct(c: Checking, left: Checked, right: Checked, sign: Sign): Product | null {
  const unit = productUnit(c, unitOf(left), unitOf(right), sign)
  if (unit === 'too complex') return null
  const dropped = percentagesOf(c, unitOf(left), unitOf(right), sign)
  return {
    left: dropped === 'both' ? asWholes(left) : left,
    right: dropped === 'none' ? right : asWholes(right),
    unit,
  }
}

/** Null if the unit is bare. */
export function productUnit(
  c: Checking,
  left: Unit | null,
  right: Unit | null,
  sign: Sign,
): Unit | null | 'too complex' {
  const dropped = percentagesOf(c, left, right, sign)
  return compoundUnit(
    c,
    dropped === 'both' ? withoutParts(left) : left,
    dropped === 'none' ? right : withoutParts(right),
    sign,
  )
}

/**
 * Since version 1.4 a percentage of an amount is an amount: `7.5 "%" * income` is in USD and not in `%.USD`. A percentage
 * of a percentage is a percentage, and `%/yr` stays as it is. Earlier texts keep their units, which their answers show.
 * @returns the sides whose `%`, `bp` or `ppm` become plain numbers
 */
function percentagesOf(c: Checking, left: Unit | null, right: Unit | null, sign: Sign): 'both' | 'right' | 'none' {
  if (left === null || right === null || wordsOf(c.parsed.ruleset.version?.text).version !== '1.4') return 'none'
  if (![...left.factors, ...right.factors].some(isPartOfWhole)) return 'none'
  const unit = compoundUnit(c, left, right, sign)
  if (unit === 'too complex') return 'none'
  const percentages = unit?.factors.filter(isPartOfWhole) ?? []
  if (percentages.length === 0) return 'none'
  const isAmount = unit?.factors.some((factor) => factor.power > 0 && !isPartOfWhole(factor))
  if (isAmount || percentages.every(({ power }) => power < 0)) return 'both'
  return percentages.length === 1 && percentages[0]?.power === 1 ? 'none' : 'right'
}

function compoundUnit(c: Checking, a: Unit | null, b: Unit | null, sign: Sign): Unit | null | 'too complex' {
  const { library } = c.units
  if (b === null) return a
  try {
    return sign === 1 ? library.multiply(a, b) : library.divide(a, b)
  } catch (error) {
    if (error instanceof UnitTooComplexError) return 'too complex'
    throw error
  }
}

/** Whether the unit is a number: `%`, `bp` or `ppm`. */
function isPartOfWhole({ symbol }: UnitFactor): boolean {
  const unit = unitOfFactors([{ symbol, power: 1 }])
  return unit !== null && wholesIn(unit) !== null
}

function withoutParts(unit: Unit | null): Unit | null {
  return unitOfFactors(unit?.factors.filter((factor) => !isPartOfWhole(factor)) ?? [])
}

/** The same number without such units. */
function asWholes(node: Checked): Checked {
  const from = unitOf(node)
  const percentage = unitOfFactors(from?.factors.filter(isPartOfWhole) ?? [])
  const factor = percentage === null ? null : wholesIn(percentage)
  if (factor === null) return node
  const to = withoutParts(from)
  return convertNode(node, { factor, offset: ZERO, from, to }, { kind: 'numeric', unit: to })
}
