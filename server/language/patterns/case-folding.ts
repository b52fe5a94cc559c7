/**
 * Simple case folding of Unicode (CaseFolding.txt, statuses C and S), as regular expressions with the flags i and u have
 * it: every code point folds to one code point, so folding keeps the length of a text.
 */
import { type CharSet, contains, union } from './char-set'

const folds = new Map<number, number>()

export function foldCase(text: string): string {
  let folded = ''
  for (const character of text) folded += String.fromCodePoint(foldPoint(character.codePointAt(0)!))
  return folded
}

export function isEqualIgnoringCase(left: string, right: string): boolean {
  return left === right || foldCase(left) === foldCase(right)
}

/** The same for all code points that differ only in case. */
export function foldPoint(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 32 : point
  const known = folds.get(point)
  if (known !== undefined) return known
  const folded = findFold(point)
  folds.set(point, folded)
  return folded
}

function findFold(point: number): number {
  // A lone surrogate has no case and no place in an expression.
  if (point >= 0xd800 && point <= 0xdfff) return point
  const text = String.fromCodePoint(point)
  const upper = onePoint(text.toUpperCase()) ?? point
  for (const letter of [String.fromCodePoint(upper), text]) {
    const lower = onePoint(letter.toLowerCase())
    if (lower === point) return point
    if (lower !== null && isSameLetter(text, String.fromCodePoint(lower))) return lower
  }
  return point
}

function isSameLetter(one: string, other: string): boolean {
  return /^(.)\1$/isu.test(one + other)
}

function onePoint(text: string): number | null {
  const points = [...text]
  return points.length === 1 ? text.codePointAt(0)! : null
}

let families: ReadonlyMap<number, readonly number[]> | null = null

/** The code points that fold to the same one, by this fold, if there are several. */
function caseFamilies(): ReadonlyMap<number, readonly number[]> {
  if (families !== null) return families
  const found = new Map<number, number[]>()
  for (let point = 0x41; point < LAST_CASED; point++) {
    const folded = foldPoint(point)
    if (folded === point) continue
    const family = found.get(folded)
    if (family === undefined) found.set(folded, [folded, point])
    else family.push(point)
  }
  families = found
  return found
}

/** No code point from here on has a case. */
const LAST_CASED = 0x20000

/** Adds what differs only in case. */
export function closeUnderCase(set: CharSet): CharSet {
  const added: [number, number][] = []
  for (const [folded, family] of caseFamilies()) {
    const inside = family.filter((point) => contains(set, point))
    if (inside.length === 0 || inside.length === family.length) continue
    for (const point of family) added.push([point, point])
    if (!family.includes(folded)) added.push([folded, folded])
  }
  return added.length === 0 ? set : union([set, added])
}
