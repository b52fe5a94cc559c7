/**
 * Each unit has one text: numerators joined by `.`, then each denominator after its own `/`, sorted by standard
 * (PRINT_ORDER) and symbol. Without numerators it begins with `1/`.
 */
import { signOf } from '../numeric/rational'
import { printRank, SYMBOLS } from './symbol-table'
import type { Unit, UnitFactor } from './unit'
import { MAX_POWER } from './unit-text'

export const MAX_FACTORS = 12

/** Thrown beyond {@link MAX_FACTORS} symbols or {@link MAX_POWER}. */
export class UnitTooComplexError extends Error {
  constructor() {
    super(`a unit has at most ${MAX_FACTORS} different symbols and powers up to ${MAX_POWER}`)
  }
}

/**
 * Merges repeated symbols; null if all cancel.
 * @throws UnitTooComplexError
 */
export function unitOf(factors: Iterable<UnitFactor>): Unit | null {
  const powers = new Map<string, number>()
  for (const { symbol, power } of factors) powers.set(symbol, (powers.get(symbol) ?? 0) + power)
  const merged: UnitFactor[] = []
  for (const [symbol, power] of powers) if (power !== 0) merged.push({ symbol, power })
  if (merged.length === 0) return null
  if (merged.length > MAX_FACTORS || merged.some(({ power }) => Math.abs(power) > MAX_POWER))
    throw new UnitTooComplexError()
  merged.sort(inPrintOrder)
  const text = printFactors(merged)
  const hasShift = merged.length === 1 && text === merged[0]!.symbol && isShifted(text)
  return { text, factors: merged, affine: hasShift, difference: false }
}

/**
 * `left * right^power`; null is a bare number. An affine result is a difference, because only differences are
 * multiplied (public/docs/language.md, "Units").
 * @throws UnitTooComplexError
 */
export function multiplyUnits(left: Unit | null, right: Unit | null, power: 1 | -1): Unit | null {
  if (right === null) return left
  const inverted = right.factors.map((factor) => ({ symbol: factor.symbol, power: factor.power * power }))
  if (left === null && power === 1) return right
  const unit = unitOf([...(left?.factors ?? []), ...inverted])
  return unit === null ? null : asDifference(unit)
}

/** Changes only a unit whose zero is shifted. */
export function asDifference(unit: Unit): Unit {
  return unit.affine ? { ...unit, affine: false, difference: true } : unit
}

function isShifted(symbol: string): boolean {
  const known = SYMBOLS.get(symbol)
  return known !== undefined && signOf(known.reduction.offset) !== 0
}

function inPrintOrder(a: UnitFactor, b: UnitFactor): number {
  if (a.power > 0 !== b.power > 0) return a.power > 0 ? -1 : 1
  const ranks = printRank(a.symbol) - printRank(b.symbol)
  return ranks !== 0 ? ranks : a.symbol < b.symbol ? -1 : 1
}

function printFactors(factors: readonly UnitFactor[]): string {
  let text = ''
  for (const { symbol, power } of factors) {
    if (power < 0) text += `${text === '' ? '1' : ''}/`
    else if (text !== '') text += '.'
    const size = Math.abs(power)
    text += size === 1 ? symbol : `${symbol}${size}`
  }
  return text
}
