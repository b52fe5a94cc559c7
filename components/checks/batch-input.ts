/**
 * A file of dictionaries, read piece by piece: where its records are, and any of them as lines of JSON.
 *
 * Promises: the file is never held whole; numbers stay as they were typed. JSON Lines are handed on as the bytes they are.
 */
import { JsonNumber, readJson } from '../../server/language/numeric/lossless-json'
import type { ClaimField } from '../editor/ruleset-description'
import { type CsvColumns, csvColumns, lineOf } from './csv-columns'
import { type BatchForm, RecordScanner } from './record-scanner'

export interface BatchInput {
  readonly form: BatchForm
  readonly fileName: string
  readonly bytes: number
  readonly rows: number
  /** Between the cells of a CSV file. */
  readonly delimiter: string
  /** The header of a CSV file as it stands; empty for JSON Lines. */
  readonly header: string
  /** Null for JSON Lines. */
  readonly columns: CsvColumns | null
  /** Of the first rows of JSON Lines: members that are no claims, claims that are no members. */
  readonly sample: { readonly unused: readonly string[]; readonly missing: readonly string[] } | null
  /** Bytes of the records from one row up to another. */
  size(from: number, to: number): number
  /** Rows as JSON Lines. @throws UnreadableRecords */
  lines(from: number, to: number): Promise<Blob>
  /** The records as they stand in the file, without their line breaks. */
  records(from: number, to: number): Promise<string[]>
}

export class UnreadableRecords extends Error {}

const PIECE = 4_194_304
const SAMPLE_ROWS = 100
const BOM_BYTES = 3

/** @throws UnreadableRecords where the file is not what its name says */
export async function openBatchInput(
  file: File,
  form: BatchForm,
  claims: readonly ClaimField[],
  signal: AbortSignal,
): Promise<BatchInput> {
  const bom = await hasBom(file)
  const content = bom ? file.slice(BOM_BYTES) : file
  const delimiter = form === 'csv' ? await delimiterOf(content) : ''
  const scanner = new RecordScanner(form === 'csv' ? delimiter.charCodeAt(0) : null)
  for (let at = 0; at < content.size && !signal.aborted; at += PIECE)
    scanner.push(new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer()))
  const starts = scanner.finish()
  const first = form === 'csv' ? 1 : 0
  const rows = Math.max(0, starts.length - 1 - first)
  const text = async (from: number, to: number) => {
    const bytes = await content.slice(starts[first + from], starts[first + to]).arrayBuffer()
    return decoded(bytes)
  }
  const header =
    form === 'csv' && starts.length > 1 ? decoded(await content.slice(starts[0], starts[1]).arrayBuffer()) : ''
  const columns = form === 'csv' ? csvColumns((await readCsv(header, delimiter))[0] ?? [], claims) : null
  const input: Omit<BatchInput, 'sample'> = {
    form,
    fileName: file.name,
    bytes: file.size,
    rows,
    delimiter,
    header: header.replace(/\r?\n$/, ''),
    columns,
    size: (from, to) => (starts[first + to] ?? 0) - (starts[first + from] ?? 0),
    lines: async (from, to) => {
      if (columns === null) return content.slice(starts[from], starts[to])
      const records = await readCsv(await text(from, to), delimiter)
      if (records.length !== to - from)
        throw new UnreadableRecords(`Between rows ${from + 1} and ${to} the quotes of the file do not match.`)
      return new Blob([records.map((cells) => lineOf(columns, cells)).join('\n')])
    },
    records: async (from, to) => {
      const bytes = new Uint8Array(await content.slice(starts[first + from], starts[first + to]).arrayBuffer())
      const base = starts[first + from] ?? 0
      return Array.from({ length: to - from }, (_, i) => {
        const row = first + from + i
        const record = decoded(bytes.subarray((starts[row] ?? 0) - base, (starts[row + 1] ?? 0) - base))
        // A tab at an end is an empty cell.
        return record.replace(/\r?\n\s*$/, '')
      })
    },
  }
  const sample = columns === null ? sampleOf(await input.records(0, Math.min(rows, SAMPLE_ROWS)), claims) : null
  return { ...input, sample }
}

async function hasBom(file: Blob): Promise<boolean> {
  const [a, b, c] = new Uint8Array(await file.slice(0, BOM_BYTES).arrayBuffer())
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** The one of the usual characters that stands most often in the first line. */
async function delimiterOf(content: Blob): Promise<string> {
  const head = decoded(await content.slice(0, PIECE).arrayBuffer(), false).split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((character) => [character, head.split(character).length] as const)
  return counted.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

function decoded(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>, fatal = true): string {
  try {
    return new TextDecoder('utf-8', { fatal }).decode(bytes)
  } catch {
    throw new UnreadableRecords('The file is not UTF-8. Save it as UTF-8 and choose it again.')
  }
}

function sampleOf(lines: readonly string[], claims: readonly ClaimField[]): NonNullable<BatchInput['sample']> {
  const declared = new Set(claims.map(({ name }) => name))
  const unused = new Set<string>()
  const missing = new Set<string>()
  for (const line of lines) {
    const read = readJson(line)
    if ('problem' in read || read.value === null || typeof read.value !== 'object') continue
    if (Array.isArray(read.value) || read.value instanceof JsonNumber) continue
    const members = Object.keys(read.value)
    for (const member of members) if (!declared.has(member)) unused.add(member)
    for (const name of declared) if (!members.includes(name)) missing.add(name)
  }
  return { unused: [...unused].slice(0, SAMPLE_ROWS), missing: [...missing] }
}

/** A number of rows with its noun: "1 row", "5,000 rows". */
export function rowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`
}

const isBlank = ([only, ...others]: readonly string[]) => others.length === 0 && (only ?? '').trim() === ''

/** Blank lines are no records. */
async function readCsv(text: string, delimiter: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse')
  const { data } = Papa.parse<string[]>(text.replaceAll('\r\n', '\n'), { delimiter, newline: '\n' })
  return data.filter((cells) => !isBlank(cells))
}
