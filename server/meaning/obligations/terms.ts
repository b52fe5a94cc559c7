/**
 * SMT-LIB terms, shared between equal parts. Operands have lower numbers. Only constants are simplified, so that the
 * proof is left to the reading solver. A product or quotient with a choice among constants becomes a choice among
 * linear products. Sorts are trusted to agree.
 */
import * as exact from '../../language/numeric/rational'
import { denominatorOf, numeratorOf, ONE, type Rational, signOf, ZERO } from '../../language/numeric/rational'

export type Sort = 'Bool' | 'Int' | 'Real'

export interface Term {
  readonly id: number
  readonly sort: Sort
  /** A symbol, a numeral or an applied function. */
  readonly head: string
  readonly operands: readonly Term[]
  /** If it is a constant. */
  readonly number: Rational | null
}

/** Constants in one choice of a factor. */
const MAX_LEAVES = 64

export class Terms {
  readonly all: Term[] = []
  private readonly known = new Map<string, Term>()
  readonly always = this.leaf('Bool', 'true')
  readonly never = this.leaf('Bool', 'false')
  /** Leaves of choices among constants; other terms are missing. */
  private readonly leaves = new Map<Term, number>()

  /** A claim, a member, or `true` and `false`. */
  leaf(sort: Sort, symbol: string): Term {
    return this.make(sort, symbol, [])
  }

  real(value: Rational): Term {
    return this.make('Real', decimal(value), [], value)
  }

  and(operands: readonly Term[]): Term {
    return this.junction('and', operands, this.always, this.never)
  }

  or(operands: readonly Term[]): Term {
    return this.junction('or', operands, this.never, this.always)
  }

  not(operand: Term): Term {
    if (operand === this.always) return this.never
    if (operand === this.never) return this.always
    return operand.head === 'not' ? operand.operands[0]! : this.make('Bool', 'not', [operand])
  }

  /** The sorts are equal. */
  equal(left: Term, right: Term): Term {
    if (left === this.always) return right
    if (right === this.always) return left
    if (left === this.never) return this.not(right)
    if (right === this.never) return this.not(left)
    if (left.number !== null && right.number !== null) return left === right ? this.always : this.never
    return this.make('Bool', '=', left.id < right.id ? [left, right] : [right, left])
  }

  compare(operator: '<' | '<=', left: Term, right: Term): Term {
    if (left.number !== null && right.number !== null) {
      const order = exact.compareRationals(left.number, right.number)
      return (operator === '<' ? order < 0 : order <= 0) ? this.always : this.never
    }
    return this.make('Bool', operator, [left, right])
  }

  choose(condition: Term, then: Term, otherwise: Term): Term {
    if (condition === this.always || then === otherwise) return then
    if (condition === this.never) return otherwise
    if (then === this.always) return this.or([condition, otherwise])
    if (then === this.never) return this.and([this.not(condition), otherwise])
    if (otherwise === this.always) return this.or([this.not(condition), then])
    if (otherwise === this.never) return this.and([condition, then])
    const chosen = this.make(then.sort, 'ite', [condition, then, otherwise])
    const [one, other] = [this.leavesOf(then), this.leavesOf(otherwise)]
    if (one !== undefined && other !== undefined) this.leaves.set(chosen, one + other)
    return chosen
  }

  sum(operands: readonly Term[]): Term {
    const open = operands.filter(({ number }) => number === null)
    const constant = operands.reduce((sum, { number }) => (number === null ? sum : exact.add(sum, number)), ZERO)
    if (open.length === 0) return this.real(constant)
    const terms = signOf(constant) === 0 ? open : [...open, this.real(constant)]
    return terms.length === 1 ? terms[0]! : this.make('Real', '+', terms)
  }

  difference(left: Term, right: Term): Term {
    if (right.number !== null) return this.sum([left, this.real(exact.negate(right.number))])
    return this.make('Real', '-', [left, right])
  }

  negation(operand: Term): Term {
    if (operand.number !== null) return this.real(exact.negate(operand.number))
    return this.make('Real', '-', [operand])
  }

  product(left: Term, right: Term): Term {
    const [factor, other] = this.isChoiceOfConstants(left) ? [left, right] : [right, left]
    if (!this.isChoiceOfConstants(factor)) return this.make('Real', '*', [left, right])
    return this.eachLeaf(factor, (leaf) => this.scaled(other, leaf))
  }

  /** Any value for a zero divisor; questions about it also ask whether it has a value. */
  quotient(left: Term, right: Term): Term {
    if (!this.isChoiceOfConstants(right)) return this.make('Real', '/', [left, right])
    return this.eachLeaf(right, (leaf) => {
      const inverse = exact.divide(ONE, leaf)
      return inverse === null ? this.real(ZERO) : this.scaled(left, inverse)
    })
  }

  /** `left - right * floor(left / right)`; any value for a zero divisor. */
  remainder(left: Term, right: Term): Term {
    if (!this.isChoiceOfConstants(right)) return this.remainderOf(left, right)
    return this.eachLeaf(right, (leaf) =>
      signOf(leaf) === 0 ? this.real(ZERO) : this.remainderOf(left, this.real(leaf)),
    )
  }

  private remainderOf(left: Term, right: Term): Term {
    return this.difference(left, this.product(right, this.floor(this.quotient(left, right))))
  }

  isZero(operand: Term): Term {
    if (!this.isChoiceOfConstants(operand)) return this.equal(operand, this.real(ZERO))
    if (operand.number !== null) return signOf(operand.number) === 0 ? this.always : this.never
    const [condition, then, otherwise] = operand.operands
    return this.choose(condition!, this.isZero(then!), this.isZero(otherwise!))
  }

  /** The greatest whole number that is not above it. */
  floor(operand: Term): Term {
    if (operand.number !== null) return this.real(exact.floorOf(operand.number))
    return this.make('Real', 'to_real', [this.make('Int', 'to_int', [operand])])
  }

  /** A whole number as a real one. */
  asReal(operand: Term): Term {
    return this.make('Real', 'to_real', [operand])
  }

  private scaled(term: Term, factor: Rational): Term {
    if (signOf(factor) === 0) return this.real(ZERO)
    if (exact.isEqual(factor, ONE)) return term
    if (term.number !== null) return this.real(exact.multiply(term.number, factor))
    return this.make('Real', '*', [this.real(factor), term])
  }

  private isChoiceOfConstants(term: Term): boolean {
    return term.number !== null || (this.leaves.get(term) ?? Number.POSITIVE_INFINITY) <= MAX_LEAVES
  }

  private leavesOf(term: Term): number | undefined {
    return term.number === null ? this.leaves.get(term) : 1
  }

  private eachLeaf(term: Term, change: (leaf: Rational) => Term): Term {
    if (term.number !== null) return change(term.number)
    const [condition, then, otherwise] = term.operands
    return this.choose(condition!, this.eachLeaf(then!, change), this.eachLeaf(otherwise!, change))
  }

  private junction(head: 'and' | 'or', operands: readonly Term[], empty: Term, settling: Term): Term {
    const distinct = new Set<Term>()
    for (const operand of operands) {
      if (operand === settling) return settling
      if (operand !== empty) distinct.add(operand)
    }
    const [first = empty] = distinct
    return distinct.size <= 1 ? first : this.make('Bool', head, [...distinct])
  }

  private make(sort: Sort, head: string, operands: readonly Term[], number: Rational | null = null): Term {
    const key = `${sort} ${head} ${operands.map(({ id }) => id).join()}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const term = { id: this.all.length, sort, head, operands, number }
    this.all.push(term)
    this.known.set(key, term)
    return term
  }
}

/** `12.0`, `(- 0.5)`, `(/ 1.0 3.0)`. */
function decimal(value: Rational): string {
  if (signOf(value) < 0) return `(- ${decimal(exact.negate(value))})`
  const [n, d] = [numeratorOf(value), denominatorOf(value)]
  return d === 1n ? `${n}.0` : `(/ ${n}.0 ${d}.0)`
}
