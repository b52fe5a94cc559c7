/** DuckDB in the process of the command: an optional package, because only tables need it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { DIALECTS, quoteText } from '../../sql/dialect'
import { WrongUseError } from './policy-files'

type DuckdbModule = typeof import('@duckdb/node-api')
/** Makes values of types that JavaScript does not have. */
type ValueMakers = Pick<DuckdbModule, 'mapValue' | 'timestampTZValue'>

export interface SessionPurpose {
  /** The folder in which the folder of the session is created. */
  readonly parent: string
  /** Begin and end of the sentence that says that the package is missing. */
  readonly needs: string
  readonly otherwise: string
}

const TABLES: SessionPurpose = {
  parent: tmpdir(),
  needs: '--csv and --parquet need',
  otherwise: 'check JSON lines with --lines',
}

const PACKAGE = '@duckdb/node-api'
const MEMORY_MB = 1_400

/** A query that the file or the machine does not allow. */
export class QueryError extends WrongUseError {}

export class DuckdbSession {
  private constructor(
    private readonly connection: DuckDBConnection,
    /** Only its owner can enter it. */
    readonly folder: string,
    readonly values: ValueMakers,
    readonly close: () => void,
  ) {}

  /**
   * Opens a session with a database in a separate folder, which is removed at the end, so that a table may be larger
   * than the memory.
   */
  static async open(purpose = TABLES): Promise<DuckdbSession> {
    const duckdb = await loadDuckdb(purpose)
    const folder = mkdtempSync(path.join(purpose.parent, 'touchstone-table-'))
    const instance = await duckdb.DuckDBInstance.create(path.join(folder, 'rows.duckdb'), {
      memory_limit: `${MEMORY_MB}MB`,
      // No command opens a network connection.
      autoinstall_known_extensions: 'false',
    })
    const connection = await instance.connect()
    return new DuckdbSession(connection, folder, duckdb, () => {
      connection.closeSync()
      instance.closeSync()
      rmSync(folder, { recursive: true, force: true })
    })
  }

  async run(sql: string): Promise<void> {
    await this.attempt(() => this.connection.run(sql))
  }

  async rows(sql: string): Promise<readonly (readonly unknown[])[]> {
    return (await this.attempt(() => this.connection.runAndReadAll(sql))).getRowsJson()
  }

  /** Some rows at a time; whole numbers of 64 bits are texts. */
  async *stream(sql: string): AsyncGenerator<readonly (readonly unknown[])[]> {
    const result = await this.attempt(() => this.connection.stream(sql))
    for await (const rows of result.yieldRowsJson()) yield rows
  }

  /** Appends rows of whole numbers: the first of 64 bits, the others of 8. */
  async append(table: string, rows: readonly { readonly row: bigint; readonly codes: Uint8Array }[]): Promise<void> {
    const appender = await this.connection.createAppender(table)
    for (const { row, codes } of rows) {
      appender.appendBigInt(row)
      for (const code of codes) appender.appendUTinyInt(code)
      appender.endRow()
    }
    appender.closeSync()
  }

  /** Appends rows of values that have the types of their columns. */
  async appendRows(table: string, rows: readonly (readonly DuckDBValue[])[]): Promise<void> {
    await this.attempt(async () => {
      const appender = await this.connection.createAppender(table)
      // Asking for the type of each value took a third of an export.
      const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column))
      for (const row of rows) {
        for (const [column, value] of row.entries())
          if (value === null) appender.appendNull()
          else appender.appendValue(value, types[column])
        appender.endRow()
      }
      appender.closeSync()
    })
  }

  private async attempt<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw new QueryError(firstWords(error))
    }
  }
}

/** The message without the advice on options of DuckDB, which the command does not have. */
function firstWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .split('\n')
    .slice(0, 5)
    .filter((line) => line !== '' && !/^(Possible|Original|\*)/.test(line))
    .join('\n')
}

/** A text as DuckDB reads it. */
export function duckdbText(text: string): string {
  return quoteText(DIALECTS.duckdb, text)
}

/** Loads DuckDB from the packages of the command, or else from those of the current folder. */
async function loadDuckdb({ needs, otherwise }: SessionPurpose): Promise<DuckdbModule> {
  try {
    return await import('@duckdb/node-api')
  } catch {
    try {
      const found = createRequire(path.join(process.cwd(), 'package.json')).resolve(PACKAGE)
      return (await import(pathToFileURL(found).href)) as DuckdbModule
    } catch {
      throw new WrongUseError(
        `${needs} the package ${PACKAGE}, which is not installed. Run npm install ${PACKAGE} in this folder, or ${otherwise}.`,
      )
    }
  }
}
