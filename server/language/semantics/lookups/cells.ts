/** The cells of a decision table: each is compared with its column, as a comparison in an assertion would be. */
import type { Fix } from '../../messages/diagnostic'
import { replaceFix } from '../../messages/report'
import { compareRationals } from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { Cell, CellTest, ComparisonOperator, Expression } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked, LookupCell, LookupTest } from '../checked-ruleset'
import type { Checking } from '../checking'
import { codedInput, codesOf } from '../codes'
import { compareSides } from '../comparison'
import { junction } from '../functions/entries'
import { BOOLEAN } from '../types'

export interface Column {
  readonly node: Expression
  readonly value: Checked
}

export interface CheckedCell {
  readonly cell: LookupCell
  /** Null if the cell always holds. */
  readonly condition: Checked | null
}

/** Null, and reported, if a test does not fit the column. */
export function checkCell(c: Checking, column: Column, { negated, tests, start, end }: Cell): CheckedCell | null {
  const checked = tests.map((test) => checkTest(c, column, test))
  const known = checked.filter((test) => test !== null)
  if (known.length < checked.length) return null
  const cell = { negated, tests: known.map(({ test }) => test) }
  if (known.length === 0) return { cell, condition: null }
  if (negated) warnOfCodes(c, column, tests, cell, { start, end })
  const at = { start, end }
  const either = junction(
    'Or',
    known.map(({ condition }) => condition),
    at,
  )
  const not: Checked = { kind: 'connective', connective: 'Not', operands: [either], type: BOOLEAN, ...at }
  return { cell, condition: negated ? not : either }
}

interface CheckedTest {
  readonly test: LookupTest
  readonly condition: Checked
}

function checkTest(c: Checking, column: Column, test: CellTest): CheckedTest | null {
  const at = { start: test.start, end: test.end }
  if (test.kind === 'compare') {
    const condition = compare(c, column, test.operator, test.value, at)
    return condition === null
      ? null
      : { test: { kind: 'compare', operator: test.operator, value: rightOf(condition) }, condition }
  }
  const { low, high, open } = test
  const from = compare(c, column, '>=', low, at)
  const to = compare(c, column, open ? '<' : '<=', high, at)
  if (from === null || to === null) return null
  const ends = { low: rightOf(from), high: rightOf(to) }
  if (isEmpty(ends.low, ends.high, open)) {
    const [before, after] = [c.text.slice(low.start, low.end), c.text.slice(high.start, high.end)]
    const swapped = `${after} ${open ? '..<' : '..'} ${before}`
    const fixes = isEmpty(ends.high, ends.low, open) ? [] : [replaceFix(`Write ${swapped}`, at, swapped)]
    c.report.add('empty-range', at, [open], fixes)
    return null
  }
  return { test: { kind: 'range', ...ends, open }, condition: junction('And', [from, to], at) }
}

/** `not > 5` also applies where the claim is a code, which fits no number. */
function warnOfCodes(c: Checking, { value }: Column, written: readonly CellTest[], cell: LookupCell, at: Span): void {
  const input = codedInput(c, value)
  if (input === null) return
  const named = new Set(cell.tests.map((test) => (test.kind === 'compare' ? textIn(test.value) : null)))
  const codes = codesOf(c, input).filter((code) => !named.has(code))
  if (codes.length === 0 || !named.has(null)) return
  const [only] = written
  const what = value.type.kind === 'numeric' ? 'number' : value.type.kind
  const fixes = written.length === 1 && only !== undefined ? fixesOf(c, only, codes, what, at) : []
  c.report.add('negated-number', at, [c.inputs[input]!.declared.name, codes, what], fixes)
}

function textIn(value: Checked): string | null {
  return value.kind === 'string' ? value.value : null
}

/** The opposite tests, without and with the codes. */
function fixesOf(c: Checking, test: CellTest, codes: readonly string[], what: string, at: Span): readonly Fix[] {
  const opposite = oppositeOf(test, ({ start, end }) => c.text.slice(start, end)).join(', ')
  const all = [opposite, ...codes.map(quoteText)].join(', ')
  return [
    replaceFix(`Write ${opposite}, which holds only for a ${what}`, at, opposite),
    replaceFix(`Write ${all}, which holds for codes too`, at, all),
  ]
}

const OPPOSITES: Readonly<Record<ComparisonOperator, readonly string[]>> = {
  '==': ['< ', '> '],
  '!=': [''],
  '<': ['>= '],
  '<=': ['> '],
  '>': ['<= '],
  '>=': ['< '],
}

function oppositeOf(test: CellTest, textOf: (value: Expression) => string): readonly string[] {
  if (test.kind === 'range') return [`< ${textOf(test.low)}`, `${test.open ? '>=' : '>'} ${textOf(test.high)}`]
  return OPPOSITES[test.operator].map((sign) => sign + textOf(test.value))
}

function isEmpty(low: Checked, high: Checked, open: boolean): boolean {
  if (low.kind !== 'number' || high.kind !== 'number') return false
  const order = compareRationals(low.value, high.value)
  return open ? order >= 0 : order > 0
}

function compare(
  c: Checking,
  { node, value: left }: Column,
  operator: ComparisonOperator,
  written: Expression,
  { start, end }: Span,
): Checked | null {
  const right = c.meeting(left.type, () => c.check(written))
  if (right === null) return null
  return compareSides(c, { kind: 'comparison', operator, left: node, right: written, start, end }, [left, right])
}

/** The right side as it is compared, in the unit of the column. */
function rightOf(condition: Checked): Checked {
  const shown = condition.kind === 'written' && condition.form.kind === 'shown' ? condition.form.shown : condition
  if (shown.kind === 'compare' || shown.kind === 'unbridged') return shown.right
  throw new Error(`a ${shown.kind} compares nothing`)
}
