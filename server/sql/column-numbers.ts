/** Reads the number of a column exactly, or leaves it: never through floating point. */
import type { ColumnType } from './column-type'
import { type Dialect, quoteText, UntranslatableError } from './dialect'
import type { Fraction } from './fraction'

export interface ReadNumber {
  /** NULL if the column is, and if it cannot be read here. */
  readonly sql: string
  readonly over: bigint
  readonly bound: bigint | null
  /** The column itself and its decimals, if a decimal literal can be compared with it exactly. */
  readonly raw: { readonly sql: string; readonly digits: number; readonly scale: number } | null
  /** Holds if the column has a value that cannot be read here; null if that is impossible. */
  readonly unread: string | null
}

/** Digits before and after the point that a text may have. */
const TEXT_DIGITS = { postgres: [40, 40], duckdb: [12, 6], sqlite: [11, 4] } as const

export function readNumber(dialect: Dialect, column: string, type: ColumnType): ReadNumber {
  switch (type.kind) {
    case 'integer':
      return readInteger(dialect, column, type.digits)
    case 'decimal':
      return dialect.name === 'sqlite'
        ? readAny(dialect, column)
        : readDecimal(dialect, column, type.digits, type.scale)
    case 'numeric':
      return dialect.name === 'postgres' ? readNumeric(column) : readAny(dialect, column)
    case 'float':
    case 'text':
    case 'any':
      return readAny(dialect, column)
    default:
      throw new UntranslatableError(`a column of the type ${type.kind} holds no number`)
  }
}

function readInteger({ name }: Dialect, column: string, digits: number): ReadNumber {
  const bound = 10n ** BigInt(digits)
  if (name === 'postgres') {
    const sql = `CAST(${column} AS numeric)`
    const unread = `pg_typeof(${column}) NOT IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype)`
    return { sql, over: 1n, bound: null, raw: { sql: column, digits, scale: 0 }, unread }
  }
  if (name === 'duckdb') {
    const sql = `CAST(${column} AS ${digits > 19 ? 'HUGEINT' : 'BIGINT'})`
    return {
      sql,
      over: 1n,
      bound,
      raw: { sql: column, digits, scale: 0 },
      unread: `typeof(${column}) NOT IN (${WHOLE_TYPES})`,
    }
  }
  const isWhole = `typeof(${column}) = 'integer' AND ${column} BETWEEN -${10n ** 18n} AND ${10n ** 18n}`
  const sql = `CASE WHEN ${isWhole} THEN ${column} END`
  return { sql, over: 1n, bound: 10n ** 18n, raw: null, unread: `${column} IS NOT NULL AND NOT (${isWhole})` }
}

function readDecimal({ name }: Dialect, column: string, digits: number, scale: number): ReadNumber {
  if (name === 'postgres') {
    const isNumber = `${column} <> CAST('NaN' AS numeric)`
    return {
      sql: `CASE WHEN ${isNumber} THEN ${column} END`,
      ...{ over: 1n, bound: null, raw: null },
      unread: `(pg_typeof(${column}) <> 'numeric'::regtype OR NOT (${isNumber}))`,
    }
  }
  if (digits + scale > 38) return readWideDecimal(column, digits, scale)
  const over = 10n ** BigInt(scale)
  const type = digits > 18 ? 'HUGEINT' : 'BIGINT'
  const sql = scale === 0 ? `CAST(${column} AS ${type})` : scaledDecimal(column, digits, scale, type)
  const unread = isOtherDecimal(column, digits, scale)
  return { sql, over, bound: 10n ** BigInt(digits), raw: { sql: column, digits, scale }, unread }
}

const WHOLE_TYPES = "'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT'"

/**
 * SQL that holds if the column has another type than stated, and is not read. DuckDB knows the answer before it reads
 * a row.
 */
function isOtherDecimal(column: string, digits: number, scale: number): string {
  return `typeof(${column}) <> 'DECIMAL(${digits},${scale})'`
}

/** Uses 64 bits if the value allows it, which is 30 times as fast. */
function scaledDecimal(column: string, digits: number, scale: number, type: string): string {
  const over = 10n ** BigInt(scale)
  const exact = `CAST(CAST(${column} AS DECIMAL(38, ${scale})) * ${over} AS ${type})`
  if (digits > 18 || scale > 6) return exact
  const narrow = `CAST(CAST(${column} AS DECIMAL(18, ${scale})) * ${over} AS ${type})`
  if (digits + scale <= 18) return narrow
  const most = 10n ** BigInt(18 - 2 * scale)
  return `CASE WHEN ${column} > -${most} AND ${column} < ${most} THEN ${narrow} ELSE ${exact} END`
}

/** Values that are too great to be counted in their smallest decimal are not read. */
function readWideDecimal(column: string, digits: number, scale: number): ReadNumber {
  const most = 10n ** BigInt(Math.max(0, 36 - 2 * scale))
  const fits = `${column} BETWEEN -${most} AND ${most}`
  const over = 10n ** BigInt(scale)
  const sql = `CASE WHEN ${fits} THEN CAST(CAST(${column} AS DECIMAL(38, ${scale})) * ${over} AS HUGEINT) END`
  return {
    sql,
    over,
    bound: most * over,
    raw: null,
    unread: `(${isOtherDecimal(column, digits, scale)} OR NOT (${fits}))`,
  }
}

function readNumeric(column: string): ReadNumber {
  const limit = '1e40'
  const fits = `${column} > -${limit} AND ${column} < ${limit}`
  const unread = `(pg_typeof(${column}) <> 'numeric'::regtype OR NOT (${fits}))`
  return { sql: `CASE WHEN ${fits} THEN ${column} END`, over: 1n, bound: null, raw: null, unread }
}

/** Reads a number from the text of the column, which for a floating-point number is the shortest one. */
function readAny(dialect: Dialect, column: string): ReadNumber {
  const [before, after] = TEXT_DIGITS[dialect.name]
  const over = 10n ** BigInt(after)
  const bound = 10n ** BigInt(before + after)
  if (dialect.name === 'sqlite') return readDynamic(column, over, bound)
  const form = `-?[0-9]{1,${before}}([.][0-9]{1,${after}})?`
  if (dialect.name === 'postgres') {
    const text = `CAST(${column} AS text)`
    const fits = `${text} ~ ${quoteText(dialect, `^${form}$`)}`
    const sql = `CASE WHEN ${fits} THEN CAST(${text} AS numeric) END`
    return { sql, over: 1n, bound: null, raw: null, unread: `NOT (${fits})` }
  }
  const text = `CAST(${column} AS VARCHAR)`
  const fits = `regexp_full_match(${text}, ${quoteText(dialect, form)})`
  const sql = `CASE WHEN ${fits} THEN CAST(TRY_CAST(${text} AS DECIMAL(38, ${after})) * ${over} AS BIGINT) END`
  return { sql, over, bound, raw: null, unread: `NOT (${fits})` }
}

/**
 * SQLite stores decimals as doubles. A double is the shortest text of `n / over` if it is the double nearest to that and n
 * has at most 15 digits, because two such decimals are never the same double.
 */
function readDynamic(column: string, over: bigint, bound: bigint): ReadNumber {
  const most = bound / over
  const rounded = `CAST(round(${column} * ${over}.0) AS INTEGER)`
  const isWhole = `typeof(${column}) = 'integer' AND ${column} BETWEEN -${most} AND ${most}`
  const isDecimal = `typeof(${column}) = 'real' AND ${column} BETWEEN -${most} AND ${most} AND ${rounded} / ${over}.0 = ${column}`
  const sql = `CASE WHEN ${isWhole} THEN ${column} * ${over} WHEN ${isDecimal} THEN ${rounded} END`
  const unread = `${column} IS NOT NULL AND NOT ((${isWhole}) OR (${isDecimal}))`
  return { sql, over, bound, raw: null, unread }
}

/** A claim as a fraction, read from the named column of the innermost subquery. */
export function fractionOf({ over, bound }: Pick<ReadNumber, 'over' | 'bound'>, sql: string): Fraction {
  return { numerator: { sql, bound, constant: null }, over, divisor: null }
}
