/**
 * The three outcomes of a condition as two terms, of which at most one holds. If neither holds, the condition has no
 * value (public/docs/language.md, "What an answer means").
 */
import type { Term, Terms } from './terms'

export interface Truth {
  readonly isTrue: Term
  readonly isFalse: Term
}

export type Meaning =
  | { readonly kind: 'truth'; readonly truth: Truth }
  /** `value` is arbitrary if `defined` does not hold. */
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

  /** False if only a solver can tell. */
  isDefinite({ isTrue, isFalse }: Truth): boolean {
    return isFalse === this.terms.not(isTrue)
  }

  not({ isTrue, isFalse }: Truth): Truth {
    return { isTrue: isFalse, isFalse: isTrue }
  }

  /** FALSE operands come first, then operands without a value. */
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

  /** Whether both are the same; without a value if a side has no value. */
  same(left: Truth, right: Truth): Truth {
    const { terms } = this
    const defined = terms.and([this.hasValue(left), this.hasValue(right)])
    return this.definiteWhere(defined, terms.equal(left.isTrue, right.isTrue))
  }

  /** Compares all three outcomes. */
  differ(left: Truth, right: Truth): Truth {
    const { terms } = this
    const isSame = terms.and([terms.equal(left.isTrue, right.isTrue), terms.equal(left.isFalse, right.isFalse)])
    return this.definite(terms.not(isSame))
  }

  /** A choice; without a value if the condition has no value. */
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
