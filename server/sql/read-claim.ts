/** Reads one claim from its column: its value, or NULL, and the rows whose value the engine has to judge. */

import { FIRST_DAY, LAST_DAY } from '../language/numeric/calendar'
import { FIRST_INSTANT, LAST_INSTANT } from '../language/numeric/instant'
import { denominatorOf, numeratorOf, type Rational, ZERO } from '../language/numeric/rational'
import { type Input, NO_CODE } from '../language/semantics/checked-input'
import { fractionOf, type ReadNumber, readNumber } from './column-numbers'
import type { ColumnType } from './column-type'
import { type Dialect, quoteText, truthLiteral, UntranslatableError } from './dialect'
import { Fractions } from './fraction'
import { isTextual, readDays, readMicros } from './read-moments'

/** The source of a claim's values. */
export type ClaimSource =
  | { readonly kind: 'column'; readonly sql: string; readonly type: ColumnType }
  /** A column that only the engine reads. */
  | { readonly kind: 'unread'; readonly sql: string }
  /** The claim is unknown in every row. */
  | { readonly kind: 'unknown' }

export interface ReadClaim {
  /** NULL if the claim is unknown, or if its value is refused or not read here. */
  readonly sql: string
  /** For numbers, dates and timestamps. */
  readonly number: Pick<ReadNumber, 'over' | 'bound' | 'raw'> | null
  /**
   * The place of a member in its vocabulary, which is quicker to compare than its text; NULL if it is unknown, and
   * {@link REFUSED_CODE} if the engine refuses it. Absent for any other claim.
   */
  readonly code?: string
  /** Conditions of rows that have no certain meaning here, with the problem in words. */
  readonly refused: readonly { readonly problem: Problem; readonly sql: string }[]
}

export const PROBLEMS = ['not read', 'not in the vocabulary', 'outside its range', 'not whole'] as const
export type Problem = (typeof PROBLEMS)[number]

const UNKNOWN_TEXT = 'unknown'
export const REFUSED_CODE = -1
/** With more members, the search for a row's member takes longer than comparing texts. */
const MAX_CODES = 12

export class ClaimReading {
  private readonly fractions: Fractions

  constructor(
    private readonly dialect: Dialect,
    /** Whether columns are cells of a file, whose readers drop blanks around a value. */
    private readonly areCells: boolean,
  ) {
    this.fractions = new Fractions(dialect)
  }

  read(input: Input, source: ClaimSource): ReadClaim {
    if (source.kind === 'unknown') return this.unknown(input)
    if (source.kind === 'unread') throw new UntranslatableError('only the engine reads its column')
    switch (input.type.kind) {
      case 'boolean':
        return this.truth(source.sql, source.type)
      case 'enum':
        return input.form?.kind === 'text' ? this.text(input, source.sql) : this.member(input, source.sql)
      case 'numeric':
        return this.number(input, source.sql, source.type)
      case 'date':
        return this.day(input, source.sql, source.type)
      case 'timestamp':
        return this.instant(input, source.sql, source.type)
    }
  }

  /** The code of a claim that is a number or a code. */
  readCode(codes: readonly string[], source: ClaimSource): ReadClaim {
    if (source.kind === 'unknown') return { sql: 'CAST(NULL AS text)', number: null, refused: [] }
    if (source.kind === 'unread') throw new UntranslatableError('only the engine reads its column')
    const none = this.literal(NO_CODE)
    const { sql: column, type } = source
    const absent = `CASE WHEN ${column} IS NOT NULL THEN ${none} END`
    if (!isTextual(type.kind)) return { sql: absent, number: null, refused: [] }
    const text = this.asText(column)
    const named = this.isAmong(text, codes)
    const sql = `CASE WHEN ${named} THEN ${text} WHEN NOT ${this.isUnknown(text, codes)} THEN ${none} END`
    return { sql, number: null, refused: [] }
  }

  private unknown({ type }: Input): ReadClaim {
    if (type.kind === 'boolean') return { sql: truthLiteral(this.dialect, null), number: null, refused: [] }
    if (type.kind === 'enum') return { sql: 'CAST(NULL AS text)', number: null, refused: [] }
    const as = this.dialect.name === 'postgres' ? 'numeric' : this.dialect.name === 'duckdb' ? 'BIGINT' : 'INTEGER'
    return { sql: `CAST(NULL AS ${as})`, number: { over: 1n, bound: 0n, raw: null }, refused: [] }
  }

  private truth(column: string, { kind }: ColumnType): ReadClaim {
    const { name } = this.dialect
    if (name === 'sqlite') {
      const refused = `${column} IS NOT NULL AND (typeof(${column}) <> 'integer' OR ${column} NOT IN (0, 1))`
      return { sql: column, number: null, refused: [{ problem: 'not read', sql: refused }] }
    }
    if (kind === 'boolean' || kind === 'any') return { sql: column, number: null, refused: [] }
    if (kind !== 'text') throw new UntranslatableError(`a column of the type ${kind} holds no truth value`)
    const text = `lower(${this.asText(column)})`
    const [yes, no] = [`${text} IN ('true', 'yes')`, `${text} IN ('false', 'no')`]
    const sql = `CASE WHEN ${yes} THEN TRUE WHEN ${no} THEN FALSE END`
    return { sql, number: null, refused: [this.unread(column, `(${yes} OR ${no})`, [])] }
  }

  private member(input: Input, column: string): ReadClaim {
    if (input.type.kind !== 'enum') throw new Error('a member has a vocabulary')
    const { vocabulary } = input.type
    const text = this.asText(column)
    const read = vocabulary.includes(UNKNOWN_TEXT) ? vocabulary : [...vocabulary, UNKNOWN_TEXT]
    const refused = `NOT (${this.isAmong(text, read)})`
    const sql = vocabulary.includes(UNKNOWN_TEXT) ? text : `NULLIF(${text}, ${this.literal(UNKNOWN_TEXT)})`
    const claim = { sql, number: null, refused: [{ problem: 'not in the vocabulary' as const, sql: refused }] }
    return this.dialect.name === 'duckdb' && read.length <= MAX_CODES
      ? { ...claim, code: this.codeOf(text, vocabulary) }
      : claim
  }

  private codeOf(text: string, vocabulary: readonly string[]): string {
    const places = vocabulary.map((member, place) => `WHEN ${this.literal(member)} THEN ${place}`)
    const isRefused = vocabulary.includes(UNKNOWN_TEXT)
      ? `${text} IS NOT NULL`
      : `${text} <> ${this.literal(UNKNOWN_TEXT)}`
    return `CASE ${text} ${places.join(' ')} ELSE CASE WHEN ${isRefused} THEN ${REFUSED_CODE} END END`
  }

  /** Reads a text, either one that rules compare with or any other; shapes and lengths are left to the engine. */
  private text({ form }: Input, column: string): ReadClaim {
    if (form?.kind !== 'text' || form.shapes.length > 0 || form.length !== null || form.ignoringCase)
      throw new UntranslatableError('it asks for a shape, the length or the case of a text')
    const text = this.asText(column)
    const literals = form.classes.flatMap(({ literal, member }) => (literal === null ? [] : [member]))
    const other = form.classes.find(({ literal }) => literal === null)
    const named = [...literals, ...form.codes]
    const isNamed = this.isAmong(text, named)
    const isUnknown = this.isUnknown(text, form.codes)
    const others = other === undefined ? 'NULL' : this.literal(other.member)
    const sql = `CASE WHEN ${isUnknown} THEN NULL WHEN ${isNamed} THEN ${text} WHEN ${text} IS NOT NULL THEN ${others} END`
    const plain = this.isPlainText(text)
    return {
      sql,
      number: null,
      refused: [{ problem: 'not read', sql: `NOT (${plain} OR ${isNamed} OR ${isUnknown})` }],
    }
  }

  private number(input: Input, column: string, type: ColumnType): ReadClaim {
    const read = readNumber(this.dialect, column, type)
    const refused = [...this.unreadNumber(read, column, type, codesOf(input, type)), ...this.outside(input, read)]
    if (input.whole === true && read.over !== 1n)
      refused.push({ problem: 'not whole', sql: `${read.sql} % ${this.dialect.integer(read.over)} <> 0` })
    if (input.whole === true && this.dialect.name === 'postgres')
      refused.push({ problem: 'not whole', sql: `${read.sql} % 1 <> 0` })
    return this.orCode(input, column, type, { sql: read.sql, number: read, refused })
  }

  /** A code leaves the number at any value, because no rule reads it then. */
  private orCode(input: Input, column: string, type: ColumnType, read: ReadClaim): ReadClaim {
    const codes = codesOf(input, type)
    if (codes.length === 0 || read.number === null) return read
    const isCode = this.isAmong(this.asText(column), codes)
    const any = this.wholeOf(input.range?.min ?? ZERO, read.number.over)
    const sql = `CASE WHEN ${isCode} THEN ${any} ELSE ${read.sql} END`
    return { sql, number: { ...read.number, raw: null }, refused: read.refused }
  }

  private unreadNumber(read: ReadNumber, column: string, { kind }: ColumnType, codes: readonly string[]) {
    if (read.unread === null) return []
    const isNumber = !isTextual(kind) || (this.dialect.name === 'sqlite' && codes.length === 0)
    if (isNumber) return [{ problem: 'not read' as const, sql: read.unread }]
    return [this.unread(column, `NOT (${read.unread})`, codes)]
  }

  private outside({ range }: Input, { sql, over, bound }: Pick<ReadNumber, 'sql' | 'over' | 'bound'>) {
    if (range === null) return []
    const value = fractionOf({ over, bound }, sql)
    const below = this.fractions.compare('<', value, this.fractions.constant(range.min))
    const above = this.fractions.compare('>', value, this.fractions.constant(range.max))
    return [{ problem: 'outside its range' as const, sql: `(${below} OR ${above})` }]
  }

  /** Days since 1970. */
  private day(input: Input, column: string, type: ColumnType): ReadClaim {
    const { kind } = type
    const { name } = this.dialect
    const { sql: days, mayExceed } = readDays(this.dialect, column, kind)
    const fits = mayExceed ? `(${days}) BETWEEN ${FIRST_DAY} AND ${LAST_DAY}` : `(${days}) IS NOT NULL`
    const sql = mayExceed ? `CASE WHEN ${fits} THEN (${days}) END` : days
    const number = { over: 1n, bound: name === 'postgres' ? null : 10n ** 7n, raw: null }
    const unread = this.unread(
      column,
      `COALESCE(${fits}, ${truthLiteral(this.dialect, false)})`,
      codesOf(input, type),
      isTextual(kind) || name === 'sqlite',
    )
    return this.orCode(input, column, type, {
      sql,
      number,
      refused: [unread, ...this.outside(input, { sql, ...number })],
    })
  }

  /** Hours since 2000 in UTC, counted in microseconds. */
  private instant(input: Input, column: string, type: ColumnType): ReadClaim {
    const { kind } = type
    const micros = readMicros(this.dialect, column, kind)
    const [first, last] = [FIRST_INSTANT, LAST_INSTANT].map((instant) => floorMicros(instant))
    const fits = `(${micros}) BETWEEN ${first} AND ${last}`
    const number = { over: MICROS_OF_HOUR, bound: this.dialect.name === 'postgres' ? null : 10n ** 18n, raw: null }
    const unread = this.unread(column, `COALESCE(${fits}, FALSE)`, codesOf(input, type), isTextual(kind))
    const sql = `CASE WHEN ${fits} THEN (${micros}) END`
    return this.orCode(input, column, type, { sql, number, refused: [unread] })
  }

  /** @param isText whether the word for an unknown value may be in the column */
  private unread(
    column: string,
    isRead: string,
    texts: readonly string[],
    isText = true,
  ): ReadClaim['refused'][number] {
    const unknown = isText ? ` OR ${this.isUnknown(this.asText(column), texts)}` : ''
    const named = texts.length === 0 ? '' : ` OR ${this.isAmong(this.asText(column), texts)}`
    return { problem: 'not read', sql: `${column} IS NOT NULL AND NOT (${isRead}${unknown}${named})` }
  }

  private isUnknown(text: string, texts: readonly string[]): string {
    return texts.includes(UNKNOWN_TEXT)
      ? `(${text} IS NULL)`
      : `(${text} IS NULL OR ${this.isAmong(text, [UNKNOWN_TEXT])})`
  }

  isAmong(text: string, members: readonly string[]): string {
    if (members.length === 0) return truthLiteral(this.dialect, false)
    return `${text} IN (${members.map((member) => this.literal(member)).join(', ')})`
  }

  /** Compared by its characters only, whatever the collation of the column. */
  private asText(column: string): string {
    switch (this.dialect.name) {
      case 'postgres':
        return `(CAST(${column} AS text) COLLATE "C")`
      case 'duckdb':
        return `(CAST(${column} AS VARCHAR) COLLATE C)`
      case 'sqlite':
        return `(CAST(${column} AS TEXT) COLLATE BINARY)`
    }
  }

  /** SQL that holds if the text has no blanks around it, and only characters that Unicode writes in one way. */
  private isPlainText(text: string): string {
    const bytes = {
      postgres: `octet_length(${text})`,
      duckdb: `strlen(${text})`,
      sqlite: `length(CAST(${text} AS BLOB))`,
    }
    const plain = `length(${text}) = ${bytes[this.dialect.name]}`
    return this.areCells ? `(${plain} AND trim(${text}, ' \t') = ${text})` : plain
  }

  private wholeOf(value: Rational, over: bigint): string {
    return this.dialect.integer((numeratorOf(value) * over) / denominatorOf(value))
  }

  literal(text: string): string {
    return quoteText(this.dialect, text)
  }
}

/** Codes that a column of the type may hold. */
function codesOf({ form }: Input, { kind }: ColumnType): readonly string[] {
  return form?.kind === 'coded' && isTextual(kind) ? form.codes.filter((code) => code !== NO_CODE) : []
}

const MICROS_OF_HOUR = 3_600_000_000n

function floorMicros(hours: Rational): bigint {
  const micros = numeratorOf(hours) * MICROS_OF_HOUR
  return micros / denominatorOf(hours)
}
