/**
 * The values of expressions as terms, where division by zero leaves one without a value.
 *
 * Promises: the three outcomes of a condition are two terms of which at most one holds; where neither does, the
 * condition has no value (public/docs/language.md, "What an answer means").
 */
import type { Term, Terms } from './terms'

export interface Truth {
  readonly isTrue: Term
  readonly isFalse: Term
}

export type Meaning =
  | { readonly kind: 'truth'; readonly truth: Truth }
  /** `value` is anything where `defined` does not hold. */
  | { readonly kind: 'number' | 'member'; readonly value: Term; readonly defined: Term }

export class ThreeOutcomes {
  constructor(private readonly terms: Terms) {}

  /** Always has a value. */
  definite(condition: Term): Truth {
    return { isTrue: condition, isFalse: this.terms.not(condition) }
  }

  definiteWhere(defined: Term, condition: Term): Truth {
    const { terms } = this
    return { isTrue: terms.and([defined, condition]), isFalse: terms.and([defined, terms.not(condition)]) }
  }

  hasValue(truth: Truth): Term {
    return this.isDefinite(truth) ? this.terms.always : this.terms.or([truth.isTrue, truth.isFalse])
  }

  /** Whether it can be seen without a solver that the condition always has a value. */
  isDefinite({ isTrue, isFalse }: Truth): boolean {
    return isFalse === this.terms.not(isTrue)
  }

  not({ isTrue, isFalse }: Truth): Truth {
    return { isTrue: isFalse, isFalse: isTrue }
  }

  /** FALSE where an operand is, else without a value where an operand is, else TRUE. */
  and(operands: readonly Truth[]): Truth {
    const isTrue = this.terms.and(operands.map((operand) => operand.isTrue))
    if (operands.every((operand) => this.isDefinite(operand))) return this.definite(isTrue)
    return { isTrue, isFalse: this.terms.or(operands.map((operand) => operand.isFalse)) }
  }

  or(operands: readonly Truth[]): Truth {
    const isTrue = this.terms.or(operands.map((operand) => operand.isTrue))
    if (operands.every((operand) => this.isDefinite(operand))) return this.definite(isTrue)
    return { isTrue, isFalse: this.terms.and(operands.map((operand) => operand.isFalse)) }
  }

  implies(premise: Truth, consequence: Truth): Truth {
    return this.or([this.not(premise), consequence])
  }

  /** Whether both are TRUE or both FALSE; without a value where one of them is. */
  same(left: Truth, right: Truth): Truth {
    const { terms } = this
    const defined = terms.and([this.hasValue(left), this.hasValue(right)])
    return this.definiteWhere(defined, terms.equal(left.isTrue, right.isTrue))
  }

  /** Whether the two outcomes are different ones of the three. */
  differ(left: Truth, right: Truth): Truth {
    const { terms } = this
    const isSame = terms.and([terms.equal(left.isTrue, right.isTrue), terms.equal(left.isFalse, right.isFalse)])
    return this.definite(terms.not(isSame))
  }

  /** The branch that the condition takes; without a value where the condition is. */
  choose(condition: Truth, then: Meaning, otherwise: Meaning): Meaning {
    if (then.kind === 'truth' && otherwise.kind === 'truth') {
      const isTrue = this.branch(condition, then.truth.isTrue, otherwise.truth.isTrue)
      if ([condition, then.truth, otherwise.truth].every((each) => this.isDefinite(each)))
        return { kind: 'truth', truth: this.definite(isTrue) }
      const isFalse = this.branch(condition, then.truth.isFalse, otherwise.truth.isFalse)
      return { kind: 'truth', truth: { isTrue, isFalse } }
    }
    if (then.kind === 'truth' || otherwise.kind === 'truth') throw new Error('branches of different types')
    const value = this.terms.choose(condition.isTrue, then.value, otherwise.value)
    return { kind: then.kind, value, defined: this.branch(condition, then.defined, otherwise.defined) }
  }

  private branch(condition: Truth, whenTrue: Term, whenFalse: Term): Term {
    const { terms } = this
    if (this.isDefinite(condition)) return terms.choose(condition.isTrue, whenTrue, whenFalse)
    return terms.or([terms.and([condition.isTrue, whenTrue]), terms.and([condition.isFalse, whenFalse])])
  }
}
