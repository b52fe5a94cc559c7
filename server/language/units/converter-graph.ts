/**
 * What a project's converters join, and the shortest chains of them.
 *
 * Promises: immutable; answers do not depend on the order of the converters. Nodes are dimensions, because units of one
 * dimension convert by the built-in standards at no cost; each converter is an edge that can be walked both ways. A
 * value stands at a node in its bases, so that walking composes exact maps.
 */
import { sign, ZERO } from '../numeric/rational'
import { type AffineMap, followedBy, inverse } from './affine-map'
import { type Chains, extended, NO_STEPS, type Offsets, type Step, shorter } from './chains'
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

/** The graph of these converters, one for each pair of units. */
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
  // In the order of their texts, so that of several chains that agree the same one is reported, whatever was posted first.
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

/** True if an offset excludes the edge from compound units. */
export function isRefused(edge: Edge, offsets: Offsets): boolean {
  return offsets === 'refuse' && sign(edge.step.converter.offset) !== 0
}

/** The chains `before`, each with one step more. */
export function walked(before: Chains, edge: Edge, offsets: Offsets): Chains {
  return extended(before, edge.step, offsets === 'apply' ? edge.map : edge.slope)
}

/** All shortest chains between two nodes, by their keys; null where there is none. */
export function shortestChains(graph: ConverterGraph, from: string, to: string, offsets: Offsets): Chains | null {
  if (!graph.edges.has(from) || !graph.edges.has(to)) return null
  if (from === to) return NO_STEPS
  const left = stepsLeft(graph, from, to, offsets)
  const length = left?.get(from)
  if (left === null || length === undefined) return null
  // Only along what comes nearer at every step: composing maps costs more than finding the way.
  let frontier = new Map<string, Chains>([[from, NO_STEPS]])
  for (let rest = length - 1; rest >= 0; rest--) {
    const next = new Map<string, Chains>()
    for (const [node, before] of frontier) {
      for (const edge of graph.edges.get(node) ?? []) {
        if (isRefused(edge, offsets) || left.get(edge.target) !== rest) continue
        next.set(edge.target, shorter(next.get(edge.target) ?? null, walked(before, edge, offsets))!)
      }
    }
    frontier = next
  }
  return frontier.get(to) ?? null
}

/**
 * How many steps lead from each node to `to`, of all nodes that are as near as `from`; null where `from` is not among
 * them.
 */
function stepsLeft(
  graph: ConverterGraph,
  from: string,
  to: string,
  offsets: Offsets,
): ReadonlyMap<string, number> | null {
  const left = new Map<string, number>([[to, 0]])
  let frontier = [to]
  for (let length = 1; frontier.length > 0; length++) {
    const next: string[] = []
    for (const node of frontier) {
      for (const edge of graph.edges.get(node) ?? []) {
        if (isRefused(edge, offsets) || left.has(edge.target)) continue
        left.set(edge.target, length)
        next.push(edge.target)
      }
    }
    if (left.has(from)) return left
    frontier = next
  }
  return null
}
