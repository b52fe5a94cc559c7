/**
 * A numeral with too many digits stops the analysis before any big number is built. An unquoted unit is reported and
 * read.
 */

import { replaceFix } from '../../messages/report'
import { isRational, parseNumeral, printNumeral } from '../../numeric/numeral'
import { ZERO } from '../../numeric/rational'
import type { Span } from '../../text/line-index'
import type { Cursor, Reader } from '../cursor'
import { dateShape } from '../date-shape'
import { startsValue } from '../habits/foreign-forms'
import { isInfixWord } from '../habits/word-operators'
import { startsStatement } from '../recover'
import { quoteText, readString } from '../string-literal'
import { isBranchWord } from '../structure-words'
import type { Expression, TextLiteral } from '../syntax'
import * as T from '../token'

/** @param start offset of the minus, or of the numeral */
export function parseNumber(p: Cursor, start: number): Expression {
  const decimal = decimalComma(p)
  const at = decimal?.at ?? readSeparated(p) ?? p.span
  const text = decimal?.plain ?? numeralText(p.text.slice(at.start, at.end).replaceAll(/[,\s]/g, ''))
  if (/^0\d/.test(text) && dateShape(text) === null) {
    const plain = text.replace(/^0+(?=\d)/, '')
    p.report.add('leading-zero', at, [plain], [replaceFix(`Write ${plain}`, at, plain)])
  }
  const signed = start < at.start ? `-${text}` : text
  p.take()
  p.height = 1
  const scaled = readMultiple(p, at.start, signed)
  const value = parseNumeral(scaled ?? signed, p.limits.numeral_digits)
  if (!isRational(value) && value.problem === 'too many digits') {
    const actual = Math.min(value.digits, Number.MAX_SAFE_INTEGER)
    p.report.exceed({ budget: 'numeral_digits', limit: p.limits.numeral_digits, actual }, at)
  }
  const unit = parseUnit(p)
  if (unit !== null) p.meetsUnits = true
  const end = unit === null ? p.before : unit.end
  return { kind: 'number', text: scaled ?? signed, value: isRational(value) ? value : ZERO, unit, start, end }
}

/** Reports `0,5`. Null if the comma may separate two numbers or thousands. */
function decimalComma(p: Cursor): { readonly at: Span; readonly plain: string } | null {
  const { kinds, starts, ends } = p.tokens
  const i = p.index
  if (kinds[i + 1] !== T.COMMA || kinds[i + 2] !== T.NUMBER) return null
  if (starts[i + 1] !== ends[i] || starts[i + 2] !== ends[i + 1]) return null
  if (p.lists > 0 && !(p.inConditions && isBehindOperator(p))) return null
  const plain = withDecimalPoint(p.slice(), p.slice(2))
  if (plain === null) return null
  const at = { start: p.start, end: ends[i + 2]! }
  p.report.add('decimal-comma', at, [plain], [replaceFix(`Write ${plain}`, at, plain)])
  p.index += 2
  return { at, plain }
}

/** `1.234,5` as `1234.5`. Null if the comma would separate thousands, and for other texts. */
export function withDecimalPoint(whole: string, decimals: string): string | null {
  const grouped = /^\d{1,3}(\.\d{3})+$/.test(whole)
  if (!/^\d+$/.test(decimals) || !(grouped || /^\d+$/.test(whole))) return null
  if (!grouped && whole.length <= 3 && decimals.length === 3 && !/^0+$/.test(whole)) return null
  return `${whole.replaceAll('.', '')}.${decimals}`
}

/** A number after an operator is not a separate item of a list of conditions. */
function isBehindOperator(p: Cursor): boolean {
  const before = p.tokens.kinds[p.index - 1] ?? T.END
  return before >= T.EQUAL && before <= T.ASSIGN
}

/** Reports `1,000`. In a list, `1,200` may be two numbers, but `1,000` cannot. */
function readSeparated(p: Cursor): Span | null {
  const { start, end } = p
  if (end - start > 3) return null
  const groups: number[] = []
  const { kinds, starts, ends } = p.tokens
  for (let i = p.index; p.lists === 0 && kinds[i + 1] === T.NUMBER && starts[i + 1]! - ends[i]! === 1; i++) {
    if (!/^\d{3}(\.\d+)?$/.test(p.text.slice(starts[i + 1], ends[i + 1]))) break
    groups.push(i + 1)
  }
  for (let i = p.index; kinds[i + 1] === T.COMMA && kinds[i + 2] === T.NUMBER; i += 2) {
    const touching = starts[i + 1] === ends[i] && starts[i + 2] === ends[i + 1]
    if (!touching || !/^\d{3}(\.\d+)?$/.test(p.text.slice(starts[i + 2], ends[i + 2]))) break
    groups.push(i + 2)
  }
  const last = groups[groups.length - 1]
  if (last === undefined) return null
  const plainlyOne = groups.some((i) => p.text.charCodeAt(starts[i]!) === 48)
  if (!plainlyOne && p.lists > 0) return null
  const span = { start, end: ends[last]! }
  const plain = p.text.slice(span.start, span.end).replaceAll(/[,\s]/g, '')
  p.report.add('digit-separator', span, [plain], [replaceFix(`Write ${plain}`, span, plain)])
  p.index = last
  return span
}

/** The lexer has reported separators and bare points. */
function numeralText(raw: string): string {
  if (dateShape(raw) !== null) return raw
  let text = raw.includes('_') ? raw.replaceAll('_', '') : raw
  if (/\..*\./.test(text)) text = text.replaceAll('.', '')
  if (text.charCodeAt(0) === 46) text = `0${text}`
  return text.endsWith('.') ? text.slice(0, -1) : text
}

const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['M', 6],
  ['mn', 6],
  ['mio', 6],
  ['Mio', 6],
  ['bn', 9],
])

/** `5k`, meaning 5000; otherwise null. */
function readMultiple(p: Cursor, start: number, signed: string): string | null {
  const zeros = p.kind === T.NAME && p.touches ? MULTIPLES.get(p.slice()) : undefined
  if (zeros === undefined || /e/i.test(signed)) return null
  const scaled = `${signed}e${zeros}`
  const value = parseNumeral(scaled, p.limits.numeral_digits)
  if (!isRational(value)) return null
  const plain = printNumeral(value)
  const unsigned = plain.replace('-', '')
  const span = { start, end: p.end }
  p.report.add('numeral-letters', span, [unsigned], [replaceFix(`Write ${unsigned}`, span, unsigned)])
  p.take()
  return plain
}

function parseUnit(p: Cursor): TextLiteral | null {
  if (p.kind === T.STRING) {
    // In a CASE, a string before a colon is the next label, so a comma is missing.
    if (p.ahead(1) === T.COLON) return null
    const unit = readString(p.text, p.start, p.end, p.report)
    p.take()
    return unit
  }
  if (p.kind === T.BAD_STRING) {
    p.panic = true
    p.lost = true
    p.take()
    return null
  }
  if (p.kind === T.WORD || (p.kind === T.NAME && isUnitWord(p))) return bareUnit(p)
  return null
}

function isUnitWord(p: Cursor): boolean {
  const next = p.ahead(1)
  if (next === T.OPEN_ROUND || isInfixWord(p) || startsStatement(p)) return false
  if ((next === T.NAME && p.word(1) === 'in') || p.word() === 'except') return false
  const word = p.slice()
  if (word === 'to' && next === T.NUMBER) return false
  if (word === 'in' && (next === T.OPEN_SQUARE || next === T.OPEN_CURLY)) return false
  if (p.words.reserved.has(word) || p.words.reserved.has(word.toUpperCase())) return false
  return p.idiom === null && !isBranchWord(p) && !p.isDeclared(word)
}

/** `USD` or `USD/mo`; the parts touch. */
function bareUnit(p: Cursor): TextLiteral {
  const { start } = p
  const touches = p.touches
  p.take()
  while ((p.kind === T.OVER || p.kind === T.TIMES) && p.touches && p.ahead(1) === T.NAME && isNextTouching(p)) {
    p.take()
    p.take()
  }
  const end = p.before
  const span = { start, end }
  const value = p.text.slice(start, end).normalize('NFC')
  const quoted = `${touches ? ' ' : ''}${quoteText(value)}`
  p.report.add('bare-unit', span, [value], [replaceFix(`Write ${quoteText(value)}`, span, quoted)])
  return { value, start, end }
}

function isNextTouching(p: Cursor): boolean {
  return p.tokens.starts[p.index + 1] === p.end
}

/** `5%` with a percent sign as the unit; null if `%` is modulo. */
export function percentSign(p: Cursor, left: Expression): Expression | null {
  if (p.kind !== T.PERCENT || left.kind !== 'number' || left.unit !== null || startsOperand(p)) return null
  const { span } = p
  p.report.add('bare-percent', span, [], [replaceFix('Write "%" as a unit', span, p.touches ? ' "%"' : '"%"')])
  p.take()
  p.meetsUnits = true
  return { ...left, unit: { value: '%', ...span }, end: span.end }
}

function startsOperand(p: Cursor): boolean {
  const next = p.ahead(1)
  if (next === T.NAME) return !isStructure(p.word(1)) && !(p.word(1) === 'of' && !p.isDeclared('of'))
  return next === T.NUMBER || next === T.STRING || next === T.OPEN_ROUND || next === T.MINUS || next === T.WORD
}

function isStructure(word: string): boolean {
  return word === 'THEN' || word === 'ELSE' || word === 'END' || word === 'OF' || word === 'and' || word === 'or'
}

/** True at the word of `10 "%" of income`. */
export function isPercentOf(p: Cursor, left: Expression): boolean {
  if (p.kind !== T.NAME || left.kind !== 'number' || left.unit?.value !== '%') return false
  return p.word() === 'of' && !p.isDeclared('of') && (startsValue(p.ahead(1)) || p.ahead(1) === T.OPEN_ROUND)
}

export function parsePercentOf(p: Cursor, left: Expression, read: Reader): Expression {
  const leftHeight = p.height
  p.report.add('foreign-operator', p.span, ['of', '*'], [replaceFix('Write *', p.span, '*')])
  p.take()
  const right = read(p)
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return { kind: 'arithmetic', operator: '*', left, right, start: left.start, end: right.end }
}
