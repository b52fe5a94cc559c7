/** A number is a whole only if units cancelled, so that it never meets a percentage unnoticed (decisions/033). */
import { fromInteger, isEqual } from '../../numeric/rational'
import type { Unit } from '../../units/unit'
import type { Checked } from '../checked-ruleset'
import type { NumericType } from '../checked-type'

/** Factors for percent, per mille, basis points and parts per million. */
const SCALES = [100, 1_000, 10_000, 1_000_000]

export function productType(operator: '*' | '/', left: Checked, right: Checked, unit: Unit | null): NumericType {
  const [a, b] = [numberType(left), numberType(right)]
  const cancelled = a.unit !== null || b.unit !== null
  const carried = (a.whole && (b.whole || isNumeral(right))) || (b.whole && isNumeral(left))
  const factor = operator === '*' ? (b.scaled ?? scaleOf(left) ?? scaleOf(right)) : undefined
  return numericType(unit, unit === null && (cancelled || carried === true), a.scaled ?? factor)
}

/** The type of a sum; remainders, branches and members use it too. */
export function sumType(sides: readonly Checked[], unit: Unit | null): NumericType {
  const types = sides.map(numberType)
  const whole = unit === null && types.some((type) => type.whole === true)
  return numericType(unit, whole, types.find((type) => type.scaled !== undefined)?.scaled)
}

function numericType(unit: Unit | null, whole: boolean, scaled: number | undefined): NumericType {
  return { kind: 'numeric', unit, ...(whole ? { whole } : {}), ...(scaled === undefined ? {} : { scaled }) }
}

const BARE: NumericType = { kind: 'numeric', unit: null }

function numberType({ type }: Checked): NumericType {
  return type.kind === 'numeric' ? type : BARE
}

function isNumeral(node: Checked): boolean {
  return node.kind === 'number' || (node.kind === 'negate' && isNumeral(node.operand))
}

function scaleOf(node: Checked): number | undefined {
  if (node.kind !== 'number' || numberType(node).unit !== null) return undefined
  return SCALES.find((factor) => isEqual(fromInteger(factor), node.value))
}
