/** Writes the numbers of a program as fractions (fraction.ts). */
import type { BooleanNode, MemberNode, NumericNode, ValueNode } from '../engine/evaluate/node'
import { ZERO } from '../language/numeric/rational'
import { type Dialect, UntranslatableError } from './dialect'
import { commonDivisor, type Fraction, type Fractions, type Whole } from './fraction'
import { mayLackValue } from './node-facts'
import { CalendarWriter } from './write-calendar'

/** What a number needs from the conditions of its program. */
export interface Conditions {
  truth(node: BooleanNode): string
  member(node: MemberNode): string
  input(input: number): Fraction
  /** A literal. */
  text(member: string): string
  /** The last part of a CASE, which decides it if its branches agree although what chooses them is open. */
  agreement(branches: readonly string[], chosenBy: ValueNode): string
  /** A name for an expression that is used more than once, or the expression. */
  staged(sql: string): string
}

export class NumberWriter {
  private readonly calendar: CalendarWriter
  private readonly known = new Map<NumericNode, Fraction>()

  constructor(
    private readonly dialect: Dialect,
    private readonly fractions: Fractions,
    private readonly conditions: Conditions,
  ) {
    this.calendar = new CalendarWriter(dialect, fractions, (sql) => conditions.staged(sql))
  }

  write(node: NumericNode): Fraction {
    switch (node.kind) {
      case 'constant':
        return this.fractions.constant(node.value)
      case 'input':
        return this.conditions.input(node.input)
      case 'shared':
        return this.shared(node, node.inner)
      case 'choice':
        return this.numberChoice(node)
      case 'case':
        return this.numberCase(node)
      case 'negation':
        return this.fractions.negate(this.write(node.operand))
      case 'arithmetic':
        return this.arithmetic(node)
      case 'count':
        return this.count(node)
      case 'calendar':
        return this.calendar.write(node, (operand) => this.write(operand))
    }
  }

  private shared(node: NumericNode, inner: NumericNode): Fraction {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const { numerator, over, divisor } = this.write(inner)
    const whole = (part: Whole): Whole =>
      part.constant === null ? { ...part, sql: this.conditions.staged(part.sql) } : part
    const written = { numerator: whole(numerator), over, divisor: divisor === null ? null : whole(divisor) }
    this.known.set(node, written)
    return written
  }

  private arithmetic({ operator, left, right }: Extract<NumericNode, { kind: 'arithmetic' }>): Fraction {
    const [a, b] = [this.write(left), this.write(right)]
    switch (operator) {
      case '+':
      case '-':
        return this.fractions.add(a, b, operator)
      case '*':
        return this.product(a, b, mayLackValue(left) || mayLackValue(right))
      case '/':
        return this.fractions.divide(a, b)
      case '%':
        return this.fractions.modulo(a, b)
    }
  }

  /** Zero times an unknown number is zero. */
  private product(left: Fraction, right: Fraction, mayLack: boolean): Fraction {
    const [a, b] = [left, right].map((each) => ({ ...each, numerator: this.fractions.named(each.numerator) })) as [
      Fraction,
      Fraction,
    ]
    const product = this.fractions.multiply(a, b)
    if (mayLack || product.divisor !== null) return product
    const factors = [a.numerator, b.numerator]
    if (factors.some(({ constant }) => constant === 0n)) return this.fractions.constant(ZERO)
    if (factors.some(({ constant }) => constant !== null)) return product
    const zero = this.dialect.integer(0n)
    const isZero = factors.map(({ sql }) => `${sql} = ${zero}`).join(' OR ')
    // Only rows with an unknown factor need the second part.
    const sql = `COALESCE(${product.numerator.sql}, CASE WHEN ${isZero} THEN ${zero} END)`
    return { ...product, numerator: { ...product.numerator, sql } }
  }

  private numberChoice({ condition, whenTrue, whenFalse }: Extract<NumericNode, { kind: 'choice' }>): Fraction {
    const test = this.conditions.staged(this.conditions.truth(condition))
    const [a, b] = [this.write(whenTrue), this.write(whenFalse)]
    return this.branches(
      [a, b],
      condition,
      ([first = '', second = ''], agree) =>
        `(CASE WHEN ${test} THEN ${first} WHEN NOT ${test} THEN ${second}${agree} END)`,
    )
  }

  private numberCase({ subject, arms, fallback }: Extract<NumericNode, { kind: 'case' }>): Fraction {
    const label = this.conditions.staged(this.conditions.member(subject))
    const names = [...arms.keys()]
    const values = [...arms.values(), ...(fallback === null ? [] : [fallback])].map((arm) => this.write(arm))
    return this.branches(values, subject, (written, agree) => {
      const whens = names.map((name, i) => ` WHEN ${label} = ${this.conditions.text(name)} THEN ${written[i]}`).join('')
      const last = fallback === null ? '' : ` WHEN ${label} IS NOT NULL THEN ${written.at(-1)}`
      return `(CASE${whens}${last}${agree} END)`
    })
  }

  /** Gives all branches one denominator. Divisors are chosen in the same way as the numerators. */
  private branches(
    values: readonly Fraction[],
    chosenBy: ValueNode,
    write: (branches: readonly string[], agree: string) => string,
  ): Fraction {
    const [first] = values
    if (first === undefined) throw new Error('a choice has branches')
    const over = values.reduce((all, { over }) => lcm(all, over), 1n)
    const numerators = values.map(({ numerator, over: own }) =>
      this.fractions.times(numerator, this.fractions.whole(over / own)),
    )
    const bound = greatest(numerators)
    if (values.every(({ divisor }) => divisor === null)) {
      const written = numerators.map(({ sql }) => this.conditions.staged(sql))
      const sql = write(written, this.conditions.agreement(written, chosenBy))
      return { numerator: { sql, bound, constant: null }, over, divisor: null }
    }
    const divisors = values.map(({ divisor }) => divisor ?? this.fractions.whole(1n))
    const choose = (wholes: readonly Whole[]): Whole => ({
      sql: write(
        wholes.map(({ sql }) => sql),
        '',
      ),
      bound: greatest(wholes),
      constant: null,
    })
    return { numerator: choose(numerators), over, divisor: choose(divisors) }
  }

  private count({ slots }: Extract<NumericNode, { kind: 'count' }>): Fraction {
    const [one, zero] = [this.dialect.integer(1n), this.dialect.integer(0n)]
    if (slots.length === 0) throw new UntranslatableError('it counts conditions that have no value')
    const terms = slots.map((slot) => {
      const sql = this.conditions.staged(this.conditions.truth(slot))
      return `CASE WHEN ${sql} THEN ${one} WHEN NOT ${sql} THEN ${zero} END`
    })
    return {
      numerator: { sql: `(${terms.join(' + ')})`, bound: BigInt(slots.length), constant: null },
      over: 1n,
      divisor: null,
    }
  }
}

function greatest(wholes: readonly Whole[]): bigint | null {
  let most = 0n
  for (const { bound } of wholes) {
    if (bound === null) return null
    if (bound > most) most = bound
  }
  return most
}

function lcm(a: bigint, b: bigint): bigint {
  return (a * b) / commonDivisor(a, b)
}
