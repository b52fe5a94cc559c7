/**
 * Days and instants of a column, also of texts and of columns whose type is not known. A text that is not read here is
 * NULL. PostgreSQL ends a query that casts a text without such a day, so its forms have only the days of the calendar.
 */
import type { ColumnType } from './column-type'
import { type Dialect, quoteText, UntranslatableError } from './dialect'

type Kind = ColumnType['kind']

/** From 1970 to 2000. */
const MICROS_TO_2000 = 946_684_800_000_000n

const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}'
const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6})?'
const OFFSET = '(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])'

const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const DAY_OF_YEAR =
  '((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))'
/** A date from year 1 on, as {@link readDate} reads it. */
const CALENDAR_DATE = `(?!0000)([0-9]{4}-${DAY_OF_YEAR}|${LEAP_YEAR}-02-29)`

/** Whether a column of the type may hold texts. */
export function isTextual(kind: Kind): boolean {
  return kind === 'text' || kind === 'any'
}

export interface ReadDays {
  /** Days since 1970. */
  readonly sql: string
  /** Whether they may be outside of the calendar of claims. */
  readonly mayExceed: boolean
}

export function readDays(dialect: Dialect, column: string, kind: Kind): ReadDays {
  if (dialect.name === 'sqlite') {
    const sql = `CASE WHEN date(${column}) = ${column} THEN CAST(strftime('%s', ${column}) AS INTEGER) / 86400 END`
    return { sql, mayExceed: true }
  }
  if (kind !== 'date' && !isTextual(kind)) throw new UntranslatableError(`a column of the type ${kind} holds no date`)
  const since1970 = (date: string) =>
    dialect.name === 'postgres' ? `CAST(${date} - DATE '1970-01-01' AS numeric)` : `${date} - DATE '1970-01-01'`
  if (dialect.name === 'postgres' && kind !== 'date') {
    const text = isoText(column, kind)
    const sql = `CASE WHEN ${matches(dialect, text, CALENDAR_DATE)} THEN ${since1970(`CAST(${text} AS date)`)} END`
    return { sql, mayExceed: false }
  }
  const date = kind === 'date' ? column : dateOfText(dialect, column, kind)
  return { sql: `CASE WHEN isfinite(${date}) THEN ${since1970(date)} END`, mayExceed: true }
}

function dateOfText(dialect: Dialect, column: string, kind: Kind): string {
  const text = kind === 'any' ? `CAST(${column} AS VARCHAR)` : column
  return `(CASE WHEN ${matches(dialect, text, DATE)} THEN TRY_CAST(${text} AS DATE) END)`
}

/** Microseconds since 2000 in UTC. */
export function readMicros(dialect: Dialect, column: string, kind: Kind): string {
  const { name } = dialect
  if (name === 'sqlite') throw new UntranslatableError('SQLite has no type for instants')
  if (kind !== 'timestamp' && !isTextual(kind))
    throw new UntranslatableError(`a column of the type ${kind} holds no instant`)
  if (name === 'postgres') {
    const since2000 = (moment: string) => `CAST(EXTRACT(EPOCH FROM ${moment}) AS numeric) * 1000000 - ${MICROS_TO_2000}`
    if (kind === 'timestamp') return `CASE WHEN isfinite(${column}) THEN ${since2000(column)} END`
    const text = isoText(column, kind)
    return `CASE WHEN ${isInstant(dialect, column, kind)} THEN ${since2000(`CAST(${text} AS timestamptz)`)} END`
  }
  const moment = kind === 'timestamp' ? column : momentOfText(dialect, column, kind)
  return `CASE WHEN isfinite(${moment}) THEN epoch_us(${moment}) - ${MICROS_TO_2000} END`
}

function isInstant(dialect: Dialect, column: string, kind: Kind): string {
  const text = isoText(column, kind)
  const isText = matches(dialect, text, `${CALENDAR_DATE}T${CLOCK}${OFFSET}`)
  if (kind === 'text') return isText
  // The offset of a time zone may have had seconds.
  const isMoment = matches(dialect, text, `${DATE}T[0-9:.]+[+-][0-9:]+`)
  return `(${isText} OR (pg_typeof(${column}) = 'timestamptz'::regtype AND ${isMoment}))`
}

function momentOfText(dialect: Dialect, column: string, kind: Kind): string {
  const form = `${DATE}T${CLOCK}${OFFSET}`
  if (kind === 'text')
    return `(CASE WHEN ${matches(dialect, column, form)} THEN TRY_CAST(${column} AS TIMESTAMPTZ) END)`
  // The text of an instant of DuckDB names its offset.
  const text = `CAST(${column} AS VARCHAR)`
  const isRead = `typeof(${column}) = 'TIMESTAMP WITH TIME ZONE' OR ${matches(dialect, text, form)}`
  return `(CASE WHEN ${isRead} THEN TRY_CAST(${text} AS TIMESTAMPTZ) END)`
}

/** JSON writes dates and instants of PostgreSQL as ISO 8601 does, whatever the setting `DateStyle` is. */
function isoText(column: string, kind: Kind): string {
  return kind === 'any' ? `(to_jsonb(${column}) #>> '{}')` : `CAST(${column} AS text)`
}

function matches(dialect: Dialect, text: string, form: string): string {
  return dialect.name === 'postgres'
    ? `${text} ~ ${quoteText(dialect, `^(${form})$`)}`
    : `regexp_full_match(${text}, ${quoteText(dialect, form)})`
}
