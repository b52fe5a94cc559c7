/**
 * Exact numbers in SQL: a whole number over a constant, and over whole numbers of the row if the ruleset divides by a claim.
 * A comparison multiplies both sides by their denominators, so nothing is ever divided.
 */
import { denominatorOf, numeratorOf, type Rational } from '../language/numeric/rational'
import type { ComparisonOperator } from '../language/syntax/syntax'
import { absolute, type Dialect, UntranslatableError } from './dialect'

/**
 * A number may become greater than the dialect calculates with. The assertion is then written again for smaller values of
 * its claims, and rows with greater ones are open.
 */
export class TooLargeError extends UntranslatableError {
  override readonly name = 'TooLargeError'
}

/** Beyond this, a database takes longer to plan a query than to run it. */
export const MAX_CHARS = 200_000

/** A whole number of SQL. `constant` is its value if it is the same in every row. */
export interface Whole {
  readonly sql: string
  /** The greatest distance from zero; null if the dialect needs none. */
  readonly bound: bigint | null
  readonly constant: bigint | null
}

/** `numerator / (over * divisor)`. NULL if a claim is unknown or the divisor is zero. */
export interface Fraction {
  readonly numerator: Whole
  /** Above zero. */
  readonly over: bigint
  /** Never zero; null if nothing is divided by a claim. */
  readonly divisor: Whole | null
}

export class Fractions {
  /** @param staged a name for an expression that is used more than once, or the expression */
  constructor(
    private readonly dialect: Dialect,
    private readonly staged: (sql: string) => string = (sql) => sql,
  ) {}

  whole(value: bigint): Whole {
    return { sql: this.dialect.integer(value), bound: absolute(value), constant: value }
  }

  constant(value: Rational): Fraction {
    return { numerator: this.whole(numeratorOf(value)), over: denominatorOf(value), divisor: null }
  }

  negate(a: Fraction): Fraction {
    return { numerator: this.times(a.numerator, this.whole(-1n)), over: a.over, divisor: a.divisor }
  }

  add(a: Fraction, b: Fraction, operator: '+' | '-' = '+'): Fraction {
    const [left, right, over, divisor] = this.aligned(a, b)
    return { numerator: this.operate(operator, left, right), over, divisor }
  }

  multiply(a: Fraction, b: Fraction): Fraction {
    const divisor = this.joined(a.divisor, b.divisor)
    return { numerator: this.times(a.numerator, b.numerator), over: a.over * b.over, divisor }
  }

  divide(a: Fraction, b: Fraction): Fraction {
    const factor = this.scaled(a.numerator, b.over)
    const numerator = b.divisor === null ? factor : this.times(factor, b.divisor)
    const { constant } = b.numerator
    if (constant !== null && constant !== 0n) {
      const signed = constant < 0n ? this.scaled(numerator, -1n) : numerator
      return { numerator: signed, over: a.over * absolute(constant), divisor: a.divisor }
    }
    const guarded = { ...b.numerator, sql: `NULLIF(${b.numerator.sql}, ${this.dialect.integer(0n)})`, constant: null }
    return { numerator, over: a.over, divisor: this.joined(a.divisor, guarded) }
  }

  /** The remainder, with the sign of the divisor (public/docs/language.md, "Arithmetic"). */
  modulo(a: Fraction, b: Fraction): Fraction {
    const [left, right, over, divisor] = this.aligned(a, b)
    const zero = this.dialect.integer(0n)
    const by: Whole =
      right.constant === null || right.constant === 0n ? { ...right, sql: `NULLIF(${right.sql}, ${zero})` } : right
    const modulus: Whole = { ...by, sql: this.staged(by.sql) }
    const once = {
      ...by,
      constant: null,
      sql: this.dialect.calculate('%', left.sql, modulus.sql, this.greater(left.bound, by.bound)),
    }
    const positive = this.operate('+', once, modulus)
    const numerator: Whole = {
      sql: this.dialect.calculate('%', positive.sql, modulus.sql, positive.bound),
      bound: by.bound,
      constant: null,
    }
    return { numerator, over, divisor }
  }

  compare(operator: ComparisonOperator, a: Fraction, b: Fraction): string {
    const [first, second, , divides] = this.aligned(a, b)
    const named = (whole: Whole) => (divides === null ? whole : { ...whole, sql: this.staged(whole.sql) })
    const [left, right] = [named(first), named(second)]
    const divisor = divides === null ? null : named(divides)
    const plain = `(${left.sql} ${SYMBOLS[operator]} ${right.sql})`
    if (divisor === null) return plain
    // The divisor is not part of either side, so its unknown value has to show.
    const isSet = `${divisor.sql} IS NOT NULL`
    if (operator === '==' || operator === '!=') return `(CASE WHEN ${isSet} THEN ${plain} END)`
    const zero = this.dialect.integer(0n)
    const turned = `(${left.sql} ${SYMBOLS[MIRRORED[operator]]} ${right.sql})`
    return `(CASE WHEN ${divisor.sql} > ${zero} THEN ${plain} WHEN ${divisor.sql} < ${zero} THEN ${turned} END)`
  }

  /** Numerators over the same denominators. */
  aligned(a: Fraction, b: Fraction): readonly [Whole, Whole, bigint, Whole | null] {
    const over = (a.over * b.over) / commonDivisor(a.over, b.over)
    let left = this.scaled(a.numerator, over / a.over)
    let right = this.scaled(b.numerator, over / b.over)
    if (a.divisor?.sql === b.divisor?.sql) return [left, right, over, a.divisor]
    const [first, second] = [this.named(a.divisor), this.named(b.divisor)]
    if (second !== null) left = this.times(this.named(left), second)
    if (first !== null) right = this.times(this.named(right), first)
    return [left, right, over, this.joined(first, second)]
  }

  /** Gives the expression a name, because it is used more than once. */
  named<Part extends Whole | null>(part: Part): Part {
    return part === null || part.constant !== null ? part : { ...part, sql: this.staged(part.sql) }
  }

  private joined(a: Whole | null, b: Whole | null): Whole | null {
    if (a === null || b === null) return a ?? b
    return this.times(a, b)
  }

  private scaled(a: Whole, factor: bigint): Whole {
    return factor === 1n ? a : this.times(a, this.whole(factor))
  }

  times(a: Whole, b: Whole): Whole {
    if (a.constant === 1n) return b
    if (b.constant === 1n) return a
    return this.operate('*', a, b)
  }

  private operate(operator: '+' | '-' | '*', a: Whole, b: Whole): Whole {
    const bound = this.checked(
      a.bound === null || b.bound === null ? null : operator === '*' ? a.bound * b.bound : a.bound + b.bound,
    )
    if (a.constant !== null && b.constant !== null) return this.whole(calculated(operator, a.constant, b.constant))
    const sql = this.dialect.calculate(operator, a.sql, b.sql, bound)
    if (sql.length > MAX_CHARS) throw new UntranslatableError('its numbers are too long as SQL')
    return { sql, bound, constant: null }
  }

  private greater(a: bigint | null, b: bigint | null): bigint | null {
    return a === null || b === null ? null : a > b ? a : b
  }

  checked(bound: bigint | null): bigint | null {
    const { limit, name } = this.dialect
    if (limit !== null && (bound === null || bound > limit))
      throw new TooLargeError(`its numbers may be greater than ${name} calculates with exactly`)
    return limit === null ? null : bound
  }
}

function calculated(operator: '+' | '-' | '*', a: bigint, b: bigint): bigint {
  return operator === '*' ? a * b : operator === '+' ? a + b : a - b
}

export function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? absolute(a) : commonDivisor(b, a % b)
}

export const SYMBOLS: Readonly<Record<ComparisonOperator, string>> = {
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}
