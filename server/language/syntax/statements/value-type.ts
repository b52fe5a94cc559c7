/** The unit of a report, and the type that authors of other languages give to it. */
import { replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { isBareReportUnit } from '../declared-name'
import { quoteText, readString } from '../string-literal'
import type { TextLiteral } from '../syntax'
import * as T from '../token'

/** The unit behind the name of a report. */
export function readUnitOfValue(p: Cursor): TextLiteral | null {
  if (isBareReportUnit(p)) return readBareUnit(p)
  if (p.kind !== T.STRING) return null
  const unit = readString(p.text, p.start, p.end, p.report)
  p.take()
  return unit
}

function readBareUnit(p: Cursor): TextLiteral {
  const { span } = p
  const value = p.slice()
  const quoted = quoteText(value)
  p.report.add('bare-report-unit', span, [value], [replaceFix(`Write ${quoted}`, span, quoted)])
  p.take()
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
  if (!/^\w+$/.test(name)) return false
  return new RegExp(`\\b(?:declare|local|let|parameter|scale|table)\\s+${name}\\b`).test(p.text.slice(0, p.start))
}
