/**
 * What another set of project converters changes: which pairs of units relate differently, and for which units a value
 * sent in some other unit is read differently.
 *
 * Promises: of a pair it says exactly whether it changed. Of a unit it misses no change of values whose unit differs in
 * one symbol, or is one that converters name. It ignores units whose own factors convert into each other: with a rate,
 * `kg.USD/EUR` is `kg`, so every converter would touch every unit. Each reported change is proved, up to {@link
 * MAX_RELATED} pairs; beyond, what may change counts as changed. Only converters that one library has and the other
 * lacks can change anything, and only for units that the same chains reach; all others are answered at once.
 */
import { equals } from '../numeric/rational'
import { BARE, commonRoots, dimensionKey } from './dimension'
import { type Reduction, reduce, SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitFactor, UnitRelation } from './unit'
import { isUnit, type UnitLibrary } from './unit-library'
import { UnitTooComplex, unitOf } from './unit-product'

/** Pairs to relate under both libraries before the rest is taken for changed. */
const MAX_RELATED = 10_000

/** A dimensionless symbol: beside any unit it makes another one of the same dimension, which no converter names. */
const SCALE: UnitFactor = { symbol: '%', power: 1 }
const DIMENSIONLESS = dimensionKey(BARE)

export class RelationChanges {
  /** Dimensions that chains through the converters at issue reach, by their keys. */
  private readonly reached: ReadonlySet<string>
  /** Every base of those, and every base that may be read as one of them. */
  private readonly bases: ReadonlySet<string>
  /** Units that stand for all units of the dimensions reached: those that converters name, and others. */
  private readonly witnesses: readonly Unit[]
  private readonly answers = new Map<string, boolean>()
  private related = 0

  constructor(
    private readonly before: UnitLibrary,
    private readonly after: UnitLibrary,
  ) {
    const converters = [...before.converters, ...after.converters]
    this.reached = reachedFrom(differing(before.converters, after.converters), converters, (text) => this.unit(text))
    this.bases = touchedBases(this.reached)
    this.witnesses = this.reached.size === 0 ? [] : this.witnessesOf(converters)
  }

  /** Whether the two relate differently. */
  pair(from: Unit, to: Unit): boolean {
    if (!this.touches(from) && !this.touches(to)) return false
    if (this.related >= MAX_RELATED) return true
    this.related++
    return !sameRelation(this.before.relate(from, to), this.after.relate(from, to))
  }

  /** Whether values in some unit come to `unit` differently: another factor, or whether they come to it at all. */
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
    if (this.reached.has(DIMENSIONLESS) && reduce(factors).dimension.size === 0) return true
    // Bases that cancel may still be exchanged one by one, so each factor is looked at by itself.
    return factors.some((factor) => {
      const { dimension } = reduce([factor])
      return dimension.size === 0
        ? this.reached.has(DIMENSIONLESS)
        : [...dimension.keys()].some((base) => this.bases.has(base))
    })
  }

  private findsChange(unit: Unit): boolean {
    for (const other of this.others(unit)) if (this.pair(other, unit)) return true
    return false
  }

  /** Units that differ from `unit` in one factor, or as a whole by a power of a unit that is reached. */
  private *others(unit: Unit): Iterable<Unit> {
    const roots = commonRoots(reduce(unit.factors).dimension.values())
    for (const root of roots.length === 0 ? [1, -1] : roots)
      for (const witness of this.witnesses) {
        const other = built(raised(witness.factors, root))
        if (other !== null) yield other
      }
    if (unit.factors.length === 1 && unit.factors[0]!.power === 1) return
    for (const factor of unit.factors)
      for (const witness of this.witnesses) {
        const rest = unit.factors.filter((one) => one !== factor)
        const other = built([...rest, ...raised(witness.factors, factor.power)])
        if (other !== null) yield other
      }
  }

  private witnessesOf(converters: readonly Converter[]): Unit[] {
    const named = new Set(converters.flatMap(({ from, to }) => [from, to]))
    const witnesses: Unit[] = []
    for (const text of named) {
      const unit = this.unit(text)
      if (!this.reached.has(dimensionKey(reduce(unit.factors).dimension))) continue
      const scaled = built([SCALE, ...unit.factors])
      witnesses.push(unit, ...(scaled === null ? [] : [scaled]))
    }
    // Of the simple units that no converter names one of each dimension stands for all.
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
    if (!isUnit(unit)) throw new Error(`a converter names ${text}, which is no unit`)
    return unit
  }
}

/** Converters that only one of the two has. */
function differing(before: readonly Converter[], after: readonly Converter[]): readonly Converter[] {
  const without = (some: readonly Converter[], others: readonly Converter[]) => {
    const pairs = new Map(others.map((one) => [`${one.from} ${one.to}`, one]))
    return some.filter((one) => {
      const other = pairs.get(`${one.from} ${one.to}`)
      return other === undefined || !equals(one.factor, other.factor) || !equals(one.offset, other.offset)
    })
  }
  return [...without(before, after), ...without(after, before)]
}

function reachedFrom(
  seeds: readonly Converter[],
  converters: readonly Converter[],
  unit: (text: string) => Unit,
): ReadonlySet<string> {
  const keyOf = (text: string) => dimensionKey(reduce(unit(text).factors).dimension)
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
    // A symbol that a project joins to something by itself is read in no other way any more, so its readings are at
    // issue too.
    for (const text of [from, to]) {
      const [[base, power] = ['', 0], ...others] = reduce(unit(text).factors).dimension
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
  // A key is its bases with their powers: dimensionKey.
  for (const key of reached)
    for (const part of key === DIMENSIONLESS ? [] : key.split(' ')) bases.add(part.slice(0, part.lastIndexOf('^')))
  const readAs: string[] = []
  for (const { symbol } of SYMBOLS.values()) {
    const readings = readingsOf(symbol)
    // Read in one way or another, such a symbol may cancel and leave a unit with no dimension.
    const mayCancel = readings.length > 0 && reached.has(DIMENSIONLESS)
    if (mayCancel || readings.some(({ dimension }) => [...dimension.keys()].some((base) => bases.has(base))))
      readAs.push(symbol)
  }
  for (const symbol of readAs) bases.add(symbol)
  return bases
}

/** What a base may stand for, besides itself; nothing for a definite one. */
function readingsOf(base: string): readonly Reduction[] {
  const definition = SYMBOLS.get(base)?.definition
  if (definition === undefined) return []
  const names =
    'readings' in definition
      ? definition.readings
      : 'base' in definition && definition.varies !== undefined
        ? [definition.varies.like]
        : []
  return names.map((name) => reduce([{ symbol: name, power: 1 }]))
}

/** What a check or a compile makes of both is the same. */
function sameRelation(a: UnitRelation, b: UnitRelation): boolean {
  if (a.status !== 'convertible' || b.status !== 'convertible') return a.status === b.status
  return equals(a.factor, b.factor) && equals(a.offset, b.offset)
}

function raised(factors: readonly UnitFactor[], exponent: number): UnitFactor[] {
  return factors.map(({ symbol, power }) => ({ symbol, power: power * exponent }))
}

/** Null for what is no unit: everything cancels, or it has more factors than any unit. */
function built(factors: readonly UnitFactor[]): Unit | null {
  try {
    return unitOf(factors)
  } catch (error) {
    if (error instanceof UnitTooComplex) return null
    throw error
  }
}
