import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { SqlTable } from './compile-sql'
import { DIALECTS, type DialectName, quoteName, quoteText, truthLiteral } from './dialect'
import { InputColumnsOfTable } from './input-columns'

/**
 * A SELECT that lists the values that the engine refuses, or that have no certain meaning in SQL: the keys of the row, the
 * claim, the problem and the value as text. All assertions of such a row are open.
 */
export function validationSql({ inputs }: CheckedRuleset, dialectName: DialectName, table: SqlTable): string {
  const dialect = DIALECTS[dialectName]
  const refusals = new InputColumnsOfTable(dialect, inputs, table.sources, table.areCells).refusals()
  const keys = table.keys.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`)
  const text = dialectName === 'duckdb' ? 'VARCHAR' : 'text'
  const select = (claim: string, problem: string, value: string, condition: string) =>
    `SELECT ${[...keys, `${claim} AS claim`, `${problem} AS problem`, `${value} AS value`].join(', ')}\nFROM ${table.sql} AS t\nWHERE ${condition}`
  if (refusals.length === 0) return `${select("''", "''", "''", truthLiteral(dialect, false))}\n`
  const selects = refusals.map(({ input, problem, sql }) => {
    const source = table.sources[inputs.indexOf(input)]!
    const value = source.kind === 'unknown' ? 'NULL' : `CAST(${source.sql} AS ${text})`
    return select(quoteText(dialect, input.name), quoteText(dialect, problem), value, sql)
  })
  return `${selects.join('\nUNION ALL\n')}\n`
}
