/** Vocabularies and shapes of texts (language 1.4). */
import { replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { type NamedThing, readName } from '../declared-name'
import { readString } from '../string-literal'
import type { Identifier, Statement } from '../syntax'
import * as T from '../token'
import { parseMembers } from './members'

/** Reads `vocabulary race_codes = {"1", "2"};`. */
export function parseVocabulary(p: Cursor): Statement | null {
  const { start } = p
  const name = readHead(p, 'vocabulary')
  if (name === null) return null
  if (p.kind === T.OPEN_SQUARE) {
    p.fail('vocabulary-order', p.span, [])
    return null
  }
  const members = parseMembers(p, 'vocabulary')
  if (members === null) return null
  return { kind: 'vocabulary', name, members: members.members, list: members.span, start, end: p.before }
}

/** Reads `shape uli = "[A-Z0-9]{23,45}" check mod97;`. */
export function parseShape(p: Cursor): Statement | null {
  const { start } = p
  const name = readHead(p, 'shape')
  if (name === null) return null
  if (p.kind !== T.STRING) {
    p.fail('shape-form', p.span, [p.describe()])
    return null
  }
  const pattern = readString(p.text, p.start, p.end, p.report)
  p.take()
  if (!isCheckNext(p)) return { kind: 'shape', name, pattern, check: null, start, end: p.before }
  p.take()
  const check = { name: p.word(), ...p.span }
  if (check.name === '') {
    p.fail('shape-check', p.span, [p.describe(), null])
    return null
  }
  p.take()
  return { kind: 'shape', name, pattern, check, start, end: p.before }
}

function isCheckNext(p: Cursor): boolean {
  return p.word() === 'check'
}

/** The name and the equals sign. */
function readHead(p: Cursor, what: Extract<NamedThing, 'vocabulary' | 'shape'>): Identifier | null {
  p.take()
  const name = readName(p, what)
  if (name === null) return null
  if (p.kind === T.EQUAL) p.report.add('double-equals', p.span, [what], [replaceFix('Write =', p.span, '=')])
  else if (p.kind !== T.ASSIGN) {
    p.fail('text-assign', p.span, [what, name.name, p.describe()])
    return null
  }
  p.take()
  return name
}
