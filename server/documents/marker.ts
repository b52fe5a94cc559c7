/**
 * The number or keyword at the beginning of a line, as in `4.2`, `(b)`, `IV.` or `Article 5`. This file reads only the
 * shape; number-sequence.ts decides whether the line begins a clause.
 */

export interface Marker {
  /** Markers with the same style are counted together: `decimal`, `(a)`, `i.`, `article`. */
  readonly style: string
  /** `[4, 2]` for 4.2; one number for every other style. */
  readonly path: readonly number[]
  /** As in the label: `4.2`, `b`, `IV`. */
  readonly printed: string
  /** A keyword, whose clauses contain those without one. */
  readonly keyword: Keyword | null
  /** A number without a dot or bracket, which is also how a sentence can begin. */
  readonly isBare: boolean
  /** Length of the marker with the space after it. */
  readonly length: number
}

export interface Keyword {
  /** In front of the number in a label; empty for sections, which are cited by their number. */
  readonly prefix: string
  /** A lower rank contains the higher ones. */
  readonly rank: number
}

interface KnownKeyword extends Keyword {
  readonly style: string
  readonly words: readonly string[]
}

const KEYWORDS: readonly KnownKeyword[] = [
  { style: 'part', prefix: 'Part.', rank: 0, words: ['part'] },
  { style: 'annex', prefix: 'Annex.', rank: 0, words: ['annex', 'appendix', 'schedule'] },
  { style: 'chapter', prefix: 'Ch.', rank: 1, words: ['chapter', 'title'] },
  { style: 'article', prefix: 'Art.', rank: 2, words: ['article', 'art'] },
  { style: 'rule', prefix: 'Rule.', rank: 2, words: ['rule'] },
  { style: 'section', prefix: '', rank: 2, words: ['section', 'sec', 'clause', 'paragraph', 'para'] },
  { style: 'sign', prefix: '§', rank: 2, words: ['§'] },
]

const KEYWORD =
  /^(§|[A-Za-z]{3,9}\.?)[^\S\n]{0,3}(\d{1,5}(?:\.\d{1,5})*|[IVXLCDM]{1,15}|[A-Z])(?:[.:)–—-]{0,2})(?=\s|$)[^\S\n]*/
const DECIMAL = /^(\d{1,5}(?:\.\d{1,5})*)(\.|\))?(?=\s|$)[^\S\n]*/
// The longest Roman number below 4,000 has 15 letters.
const BRACKETED = /^\(([a-z]{1,15}|[A-Z]{1,15}|\d{1,5})\)[^\S\n]*/
const LETTERED = /^([a-z]{1,15}|[A-Z]{1,15})(\.|\))(?=\s|$)[^\S\n]*/

/** Every way to read the beginning: `(i)` is a letter and a Roman number, and `(bb)` the 28th or the 54th letter. */
export function readMarkers(text: string): readonly Marker[] {
  const keywords = readKeyword(text)
  if (keywords.length > 0) return keywords
  const decimal = DECIMAL.exec(text)
  if (decimal !== null) {
    const [{ length }, printed = '', closing] = decimal
    const path = printed.split('.').map(Number)
    const isBracketed = closing === ')'
    if (isBracketed && path.length > 1) return []
    const style = isBracketed ? '1)' : 'decimal'
    return [{ style, path, printed, keyword: null, isBare: closing === undefined, length }]
  }
  const bracketed = BRACKETED.exec(text)
  if (bracketed !== null) return readCounted(bracketed[1] ?? '', '(', ')', bracketed[0].length)
  const lettered = LETTERED.exec(text)
  return lettered === null ? [] : readCounted(lettered[1] ?? '', '', lettered[2] ?? '', lettered[0].length)
}

function readKeyword(text: string): readonly Marker[] {
  const match = KEYWORD.exec(text)
  if (match === null) return []
  const [{ length }, word = '', printed = ''] = match
  const lower = word.replace(/\.$/, '').toLowerCase()
  const keyword = KEYWORDS.find(({ words }) => words.includes(lower))
  // "part 5 of" inside a sentence is written in lower case.
  if (keyword === undefined || /^[a-z]/.test(word)) return []
  const marker = { style: keyword.style, printed, keyword, isBare: false, length }
  if (/^\d/.test(printed)) return [{ ...marker, path: printed.split('.').map(Number) }]
  const roman = romanValue(printed)
  const letter = printed.length === 1 ? (letterValues(printed)[0] ?? 0) : null
  // Annex C is rarely the hundredth, and Part I rarely the ninth.
  const values = /^[CDLM]$/.test(printed) ? [letter, roman] : [roman ?? letter]
  return values.flatMap((value) => (value === null ? [] : [{ ...marker, path: [value] }]))
}

function readCounted(printed: string, opening: string, closing: string, length: number): readonly Marker[] {
  const marker = { printed, keyword: null, isBare: false, length }
  if (/^\d/.test(printed)) return [{ ...marker, style: `${opening}1${closing}`, path: [Number(printed)] }]
  const isUpper = printed === printed.toUpperCase()
  const roman = romanValue(printed)
  const found: Marker[] = letterValues(printed).map((letter) => ({
    ...marker,
    style: `${opening}${isUpper ? 'A' : 'a'}${closing}`,
    path: [letter],
  }))
  if (roman !== null) found.push({ ...marker, style: `${opening}${isUpper ? 'I' : 'i'}${closing}`, path: [roman] })
  return found
}

/** Letters of a number; longer words are not numbers. */
const MAX_LETTERS = 3

/** 1 for a, 27 for aa. After it comes bb in some texts, and ab in others, so bb has two values. */
function letterValues(printed: string): readonly number[] {
  if (printed.length > MAX_LETTERS) return []
  const letters = [...printed.toLowerCase()].map((letter) => letter.charCodeAt(0) - 96)
  const asColumn = letters.reduce((sum, letter) => sum * 26 + letter, 0)
  const [first = 0] = letters
  const isRepeated = letters.every((letter) => letter === first)
  const repeated = first + (letters.length - 1) * 26
  return isRepeated && repeated !== asColumn ? [repeated, asColumn] : [asColumn]
}

const ROMAN = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/

function romanValue(printed: string): number | null {
  const lower = printed.toLowerCase()
  if (lower === '' || !ROMAN.test(lower)) return null
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 }
  const digits = [...lower].map((digit) => values[digit] ?? 0)
  return digits.reduce((sum, digit, i) => sum + (digit < (digits[i + 1] ?? 0) ? -digit : digit), 0)
}
