/**
 * Writes the rows of a batch with their answers as a file.
 *
 * Records keep every digit. The file is built in pieces, so its text is never one string.
 */
import type { Answer } from '../../../server/api/terms/ruleset-terms'
import { fallbackText } from '../../../server/engine/records/record-fields'
import { JsonNumber, readJson, writeJson } from '../../../server/language/numeric/lossless-json'
import type { ClaimField } from '../../editor/ruleset-description'
import { type BatchAnswers, REFUSED } from './batch-answers'
import type { BatchInput } from './batch-input'
import { cellCount } from './record-scanner'

export type AnswersForm = 'csv' | 'json lines'

interface Row {
  readonly row: number
  /** As in the file; for JSON Lines with the defaults that it takes. */
  readonly record: string
  /** As in the file. */
  readonly written: string
}

const ROWS_AT_ONCE = 2_000

export interface AnswersShown {
  readonly answers: BatchAnswers
  /** Answers of the compared revision. */
  readonly before: BatchAnswers | null
}

export async function answersFile(
  form: AnswersForm,
  input: BatchInput,
  shown: AnswersShown,
  rows: Uint32Array,
  claims: readonly ClaimField[],
): Promise<Blob> {
  const pieces: Blob[] = [new Blob([headOf(form, input, shown, claims)])]
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.subarray(from, from + ROWS_AT_ONCE)
    const texts: string[] = []
    for (const row of await recordsOf(form, input, some)) texts.push(lineOf(form, input, shown, claims, row))
    pieces.push(new Blob(texts))
  }
  return new Blob(pieces, { type: form === 'csv' ? 'text/csv' : 'application/x-ndjson' })
}

/** Reads consecutive rows together. */
async function recordsOf(form: AnswersForm, input: BatchInput, rows: Uint32Array): Promise<Row[]> {
  const result: Row[] = []
  for (let i = 0; i < rows.length; ) {
    let next = i + 1
    while (next < rows.length && rows[next] === rows[next - 1]! + 1) next++
    const [from, to] = [rows[i]!, rows[next - 1]! + 1]
    const written = await input.records(from, to)
    const records = form === 'json lines' ? await heldLines(await input.lines(from, to)) : written
    for (const [offset, record] of records.entries())
      result.push({ row: from + offset, record, written: written[offset] ?? '' })
    i = next
  }
  return result
}

/** As in decide-lines.ts. */
const BLANK = /^[ \t\r]*$/

/** Keeps byte order marks; `Blob.text` would drop one at the beginning. */
async function heldLines(lines: Blob): Promise<string[]> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await lines.arrayBuffer())
  return text.split('\n').filter((line) => !BLANK.test(line))
}

function headOf(
  form: AnswersForm,
  input: BatchInput,
  { answers, before }: AnswersShown,
  claims: readonly ClaimField[],
): string {
  if (form === 'json lines') return ''
  const delimiter = input.head?.delimiter ?? ','
  const own = input.columns === null ? claims.map(({ name }) => name).join(delimiter) : input.header
  const earlier = (before?.assertions ?? []).map((name) => `${name}_before`)
  const defaults = input.hasDefaults ? [DEFAULTS] : []
  return `${own}${delimiter}${[...answers.assertions, ...earlier, 'refused_because', ...defaults].join(delimiter)}\r\n`
}

function lineOf(
  form: AnswersForm,
  input: BatchInput,
  { answers, before }: AnswersShown,
  claims: readonly ClaimField[],
  { row, record, written }: Row,
): string {
  const isRefused = answers.stateOf(row) === REFUSED
  const reason = answers.reasonOf(row) ?? 'refused'
  const given = answers.assertions.map((_, assertion) => answers.answer(row, assertion))
  const earlier = before?.assertions.map((_, assertion) => before.answer(row, assertion)) ?? []
  if (form === 'json lines') {
    const now = isRefused ? `"refused_because":${JSON.stringify(reason)}` : `"answers":${namedAnswers(answers, given)}`
    const compared = before === null ? now : `${now},"answers_before":${namedAnswers(before, earlier)}`
    const end = input.hasDefaults ? `${compared},"${DEFAULTS}":${namedDefaults(input, written)}` : compared
    const text = 'problem' in readJson(record) ? JSON.stringify(record) : record.trim()
    return `{"row":${row + 1},"claims":${text},${end}}\n`
  }
  const delimiter = input.head?.delimiter ?? ','
  const own = input.columns === null ? cellsOf(record, claims, delimiter) : filledUp(record, input)
  const cells = [...[...given, ...earlier].map((answer) => answer ?? ''), isRefused ? csvCell(reason, delimiter) : '']
  if (input.hasDefaults) cells.push(csvCell(defaultsInWords(input, written), delimiter))
  return `${own}${delimiter}${cells.join(delimiter)}\r\n`
}

/** Adds empty cells up to the header's width, so that the answers align with their headers. */
function filledUp(record: string, { head }: BatchInput): string {
  if (head === null) return record
  return record + head.delimiter.repeat(Math.max(0, head.titles.length - cellCount(record, head.delimiter)))
}

/** The column and member of the defaults that a row takes. */
const DEFAULTS = 'taken_by_default'

function namedDefaults(input: BatchInput, written: string): string {
  return JSON.stringify(Object.fromEntries(input.defaultsOf(written).map(({ claim, value }) => [claim, value])))
}

function defaultsInWords(input: BatchInput, written: string): string {
  return input
    .defaultsOf(written)
    .map(({ claim, value }) => `${claim} = ${fallbackText(value)}`)
    .join('; ')
}

function namedAnswers({ assertions }: BatchAnswers, given: readonly (Answer | null)[]): string {
  if (given.every((answer) => answer === null) && given.length > 0) return 'null'
  return `{${assertions.map((name, assertion) => `${JSON.stringify(name)}:"${given[assertion]}"`).join(',')}}`
}

/** Returns empty cells if the line is not an object. */
function cellsOf(line: string, claims: readonly ClaimField[], delimiter: string): string {
  const read = readJson(line)
  const value = 'value' in read ? read.value : null
  const members =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber) ? value : {}
  return claims
    .map(({ name }) => {
      const member = Object.hasOwn(members, name) ? members[name] : null
      return member == null ? '' : csvCell(typeof member === 'string' ? member : writeJson(member), delimiter)
    })
    .join(delimiter)
}

function csvCell(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}
