/**
 * Foreign forms that need no expression grammar. Each is reported with advice (idioms.ts), and with a fix if the
 * meaning is certain.
 */
import { idiomOf } from '../../messages/idioms'
import { replaceFix } from '../../messages/report'
import type { Span } from '../../text/line-index'
import type { Cursor } from '../cursor'
import { quoteText, readString } from '../string-literal'
import type { Expression, TextLiteral } from '../syntax'
import * as T from '../token'

export function startsValue(kind: number): boolean {
  return kind === T.NAME || kind === T.NUMBER || kind === T.DATE || kind === T.STRING || kind === T.MINUS
}

/** Reports `ELSEIF`; the cursor is after the shared END. */
export function reportElseIf(p: Cursor, word: Span): void {
  const edits = [
    { ...word, text: 'ELSE IF' },
    { start: p.before, end: p.before, text: ' END' },
  ]
  const written = p.text.slice(word.start, word.end)
  p.report.add('misspelt-word', word, [written, 'ELSE IF', 'elseif'], [{ title: 'Write ELSE IF', edits }])
}

/** Takes all labels of `"meal", "hotel": 1` except the last. */
export function readSharedLabels(p: Cursor): TextLiteral[] {
  let by = 0
  while (p.ahead(by) === T.STRING && p.ahead(by + 1) === T.COMMA) by += 2
  if (by === 0 || p.ahead(by) !== T.STRING || p.ahead(by + 1) !== T.COLON) return []
  const labels: TextLiteral[] = []
  for (; by > 0; by -= 2) {
    labels.push(readString(p.text, p.start, p.end, p.report))
    p.take()
    p.take()
  }
  return labels
}

export function reportSharedLabels(p: Cursor, first: Span, labels: readonly TextLiteral[], value: Expression): void {
  const written = p.text.slice(value.start, value.end)
  const edits = labels.map(({ end }) => ({ start: end, end, text: `: ${written}` }))
  const fixes = value.kind === 'broken' ? [] : [{ title: 'Write the value for each member', edits }]
  p.report.add('expected-label', first, ['several', 'case-labels'], fixes)
}

/** Reports `loan.amount`, or another invalid name. */
export function parsePath(p: Cursor): void {
  const written = p.slice()
  if (!written.includes('.')) {
    p.fail('name-characters', p.span, [written, null, null, null])
    return
  }
  const last = written.slice(written.lastIndexOf('.') + 1)
  const isHost = /^(input|claims?|this|self|data|request|event)\.\w+$/i.test(written) && p.isDeclared(last)
  const joined = isHost ? last : written.replaceAll('.', '_')
  const isCall = p.ahead(1) === T.OPEN_ROUND
  const method = isCall ? idiomOf('function', last) : null
  const fixes = !isCall && p.isDeclared(joined) ? [replaceFix(`Write ${joined}`, p.span, joined)] : []
  p.fail('name-characters', p.span, [written, method ?? 'path', null, null], fixes)
}

/** `USD 75`. */
export function parseCurrencyFirst(p: Cursor, unit: string): Expression {
  const { start } = p
  p.take()
  const digits = p.slice()
  const span = { start, end: p.end }
  const right = `${digits} ${quoteText(unit)}`
  p.report.add('unit-before-number', span, [digits, unit], [replaceFix(`Write ${right}`, span, right)])
  p.take()
  p.lost = true
  return p.broken(start)
}
