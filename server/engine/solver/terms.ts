/**
 * Z3 terms, made one call at a time.
 *
 * Promises: a term means what its method says, over exact numbers; equal terms are one pointer (Z3 shares them).
 * True and false are folded where they stand as operands, so that definedness of what always has a value costs nothing.
 */
import { denominator, numerator, ONE, type Rational, toDouble } from '../../language/numeric/rational'
import {
  ATOM,
  above,
  choiceSize,
  floorSize,
  numeralSize,
  productSize,
  quotientSize,
  sumSize,
  type TermSize,
  truthSize,
  VARIABLE,
} from './term-size'
import type { Pointer, Z3Machine } from './z3-machine'

/** A Z3 term of sort Bool, Real or Int. */
export type Term = Pointer

/** How the sizes of operands make up that of the whole. */
type Join = (sizes: readonly TermSize[]) => TermSize

type MakeOfMany = (context: Pointer, count: number, operands: number) => number

export class Terms {
  readonly always: Term
  readonly never: Term
  private readonly negations = new Map<Term, Term>()
  /** Of all terms but constants of truth and members. */
  private readonly sizes = new Map<Term, TermSize>()
  /** Numbers that are written out: two of one sort that are not one term are not equal. */
  private readonly numerals = new Set<Term>()
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

  /** Whether one is known to be the other's negation; makes no term. */
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

  /** At least `least` of the conditions hold; `least` is a whole number. */
  countsTo(conditions: readonly Term[], least: Rational): Term {
    const count = toDouble(least)
    if (count <= 0) return this.always
    if (count > conditions.length) return this.never
    const { calls, context, memory } = this.machine
    return this.over(calls.Z3_mk_atleast(context, conditions.length, memory.array(conditions), count), conditions)
  }

  /** Both true or both false. */
  same(a: Term, b: Term): Term {
    if (a === b) return this.always
    if (a === this.always) return b
    if (b === this.always) return a
    if (a === this.never) return this.not(b)
    if (b === this.never) return this.not(a)
    return this.over(this.machine.calls.Z3_mk_iff(this.machine.context, a, b), [a, b])
  }

  /** `then` where the condition holds, else `otherwise`; of any one sort. */
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
      return this.numeral(calls.Z3_mk_int(context, value.n, realSort), numeralSize(value))
    // The denominator is above zero, which Z3 needs to read a fraction as it is meant.
    const text = `${numerator(value)}/${denominator(value)}`
    return this.numeral(calls.Z3_mk_numeral(context, memory.text(text), realSort), numeralSize(value))
  }

  whole(value: number): Term {
    const { calls, context, intSort } = this.machine
    return this.numeral(calls.Z3_mk_int(context, value, intSort), ATOM)
  }

  /** As {@link whole}, of any length. @param value an integer */
  integer(value: Rational): Term {
    const { calls, context, intSort, memory } = this.machine
    return this.numeral(calls.Z3_mk_numeral(context, memory.text(`${numerator(value)}`), intSort), numeralSize(value))
  }

  equal(a: Term, b: Term): Term {
    if (a === b) return this.always
    if (this.numerals.has(a) && this.numerals.has(b)) return this.never
    return this.over(this.machine.calls.Z3_mk_eq(this.machine.context, a, b), [a, b])
  }

  below(a: Term, b: Term): Term {
    return this.over(this.machine.calls.Z3_mk_lt(this.machine.context, a, b), [a, b])
  }

  atMost(a: Term, b: Term): Term {
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

  /** Any number where `b` is zero: the caller adds when it is defined. */
  quotient(a: Term, b: Term): Term {
    return this.over(this.machine.calls.Z3_mk_div(this.machine.context, a, b), [a, b], quotientSize)
  }

  negative(a: Term): Term {
    return this.over(this.machine.calls.Z3_mk_unary_minus(this.machine.context, a), [a], sumSize)
  }

  /** The greatest integer that is not above the real `a`, as a whole term that Z3 works out where it must. */
  floor(a: Term): Term {
    return this.over(this.machine.calls.Z3_mk_real2int(this.machine.context, a), [a], floorSize)
  }

  /**
   * The same as a variable of its own, bound by what holds of it in every completion. Equalities of such variables are
   * settled where Z3 goes round in circles with {@link floor}, for the same `a` the same variable.
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

  /** States what is true in every completion, once, so that Z3 need not find it. */
  state(fact: Term): void {
    if (fact === this.always || this.stated.has(fact)) return
    this.stated.add(fact)
    this.machine.assert(fact)
  }

  /** The whole term `a` as a real one. */
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

  /** A new term over operands. Throws TooLarge. */
  private over(term: Pointer, operands: readonly Term[], join: Join = truthSize): Term {
    const sizes = operands.map((operand) => this.sizes.get(operand) ?? ATOM)
    this.sizes.set(this.machine.made(term), above(join(sizes)))
    return term
  }

  private numeral(term: Pointer, size: TermSize): Term {
    this.numerals.add(term)
    return this.leaf(term, size)
  }

  /** A new term without operands. */
  private leaf(term: Pointer, size: TermSize): Term {
    this.sizes.set(this.machine.made(term), size)
    return term
  }
}
