/**
 * What stands between operators: names, strings, calls, sets, brackets, IF and CASE.
 *
 * Promises: always answers a node. Consumes nothing where nothing of an expression stands, so that the caller can go
 * on at its own bracket or word.
 */
import { insert, replace } from '../report'
import { quote, readString } from '../string-literal'
import type { Expression } from '../syntax'
import * as T from '../token'
import { CALLABLE, isFunction, isQuantifier, RESERVED } from '../words'
import { parseCase, parseIf } from './conditionals'
import type { Cursor } from './cursor'
import { parseExpression } from './expressions'
import { expectClose, parseList } from './lists'
import { parseQuantifier } from './quantifiers'

export function parsePrimary(p: Cursor): Expression {
  const node = parseUnsuffixed(p)
  return p.kind === T.STRING && node.kind !== 'string' && node.kind !== 'broken' && !p.panic
    ? misplacedUnit(p, node)
    : node
}

function parseUnsuffixed(p: Cursor): Expression {
  const { start, end } = p
  switch (p.kind) {
    case T.NAME:
      return parseWord(p)
    case T.STRING: {
      const { value } = readString(p.text, start, end, p.report)
      p.take()
      p.height = 1
      return { kind: 'string', value, start, end }
    }
    case T.OPEN_ROUND:
      return parseGroup(p)
    case T.OPEN_CURLY:
      p.take()
      return set(p, start, T.CLOSE_CURLY)
    case T.OPEN_SQUARE:
      p.take()
      return set(p, start, T.CLOSE_SQUARE)
    case T.BAD_STRING:
    case T.OTHER:
      // Told by the lexer.
      p.panic = true
      p.lost = true
      p.take()
      return p.broken(start)
    case T.WORD:
      return parseWrongWord(p)
    default:
      p.fail('expected-expression', p.span, [p.describe()])
      return p.broken(start)
  }
}

function parseGroup(p: Cursor): Expression {
  const { start } = p
  p.take()
  const inner = parseExpression(p)
  const height = p.height
  if (!expectClose(p, T.CLOSE_ROUND, '(')) return p.broken(start)
  const end = p.before
  return p.rise(height + 1) ? { kind: 'group', inner, start, end } : p.broken(start)
}

function set(p: Cursor, start: number, close: number): Expression {
  const members = parseList(p, close, close === T.CLOSE_CURLY ? '{' : '[')
  const end = p.before
  if (close === T.CLOSE_SQUARE) {
    const edits = [
      { start, end: start + 1, text: '{' },
      { start: end - 1, end, text: '}' },
    ]
    p.report.add('set-brackets', { start, end }, [], p.panic ? [] : [{ title: 'Write { }', edits }])
  }
  return p.rise(p.height + 1) ? { kind: 'set', members, start, end } : p.broken(start)
}

function parseWord(p: Cursor): Expression {
  const { start, end } = p
  const name = p.slice()
  if (!RESERVED.has(name)) {
    const next = p.ahead(1)
    if (name === 'if' && next === T.OPEN_ROUND && !hasComma(p)) return parseStructure(p, 'IF')
    if (next === T.OPEN_ROUND) return parseUnknownCall(p, name)
    if ((next === T.NAME || next === T.NUMBER) && (name === 'if' || name === 'case'))
      return parseStructure(p, name.toUpperCase())
    p.take()
    p.height = 1
    return { kind: 'name', name, start, end }
  }
  if (name === 'True' || name === 'False') return truth(p, name === 'True')
  if (name === 'true' || name === 'false') {
    const right = name === 'true' ? 'True' : 'False'
    p.report.add('truth-case', p.span, [right], [replace(`Write ${right}`, p.span, right)])
    return truth(p, name === 'true')
  }
  if (name === 'IF' && p.ahead(1) === T.OPEN_ROUND && hasComma(p)) return parseUnknownCall(p, name)
  if ((name === 'and' || name === 'or') && p.ahead(1) === T.OPEN_ROUND) return parseUnknownCall(p, name)
  if (name === 'IF' || name === 'CASE') return parseStructure(p, name)
  if (isFunction(name) || isQuantifier(name)) return parseCallable(p, name)
  p.fail('expected-expression', p.span, [p.describe()])
  return p.broken(start)
}

function truth(p: Cursor, value: boolean): Expression {
  const { start, end } = p
  p.take()
  p.height = 1
  return { kind: 'boolean', value, start, end }
}

function parseStructure(p: Cursor, word: string): Expression {
  if (p.slice() !== word) p.report.add('keyword-case', p.span, [word], [replace(`Write ${word}`, p.span, word)])
  return word === 'IF' ? parseIf(p) : parseCase(p)
}

function parseCallable(p: Cursor, name: string): Expression {
  const { start, span } = p
  p.take()
  if (p.kind !== T.OPEN_ROUND) {
    p.fail('call-without-operands', span, [name])
    return p.broken(start)
  }
  p.take()
  if (isQuantifier(name)) return parseQuantifier(p, name, start)
  if (!isFunction(name)) return p.broken(start)
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`)
  return p.rise(p.height + 1) ? { kind: 'call', callee: name, operands, start, end: p.before } : p.broken(start)
}

/**
 * True where the bracket behind the word here lists several things, as `IF(c, a, b)` does and `IF (c) THEN` does not.
 * The commas of a CASE inside are its own.
 */
function hasComma(p: Cursor): boolean {
  let nesting = 0
  let constructs = 0
  for (let by = 1; ; by++) {
    const kind = p.ahead(by)
    if (kind === T.OPEN_ROUND || kind === T.OPEN_CURLY || kind === T.OPEN_SQUARE) nesting++
    else if (kind === T.COMMA && nesting === 1 && constructs === 0) return true
    else if (kind === T.END || kind === T.SEMICOLON) return false
    else if (kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY || kind === T.CLOSE_SQUARE) {
      if (--nesting === 0) return false
    } else if (kind === T.NAME && nesting === 1) {
      const word = p.word(by)
      if (word === 'IF' || word === 'CASE') constructs++
      else if (word === 'END') constructs--
    }
  }
}

const CURRENCY_FIRST = /^(\p{Sc})(\d+)$/u

/** A word with characters that no name has; an amount of money with its sign in front is told as what it is. */
function parseWrongWord(p: Cursor): Expression {
  const { start, span } = p
  const [, sign, digits] = CURRENCY_FIRST.exec(p.slice()) ?? []
  if (sign === undefined || digits === undefined) {
    p.fail('name-characters', span, [p.slice()])
  } else {
    const right = `${digits} ${quote(sign)}`
    // A dollar sign alone says no currency, so it is not put in quotes for the author.
    p.report.add(
      'unit-before-number',
      span,
      [digits, sign],
      sign === '$' ? [] : [replace(`Write ${right}`, span, right)],
    )
    p.lost = true
  }
  p.take()
  p.panic = false
  return p.broken(start)
}

/** A call of something that is no function: read as the one that was meant where one is near. */
function parseUnknownCall(p: Cursor, name: string): Expression {
  const { start, span } = p
  const meant = p.speller.nearest(name, CALLABLE)
  const fixes = meant === null ? [] : [replace(`Write ${meant}`, span, meant)]
  p.report.add('unknown-function', span, [name, meant], fixes)
  if (meant !== null) return parseCallable(p, meant)
  p.take()
  p.take()
  p.lost = true
  parseList(p, T.CLOSE_ROUND, `${name}(`)
  return p.broken(start)
}

/** Notes `(a + b) "USD"`; the checker tells of it, because only types say what was meant. */
function misplacedUnit(p: Cursor, node: Expression): Expression {
  if (p.ahead(1) === T.COLON) {
    p.report.add('missing-comma', p.span, [], [insert('Insert a comma', p.before, ',')])
    return node
  }
  p.misplacedUnits.set(node, readString(p.text, p.start, p.end, p.report))
  p.meetsUnits = true
  p.take()
  return node
}
