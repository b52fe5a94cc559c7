/**
 * Suggests a known spelling. The index has each spelling with one letter left out, so a look-up costs only the word's
 * length. It accepts another case or number (`kgs`) always, swapped letters from three letters on, one letter too many
 * or too few from four, and another letter from five.
 */
import { SYMBOLS } from './symbol-table'

const MAX_WORD_LENGTH = 24

/** Customary notations that are not symbols. */
const OTHER_NOTATIONS: ReadonlyMap<string, string> = new Map([
  ['mph', 'mi/h'],
  ['kph', 'km/h'],
  ['kmh', 'km/h'],
  ['fps', 'ft/s'],
  ['sqft', 'ft2'],
  ['sq_ft', 'ft2'],
  ['sqm', 'm2'],
  ['sqkm', 'km2'],
  ['sqmi', 'mi2'],
  ['cuft', 'ft3'],
  ['cc', 'cm3'],
  ['cbm', 'm3'],
  ['kbps', 'kbit/s'],
  ['Mbps', 'Mbit/s'],
  ['Gbps', 'Gbit/s'],
  ['Mb', 'Mbit'],
  ['Gb', 'Gbit'],
  ['C', 'degC'],
  ['F', 'degF'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['pound', 'lb'],
  ['pounds', 'lb'],
  ['percentage', '%'],
])

/** By lower-case forms, whole and with one letter left out. */
const INDEX = spellingIndex(SYMBOLS.keys())

/** Further own symbols are known, but not offered. */
const MAX_OWN_SYMBOLS = 64

/** Null if nothing is close enough. @param own the ruleset's symbols */
export function nearestSpelling(symbol: string, own: Iterable<string>): string | null {
  if (symbol.length > MAX_WORD_LENGTH) return null
  const notation = OTHER_NOTATIONS.get(symbol)
  if (notation !== undefined) return notation
  const folded = symbol.toLowerCase()
  let best: string | null = null
  let bestRank = Number.POSITIVE_INFINITY
  const consider = (candidate: string) => {
    const rank = distanceRank(symbol, folded, candidate)
    if (rank < bestRank) {
      best = candidate
      bestRank = rank
    }
  }
  let considered = 0
  for (const candidate of own) {
    if (considered++ === MAX_OWN_SYMBOLS) break
    consider(candidate)
  }
  for (const form of [folded, ...withOneLetterLess(folded)])
    for (const candidate of INDEX.get(form) ?? []) consider(candidate)
  return best
}

function spellingIndex(spellings: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const spelling of spellings) {
    const folded = spelling.toLowerCase()
    for (const form of new Set([folded, ...withOneLetterLess(folded)])) {
      const list = index.get(form)
      if (list === undefined) index.set(form, [spelling])
      else list.push(spelling)
    }
  }
  return index
}

function withOneLetterLess(word: string): string[] {
  const forms: string[] = []
  for (let i = 0; i < word.length; i++) forms.push(word.slice(0, i) + word.slice(i + 1))
  return forms
}

/** Infinite if the candidate must not be offered. */
function distanceRank(symbol: string, folded: string, candidate: string): number {
  const other = candidate.toLowerCase()
  if (other === folded) return differingLetters(symbol, candidate) / 100
  if (candidate.length > 1 && (`${other}s` === folded || other === `${folded}s`))
    return (0.5 + differingLetters(symbol, candidate)) / 100
  if (folded.length === other.length) {
    const differing = differingLetters(folded, other)
    if (differing === 2 && folded.length >= 3 && isSwap(folded, other)) return 2
    return differing === 1 && folded.length >= 5 ? 4 : Number.POSITIVE_INFINITY
  }
  const [short, long] = folded.length < other.length ? [folded, other] : [other, folded]
  return folded.length >= 4 && isOneLetterLess(short, long) ? 3 : Number.POSITIVE_INFINITY
}

function differingLetters(a: string, b: string): number {
  let count = 0
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) count++
  return count
}

function isSwap(a: string, b: string): boolean {
  let i = 0
  while (a[i] === b[i]) i++
  return a[i] === b[i + 1] && a[i + 1] === b[i]
}

function isOneLetterLess(short: string, long: string): boolean {
  if (short.length + 1 !== long.length) return false
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  return short.slice(i) === long.slice(i + 1)
}
