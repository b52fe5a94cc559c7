/** The rows of a file in DuckDB: cells as texts for the engine, and the same columns for a compiled query. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { findDelimiter, readCsvRows } from '../../engine/records/csv-rows'
import { type ColumnType, readColumnType } from '../../sql/column-type'
import { quoteName } from '../../sql/dialect'
import { type DuckdbSession, duckdbText } from './open-duckdb'
import { WrongUseError } from './policy-files'

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
}

const HEAD_BYTES = 1_000_000
const TEXT: ColumnType = { kind: 'text' }

/** @throws WrongUseError */
export async function openTableFile(duckdb: DuckdbSession, kind: 'csv' | 'parquet', file: string): Promise<TableFile> {
  try {
    if (!statSync(file).isFile()) throw new Error('it is a folder')
  } catch (error) {
    throw new WrongUseError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  // DuckDB reads these signs as a pattern of several files.
  if (/[*?[\]]/.test(file))
    throw new WrongUseError(`${file} has one of the signs *, ?, [ and ] in its name. Rename the file.`)
  return kind === 'csv' ? openCsv(duckdb, file) : openParquet(duckdb, file)
}

async function openCsv(duckdb: DuckdbSession, file: string): Promise<TableFile> {
  const head = headOf(file)
  const delimiter = findDelimiter(head)
  const titles = readCsvRows(head, delimiter)[0]?.cells ?? []
  if (titles.length === 0) throw new WrongUseError(`${file} is empty. Its first row has to name the columns.`)
  const columns = titles.map((_, i) => `c${i}`)
  const types = columns.map((name) => `${name}: 'VARCHAR'`).join(', ')
  const options = `header = true, auto_detect = false, delim = ${duckdbText(delimiter)}, quote = '"', escape = '"', columns = {${types}}`
  // The table numbers its rows, and reading the file twice would take longer.
  await duckdb.run(`CREATE TABLE rows AS SELECT * FROM read_csv(${duckdbText(file)}, ${options})`)
  return {
    titles,
    types: titles.map(() => TEXT),
    sql: 'rows',
    columns: columns.map((name) => `t.${name}`),
    row: 't.rowid',
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

/** A column as a text of a cell, as the engine reads it. */
export function cellText(column: string, type: ColumnType | null): string {
  if (type?.kind === 'timestamp') return `strftime(make_timestamp(epoch_us(${column})), '%Y-%m-%dT%H:%M:%S.%fZ')`
  return `CAST(${column} AS VARCHAR)`
}
