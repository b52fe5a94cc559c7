/** Finds false statements of an explanation, and silent omissions, over every completion. */

import { FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { compileText } from '../../engine/testing/ask'
import { parseNumeral, printNumeral } from '../../language/numeric/numeral'
import {
  add,
  compareRationals,
  fromInteger,
  isEqual,
  negate,
  Rational,
  subtract,
} from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { ClaimValue } from '../claim-dictionary'
import type {
  AllowedValue,
  AnswerExplanation,
  DecisivePart,
  Explanation,
  Proposals,
} from '../explanation/explanation-result'
import { policyAnswer } from './enumerated-answers'
import { EnumeratedMeaning } from './enumerated-meaning'
import type { RandomQuestion } from './random-question'

const NAMES: Readonly<Record<string, Outcomes>> = { TRUE, FALSE, 'NO VALUE': NONE }

export class ExplanationFaults {
  readonly faults: string[] = []
  private readonly meaning: EnumeratedMeaning
  private readonly byPart = new Map<string, EnumeratedMeaning>()

  constructor(
    private readonly question: RandomQuestion,
    private readonly ruleset: CheckedRuleset,
    private readonly known: Known,
    private readonly explanation: Explanation,
  ) {
    this.meaning = new EnumeratedMeaning(ruleset, question)
  }

  find(): readonly string[] {
    for (const [index, answer] of this.explanation.assertions.entries()) {
      this.answer(index, answer)
      this.definitions(index, answer)
      this.decisive(index, answer)
      this.settled(index, answer)
      if (answer.check !== 'TRUE') this.proposals([index], answer)
    }
    const { allTogether } = this.explanation
    if (allTogether !== null) this.proposals([...this.ruleset.assertions.keys()], allTogether)
    return this.faults
  }

  /** UNKNOWN because of the solver's budget is not false. */
  private answer(index: number, { check, name }: AnswerExplanation): void {
    if (check !== 'UNKNOWN' && check !== this.answerTo(index, this.known))
      this.faults.push(`false: the answer to ${name} is ${check}`)
  }

  private answerTo(index: number, known: Known): string {
    return policyAnswer(this.ruleset.assertions[index]!.policy, this.meaning.mask(index, known))
  }

  private isOpen(assertions: readonly number[], words: RegExp): boolean {
    const names = assertions.map((index) => this.ruleset.assertions[index]!.name)
    return this.explanation.open.some(
      (open) => words.test(open.question) && names.every((name) => open.assertions.includes(name)),
    )
  }

  private definitions(index: number, { definitions, name: assertion }: AnswerExplanation): void {
    for (const { name, value, sentence } of definitions) {
      const expression = this.ruleset.lets.find((each) => each.name === name)!.value
      const values = new Set<string>()
      for (const completion of this.meaning.completions(this.known))
        values.add(showValue(this.meaning.valueOf(expression, completion)))
      const [only] = values
      const expected = values.size > 1 ? null : only === 'null' ? null : only!
      if (value === expected && sentence.includes('is not settled') === values.size > 1) continue
      const isOpen = value === null && this.isOpen([index], /can come to/)
      if (!isOpen) this.faults.push(`${value === null ? 'incomplete' : 'false'}: ${name} of ${assertion}: ${sentence}`)
    }
  }

  private decisive(index: number, { decisive, name }: AnswerExplanation): void {
    if (decisive.length === 0) this.faults.push(`incomplete: no part decides ${name}`)
    for (const part of decisive) {
      const mask = this.maskOf(part, this.known)
      const stated = NAMES[part.outcome]
      const isSo = stated === undefined ? !isOne(mask) || this.isOpen([index], /can come to/) : mask === stated
      if (!isSo) this.faults.push(`false: ${part.source} of ${name} is ${part.outcome}`)
    }
    const outcome = this.meaning.mask(index, this.known)
    if (outcome !== TRUE && outcome !== FALSE) return
    const everything = this.known.map(() => null)
    for (const completion of this.meaning.completions(everything)) {
      if ((this.meaning.mask(index, completion) & (outcome | NONE)) !== 0) continue
      if (decisive.some((part) => this.maskOf(part, completion) !== this.maskOf(part, this.known))) continue
      this.faults.push(`incomplete: the parts of ${name} do not decide it: ${completion.map(showValue).join()}`)
      return
    }
  }

  private maskOf(part: DecisivePart, known: Known): Outcomes {
    const isMember = ['e', 'kind'].includes(part.source)
    if (!isMember) return this.partOf(part.source).mask(0, known)
    const stated = /is "(\w+)"/.exec(part.sentence)?.[1]
    return this.partOf(`${part.source} == "${stated ?? (part.source === 'e' ? 'low' : 'meal')}"`).mask(0, known)
  }

  private partOf(source: string): EnumeratedMeaning {
    const known = this.byPart.get(source)
    if (known !== undefined) return known
    const before = this.question.text.split('assert ')[0]!
    const made = new EnumeratedMeaning(compileText(`${before}assert part { ${source} };`), this.question)
    this.byPart.set(source, made)
    return made
  }

  private settled(index: number, { check, settledBy, name }: AnswerExplanation): void {
    const { inputs, assertions } = this.ruleset
    if (check !== 'UNKNOWN' && settledBy.length > 0) this.faults.push(`false: ${name} is ${check} and to be settled`)
    if (check !== 'UNKNOWN') return
    for (const input of assertions[index]!.reads) {
      if (this.known[input] !== null) continue
      for (const outcome of ['TRUE', 'FALSE'] as const) {
        const claim = inputs[input]!.name
        const entry = settledBy.find((each) => each.claim === claim && each.outcome === outcome)
        const isOpen = this.isOpen([index], new RegExp(`of ‘?${claim}’? settle .* ${outcome}`))
        const settles = (value: Value) => this.meaning.mask(index, this.known.with(input, value)) === NAMES[outcome]
        this.compare(`${claim} settles ${name} as ${outcome}`, input, entry?.allowed ?? [], settles, isOpen)
      }
    }
  }

  /** The list must hold exactly the values for which the statement is true. */
  private compare(
    what: string,
    input: number,
    allowed: readonly AllowedValue[],
    isSo: (value: Value) => boolean,
    isOpen: boolean,
  ): void {
    for (const value of this.submittable(input, allowed)) {
      const isListed = listsValue(allowed, value)
      if (isListed && !isSo(value)) this.faults.push(`false: ${showValue(value)} of ${what}`)
      if (!isListed && !isOpen && isSo(value)) this.faults.push(`incomplete: ${showValue(value)} of ${what}`)
    }
  }

  /** Values that show everything, and the ends of the list with their neighbours. */
  private submittable(input: number, allowed: readonly AllowedValue[]): readonly Value[] {
    const { range } = this.ruleset.inputs[input]!
    const ends = allowed.flatMap((each) =>
      'value' in each ? [] : [each.from, each.to].flatMap((end) => (end === null ? [] : [numberIn(end.value)])),
    )
    const tiny = parseNumber('0.000001')
    const all = [
      ...this.meaning.candidates(input, this.known),
      ...ends.flatMap((end) => [end, subtract(end, tiny), subtract(end, negate(tiny))]),
    ]
    return all.filter(
      (value) =>
        range === null ||
        !(value instanceof Rational) ||
        (compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0),
    )
  }

  private proposals(indices: readonly number[], { wouldHoldIf, whyNot }: Proposals): void {
    const name = indices.map((index) => this.ruleset.assertions[index]!.name).join('+')
    const holds = (known: Known) => indices.every((index) => this.answerTo(index, known) === 'TRUE')
    const proved = (known: Known) => indices.every((index) => this.meaning.mask(index, known) === TRUE)
    if (this.isOpen(indices, /what would make/)) return
    const read = [...new Set(indices.flatMap((index) => this.ruleset.assertions[index]!.reads))].sort((a, b) => a - b)
    const size = wouldHoldIf[0]?.changes.length ?? read.length + 1
    if (wouldHoldIf.length === 0 && whyNot === null)
      this.faults.push(`incomplete: nothing is said of what makes ${name} hold`)
    const enough = smallSubsets(read, size).filter((changed) => this.some(changed, this.known, holds))
    const fewer = enough.filter((changed) => changed.length < size)
    if (fewer.length > 0) this.faults.push(`incomplete: ${this.named(fewer[0]!)} would do for ${name}`)
    if (wouldHoldIf.length > 0 && wouldHoldIf.length < 3 && !this.isOpen(indices, /whether other values of/))
      for (const changed of enough)
        if (!wouldHoldIf.some(({ changes }) => changes.map(({ claim }) => claim).join() === this.named(changed)))
          this.faults.push(`incomplete: ${this.named(changed)} would do for ${name}`)
    for (const { claims, changes, byPolicy, sentence } of wouldHoldIf) {
      const values = this.ruleset.inputs.map((input) => this.valueIn(input.name, singleValue(claims[input.name])))
      if (!holds(values)) this.faults.push(`false: ${sentence} (${name})`)
      if (!byPolicy && !proved(values)) this.faults.push(`false: by policy only: ${sentence} (${name})`)
      const isSo = byPolicy ? holds : proved
      const changed = changes.map(({ claim }) => this.inputOf(claim))
      if (byPolicy && this.some(changed, this.known, proved))
        this.faults.push(`incomplete: other values hold in every completion: ${sentence} (${name})`)
      changes.forEach(({ claim, allowed }, place) => {
        const input = changed[place]!
        const isOpen = this.isOpen(indices, new RegExp(`other values of ‘?${claim}’? would`))
        const isLast = place === changes.length - 1
        const at = (value: Value) => isSo(values.with(input, value))
        this.compareAt(`${claim} in: ${sentence} (${name})`, input, values, allowed, at, isOpen || !isLast)
        const submitted = this.known[input]
        if (
          submitted instanceof Rational &&
          !this.isOpen(indices, new RegExp(`other values of ‘?${claim}’? would.*nearer`))
        )
          this.nearest(`${claim} in: ${sentence} (${name})`, input, values, submitted, at)
        if (typeof submitted === 'string') this.nearestMember(`${claim} in: ${sentence}`, input, values, submitted, at)
      })
    }
  }

  private compareAt(
    what: string,
    input: number,
    values: Known,
    allowed: readonly AllowedValue[],
    isSo: (value: Value) => boolean,
    isOpen: boolean,
  ): void {
    const { range } = this.ruleset.inputs[input]!
    for (const value of [...this.meaning.candidates(input, values), ...this.submittable(input, allowed)]) {
      if (range !== null && value instanceof Rational && !listsValue([rangeAsAllowed(range)], value)) continue
      const isListed = listsValue(allowed, value)
      if (isListed && !isSo(value)) this.faults.push(`false: ${showValue(value)} of ${what}`)
      if (!isListed && !isOpen && isSo(value)) this.faults.push(`incomplete: ${showValue(value)} of ${what}`)
    }
  }

  /**
   * No suitable interval may begin nearer than that of the proposed number. At an excluded end, the number is at most
   * one step farther.
   */
  private nearest(
    what: string,
    input: number,
    values: Known,
    submitted: Rational,
    isSo: (value: Value) => boolean,
  ): void {
    const { range } = this.ruleset.inputs[input]!
    const far = (value: Rational) => magnitude(subtract(value, submitted))
    const proposed = values[input] as Rational
    const all = this.meaning.candidates(input, values) as readonly Rational[]
    const submittable = all.filter((value) => range === null || listsValue([rangeAsAllowed(range)], value))
    const reached = submittable.filter(isSo).map((value) => ({ value, from: leastDistance(all, value, submitted) }))
    const least = reached.map(({ from }) => from).sort(compareRationals)[0]
    if (least === undefined) return
    const isAttained = reached.some(({ value }) => isEqual(far(value), least))
    const farthest = isAttained ? least : add(least, fromInteger(1))
    if (compareRationals(far(proposed), farthest) > 0)
      this.faults.push(`false: ${showValue(proposed)} is not nearest: ${what}`)
  }

  private nearestMember(
    what: string,
    input: number,
    values: Known,
    submitted: string,
    isSo: (value: Value) => boolean,
  ): void {
    const { type } = this.ruleset.inputs[input]!
    if (type.kind !== 'enum' || !type.ordered) return
    const far = (member: string) => Math.abs(type.vocabulary.indexOf(member) - type.vocabulary.indexOf(submitted))
    const nearer = type.vocabulary.find((member) => far(member) < far(String(values[input])) && isSo(member))
    if (nearer !== undefined) this.faults.push(`false: ${nearer} is nearer: ${what}`)
  }

  private some(changed: readonly number[], known: Known, isSo: (known: Known) => boolean): boolean {
    const [input, ...rest] = changed
    if (input === undefined) return isSo(known)
    const { range } = this.ruleset.inputs[input]!
    // Tried numbers depend on the other one.
    const open = known.map((value, each) => (changed.includes(each) ? null : value))
    return this.meaning
      .candidates(input, open)
      .filter((value) => range === null || !(value instanceof Rational) || listsValue([rangeAsAllowed(range)], value))
      .some((value) => this.some(rest, known.with(input, value), isSo))
  }

  private named(changed: readonly number[]): string {
    return changed.map((input) => this.ruleset.inputs[input]!.name).join()
  }

  private inputOf(claim: string): number {
    return this.ruleset.inputs.findIndex(({ name }) => name === claim)
  }

  private valueIn(claim: string, value: string | boolean | null): Value | null {
    const { type } = this.ruleset.inputs[this.inputOf(claim)]!
    return type.kind === 'numeric' && typeof value === 'string' ? numberIn(value) : value
  }
}

/** The least distance of the piece that contains `value`: a threshold, or everything between two thresholds. */
function leastDistance(all: readonly Rational[], value: Rational, from: Rational): Rational {
  const far = (each: Rational) => magnitude(subtract(each, from))
  const at = all.findIndex((each) => isEqual(each, value))
  // Thresholds have odd places (enumerated-meaning.ts).
  if (at % 2 === 1) return far(value)
  const ends = [all[at - 1], all[at + 1]].filter((end) => end !== undefined)
  if (ends.length === 2 && compareRationals(from, ends[0]!) > 0 && compareRationals(from, ends[1]!) < 0)
    return fromInteger(0)
  return ends.map(far).sort(compareRationals)[0]!
}

function isOne(mask: Outcomes): boolean {
  return mask === TRUE || mask === FALSE || mask === NONE
}

function magnitude(value: Rational): Rational {
  return compareRationals(value, fromInteger(0)) < 0 ? negate(value) : value
}

function showValue(value: Value | null): string {
  return value instanceof Rational ? printNumeral(value) : String(value)
}

/** Reads a number as it is submitted, with its unit. */
function numberIn(text: string): Rational {
  return parseNumber(text.split(' ')[0]!)
}

function parseNumber(text: string): Rational {
  const value = parseNumeral(text, 1_000)
  if (!(value instanceof Rational)) throw new Error(`${text} is not a number`)
  return value
}

function rangeAsAllowed({ min, max }: { readonly min: Rational; readonly max: Rational }): AllowedValue {
  const end = (value: Rational) => ({ value: printNumeral(value), included: true })
  return { from: end(min), to: end(max) }
}

function listsValue(allowed: readonly AllowedValue[], value: Value): boolean {
  return allowed.some((each) => {
    if ('value' in each) return each.value === value
    if (!(value instanceof Rational)) return false
    const above = each.from === null ? 1 : compareRationals(value, numberIn(each.from.value))
    const below = each.to === null ? -1 : compareRationals(value, numberIn(each.to.value))
    return (above > 0 || (above === 0 && each.from!.included)) && (below < 0 || (below === 0 && each.to!.included))
  })
}

/** Subsets of up to four members, by size, up to `largest`. */
function smallSubsets(members: readonly number[], largest: number): readonly (readonly number[])[] {
  const all: (readonly number[])[] = [[]]
  for (const member of members) all.push(...all.map((each) => [...each, member]))
  const isWanted = ({ length }: readonly number[]) => length > 0 && length <= Math.min(largest, 4)
  return all.filter(isWanted).sort((a, b) => a.length - b.length)
}

/** Random rulesets have neither records nor lists. */
function singleValue(value: ClaimValue | undefined): string | boolean | null {
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean')
    return value ?? null
  throw new Error('a claim of a random ruleset has one value')
}
