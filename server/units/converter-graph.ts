/**
 * What a project's converters join, and the shortest chains of them.
 *
 * Promises: immutable; answers do not depend on the order of the converters. Nodes are dimensions, because units of one
 * dimension convert by the built-in standards at no cost; each converter is an edge that can be walked both ways. A
 * value stands at a node in its bases, so that walking composes exact maps.
 */
import { sign, ZERO } from '../exact/rational'
import { type AffineMap, followedBy, inverse } from './affine-map'
import { type Chains, changed, NO_STEPS, type Offsets, type Step, shorter } from './chains'
import { dimensionKey } from './dimension'
import type { Reduction } from './symbol-table'
import type { Converter } from './unit'

export interface ResolvedConverter {
  readonly converter: Converter
  readonly from: Reduction
  readonly to: Reduction
}

export interface Edge {
  /** The key of the dimension it leads to. */
  readonly target: string
  readonly step: Step
  /** In bases, for values and for differences. */
  readonly map: AffineMap
  readonly slope: AffineMap
}

export interface ConverterGraph {
  /** By the key of the dimension they lead from. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>
  /** Both directions of every converter, by {@link pairKey} of the units it names. */
  readonly direct: ReadonlyMap<string, Edge>
  /** Every base that some converter reaches. */
  readonly bases: ReadonlySet<string>
}

/** No unit text holds a blank. */
export function pairKey(from: string, to: string): string {
  return `${from} ${to}`
}

export function converterGraph(converters: readonly ResolvedConverter[]): ConverterGraph {
  const edges = new Map<string, Edge[]>()
  const direct = new Map<string, Edge>()
  const bases = new Set<string>()
  const join = (step: Step, map: AffineMap, pair: string) => {
    const slope = { factor: map.factor, offset: ZERO }
    const edge: Edge = { target: dimensionKey(step.to.dimension), step, map, slope }
    const source = dimensionKey(step.from.dimension)
    const list = edges.get(source)
    if (list === undefined) edges.set(source, [edge])
    else list.push(edge)
    direct.set(pair, edge)
    for (const base of step.from.dimension.keys()) bases.add(base)
  }
  // In the order of their texts, so that of several chains that agree the same one is told whatever was posted first.
  const text = ({ converter }: ResolvedConverter) => pairKey(converter.from, converter.to)
  for (const { converter, from, to } of [...converters].sort((a, b) => (text(a) < text(b) ? -1 : 1))) {
    const map = followedBy(followedBy(inverse(intoBases(from)), converter), intoBases(to))
    join({ converter, power: 1, from, to }, map, pairKey(converter.from, converter.to))
    join({ converter, power: 1, from: to, to: from }, inverse(map), pairKey(converter.to, converter.from))
  }
  return { edges, direct, bases }
}

/** From values in a unit to values in its bases. */
export function intoBases(unit: Reduction): AffineMap {
  return { factor: unit.coefficient, offset: unit.offset }
}

/** True where an offset keeps the edge out of compound units. */
export function isRefused(edge: Edge, offsets: Offsets): boolean {
  return offsets === 'refuse' && sign(edge.step.converter.offset) !== 0
}

/** The chains `before`, each with one step more. */
export function walked(before: Chains, edge: Edge, offsets: Offsets): Chains {
  const map = offsets === 'apply' ? edge.map : edge.slope
  return changed(before, before.length + 1, (chain) => ({
    map: followedBy(chain.map, map),
    steps: [...chain.steps, edge.step],
  }))
}

/** All shortest chains between two nodes, by their keys; null where there is none. */
export function shortestChains(graph: ConverterGraph, from: string, to: string, offsets: Offsets): Chains | null {
  if (!graph.edges.has(from) || !graph.edges.has(to)) return null
  const reached = new Map<string, Chains>([[from, NO_STEPS]])
  let frontier = [from]
  for (let length = 1; frontier.length > 0; length++) {
    const next: string[] = []
    for (const node of frontier) {
      const before = reached.get(node)!
      for (const edge of graph.edges.get(node) ?? []) {
        if (isRefused(edge, offsets)) continue
        const known = reached.get(edge.target) ?? null
        if (known !== null && known.length < length) continue
        if (known === null) next.push(edge.target)
        reached.set(edge.target, shorter(known, walked(before, edge, offsets))!)
      }
    }
    const found = reached.get(to)
    if (found !== undefined) return found
    frontier = next
  }
  return null
}
