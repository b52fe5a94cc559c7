/** Decision tables of language 1.4 (public/docs/language.md, "Decision tables"). */
import { insertFix, replaceFix } from '../../messages/report'
import type { Cursor } from '../cursor'
import { readName } from '../declared-name'
import { parseExpression } from '../expressions/expressions'
import type { Cell, DeclaredType, Expression, Statement, TablePolicy, TableRow } from '../syntax'
import * as T from '../token'
import { TABLE_POLICIES } from '../words'
import { parseCell } from './cells'
import { parseEntries, readReference } from './entries'
import { isGroup, parseType } from './types'

/** Reads `table fine first (speed, zone) -> numeric "USD" { > 50 | "school" => 100; else => 0; }`. */
export function parseTable(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'table')
  if (name === null) return null
  const policy = parsePolicy(p)
  const columns = parseColumns(p)
  if (columns === null) return null
  const counts = policy === 'collect count'
  const result = parseResult(p, counts)
  if (result === undefined) return null
  let otherwise: Expression | null = null
  const read = parseEntries(p, 'table', (cursor) => {
    if (!isElse(cursor)) return parseRow(cursor, counts)
    const { span } = cursor
    const value = parseElse(cursor)
    if (otherwise !== null) cursor.report.add('repeated-else', span, [])
    otherwise ??= value
    return null
  })
  if (read === null) return null
  const { entries, body } = read
  return { kind: 'table', name, policy, columns, result, rows: entries, otherwise, body, start, end: p.before }
}

/** Null, and reported, without a policy: there is no default. */
function parsePolicy(p: Cursor): TablePolicy | null {
  const { span } = p
  const first = p.word()
  const words = first === 'collect' ? `collect ${p.word(1)}` : first
  const policy = TABLE_POLICIES.find((known) => known === words) ?? null
  if (policy !== null) {
    p.take()
    if (first === 'collect') p.take()
    return policy
  }
  if (p.kind === T.OPEN_ROUND) {
    const fixes = (['first', 'unique'] as const).map((word) => insertFix(`Write ${word}`, p.before, ` ${word}`))
    p.report.add('table-policy', span, [p.describe()], fixes)
    return null
  }
  const meant = first === '' ? null : p.speller.nearest(words.trim(), TABLE_POLICIES)
  const at = first === 'collect' && p.ahead(1) === T.NAME ? { start: p.start, end: p.tokens.ends[p.index + 1]! } : span
  const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, at, meant)]
  p.report.add('table-policy', at, [p.describe()], fixes)
  while (p.kind === T.NAME) p.take()
  return TABLE_POLICIES.find((known) => known === meant) ?? null
}

/** Null, and reported, without a column. */
function parseColumns(p: Cursor): readonly Expression[] | null {
  if (p.kind !== T.OPEN_ROUND) {
    p.fail('table-columns', p.span, [p.describe()])
    return null
  }
  p.take()
  const columns: Expression[] = []
  do {
    const column = readReference(p, 'table')
    if (column === null) return null
    columns.push(column)
  } while (p.accept(T.COMMA))
  if (p.accept(T.CLOSE_ROUND)) return columns
  p.fail('unexpected-in-list', p.span, [p.describe(), '(', p.idiom])
  return null
}

/** Undefined, and reported, if the type is missing or cannot be read. */
function parseResult(p: Cursor, counts: boolean): DeclaredType | null | undefined {
  if (counts && p.kind === T.OPEN_CURLY) return null
  const { span } = p
  if (p.kind !== T.ARROW) {
    p.fail('table-result', span, [p.describe()])
    return undefined
  }
  if (p.slice() === '=>') p.report.add('table-arrow', span, ['->'], [replaceFix('Write ->', span, '->')])
  p.take()
  const at = p.span
  const type = parseType(p, false)
  if (type === null) return undefined
  if (!isGroup(type)) return type
  p.fail('table-result', at, [type.kind])
  return undefined
}

function isElse(p: Cursor): boolean {
  return p.kind === T.NAME && /^else$/i.test(p.slice()) && p.ahead(1) === T.ARROW
}

function parseElse(p: Cursor): Expression {
  if (p.word() !== 'else')
    p.report.add('misspelt-word', p.span, [p.slice(), 'else', null], [replaceFix('Write else', p.span, 'else')])
  p.take()
  takeArrow(p)
  return parseExpression(p)
}

function parseRow(p: Cursor, counts: boolean): TableRow | null {
  const { start } = p
  const cells: Cell[] = []
  for (;;) {
    cells.push(parseCell(p))
    if (p.panic) return null
    if (p.kind !== T.OR_SIGN) break
    // Two bars without a cell between them.
    if (p.slice() === '||') emptyCell(p, cells)
    else p.take()
  }
  if (p.kind === T.ARROW) {
    const value = parseValue(p, counts)
    return { cells, value, start, end: p.before }
  }
  if (!counts) {
    p.fail('expected-cell-end', p.span, [p.describe(), p.idiom])
    return null
  }
  return { cells, value: null, start, end: p.before }
}

function emptyCell(p: Cursor, cells: Cell[]): void {
  const { start, end } = p
  p.report.add('empty-cell', p.span, [], [replaceFix('Write | - |', p.span, '| - |')])
  cells.push({ negated: false, tests: [], start, end })
  p.take()
}

function parseValue(p: Cursor, counts: boolean): Expression | null {
  const { start } = p
  takeArrow(p)
  const value = parseExpression(p)
  if (!counts) return value
  const span = { start, end: p.before }
  if (!p.panic) p.report.add('counted-value', span, [], [replaceFix('Remove the value', span, '')])
  return null
}

function takeArrow(p: Cursor): void {
  if (p.slice() === '->') p.report.add('table-arrow', p.span, ['=>'], [replaceFix('Write =>', p.span, '=>')])
  p.take()
}
