/** Sets of code points, as sorted ranges that do not touch. */
export type CharSet = readonly (readonly [first: number, last: number])[]

export const LAST_CODE_POINT = 0x10ffff
export const ANY: CharSet = [[0, LAST_CODE_POINT]]

export function single(point: number): CharSet {
  return [[point, point]]
}

export function union(sets: readonly CharSet[]): CharSet {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0])
  const ranges: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = ranges.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else ranges.push([first, last])
  }
  return ranges
}

export function complement(set: CharSet): CharSet {
  const ranges: [number, number][] = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) ranges.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST_CODE_POINT) ranges.push([next, LAST_CODE_POINT])
  return ranges
}

export function contains(set: CharSet, point: number): boolean {
  let low = 0
  let high = set.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = set[middle]!
    if (point < first) high = middle - 1
    else if (point > last) low = middle + 1
    else return true
  }
  return false
}

/** Groups the code points that no set tells apart; each group is a symbol. */
export class Alphabet {
  /** The start of each range, ascending; the symbol of each is at the same index. */
  private readonly starts: readonly number[]
  private readonly symbols: readonly number[]

  constructor(sets: readonly CharSet[]) {
    const bounds = new Set<number>([0])
    for (const set of sets)
      for (const [first, last] of set) {
        bounds.add(first)
        if (last < LAST_CODE_POINT) bounds.add(last + 1)
      }
    this.starts = [...bounds].sort((a, b) => a - b)
    const ids = new Map<string, number>()
    this.symbols = this.starts.map((point) => {
      const key = keyOf(sets, point)
      const id = ids.get(key) ?? ids.size
      ids.set(key, id)
      return id
    })
  }

  symbolOf(point: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= point) low = middle
      else high = middle - 1
    }
    return this.symbols[low]!
  }

  /**
   * One code point for each symbol. Letters and digits are preferred, so that a text of these code points is one that
   * programs send.
   */
  representatives(): readonly number[] {
    const found = new Map<number, number>()
    for (const point of [...this.starts, ...PREFERRED].sort((a, b) => rank(a) - rank(b))) {
      const symbol = this.symbolOf(point)
      if (!found.has(symbol)) found.set(symbol, point)
    }
    return [...found.values()]
  }
}

function keyOf(sets: readonly CharSet[], point: number): string {
  let key = ''
  for (const set of sets) key += contains(set, point) ? '1' : '0'
  return key
}

/** Letters, digits, punctuation, and one letter outside of ASCII. */
const PREFERRED: readonly number[] = [...Array.from({ length: 94 }, (_, i) => 33 + i), 0x20, 0x4e2d]

function rank(point: number): number {
  if (/[a-z]/.test(String.fromCodePoint(point))) return point
  if (point >= 0x21 && point < 0x7f) return 0x100 + point
  const text = String.fromCodePoint(point)
  const isPlain = /[\p{L}\p{N}]/u.test(text) && text.normalize('NFC') === text && text.normalize('NFD') === text
  return (isPlain ? 0x200 : 0x200000) + point
}
