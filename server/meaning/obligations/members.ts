/**
 * Members of vocabularies and plain strings as whole numbers: what both z3 and cvc5 decide fastest.
 *
 * Promises: equal strings are one number; a vocabulary is consecutive and ascending where no other vocabulary took its
 * members before.
 */
import type { Symbols } from './symbols'
import type { Term, Terms } from './terms'

export interface MemberCode {
  readonly member: string
  readonly code: number
  readonly symbol: Term
}

export class Members {
  private readonly codes = new Map<string, MemberCode>()
  private readonly constants = new Set<Term>()

  constructor(
    private readonly terms: Terms,
    private readonly symbols: Symbols,
  ) {}

  /** In the order of their codes, which are 0, 1, 2 … */
  get all(): readonly MemberCode[] {
    return [...this.codes.values()]
  }

  term(member: string): Term {
    return this.of(member).symbol
  }

  /** A variable has a value of the vocabulary. */
  isOneOf(variable: Term, vocabulary: readonly string[]): Term {
    const codes = vocabulary.map((member) => this.of(member))
    const [first, last] = [codes[0]!, codes.at(-1)!]
    if (codes.length > 1 && codes.every(({ code }, place) => code === first.code + place))
      return this.terms.and([
        this.terms.compare('<=', first.symbol, variable),
        this.terms.compare('<=', variable, last.symbol),
      ])
    return this.terms.or(codes.map(({ symbol }) => this.equal(variable, symbol)))
  }

  equal(left: Term, right: Term): Term {
    // Two members are never equal; everything else the solver decides.
    if (left !== right && this.constants.has(left) && this.constants.has(right)) return this.terms.never
    return this.terms.equal(left, right)
  }

  /** Whether the left one comes before the right one in the order, or is the same where `operator` is `<=`. */
  compare(operator: '<' | '<=', left: Term, right: Term, order: readonly string[]): Term {
    const codes = order.map((member) => this.of(member).code)
    if (codes.every((code, place) => place === 0 || code > codes[place - 1]!))
      return this.terms.compare(operator, left, right)
    return this.terms.compare(operator, this.rank(left, order), this.rank(right, order))
  }

  /** The place of a member in an order. */
  private rank(member: Term, order: readonly string[]): Term {
    const places = order.map((each, place) => ({ isEach: this.equal(member, this.term(each)), place }))
    return places.reduceRight(
      (otherwise, { isEach, place }) => this.terms.choose(isEach, this.place(place), otherwise),
      this.place(order.length - 1),
    )
  }

  private place(place: number): Term {
    return this.terms.leaf('Int', String(place))
  }

  private of(member: string): MemberCode {
    const known = this.codes.get(member)
    if (known !== undefined) return known
    const symbol = this.terms.leaf('Int', this.symbols.add(`"${member}"`, 'member'))
    const made = { member, code: this.codes.size, symbol }
    this.codes.set(member, made)
    this.constants.add(symbol)
    return made
  }
}
