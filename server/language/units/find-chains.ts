/**
 * Converters between two units. Those that name the units or factors have precedence. Otherwise a compound unit
 * converts as a whole (by its dimension or a whole root of it) or base by base, with the fewest converters; all such
 * ways must agree (public/docs/language.md, "Units").
 */
import { type Chains, multiplyChains, NO_STEPS, type Offsets, raiseChains, shorterChains } from './chains'
import { type ConverterGraph, isRefused, pairKey, shortestChains, walkEdge } from './converter-graph'
import { commonRoots, type Dimension, dimensionKey, multiplyDimensions, rootOfDimension } from './dimension'
import { reduceFactors } from './symbol-table'
import type { Unit } from './unit'

/** With more different factors or bases, no chain is found. */
const MAX_DIFFERENT = 8

type Power = readonly [symbol: string, power: number]

/** Null if converters do not name the units or their factors. */
export function directChains(graph: ConverterGraph, from: Unit, to: Unit, offsets: Offsets): Chains | null {
  const edge = graph.direct.get(pairKey(from.text, to.text))
  if (edge !== undefined) return walkEdge(NO_STEPS, edge, offsets)
  if (offsets !== 'refuse' || graph.edges.size === 0) return null
  const powers = (unit: Unit): Dimension => new Map(unit.factors.map(({ symbol, power }) => [symbol, power]))
  const differing = [...multiplyDimensions(powers(from), powers(to), -1)]
  return differing.length > MAX_DIFFERENT ? null : factorChains(graph, differing, [])
}

/** Pairs `open` factors that converters name; the others (`left` and unpaired ones) must convert by the standards. */
function factorChains(graph: ConverterGraph, open: readonly Power[], left: readonly Power[]): Chains | null {
  const [first, ...rest] = open
  if (first === undefined)
    return reduceFactors(left.map(([symbol, power]) => ({ symbol, power }))).dimension.size === 0 ? NO_STEPS : null
  let best = factorChains(graph, rest, [...left, first])
  for (const [index, partner] of rest.entries()) {
    const edge = graph.direct.get(pairKey(first[0], partner[0]))
    if (edge === undefined || partner[1] !== -first[1] || isRefused(edge, 'refuse')) continue
    const others = factorChains(graph, rest.toSpliced(index, 1), left)
    if (others !== null)
      best = shorterChains(best, multiplyChains(raiseChains(walkEdge(NO_STEPS, edge, 'refuse'), first[1]), others))
  }
  return best
}

export function findChains(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): Chains | null {
  if (graph.edges.size === 0) return null
  const whole = wholeChains(graph, from, to, offsets)
  if (offsets !== 'refuse') return whole
  const residual = [...multiplyDimensions(from, to, -1)]
  return shorterChains(whole, residual.length > MAX_DIFFERENT ? null : pairedChains(graph, residual))
}

function wholeChains(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): Chains | null {
  let best: Chains | null = null
  for (const root of commonRoots([...from.values(), ...to.values()])) {
    const ends = [dimensionKey(rootOfDimension(from, root)), dimensionKey(rootOfDimension(to, root))] as const
    const chains = shortestChains(graph, ends[0], ends[1], root === 1 ? offsets : 'refuse')
    if (chains !== null) best = shorterChains(best, raiseChains(chains, root))
  }
  return best
}

/** Pairs the bases that differ, so that each pair cancels. */
function pairedChains(graph: ConverterGraph, residual: readonly Power[]): Chains | null {
  const [first, ...rest] = residual
  if (first === undefined) return NO_STEPS
  let best: Chains | null = null
  for (const [index, partner] of rest.entries()) {
    const pair = wholeChains(graph, new Map([first]), new Map([[partner[0], -partner[1]]]), 'refuse')
    if (pair === null) continue
    const others = pairedChains(graph, rest.toSpliced(index, 1))
    if (others !== null) best = shorterChains(best, multiplyChains(pair, others))
  }
  return best
}
