/**
 * The grammar of unit texts, without any knowledge of symbols.
 *
 *     unit   = ( "1" | factor { "." factor } ) { "/" factor } ;      "1" only before a "/"
 *     factor = symbol [ [ "^" ] [ "-" ] digits ] ;                   also superscript digits: m², s⁻¹
 *     symbol = letter { letter | digit } ;                           never ends with a digit
 *
 * A letter is any letter, a currency sign, `_`, `%`, `‰` or `°`. `*` and `·` are read as `.`. Each `/` divides by the
 * one factor that follows: `mg/kg/d` is mg/(kg·d). A `.` after a `/` is refused, because people read `mg/kg.d` both
 * ways.
 */
import type { UnitFactor, UnitProblem } from './unit'

export const MAX_UNIT_CHARS = 200
/** Repetitions included. */
const MAX_WRITTEN_FACTORS = 24
/** Limits positive and negative powers. */
export const MAX_POWER = 24

export interface FactorText extends UnitFactor {
  /** The factor with its power. */
  readonly written: string
}

const SYMBOL = /^[\p{L}\p{Sc}_%‰°](?:[\p{L}\p{M}\p{Sc}_%‰°\d]*[\p{L}\p{M}\p{Sc}_%‰°])?$/u
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Whether the text can be a symbol: without powers, separators and a final digit. */
export function isSymbolText(text: string): boolean {
  return text.length <= MAX_UNIT_CHARS && SYMBOL.test(text)
}

/** Factors as written, known or not; denominators have negative powers. */
export function readUnitText(text: string): readonly FactorText[] | UnitProblem {
  if (text.length > MAX_UNIT_CHARS) return malformedUnit(beginningOf(text))
  const pieces = splitAtSeparators(text)
  if (pieces.length > MAX_WRITTEN_FACTORS) return malformedUnit(beginningOf(text))
  const factors: FactorText[] = []
  let divided = false
  for (const [index, { separator, written, start }] of pieces.entries()) {
    if (written === '1' && index === 0 && pieces.length > 1 && pieces[1]!.separator === '/') continue
    if (separator === '/') divided = true
    else if (divided) {
      const before = pieces[index - 1]!
      return malformedUnit(text.slice(before.start, start + written.length), `${before.written}/${written}`)
    }
    const factor = readFactor(written)
    if (factor === null) return malformedUnit(written === '' ? text : written)
    factors.push({ symbol: factor.symbol, power: divided ? -factor.power : factor.power, written })
  }
  return factors
}

export function malformedUnit(part: string, nearest: string | null = null): UnitProblem {
  return { problem: 'malformed', part, nearest }
}

/** Does not split a surrogate pair. */
function beginningOf(text: string): string {
  return text.slice(0, 32).replace(/[\ud800-\udbff]$/, '')
}

interface Piece {
  readonly separator: '' | '.' | '/'
  readonly written: string
  readonly start: number
}

function splitAtSeparators(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let separator: Piece['separator'] = ''
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    const c = text.charAt(i)
    if (i < text.length && c !== '/' && c !== '.' && c !== '*' && c !== '·') continue
    pieces.push({ separator, written: text.slice(start, i), start })
    separator = c === '/' ? '/' : '.'
    start = i + 1
  }
  return pieces
}

function readFactor(written: string): UnitFactor | null {
  const [symbol, power] = readSuperscript(written) ?? readPower(written)
  return SYMBOL.test(symbol) && power !== 0 && Math.abs(power) <= MAX_POWER ? { symbol, power } : null
}

/** `m2`, `m^2`, `s-1`. The power is 1 if absent, 0 if invalid. */
function readPower(written: string): readonly [string, number] {
  let end = written.length
  while (end > 0 && isDigit(written.charCodeAt(end - 1))) end--
  const digits = written.slice(end)
  if (digits === '') return [written, 1]
  const negative = written.charAt(end - 1) === '-'
  if (negative) end--
  if (written.charAt(end - 1) === '^') end--
  const power = digits.startsWith('0') ? 0 : Number(digits)
  return [written.slice(0, end), negative ? -power : power]
}

/** `m²`, `s⁻¹`; null without a final superscript. */
function readSuperscript(written: string): readonly [string, number] | null {
  let end = written.length
  let digits = ''
  for (; end > 0; end--) {
    const digit = SUPERSCRIPTS.indexOf(written.charAt(end - 1))
    if (digit < 0) break
    digits = `${digit}${digits}`
  }
  if (digits === '') return null
  const negative = written.charAt(end - 1) === '⁻'
  const power = digits.startsWith('0') ? 0 : Number(digits)
  return [written.slice(0, negative ? end - 1 : end), negative ? -power : power]
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
