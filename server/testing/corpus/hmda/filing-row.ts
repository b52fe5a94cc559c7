/**
 * A row of a filing as claims. The cells of a list become its entries without the blank ones, and an
 * empty cell of a field with codes is its code "blank". Nothing else is converted: every value is the text of its cell.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Values by column, in the order of the register. */
export type Cells = ReadonlyMap<string, string>

export type Claims = { [name: string]: string | Claims | readonly (string | Claims)[] }

const row = z.strictObject({
  edit: z.string(),
  /** Cells that differ from the base row. */
  cells: z.record(z.string(), z.string()),
  passes: z.boolean(),
  /** What the edit asks for, of a row that fails. */
  reason: z.string().optional(),
})

export type FilingRow = z.infer<typeof row>

/** Fields whose first cell is a separate claim, and whose other cells are a list. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['ethnicity', 'more_ethnicities'],
  ['race', 'more_races'],
  ['denial', 'more_denials'],
])
const BLANK = 'blank'
/** Fields with the code "blank", by the last part of the column's name. */
const CAN_BE_BLANK = new Set(['ethnicity_1', 'race_1', 'denial_1', 'discount_points', 'lender_credits'])
/** The two kinds of rows of a file, and the columns that no edit of their ruleset reads. */
const UNREAD = {
  register: new Set(['record_identifier', 'county']),
  sheet: new Set(['record_identifier', 'year', 'agency']),
} as const

export type Part = keyof typeof UNREAD

/** A ruleset, a row that passes all its edits, and rows that differ from it. */
export interface Filing {
  readonly text: string
  readonly base: Cells
  readonly rows: readonly FilingRow[]
}

export function readFiling(part: Part): Filing {
  const [names = '', values = ''] = read(`${part}.psv`).split('\n')
  const cells = values.split('|')
  const lines = read(`${part}.jsonl`).trimEnd().split('\n')
  return {
    text: read(`${part}.tsr`),
    base: new Map(names.split('|').map((name, i) => [name, cells[i] ?? ''])),
    rows: lines.map((line) => row.parse(JSON.parse(line))),
  }
}

/** The base row with the cells of a row. Throws if the register has no such column. */
export function withCells(base: Cells, changed: Readonly<Record<string, string>>): Cells {
  const cells = new Map(base)
  for (const [name, value] of Object.entries(changed)) {
    if (!base.has(name)) throw new Error(`the register has no column ${name}`)
    cells.set(name, value)
  }
  return cells
}

export function toClaims(part: Part, cells: Cells): Claims {
  const claims: Claims = part === 'register' ? { more_systems: [] } : {}
  for (const [name, value] of cells) if (!UNREAD[part].has(name)) addCell(claims, name, value)
  const isGiven = (entry: string | Claims) => typeof entry === 'object' && Object.values(entry).some((v) => v !== BLANK)
  if (part === 'register') claims.more_systems = listOf(claims.more_systems).filter(isGiven)
  return claims
}

function addCell(claims: Claims, name: string, value: string): void {
  const [field, record] = placeOf(claims, name)
  const [stem = '', number = '1'] = field.split(/_(?=\d$)/)
  const list = LISTS.get(stem)
  if (stem === 'system' || stem === 'result') addUnderwriting(claims, Number(number), stem, value || BLANK)
  else if (list === undefined || number === '1') record[field] = value === '' && CAN_BE_BLANK.has(field) ? BLANK : value
  else record[list] = [...listOf(record[list]), ...(value === '' ? [] : [value])]
}

/** `applicant.age` is the field `age` of the record `applicant`. */
function placeOf(claims: Claims, name: string): [string, Claims] {
  const [record, field] = name.split('.')
  if (record === undefined || field === undefined) return [name, claims]
  const fields = claims[record] ?? {}
  if (typeof fields === 'string' || Array.isArray(fields)) throw new Error(`${record} is no record`)
  claims[record] = fields
  return [field, fields as Claims]
}

function addUnderwriting(claims: Claims, number: number, part: string, value: string): void {
  if (number === 1) claims.system_1 = { ...(claims.system_1 as Claims), [part]: value }
  else {
    const entries = [...listOf(claims.more_systems)] as Claims[]
    entries[number - 2] = { ...entries[number - 2], [part]: value }
    claims.more_systems = entries
  }
}

function listOf(value: Claims[string] | undefined): readonly (string | Claims)[] {
  return Array.isArray(value) ? value : []
}

function read(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8')
}
