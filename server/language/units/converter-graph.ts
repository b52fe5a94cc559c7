/**
 * The graph of a project's converters. Nodes are dimensions, because units of one dimension convert by the standards;
 * each converter is an edge in both directions. Values are in bases, so that maps compose.
 */
import { signOf, ZERO } from '../numeric/rational'
import { type AffineMap, followedBy, invertMap } from './affine-map'
import { type Chains, extendChains, NO_STEPS, type Offsets, type Step, shorterChains } from './chains'
import { dimensionKey } from './dimension'
import type { Reduction } from './symbol-table'
import type { Converter } from './unit'

export interface ResolvedConverter {
  readonly converter: Converter
  readonly from: Reduction
  readonly to: Reduction
}

export interface Edge {
  /** A dimension key. */
  readonly target: string
  readonly step: Step
  /** In bases, for values and for differences. */
  readonly map: AffineMap
  readonly slope: AffineMap
}

export interface ConverterGraph {
  /** By the dimension key that they leave. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>
  /** By {@link pairKey} of the converter's units. */
  readonly direct: ReadonlyMap<string, Edge>
  /** All bases that a converter reaches. */
  readonly bases: ReadonlySet<string>
}

/** Unit texts contain no blanks. */
export function pairKey(from: string, to: string): string {
  return `${from} ${to}`
}

/** @param converters at most one for each pair of units */
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
  // Sorted, so that the reported chain does not depend on the posting order.
  const text = ({ converter }: ResolvedConverter) => pairKey(converter.from, converter.to)
  for (const { converter, from, to } of [...converters].sort((a, b) => (text(a) < text(b) ? -1 : 1))) {
    const map = followedBy(followedBy(invertMap(intoBases(from)), converter), intoBases(to))
    join({ converter, power: 1, from, to }, map, pairKey(converter.from, converter.to))
    join({ converter, power: 1, from: to, to: from }, invertMap(map), pairKey(converter.to, converter.from))
  }
  return { edges, direct, bases }
}

/** The map from values in a unit to values in its bases. */
export function intoBases(unit: Reduction): AffineMap {
  return { factor: unit.coefficient, offset: unit.offset }
}

/** Whether the edge is excluded from compound units because of its offset. */
export function isRefused(edge: Edge, offsets: Offsets): boolean {
  return offsets === 'refuse' && signOf(edge.step.converter.offset) !== 0
}

export function walkEdge(before: Chains, edge: Edge, offsets: Offsets): Chains {
  return extendChains(before, edge.step, offsets === 'apply' ? edge.map : edge.slope)
}

/** Returns null without a chain. */
export function shortestChains(graph: ConverterGraph, from: string, to: string, offsets: Offsets): Chains | null {
  if (!graph.edges.has(from) || !graph.edges.has(to)) return null
  if (from === to) return NO_STEPS
  const left = stepsLeft(graph, from, to, offsets)
  const length = left?.get(from)
  if (left === null || length === undefined) return null
  // Takes only steps that come nearer: composing maps costs more than finding the way.
  let frontier = new Map<string, Chains>([[from, NO_STEPS]])
  for (let rest = length - 1; rest >= 0; rest--) {
    const next = new Map<string, Chains>()
    for (const [node, before] of frontier) {
      for (const edge of graph.edges.get(node) ?? []) {
        if (isRefused(edge, offsets) || left.get(edge.target) !== rest) continue
        next.set(edge.target, shorterChains(next.get(edge.target) ?? null, walkEdge(before, edge, offsets))!)
      }
    }
    frontier = next
  }
  return frontier.get(to) ?? null
}

/** Counts steps to `to` from the nodes that are at least as near as `from`; null if `from` is not reached. */
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
