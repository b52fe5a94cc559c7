/**
 * Reads a file of dictionaries in pieces and returns records as JSON Lines.
 *
 * The file is never in memory as a whole. Numbers stay as typed.
 */
import { JsonNumber, readJson } from '../../../server/language/numeric/lossless-json'
import type { ClaimField } from '../../editor/ruleset-description'
import { type CsvColumns, csvColumns, lineOf } from './csv-columns'
import { type BatchForm, RecordScanner } from './record-scanner'

export interface BatchInput {
  readonly form: BatchForm
  readonly fileName: string
  readonly bytes: number
  readonly rows: number
  readonly delimiter: string
  /** Header cells of a CSV file; 0 for JSON Lines. */
  readonly width: number
  /** Unchanged; empty for JSON Lines. */
  readonly header: string
  readonly columns: CsvColumns | null
  /** From the first JSON Lines: members that are not claims, and missing claims. Null for CSV. */
  readonly sample: { readonly unused: readonly string[]; readonly missing: readonly string[] } | null
  /** Bytes of the records in the half-open range. */
  size(from: number, to: number): number
  /** As JSON Lines. @throws UnreadableRecordsError */
  lines(from: number, to: number): Promise<Blob>
  /** Records as in the file, without line breaks. */
  records(from: number, to: number): Promise<string[]>
  under(claims: readonly ClaimField[]): BatchInput
}

export class UnreadableRecordsError extends Error {}

const PIECE_BYTES = 4_194_304
const SAMPLE_ROWS = 100
const BOM_BYTES = 3

/** @throws UnreadableRecordsError if the content does not match the form */
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
        delimiter,
      )
    })
  }
  const header =
    form === 'csv' && starts.length > 1
      ? withoutBreak(decodeUtf8(await content.slice(starts[0], starts[1]).arrayBuffer()), delimiter)
      : ''
  const titles = form === 'csv' ? ((await readCsv([header], delimiter))[0] ?? []) : []
  const members = form === 'csv' ? [] : membersOf(await records(0, Math.min(rows, SAMPLE_ROWS)))
  const under = (described: readonly ClaimField[]): BatchInput => {
    const columns = form === 'csv' ? csvColumns(titles, described) : null
    return {
      form,
      fileName: file.name,
      bytes: file.size,
      rows,
      delimiter,
      width: titles.length,
      header,
      columns,
      sample: columns === null ? sampleOf(members, described) : null,
      size: (from, to) => (starts[first + to] ?? 0) - (starts[first + from] ?? 0),
      lines: async (from, to) => {
        if (columns === null) return content.slice(starts[from], starts[to])
        const read = await readCsv(await records(from, to), delimiter)
        if (read.length !== to - from)
          throw new UnreadableRecordsError(`The quotation marks between rows ${from + 1} and ${to} do not match.`)
        return new Blob([read.map((cells) => lineOf(columns, cells)).join('\n')])
      },
      records,
      under,
    }
  }
  return under(claims)
}

async function hasBom(file: Blob): Promise<boolean> {
  const [a, b, c] = new Uint8Array(await file.slice(0, BOM_BYTES).arrayBuffer())
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** Returns the separator that occurs most often in the first line. */
async function delimiterOf(content: Blob): Promise<string> {
  const head = new TextDecoder()
    .decode(await content.slice(0, PIECE_BYTES).arrayBuffer())
    .replace(/^(?:[ \t\r]*\n)+/, '')
  const line = head.split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((character) => [character, line.split(character).length] as const)
  return counted.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

/** A byte order mark within a file is an ordinary character, as on the server. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new UnreadableRecordsError('The file is not UTF-8. Save it as UTF-8 and choose it again.')
  }
}

function membersOf(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.flatMap((line) => {
    const read = readJson(line)
    if ('problem' in read || read.value === null || typeof read.value !== 'object') return []
    if (Array.isArray(read.value) || read.value instanceof JsonNumber) return []
    return [Object.keys(read.value)]
  })
}

function sampleOf(
  lines: readonly (readonly string[])[],
  claims: readonly ClaimField[],
): NonNullable<BatchInput['sample']> {
  const declared = new Set(claims.map(({ name }) => name))
  const unused = new Set<string>()
  const missing = new Set<string>()
  for (const line of lines) {
    const members = new Set(line)
    for (const member of members) if (!declared.has(member)) unused.add(member)
    for (const name of declared) if (!members.has(name)) missing.add(name)
  }
  return { unused: [...unused].slice(0, SAMPLE_ROWS), missing: [...missing] }
}

/** Returns "1 row" or "5,000 rows". */
export function rowCount(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`
}

/** A remaining line break belongs to a cell. */
async function readCsv(records: readonly string[], delimiter: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse')
  const text = records.map((record) => record.replaceAll('\r\n', '\n')).join('\n')
  return Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data
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
