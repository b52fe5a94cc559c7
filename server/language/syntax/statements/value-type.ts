/** The unit of a report, and the type that authors of other languages give to it. */
import { replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { isBareReportUnit } from '../declared-name'
import { quoteText, readString } from '../string-literal'
import type { TextLiteral } from '../syntax'
import * as T from '../token'

/** The unit behind the name of a report. */
export function readUnitOfValue(p: Cursor): TextLiteral | null {
  if (isBareReportUnit(p)) return readBareUnit(p, 'report')
  if (p.kind !== T.STRING) return null
  const unit = readString(p.text, p.start, p.end, p.report)
  p.take()
  return unit
}

/** Words that follow a type or a name where a unit could be. */
const NO_UNITS: ReadonlySet<string> = new Set(['or', 'else', 'default', 'up', 'by', 'of', 'as', 'ignoring'])

/** Tokens of a unit without quotes, as in `USD/mo`; 0 if there is none. */
function bareUnitTokens(p: Cursor): number {
  if (p.kind !== T.PERCENT && (p.kind !== T.NAME || NO_UNITS.has(p.word()))) return 0
  let count = 1
  while ((p.ahead(count) === T.OVER || p.ahead(count) === T.TIMES) && p.ahead(count + 1) === T.NAME) count += 2
  return ENDS.has(p.ahead(count)) || NO_UNITS.has(p.word(count)) ? count : 0
}

const ENDS: ReadonlySet<number> = new Set([T.SEMICOLON, T.COMMA, T.CLOSE_CURLY, T.OPEN_CURLY, T.ASSIGN])

/** Reports and reads a unit without quotes behind the type of a claim or the name of a statement; null if there is none. */
export function readBareUnit(p: Cursor, what: 'claim' | 'report' | 'parameter' | 'scale'): TextLiteral | null {
  const tokens = bareUnitTokens(p)
  if (tokens === 0) return null
  const span = { start: p.start, end: p.tokens.ends[p.index + tokens - 1]! }
  const value = p.text.slice(span.start, span.end).replace(/\s+/g, '')
  const quoted = quoteText(value)
  p.report.add('unquoted-unit', span, [what, value], [replaceFix(`Write ${quoted}`, span, quoted)])
  for (let i = 0; i < tokens; i++) p.take()
  p.meetsUnits = true
  return { value, ...span }
}

/**
 * Reads `as numeric "USD"` behind the name of a report or a definition, whose type follows from its value. Reported
 * with a fix that leaves the type out; a unit stays.
 */
export function readTypeOfValue(p: Cursor, name: string, statement: 'let' | 'report'): TextLiteral | null {
  if (p.word() !== 'as') return null
  const { start } = p
  p.take()
  if (p.kind === T.NAME) p.take()
  const typeEnd = p.before
  const span = { start, end: typeEnd }
  const unit = statement === 'report' ? readUnitOfValue(p) : null
  if (p.kind !== T.ASSIGN) {
    p.fail('value-type', span, [statement, `${statement} ${name}`])
    return null
  }
  const left = { start: p.text.slice(0, start).trimEnd().length, end: unit === null ? typeEnd : unit.start }
  const fixes = [replaceFix('Leave the type out', left, unit === null ? '' : ' ')]
  p.report.add('value-type', span, [statement, `${statement} ${name}`], fixes)
  return unit
}

/** Whether another statement gives the name its value. */
export function isDefinedBefore(p: Cursor, name: string): boolean {
  const named = p.text.slice(0, p.start).matchAll(/\b(?:declare|local|let|parameter|scale|table)\s+(\w+)\b/g)
  return [...named].some(([, defined]) => defined === name)
}
