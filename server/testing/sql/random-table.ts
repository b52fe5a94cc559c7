/** A table of random claims, as literals of a dialect and as the values that the engine decides from. */
import type { Known, Value } from '../../engine/core/value'
import type { Random } from '../../engine/testing/random-rules'
import { printNumeral } from '../../language/numeric/numeral'
import { compareRationals, makeRatio, Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
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
  const rows = Array.from({ length: rowCount }, () => inputs.map((input) => claimValue(random, input, share)))
  const declared = columns.flatMap((column, i) =>
    column === null ? [] : [`${quoteName(inputs[i]!.name)} ${column.sqlType}`],
  )
  const literals = rows.map((row, id) => {
    const cells = row.flatMap((value, i) => (columns[i] === null ? [] : [literalOf(value, columns[i]!, dialect)]))
    return `(${[id, ...cells].join(', ')})`
  })
  return {
    name,
    statements: [
      `DROP TABLE IF EXISTS ${name}`,
      `CREATE TABLE ${name} (${['id INTEGER', ...declared].join(', ')})`,
      ...chunks(literals, 500).map((part) => `INSERT INTO ${name} VALUES ${part.join(', ')}`),
    ],
    sources: columns.map((column, i): ClaimSource => {
      if (column === null) return { kind: 'unknown' }
      return { kind: 'column', sql: `t.${quoteName(inputs[i]!.name)}`, type: column.type }
    }),
    rows,
  }
}

/** Whether a value lies outside of the range of its claim, so that the engine refuses the row. */
export function isRefused(inputs: readonly Input[], row: Known): boolean {
  return inputs.some(({ range }, i) => {
    const value = row[i]
    if (range === null || !(value instanceof Rational)) return false
    return compareRationals(value, range.min) < 0 || compareRationals(value, range.max) > 0
  })
}

function columnOf(random: Random, dialect: DialectName, { kind, type }: Input): Column | null {
  if (kind === 'local') return null
  if (type.kind === 'boolean') return { sqlType: 'BOOLEAN', type: { kind: 'boolean' } }
  if (type.kind === 'enum') return { sqlType: dialect === 'duckdb' ? 'VARCHAR' : 'TEXT', type: { kind: 'text' } }
  const choices = NUMBERS[dialect]
  return choices[Math.floor(random() * choices.length)]!
}

function claimValue(random: Random, { kind, type, range }: Input, share: number): Value | null {
  if (kind === 'local' || random() >= share) return null
  if (type.kind === 'boolean') return random() < 0.5
  if (type.kind === 'enum') return type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
  const least = range === null || random() < 0.05 ? -2 : 0
  const whole = Math.floor(random() * 7) + least
  if (random() < 0.6) return Rational.small(whole, 1)
  if (random() < 0.1) return makeRatio(BigInt(Math.floor((random() - 0.5) * 2e9)), 1000n)
  return makeRatio(BigInt(Math.floor(random() * 60)) + BigInt(least) * 8n, 8n)
}

function literalOf(value: Value | null, { type }: Column, dialect: DialectName): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return dialect === 'sqlite' ? (value ? '1' : '0') : String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  const text = decimalText(value)
  return type.kind === 'text' ? `'${text}'` : text
}

/** At most three decimals. */
function decimalText(value: Rational): string {
  const text = printNumeral(value)
  if (text.includes('/')) throw new Error(`${text} has no finite decimal form`)
  return text
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
