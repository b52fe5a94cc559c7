/**
 * Reads the type of a claim. Type words of other languages are reported and, if they are clear, read as ours. From
 * language 1.4 a type may have a unit and codes, and a claim may be a record or a list.
 */
import { idiomOf } from '../../messages/idioms'
import { insertFix, replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { readName } from '../declared-name'
import { parseExpression } from '../expressions/expressions'
import { readString } from '../string-literal'
import { reportNewerWord } from '../structure-words'
import type { Codes, DeclaredGroup, DeclaredType, Expression, Field, Statement, TextLiteral, UpTo } from '../syntax'
import * as T from '../token'
import { TYPE_WORDS } from '../words'
import { nextMember, parseMembers } from './members'
import { readBareUnit } from './value-type'

type TypeWord = (typeof TYPE_WORDS)[number]

const NO_CODES: Codes = { members: [], vocabulary: null, otherwise: null }

/** Our type for a foreign type word, or null. */
function typeSynonym(word: string): 'boolean' | 'numeric' | null {
  if (/^(bool|flag)$/i.test(word)) return 'boolean'
  return idiomOf('type', word) === 'real' ? 'numeric' : null
}

export function isType(word: string): boolean {
  return TYPE_WORDS.some((type) => type === word) || typeSynonym(word) !== null
}

export function isGroup(type: DeclaredType | DeclaredGroup): type is DeclaredGroup {
  return type.kind === 'record' || type.kind === 'list'
}

/** Null if the version has no such type. */
function typeWord(p: Cursor, word: string | null): TypeWord | null {
  return word !== null && p.words.types.includes(word) ? (TYPE_WORDS.find((known) => known === word) ?? null) : null
}

/** Null, and reported, if there is no type. */
export function parseType(p: Cursor, local: boolean): DeclaredType | DeclaredGroup | null {
  const { span } = p
  const word = p.word()
  const type = typeWord(p, word) ?? meantType(p, word)
  if (type === null) return null
  if (local && type !== 'boolean') p.report.add('local-type', span, [type])
  p.take()
  switch (type) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'numeric':
    case 'whole':
      return { kind: 'numeric', whole: type === 'whole', unit: readUnit(p), codes: readCodes(p) }
    case 'date':
      return { kind: 'date', codes: readCodes(p) }
    case 'timestamp':
      return { kind: 'timestamp', codes: readCodes(p) }
    case 'text':
      return { kind: 'text', ignoringCase: readCase(p), codes: readCodes(p) }
    case 'enum': {
      const members = readMembers(p, 'enum')
      return members === null ? null : { kind: 'enum', ...members, ignoringCase: readCase(p), codes: readCodes(p) }
    }
    case 'record':
      return parseRecord(p, false)
    case 'optional':
      return parseOptional(p)
    case 'list':
      return parseListType(p)
  }
}

function meantType(p: Cursor, word: string): TypeWord | null {
  const idiom = idiomOf('type', word)
  const near = word === '' || idiom !== null ? null : p.speller.nearest(word, p.words.types)
  const text = hasForms(p) && /^(string|str|varchar|char)$/i.test(word) ? 'text' : null
  const instant = /^(?:datetime|instant)$/i.test(word) ? typeWord(p, 'timestamp') : null
  const whole = /^(?:int|integer)$/i.test(word) ? typeWord(p, 'whole') : null
  const meant = text ?? instant ?? whole ?? typeSynonym(word) ?? typeWord(p, near)
  if (meant === null) {
    if (idiom === 'list-type' && hasForms(p)) p.fail('foreign-list-type', p.span, [p.describe()])
    else p.fail('unknown-type', p.span, [p.describe(), idiom])
    return null
  }
  p.report.add(
    'misspelt-word',
    p.span,
    [word, meant, text === null && instant === null && whole === null ? idiom : null],
    [replaceFix(`Write ${meant}`, p.span, meant)],
  )
  return meant
}

function hasForms(p: Cursor): boolean {
  return p.words.version === '1.4'
}

function readUnit(p: Cursor): TextLiteral | null {
  if (!hasForms(p)) return null
  if (p.kind !== T.STRING) return readBareUnit(p, 'claim')
  const unit = readString(p.text, p.start, p.end, p.report)
  p.meetsUnits = true
  p.take()
  return unit
}

/** Reads `or {"NA"} else "invalid"`; both parts may be absent. */
function readCodes(p: Cursor): Codes {
  if (!hasForms(p)) return NO_CODES
  let listed: Pick<Codes, 'members' | 'vocabulary'> = NO_CODES
  if (p.word() === 'or') {
    p.take()
    const { members, vocabulary } = readMembers(p, 'or') ?? NO_CODES
    listed = { members, vocabulary }
  }
  if (p.word() !== 'else') return { ...listed, otherwise: null }
  p.take()
  if (p.kind !== T.STRING) {
    p.fail('else-code', p.span, [p.describe()])
    return { ...listed, otherwise: null }
  }
  const otherwise = readString(p.text, p.start, p.end, p.report)
  p.take()
  return { ...listed, otherwise }
}

/** Reads members in brackets, or the name of a vocabulary that has them. */
function readMembers(p: Cursor, what: string) {
  if (hasForms(p) && p.kind === T.NAME && p.word() !== 'else' && p.word() !== 'or') {
    const { span } = p
    const vocabulary = { name: p.slice(), ...span }
    p.take()
    return { ordered: false, members: [], span, vocabulary }
  }
  const members = parseMembers(p, what)
  return members === null ? null : { ...members, vocabulary: null }
}

/** Reads `ignoring case`. */
function readCase(p: Cursor): boolean {
  if (p.word() !== 'ignoring') return false
  if (!hasForms(p)) reportNewerWord(p)
  p.take()
  if (p.word() === 'case') {
    p.take()
    return true
  }
  p.fail('ignoring-case', p.span, [p.describe()])
  return false
}

/** Reads `optional record { ... }` after its first word. */
function parseOptional(p: Cursor): DeclaredGroup | null {
  if (p.word() === 'record') {
    p.take()
    return parseRecord(p, true)
  }
  p.fail('optional-record', p.span, [p.describe()])
  return null
}

function parseRecord(p: Cursor, optional: boolean): DeclaredGroup | null {
  const fields = parseFields(p)
  return fields === null ? null : { kind: 'record', optional, fields }
}

/** Reads `of enum {"a"} up to 5` or `of { age as numeric } up to 6`. */
function parseListType(p: Cursor): DeclaredGroup | null {
  if (p.word() === 'of') p.take()
  else p.report.add('list-of', p.span, [], [insertFix('Insert of', p.before, ' of')])
  if (p.word() === 'record') p.take()
  if (p.kind === T.OPEN_CURLY) {
    const fields = parseFields(p)
    return fields === null ? null : { kind: 'list', entry: fields, upTo: readUpTo(p) }
  }
  const { span } = p
  const entry = parseType(p, false)
  if (entry === null) return null
  if (!isGroup(entry)) return { kind: 'list', entry, upTo: readUpTo(p) }
  p.report.add('list-entry', span, [])
  return null
}

function readUpTo(p: Cursor): UpTo | null {
  const { start } = p
  if (p.word() === 'up' && p.word(1) === 'to') {
    p.take()
    p.take()
    const written = p.slice()
    if (p.kind === T.NUMBER && /^[1-9]\d{0,3}$/.test(written)) {
      p.take()
      return { count: Number(written), start, end: p.before }
    }
  }
  p.fail('list-limit', p.panic ? p.span : { start: p.before, end: Math.max(p.before, p.end) }, [])
  return null
}

/** Reads the fields in braces, of a record or of each entry of a list. */
function parseFields(p: Cursor): readonly Field[] | null {
  if (p.kind !== T.OPEN_CURLY) {
    p.fail('expected-fields', p.span, [p.describe()])
    return null
  }
  if (!p.enter()) {
    p.leave()
    return null
  }
  p.take()
  const fields: Field[] = []
  for (let more = !closes(p); more; more = nextMember(p, T.CLOSE_CURLY)) {
    const field = parseField(p)
    if (field !== null) fields.push(field)
  }
  p.leave()
  if (!p.accept(T.CLOSE_CURLY) && !p.panic) {
    const at = { start: p.before, end: p.before }
    p.report.add('missing-close', at, ['}', 'record'], [insertFix('Insert }', p.before, ' }')])
  }
  return fields
}

function closes(p: Cursor): boolean {
  return p.kind === T.CLOSE_CURLY
}

function parseField(p: Cursor): Field | null {
  const { start } = p
  const name = readName(p, 'field')
  if (name === null || !takeAs(p, name)) return null
  const type = parseType(p, false)
  if (type === null) return null
  const fallback = readDefault(p, isGroup(type))
  return { name, type, ...fallback, start, end: p.before }
}

/**
 * Reads `default False` after a type.
 * @param group whether the type is a record or a list, which have no default
 */
function readDefault(p: Cursor, group: boolean): { readonly fallback?: Expression } {
  if (p.word() !== 'default' || p.panic) return {}
  const at = p.span
  if (!hasForms(p)) reportNewerWord(p)
  p.take()
  const fallback = parseExpression(p)
  if (group) p.report.add('default-group', at, [])
  return group ? {} : { fallback }
}

/** False, and reported, if no type follows. */
export function takeAs(p: Cursor, name: { readonly name: string; readonly start: number }): boolean {
  if (p.word() === 'as') p.take()
  else if (p.kind === T.COLON) {
    p.report.add('missing-as', p.span, [], [replaceFix('Write as', p.span, ' as')])
    p.take()
  } else if (isType(p.word())) {
    p.report.add('missing-as', { start: name.start, end: p.end }, [], [insertFix('Insert as', p.before, ' as')])
  } else {
    p.fail('expected-as', p.span, [name.name, p.describe()])
    return false
  }
  return true
}

/** Reads `declare name as type`, from the word `declare`. */
export function parseDeclare(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const local = p.word() === 'local' && p.ahead(1) === T.NAME && p.word(1) !== 'as'
  if (local) p.take()
  const name = readName(p, 'claim')
  if (name === null || !takeAs(p, name)) return null
  const type = parseType(p, local)
  if (type === null) return null
  const fallback = readDefault(p, isGroup(type))
  return isGroup(type)
    ? { kind: 'declare-group', name, group: type, start, end: p.before }
    : { kind: 'declare', local, name, type, ...fallback, start, end: p.before }
}
