/** The three dialects, as data and small functions, so that the rest of the folder writes one text for all of them. */

/** A condition that a dialect cannot decide exactly. Its assertion is open in every row, with this reason. */
export class UntranslatableError extends Error {
  override readonly name: string = 'UntranslatableError'
}

export const DIALECT_NAMES = ['postgres', 'duckdb', 'sqlite'] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

export interface Dialect {
  readonly name: DialectName
  /** The greatest whole number that the dialect calculates with exactly; null if there is no limit in practice. */
  readonly limit: bigint | null
  /** Ends a subquery that must not be merged into its outer query, which would repeat its expressions. */
  readonly fence: string
  /** A whole number as an expression. */
  integer(value: bigint): string
  /** An operation on whole numbers whose result is at most `bound` from zero. */
  calculate(operator: '+' | '-' | '*' | '%', left: string, right: string, bound: bigint | null): string
}

const INT64 = 2n ** 63n - 1n
/** Below the range of HUGEINT, so that a negated value fits too. */
const INT128 = 10n ** 38n

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  postgres: {
    name: 'postgres',
    limit: null,
    fence: ' OFFSET 0',
    integer: (value) => `CAST(${value} AS numeric)`,
    calculate: (operator, left, right) => `(${left} ${operator} ${right})`,
  },
  duckdb: {
    name: 'duckdb',
    limit: INT128,
    fence: '',
    integer: (value) => `CAST(${value} AS ${absolute(value) > INT64 ? 'HUGEINT' : 'BIGINT'})`,
    calculate(operator, left, right, bound) {
      // The types of the operands decide the type of the result, and an overflow would end the query.
      const first = bound === null || bound > INT64 ? `CAST(${left} AS HUGEINT)` : left
      return `(${first} ${operator} ${right})`
    },
  },
  sqlite: {
    name: 'sqlite',
    limit: INT64,
    fence: ' LIMIT -1 OFFSET 0',
    integer: String,
    calculate: (operator, left, right) => `(${left} ${operator} ${right})`,
  },
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** An identifier in double quotes. @throws UntranslatableError for a name that no database holds */
export function quoteName(name: string): string {
  refuseUnstorable(name)
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * A text literal. PostgreSQL reads backslashes as escapes if `standard_conforming_strings` is off, so a text with one is
 * written in the form that has the same meaning under both settings.
 */
export function quoteText({ name }: Dialect, text: string): string {
  refuseUnstorable(text)
  const doubled = text.replaceAll("'", "''")
  if (name === 'postgres' && text.includes('\\')) return `E'${doubled.replaceAll('\\', '\\\\')}'`
  return `'${doubled}'`
}

/** A text that ends the statement in some clients, or that is not Unicode. */
function refuseUnstorable(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new UntranslatableError('a text has a character that no database stores')
}

/** A truth value as a constant; null is unknown. */
export function truthLiteral({ name }: Dialect, value: boolean | null): string {
  if (name === 'sqlite') return value === null ? 'NULL' : value ? '1' : '0'
  return value === null ? 'CAST(NULL AS BOOLEAN)' : value ? 'TRUE' : 'FALSE'
}
