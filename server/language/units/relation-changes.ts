/**
 * Finds the effects of other project converters: pairs that relate differently, and units to which values convert
 * differently. Exact for a pair. For a unit it covers values whose unit differs in one symbol or is named by a
 * converter, but not units whose own factors convert into each other: with a rate, `kg.USD/EUR` is `kg`, so every
 * converter would affect every unit. Beyond {@link MAX_RELATED_PAIRS} pairs, possible changes count as changes.
 */
import { isEqual } from '../numeric/rational'
import { BARE, commonRoots, dimensionKey } from './dimension'
import { type Reduction, reduceFactors, SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitFactor, UnitRelation } from './unit'
import { isUnit, type UnitLibrary } from './unit-library'
import { UnitTooComplexError, unitOf } from './unit-product'

const MAX_RELATED_PAIRS = 10_000

/** Dimensionless: makes another unit of the same dimension, which no converter names. */
const SCALE: UnitFactor = { symbol: '%', power: 1 }
const DIMENSIONLESS = dimensionKey(BARE)

export class RelationChanges {
  /** Keys of dimensions that the differing converters reach. */
  private readonly reached: ReadonlySet<string>
  /** Their bases, and symbols that may be read as one of them. */
  private readonly bases: ReadonlySet<string>
  /** Units that represent all units of the reached dimensions. */
  private readonly witnesses: readonly Unit[]
  private readonly answers = new Map<string, boolean>()
  private related = 0

  constructor(
    private readonly before: UnitLibrary,
    private readonly after: UnitLibrary,
  ) {
    const converters = [...before.converters, ...after.converters]
    this.reached = reachedFrom(differingConverters(before.converters, after.converters), converters, (text) =>
      this.unit(text),
    )
    this.bases = touchedBases(this.reached)
    this.witnesses = this.reached.size === 0 ? [] : this.witnessesOf(converters)
  }

  pair(from: Unit, to: Unit): boolean {
    if (!this.touches(from) && !this.touches(to)) return false
    if (this.related >= MAX_RELATED_PAIRS) return true
    this.related++
    return !sameRelation(this.before.relate(from, to), this.after.relate(from, to))
  }

  /** True if values in some unit convert to `unit` differently. */
  values(unit: Unit): boolean {
    if (!this.touches(unit)) return false
    const known = this.answers.get(unit.text)
    if (known !== undefined) return known
    const answer = this.findsChange(unit)
    this.answers.set(unit.text, answer)
    return answer
  }

  private touches({ factors }: Unit): boolean {
    if (this.reached.size === 0) return false
    if (this.reached.has(DIMENSIONLESS) && reduceFactors(factors).dimension.size === 0) return true
    // Bases that cancel may still be exchanged, so each factor is checked separately.
    return factors.some((factor) => {
      const { dimension } = reduceFactors([factor])
      return dimension.size === 0
        ? this.reached.has(DIMENSIONLESS)
        : [...dimension.keys()].some((base) => this.bases.has(base))
    })
  }

  private findsChange(unit: Unit): boolean {
    for (const other of this.others(unit)) if (this.pair(other, unit)) return true
    return false
  }

  /** Units that differ from `unit` in one factor, or entirely by a power of a reached unit. */
  private *others(unit: Unit): Iterable<Unit> {
    const roots = commonRoots(reduceFactors(unit.factors).dimension.values())
    for (const root of roots.length === 0 ? [1, -1] : roots)
      for (const witness of this.witnesses) {
        const other = buildUnit(raiseFactors(witness.factors, root))
        if (other !== null) yield other
      }
    if (unit.factors.length === 1 && unit.factors[0]!.power === 1) return
    for (const factor of unit.factors)
      for (const witness of this.witnesses) {
        const rest = unit.factors.filter((one) => one !== factor)
        const other = buildUnit([...rest, ...raiseFactors(witness.factors, factor.power)])
        if (other !== null) yield other
      }
  }

  private witnessesOf(converters: readonly Converter[]): Unit[] {
    const named = new Set(converters.flatMap(({ from, to }) => [from, to]))
    const witnesses: Unit[] = []
    for (const text of named) {
      const unit = this.unit(text)
      if (!this.reached.has(dimensionKey(reduceFactors(unit.factors).dimension))) continue
      const scaled = buildUnit([SCALE, ...unit.factors])
      witnesses.push(unit, ...(scaled === null ? [] : [scaled]))
    }
    // One simple unit of a dimension represents all that no converter names.
    const stood = new Set<string>()
    for (const { symbol, reduction } of SYMBOLS.values()) {
      const key = dimensionKey(reduction.dimension)
      if (!this.reached.has(key) || stood.has(key) || named.has(symbol)) continue
      stood.add(key)
      witnesses.push(this.unit(symbol))
    }
    return witnesses
  }

  private unit(text: string): Unit {
    const unit = this.before.parse(text)
    if (!isUnit(unit)) throw new Error(`a converter names ${text}, which is not a unit`)
    return unit
  }
}

/** Converters that only one side has. */
function differingConverters(before: readonly Converter[], after: readonly Converter[]): readonly Converter[] {
  const without = (some: readonly Converter[], others: readonly Converter[]) => {
    const pairs = new Map(others.map((one) => [`${one.from} ${one.to}`, one]))
    return some.filter((one) => {
      const other = pairs.get(`${one.from} ${one.to}`)
      return other === undefined || !isEqual(one.factor, other.factor) || !isEqual(one.offset, other.offset)
    })
  }
  return [...without(before, after), ...without(after, before)]
}

function reachedFrom(
  seeds: readonly Converter[],
  converters: readonly Converter[],
  unit: (text: string) => Unit,
): ReadonlySet<string> {
  const keyOf = (text: string) => dimensionKey(reduceFactors(unit(text).factors).dimension)
  const neighbours = new Map<string, Set<string>>()
  const join = (a: string, b: string) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = neighbours.get(one)
      if (known === undefined) neighbours.set(one, new Set([other]))
      else known.add(other)
    }
  }
  for (const { from, to } of converters) {
    join(keyOf(from), keyOf(to))
    // A symbol that a converter joins to a unit loses its other readings, so these change too.
    for (const text of [from, to]) {
      const [[base, power] = ['', 0], ...others] = reduceFactors(unit(text).factors).dimension
      if (power !== 1 || others.length > 0) continue
      for (const { dimension } of readingsOf(base)) join(keyOf(text), dimensionKey(dimension))
    }
  }
  const reached = new Set<string>()
  const open = seeds.flatMap(({ from, to }) => [keyOf(from), keyOf(to)])
  while (open.length > 0) {
    const key = open.pop()!
    if (reached.has(key)) continue
    reached.add(key)
    open.push(...(neighbours.get(key) ?? []))
  }
  return reached
}

function touchedBases(reached: ReadonlySet<string>): ReadonlySet<string> {
  const bases = new Set<string>()
  if (reached.size === 0) return bases
  // Splits keys of dimensionKey.
  for (const key of reached)
    for (const part of key === DIMENSIONLESS ? [] : key.split(' ')) bases.add(part.slice(0, part.lastIndexOf('^')))
  const readAs: string[] = []
  for (const { symbol } of SYMBOLS.values()) {
    const readings = readingsOf(symbol)
    // In some reading, such a symbol may cancel and leave no dimension.
    const mayCancel = readings.length > 0 && reached.has(DIMENSIONLESS)
    if (mayCancel || readings.some(({ dimension }) => [...dimension.keys()].some((base) => bases.has(base))))
      readAs.push(symbol)
  }
  for (const symbol of readAs) bases.add(symbol)
  return bases
}

/** The readings of a base, without the base itself; empty for a definite one. */
function readingsOf(base: string): readonly Reduction[] {
  const definition = SYMBOLS.get(base)?.definition
  if (definition === undefined) return []
  const names =
    'readings' in definition
      ? definition.readings
      : 'base' in definition && definition.varies !== undefined
        ? [definition.varies.like]
        : []
  return names.map((name) => reduceFactors([{ symbol: name, power: 1 }]))
}

/** Paths and reasons do not affect checks and compilations. */
function sameRelation(a: UnitRelation, b: UnitRelation): boolean {
  if (a.status !== 'convertible' || b.status !== 'convertible') return a.status === b.status
  return isEqual(a.factor, b.factor) && isEqual(a.offset, b.offset)
}

function raiseFactors(factors: readonly UnitFactor[], exponent: number): UnitFactor[] {
  return factors.map(({ symbol, power }) => ({ symbol, power: power * exponent }))
}

/** Null if everything cancels or there are too many factors. */
function buildUnit(factors: readonly UnitFactor[]): Unit | null {
  try {
    return unitOf(factors)
  } catch (error) {
    if (error instanceof UnitTooComplexError) return null
    throw error
  }
}
