/** The rows of a file in DuckDB: cells as texts for the engine, and the same columns for a compiled query. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { type Delimiter, findDelimiter, readCsvRows } from '../../engine/records/csv-rows'
import { rowProblem } from '../../engine/records/read-record'
import { type ColumnType, readColumnType } from '../../sql/column-type'
import { quoteName } from '../../sql/dialect'
import { type DuckdbSession, duckdbText, QueryError } from './open-duckdb'
import { reasonOf, WrongUseError } from './policy-files'

export interface TableFile {
  /** Titles of its columns, in order. */
  readonly titles: readonly string[]
  /** Null for a type that no claim has. */
  readonly types: readonly (ColumnType | null)[]
  /** The table or function with the rows, as SQL. */
  readonly sql: string
  /** Expressions over `t`, by column. */
  readonly columns: readonly string[]
  /** The number of a row, from 0. */
  readonly row: string
  /** Rows whose cells cannot be assigned to columns. */
  readonly misfits: readonly Misfit[]
}

export interface Misfit {
  /** From 0. */
  readonly row: number
  /** The line in the file, from 1. */
  readonly line: number
  readonly problem: string
}

/** DuckDB stops at a row with too few or too many cells. Smaller files are then read as one text. */
const MAX_TEXT_BYTES = 400_000_000
const APPENDED_ROWS = 10_000
const HEAD_BYTES = 1_000_000
const TEXT: ColumnType = { kind: 'text' }

/** @throws WrongUseError */
export async function openTableFile(duckdb: DuckdbSession, kind: 'csv' | 'parquet', file: string): Promise<TableFile> {
  try {
    if (!statSync(file).isFile()) throw new Error('it is a folder')
  } catch (error) {
    throw new WrongUseError(`${file} cannot be read: ${reasonOf(error)}`)
  }
  // DuckDB reads these signs as a pattern of several files.
  if (/[*?[\]]/.test(file))
    throw new WrongUseError(`${file} has one of the signs *, ?, [ and ] in its name. Rename the file.`)
  return kind === 'csv' ? openCsv(duckdb, file) : openParquet(duckdb, file)
}

async function openCsv(duckdb: DuckdbSession, file: string): Promise<TableFile> {
  const head = headOf(file)
  const delimiter = findDelimiter(head)
  const first = readCsvRows(head, delimiter)[0]
  const titles = first?.cells ?? []
  if (titles.length === 0) throw new WrongUseError(`${file} is empty. Its first row has to name the columns.`)
  if (first?.problem != null) throw new WrongUseError(`The quotation marks in the first row of ${file} do not match.`)
  const columns = titles.map((_, i) => `c${i}`)
  const types = columns.map((name) => `${name}: 'VARCHAR'`).join(', ')
  const options = `header = true, auto_detect = false, delim = ${duckdbText(delimiter)}, quote = '"', escape = '"', columns = {${types}}`
  // The table numbers its rows, and reading the file twice would take longer.
  let misfits: readonly Misfit[] = []
  try {
    await duckdb.run(`CREATE TABLE rows AS SELECT * FROM read_csv(${duckdbText(file)}, ${options})`)
  } catch (error) {
    const isAboutRows = error instanceof QueryError && error.message.includes('CSV Error')
    if (!isAboutRows || statSync(file).size > MAX_TEXT_BYTES) throw error
    misfits = await readUnevenRows(duckdb, file, delimiter, columns)
  }
  return {
    misfits,
    titles,
    types: titles.map(() => TEXT),
    sql: 'rows',
    columns: columns.map((name) => `t.${name}`),
    row: 't.rowid',
  }
}

/** Fills the table `rows`, with empty rows for those that it returns. */
async function readUnevenRows(
  duckdb: DuckdbSession,
  file: string,
  delimiter: Delimiter,
  columns: readonly string[],
): Promise<readonly Misfit[]> {
  const rows = readCsvRows(utf8Text(file), delimiter).slice(1)
  await duckdb.run(`CREATE OR REPLACE TABLE rows (${columns.map((name) => `${name} VARCHAR`).join(', ')})`)
  const misfits: Misfit[] = []
  for (let first = 0; first < rows.length; first += APPENDED_ROWS) {
    const part = rows.slice(first, first + APPENDED_ROWS).map((row, i) => {
      const problem = rowProblem(row, columns)
      if (problem !== null) misfits.push({ row: first + i, line: row.line, problem })
      return columns.map((_, at) => (problem !== null || row.cells[at] === '' ? null : row.cells[at]!))
    })
    await duckdb.appendRows('rows', part)
  }
  return misfits
}

function utf8Text(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new WrongUseError(`${file} is not UTF-8. Save it in this encoding.`)
  }
}

async function openParquet(duckdb: DuckdbSession, file: string): Promise<TableFile> {
  const read = `read_parquet(${duckdbText(file)}, file_row_number = true)`
  const described = (await duckdb.rows(`DESCRIBE SELECT * EXCLUDE (file_row_number) FROM ${read}`)).map(
    ([name, type]) => [String(name), String(type)] as const,
  )
  return {
    titles: described.map(([name]) => name),
    types: described.map(([, type]) => (type.startsWith('ENUM(') ? TEXT : readColumnType(type))),
    sql: read,
    columns: described.map(([name]) => `t.${quoteName(name)}`),
    row: 't.file_row_number',
    misfits: [],
  }
}

function headOf(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEAD_BYTES)
    const length = readSync(descriptor, bytes, 0, HEAD_BYTES, 0)
    return new TextDecoder().decode(bytes.subarray(0, length))
  } finally {
    closeSync(descriptor)
  }
}

/** SQL that turns a column into the text of a cell, as the engine reads it. */
export function cellText(column: string, type: ColumnType | null): string {
  if (type?.kind === 'timestamp') return `strftime(make_timestamp(epoch_us(${column})), '%Y-%m-%dT%H:%M:%S.%fZ')`
  return `CAST(${column} AS VARCHAR)`
}
