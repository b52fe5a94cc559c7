/**
 * Golden queries: each policy here, as SQL in every dialect. `UPDATE=1` writes the files again; read the changes before the
 * commit.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { compileSql, type SqlTable, validationSql } from '../../sql/compile-sql'
import { DIALECT_NAMES } from '../../sql/dialect'
import { claimSources } from '../../sql/table-of-columns'

const FOLDER = join(import.meta.dirname, 'sql')
const POLICIES = ['expense-receipts', 'schengen-short-stay', 'uk-redundancy-pay', 'release-gate']

describe.each(POLICIES)('the queries of %s', (policy) => {
  const text = readFileSync(join(import.meta.dirname, 'policies', policy, 'ruleset.tsr'), 'utf8')
  const program = openText(text)
  const sources = claimSources(program.ruleset.inputs, new Map())
  const table: SqlTable = { sql: 'claims', keys: [{ name: 'id', sql: 't."id"' }], sources, areCells: false }

  it.each(DIALECT_NAMES)('are as recorded in %s', (dialect) => {
    const { sql, open } = compileSql(program, dialect, table)
    const reasons = open.map(({ name, reason }) => `-- ${name} is open in every row: ${reason}\n`).join('')
    const written = `${reasons}${sql};\n\n${validationSql(program.ruleset, dialect, table)};\n`
    const file = join(FOLDER, `${policy}.${dialect}.sql`)
    if (process.env.UPDATE === '1') writeFileSync(file, written)
    expect(written).toBe(readFileSync(file, 'utf8'))
  })
})
