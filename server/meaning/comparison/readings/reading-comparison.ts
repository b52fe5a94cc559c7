/**
 * Answers to dictionaries that both rulesets accept and read as different values: one text is a code before and a
 * number now, or "else" stands for it only before. The joined rulesets hold equal values only.
 */
import { createBinder } from '../../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../../engine/claims/reading'
import { type Completion, FALSE, NONE, type Outcomes, TRUE, type Value } from '../../../engine/core/value'
import { readsUnbridged } from '../../../engine/decide/assertion-result'
import { quoteVisible } from '../../../engine/explain/english/clause'
import type { Names } from '../../../engine/explain/english/names'
import { factsInWords } from '../../../engine/explain/english/values'
import { printNumeral } from '../../../language/numeric/numeral'
import { add, divide, isEqual, multiply, ONE, Rational, subtract, ZERO } from '../../../language/numeric/rational'
import { type Input, NO_CODE } from '../../../language/semantics/checked-input'
import { type ClaimDictionary, claimDictionary } from '../../claim-dictionary'
import { ALWAYS, type Condition, conjunction, difference, hasOutcome } from '../../condition'
import { type AskTools, limitOf, spentBudget } from '../../find-witness'
import { askCondition } from '../../questions'
import type { CompleteAnswer } from '../answers'
import { checkOf, type PairOutcome, verdictOf } from '../compare-pair'
import { ANSWER_WAYS, type AnswerChange, type AnswerWay, type OpenReason, type OpenWay } from '../comparison-result'
import { firstInWords } from '../finding'
import { type JoinedRulesets, joinRulesets, type PairedNames, type Side, scaleBetween } from '../joined-rulesets'
import { valueIn, withValue } from './dictionary-places'
import { type OtherReading, otherReading } from './read-otherwise'
import { type ClaimPlace, partsOf, type SubmittedValue, valueReader, valuesToSubmit } from './submitted-values'

type ReadRuleset = Pick<ClaimPlace, 'ruleset' | 'library'>

/** A claim that both rulesets may read differently. */
export interface ReadClaim {
  readonly name: string
  readonly before: ClaimPlace
  readonly after: ClaimPlace
  readonly reading: Exclude<OtherReading, null>
  /** From the later number to the earlier one. */
  readonly scale: { readonly factor: Rational; readonly offset: Rational } | null
}

export interface Reading {
  /** Null for every number that one of the rulesets takes as a code. */
  readonly submitted: string | null
  readonly before: SubmittedValue
  readonly after: SubmittedValue
}

export class ReadingComparison {
  private readonly claims: ReadonlyMap<string, ReadClaim>
  private readonly apart = new Map<string, JoinedRulesets>()
  private readonly readings = new Map<string, readonly Reading[]>()

  constructor(
    private readonly before: ReadRuleset,
    private readonly after: ReadRuleset,
    private readonly inputs: PairedNames,
    private readonly names: () => Names,
    private readonly tools: AskTools,
  ) {
    const claims = after.ruleset.inputs.flatMap((input, index): readonly ReadClaim[] => {
      const earlier = inputs.earlier[index]!
      const other = before.ruleset.inputs[earlier]
      const reading = other === undefined ? null : otherReading(other, input, after.library)
      if (other === undefined || reading === null) return []
      const place = ({ ruleset, library }: ReadRuleset, at: number) => ({ ruleset, library, input: at })
      const scale = scaleBetween(input, other, after.library)
      return [{ name: input.name, before: place(before, earlier), after: place(after, index), reading, scale }]
    })
    this.claims = new Map(claims.map((claim) => [claim.name, claim]))
  }

  get isNeeded(): boolean {
    return this.claims.size > 0
  }

  /** Adds the ways in which other readings change the answers of a pair, and those that stay open. */
  extended(before: number, after: number, outcome: PairOutcome): PairOutcome {
    const claims = this.claimsOf(before, after)
    if (claims.length === 0 || (outcome.verdict === 'not comparable' && !this.areAllTexts(claims))) return outcome
    const pair = new PairReadings([before, after])
    try {
      if (this.isIndependent(claims, before, after)) return outcome
      for (const change of outcome.changes) pair.add(change)
      for (const claim of claims) for (const reading of this.readingsOf(claim)) this.ask(pair, claim, reading)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      pair.leaveOpen(limit)
    }
    if (claims.length > 1 || claims.some(({ reading }) => reading === 'open')) pair.leaveOpen('reading')
    return pair.joinedWith(outcome)
  }

  /** Texts whose kinds are not related have literal texts in common. */
  private areAllTexts(claims: readonly ReadClaim[]): boolean {
    const { apart } = this.joinedWithout([])
    const texts = claims.filter(({ after }) => inputOf(after).form?.kind === 'text')
    const known = new Set(texts.map(({ name }) => name))
    return [...apart].every((input) => known.has(this.joinedWithout([]).space.inputs[input]!.name))
  }

  private claimsOf(before: number, after: number): readonly ReadClaim[] {
    const [was, now] = [this.before.ruleset, this.after.ruleset]
    return this.claimsIn(was.assertions[before]!.reads, now.assertions[after]!.reads)
  }

  /** @param before,after inputs of each ruleset */
  claimsIn(before: readonly number[], after: readonly number[]): readonly ReadClaim[] {
    const [was, now] = [this.before.ruleset, this.after.ruleset]
    const read = new Set([
      ...before.map((input) => was.inputs[input]!.name),
      ...after.map((input) => now.inputs[input]!.name),
    ])
    const claims = [...read].flatMap((name) => this.claims.get(name) ?? [])
    return claims.filter((claim) => claim.reading === 'open' || this.readingsOf(claim).length > 0)
  }

  /** Whether the outcomes are the same for any two values of the claims. */
  private isIndependent(claims: readonly ReadClaim[], before: number, after: number): boolean {
    // An answer to a number whose unit does not convert turns on more than outcomes.
    if (claims.some(({ scale }) => scale === null)) return false
    const joined = this.joinedWithout(claims)
    const differs = difference(joined.before.condition(before), joined.after.condition(after))
    const answer = askCondition(joined.space, differs, this.tools)
    return answer.status === 'proved' && answer.holds === 'everywhere'
  }

  /** The two rulesets with the values of these claims unrelated. */
  joinedWithout(claims: readonly ReadClaim[]): JoinedRulesets {
    const names = claims.map(({ name }) => name)
    const key = JSON.stringify(names)
    const known = this.apart.get(key)
    if (known !== undefined) return known
    const { before, after, inputs } = this
    const joined = joinRulesets(before.ruleset, after.ruleset, after.library, inputs, new Set(names))
    this.apart.set(key, joined)
    return joined
  }

  /** Pairs of different values that both read from one submitted value. */
  readingsOf(claim: ReadClaim): readonly Reading[] {
    const known = this.readings.get(claim.name)
    if (known !== undefined) return known
    const [was, now] = [valueReader(claim.before), valueReader(claim.after)]
    const readings: Reading[] = []
    for (const submitted of valuesToSubmit(inputOf(claim.before), inputOf(claim.after))) {
      const [before, after] = [was(submitted), now(submitted)]
      if (before === null || after === null || isReadAlike(claim, before, after)) continue
      readings.push({ submitted, before, after })
    }
    const number = readings.find(({ before, after }) => (codeAmong(before) === '') !== (codeAmong(after) === ''))
    if (number !== undefined && inputOf(claim.after).type.kind === 'numeric') readings.push(withAnyNumber(number))
    this.readings.set(claim.name, readings)
    return readings
  }

  private ask(pair: PairReadings, claim: ReadClaim, reading: Reading): void {
    const joined = this.joinedWithout([claim])
    const given = { claim, reading, joined }
    const known = knownUnder(given)
    for (const way of pair.missing()) {
      const spent = spentBudget(this.tools.meter)
      if (spent !== null) {
        pair.leaveOpen(spent)
        return
      }
      const question = pair.question(given, way)
      if (question === null) continue
      const answer = askCondition(joined.space, question, this.tools, known)
      if (answer.status === 'not decided') pair.leaveOpen(answer.limit)
      else if (answer.status === 'needs solver') pair.leaveOpen('needs solver')
      else if (answer.status === 'witness') this.confirm(pair, given, answer.witness.values)
    }
  }

  /** Asks both rulesets, and leaves the way open if no submitted value shows it. */
  private confirm(pair: PairReadings, given: Asked, values: Completion): void {
    for (const submitted of this.submittedUnder(given, values)) {
      const change = this.changeOf(pair, given, values, submitted)
      if (change === null) continue
      pair.add(change)
      return
    }
    pair.leaveOpen('reading')
  }

  /** The dictionaries that may show a witness. */
  submittedUnder(given: Asked, values: Completion): readonly Submitted[] {
    const { reading, claim, joined } = given
    const submitted = reading.submitted === null ? this.numbersNear(given, values) : [reading.submitted]
    return submitted.flatMap((value) => {
      const [was, now] = [joined.before, joined.after].map((side) => {
        return withValue(claimDictionary(side.ruleset, side.valuesOf(values)), claim.name, value)
      }) as [ClaimDictionary | null, ClaimDictionary | null]
      // Values that are not related are those of one dictionary.
      const same = [now, was].map((each) => [each, each] as const)
      return (this.apartOf(given).size === 0 ? [[was, now] as const] : same).map(([before, after]) => ({
        value,
        before,
        after,
      }))
    })
  }

  /** Inputs of other claims whose values are not related. */
  private apartOf({ claim, joined }: Asked): ReadonlySet<number> {
    const { space, apart } = joined
    return new Set([...apart].filter((input) => space.inputs[input]!.name !== claim.name))
  }

  /** The number of a witness and its neighbours that are not whole, in the unit of the claim. */
  private numbersNear({ reading, claim, joined }: Asked, values: Completion): readonly string[] {
    const isBefore = codeAmong(reading.before) === ''
    const place = isBefore ? joined.earlier[claim.before.input]! : claim.after.input
    const number = values[place]
    if (!(number instanceof Rational)) return []
    const { unitSpelling } = isBefore ? inputOf(claim.before) : inputOf(claim.after)
    return [ZERO, HALF, subtract(ZERO, HALF)].map((step) => {
      const numeral = printNumeral(add(number, step))
      return unitSpelling === null ? numeral : `${numeral} ${unitSpelling}`
    })
  }

  private changeOf(
    pair: PairReadings,
    given: Asked,
    values: Completion,
    { value, before: was, after: now }: Submitted,
  ): AnswerChange | null {
    const { claim, joined } = given
    if (was === null || now === null) return null
    const [earlier, later] = pair.assertions
    const [before, after] = [this.answerTo(this.before, earlier, was), this.answerTo(this.after, later, now)]
    const way = ANSWER_WAYS.find((each) => each.before === before && each.after === after)
    if (way === undefined) return null
    const { space } = joined
    const reads = this.othersOf(given, this.readsOf(joined, pair.assertions))
    const facts = this.factsOf(given, values, { value, after: now }, reads)
    const decisive = [...new Set([claim.name, ...reads.map((input) => space.inputs[input]!.name)])]
    const words = `If ${firstInWords(facts)}: ${before} before, ${after} now`
    return { ...way, witness: { before: was, after: now, decisive, words }, regions: [] }
  }

  /** What else of these inputs a dictionary can give. @param reads inputs of the joined rulesets */
  othersOf({ claim, joined }: Asked, reads: readonly number[]): readonly number[] {
    const own = new Set([...partsOf(claim.after), ...partsOf(claim.before).map((part) => joined.earlier[part]!)])
    return reads.filter((input) => !own.has(input) && !joined.settled.has(input))
  }

  /** "x is sent as "NA"" and the other facts of a witness. */
  factsOf(
    given: Asked,
    values: Completion,
    { value, after: now }: { readonly value: string; readonly after: ClaimDictionary },
    reads: readonly number[],
  ): readonly string[] {
    const { claim } = given
    const { space } = given.joined
    const names = this.names()
    const sent = (name: string, text: string) => `${names.called(name)} is sent as ${quoteVisible(text)}`
    const apart = this.apartOf(given)
    const others = new Set(reads.filter((input) => apart.has(input)).map((input) => space.inputs[input]!.name))
    const related = reads.filter((input) => !others.has(space.inputs[input]!.name))
    return [
      sent(claim.name, value),
      ...factsInWords(space.inputs, related, values, names),
      ...[...others].flatMap((name) => {
        const text = valueIn(now, name)
        return typeof text === 'string' ? [sent(name, text)] : []
      }),
    ]
  }

  private readsOf(joined: JoinedRulesets, [before, after]: readonly [number, number]): readonly number[] {
    const was = this.before.ruleset.assertions[before]!.reads.map((input) => joined.earlier[input]!)
    const reads = [...new Set([...was, ...this.after.ruleset.assertions[after]!.reads])].sort((a, b) => a - b)
    return reads.filter((input) => joined.space.inputs[input]!.kind === 'claim')
  }

  private answerTo(side: ReadRuleset, assertion: number, claims: ClaimDictionary): string | null {
    const binding = createBinder(side.ruleset, side.library, DEFAULT_BIND_LIMITS).bind(claims, this.tools.meter)
    if (!binding.ok) return null
    if (readsUnbridged(side.ruleset.assertions[assertion]!, binding.unbridged)) return 'UNKNOWN'
    return checkOf(side.ruleset, assertion, binding.known, this.tools)
  }
}

/** Each number that one of the rulesets takes as a code. */
function withAnyNumber({ before, after }: Reading): Reading {
  return { submitted: null, before: withoutNumber(before), after: withoutNumber(after) }
}

function withoutNumber(side: SubmittedValue): SubmittedValue {
  if (codeAmong(side) !== '') return side
  return { ...side, values: new Map([...side.values].filter(([, value]) => !(value instanceof Rational))) }
}

function inputOf({ ruleset, input }: ClaimPlace): Input {
  return ruleset.inputs[input]!
}

/** The inputs of the joined rulesets, with a reading of one claim. */
export function knownUnder({ reading, joined }: Asked): readonly (Value | null)[] {
  const known: (Value | null)[] = joined.space.inputs.map(() => null)
  for (const [part, value] of reading.before.values) known[joined.earlier[part]!] = value
  for (const [part, value] of reading.after.values) known[part] = value
  return known
}

export interface Submitted {
  readonly value: string
  readonly before: ClaimDictionary | null
  readonly after: ClaimDictionary | null
}

export interface Asked {
  readonly claim: ReadClaim
  readonly reading: Reading
  readonly joined: JoinedRulesets
}

const HALF = divide(ONE, add(ONE, ONE))!

const OUTCOME_OF: Readonly<Record<CompleteAnswer, Outcomes>> = { TRUE, FALSE, UNKNOWN: NONE }

/** The ways that were found for one pair of assertions. */
class PairReadings {
  private readonly changes: AnswerChange[] = []
  private reason: OpenReason | null = null

  constructor(readonly assertions: readonly [before: number, after: number]) {}

  add(change: AnswerChange): void {
    if (this.missing().some((way) => isSameWay(way, change))) this.changes.push(change)
  }

  leaveOpen(reason: OpenReason): void {
    this.reason ??= reason
  }

  missing(): readonly AnswerWay[] {
    return ANSWER_WAYS.filter((way) => !this.changes.some((change) => isSameWay(way, change)))
  }

  /** Null if the way cannot happen. A number whose unit does not convert makes every answer UNKNOWN. */
  question({ claim, reading, joined }: Asked, way: AnswerWay): Condition | null {
    const [before, after] = this.assertions
    const was = questionOf(joined.before, before, claim.before.input, reading.before, way.before)
    const now = questionOf(joined.after, after, claim.after.input, reading.after, way.after)
    return was === null || now === null ? null : conjunction([was, now])
  }

  joinedWith(outcome: PairOutcome): PairOutcome {
    const { changes, reason } = this
    const open = reason === null ? outcome.open : this.missing().map((way) => openWay(outcome, way, reason))
    if (changes.length === outcome.changes.length && open.length === outcome.open.length) return outcome
    const verdict = verdictOf(changes, open, outcome.verdict === 'differs outside the ranges')
    return { verdict, proof: null, changes, open, partial: changes.length === 0 ? outcome.partial : null }
  }
}

function openWay({ open }: PairOutcome, way: AnswerWay, reason: OpenReason): OpenWay {
  return open.find((each) => isSameWay(each, way)) ?? { ...way, reason }
}

function isSameWay(one: AnswerWay, other: AnswerWay): boolean {
  return one.before === other.before && one.after === other.after
}

function questionOf(
  side: Side,
  assertion: number,
  claim: number,
  { isUnbridged }: SubmittedValue,
  answer: CompleteAnswer,
): Condition | null {
  if (isUnbridged && side.ruleset.assertions[assertion]!.reads.includes(claim))
    return answer === 'UNKNOWN' ? ALWAYS : null
  return hasOutcome(side.condition(assertion), OUTCOME_OF[answer])
}

function isReadAlike({ scale }: ReadClaim, before: SubmittedValue, after: SubmittedValue): boolean {
  if (before.isUnbridged || after.isUnbridged) return before.isUnbridged && after.isUnbridged
  const [was, now] = [codeAmong(before), codeAmong(after)]
  if (was !== '' || now !== '') return was === now
  const [one, other] = [numberAmong(before), numberAmong(after)]
  if (one === null || other === null || scale === null) return false
  return isEqual(one, add(multiply(other, scale.factor), scale.offset))
}

/** Empty for a number. */
function codeAmong({ values }: SubmittedValue): string {
  for (const value of values.values()) if (typeof value === 'string' && value !== NO_CODE) return value
  return ''
}

function numberAmong({ values }: SubmittedValue): Rational | null {
  for (const value of values.values()) if (value instanceof Rational) return value
  return null
}
