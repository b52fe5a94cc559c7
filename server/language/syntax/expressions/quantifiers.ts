/** Quantifiers: `ForAll(x in s, p)`, `AtLeast(n, x in s, p)` and others. */
import type { Cursor, Reader } from '../cursor'
import { expectClose } from '../lists'
import { skipInList } from '../recover'
import type { Expression, Identifier, QuantifierName } from '../syntax'
import * as T from '../token'
import { QUANTIFIERS } from '../words'

/** Starts after the opening bracket. A malformed quantifier is reported once, with the expected form. */
export function parseQuantifier(p: Cursor, quantifier: QuantifierName, start: number, read: Reader): Expression {
  const counted = QUANTIFIERS.get(quantifier) === true
  p.lists++
  const node = counted ? readCounted(p, quantifier, start, read) : readRest(p, quantifier, start, read, null, 0)
  p.lists--
  return node
}

function readCounted(p: Cursor, quantifier: QuantifierName, start: number, read: Reader): Expression {
  if (p.kind === T.NAME && p.word(1) === 'in') {
    p.fail('quantifier-form', p.span, [quantifierForm(quantifier)])
    return giveUp(p, quantifier, start)
  }
  const count = read(p)
  const { height } = p
  return expectComma(p, quantifier) ? readRest(p, quantifier, start, read, count, height) : giveUp(p, quantifier, start)
}

function readRest(
  p: Cursor,
  quantifier: QuantifierName,
  start: number,
  read: Reader,
  count: Expression | null,
  countHeight: number,
): Expression {
  const variable = readVariable(p, quantifier)
  if (variable === null) return giveUp(p, quantifier, start)
  const set = read(p)
  let height = Math.max(countHeight, p.height)
  if (!expectComma(p, quantifier)) return giveUp(p, quantifier, start)
  const body = read(p)
  height = Math.max(height, p.height)
  if (!expectClose(p, T.CLOSE_ROUND, `${quantifier}(`)) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'quantifier', quantifier, count, variable, set, body, start, end: p.before }
}

function quantifierForm(quantifier: QuantifierName): string {
  return QUANTIFIERS.get(quantifier) ? `${quantifier}(n, x in set, condition)` : `${quantifier}(x in set, condition)`
}

function readVariable(p: Cursor, quantifier: QuantifierName): Identifier | null {
  const { start, end } = p
  if (p.kind !== T.NAME || p.word(1) !== 'in') {
    p.fail('quantifier-form', p.span, [quantifierForm(quantifier)])
    return null
  }
  const name = p.slice()
  if (p.words.reserved.has(name)) p.report.add('reserved-name', p.span, [name])
  p.take()
  p.take()
  return { name, start, end }
}

function expectComma(p: Cursor, quantifier: QuantifierName): boolean {
  if (p.aborted) return false
  if (p.panic) return skipInList(p, T.CLOSE_ROUND) && p.accept(T.COMMA)
  if (p.accept(T.COMMA)) return true
  p.fail('quantifier-form', p.span, [quantifierForm(quantifier)])
  return false
}

/** Skips to the closing bracket after a reported mistake. */
function giveUp(p: Cursor, quantifier: QuantifierName, start: number): Expression {
  p.panic = true
  expectClose(p, T.CLOSE_ROUND, `${quantifier}(`)
  return p.broken(start)
}
