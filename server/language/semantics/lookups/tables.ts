/**
 * Decision tables of language 1.4. A row is the conjunction of its cells; the table is a nested choice, or a sum of
 * choices. Rows that may apply together leave a table `unique` without a value, and a table `any` unless they agree.
 */
import { ONE, ZERO } from '../../numeric/rational'
import type { DeclaredType, Expression, Statement, TableRow } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked, LookupForm, LookupRow } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { Checking } from '../checking'
import { unitNode } from '../conditions'
import { junction } from '../functions/entries'
import { joinTypes } from '../join'
import { domainOf } from '../measures/meeting'
import { withMembers } from '../texts/vocabularies'
import { BARE, BOOLEAN, DATE, TIMESTAMP } from '../types'
import { CellAtoms } from './cell-atoms'
import { type Column, checkCell } from './cells'

type Table = Extract<Statement, { kind: 'table' }>

/** Null, and reported, if a part is wrong. */
export function checkTable(c: Checking, statement: Table): Checked | null {
  const columns = checkColumns(c, statement)
  const target = checkResultType(c, statement)
  const cells = statement.rows.map((row) => checkRow(c, statement, columns, row))
  const results = target === null ? null : checkResults(c, statement, target)
  const { policy, otherwise } = statement
  const collects = policy === 'collect sum' || policy === 'collect count'
  if (collects && otherwise !== null) c.report.add('collected-else', otherwise, [])
  if (policy === null || columns.length < statement.columns.length || target === null || results === null) return null
  if (collects && otherwise !== null) return null
  const rows: LookupRow[] = []
  for (const [i, row] of cells.entries()) {
    if (row === null) return null
    rows.push({ ...row, value: results.values[i] ?? null })
  }
  const form: LookupForm = {
    kind: 'lookup',
    of: 'table',
    name: statement.name.name,
    keys: columns.map(({ value }) => value),
    policy,
    rows,
    otherwise: results.otherwise,
  }
  const span = { start: statement.name.start, end: statement.name.end }
  const core = coreOf(c, form, results.type, span)
  return { kind: 'written', form, core, type: results.type, ...span }
}

function checkColumns(c: Checking, { columns }: Table): readonly Column[] {
  return columns.flatMap((node) => {
    const value = c.check(node)
    if (value?.type.kind === 'set') c.report.add('set-column', node, [])
    return value === null || value.type.kind === 'set' ? [] : [{ node, value }]
  })
}

function checkRow(
  c: Checking,
  statement: Table,
  columns: readonly Column[],
  { cells, start, end }: TableRow,
): Omit<LookupRow, 'value'> | null {
  if (cells.length !== statement.columns.length) {
    c.report.add('cell-count', { start, end: cells.at(-1)?.end ?? end }, [statement.columns.length, cells.length])
    return null
  }
  // Without a column its cells cannot be judged.
  if (columns.length < cells.length) return null
  const checked = cells.map((cell, i) => checkCell(c, columns[i]!, cell))
  const known = checked.filter((cell) => cell !== null)
  if (known.length < checked.length) return null
  const at = { start, end: cells.at(-1)?.end ?? end }
  const conditions = known.flatMap(({ condition }) => condition ?? [])
  const condition = conditions.length === 0 ? truth(true, at) : junction('And', conditions, at)
  return { cells: known.map(({ cell }) => cell), condition, source: null, start, end }
}

interface ResultType {
  /** Has the type of the results; null for a count. */
  readonly sample: Checked | null
  readonly declared: DeclaredType | null
}

function checkResultType(c: Checking, { policy, result, name }: Table): ResultType | null {
  const at = { start: name.start, end: name.end }
  if (result !== null && result.kind !== 'boolean') {
    const code = result.codes.members[0] ?? result.codes.otherwise
    if (code !== null && code !== undefined) {
      c.report.add('result-codes', code, [])
      return null
    }
  }
  const isPlain = result === null || (result.kind === 'numeric' && result.unit === null)
  if (policy === 'collect count') {
    if (!isPlain) c.report.add('count-type', name, [])
    return isPlain ? { sample: null, declared: result } : null
  }
  if (policy === 'collect sum' && result?.kind !== 'numeric') {
    c.report.add('sum-type', name, [])
    return null
  }
  const sample = result === null ? null : sampleOf(c, result, at)
  return sample === null ? null : { sample, declared: result }
}

function sampleOf(c: Checking, declared: DeclaredType, at: Span): Checked | null {
  switch (declared.kind) {
    case 'boolean':
      return truth(true, at)
    case 'numeric':
      return declared.unit === null ? number(ONE, BARE, at) : unitNode(c, declared.unit)
    case 'date':
      return number(ZERO, DATE, at)
    case 'timestamp':
      return number(ZERO, TIMESTAMP, at)
    case 'text':
      c.report.add('table-result-text', at, [])
      return null
    case 'enum': {
      const { type: known } = withMembers(c, declared)
      if (known.kind !== 'enum') return null
      const vocabulary = [...new Set(known.members.map(({ value }) => value))]
      const type: Type = { kind: 'enum', vocabulary, ordered: declared.ordered }
      return { kind: 'string', value: vocabulary[0] ?? '', type, ...at }
    }
  }
}

interface Results {
  readonly values: readonly Checked[]
  readonly otherwise: Checked | null
  readonly type: Type
}

function checkResults(c: Checking, { rows, otherwise }: Table, { sample, declared }: ResultType): Results | null {
  if (sample === null) return { values: [], otherwise: null, type: BARE }
  const written = [...rows.flatMap(({ value }) => value ?? []), ...(otherwise === null ? [] : [otherwise])]
  const values = written.map((value) => c.meeting(sample.type, () => c.check(inUnit(value, declared))))
  const joined = joinTypes(c, [sample, ...values], 'mixed-branches')
  if (joined === null) return null
  const [, ...results] = joined.values
  return {
    values: otherwise === null ? results : results.slice(0, -1),
    otherwise: otherwise === null ? null : (results.at(-1) ?? null),
    // Texts meet every vocabulary that has them.
    type: joined.type.kind === 'enum' && !joined.type.ordered ? textOf(joined.type.vocabulary) : joined.type,
  }
}

/** A bare number is in the unit of the results. */
function inUnit(value: Expression, declared: DeclaredType | null): Expression {
  const unit = declared?.kind === 'numeric' ? declared.unit : null
  return value.kind === 'number' && value.unit === null && unit !== null ? { ...value, unit } : value
}

function textOf(members: readonly string[]): Type {
  return { kind: 'text', members }
}

function coreOf(c: Checking, form: LookupForm, type: Type, at: Span): Checked {
  switch (form.policy) {
    case 'first':
      return firstOf(form, type, at, () => null)
    case 'unique': {
      const atoms = new CellAtoms(form, (input) => c.inputs[input] ?? null, false)
      return firstOf(form, type, at, (row, other) => (atoms.areApart(row, other) ? null : form.rows[other]!.condition))
    }
    case 'any': {
      const atoms = new CellAtoms(form, (input) => c.inputs[input] ?? null, false)
      return firstOf(form, type, at, (row, other) => (atoms.areApart(row, other) ? null : differs(form, row, other)))
    }
    case 'collect sum':
      return sumOf(
        form.rows.map(({ condition, value }) =>
          choose(condition, value ?? number(ZERO, type, at), number(ZERO, type, at)),
        ),
        at,
      )
    case 'collect count':
      return sumOf(
        form.rows.map(({ condition }) => choose(condition, number(ONE, type, at), number(ZERO, type, at))),
        at,
      )
  }
}

/** @param clash when a later row leaves this one without a value; null if never */
function firstOf(
  { rows, otherwise }: LookupForm,
  type: Type,
  at: Span,
  clash: (row: number, later: number) => Checked | null,
): Checked {
  let core: Checked = otherwise ?? { kind: 'nothing', type, ...at }
  for (let row = rows.length - 1; row >= 0; row--) {
    const { condition, value, start, end } = rows[row]!
    if (value === null) throw new Error('a row of the table has no result')
    const clashes = rows.flatMap((_, later) => (later > row ? (clash(row, later) ?? []) : []))
    const then: Checked =
      clashes.length === 0
        ? value
        : choose(junction('Or', clashes, { start, end }), { kind: 'nothing', type, start, end }, value)
    core = { kind: 'choice', condition, then, otherwise: core, partial: false, type, start, end }
  }
  return { ...core, type }
}

/** Both rows apply with different results. */
function differs({ rows }: LookupForm, row: number, other: number): Checked | null {
  const [left, right] = [rows[row]?.value ?? null, rows[other]?.value ?? null]
  if (left === null || right === null) throw new Error('a row of the table has no result')
  const { start, end, condition } = rows[other]!
  if (isLiteral(left) && isLiteral(right) && left.value === right.value) return null
  const domain = domainOf(left.type)
  const same: Checked = { kind: 'compare', domain, operator: '!=', left, right, order: null, type: BOOLEAN, start, end }
  return junction('And', [condition, same], { start, end })
}

function isLiteral(node: Checked): node is Extract<Checked, { kind: 'boolean' | 'string' }> {
  return node.kind === 'boolean' || node.kind === 'string'
}

/** Adds the halves of the list, so that a sum of many rows does not nest deeply. */
function sumOf(addends: readonly Checked[], at: Span): Checked {
  const [first] = addends
  if (first === undefined) return number(ZERO, BARE, at)
  if (addends.length === 1) return first
  const middle = Math.ceil(addends.length / 2)
  const [left, right] = [sumOf(addends.slice(0, middle), at), sumOf(addends.slice(middle), at)]
  return { kind: 'arithmetic', operator: '+', left, right, type: first.type, ...at }
}

function choose(condition: Checked, then: Checked, otherwise: Checked): Checked {
  const { start, end } = condition
  return { kind: 'choice', condition, then, otherwise, partial: false, type: otherwise.type, start, end }
}

function number(value: typeof ONE, type: Type, { start, end }: Span): Checked {
  return { kind: 'number', value, type, start, end }
}

function truth(value: boolean, { start, end }: Span): Checked {
  return { kind: 'boolean', value, type: BOOLEAN, start, end }
}
