/** The records of a file as dictionaries to decide: rows of a table, or JSON objects with the defaults that they lack. */
import { Refusal } from '../../api/refusal'
import { writeJson } from '../../language/numeric/lossless-json'
import { planColumns } from '../records/column-plan'
import { type CsvRow, type Delimiter, readCsvRows } from '../records/csv-rows'
import { type Claims, ObjectReader, RowReader, rowProblem } from '../records/read-record'
import type { RecordField } from '../records/record-fields'
import { claimsIn, type Dictionaries, linesOf } from './decide-lines'

/** The first row of a CSV file. */
export interface TableHead {
  readonly titles: readonly string[]
  readonly delimiter: Delimiter
}

/** Reads parts of one file. */
export class RecordFile {
  private readonly rows: RowReader
  private readonly objects: ObjectReader

  /** @param head null for JSON Lines */
  constructor(
    fields: readonly RecordField[],
    private readonly head: TableHead | null,
  ) {
    this.rows = new RowReader(planColumns(head?.titles ?? [], fields))
    this.objects = new ObjectReader(fields)
  }

  /** @param text whole records, without the first row of a table */
  dictionaries(text: string): Dictionaries {
    return this.head === null ? this.jsonLines(text) : this.table(readCsvRows(text, this.head.delimiter), this.head)
  }

  private table(rows: readonly CsvRow[], { titles }: TableHead): Dictionaries {
    const claims = (row: number): Claims => {
      const problem = rowProblem(rows[row]!, titles)
      if (problem !== null) throw new Refusal('VALIDATION_REJECTED', problem)
      return this.rows.read(rows[row]!)
    }
    return {
      length: rows.length,
      claims,
      line: (row) => this.rows.line(rows[row]!),
      refused: (row, refusal) => {
        const { failures } = refusal.details
        if (failures === undefined) return refusal
        const inWords = this.rows.failuresOf(failures, rows[row]!)
        return new Refusal(refusal.code, refusal.message, { ...refusal.details, failures: inWords })
      },
    }
  }

  private jsonLines(text: string): Dictionaries {
    const lines = linesOf(text)
    const { objects } = this
    const claims = objects.hasDefaults
      ? (row: number) => objects.read(claimsIn(lines[row]!)).claims
      : (row: number) => claimsIn(lines[row]!)
    return {
      length: lines.length,
      claims,
      // A row is sent as it is unless it has defaults, so that its bytes stay what was submitted.
      line: (row) => (objects.hasDefaults ? lineWithDefaults(lines[row]!, objects) : lines[row]!),
      refused: (_, refusal) => refusal,
    }
  }
}

function lineWithDefaults(line: string, objects: ObjectReader): string {
  const { claims, defaults } = objects.read(claimsIn(line))
  return defaults.length === 0 ? line : writeJson(claims)
}
