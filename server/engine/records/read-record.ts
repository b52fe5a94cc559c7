/**
 * Reads a record as claims (public/docs/language.md, "From a file to claims"): a row of a table, or a JSON object. Cells
 * become the values that a dictionary has; the binder then judges them like any other dictionary.
 */
import { JsonNumber } from '../../language/numeric/lossless-json'
import type { Failure } from '../claims/binding'
import { cellFailure } from './cell-failures'
import { type Around, type ColumnPlan, fieldColumns, groupsAround, type TakenColumn, trimBlanks } from './column-plan'
import type { CsvRow } from './csv-rows'
import type { FallbackValue, RecordField } from './record-fields'

export type Claims = Readonly<Record<string, unknown>>

/** A value that the ruleset gives, because the record lacks it. */
export interface TakenDefault {
  readonly claim: string
  readonly value: FallbackValue
}

type CellReader = (cell: string) => unknown

const NUMERAL = /^[-+]?[\d.]+([eE][+-]?\d+)?$/
const COUNT = /^\d{1,4}$/

/** Reads the rows of one table. The columns are resolved once; a row costs one call for each cell. */
export class RowReader {
  /** In the order of the ruleset, so that every row fills one dictionary in place. */
  private readonly claims: Record<string, unknown>
  private readonly taken: readonly { readonly position: number; readonly name: string; readonly read: CellReader }[]
  /** Optional records without a column, with the columns of their fields. */
  private readonly records: readonly { readonly name: string; readonly positions: readonly number[] }[]

  private readonly defaults: readonly (TakenDefault & { readonly around: readonly Around[] })[]

  constructor(readonly plan: ColumnPlan) {
    const constants = plan.sources.map((source) => [source.field.name, source.kind === 'default' ? source.value : null])
    // An object that is parsed has a fixed layout, which is several times faster to read than one filled by name.
    this.claims = JSON.parse(JSON.stringify(Object.fromEntries(constants)))
    this.taken = plan.sources.flatMap((source) =>
      source.kind === 'column'
        ? [{ position: source.position, name: source.field.name, read: cellReader(plan.columns[source.position]!) }]
        : [],
    )
    this.defaults = plan.sources.flatMap((source) =>
      source.kind === 'default'
        ? [{ claim: source.field.name, value: source.value, around: groupsAround(source.field, plan) }]
        : [],
    )
    this.records = plan.sources.flatMap(({ field, kind }) =>
      field.kind === 'given' && kind === 'unknown' ? [{ name: field.name, positions: fieldColumns(field, plan) }] : [],
    )
  }

  /** Whether a row can take a default. */
  get hasDefaults(): boolean {
    return this.defaults.length > 0
  }

  /** The defaults that a row takes, except those inside of an absent record or entry. */
  defaultsOf(row: CsvRow): readonly TakenDefault[] {
    if (!this.hasDefaults) return []
    const claims = this.read(row)
    return this.defaults.flatMap(({ claim, value, around }) =>
      around.every(({ source, entry }) => isThere(claims[source.field.name], entry)) ? [{ claim, value }] : [],
    )
  }

  /** The dictionary is that of the next row after the next call. */
  read({ cells }: CsvRow): Claims {
    const { claims } = this
    for (const { position, name, read } of this.taken) claims[name] = read(cells[position] ?? '')
    // A record is there if one of its cells says something.
    for (const { name, positions } of this.records)
      claims[name] = positions.some((position) => trimBlanks(cells[position] ?? '') !== '') ? true : null
    return claims
  }

  /** The dictionary as JSON, with bare numbers as typed. */
  line(row: CsvRow): string {
    const claims = this.read(row)
    const members = this.plan.sources.map(
      ({ field }) => `${JSON.stringify(field.name)}:${literalOf(field, claims[field.name])}`,
    )
    return `{${members.join(',')}}`
  }

  /** The failures of a row in words about its cells. */
  failuresOf(failures: readonly Failure[], { cells }: CsvRow): readonly Failure[] {
    const byName = new Map(this.plan.sources.map((source) => [source.field.name, source]))
    return failures.map((failure) => {
      const source = byName.get(failure.field)
      return source?.kind === 'column' ? cellFailure(failure, source.field, cells[source.position] ?? '') : failure
    })
  }
}

/** A row whose cells cannot be assigned to columns; null for any other. */
export function rowProblem({ cells, problem }: CsvRow, titles: readonly string[]): string | null {
  if (problem?.kind === 'not closed')
    return `The quotation mark at the beginning of cell ${problem.cell} is never closed, so everything behind it is one cell.`
  if (problem?.kind === 'text behind')
    return `Cell ${problem.cell} has text behind its closing quotation mark. Write a quotation mark inside of a cell twice.`
  if (cells.length < titles.length)
    return `The row has ${cellCount(cells.length)}, and the first row has ${titles.length}. A row has a cell for each column, also for empty ones.`
  if (cells.slice(titles.length).every((cell) => trimBlanks(cell) === '')) return null
  return `The row has ${cellCount(cells.length)}, and the first row has ${titles.length}. Put a cell that has a separator in it between quotation marks.`
}

function cellCount(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

function isThere(value: unknown, entry: number | null): boolean {
  return entry === null ? value === true : typeof value === 'number' && value >= entry
}

/** The value of a cell in a dictionary. A text without such a value stays a text, which the binder refuses. */
function cellReader({ field, unit }: TakenColumn): CellReader {
  const { blank, kind } = field
  const texts = new Set(field.texts)
  const read = (text: string): unknown => {
    if (kind === 'boolean' || kind === 'given') return truthOf(text) ?? text
    if (kind === 'count') return COUNT.test(text) ? Number(text) : text
    return unit !== null && !texts.has(text) && NUMERAL.test(text) ? `${text} ${unit}` : text
  }
  return (cell) => {
    if (cell === '') return blank
    // A member may begin with a space.
    if (texts.has(cell)) return cell
    const text = trimBlanks(cell)
    if (text === '') return blank
    // The blanks around a text belong to it.
    return kind === 'text' && !texts.has(text) ? cell : read(text)
  }
}

function truthOf(text: string): boolean | undefined {
  switch (text.length <= 5 ? text.toLowerCase() : '') {
    case 'yes':
    case 'true':
      return true
    case 'no':
    case 'false':
      return false
    default:
      return undefined
  }
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const WHOLE_NUMBER = /^-?(0|[1-9]\d*)$/

function literalOf({ kind, unit, texts, wholeOrElse }: RecordField, value: unknown): string {
  const isNumber = kind === 'numeric' && unit === null && typeof value === 'string'
  // `else` takes texts, not numbers.
  const bare = wholeOrElse ? WHOLE_NUMBER : JSON_NUMBER
  return isNumber && bare.test(value) && !texts.includes(value) ? value : JSON.stringify(value)
}

/** Adds the defaults of the claims that a JSON object leaves out, also inside of the records that it has. */
export class ObjectReader {
  private readonly fallbacks: readonly { readonly field: RecordField; readonly steps: readonly string[] }[]

  constructor(fields: readonly RecordField[]) {
    this.fallbacks = fields.flatMap((field) =>
      field.fallback === null ? [] : [{ field, steps: field.name.split(/[.[\]]+/).filter((step) => step !== '') }],
    )
  }

  get hasDefaults(): boolean {
    return this.fallbacks.length > 0
  }

  read(record: Claims): { readonly claims: Claims; readonly defaults: readonly TakenDefault[] } {
    let claims: Claims = record
    const defaults: TakenDefault[] = []
    for (const { field, steps } of this.fallbacks) {
      if (field.fallback === null || Object.hasOwn(record, field.name)) continue
      const filled = fillIn(claims, steps, field.fallback)
      if (filled === null) continue
      claims = filled
      defaults.push({ claim: field.name, value: field.fallback })
    }
    return { claims, defaults }
  }
}

/** A copy with the value, or null if the member is there or its record is not. */
function fillIn(record: Claims, steps: readonly string[], value: FallbackValue): Claims | null {
  const [step = '', ...rest] = steps
  if (rest.length === 0) return Object.hasOwn(record, step) ? null : { ...record, [step]: value }
  const member = Object.hasOwn(record, step) ? record[step] : undefined
  if (Array.isArray(member)) {
    const entry = Number(rest[0]) - 1
    const filled = isObject(member[entry]) ? fillIn(member[entry], rest.slice(1), value) : null
    return filled === null ? null : { ...record, [step]: member.map((each, i) => (i === entry ? filled : each)) }
  }
  const filled = isObject(member) ? fillIn(member, rest, value) : null
  return filled === null ? null : { ...record, [step]: filled }
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
