/** Reads `declare name as type`. Type words of other languages are reported and, if they are clear, read as ours. */
import { idiomOf } from '../messages/idioms'
import { insertFix, replaceFix } from '../messages/report'
import type { Cursor } from './cursor'
import { readName } from './declared-name'
import { skipInList } from './recover'
import { quoteText, readString } from './string-literal'
import type { DeclaredType, Statement, TextLiteral } from './syntax'
import * as T from './token'
import { TYPE_WORDS } from './words'

/** Our type for a foreign type word, or null. */
function typeSynonym(word: string): 'boolean' | 'numeric' | null {
  if (/^(bool|flag)$/i.test(word)) return 'boolean'
  return idiomOf('type', word) === 'real' ? 'numeric' : null
}

/** Reads from the word `declare`. */
export function parseDeclare(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const local = p.word() === 'local' && p.ahead(1) === T.NAME && p.word(1) !== 'as'
  if (local) p.take()
  const name = readName(p, 'claim')
  if (name === null) return null
  if (p.word() === 'as') p.take()
  else if (p.kind === T.COLON) {
    p.report.add('missing-as', p.span, [], [replaceFix('Write as', p.span, ' as')])
    p.take()
  } else if (isType(p.word())) {
    p.report.add('missing-as', { start: name.start, end: p.end }, [], [insertFix('Insert as', p.before, ' as')])
  } else {
    p.fail('expected-as', p.span, [name.name, p.describe()])
    return null
  }
  const type = parseType(p, local)
  return type === null ? null : { kind: 'declare', local, name, type, start, end: p.before }
}

function isType(word: string): boolean {
  return TYPE_WORDS.some((type) => type === word) || typeSynonym(word) !== null
}

function parseType(p: Cursor, local: boolean): DeclaredType | null {
  const { span } = p
  const word = p.word()
  const type = TYPE_WORDS.find((known) => known === word) ?? meantType(p, word)
  if (type === null) return null
  if (local && type !== 'boolean') p.report.add('local-type', span, [type])
  if (type !== 'enum') {
    p.take()
    return { kind: type }
  }
  p.take()
  return parseEnum(p)
}

function meantType(p: Cursor, word: string): DeclaredType['kind'] | null {
  const idiom = idiomOf('type', word)
  const near = word === '' || idiom !== null ? null : p.speller.nearest(word, TYPE_WORDS)
  const meant = typeSynonym(word) ?? TYPE_WORDS.find((known) => known === near) ?? null
  if (meant === null) {
    p.fail('unknown-type', p.span, [p.describe(), idiom])
    return null
  }
  p.report.add('misspelt-word', p.span, [word, meant, idiom], [replaceFix(`Write ${meant}`, p.span, meant)])
  return meant
}

function parseEnum(p: Cursor): DeclaredType | null {
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
    p.report.add('missing-close', at, [bracket, 'enum'], [insertFix(`Insert ${bracket}`, p.before, bracket)])
  }
  return { kind: 'enum', ordered, members, span: { start, end: p.before } }
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

function nextMember(p: Cursor, close: number): boolean {
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
