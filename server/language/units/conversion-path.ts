/**
 * The definitions that a conversion used, in words that a person can check: `1 h = 60 min`, `K = degC + 273.15`.
 *
 * Promises: names each definition once and none that cancels out: minutes to hours needs no second.
 */
import { printNumeral } from '../numeric/numeral'
import { negate, sign } from '../numeric/rational'
import type { Chain, Offsets } from './chains'
import { type Dimension, times } from './dimension'
import { type Reduction, SYMBOLS } from './symbol-table'
import type { Converter } from './unit'

export function conversionPath(
  source: Reduction,
  chain: Chain,
  target: Reduction,
  offsets: Offsets,
): readonly string[] {
  let net: Dimension = times(source.uses, target.uses, -1)
  for (const { from, to, power } of chain.steps) net = times(times(net, from.uses, -power), to.uses, power)
  const lines = new Set<string>()
  const define = (symbols: readonly string[]) => {
    for (const symbol of symbols) if (net.has(symbol)) lines.add(definitionLine(symbol, offsets))
  }
  // Uses are kept from the base outwards: into the bases they are read backwards, out of them forwards.
  define([...source.uses.keys()].reverse())
  for (const { converter, from, to } of chain.steps) {
    define([...from.uses.keys()])
    lines.add(converterLine(converter, offsets))
    define([...to.uses.keys()].reverse())
  }
  define([...target.uses.keys()])
  return [...lines]
}

/** A converter as it was posted: `1 USD = 0.9 EUR`, or `EUR = USD * 0.9 + 5`. */
export function converterLine(converter: Converter, offsets: Offsets): string {
  const { from, to, factor, offset } = converter
  const line = `1 ${from} = ${printNumeral(factor)} ${to}`
  if (sign(offset) === 0) return line
  if (offsets !== 'apply') return `${line}${AS_DIFFERENCE}`
  const shift = sign(offset) < 0 ? `- ${printNumeral(negate(offset))}` : `+ ${printNumeral(offset)}`
  return `${to} = ${from} * ${printNumeral(factor)} ${shift}`
}

const AS_DIFFERENCE = ', as a difference'

function definitionLine(symbol: string, offsets: Offsets): string {
  const known = SYMBOLS.get(symbol)
  if (known === undefined) throw new Error(`${symbol} has no definition`)
  const { definition, text } = known
  return 'of' in definition && offsets !== 'apply' ? `1 ${symbol} = 1 ${definition.of}${AS_DIFFERENCE}` : text
}
