/** Exact: converting there and back is the identity (public/docs/language.md, "Units"). */

import { printNumeral } from '../numeric/numeral'
import { negate, signOf, ZERO } from '../numeric/rational'
import { followedBy, invertMap } from './affine-map'
import { type Chain, type Chains, MAX_CHAIN_DIGITS, NO_STEPS, type Offsets, type Step } from './chains'
import { type ConverterGraph, intoBases } from './converter-graph'
import { type Dimension, dimensionKey, multiplyDimensions } from './dimension'
import { directChains, findChains } from './find-chains'
import { type Reduction, reduceFactors, SYMBOLS } from './symbol-table'
import type { Converter, Unit, UnitRelation } from './unit'

const SAME: UnitRelation = { status: 'same' }
const NO_PATH: UnitRelation = { status: 'no_path' }
/** Beyond this, a pair is ambiguous without a search. */
const MAX_READINGS = 512

/** First the standards, then converters that name the pair, then chains. */
export function relateUnits(graph: ConverterGraph, from: Unit, to: Unit): UnitRelation {
  if (from.text === to.text) return SAME
  const [source, target] = [reduceFactors(from.factors), reduceFactors(to.factors)]
  const offsets = offsetsBetween(from, to)
  const builtIn = multiplyDimensions(source.dimension, target.dimension, -1).size === 0 ? NO_STEPS : null
  const chains =
    builtIn ?? directChains(graph, from, to, offsets) ?? findChains(graph, source.dimension, target.dimension, offsets)
  if (chains === null) return relateByReadings(graph, source.dimension, target.dimension, offsets)
  if (chains.agree) return conversionOf(source, chains.chain, target, offsets)
  return { status: 'ambiguous', reason: whyApart(chains, offsets) }
}

function whyApart({ one, other }: Extract<Chains, { agree: false }>, offsets: Offsets): string {
  if (other === null)
    return `the chain of ${one.length} converters between them has numbers of more than ${MAX_CHAIN_DIGITS} digits: a converter for this very pair is needed`
  const lines = (steps: readonly Step[]) => steps.map(({ converter }) => converterLine(converter, offsets)).join(', ')
  return `two shortest chains of converters disagree: ${lines(one)}; and ${lines(other)}`
}

function offsetsBetween(from: Unit, to: Unit): Offsets {
  if (from.difference || to.difference) return 'drop'
  return isSimple(from) && isSimple(to) ? 'apply' : 'refuse'
}

/** True for one symbol with power 1. */
export function isSimple(unit: Unit): boolean {
  return unit.factors.length === 1 && unit.factors[0]!.power === 1
}

function conversionOf(source: Reduction, chain: Chain, target: Reduction, offsets: Offsets): UnitRelation {
  const { factor, offset } = followedBy(followedBy(intoBases(source), chain.map), invertMap(intoBases(target)))
  const path = conversionPath(source, chain, target, offsets)
  return { status: 'convertible', factor, offset: offsets === 'apply' ? offset : ZERO, path }
}

/**
 * `ambiguous` if some reading of the symbols, or of a month as days, joins the two. A symbol that a converter joins to
 * a unit is not ambiguous.
 */
function relateByReadings(graph: ConverterGraph, from: Dimension, to: Dimension, offsets: Offsets): UnitRelation {
  const open = [...multiplyDimensions(from, to, -1).keys()].flatMap((base) => {
    const readings = readingsOf(graph, base)
    return readings === null ? [] : [{ base, ...readings }]
  })
  const combinations = open.reduce((count, { options }) => count * options.length, 1)
  if (open.length === 0) return NO_PATH
  const reason = (bases: readonly { readonly why: string }[]) => bases.map(({ why }) => why).join('; ')
  if (combinations > MAX_READINGS) return { status: 'ambiguous', reason: reason(open) }
  for (let combination = 0; combination < combinations; combination++) {
    let [source, target, rest] = [from, to, combination]
    const taken: { why: string }[] = []
    for (const { base, options, why } of open) {
      const option = options[rest % options.length]!
      rest = Math.floor(rest / options.length)
      if (option.size === 1 && option.has(base)) continue
      source = replaceBase(source, base, option)
      target = replaceBase(target, base, option)
      taken.push({ why })
    }
    const joins =
      multiplyDimensions(source, target, -1).size === 0 || findChains(graph, source, target, offsets) !== null
    if (joins) return { status: 'ambiguous', reason: reason(taken) }
  }
  return NO_PATH
}

interface Readings {
  readonly options: readonly Dimension[]
  readonly why: string
}

/** The meanings of a base, with itself if a converter reaches it; null for a definite base. */
function readingsOf(graph: ConverterGraph, base: string): Readings | null {
  const known = SYMBOLS.get(base)
  if (known === undefined) return null
  const { definition } = known
  const itself = new Map([[base, 1]])
  const options = graph.bases.has(base) ? [itself] : []
  if ('readings' in definition) {
    if (graph.edges.has(dimensionKey(itself))) return null
    const dimensions = definition.readings.map((reading) => reduceFactors([{ symbol: reading, power: 1 }]).dimension)
    const distinct = new Map(dimensions.map((dimension) => [dimensionKey(dimension), dimension]))
    return { options: [...options, ...distinct.values()], why: known.text }
  }
  if (!('base' in definition) || definition.varies === undefined) return null
  const { like, because } = definition.varies
  return { options: [...options, reduceFactors([{ symbol: like, power: 1 }]).dimension], why: because }
}

function replaceBase(dimension: Dimension, base: string, by: Dimension): Dimension {
  const power = dimension.get(base)
  return power === undefined
    ? dimension
    : multiplyDimensions(multiplyDimensions(dimension, new Map([[base, 1]]), -power), by, power)
}

/** The definitions used: `1 h = 60 min`, `K = degC + 273.15`. Each once, without those that cancel. */
function conversionPath(source: Reduction, chain: Chain, target: Reduction, offsets: Offsets): readonly string[] {
  let net: Dimension = multiplyDimensions(source.uses, target.uses, -1)
  for (const { from, to, power } of chain.steps)
    net = multiplyDimensions(multiplyDimensions(net, from.uses, -power), to.uses, power)
  const lines = new Set<string>()
  const define = (symbols: readonly string[]) => {
    for (const symbol of symbols) if (net.has(symbol)) lines.add(definitionLine(symbol, offsets))
  }
  // Uses are ordered from the base outwards.
  define([...source.uses.keys()].reverse())
  for (const { converter, from, to } of chain.steps) {
    define([...from.uses.keys()])
    lines.add(converterLine(converter, offsets))
    define([...to.uses.keys()].reverse())
  }
  define([...target.uses.keys()])
  return [...lines]
}

/** Writes the converter as it was posted: `1 USD = 0.9 EUR`, or `EUR = USD * 0.9 + 5`. */
function converterLine(converter: Converter, offsets: Offsets): string {
  const { from, to, factor, offset } = converter
  const line = `1 ${from} = ${printNumeral(factor)} ${to}`
  if (signOf(offset) === 0) return line
  if (offsets !== 'apply') return `${line}${AS_DIFFERENCE}`
  const shift = signOf(offset) < 0 ? `- ${printNumeral(negate(offset))}` : `+ ${printNumeral(offset)}`
  return `${to} = ${from} * ${printNumeral(factor)} ${shift}`
}

const AS_DIFFERENCE = ', as a difference'

function definitionLine(symbol: string, offsets: Offsets): string {
  const known = SYMBOLS.get(symbol)
  if (known === undefined) throw new Error(`${symbol} has no definition`)
  const { definition, text } = known
  return 'of' in definition && offsets !== 'apply' ? `1 ${symbol} = 1 ${definition.of}${AS_DIFFERENCE}` : text
}
