/** A cell of a decision table: `-`, values with commas, comparisons, `a .. b`, `a ..< b`, and `not` before them. */
import { insertFix, replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { parseNested, parseSum } from '../expressions/expressions'
import type { Cell, CellTest, ComparisonOperator, Expression } from '../syntax'
import * as T from '../token'

const OPERATORS: Readonly<Record<number, ComparisonOperator>> = {
  [T.EQUAL]: '==',
  [T.LESS]: '<',
  [T.LESS_OR_EQUAL]: '<=',
  [T.GREATER]: '>',
  [T.GREATER_OR_EQUAL]: '>=',
}

/** Parses a cell. If it cannot be read, the mistake is reported and the cursor is in panic. */
export function parseCell(p: Cursor): Cell {
  const { start } = p
  if (p.kind === T.MINUS && endsCell(p.ahead(1))) {
    p.take()
    return { negated: false, tests: [], start, end: p.before }
  }
  if (endsCell(p.kind)) {
    const isFirst = p.tokens.kinds[p.index - 1] !== T.OR_SIGN
    const span = isFirst ? p.span : { start: p.before, end: p.before }
    p.report.add('empty-cell', span, [], [insertFix('Write -', span.start, isFirst ? '- ' : ' -')])
    return { negated: false, tests: [], ...span }
  }
  const negated = takeNot(p)
  const tests: CellTest[] = []
  // A comma separates values and no decimals here.
  p.lists++
  do tests.push(parseTest(p))
  while (!p.panic && p.accept(T.COMMA))
  p.lists--
  return { negated, tests, start, end: p.before }
}

function endsCell(kind: number): boolean {
  return kind === T.OR_SIGN || kind === T.ARROW || kind === T.SEMICOLON || kind === T.CLOSE_CURLY || kind === T.END
}

/** `!= "x"` is read as `not "x"`, which is clear for claims with codes too. */
function takeNot(p: Cursor): boolean {
  const isWord = p.kind === T.NAME && /^not$/i.test(p.slice())
  if (!isWord && p.kind !== T.NOT_EQUAL && p.kind !== T.NOT_SIGN) return false
  if (p.slice() !== 'not')
    p.report.add('cell-not', p.span, [p.slice()], [replaceFix('Write not', p.span, notBefore(p))])
  p.take()
  return true
}

/** `!"road"` needs a blank after the word. */
function notBefore(p: Cursor): string {
  return p.tokens.starts[p.index + 1] === p.end ? 'not ' : 'not'
}

function parseTest(p: Cursor): CellTest {
  const { start } = p
  const operator = OPERATORS[p.kind] ?? null
  if (operator !== null) {
    p.take()
    const value = parseValue(p)
    return { kind: 'compare', operator, value, start, end: p.before }
  }
  const value = parseValue(p)
  const sign = p.kind === T.FOREIGN ? p.slice() : ''
  if (p.panic || (sign !== '..' && sign !== '..<'))
    return { kind: 'compare', operator: '==', value, start, end: p.before }
  p.take()
  const high = parseValue(p)
  return { kind: 'range', low: value, high, open: sign === '..<', start, end: p.before }
}

function parseValue(p: Cursor): Expression {
  return parseNested(p, p.start, parseSum)
}
