/**
 * `touchstone check --csv` and `--parquet`: DuckDB decides the rows that its query can decide, the engine the others, and
 * both answers are joined by the number of the row (decisions/057).
 */
import { canonicalJson } from '../../api/canonical-json'
import { answerOf } from '../../api/terms/ruleset-terms'
import { planColumns } from '../../engine/records/column-plan'
import type { CsvRow } from '../../engine/records/csv-rows'
import { RowReader } from '../../engine/records/read-record'
import { recordFields } from '../../engine/records/record-fields'
import { compileSql } from '../../sql/compile-sql'
import { quoteName } from '../../sql/dialect'
import type { CheckedTable } from './arguments'
import { cellSources } from './cell-sources'
import type { LocalEngine } from './local-engine'
import { DuckdbSession, duckdbText } from './open-duckdb'
import { type InputFile, WrongUseError } from './policy-files'
import { answerOrRefused } from './refused-subject'
import { type FilePlace, joinOutcomes, type Outcome, type Subject } from './report'
import { cellText, openTableFile, type TableFile } from './table-file'

/** Codes of answers in the tables of the session; 0 is open. */
const CODES = ['OPEN', 'TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS', 'REFUSED'] as const
type Code = (typeof CODES)[number]
const BATCH_ROWS = 1_000
/** Refused rows that the report names. */
const MAX_NAMED = 5

export type ShowProgress = (words: string) => void

export async function checkTable(
  engine: LocalEngine,
  input: InputFile,
  table: CheckedTable,
  show: ShowProgress,
): Promise<Subject> {
  return answerOrRefused(engine, input, async () => {
    const ruleset = engine.read(input.text)
    const { checkable } = engine.diagnose(ruleset)
    // Refuses a ruleset that does not compile.
    if (checkable === null) engine.compile(ruleset)
    const { program, ruleset: checked } = checkable!.compiled
    const duckdb = await DuckdbSession.open()
    try {
      show(`reading ${table.file}`)
      const opened = await openTableFile(duckdb, table.kind, table.file)
      const fields = recordFields(checked.inputs)
      const plan = planColumns(titlesWithUnits(opened, fields), fields)
      if (plan.twice.length > 0)
        throw new WrongUseError(`${table.file} has several columns of one claim: ${plan.twice.join(', ')}.`)
      if (plan.uncounted.length > 0)
        throw new WrongUseError(
          `${table.file} has columns of entries, but no column with their number: ${plan.uncounted.join(', ')}.`,
        )
      const { sql, open } = compileSql(program, 'duckdb', {
        sql: opened.sql,
        keys: [{ name: 'row', sql: opened.row }],
        sources: cellSources(checked.inputs, plan, opened),
        areCells: true,
      })
      for (const { name, reason } of open) show(`the engine decides ${name} in every row: ${reason}`)
      const run = new TableRun(
        engine,
        duckdb,
        opened,
        checked.assertions.map(({ name }) => name),
        show,
      )
      await run.decide(sql)
      await run.decideOpen(ruleset, new RowReader(plan))
      if (table.answers !== null) await run.write(table.answers)
      return await run.report(input, checked.assertions, table)
    } finally {
      duckdb.close()
    }
  })
}

/** A column of numbers is in the declared unit of its claim, unless its title names another one. */
function titlesWithUnits({ titles, types }: TableFile, fields: ReturnType<typeof recordFields>): readonly string[] {
  return titles.map((title, i) => {
    const kind = types[i]?.kind
    const unit =
      kind === 'text' || kind === undefined ? null : (fields.find(({ column }) => column === title)?.unit ?? null)
    return unit === null ? title : `${title} [${unit}]`
  })
}

interface RefusedRow {
  /** From 1. */
  readonly row: bigint
  /** Null if it is only known from the number of the row. */
  readonly line: number | null
  readonly message: string
}

class TableRun {
  private refused: RefusedRow[] = []
  private openRows = 0
  private rowCount = 0

  constructor(
    private readonly engine: LocalEngine,
    private readonly duckdb: DuckdbSession,
    private readonly table: TableFile,
    private readonly assertions: readonly string[],
    private readonly show: ShowProgress,
  ) {}

  /** Answers as codes, 0 for an open one. */
  async decide(sql: string): Promise<void> {
    const codes = this.assertions.map((name, i) => {
      const [answer, open] = [quoteName(name), quoteName(`open_${name}`)]
      return `CAST(CASE WHEN ${open} THEN 0 WHEN ${answer} = 'TRUE' THEN 1 WHEN ${answer} = 'FALSE' THEN 2 ELSE 3 END AS UTINYINT) AS a${i}`
    })
    await this.duckdb.run(`CREATE TABLE decided AS SELECT ${['"row"', ...codes].join(', ')} FROM (${sql})`)
    await this.refuseMisfits()
    const columns = this.assertions.map((_, i) => `a${i} UTINYINT`)
    await this.duckdb.run(`CREATE TABLE settled (${['"row" BIGINT', ...columns].join(', ')})`)
    const [[rows, open] = []] = await this.duckdb.rows(
      `SELECT count(*), count(*) FILTER (WHERE ${this.isOpen()}) FROM decided`,
    )
    this.rowCount = Number(rows)
    this.openRows = Number(open)
    const misfits = this.table.misfits.length
    const refused = misfits === 0 ? '' : `; the cells of ${misfits} do not fit the columns`
    this.show(
      `DuckDB decided ${this.rowCount - this.openRows - misfits} of ${rowsText(this.rowCount)}; the engine decides ${this.openRows}${refused}`,
    )
  }

  private async refuseMisfits(): Promise<void> {
    const { misfits } = this.table
    if (misfits.length === 0) return
    this.refuse(misfits.map(({ row, line, problem }) => ({ row: BigInt(row) + 1n, line, message: problem })))
    if (this.assertions.length === 0) return
    await this.duckdb.run('CREATE TABLE misfits ("row" BIGINT)')
    await this.duckdb.append(
      'misfits',
      misfits.map(({ row }) => ({ row: BigInt(row), codes: new Uint8Array() })),
    )
    const codes = this.assertions.map((_, i) => `a${i} = ${CODES.indexOf('REFUSED')}`)
    await this.duckdb.run(`UPDATE decided SET ${codes.join(', ')} WHERE "row" IN (SELECT "row" FROM misfits)`)
  }

  private refuse(rows: readonly RefusedRow[]): void {
    this.refused = [...this.refused, ...rows].sort((a, b) => Number(a.row - b.row)).slice(0, MAX_NAMED)
  }

  private isOpen(): string {
    return this.assertions.length === 0 ? 'FALSE' : this.assertions.map((_, i) => `a${i} = 0`).join(' OR ')
  }

  async decideOpen(ruleset: ReturnType<LocalEngine['read']>, reader: RowReader): Promise<void> {
    const cells = this.table.columns.map((column, i) => cellText(column, this.table.types[i] ?? null))
    const open = `SELECT ${['d."row"', ...cells].join(', ')} FROM ${this.table.sql} AS t JOIN decided AS d ON d."row" = ${this.table.row} WHERE ${this.isOpen()}`
    let done = 0
    const waiting: (readonly unknown[])[] = []
    const flush = async (least: number) => {
      while (waiting.length >= least && waiting.length > 0) {
        const batch = waiting.splice(0, BATCH_ROWS)
        await this.decideBatch(ruleset, reader, batch)
        done += batch.length
        this.show(`the engine decided ${done} of ${rowsText(this.openRows)}`)
      }
    }
    for await (const rows of this.duckdb.stream(open)) {
      waiting.push(...rows)
      await flush(BATCH_ROWS)
    }
    await flush(1)
  }

  private async decideBatch(
    ruleset: ReturnType<LocalEngine['read']>,
    reader: RowReader,
    batch: readonly (readonly unknown[])[],
  ) {
    const read = batch.map(([, ...cells], i): CsvRow => {
      return { cells: cells.map((cell) => (cell === null ? '' : String(cell))), line: i, problem: null }
    })
    const lines = read.map((row) => reader.line(row))
    const checked = await this.engine.checkLines(ruleset, this.engine.library, Buffer.from(lines.join('\n')))
    const width = this.assertions.length
    const settled = batch.map(([row], i) => ({
      row: BigInt(String(row)),
      codes: Uint8Array.from({ length: width }, (_, a) =>
        CODES.indexOf(answerOf(checked.answers[i * width + a] ?? '-') ?? 'REFUSED'),
      ),
    }))
    for (const { row, refusal } of checked.refused) {
      const failures = reader
        .failuresOf(refusal.details.failures ?? [], read[row]!)
        .map(({ field, expected, received }) => `${field}: expected ${expected}; received ${received}`)
      const message = failures.length === 0 ? refusal.message : failures.join('; ')
      this.refuse([{ row: settled[row]!.row + 1n, line: null, message: `${message}.` }])
    }
    await this.duckdb.append('settled', settled)
  }

  private joined(i: number): string {
    return `COALESCE(s.a${i}, d.a${i})`
  }

  private readonly from = 'decided AS d LEFT JOIN settled AS s ON s."row" = d."row"'

  async write(file: string): Promise<void> {
    const words = CODES.map((code, i) => ` WHEN ${i} THEN '${code}'`).join('')
    const answers = this.assertions.map((name, i) => `CASE ${this.joined(i)}${words} END AS ${quoteName(name)}`)
    const rows = `SELECT ${['d."row" + 1 AS "row"', ...answers].join(', ')} FROM ${this.from} ORDER BY d."row"`
    const format = file.endsWith('.parquet') ? 'FORMAT parquet' : 'FORMAT csv, HEADER'
    await this.duckdb.run(`COPY (${rows}) TO ${duckdbText(file)} (${format})`)
    this.show(`wrote the answers of ${rowsText(this.rowCount)} to ${file}`)
  }

  async report(
    input: InputFile,
    assertions: readonly { readonly name: string; readonly line: number }[],
    table: CheckedTable,
  ): Promise<Subject> {
    const counts = await Promise.all(assertions.map((_, i) => this.counted(i)))
    const isRefused = this.refused.length > 0
    const tests = assertions.map(({ name, line }, i) => {
      const failing = [...counts[i]!].filter(([code]) => code !== 'TRUE' && code !== 'REFUSED')
      const place = { file: input.file, line, column: 1 }
      const findings = failing.map(([code, { rows, first }]) => {
        const message = `${name} is ${code} in ${rowsText(rows)}, first in row ${first}.`
        return {
          rule: `assertion-${code.toLowerCase()}`,
          level: 'error' as const,
          message,
          place,
          related: this.placeOf(table, first),
        }
      })
      return { name, findings }
    })
    const refusals = this.refused.map(({ row, line, message }) => ({
      rule: 'validation-rejected',
      level: 'error' as const,
      message: `row ${row}: ${message}`,
      place: line === null ? this.placeOf(table, Number(row)) : { file: table.file, line, column: 1 },
    }))
    const outcomes: Outcome[] = tests.map(({ findings }) => (findings.length > 0 ? 'failed' : 'as expected'))
    const json = canonicalJson({
      answers: Object.fromEntries(
        assertions.map(({ name }, i) => [
          name,
          Object.fromEntries([...counts[i]!].map(([code, { rows }]) => [code, rows])),
        ]),
      ),
      decided_by_engine: this.openRows,
      rows: this.rowCount,
    })
    const lines = assertions.map(
      ({ name }, i) => `${[...counts[i]!].map(([code, { rows }]) => `${code} ${rows}`).join(', ')}  ${name}`,
    )
    return {
      file: input.file,
      tests: [...tests, { name: 'rows', findings: refusals }],
      json,
      text: [`${rowsText(this.rowCount)}; the engine decided ${this.openRows}.`, ...lines],
      outcome: joinOutcomes([...outcomes, ...(isRefused ? (['wrong use'] as const) : [])]),
    }
  }

  /** The line of a row without line breaks in its cells. */
  private placeOf({ kind, file }: CheckedTable, row: number): FilePlace {
    return { file, line: kind === 'csv' ? row + 1 : row, column: 1 }
  }

  private async counted(i: number): Promise<ReadonlyMap<Code, { readonly rows: number; readonly first: number }>> {
    const rows = await this.duckdb.rows(
      `SELECT ${this.joined(i)} AS code, count(*), min(d."row") + 1 FROM ${this.from} GROUP BY code ORDER BY code`,
    )
    return new Map(
      rows.map(([code, count, first]) => [
        CODES[Number(code)] ?? 'OPEN',
        { rows: Number(count), first: Number(first) },
      ]),
    )
  }
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
