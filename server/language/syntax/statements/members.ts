/** Members of an enum and codes: texts in brackets. */
import { insertFix, replaceFix } from '../../messages/report'
import type { Span } from '../../text/line-index'
import type { Cursor } from '../cursor'
import { skipInList } from '../recover'
import { quoteText, readString } from '../string-literal'
import type { TextLiteral } from '../syntax'
import * as T from '../token'

export interface Members {
  readonly ordered: boolean
  readonly members: readonly TextLiteral[]
  /** Includes both brackets. */
  readonly span: Span
}

/** Null, and reported, without a bracket. @param what names the list in messages */
export function parseMembers(p: Cursor, what: string): Members | null {
  if (p.kind !== T.OPEN_SQUARE && p.kind !== T.OPEN_CURLY) {
    p.fail('expected-members', p.span, [p.describe()])
    return null
  }
  const ordered = p.kind === T.OPEN_SQUARE
  const close: number = ordered ? T.CLOSE_SQUARE : T.CLOSE_CURLY
  const { start } = p
  p.take()
  const members: TextLiteral[] = []
  while (p.kind !== close) {
    const member = readMember(p)
    if (member !== null) members.push(member)
    if (!nextMember(p, close)) break
  }
  if (!p.accept(close) && !p.panic) {
    const bracket = ordered ? ']' : '}'
    const at = { start: p.before, end: p.before }
    p.report.add('missing-close', at, [bracket, what], [insertFix(`Insert ${bracket}`, p.before, bracket)])
  }
  return { ordered, members, span: { start, end: p.before } }
}

function readMember(p: Cursor): TextLiteral | null {
  const { start, end, span } = p
  if (p.kind === T.STRING) {
    const member = readString(p.text, start, end, p.report)
    p.take()
    return member
  }
  if (p.kind === T.NAME || p.kind === T.WORD || p.kind === T.NUMBER) {
    const value = p.slice().normalize('NFC')
    p.report.add('unquoted-member', span, [value], [replaceFix(`Write ${quoteText(value)}`, span, quoteText(value))])
    p.take()
    return { value, start, end }
  }
  if (p.kind === T.BAD_STRING) p.panic = true
  p.fail('expected-member', span, [p.describe()])
  p.lost = true
  return null
}

/** Takes the comma before another item of the list; false at its end. */
export function nextMember(p: Cursor, close: number): boolean {
  if (p.panic && !skipInList(p, close)) return false
  if (p.kind === T.COMMA) {
    const comma = p.span
    p.take()
    if (p.kind !== close) return true
    p.report.add('trailing-comma', comma, [], [replaceFix('Remove the comma', comma, '')])
    return false
  }
  if (p.kind === close) return false
  if (p.kind === T.STRING) {
    p.report.add('missing-comma', p.span, [], [insertFix('Insert a comma', p.before, ',')])
    return true
  }
  const ends = p.kind === T.SEMICOLON || p.kind === T.CLOSE_CURLY || p.kind === T.CLOSE_SQUARE || p.kind === T.END
  if (ends) return false
  p.fail('unexpected-in-list', p.span, [p.describe(), close === T.CLOSE_SQUARE ? '[' : '{', null])
  return skipInList(p, close) && nextMember(p, close)
}
