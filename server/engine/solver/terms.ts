/**
 * Equal terms are one pointer, because Z3 shares them. True and false are folded, so definedness is free for what
 * always has a value.
 */
import {
  compareRationals,
  denominatorOf,
  fromInteger,
  numeratorOf,
  ONE,
  type Rational,
  toDouble,
} from '../../language/numeric/rational'
import {
  ATOM,
  choiceSize,
  floorSize,
  numeralSize,
  productSize,
  quotientSize,
  sizeAbove,
  sumSize,
  type TermSize,
  truthSize,
  VARIABLE,
} from './term-size'
import type { Pointer, Z3Machine } from './z3-machine'

/** A term of sort Bool, Real or Int. */
export type Term = Pointer

type Join = (sizes: readonly TermSize[]) => TermSize

type MakeOfMany = (context: Pointer, count: number, operands: number) => number

export class Terms {
  readonly always: Term
  readonly never: Term
  private readonly negations = new Map<Term, Term>()
  /** Except truth constants and members. */
  private readonly sizes = new Map<Term, TermSize>()
  /** Written numbers by their terms, so that comparing two of them needs no solver. */
  private readonly numerals = new Map<Term, Rational>()
  private readonly integersBelow = new Map<Term, Term>()
  private readonly stated = new Set<Term>()
  private variables = 0

  constructor(private readonly machine: Z3Machine) {
    this.always = machine.made(machine.calls.Z3_mk_true(machine.context))
    this.never = machine.made(machine.calls.Z3_mk_false(machine.context))
  }

  // Truth

  not(a: Term): Term {
    if (a === this.always) return this.never
    if (a === this.never) return this.always
    const known = this.negations.get(a)
    if (known !== undefined) return known
    const negated = this.over(this.machine.calls.Z3_mk_not(this.machine.context, a), [a])
    this.negations.set(a, negated)
    this.negations.set(negated, a)
    return negated
  }

  /** Whether the terms are known to be opposites; makes no term. */
  areOpposite(a: Term, b: Term): boolean {
    if (a === this.always || a === this.never) return b === (a === this.always ? this.never : this.always)
    return this.negations.get(a) === b
  }

  and(operands: readonly Term[]): Term {
    return this.junction(operands, this.always, this.never, this.machine.calls.Z3_mk_and)
  }

  or(operands: readonly Term[]): Term {
    return this.junction(operands, this.never, this.always, this.machine.calls.Z3_mk_or)
  }

  /** @param least a whole number */
  countsTo(conditions: readonly Term[], least: Rational): Term {
    const count = toDouble(least)
    if (count <= 0) return this.always
    if (count > conditions.length) return this.never
    const { calls, context, memory } = this.machine
    return this.over(calls.Z3_mk_atleast(context, conditions.length, memory.array(conditions), count), conditions)
  }

  same(a: Term, b: Term): Term {
    if (a === b) return this.always
    if (a === this.always) return b
    if (b === this.always) return a
    if (a === this.never) return this.not(b)
    if (b === this.never) return this.not(a)
    return this.over(this.machine.calls.Z3_mk_iff(this.machine.context, a, b), [a, b])
  }

  choose(condition: Term, then: Term, otherwise: Term): Term {
    if (condition === this.always || then === otherwise) return then
    if (condition === this.never) return otherwise
    const term = this.machine.calls.Z3_mk_ite(this.machine.context, condition, then, otherwise)
    return this.over(term, [condition, then, otherwise], choiceSize)
  }

  // Numbers: `real` terms range over the real numbers, `whole` ones over the integers.

  real(value: Rational): Term {
    const { calls, context, realSort, memory } = this.machine
    if (value.big === null && value.d === 1 && (value.n | 0) === value.n)
      return this.numeral(calls.Z3_mk_int(context, value.n, realSort), value, numeralSize(value))
    // Z3 needs a positive denominator.
    const text = `${numeratorOf(value)}/${denominatorOf(value)}`
    return this.numeral(calls.Z3_mk_numeral(context, memory.text(text), realSort), value, numeralSize(value))
  }

  whole(value: number): Term {
    const { calls, context, intSort } = this.machine
    return this.numeral(calls.Z3_mk_int(context, value, intSort), fromInteger(value), ATOM)
  }

  /**
   * Like {@link whole}, for integers of any length.
   * @param value an integer
   */
  integer(value: Rational): Term {
    const { calls, context, intSort, memory } = this.machine
    const text = memory.text(`${numeratorOf(value)}`)
    return this.numeral(calls.Z3_mk_numeral(context, text, intSort), value, numeralSize(value))
  }

  equal(a: Term, b: Term): Term {
    if (a === b) return this.always
    if (this.numerals.has(a) && this.numerals.has(b)) return this.never
    return this.over(this.machine.calls.Z3_mk_eq(this.machine.context, a, b), [a, b])
  }

  below(a: Term, b: Term): Term {
    const order = this.orderOf(a, b)
    if (order !== null) return order < 0 ? this.always : this.never
    return this.over(this.machine.calls.Z3_mk_lt(this.machine.context, a, b), [a, b])
  }

  atMost(a: Term, b: Term): Term {
    const order = this.orderOf(a, b)
    if (order !== null) return order <= 0 ? this.always : this.never
    return this.over(this.machine.calls.Z3_mk_le(this.machine.context, a, b), [a, b])
  }

  sum(operands: readonly Term[]): Term {
    return this.many(operands, this.machine.calls.Z3_mk_add, sumSize)
  }

  difference(a: Term, b: Term): Term {
    return this.many([a, b], this.machine.calls.Z3_mk_sub, sumSize)
  }

  product(a: Term, b: Term): Term {
    return this.many([a, b], this.machine.calls.Z3_mk_mul, productSize)
  }

  /** Arbitrary if `b` is zero; the caller adds when it is defined. */
  quotient(a: Term, b: Term): Term {
    return this.over(this.machine.calls.Z3_mk_div(this.machine.context, a, b), [a, b], quotientSize)
  }

  negative(a: Term): Term {
    return this.over(this.machine.calls.Z3_mk_unary_minus(this.machine.context, a), [a], sumSize)
  }

  floor(a: Term): Term {
    return this.over(this.machine.calls.Z3_mk_real2int(this.machine.context, a), [a], floorSize)
  }

  /**
   * Like {@link floor}, but a bounded variable, one for each `a`: it settles equalities that make Z3 loop on `floor`.
   */
  greatestInteger(a: Term): Term {
    const known = this.integersBelow.get(a)
    if (known !== undefined) return known
    const integer = this.wholeVariable()
    const lowest = this.asReal(integer)
    this.machine.assert(this.atMost(lowest, a))
    this.machine.assert(this.below(a, this.sum([lowest, this.real(ONE)])))
    this.integersBelow.set(a, integer)
    return integer
  }

  /** Asserts once what holds in every completion. */
  state(fact: Term): void {
    if (fact === this.always || this.stated.has(fact)) return
    this.stated.add(fact)
    this.machine.assert(fact)
  }

  asReal(a: Term): Term {
    return this.over(this.machine.calls.Z3_mk_int2real(this.machine.context, a), [a], sumSize)
  }

  // Variables: each call makes a new one.

  truthVariable(): Term {
    return this.variable(this.machine.boolSort)
  }

  realVariable(): Term {
    return this.variable(this.machine.realSort)
  }

  wholeVariable(): Term {
    return this.variable(this.machine.intSort)
  }

  private variable(sort: Pointer): Term {
    const { calls, context } = this.machine
    const symbol = this.machine.made(calls.Z3_mk_int_symbol(context, this.variables++))
    return this.leaf(calls.Z3_mk_const(context, symbol, sort), sort === this.machine.boolSort ? ATOM : VARIABLE)
  }

  private junction(operands: readonly Term[], idle: Term, settling: Term, make: MakeOfMany): Term {
    const remaining: Term[] = []
    for (const operand of operands) {
      if (operand === settling) return settling
      if (operand !== idle && remaining[remaining.length - 1] !== operand) remaining.push(operand)
    }
    if (remaining.length === 0) return idle
    return remaining[0] !== undefined && remaining.length === 1 ? remaining[0] : this.many(remaining, make)
  }

  private many(operands: readonly Term[], make: MakeOfMany, join: Join = truthSize): Term {
    const term = make(this.machine.context, operands.length, this.machine.memory.array(operands))
    return this.over(term, operands, join)
  }

  /** @throws TermTooLargeError */
  private over(term: Pointer, operands: readonly Term[], join: Join = truthSize): Term {
    const sizes = operands.map((operand) => this.sizes.get(operand) ?? ATOM)
    this.sizes.set(this.machine.made(term), sizeAbove(join(sizes)))
    return term
  }

  private numeral(term: Pointer, value: Rational, size: TermSize): Term {
    this.numerals.set(term, value)
    return this.leaf(term, size)
  }

  /** Null unless both are written numbers. */
  private orderOf(a: Term, b: Term): number | null {
    const [first, second] = [this.numerals.get(a), this.numerals.get(b)]
    return first === undefined || second === undefined ? null : compareRationals(first, second)
  }

  private leaf(term: Pointer, size: TermSize): Term {
    this.sizes.set(this.machine.made(term), size)
    return term
  }
}
