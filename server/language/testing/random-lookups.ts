/**
 * Random parameters, scales and tables over the claims of random rulesets. Their names are fixed, so that expressions
 * can name them. For property tests only.
 */
import fc from 'fast-check'
import { KINDS, SIZES } from './random-claims'

type Text = fc.Arbitrary<string>

/** By the kind of their values, for expressions that name them. */
export const LOOKUPS = {
  condition: ['ruled'],
  bare: ['by_day', 'banded', 'looked_up', 'tallied'],
  size: ['graded'],
} as const

const DAYS = ['1999-12-31', '2023-03-30', '2024-02-29', '2026-01-31'] as const
const AMOUNTS = ['0', '1', '2.5', '-1', '10'] as const
const POINTS = ['-1', '0', '1', '2', '5', '10'] as const

/** Statements by name. */
export function randomLookups(): Readonly<Record<string, Text>> {
  const amount = fc.constantFrom(...AMOUNTS)
  const member = fc.constantFrom(...SIZES).map(quote)
  const truth = fc.constantFrom('True', 'False', 'has_id', 'score > 2')
  const number = fc.oneof(amount, fc.constantFrom('score', 'score + 1', 'count * 2'))
  const some = fc.constantFrom('first', 'unique', 'any')
  const sums = fc.constantFrom('first', 'unique', 'any', 'collect sum')
  return {
    by_day: fc
      .tuple(fc.subarray([...DAYS], { minLength: 1 }), fc.array(amount, { minLength: 4, maxLength: 4 }))
      .map(
        ([days, values]) => `parameter by_day by filed { ${days.map((day, i) => `${day}: ${values[i]};`).join(' ')} };`,
      ),
    banded: fc
      .tuple(
        fc.subarray([...POINTS], { minLength: 1 }),
        fc.array(fc.constantFrom('10%', '0.5', '0', '2'), { minLength: 6, maxLength: 6 }),
      )
      .map(
        ([bounds, rates]) => `scale banded of score { ${bounds.map((from, i) => `${from}: ${rates[i]};`).join(' ')} };`,
      ),
    looked_up: table('looked_up', sums, 'numeric', number),
    graded: table('graded', some, `enum {${SIZES.map(quote).join(', ')}}`, member),
    ruled: table('ruled', some, 'boolean', truth),
    tallied: rowsOf(null).map(({ columns, rows }) => `table tallied collect count (${columns}) { ${rows} };`),
  }
}

function table(name: string, policies: Text, type: string, result: Text): Text {
  return fc.tuple(policies, rowsOf(result), fc.option(result)).map(([policy, { columns, rows }, last]) => {
    const otherwise = last === null || policy === 'collect sum' ? '' : ` else => ${last};`
    return `table ${name} ${policy} (${columns}) -> ${type} { ${rows}${otherwise} };`
  })
}

const CELLS: Readonly<Record<string, Text>> = {
  score: numberCell(fc.constantFrom(...POINTS)),
  travel: fc.constantFrom('> 1 "h"', '<= 90 "min"', '0 "s" ..< 1 "h"', 'not 90 "min"'),
  has_id: fc.constantFrom('True', 'False', 'not True'),
  size: fc.oneof(
    fc.subarray([...SIZES], { minLength: 1, maxLength: 2 }).map((members) => members.map(quote).join(', ')),
    fc
      .tuple(fc.constantFrom('<', '>=', 'not'), fc.constantFrom(...SIZES))
      .map(([sign, member]) => `${sign} ${quote(member)}`),
  ),
  kind: fc.tuple(fc.constantFrom('', 'not '), fc.constantFrom(...KINDS)).map(([not, kind]) => `${not}${quote(kind)}`),
  filed: fc.oneof(
    fc.constantFrom(...DAYS).map((day) => `>= ${day}`),
    fc.subarray([...DAYS], { minLength: 2, maxLength: 2 }).map(([from, to]) => `${from} ..< ${to}`),
  ),
}

function numberCell(point: Text): Text {
  return fc.oneof(
    fc.tuple(fc.constantFrom('<', '<=', '>', '>=', '', 'not'), point).map(([sign, value]) => `${sign} ${value}`.trim()),
    fc.tuple(point, point).map(([a, b]) => `${a}, > ${b}`),
    fc.constantFrom('-1 .. 2', '0 ..< 5', '2 .. 2'),
  )
}

/** @param result null for a table that counts its rows */
function rowsOf(result: Text | null): fc.Arbitrary<{ readonly columns: string; readonly rows: string }> {
  return fc.subarray(Object.keys(CELLS), { minLength: 1, maxLength: 3 }).chain((columns) => {
    const cells = columns.map((column) => fc.option(CELLS[column]!, { nil: '-' }))
    const row = fc
      .tuple(fc.tuple(...cells), result ?? fc.constant(null))
      .map(([written, value]) => `${written.join(' | ')}${value === null ? '' : ` => ${value}`};`)
    const rows = fc.array(row, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
    return rows.map((text) => ({ columns: columns.join(', '), rows: text }))
  })
}

function quote(text: string): string {
  return `"${text}"`
}
