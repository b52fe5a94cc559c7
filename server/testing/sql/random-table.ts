/** A table of random claims, as literals of a dialect and as the values that the engine decides from. */
import type { Known, Value } from '../../engine/core/value'
import type { Random } from '../../engine/testing/random-rules'
import { printDate } from '../../language/numeric/calendar'
import { printInstant } from '../../language/numeric/instant'
import { printNumeral } from '../../language/numeric/numeral'
import { compareRationals, fromInteger, makeRatio, Rational } from '../../language/numeric/rational'
import { type Input, isPart, NO_CODE } from '../../language/semantics/checked-input'
import type { ColumnType } from '../../sql/column-type'
import { type DialectName, quoteName } from '../../sql/dialect'
import type { ClaimSource } from '../../sql/read-claim'

export interface RandomTable {
  readonly name: string
  /** Creates and fills the table. */
  readonly statements: readonly string[]
  readonly sources: readonly ClaimSource[]
  readonly rows: readonly Known[]
}

interface Column {
  readonly sqlType: string
  readonly type: ColumnType
}

const NUMBERS: Readonly<Record<DialectName, readonly Column[]>> = {
  duckdb: [
    { sqlType: 'DECIMAL(18, 3)', type: { kind: 'decimal', digits: 18, scale: 3 } },
    { sqlType: 'DECIMAL(38, 3)', type: { kind: 'decimal', digits: 38, scale: 3 } },
    { sqlType: 'DOUBLE', type: { kind: 'float' } },
    { sqlType: 'DECIMAL(9, 3)', type: { kind: 'any' } },
    { sqlType: 'VARCHAR', type: { kind: 'text' } },
  ],
  postgres: [
    { sqlType: 'numeric(18, 3)', type: { kind: 'decimal', digits: 18, scale: 3 } },
    { sqlType: 'numeric', type: { kind: 'numeric' } },
    { sqlType: 'double precision', type: { kind: 'float' } },
    { sqlType: 'numeric(9, 3)', type: { kind: 'any' } },
    { sqlType: 'text', type: { kind: 'text' } },
  ],
  sqlite: [
    { sqlType: 'DECIMAL(18, 3)', type: { kind: 'any' } },
    { sqlType: 'REAL', type: { kind: 'float' } },
  ],
}

export function randomTable(
  random: Random,
  dialect: DialectName,
  inputs: readonly Input[],
  rowCount: number,
): RandomTable {
  const name = 'claims'
  const columns = inputs.map((input) => columnOf(random, dialect, input))
  const share = 0.3 + 0.7 * random()
  const rows = Array.from({ length: rowCount }, () =>
    withCodes(
      inputs,
      inputs.map((input) => claimValue(random, input, share)),
    ),
  )
  const declared = columns.flatMap((column, i) =>
    column === null ? [] : [`${quoteName(inputs[i]!.name)} ${column.sqlType}`],
  )
  const literals = rows.map((row, id) => {
    const cells = row.flatMap((value, i) =>
      columns[i] === null ? [] : [literalOf(value, inputs[i]!, columns[i]!, dialect)],
    )
    return `(${[id, ...cells].join(', ')})`
  })
  return {
    name,
    statements: [
      `DROP TABLE IF EXISTS ${name}`,
      `CREATE TABLE ${name} (${['id INTEGER', ...declared].join(', ')})`,
      ...chunks(literals, 500).map((part) => `INSERT INTO ${name} VALUES ${part.join(', ')}`),
    ],
    sources: inputs.map(({ form }, i): ClaimSource => {
      const [at, column] = form?.kind === 'code' ? [form.of, columns[form.of]!] : [i, columns[i] ?? null]
      if (column === null) return { kind: 'unknown' }
      return { kind: 'column', sql: `t.${quoteName(inputs[at]!.name)}`, type: column.type }
    }),
    rows,
  }
}

/** A column of numbers or dates holds no code. */
function withCodes(inputs: readonly Input[], row: Known): Known {
  return inputs.map(({ form }, i) => (form?.kind === 'code' ? (row[form.of] === null ? null : NO_CODE) : row[i]!))
}

const DAYS = [0, 20_454, 20_455, 20_484, 20_512, 20_513, 20_574, 19_782, -1, -719_162, 2_932_896, 20_484 + 31]

/** Whether every assertion is left open: the engine refuses the row, or the dialect cannot read a value of it. */
export function isLeftToEngine(dialect: DialectName, inputs: readonly Input[], row: Known): boolean {
  return inputs.some(({ type, range }, i) => {
    const value = row[i]
    if (!(value instanceof Rational)) return false
    if (dialect === 'sqlite' && type.kind === 'timestamp') return true
    return range !== null && (compareRationals(value, range.min) < 0 || compareRationals(value, range.max) > 0)
  })
}

function columnOf(random: Random, dialect: DialectName, input: Input): Column | null {
  const { kind, type } = input
  if (kind === 'local' || isPart(input)) return null
  if (type.kind === 'boolean') return { sqlType: 'BOOLEAN', type: { kind: 'boolean' } }
  if (type.kind === 'date' || type.kind === 'timestamp') return momentColumn(random, dialect, type.kind)
  if (type.kind === 'enum') return { sqlType: dialect === 'duckdb' ? 'VARCHAR' : 'TEXT', type: { kind: 'text' } }
  const choices = NUMBERS[dialect]
  return choices[Math.floor(random() * choices.length)]!
}

/** A column of moments or texts, with or without a stated type. SQLite has only texts. */
function momentColumn(random: Random, dialect: DialectName, kind: 'date' | 'timestamp'): Column {
  const isText = dialect === 'sqlite' || random() < 0.5
  const sqlType = isText ? (dialect === 'duckdb' ? 'VARCHAR' : 'TEXT') : kind === 'date' ? 'DATE' : 'TIMESTAMPTZ'
  const stated = dialect !== 'sqlite' && isText ? 'text' : kind
  return { sqlType, type: { kind: random() < 0.5 ? 'any' : stated } }
}

function claimValue(random: Random, { kind, type, range, whole }: Input, share: number): Value | null {
  if (kind === 'local' || random() >= share) return null
  if (type.kind === 'date') return fromInteger(DAYS[Math.floor(random() * DAYS.length)]!)
  if (type.kind === 'timestamp') return makeRatio(BigInt(Math.floor((random() - 0.1) * 1e9)), 3600n * 8n)
  if (whole) return fromInteger(Math.floor(random() * 9) - 1)
  if (type.kind === 'boolean') return random() < 0.5
  if (type.kind === 'enum') return type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
  const least = range === null || random() < 0.05 ? -2 : 0
  const small = Math.floor(random() * 7) + least
  if (random() < 0.6) return Rational.small(small, 1)
  if (random() < 0.1) return makeRatio(BigInt(Math.floor((random() - 0.5) * 2e9)), 1000n)
  return makeRatio(BigInt(Math.floor(random() * 60)) + BigInt(least) * 8n, 8n)
}

function literalOf(value: Value | null, input: Input, { type }: Column, dialect: DialectName): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return dialect === 'sqlite' ? (value ? '1' : '0') : String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (input.type.kind === 'date') return `'${printDate(value.n)}'`
  if (input.type.kind === 'timestamp') return `'${printInstant(value)}'`
  const text = decimalText(value)
  return type.kind === 'text' ? `'${text}'` : text
}

/** Prints at most three decimals. */
function decimalText(value: Rational): string {
  const text = printNumeral(value)
  if (text.includes('/')) throw new Error(`${text} has no finite decimal form`)
  return text
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
