/**
 * How a project's converters take one unit to another, whole or factor by factor.
 *
 * Promises: pure. Converters that name the very units, or the very factors, win. Otherwise a compound unit converts as
 * a whole, where converters join units of its dimension or of a whole root of it, or factor by factor, each base of one
 * side finding its partner on the other; whichever way uses fewer converters, and all ways of that length must agree
 * (public/docs/language.md, "Units").
 */
import { beside, type Chains, NO_STEPS, type Offsets, raised, shorter } from './chains'
import { type ConverterGraph, isRefused, pairKey, shortestChains, walked } from './converter-graph'
import { commonRoots, type Dimension, dimensionKey, rooted, times } from './dimension'
import { reduce } from './symbol-table'
import type { Unit } from './unit'

/** Most factors, or bases, that may differ between two compound units; more find no chain. */
const MAX_DIFFERENT = 8

type Power = readonly [symbol: string, power: number]

/** By converters that name the two units, or their factors one by one; null where these do not suffice. */
export function directChains(graph: ConverterGraph, from: Unit, to: Unit, offsets: Offsets): Chains | null {
  const edge = graph.direct.get(pairKey(from.text, to.text))
  if (edge !== undefined) return walked(NO_STEPS, edge, offsets)
  if (offsets !== 'refuse' || graph.edges.size === 0) return null
  const powers = (unit: Unit): Dimension => new Map(unit.factors.map(({ symbol, power }) => [symbol, power]))
  const differing = [...times(powers(from), powers(to), -1)]
  return differing.length > MAX_DIFFERENT ? null : factorChains(graph, differing, [])
}

/**
 * Chains for every way of taking some of the `open` factors in pairs that a converter names, such that all the others
 * (`left` and what stays open) convert by the standards.
 */
function factorChains(graph: ConverterGraph, open: readonly Power[], left: readonly Power[]): Chains | null {
  const [first, ...rest] = open
  if (first === undefined)
    return reduce(left.map(([symbol, power]) => ({ symbol, power }))).dimension.size === 0 ? NO_STEPS : null
  let best = factorChains(graph, rest, [...left, first])
  for (const [index, partner] of rest.entries()) {
    const edge = graph.direct.get(pairKey(first[0], partner[0]))
    if (edge === undefined || partner[1] !== -first[1] || isRefused(edge, 'refuse')) continue
    const others = factorChains(graph, rest.toSpliced(index, 1), left)
    if (others !== null) best = shorter(best, beside(raised(walked(NO_STEPS, edge, 'refuse'), first[1]), others))
  }
  return best
}

/** The shortest chains between two dimensions, for simple units, differences or compound units as `offsets` says. */
export function findChains(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): Chains | null {
  if (graph.edges.size === 0) return null
  const whole = wholeChains(graph, from, to, offsets)
  if (offsets !== 'refuse') return whole
  const residual = [...times(from, to, -1)]
  return shorter(whole, residual.length > MAX_DIFFERENT ? null : pairedChains(graph, residual))
}

function wholeChains(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): Chains | null {
  let best: Chains | null = null
  for (const root of commonRoots([...from.values(), ...to.values()])) {
    const ends = [dimensionKey(rooted(from, root)), dimensionKey(rooted(to, root))] as const
    const chains = shortestChains(graph, ends[0], ends[1], root === 1 ? offsets : 'refuse')
    if (chains !== null) best = shorter(best, raised(chains, root))
  }
  return best
}

/** Chains for every way of pairing the bases that differ, so that each pair cancels. */
function pairedChains(graph: ConverterGraph, residual: readonly Power[]): Chains | null {
  const [first, ...rest] = residual
  if (first === undefined) return NO_STEPS
  let best: Chains | null = null
  for (const [index, partner] of rest.entries()) {
    const pair = wholeChains(graph, new Map([first]), new Map([[partner[0], -partner[1]]]), 'refuse')
    if (pair === null) continue
    const others = pairedChains(graph, rest.toSpliced(index, 1))
    if (others !== null) best = shorter(best, beside(pair, others))
  }
  return best
}
