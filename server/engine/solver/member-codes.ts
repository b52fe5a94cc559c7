/**
 * Encodes members as whole numbers, in order of first use. Consecutive codes make a vocabulary's domain a range and its order
 * that of numbers; otherwise both are spelled out.
 */
import type { Term, Terms } from './terms'

export class MemberCodes {
  private readonly codes = new Map<string, number>()

  /** @param vocabularies each gets consecutive codes unless they overlap */
  constructor(
    private readonly terms: Terms,
    vocabularies: readonly (readonly string[])[],
  ) {
    for (const vocabulary of vocabularies) for (const member of vocabulary) this.code(member)
  }

  code(member: string): number {
    const known = this.codes.get(member)
    if (known !== undefined) return known
    this.codes.set(member, this.codes.size)
    return this.codes.size - 1
  }

  term(member: string): Term {
    return this.terms.whole(this.code(member))
  }

  isOneOf(value: Term, members: readonly string[]): Term {
    const codes = members.map((member) => this.code(member))
    const [first] = codes
    const last = codes[codes.length - 1]
    const neighbours = codes.every((code, i) => i === 0 || code === (codes[i - 1] ?? 0) + 1)
    if (neighbours && first !== undefined && last !== undefined)
      return this.terms.and([
        this.terms.atMost(this.terms.whole(first), value),
        this.terms.atMost(value, this.terms.whole(last)),
      ])
    return this.terms.or(codes.map((code) => this.terms.equal(value, this.terms.whole(code))))
  }

  /** Increases with the place in the vocabulary. */
  rank(value: Term, vocabulary: readonly string[]): Term {
    const codes = vocabulary.map((member) => this.code(member))
    if (codes.every((code, i) => i === 0 || code > (codes[i - 1] ?? 0))) return value
    return codes.reduceRight(
      (rest, code, index) =>
        this.terms.choose(this.terms.equal(value, this.terms.whole(code)), this.terms.whole(index), rest),
      this.terms.whole(codes.length),
    )
  }

  member(code: number): string | null {
    for (const [member, known] of this.codes) if (known === code) return member
    return null
  }
}
