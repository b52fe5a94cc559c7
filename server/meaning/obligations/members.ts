/**
 * Members and plain strings as whole numbers, which z3 and cvc5 decide fastest. A vocabulary gets consecutive numbers
 * unless another vocabulary already has some of its members.
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

  /** In the order of their codes, from 0. */
  get all(): readonly MemberCode[] {
    return [...this.codes.values()]
  }

  term(member: string): Term {
    return this.of(member).symbol
  }

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
    // Two members are never equal; other equalities are left to the solver.
    if (left !== right && this.constants.has(left) && this.constants.has(right)) return this.terms.never
    return this.terms.equal(left, right)
  }

  /** Compares members by their places in the order. */
  compare(operator: '<' | '<=', left: Term, right: Term, order: readonly string[]): Term {
    const codes = order.map((member) => this.of(member).code)
    if (codes.every((code, place) => place === 0 || code > codes[place - 1]!))
      return this.terms.compare(operator, left, right)
    return this.terms.compare(operator, this.rank(left, order), this.rank(right, order))
  }

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
