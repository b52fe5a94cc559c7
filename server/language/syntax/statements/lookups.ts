/** `parameter` and `scale` of language 1.4 (public/docs/language.md, "Values that change by date"). */
import { replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { dateReadings, dateShape, isTimed } from '../date-shape'
import { readName } from '../declared-name'
import { parseNested, parseSum } from '../expressions/expressions'
import { parseNumber } from '../expressions/literals'
import { readString } from '../string-literal'
import type { Expression, ParameterEntry, ScaleEntry, Statement, TextLiteral } from '../syntax'
import * as T from '../token'
import { parseEntries, readReference, takeWord } from './entries'
import { readBareUnit } from './value-type'

/** Reads `parameter age "yr" by as_of { 2023-09-01: 51 @ "PL 118-5"; }`, from its first word. */
export function parseParameter(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'parameter')
  if (name === null) return null
  const unit = readUnit(p, 'parameter')
  if (!takeWord(p, 'by', 'parameter')) return null
  const by = readReference(p, 'parameter')
  const read = by === null ? null : parseEntries(p, 'parameter', parseParameterEntry)
  if (by === null || read === null) return null
  return { kind: 'parameter', name, unit, by, ...read, start, end: p.before }
}

function parseParameterEntry(p: Cursor): ParameterEntry | null {
  const { start } = p
  if (p.kind === T.NUMBER && dateShape(p.slice()) !== null) {
    // Reported by the lexer.
    p.panic = true
    p.lost = true
    return null
  }
  if (p.kind !== T.DATE || isTimed(p.slice())) {
    const quoted = p.kind === T.STRING ? dateReadings(p.text.slice(p.start + 1, p.end - 1)) : []
    const fixes = quoted.map((date) => replaceFix(`Write ${date}`, p.span, date))
    p.fail('expected-entry-date', p.span, [p.describe()], fixes)
    return null
  }
  const from = parseSum(p)
  if (!takeColon(p, 'parameter')) return null
  const value = parseEntryValue(p)
  const source = p.panic ? null : readSource(p)
  return { from, value, source, start, end: p.before }
}

function readSource(p: Cursor): TextLiteral | null {
  if (!p.accept(T.AT)) return null
  if (p.kind === T.STRING) return takeString(p)
  p.fail('expected-source', p.span, [p.describe()])
  return null
}

/** Reads `scale tax of taxable "USD" { 0: 10%; 11600: 12% }`, from its first word. */
export function parseScale(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'scale')
  if (name === null || !takeWord(p, 'of', 'scale')) return null
  const of = readReference(p, 'scale')
  if (of === null) return null
  const unit = readUnit(p, 'scale')
  const read = parseEntries(p, 'scale', parseScaleEntry)
  return read === null ? null : { kind: 'scale', name, of, unit, ...read, start, end: p.before }
}

function parseScaleEntry(p: Cursor): ScaleEntry | null {
  const { start } = p
  if (p.kind >= T.EQUAL && p.kind <= T.GREATER_OR_EQUAL) {
    p.fail('scale-range', p.span, ['the number above which its rate applies'])
    return null
  }
  const from = readLowerEnd(p, parseEntryValue(p))
  if (p.panic || !takeColon(p, 'scale')) return null
  const rate = parseEntryValue(p)
  return { from, rate, start, end: p.before }
}

/** Reports the upper end of `0..10000: 10%` and `0 - 10000: 10%`. */
function readLowerEnd(p: Cursor, from: Expression): Expression {
  if (p.panic) return from
  const isDash = from.kind === 'arithmetic' && from.operator === '-' && from.right.kind === 'number'
  const low = isDash ? from.left : from
  if (low.kind !== 'number') return from
  if (!isDash && p.kind === T.STRING && p.ahead(1) === T.COLON) {
    const unit = takeString(p)
    return { ...low, unit, end: unit.end }
  }
  if (!isDash) {
    if (!/^(?:\.\.<?|to)$/.test(p.slice())) return from
    // The last row may have no upper end.
    const isOpen = p.ahead(1) === T.COLON
    p.take()
    if (!isOpen) parseNested(p, p.start, parseSum)
    if (p.panic) return from
  }
  // Before a colon, a text is no unit of the number.
  if (p.kind === T.STRING && p.ahead(1) === T.COLON) p.take()
  const lower = p.text.slice(low.start, low.end)
  const span = { start: low.start, end: p.before }
  p.report.add('scale-range', span, [lower], [replaceFix('Leave the upper end out', span, lower)])
  return low
}

/** A number before `%` needs no quotation marks there, because nothing can follow it. */
function parseEntryValue(p: Cursor): Expression {
  const { start } = p
  const at = p.kind === T.MINUS ? 1 : 0
  const isPercent = p.ahead(at) === T.NUMBER && p.ahead(at + 1) === T.PERCENT && endsEntry(p.ahead(at + 2))
  if (!isPercent) return parseNested(p, start, parseSum)
  p.accept(T.MINUS)
  const number = parseNumber(p, start)
  const sign = p.span
  p.take()
  p.meetsUnits = true
  return number.kind === 'number' ? { ...number, unit: { value: '%', ...sign }, end: sign.end } : number
}

function endsEntry(kind: number): boolean {
  return kind === T.SEMICOLON || kind === T.CLOSE_CURLY || kind === T.COMMA || kind === T.AT || kind === T.END
}

/** False, and reported, if the colon is missing. */
function takeColon(p: Cursor, what: 'parameter' | 'scale'): boolean {
  if (p.panic) return false
  if (p.accept(T.COLON)) return true
  if (p.kind === T.ARROW || p.kind === T.ASSIGN) {
    const fixes = [replaceFix('Write :', { start: p.before, end: p.end }, ':')]
    p.report.add('expected-colon', p.span, [what, p.describe()], fixes)
    p.take()
    return true
  }
  p.fail('expected-colon', p.span, [what, p.describe()])
  return false
}

function readUnit(p: Cursor, what: 'parameter' | 'scale'): TextLiteral | null {
  if (p.kind !== T.STRING) return readBareUnit(p, what)
  p.meetsUnits = true
  return takeString(p)
}

function takeString(p: Cursor): TextLiteral {
  const text = readString(p.text, p.start, p.end, p.report)
  p.take()
  return text
}
