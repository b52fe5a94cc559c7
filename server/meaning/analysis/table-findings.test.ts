import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { printTable, randomTable, rowsAt, seedFault } from '../testing/random-tables'
import type { Finding } from './analysis-result'
import { Investigation } from './investigation'
import { findInTables } from './table-findings'

const solver = startSolver()
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }

function findingsIn(source: string): readonly Finding[] {
  const tools = { solver, mode: 'tiers', budget: BUDGET, meter: new Meter(1e9) } as const
  const inquiry = new Investigation({ source, ruleset: compileText(source) }, tools, 'full')
  return [...findInTables(inquiry)].filter((finding) => finding !== null)
}

function told(rows: string, { head = 'unique (speed, zone) -> numeric', before = '' } = {}): readonly string[] {
  const text = `version 1.4;
declare speed as numeric "km/h";
declare zone as enum {"school", "road"};
declare points as whole;
declare support as numeric "%" or {"blank"};
declare seen as date;
${before}
table fine ${head} {
${rows}
};
assert small { fine < 100 };
`
  return findingsIn(text).map(({ sentence }) => sentence)
}

describe('the rows of a table', () => {
  it('that apply together are shown with a case', () => {
    expect(told('  <= 50 "km/h" | - => 1;\n  >= 50 "km/h" | "school" => 2;\n  > 50 "km/h" | "road" => 3;')).toEqual([
      'Rows 1 and 2 of the table “fine” apply together, as when speed is 50 km/h and zone is "school": there it has no value. Narrow one of them, or write first in place of unique if the upper one decides.',
    ])
  })

  it('may agree in a table that allows any of them', () => {
    const head = 'any (speed, zone) -> numeric'
    expect(told('  - | "school" => 1;\n  > 50 "km/h" | - => 1;\n  <= 50 "km/h" | "road" => 2;', { head })).toEqual([])
    expect(told('  - | "school" => 1;\n  > 50 "km/h" | - => 2;\n  <= 50 "km/h" | "road" => 2;', { head })).toEqual([
      'Rows 1 and 2 of the table “fine” apply together with different results, as when speed is 51 km/h and zone is "school": there it has no value. Narrow one of them, or give both the same result.',
    ])
  })

  it('leave gaps, each with a case, also between two numbers and for codes', () => {
    expect(told('  < 50 "km/h" | - => 1;\n  > 50 "km/h" | - => 2;')).toEqual([
      'No row of the table “fine” applies in some cases, as when speed is 50 km/h: there it has no value. Add a row for them, or an else row.',
    ])
    const head = 'unique (support) -> numeric'
    expect(told('  < 10 "%" => 1;\n  >= 10 "%" => 2;', { head })).toHaveLength(1)
    expect(told('  < 10 "%" => 1;\n  >= 10 "%" => 2;\n  "blank" => 3;', { head })).toEqual([])
  })

  it('leave no gap that a whole number, a day or a range cannot reach', () => {
    expect(told('  <= 2 => 1;\n  >= 3 => 2;', { head: 'unique (points) -> numeric' })).toEqual([])
    expect(told('  <= 2024-02-29 => 1;\n  >= 2024-03-01 => 2;', { head: 'unique (seen) -> numeric' })).toEqual([])
    const before = '// @range speed 0..200'
    const rows = '  0 "km/h" .. 50 "km/h" | - => 1;\n  > 50 "km/h" | - => 2;'
    expect(told(rows, { before })).toEqual([])
    expect(told(rows)).toHaveLength(1)
  })

  it('with an else row leave no gap', () => {
    expect(told('  < 50 "km/h" | - => 1;\n  else => 2;')).toEqual([])
  })

  it('that never decide are named with the rows above that cover them', () => {
    const head = 'first (speed, zone) -> numeric'
    expect(told('  - | "school" => 1;\n  - | "road" => 2;\n  > 50 "km/h" | - => 3;', { head })).toEqual([
      'Row 3 of the table “fine” never decides: in every case that it describes, one of the rows 1 and 2 above it applies. Remove it, or move it up.',
    ])
    expect(told('  > 50 "km/h", < 10 "km/h" | not "school", "road" => 1;\n  else => 3;', { head })).toEqual([
      'Row 1 of the table “fine” never applies: in every case, one of its cells does not hold. Remove it, or correct a cell.',
    ])
  })

  it('are asked about exactly where columns depend on each other', () => {
    const before = 'let twice = points * 2;'
    const head = 'unique (points, twice) -> numeric'
    expect(told('  > 3 | - => 1;\n  - | <= 6 => 2;', { head, before })).toEqual([])
    expect(told('  > 3 | - => 1;\n  - | <= 8 => 2;', { head, before })).toEqual([
      'Rows 1 and 2 of the table “fine” apply together, as when points is 4: there it has no value. Narrow one of them, or write first in place of unique if the upper one decides.',
    ])
  })

  it('collect what applies, so only impossible rows are reported', () => {
    const head = 'collect sum (speed, zone) -> numeric'
    expect(told('  > 50 "km/h" | - => 1;\n  > 40 "km/h" | - => 2;', { head })).toEqual([])
  })
})

describe('seeded faults in random tables', () => {
  it('are all found with a right case, and nothing is found without one', { tags: 'thorough' }, () => {
    const found = new Map<string, number>()
    for (let seed = 0; seed < 60; seed++) {
      const table = randomTable(seed, 3 + (seed % 12))
      expect([seed, findingsIn(printTable(table, 'unique')).map(({ sentence }) => sentence)]).toEqual([seed, []])
      const fault = seedFault(table, seed)
      if (fault === null) continue
      const policy = fault.kind === 'table_row_never_decides' ? 'first' : 'unique'
      const findings = findingsIn(printTable(fault.table, policy))
      expect([seed, findings.some(({ kind }) => kind === fault.kind)]).toEqual([seed, true])
      for (const { kind, witness } of findings) {
        if (witness === null) continue
        const rows = rowsAt(fault.table, witness.claims).length
        expect([seed, kind, kind === 'table_gap' ? rows === 0 : rows > 1]).toEqual([seed, kind, true])
      }
      found.set(fault.kind, (found.get(fault.kind) ?? 0) + 1)
    }
    expect([...found.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(40)
    expect(found.size).toBe(3)
  })
})

describe('a table with a hundred rows', () => {
  it('is judged within five seconds', () => {
    const rows = ['school', 'road'].flatMap((zone) =>
      Array.from({ length: 50 }, (_, i) => `  ${i} "km/h" ..< ${i + 1} "km/h" | "${zone}" => ${i};`),
    )
    const start = performance.now()
    expect(told(rows.join('\n'))).toHaveLength(2)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
