/**
 * How a project's converters take one unit to another, whole or factor by factor.
 *
 * Promises: pure. A compound unit converts as a whole, where converters join units of its dimension or of a whole root of it, or
 * factor by factor, each base of one side finding its partner on the other; whichever way uses fewer converters, and
 * all ways of that length must agree (language.md, "Units").
 */
import { ONE, ZERO } from '../exact/rational'
import {
  beside,
  type Chains,
  type ConverterGraph,
  type Offsets,
  raised,
  shorter,
  shortestChains,
} from './converter-graph'
import { commonRoots, type Dimension, dimensionKey, rooted, times } from './dimension'

/** Most bases that may differ between two compound units; more find no chain. */
const MAX_DIFFERENT_BASES = 8

const NO_STEPS: Chains = { agree: true, length: 0, chain: { map: { factor: ONE, offset: ZERO }, steps: [] } }

/** Chains between two dimensions, `offsets` saying whether they serve simple units, differences or compound units. */
export function findChains(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): Chains | null {
  if (graph.edges.size === 0) return null
  const whole = wholeChains(graph, from, to, offsets)
  if (offsets !== 'refuse') return whole
  const residual = [...times(from, to, -1)]
  return shorter(whole, residual.length > MAX_DIFFERENT_BASES ? null : pairedChains(graph, residual))
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

type Power = readonly [base: string, power: number]

/** Chains for every way of pairing the bases that differ, so that each pair cancels. */
function pairedChains(graph: ConverterGraph, residual: readonly Power[]): Chains | null {
  const [first, ...rest] = residual
  if (first === undefined) return NO_STEPS
  let best: Chains | null = null
  for (const [place, partner] of rest.entries()) {
    const pair = wholeChains(graph, new Map([first]), new Map([[partner[0], -partner[1]]]), 'refuse')
    if (pair === null) continue
    const others = pairedChains(graph, rest.toSpliced(place, 1))
    if (others !== null) best = shorter(best, beside(pair, others))
  }
  return best
}
