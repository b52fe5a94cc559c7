/**
 * What a project's converters join, and the shortest chains of them.
 *
 * Promises: immutable; answers do not depend on the order of the converters. Nodes are dimensions, because units of one
 * dimension convert by the built-in standards at no cost; each converter is an edge that can be walked both ways. A
 * value stands at a node in its bases, so that walking composes exact maps.
 */
import { power, sign, ZERO } from '../exact/rational'
import { type AffineMap, followedBy, IDENTITY, inverse, sameMap } from './affine-map'
import { dimensionKey } from './dimension'
import type { Reduction } from './symbol-table'
import type { Converter } from './unit'

/**
 * How a chain treats offsets: `apply` for values of simple units; `drop` for differences, which convert by the factor
 * alone; `refuse` for the factors of compound units, where a converter with an offset has no meaning.
 */
export type Offsets = 'apply' | 'drop' | 'refuse'

export interface Step {
  readonly converter: Converter
  /** How often the step is taken: the chain of `USD` serves `USD2` twice and `1/USD` minus once. */
  readonly power: number
  /** The units the step leaves and enters, reduced to bases. */
  readonly from: Reduction
  readonly to: Reduction
}

export interface Chain {
  readonly map: AffineMap
  readonly steps: readonly Step[]
}

/** The shortest chains from one dimension to another: they agree, or here are two that do not. */
export type Chains =
  | { readonly agree: true; readonly length: number; readonly chain: Chain }
  | { readonly agree: false; readonly length: number; readonly one: Chain; readonly other: Chain }

export interface ResolvedConverter {
  readonly converter: Converter
  readonly from: Reduction
  readonly to: Reduction
}

interface Edge {
  readonly target: string
  readonly step: Step
  /** In bases, for values and for differences. */
  readonly map: AffineMap
  readonly slope: AffineMap
}

export interface ConverterGraph {
  readonly edges: ReadonlyMap<string, readonly Edge[]>
}

export function converterGraph(converters: readonly ResolvedConverter[]): ConverterGraph {
  const edges = new Map<string, Edge[]>()
  // In the order of their texts, so that of several chains that agree the same one is told whatever was posted first.
  const sorted = [...converters].sort((a, b) => (pairText(a.converter) < pairText(b.converter) ? -1 : 1))
  for (const { converter, from, to } of sorted) {
    const map = followedBy(followedBy(inverse(intoBases(from)), converter), intoBases(to))
    addEdge(edges, { converter, power: 1, from, to }, map)
    addEdge(edges, { converter, power: 1, from: to, to: from }, inverse(map))
  }
  return { edges }
}

/** All shortest chains between two nodes, by their keys; null where there is none. */
export function shortestChains(graph: ConverterGraph, from: string, to: string, offsets: Offsets): Chains | null {
  if (!graph.edges.has(from) || !graph.edges.has(to)) return null
  const start: Chains = { agree: true, length: 0, chain: { map: IDENTITY, steps: [] } }
  const reached = new Map<string, Chains>([[from, start]])
  let frontier = [from]
  for (let length = 1; frontier.length > 0; length++) {
    const next: string[] = []
    for (const node of frontier) {
      const before = reached.get(node)!
      for (const edge of graph.edges.get(node) ?? []) {
        if (offsets === 'refuse' && sign(edge.step.converter.offset) !== 0) continue
        const known = reached.get(edge.target)
        if (known !== undefined && known.length < length) continue
        if (known === undefined) next.push(edge.target)
        reached.set(edge.target, joined(known, extended(before, edge, offsets)))
      }
    }
    const found = reached.get(to)
    if (found !== undefined) return found
    frontier = next
  }
  return null
}

/** The shorter of two sets of chains, or both as one set where they are of one length. */
export function shorter(a: Chains | null, b: Chains | null): Chains | null {
  if (a === null || b === null) return a ?? b
  return a.length === b.length ? joined(a, b) : a.length < b.length ? a : b
}

/** Chains between powers of the dimensions that `chains` go between. */
export function raised(chains: Chains, exponent: number): Chains {
  if (exponent === 1) return chains
  const raise = (chain: Chain): Chain => ({
    map: { factor: power(chain.map.factor, exponent), offset: ZERO },
    steps: chain.steps.map((step) => ({ ...step, power: step.power * exponent })),
  })
  if (chains.agree) return { ...chains, chain: raise(chains.chain) }
  return { ...chains, one: raise(chains.one), other: raise(chains.other) }
}

/** Chains between the products of what `a` and `b` go between. */
export function beside(a: Chains, b: Chains): Chains {
  const length = a.length + b.length
  const both = (x: Chain, y: Chain): Chain => ({ map: followedBy(x.map, y.map), steps: [...x.steps, ...y.steps] })
  if (a.agree && b.agree) return { agree: true, length, chain: both(a.chain, b.chain) }
  if (a.agree) return { agree: false, length, one: both(a.chain, first(b)), other: both(a.chain, last(b)) }
  return { agree: false, length, one: both(a.one, first(b)), other: both(a.other, first(b)) }
}

function first(chains: Chains): Chain {
  return chains.agree ? chains.chain : chains.one
}

function last(chains: Chains): Chain {
  return chains.agree ? chains.chain : chains.other
}

/** Two sets of shortest chains of one length as one set. */
export function joined(known: Chains | undefined, further: Chains): Chains {
  if (known === undefined) return further
  if (!known.agree) return known
  if (!further.agree) return further
  if (sameMap(known.chain.map, further.chain.map)) return known
  return { agree: false, length: known.length, one: known.chain, other: further.chain }
}

function extended(before: Chains, edge: Edge, offsets: Offsets): Chains {
  const length = before.length + 1
  if (before.agree) return { agree: true, length, chain: walked(before.chain, edge, offsets) }
  // Maps are invertible: what disagreed before the step disagrees after it.
  return { agree: false, length, one: walked(before.one, edge, offsets), other: walked(before.other, edge, offsets) }
}

function walked(chain: Chain, edge: Edge, offsets: Offsets): Chain {
  return {
    map: followedBy(chain.map, offsets === 'apply' ? edge.map : edge.slope),
    steps: [...chain.steps, edge.step],
  }
}

function addEdge(edges: Map<string, Edge[]>, step: Step, map: AffineMap): void {
  const source = dimensionKey(step.from.dimension)
  const edge: Edge = {
    target: dimensionKey(step.to.dimension),
    step,
    map,
    slope: { factor: map.factor, offset: ZERO },
  }
  const list = edges.get(source)
  if (list === undefined) edges.set(source, [edge])
  else list.push(edge)
}

/** From values in a unit to values in its bases. */
export function intoBases(unit: Reduction): AffineMap {
  return { factor: unit.coefficient, offset: unit.offset }
}

function pairText(converter: Converter): string {
  return `${converter.from} ${converter.to}`
}
