/**
 * Records and lists in JSON columns. A subquery takes each member out as text, which is then read as a cell is. A member of
 * another type than its claim becomes a text that nothing reads, so that its row is open.
 */
import { type Input, isPart } from '../language/semantics/checked-input'
import { DIALECTS, type Dialect, type DialectName, quoteName, quoteText } from './dialect'
import type { ClaimSource } from './read-claim'

export interface TableWithJson {
  /** The table with the members as more columns. */
  readonly sql: string
  /** By the name of an input. */
  readonly sources: ReadonlyMap<string, ClaimSource>
}

/** Members of objects, and places in lists from 0. */
type Path = readonly (string | number)[]

/** No member, number or date, and no text that is read here, because only texts of ASCII are. */
const UNREADABLE = "'\ufffd'"
type JsonKind = 'boolean' | 'number' | 'string' | 'object' | 'array' | 'null'

/** The types of JSON values as the databases name them. */
const WORDS: Readonly<Record<DialectName, Readonly<Record<JsonKind, readonly string[]>>>> = {
  postgres: {
    ...{ boolean: ['boolean'], number: ['number'], string: ['string'] },
    ...{ object: ['object'], array: ['array'], null: ['null'] },
  },
  duckdb: {
    ...{ boolean: ['BOOLEAN'], number: ['BIGINT', 'UBIGINT', 'DOUBLE'], string: ['VARCHAR'] },
    ...{ object: ['OBJECT'], array: ['ARRAY'], null: ['NULL'] },
  },
  sqlite: {
    ...{ boolean: ['true', 'false'], number: ['integer', 'real'], string: ['text'] },
    ...{ object: ['object'], array: ['array'], null: ['null'] },
  },
}

const STEPS = /\[(\d+)\]|\.([^.[]+)/g

/** The declared record or list that has the input. */
export function rootOf(name: string): string {
  return /^[^.[]+/.exec(name)?.[0] ?? name
}

/** @param columns by record or list */
export function readJsonColumns(
  dialectName: DialectName,
  table: string,
  inputs: readonly Input[],
  columns: ReadonlyMap<string, string>,
): TableWithJson {
  const sources = new Map<string, ClaimSource>()
  const selected: string[] = []
  for (const input of inputs) {
    const column = columns.get(rootOf(input.name))
    // A part of a claim has its name and its source.
    if (column === undefined || input.kind === 'local' || isPart(input)) continue
    const reader = new MemberReader(DIALECTS[dialectName], `t.${quoteName(column)}`)
    const name = quoteName(`touchstone_${selected.length}`)
    selected.push(`${reader.member(input)} AS ${name}`)
    sources.set(input.name, {
      kind: 'column',
      sql: `t.${name}`,
      type: { kind: dialectName === 'sqlite' ? 'any' : 'text' },
    })
  }
  if (selected.length === 0) return { sql: table, sources }
  const sql = `(\nSELECT t.*,\n  ${selected.join(',\n  ')}\nFROM ${table} AS t${DIALECTS[dialectName].fence})`
  return { sql, sources }
}

class MemberReader {
  constructor(
    private readonly dialect: Dialect,
    /** The column. */
    private readonly sql: string,
  ) {}

  member(input: Input): string {
    const path = pathOf(input.name)
    const value = this.value(input, path)
    if (typeof path.at(-1) !== 'string') return value
    const record = path.slice(0, -1)
    return `CASE WHEN ${this.is(record, 'object')} THEN ${value} WHEN NOT (${this.isUnknown(record)}) THEN ${UNREADABLE} END`
  }

  private value({ type, form }: Input, path: Path): string {
    const cases: [kind: JsonKind, value: string][] = []
    if (form?.kind === 'count') cases.push(['array', this.length(path)])
    else if (form?.kind === 'given') {
      const [yes, no] = this.dialect.name === 'sqlite' ? ['1', '0'] : ["'true'", "'false'"]
      cases.push(
        ['object', yes],
        ['string', `CASE WHEN ${this.text(path)} = 'absent' THEN ${no} ELSE ${UNREADABLE} END`],
      )
    } else if (type.kind === 'boolean' || type.kind === 'numeric') {
      cases.push([type.kind === 'boolean' ? 'boolean' : 'number', this.raw(path)])
      const codes = form?.kind === 'coded' ? form.codes : []
      if (codes.length > 0) {
        const isCode = `${this.text(path)} IN (${codes.map((code) => quoteText(this.dialect, code)).join(', ')})`
        cases.push(['string', `CASE WHEN ${isCode} THEN ${this.text(path)} ELSE ${UNREADABLE} END`])
      }
    } else cases.push(['string', this.text(path)])
    const whens = cases.map(([kind, value]) => ` WHEN ${this.is(path, kind)} THEN ${value}`)
    const isText = cases[0]?.[1] === this.text(path)
    const isUnknown = isText ? this.isMissing(path) : this.isUnknown(path)
    return `CASE WHEN ${isUnknown} THEN NULL${whens.join('')} ELSE ${UNREADABLE} END`
  }

  private isUnknown(path: Path): string {
    return `${this.isMissing(path)} OR (${this.is(path, 'string')} AND ${this.text(path)} = 'unknown')`
  }

  private isMissing(path: Path): string {
    return `${this.type(path)} IS NULL OR ${this.is(path, 'null')}`
  }

  private is(path: Path, kind: JsonKind): string {
    const words = WORDS[this.dialect.name][kind].map((word) => `'${word}'`)
    return `${this.type(path)} ${words.length === 1 ? `= ${words[0]}` : `IN (${words.join(', ')})`}`
  }

  /** NULL if the member is missing. */
  private type(path: Path): string {
    if (this.dialect.name === 'postgres') return `jsonb_typeof(${this.node(path)})`
    return `json_type(${this.sql}, ${this.path(path)})`
  }

  private text(path: Path): string {
    if (this.dialect.name === 'postgres') return `(${this.node(path)} #>> '{}')`
    const call = this.dialect.name === 'duckdb' ? 'json_extract_string' : 'json_extract'
    return `${call}(${this.sql}, ${this.path(path)})`
  }

  /** Truth values and numbers as they are written; SQLite has its own values for them. */
  private raw(path: Path): string {
    if (this.dialect.name === 'postgres') return `CAST(${this.node(path)} AS text)`
    const value = `json_extract(${this.sql}, ${this.path(path)})`
    return this.dialect.name === 'duckdb' ? `CAST(${value} AS VARCHAR)` : value
  }

  /** The length as text, because the number of entries is a member of a vocabulary. */
  private length(path: Path): string {
    if (this.dialect.name === 'postgres') return `CAST(jsonb_array_length(${this.node(path)}) AS text)`
    const as = this.dialect.name === 'duckdb' ? 'VARCHAR' : 'TEXT'
    return `CAST(json_array_length(${this.sql}, ${this.path(path)}) AS ${as})`
  }

  /** PostgreSQL's value at the path. */
  private node(path: Path): string {
    const column = `CAST(${this.sql} AS jsonb)`
    const steps = path.map((step) => quoteText(this.dialect, String(step)))
    return path.length === 0 ? column : `(${column} #> ARRAY[${steps.join(', ')}])`
  }

  private path(path: Path): string {
    const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `."${step}"`))
    return quoteText(this.dialect, `$${steps.join('')}`)
  }
}

function pathOf(name: string): Path {
  return [...name.slice(rootOf(name).length).matchAll(STEPS)].map(([, place, member]) =>
    place === undefined ? (member ?? '') : Number(place) - 1,
  )
}
