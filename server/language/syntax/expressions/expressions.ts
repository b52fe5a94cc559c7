/**
 * Recursive descent after the grammar of public/docs/language.md. The result is `broken` if nothing could be read.
 * Without an expression nothing is consumed, so that the caller can continue at its own bracket or word. A mistake in
 * one item of a list never hides the next item.
 */

import { ONE_ENTRY } from '../../messages/fields'
import { IDIOMS, type IdiomId, idiomOf } from '../../messages/idioms'
import { adviceOfNewerFunction } from '../../messages/newer-functions'
import { insertFix, replaceFix } from '../../messages/report'
import { readDate } from '../../numeric/calendar'
import { readInstant } from '../../numeric/instant'
import type { Cursor, Reader } from '../cursor'
import { dateReadings } from '../date-shape'
import { touchingRun } from '../declared-name'
import { parseForeignChoice, parseForeignPower } from '../habits/foreign-choice'
import { parseCurrencyFirst, parsePath, startsValue } from '../habits/foreign-forms'
import { parseSpokenDate } from '../habits/spoken-dates'
import { groupOperands, infixHere, isInfixWord, isPrefixNot, type Joint, ORDER } from '../habits/word-operators'
import { expectClose, hasComma, parseList } from '../lists'
import { parseApplication } from '../named-conditions'
import { quoteText, readString } from '../string-literal'
import type { ArithmeticOperator, Expression } from '../syntax'
import * as T from '../token'
import { FIRST_FAILED, isFunction, isQuantifier } from '../words'
import { foldHere, isOverList, parseAggregate, parseForeignFold } from './aggregates'
import { parseComparison } from './comparisons'
import { parseCase, parseIf } from './conditionals'
import { parseFirst } from './first'
import { parseFirstFailed } from './first-failed'
import { isPercentOf, parseNumber, parsePercentOf, percentSign } from './literals'
import { parseQuantifier } from './quantifiers'

const ARITHMETIC: Readonly<Record<number, ArithmeticOperator>> = {
  [T.PLUS]: '+',
  [T.MINUS]: '-',
  [T.TIMES]: '*',
  [T.OVER]: '/',
  [T.PERCENT]: '%',
}

const OPERANDS = { sum: parseSum, expression: parseExpression }

export function parseExpression(p: Cursor): Expression {
  const start = p.start
  if (!p.enter()) {
    p.leave()
    return p.broken(start)
  }
  let node = readComparison(p)
  if (isInfixWord(p)) node = parseInfixWords(p, node)
  const { height } = p
  node = parseForeignChoice(p, node, parseExpression)
  if (p.height < height && !p.aborted) p.height = height
  p.leave()
  return node
}

function readComparison(p: Cursor): Expression {
  return parseComparison(p, OPERANDS)
}

/** Reads a value without a comparison. */
export function parseSum(p: Cursor): Expression {
  let left = parseProduct(p)
  while (p.kind === T.PLUS || p.kind === T.MINUS) {
    left = parseArithmetic(p, left, parseProduct)
    if (p.aborted) break
  }
  return left
}

function parseProduct(p: Cursor): Expression {
  let left = parseUnary(p)
  while ((p.kind >= T.TIMES && p.kind <= T.PERCENT) || isForeignProduct(p) || isPercentOf(p, left)) {
    if (isPercentOf(p, left)) {
      left = parsePercentOf(p, left, parseUnary)
      if (p.aborted) break
      continue
    }
    if (p.kind === T.NAME || p.kind === T.FOREIGN) {
      left = foreignProduct(p, left)
      if (p.aborted) break
      continue
    }
    const united = percentSign(p, left)
    left = united ?? parseArithmetic(p, left, parseUnary)
    if (p.aborted) break
  }
  return left
}

/** True at `mod`, `div` or `%/%` between two values. */
function isForeignProduct(p: Cursor): boolean {
  const { idiom } = p
  if (p.kind === T.FOREIGN) return idiom === 'quotient' || idiom === 'whole-division'
  return (idiom === 'modulo' || idiom === 'quotient') && (startsValue(p.ahead(1)) || p.ahead(1) === T.OPEN_ROUND)
}

/** `days mod 7` and `days div 7`. */
function foreignProduct(p: Cursor, left: Expression): Expression {
  const leftHeight = p.height
  const { idiom, span } = p
  const name = p.slice()
  p.take()
  const right = parseUnary(p)
  const height = Math.max(leftHeight, p.height)
  const form = { name, idiom: idiom ?? 'modulo', at: span, operands: [left, right], isCall: false }
  return p.foreign(form, left.start, height)
}

function parseArithmetic(p: Cursor, left: Expression, next: Reader): Expression {
  const leftHeight = p.height
  const operator = ARITHMETIC[p.kind]!
  p.take()
  const right = next(p)
  if (!p.rise(Math.max(leftHeight, p.height) + 1)) return p.broken(left.start)
  return { kind: 'arithmetic', operator, left, right, start: left.start, end: right.end }
}

function parseUnary(p: Cursor): Expression {
  const { start, kind } = p
  const date = kind === T.NUMBER || kind === T.NAME ? parseSpokenDate(p) : null
  if (date !== null) return date
  if (kind === T.NUMBER) return parseForeignPower(p, start, parseNumber(p, start), parseExponent)
  if (kind === T.MINUS) {
    p.take()
    if (p.kind === T.NUMBER) return parseForeignPower(p, start, parseNumber(p, start), parseExponent)
    const operand = parseNested(p, start, parseUnary)
    if (!p.rise(p.height + 1)) return p.broken(start)
    return { kind: 'negate', operand, start, end: operand.end }
  }
  if (kind === T.PLUS) {
    p.report.add('plus-sign', p.span, [], [replaceFix('Leave the + out', p.span, '')])
    p.take()
    return parseNested(p, start, parseUnary)
  }
  if (isPrefixNot(p)) return parsePrefixNot(p)
  return parsePrimary(p)
}

/** A power of a power nests without brackets. */
function parseExponent(p: Cursor): Expression {
  return parseNested(p, p.start, parseUnary)
}

/** Reads one level deeper if no bracket counts the depth. */
export function parseNested(p: Cursor, start: number, read: Reader): Expression {
  const node = p.enter() ? read(p) : p.broken(start)
  p.leave()
  return node
}

/** Continues after the first operand of operators in words. */
function parseInfixWords(p: Cursor, first: Expression): Expression {
  const operands = [first]
  const joints: Joint[] = []
  let height = p.height
  for (let connective = infixHere(p); connective !== null && !p.aborted; connective = infixHere(p)) {
    joints.push({ connective, start: p.start, end: p.end, sign: p.slice() })
    p.take()
    operands.push(parseNested(p, p.start, readComparison))
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
  const operand = parseNested(p, start, readComparison)
  const title = 'Write Not(...)'
  const wrap = [
    { start, end: operand.start, text: 'Not(' },
    { start: operand.end, end: operand.end, text: ')' },
  ]
  const fix = operand.kind === 'group' ? replaceFix(title, span, 'Not') : { title, edits: wrap }
  if (operand.kind !== 'broken') p.report.add('prefix-not', span, [sign], [fix])
  if (!p.rise(p.height + 1)) return p.broken(start)
  return { kind: 'call', callee: 'Not', operands: [operand], start, end: operand.end }
}

/** Reads a name, a string, a call, a set, brackets, IF or CASE. */
function parsePrimary(p: Cursor): Expression {
  const { start } = p
  const node = parseForeignPower(p, start, parseMethod(p, start, parseUnsuffixed(p)), parseExponent)
  return p.kind === T.STRING && node.kind !== 'string' && node.kind !== 'broken' && !p.panic
    ? misplacedUnit(p, node)
    : node
}

/** Reads a method of a written set: `["meal", "hotel"].includes(kind)`. */
function parseMethod(p: Cursor, start: number, node: Expression): Expression {
  const name = p.slice()
  if (node.kind !== 'set' || !/^(includes|contains|has|Contains)$/.test(name) || p.text[p.start - 1] !== '.')
    return node
  if (p.ahead(1) !== T.OPEN_ROUND) return node
  const { height } = p
  const at = p.span
  p.take()
  p.take()
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`, parseExpression)
  const form = { name, idiom: 'in-list', at, operands: [node, ...operands], isCall: true } as const
  return p.foreign(form, start, Math.max(height, p.height))
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
    case T.DATE: {
      const text = p.slice()
      p.take()
      p.height = 1
      if (text.includes('T')) return { kind: 'timestamp', text, hours: readInstant(text), start, end }
      const [date = text] = dateReadings(text)
      return { kind: 'date', text: date, day: readDate(date), start, end }
    }
    case T.OPEN_ROUND:
      return parseGroup(p)
    case T.OPEN_CURLY:
      p.take()
      return parseSet(p, start, T.CLOSE_CURLY)
    case T.OPEN_SQUARE:
      p.take()
      return parseSet(p, start, T.CLOSE_SQUARE)
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

function parseSet(p: Cursor, start: number, close: number): Expression {
  const braces = close === T.CLOSE_CURLY
  if (braces) p.sets++
  const members = parseList(p, close, braces ? '{' : '[', parseExpression)
  if (braces) p.sets--
  const end = p.before
  if (close === T.CLOSE_SQUARE) {
    const edits = [
      { start, end: start + 1, text: '{' },
      { start: end - 1, end, text: '}' },
    ]
    const closed = p.text.charAt(end - 1) === ']'
    p.report.add('set-brackets', { start, end }, [], p.panic || !closed ? [] : [{ title: 'Write { }', edits }])
  }
  return p.rise(p.height + 1) ? { kind: 'set', members, start, end } : p.broken(start)
}

function parseWord(p: Cursor): Expression {
  const { start, end } = p
  const name = p.slice()
  if (!p.words.reserved.has(name)) {
    const next = p.ahead(1)
    const declared = next === T.MINUS ? parseWrongName(p) : null
    if (declared !== null) return declared
    if (name === 'if' && next === T.OPEN_ROUND && !hasComma(p)) return parseStructure(p, 'IF')
    if (name === 'first' && next === T.OPEN_CURLY) return parseFirst(p, parseExpression)
    if (next === T.OPEN_ROUND) return parseUnknownCall(p, name)
    if ((next === T.NAME || next === T.NUMBER) && (name === 'if' || name === 'case'))
      return parseStructure(p, name.toUpperCase())
    if (next === T.NUMBER && /^[A-Z]{3}$/.test(name) && !p.isDeclared(name)) return parseCurrencyFirst(p, name)
    p.take()
    p.height = 1
    return { kind: 'name', name, start, end }
  }
  if (name === 'True' || name === 'False') return parseTruth(p, name === 'True')
  if (name === 'true' || name === 'false') {
    const right = name === 'true' ? 'True' : 'False'
    p.report.add('truth-case', p.span, [right], [replaceFix(`Write ${right}`, p.span, right)])
    return parseTruth(p, name === 'true')
  }
  if (name === 'IF' && p.ahead(1) === T.OPEN_ROUND && hasComma(p)) return parseUnknownCall(p, name)
  if ((name === 'and' || name === 'or') && p.ahead(1) === T.OPEN_ROUND) return parseUnknownCall(p, name)
  if (name === 'IF' || name === 'CASE') return parseStructure(p, name)
  if (isFunction(name) || isQuantifier(name)) return parseCallable(p, name)
  p.fail('expected-expression', p.span, [p.describe()])
  return p.broken(start)
}

function parseTruth(p: Cursor, value: boolean): Expression {
  const { start, end } = p
  p.take()
  p.height = 1
  return { kind: 'boolean', value, start, end }
}

function parseStructure(p: Cursor, word: string): Expression {
  if (p.slice() !== word) p.report.add('keyword-case', p.span, [word], [replaceFix(`Write ${word}`, p.span, word)])
  return word === 'IF' ? parseIf(p, parseExpression) : parseCase(p, parseExpression)
}

function parseCallable(p: Cursor, name: string): Expression {
  const { start, span } = p
  p.take()
  if (p.kind !== T.OPEN_ROUND) {
    p.fail('call-without-operands', span, [name])
    return p.broken(start)
  }
  p.take()
  const fold = p.words.version === '1.4' ? foldHere(p, name) : null
  if (fold !== null) return parseAggregate(p, fold, start, parseExpression)
  if (isQuantifier(name)) return parseQuantifier(p, name, start, parseExpression)
  if (!isFunction(name)) return p.broken(start)
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`, parseExpression)
  return p.rise(p.height + 1) ? { kind: 'call', callee: name, operands, start, end: p.before } : p.broken(start)
}

/** An invalid name whose declaration is reported, or null. */
function parseWrongName(p: Cursor): Expression | null {
  const run = touchingRun(p)
  const { start } = p
  const end = p.tokens.ends[p.index + run - 1] ?? start
  const name = p.text.slice(start, end)
  if (/^\w*$/.test(name) || !p.isDeclared(name)) return null
  for (let i = 0; i < run; i++) p.take()
  p.height = 1
  return { kind: 'name', name, start, end }
}

/** `applicant.born`, unless it is called. */
function isFieldPath(p: Cursor): boolean {
  return /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(p.slice()) && p.ahead(1) !== T.OPEN_ROUND
}

function parseFieldPath(p: Cursor): Expression {
  const { start, end } = p
  const name = p.slice()
  p.take()
  p.height = 1
  return { kind: 'name', name, start, end }
}

const CURRENCY_FIRST = /^(\p{Sc})(\d+)$/u

/** An amount with its currency sign in front has a separate message. */
function parseWrongWord(p: Cursor): Expression {
  const { start, span } = p
  const declared = parseWrongName(p)
  if (declared !== null) return declared
  if (p.words.version === '1.4' && isFieldPath(p)) return parseFieldPath(p)
  const method = /^Math\.(\w+)$/i.exec(p.slice())?.[1]
  const idiom = method === undefined || p.ahead(1) !== T.OPEN_ROUND ? null : idiomOf('function', method)
  if (idiom !== null) return parseForeignCall(p, p.slice(), idiom)
  const [, sign, digits] = CURRENCY_FIRST.exec(p.slice()) ?? []
  if (sign === undefined || digits === undefined) {
    parsePath(p)
  } else {
    const right = `${digits} ${quoteText(sign)}`
    // A dollar sign does not identify a currency, so the fix does not quote it.
    p.report.add(
      'unit-before-number',
      span,
      [digits, sign],
      sign === '$' ? [] : [replaceFix(`Write ${right}`, span, right)],
    )
    p.lost = true
  }
  p.take()
  p.panic = false
  // The operands of a method: `kind.startsWith("m")`.
  if (p.kind === T.OPEN_ROUND && p.touches) {
    p.take()
    parseList(p, T.CLOSE_ROUND, '(', parseExpression)
  }
  return p.broken(start)
}

/** Reads an unknown function as the nearest known one, if there is one. */
function parseUnknownCall(p: Cursor, name: string): Expression {
  if (name === FIRST_FAILED) return parseFirstFailed(p)
  if (p.conditionNames.has(name)) return parseApplication(p, name, parseExpression)
  const { start, span } = p
  const idiom = idiomOf('function', name)
  if (isOverList(p)) return parseForeignFold(p, name, { expression: parseExpression, callable: parseCallable })
  const newer = idiom === null || p.words.version !== '1.4' ? undefined : IDIOMS[idiom].newer
  if (idiom !== null && newer === undefined) return parseForeignCall(p, name, idiom)
  const meant = newer ?? p.speller.nearest(name, [...p.words.callable, ...p.conditionNames])
  const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, span, meant)]
  const asksForEntry = p.words.version === '1.4' && /^(first|last|find|nth)$/i.test(name)
  const advice = asksForEntry ? ONE_ENTRY : p.words.version === '1.4' ? adviceOfNewerFunction(name) : null
  p.report.add('unknown-function', span, [name, meant, advice], fixes)
  if (meant === FIRST_FAILED) return parseFirstFailed(p)
  if (meant !== null)
    return p.conditionNames.has(meant) ? parseApplication(p, meant, parseExpression) : parseCallable(p, meant)
  p.take()
  p.take()
  p.lost = true
  parseList(p, T.CLOSE_ROUND, `${name}(`, parseExpression)
  return p.broken(start)
}

/** Reads a call of another language's function, which the checker reports. */
function parseForeignCall(p: Cursor, name: string, idiom: IdiomId): Expression {
  const { start, span } = p
  p.take()
  p.take()
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`, parseExpression)
  const closed = p.text[p.before - 1] === ')'
  return p.foreign({ name, idiom, at: span, operands: closed ? operands : [], isCall: true }, start, p.height)
}

/** Records `(a + b) "USD"` for the checker, which knows the types. */
function misplacedUnit(p: Cursor, node: Expression): Expression {
  if (p.ahead(1) === T.COLON) {
    p.report.add('missing-comma', p.span, [], [insertFix('Insert a comma', p.before, ',')])
    return node
  }
  p.misplacedUnits.set(node, readString(p.text, p.start, p.end, p.report))
  p.meetsUnits = true
  p.take()
  return node
}
