/**
 * Opens a file of records and finds them, in pieces. The workers read the records themselves.
 *
 * The file is never in memory as a whole. Numbers stay as typed.
 */

import type { TableHead } from '../../../server/engine/batch/record-rows'
import { type ColumnPlan, planColumns } from '../../../server/engine/records/column-plan'
import { findDelimiter, readCsvRows } from '../../../server/engine/records/csv-rows'
import { ObjectReader, RowReader, type TakenDefault } from '../../../server/engine/records/read-record'
import type { RecordField } from '../../../server/engine/records/record-fields'
import { JsonNumber, readJson, writeJson } from '../../../server/language/numeric/lossless-json'
import { type BatchForm, RecordScanner } from './record-scanner'

export interface BatchInput {
  readonly form: BatchForm
  readonly fileName: string
  readonly bytes: number
  readonly rows: number
  /** The first row of a CSV file; null for JSON Lines. */
  readonly head: TableHead | null
  /** Unchanged; empty for JSON Lines. */
  readonly header: string
  readonly columns: ColumnPlan | null
  /** From the first JSON Lines: members that are not claims, and missing claims. Null for CSV. */
  readonly sample: RecordSample | null
  /** Bytes of the records in the half-open range. */
  size(from: number, to: number): number
  /** The bytes of the records. */
  part(from: number, to: number): Blob
  /** The dictionaries of the records as JSON Lines. @throws UnreadableRecordsError */
  lines(from: number, to: number): Promise<Blob>
  /** Records as in the file, without line breaks. */
  records(from: number, to: number): Promise<string[]>
  /** Whether a record can take defaults. */
  readonly hasDefaults: boolean
  /** The defaults that a record takes, which is as in the file. */
  defaultsOf(record: string): readonly TakenDefault[]
  under(fields: readonly RecordField[]): BatchInput
}

export interface RecordSample {
  readonly unused: readonly string[]
  /** Claims that some rows leave out and that have no default. */
  readonly missing: readonly string[]
  /** Claims that some rows leave out and that have one. */
  readonly defaults: readonly RecordField[]
}

export class UnreadableRecordsError extends Error {}

const PIECE_BYTES = 4_194_304
const SAMPLE_ROWS = 100
const BOM_BYTES = 3

/** @throws UnreadableRecordsError if the content does not match the form */
export async function openBatchInput(
  file: File,
  form: BatchForm,
  fields: readonly RecordField[],
  signal: AbortSignal,
): Promise<BatchInput> {
  const bom = await hasBom(file)
  const content = bom ? file.slice(BOM_BYTES) : file
  await refuseUtf16(file)
  const delimiter = form === 'csv' ? await delimiterOf(content) : null
  const scanner = new RecordScanner(delimiter === null ? null : delimiter.charCodeAt(0))
  for (let at = 0; at < content.size && !signal.aborted; at += PIECE_BYTES)
    scanner.push(new Uint8Array(await content.slice(at, at + PIECE_BYTES).arrayBuffer()))
  const starts = scanner.finish()
  const first = form === 'csv' ? 1 : 0
  const rows = Math.max(0, starts.length - 1 - first)
  const records = async (from: number, to: number) => {
    const bytes = new Uint8Array(await content.slice(starts[first + from], starts[first + to]).arrayBuffer())
    const base = starts[first + from] ?? 0
    return Array.from({ length: to - from }, (_, i) => {
      const row = first + from + i
      return withoutBreak(
        decodeUtf8(bytes.subarray((starts[row] ?? 0) - base, (starts[row + 1] ?? 0) - base)),
        delimiter ?? '',
      )
    })
  }
  const header =
    form === 'csv' && starts.length > 1
      ? withoutBreak(decodeUtf8(await content.slice(starts[0], starts[1]).arrayBuffer()), delimiter ?? '')
      : ''
  const head = delimiter === null ? null : { titles: titlesIn(header, delimiter), delimiter }
  const members = form === 'csv' ? [] : membersOf(await records(0, Math.min(rows, SAMPLE_ROWS)))
  const part = (from: number, to: number) => content.slice(starts[first + from], starts[first + to])
  const under = (described: readonly RecordField[]): BatchInput => {
    const columns = head === null ? null : planColumns(head.titles, described)
    const objects = new ObjectReader(described)
    const table = columns === null ? null : new RowReader(columns)
    return {
      form,
      fileName: file.name,
      bytes: file.size,
      rows,
      head,
      header,
      columns,
      sample: columns === null ? sampleOf(members, described) : null,
      size: (from, to) => (starts[first + to] ?? 0) - (starts[first + from] ?? 0),
      part,
      lines: async (from, to) => {
        const text = decodeUtf8(await part(from, to).arrayBuffer())
        return new Blob([
          columns === null || head === null ? filledLines(text, objects) : tableLines(text, columns, head),
        ])
      },
      records,
      hasDefaults: (table ?? objects).hasDefaults,
      defaultsOf: (record) =>
        table === null || head === null
          ? defaultsIn(record, objects)
          : readCsvRows(record, head.delimiter).flatMap((row) => table.defaultsOf(row)),
      under,
    }
  }
  return under(fields)
}

async function hasBom(file: Blob): Promise<boolean> {
  const [a, b, c] = new Uint8Array(await file.slice(0, BOM_BYTES).arrayBuffer())
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** @throws UnreadableRecordsError for a file of two-byte characters, which a spreadsheet calls Unicode text */
async function refuseUtf16(file: Blob): Promise<void> {
  const [a, b] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) throw new UnreadableRecordsError(NOT_UTF8)
}

async function delimiterOf(content: Blob): Promise<TableHead['delimiter']> {
  return findDelimiter(new TextDecoder().decode(await content.slice(0, PIECE_BYTES).arrayBuffer()))
}

/** @throws UnreadableRecordsError */
function titlesIn(header: string, delimiter: TableHead['delimiter']): readonly string[] {
  const [row] = readCsvRows(header, delimiter)
  if (row?.cells.some((title) => title.includes('\r')))
    throw new UnreadableRecordsError(
      'The lines of the file end with only a carriage return. Save it with LF or CR LF at the end of each line, and choose it again.',
    )
  if (row != null && row.problem !== null)
    throw new UnreadableRecordsError('The quotation marks in the first row of the file do not match.')
  return row?.cells ?? []
}

function tableLines(text: string, columns: ColumnPlan, { delimiter }: TableHead): string {
  const reader = new RowReader(columns)
  return readCsvRows(text, delimiter)
    .map((row) => reader.line(row))
    .join('\n')
}

/** Lines without defaults stay as they are. */
function filledLines(text: string, reader: ObjectReader): string {
  if (!reader.hasDefaults) return text
  return text
    .split('\n')
    .map((line) => {
      const read = readJson(line)
      if ('problem' in read || !isRecord(read.value)) return line
      const { claims, defaults } = reader.read(read.value)
      return defaults.length === 0 ? line : writeJson(claims)
    })
    .join('\n')
}

function defaultsIn(record: string, reader: ObjectReader): readonly TakenDefault[] {
  const read = reader.hasDefaults ? readJson(record) : { value: null }
  return 'value' in read && isRecord(read.value) ? reader.read(read.value).defaults : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

export const NOT_UTF8 = 'The file is not UTF-8. Save it as UTF-8 and choose it again.'

/** A byte order mark within a file is an ordinary character, as on the server. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new UnreadableRecordsError(NOT_UTF8)
  }
}

function membersOf(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.flatMap((line) => {
    const read = readJson(line)
    return 'problem' in read || !isRecord(read.value) ? [] : [Object.keys(read.value)]
  })
}

function sampleOf(lines: readonly (readonly string[])[], fields: readonly RecordField[]): RecordSample {
  // Members of records and lists are judged with their rows.
  const declared = new Set(fields.flatMap(({ name }) => [name, name.split(/[.[]/, 1)[0] ?? '']))
  const unused = new Set<string>()
  const missing = new Set<RecordField>()
  for (const line of lines) {
    const members = new Set(line)
    for (const member of members) if (!declared.has(member)) unused.add(member)
    for (const field of fields) if (!/[.[]/.test(field.name) && !members.has(field.name)) missing.add(field)
  }
  return {
    unused: [...unused].slice(0, SAMPLE_ROWS),
    missing: [...missing].flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
    defaults: [...missing].filter(({ fallback }) => fallback !== null),
  }
}

/** Returns "1 row" or "5,000 rows". */
export function rowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`
}

/** Removes the line break and blank lines at the end. A tab stays if it separates cells. */
function withoutBreak(text: string, delimiter: string): string {
  let end = text.length
  for (let at = end - 1; at >= 0; at--) {
    const character = text[at]!
    if (character === '\n') end = at
    else if (character !== ' ' && character !== '\r' && (character !== '\t' || delimiter === '\t')) break
  }
  return end > 0 && end < text.length && text[end - 1] === '\r' ? text.slice(0, end - 1) : text.slice(0, end)
}
