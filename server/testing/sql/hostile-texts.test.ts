/** Texts of a ruleset and names of columns that try to end a literal, an identifier or the statement. */
import { afterAll, describe, expect, it } from 'vitest'
import { openText } from '../../engine/testing/open-text'
import { compileSql, validationSql } from '../../sql/compile-sql'
import { DIALECTS, quoteName, quoteText } from '../../sql/dialect'
import { claimSources } from '../../sql/table-of-columns'
import { openDuckdb, openPostgres, openSqlite, type TestDatabase } from './test-databases'

const TEXTS = [
  "'; DROP TABLE claims; --",
  "\\'; DROP TABLE claims; --",
  "''",
  '\\',
  '\\\\',
  '"; DROP TABLE claims; --',
  '/*',
  '*/ OR TRUE --',
  '$$; DROP TABLE claims; $$',
  '$1 ? :name @name #{x} %s',
  'a;b',
  '😀',
  'k0 refused a0 q t',
]
const COLUMNS = ['a"; DROP TABLE claims; --', 'refused', 'k0', "it's", 'back\\slash', 'select', 'ü "q" `x` [y]', 'id2']

const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

describe.each([
  ['duckdb', openDuckdb],
  ['postgres', openPostgres],
  ['sqlite', openSqlite],
] as const)('hostile texts in %s', (name, open) => {
  it('are members and columns, and nothing else', async () => {
    const database = await open()
    opened.push(database)
    const settings = name === 'postgres' ? ['on', 'off'] : ['']
    for (const setting of settings) {
      if (setting !== '') await database.execute(`SET standard_conforming_strings = ${setting}`)
      for (const [i, column] of COLUMNS.entries()) {
        const members = TEXTS.map((text) => JSON.stringify(text)).join(', ')
        const rules = TEXTS.map((text, at) => `assert rule${at} { kind == ${JSON.stringify(text)} };`).join('\n')
        const program = openText(`declare kind as enum {${members}};\n${rules}`)
        const sources = claimSources(program.ruleset.inputs, new Map([['kind', { column }]]))
        const table = { sql: 'claims', keys: [{ name: column, sql: 't.id' }], sources, areCells: false }
        const dialect = DIALECTS[name]
        await database.execute('DROP TABLE IF EXISTS claims')
        await database.execute(
          `CREATE TABLE claims (id INTEGER, ${quoteName(column)} ${name === 'duckdb' ? 'VARCHAR' : 'TEXT'})`,
        )
        const rows = TEXTS.map((text, at) => `(${at}, ${quoteText(dialect, text)})`)
        await database.execute(`INSERT INTO claims VALUES ${rows.join(', ')}, (${TEXTS.length}, 'no member')`)
        const answers = await database.query(`${compileSql(program, name, table).sql} ORDER BY 1`)
        expect(answers.length, column).toBe(TEXTS.length + 1)
        for (const [row, cells] of answers.entries())
          for (const at of TEXTS.keys()) {
            const isOpen = row === TEXTS.length
            expect([column, i, row, at, cells[1 + 2 * at]]).toEqual([
              column,
              i,
              row,
              at,
              isOpen ? 'UNKNOWN' : row === at ? 'TRUE' : 'FALSE',
            ])
          }
        const listed = await database.query(validationSql(program.ruleset, name, table))
        expect(listed.map((cells) => cells.slice(1))).toEqual([['kind', 'not in the vocabulary', 'no member']])
      }
    }
  })

  it('are refused if no database stores them', () => {
    for (const text of ['a\0b', '\ud800']) {
      expect(() => quoteText(DIALECTS[name], text)).toThrow('no database stores')
      expect(() => quoteName(text)).toThrow('no database stores')
    }
  })
})
