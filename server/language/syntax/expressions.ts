/**
 * Expressions, from IF and CASE and the words between operands down to names, calls and sets.
 *
 * The grammar is recursive, so the functions that call each other stand in this one file.
 *
 * Promises: recursive descent after the grammar of public/docs/language.md; always returns a node, `broken` where
 * nothing could be read. Consumes nothing where no expression stands, so that the caller can go on at its own bracket
 * or word. A mistake in one item of a list never hides the next item. Trusts the cursor to stop what nests too deep.
 */

import type { TextEdit } from '../messages/diagnostic'
import { type IdiomId, idiomOf } from '../messages/idioms'
import { insert, replace } from '../messages/report'
import type { Cursor } from './cursor'
import {
  isRange,
  parseCurrencyFirst,
  parsePath,
  readSharedLabels,
  reportElseIf,
  reportSharedLabels,
  skipRange,
  startsValue,
} from './foreign-forms'
import { rewriteCall } from './function-rewrites'
import { expectClose, nextItem } from './lists'
import { parseNumber, percentSign } from './literals'
import { skipInList } from './recover'
import { quote, readString } from './string-literal'
import { acceptWord, expectWord, isBranchWord, isWord, nextArm, readLabel } from './structure-words'
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Expression,
  Identifier,
  QuantifierName,
  Span,
  TextLiteral,
} from './syntax'
import * as T from './token'
import { groupOperands, infixHere, isInfixWord, isPrefixNot, type Joint, ORDER } from './word-operators'
import { CALLABLE, isFunction, isQuantifier, QUANTIFIERS, RESERVED } from './words'

const COMPARISONS: Readonly<Record<number, ComparisonOperator>> = {
  [T.EQUAL]: '==',
  [T.ASSIGN]: '==',
  [T.NOT_EQUAL]: '!=',
  [T.LESS]: '<',
  [T.LESS_OR_EQUAL]: '<=',
  [T.GREATER]: '>',
  [T.GREATER_OR_EQUAL]: '>=',
  [T.ARROW]: '>=',
}

const ARITHMETIC: Readonly<Record<number, ArithmeticOperator>> = {
  [T.PLUS]: '+',
  [T.MINUS]: '-',
  [T.TIMES]: '*',
  [T.OVER]: '/',
  [T.PERCENT]: '%',
}

/** Reads one expression. */
export function parseExpression(p: Cursor): Expression {
  const start = p.start
  if (!p.enter()) {
    p.leave()
    return p.broken(start)
  }
  let node = parseComparison(p)
  if (isInfixWord(p)) node = parseInfixWords(p, node)
  p.leave()
  return node
}

/** A comparison, or what stands alone where one could be. */
function parseComparison(p: Cursor): Expression {
  const left = parseSum(p)
  if (!isComparison(p)) return p.kind === T.NAME && !p.panic ? parseWordComparison(p, left) : left
  const leftHeight = p.height
  const operator = comparisonOperator(p)
  const right = parseSum(p)
  const first: Expression = { kind: 'comparison', operator, left, right, start: left.start, end: right.end }
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return isComparison(p) && p.kind !== T.ARROW ? chainedComparison(p, first) : first
}

/** What other languages write with a word between two values: `in`, `not in` and `between`; else `left` alone. */
function parseWordComparison(p: Cursor, left: Expression): Expression {
  const word = p.word().toLowerCase()
  if (word === 'in' && isRange(p)) return skipRange(p, left)
  if (word === 'in') return infixIn(p, left, false)
  if (word === 'not' && p.word(1).toLowerCase() === 'in') return infixIn(p, left, true)
  if (word === 'between' && p.idiom === 'between') return infixBetween(p, left)
  return left
}

/** `kind in {"a", "b"}`, as other languages write membership; SQL has round brackets and capitals. */
function infixIn(p: Cursor, value: Expression, negated: boolean): Expression {
  const height = p.height
  const { start: from } = p
  if (negated) p.take()
  const span = { start: from, end: p.end }
  const idiom = negated ? 'not-in' : 'in-list'
  p.take()
  const round = p.kind === T.OPEN_ROUND && (p.ahead(1) === T.STRING || hasComma(p, 0))
  const open = p.start
  if (round) p.take()
  const set: Expression = round ? list(p, open) : parseSum(p)
  const { start } = value
  const { end } = set
  const edits = [
    { start, end: start, text: negated ? 'Not(IsMember(' : 'IsMember(' },
    { start: value.end, end: value.end, text: ',' },
    { start: span.start, end: p.text[span.end] === ' ' ? span.end + 1 : span.end, text: '' },
    ...(round ? [{ start: open, end: open + 1, text: '{' }] : []),
    ...(round ? [{ start: end - 1, end, text: '}' }] : []),
    { start: end, end, text: negated ? '))' : ')' },
  ]
  const title = negated ? 'Write Not(IsMember(...))' : 'Write IsMember(...)'
  if (set.kind !== 'broken') p.report.add('infix-in', span, [idiom], [{ title, edits }])
  if (!p.rise(Math.max(height, p.height) + (negated ? 2 : 1))) return p.broken(start)
  const member: Expression = { kind: 'call', callee: 'IsMember', operands: [value, set], start, end }
  return negated ? { kind: 'call', callee: 'Not', operands: [member], start, end } : member
}

/** The members behind `(`, which is taken. */
function list(p: Cursor, start: number): Expression {
  const members = parseList(p, T.CLOSE_ROUND, '(')
  return p.rise(p.height + 1) && !p.panic ? { kind: 'set', members, start, end: p.before } : p.broken(start)
}

/** `days between 1 and 30`: both bounds belong to it. */
function infixBetween(p: Cursor, value: Expression): Expression {
  const { start } = value
  const { span } = p
  p.take()
  const low = parseSum(p)
  const joined = p.word().toLowerCase() === 'and'
  if (joined) p.take()
  const high = joined ? parseSum(p) : low
  const whole = { start, end: high.end }
  const text = (node: Expression) => p.text.slice(node.start, node.end)
  const right = `And(${text(value)} >= ${text(low)}, ${text(value)} <= ${text(high)})`
  const certain = joined && low.kind !== 'broken' && high.kind !== 'broken'
  p.report.add(
    'unexpected-in-body',
    span,
    [`"${p.text.slice(span.start, span.end)}"`, 'between'],
    certain ? [replace('Write And(...)', whole, right)] : [],
  )
  p.lost = true
  return p.broken(start)
}

/** True at a comparison operator, and at an arrow before a number, which can only mean "at least". */
function isComparison(p: Cursor): boolean {
  const { kind } = p
  if (kind === T.NAME) return p.idiom === 'word-comparison' && startsValue(p.ahead(1))
  if (kind === T.ARROW) return p.ahead(1) === T.NUMBER || p.ahead(1) === T.MINUS
  return (kind >= T.EQUAL && kind <= T.GREATER_OR_EQUAL) || kind === T.ASSIGN
}

/** Takes the comparison operator that stands here; a single `=` is reported and read as `==`. */
function comparisonOperator(p: Cursor): ComparisonOperator {
  if (p.kind === T.ASSIGN) p.report.add('single-equals', p.span, [], [replace('Write ==', p.span, '==')])
  if (p.kind === T.ARROW) p.report.add('arrow', p.span, [p.slice()])
  if (p.kind === T.NAME) {
    const negated = p.word(1).toLowerCase() === 'not'
    const operator = negated ? '!=' : '=='
    const span = { start: p.start, end: negated ? p.tokens.ends[p.index + 1]! : p.end }
    p.report.add('unexpected-in-body', span, [p.describe(), p.idiom], [replace(`Write ${operator}`, span, operator)])
    p.take()
    if (negated) p.take()
    return operator
  }
  const operator = COMPARISONS[p.kind]!
  p.take()
  return operator
}

function parseSum(p: Cursor): Expression {
  let left = parseProduct(p)
  while (p.kind === T.PLUS || p.kind === T.MINUS) {
    left = arithmetic(p, left, parseProduct)
    if (p.aborted) break
  }
  return left
}

function parseProduct(p: Cursor): Expression {
  let left = parseUnary(p)
  while ((p.kind >= T.TIMES && p.kind <= T.PERCENT) || (p.idiom === 'modulo' && startsValue(p.ahead(1)))) {
    if (p.kind === T.NAME) {
      left = modulo(p, left)
      continue
    }
    const united = percentSign(p, left)
    left = united ?? arithmetic(p, left, parseUnary)
    if (p.aborted) break
  }
  return left
}

/** `days mod 7`. */
function modulo(p: Cursor, left: Expression): Expression {
  const leftHeight = p.height
  p.report.add('unexpected-in-body', p.span, [p.describe(), p.idiom], [replace('Write %', p.span, '%')])
  p.take()
  const right = parseUnary(p)
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return { kind: 'arithmetic', operator: '%', left, right, start: left.start, end: right.end }
}

function arithmetic(p: Cursor, left: Expression, next: (p: Cursor) => Expression): Expression {
  const leftHeight = p.height
  const operator = ARITHMETIC[p.kind]!
  p.take()
  const right = next(p)
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return { kind: 'arithmetic', operator, left, right, start: left.start, end: right.end }
}

function parseUnary(p: Cursor): Expression {
  const { start, kind } = p
  if (kind === T.NUMBER) return parseNumber(p, start)
  if (kind === T.MINUS) {
    p.take()
    if (p.kind === T.NUMBER) return parseNumber(p, start)
    const operand = nested(p, start, parseUnary)
    if (!p.rise(p.height + 1)) return p.broken(start)
    return { kind: 'negate', operand, start, end: operand.end }
  }
  if (kind === T.PLUS) {
    p.report.add('plus-sign', p.span, [], [replace('Leave the + out', p.span, '')])
    p.take()
    return nested(p, start, parseUnary)
  }
  if (isPrefixNot(p)) return parsePrefixNot(p)
  return parsePrimary(p)
}

/** Reads one level further down, where no bracket counts the depth. */
export function nested(p: Cursor, start: number, read: (p: Cursor) => Expression): Expression {
  const node = p.enter() ? read(p) : p.broken(start)
  p.leave()
  return node
}

/** Reads on after the first operand of a run of operators in words. */
function parseInfixWords(p: Cursor, first: Expression): Expression {
  const operands = [first]
  const joints: Joint[] = []
  let height = p.height
  for (let connective = infixHere(p); connective !== null && !p.aborted; connective = infixHere(p)) {
    joints.push({ connective, start: p.start, end: p.end, sign: p.slice() })
    p.take()
    operands.push(nested(p, p.start, parseComparison))
    height = Math.max(height, p.height)
  }
  const node = groupOperands(p, operands, joints, 0)
  return p.rise(height + ORDER.length) ? node : p.broken(first.start)
}

/** Reads `not a` or `!a` as Not(a). */
function parsePrefixNot(p: Cursor): Expression {
  const { start, span } = p
  const sign = p.slice()
  p.take()
  const operand = nested(p, start, parseComparison)
  const title = 'Write Not(...)'
  const wrap = [
    { start, end: operand.start, text: 'Not(' },
    { start: operand.end, end: operand.end, text: ')' },
  ]
  const fix = operand.kind === 'group' ? replace(title, span, 'Not') : { title, edits: wrap }
  if (operand.kind !== 'broken') p.report.add('prefix-not', span, [sign], [fix])
  if (!p.rise(p.height + 1)) return p.broken(start)
  return { kind: 'call', callee: 'Not', operands: [operand], start, end: operand.end }
}

/**
 * Reads items up to and with `close`; the opening bracket is taken already. Sets the cursor's height to that of the
 * highest item.
 * @param opened the bracket that is open, for messages: `And(`
 */
function parseList(p: Cursor, close: number, opened: string): Expression[] {
  const items: Expression[] = []
  let height = 0
  p.lists++
  while (p.kind !== close) {
    const item = parseExpression(p)
    items.push(item)
    if (p.height > height) height = p.height
    if (!nextItem(p, close, opened)) break
  }
  p.lists--
  p.accept(close)
  p.height = height
  return items
}

/** Reads from the word IF. */
function parseIf(p: Cursor): Expression {
  const { start } = p
  p.take()
  const words: Span[] = []
  const node = readBranches(p, start, words)
  if (node === null || !expectWord(p, 'END', 'IF')) return p.broken(start)
  for (const word of words) reportElseIf(p, word)
  return p.rise(p.height) ? { ...node, end: p.before } : p.broken(start)
}

type If = Extract<Expression, { kind: 'if' }>

/**
 * Reads a condition, THEN and what follows, without the END. A word such as ELSEIF goes on as ELSE IF, with which it
 * shares the END; its span is added to `words`.
 */
function readBranches(p: Cursor, start: number, words: Span[]): If | null {
  const condition = parseExpression(p)
  let height = p.height
  if (!expectWord(p, 'THEN', 'IF')) return null
  const then = parseExpression(p)
  height = Math.max(height, p.height)
  let otherwise: Expression | null = null
  if (!p.panic && isBranchWord(p)) {
    words.push(p.span)
    const branch = p.start
    p.take()
    if (!p.enter()) {
      p.leave()
      return null
    }
    otherwise = readBranches(p, branch, words)
    p.leave()
    if (otherwise === null) return null
  } else if (acceptWord(p, 'ELSE')) {
    otherwise = parseExpression(p)
  }
  if (otherwise !== null) height = Math.max(height, p.height)
  if (!p.rise(height + 1)) return null
  return { kind: 'if', condition, then, otherwise, start, end: p.before }
}

/** Reads `CASE WHEN c THEN a ELSE b END` as IF, with each further WHEN as ELSE IF. */
function parseCaseWhen(p: Cursor): Expression {
  const { start } = p
  p.take()
  const head = { start, end: p.end }
  p.take()
  const words: Span[] = []
  const node = readBranches(p, start, words)
  if (node === null || !expectWord(p, 'END', 'CASE')) return p.broken(start)
  const edits = [
    { ...head, text: 'IF' },
    ...words.map((word) => ({ ...word, text: 'ELSE IF' })),
    ...words.map(() => ({ start: p.before, end: p.before, text: ' END' })),
  ]
  p.report.add('misspelt-word', head, ['CASE WHEN', 'IF', 'case-when'], [{ title: 'Write IF', edits }])
  return p.rise(p.height) ? { ...node, end: p.before } : p.broken(start)
}

interface Arm {
  readonly label: TextLiteral
  readonly value: Expression
}

/** Reads from the word CASE. */
function parseCase(p: Cursor): Expression {
  const { start } = p
  p.take()
  const subject = parseExpression(p)
  let height = p.height
  if (!expectWord(p, 'OF', 'CASE')) return p.broken(start)
  const arms: Arm[] = []
  p.lists++
  let fallback: Expression | null = null
  do {
    if (fallback !== null) {
      p.fail('default-not-last', p.span, [])
      break
    }
    if (isWord(p, 'DEFAULT') && p.ahead(1) === T.COLON) {
      acceptWord(p, 'DEFAULT')
      p.take()
      fallback = parseExpression(p)
    } else {
      const first = p.span
      const shared = readSharedLabels(p)
      const label = readLabel(p)
      if (label === null) break
      const value = parseExpression(p)
      for (const { value: member, start, end } of shared) arms.push({ label: { value: member, start, end }, value })
      arms.push({ label, value })
      if (shared.length > 0) reportSharedLabels(p, first, shared, value)
    }
    height = Math.max(height, p.height)
  } while (!p.aborted && nextArm(p))
  p.lists--
  const sound = !p.panic
  if (!expectWord(p, 'END', 'CASE') || !sound) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'case', subject, arms, fallback, start, end: p.before }
}

type Comparison = Extract<Expression, { kind: 'comparison' }>

/**
 * `a < b < c`: comparisons do not chain. The whole chain is read as And of its comparisons, with one diagnostic; the
 * fix is certain only where all operators run the same way.
 */
function chainedComparison(p: Cursor, first: Comparison): Expression {
  const links: Comparison[] = [first]
  let height = p.height
  while (isComparison(p) && p.kind !== T.ARROW && !p.aborted) {
    const left = links[links.length - 1]!.right
    const operator = comparisonOperator(p)
    const right = parseSum(p)
    height = Math.max(height, p.height + 1)
    links.push({ kind: 'comparison', operator, left, right, start: left.start, end: right.end })
  }
  const start = first.start
  const end = links[links.length - 1]!.end
  const rising = links.every((link) => link.operator === '<' || link.operator === '<=')
  const falling = links.every((link) => link.operator === '>' || link.operator === '>=')
  const edits: TextEdit[] = [{ start, end: start, text: 'And(' }]
  for (const link of links.slice(0, -1)) {
    const middle = link.right
    edits.push({ start: middle.end, end: middle.end, text: `, ${p.text.slice(middle.start, middle.end)}` })
  }
  edits.push({ start: end, end, text: ')' })
  const fixes = rising || falling ? [{ title: 'Join the comparisons with And(...)', edits }] : []
  p.report.add('chained-comparison', { start, end }, [], fixes)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'call', callee: 'And', operands: links, start, end }
}

/**
 * Reads `ForAll(x in s, p)` or `AtLeast(n, x in s, p)` on behind the opening bracket. A head that cannot be read is
 * reported once, with the form that was expected.
 */
function parseQuantifier(p: Cursor, quantifier: QuantifierName, start: number): Expression {
  const counted = QUANTIFIERS.get(quantifier) === true
  p.lists++
  const node = counted ? readCounted(p, quantifier, start) : readRest(p, quantifier, start, null, 0)
  p.lists--
  return node
}

function readCounted(p: Cursor, quantifier: QuantifierName, start: number): Expression {
  if (p.kind === T.NAME && p.word(1) === 'in') {
    p.fail('quantifier-form', p.span, [form(quantifier)])
    return giveUp(p, quantifier, start)
  }
  const count = parseExpression(p)
  const { height } = p
  return comma(p, quantifier) ? readRest(p, quantifier, start, count, height) : giveUp(p, quantifier, start)
}

/** Reads from the variable on. */
function readRest(
  p: Cursor,
  quantifier: QuantifierName,
  start: number,
  count: Expression | null,
  countHeight: number,
): Expression {
  const variable = readVariable(p, quantifier)
  if (variable === null) return giveUp(p, quantifier, start)
  const set = parseExpression(p)
  let height = Math.max(countHeight, p.height)
  if (!comma(p, quantifier)) return giveUp(p, quantifier, start)
  const body = parseExpression(p)
  height = Math.max(height, p.height)
  if (!expectClose(p, T.CLOSE_ROUND, `${quantifier}(`)) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'quantifier', quantifier, count, variable, set, body, start, end: p.before }
}

/** How a quantifier is written, for messages. */
function form(quantifier: QuantifierName): string {
  return QUANTIFIERS.get(quantifier) ? `${quantifier}(n, x in set, condition)` : `${quantifier}(x in set, condition)`
}

function readVariable(p: Cursor, quantifier: QuantifierName): Identifier | null {
  const { start, end } = p
  if (p.kind !== T.NAME || p.word(1) !== 'in') {
    p.fail('quantifier-form', p.span, [form(quantifier)])
    return null
  }
  const name = p.slice()
  if (RESERVED.has(name)) p.report.add('reserved-name', p.span, [name])
  p.take()
  p.take()
  return { name, start, end }
}

function comma(p: Cursor, quantifier: QuantifierName): boolean {
  if (p.aborted) return false
  if (p.panic) return skipInList(p, T.CLOSE_ROUND) && p.accept(T.COMMA)
  if (p.accept(T.COMMA)) return true
  p.fail('quantifier-form', p.span, [form(quantifier)])
  return false
}

/** Skips to the bracket that closes the quantifier, whose mistake is reported. */
function giveUp(p: Cursor, quantifier: QuantifierName, start: number): Expression {
  p.panic = true
  expectClose(p, T.CLOSE_ROUND, `${quantifier}(`)
  return p.broken(start)
}

/** What stands between operators: a name, a string, a call, a set, brackets, IF or CASE. */
function parsePrimary(p: Cursor): Expression {
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
      // Reported by the lexer.
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
    if (next === T.NUMBER && /^[A-Z]{3}$/.test(name) && !p.isDeclared(name)) return parseCurrencyFirst(p, name)
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
  if (word === 'IF') return parseIf(p)
  return p.word(1).toUpperCase() === 'WHEN' && !p.isDeclared(p.word(1)) ? parseCaseWhen(p) : parseCase(p)
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
function hasComma(p: Cursor, from = 1): boolean {
  let nesting = 0
  let constructs = 0
  for (let by = from; ; by++) {
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

/** A word with characters that no name has; an amount of money with its sign in front has its own message. */
function parseWrongWord(p: Cursor): Expression {
  const { start, span } = p
  const [, sign, digits] = CURRENCY_FIRST.exec(p.slice()) ?? []
  if (sign === undefined || digits === undefined) {
    parsePath(p)
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
  // The operands of a method: `kind.startsWith("m")`.
  if (p.kind === T.OPEN_ROUND && p.touches) {
    p.take()
    parseList(p, T.CLOSE_ROUND, '(')
  }
  return p.broken(start)
}

/** A call of something that is no function: read as the one that was meant where one is near. */
function parseUnknownCall(p: Cursor, name: string): Expression {
  const { start, span } = p
  const idiom = idiomOf('function', name)
  if (idiom !== null) return parseForeignCall(p, name, idiom)
  const meant = p.speller.nearest(name, CALLABLE)
  const fixes = meant === null ? [] : [replace(`Write ${meant}`, span, meant)]
  p.report.add('unknown-function', span, [name, meant, null], fixes)
  if (meant !== null) return parseCallable(p, meant)
  p.take()
  p.take()
  p.lost = true
  parseList(p, T.CLOSE_ROUND, `${name}(`)
  return p.broken(start)
}

/** A call of a function that other languages have: read on behind it, with a fix where its meaning is certain. */
function parseForeignCall(p: Cursor, name: string, idiom: IdiomId): Expression {
  const { start, span } = p
  p.take()
  p.take()
  p.lost = true
  const { errorCount } = p.report
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`)
  const right = p.panic || p.report.errorCount > errorCount ? null : rewriteCall(idiom, name, operands, p.text)
  const fixes = right === null ? [] : [replace(`Write ${right}`, { start, end: p.before }, right)]
  p.report.add('unknown-function', span, [name, null, idiom], fixes)
  return p.broken(start)
}

/** Records `(a + b) "USD"` for the checker, which knows the types and reports it. */
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
