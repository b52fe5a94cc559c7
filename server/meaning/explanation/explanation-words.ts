/**
 * Sentences for people who read no code. They say "would hold if", never "change", so that nobody is advised to change
 * a fact.
 */

import { textKind } from '../../engine/claims/shown-claims'
import { FALSE, type Known, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import type { UnbridgedInputs } from '../../engine/decide/assertion-result'
import { whyNoValue } from '../../engine/decide/why-no-value'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import { joinSeries, printSentence, quoteVisible } from '../../engine/explain/english/clause'
import { capitalise, Names } from '../../engine/explain/english/names'
import {
  amountInWords,
  dateInWords,
  hoursInWords,
  instantInWords,
  numeralInWords,
  quantityInWords,
  unitInWords,
} from '../../engine/explain/english/quantities'
import { describeExpression } from '../../engine/explain/english/sentence'
import { compareRationals, negate, type Rational, subtract, ZERO } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { intervalInWords, timesInWords, unitOf, valueInWords, withoutRangeEnds } from '../interval-words'
import type { Interval } from '../outcomes-along'
import { type Allowed, type AllowedChange, submittableRange } from './allowed-values'
import type { Worth } from './known-values'

const STATES: ReadonlyMap<Outcomes, string> = new Map([
  [TRUE, 'This holds'],
  [FALSE, 'This does not hold'],
])

const EXCEPTIONS: ReadonlyMap<Outcomes, string> = new Map([
  [TRUE, 'This exception applies'],
  [FALSE, 'This exception does not apply'],
])

const BY_POLICY = ', because an optimistic assertion holds as long as what is unknown can make it TRUE'

export class ExplanationWords {
  private readonly names: Names

  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly known: Known,
    private readonly unbridged: UnbridgedInputs,
  ) {
    this.names = new Names(ruleset)
  }

  /**
   * "This does not hold: amount is at most 5,000 USD."
   * @param isShown whether several outcomes are known to be possible
   */
  part(expression: Checked, outcome: Outcomes, isShown: boolean): string {
    const state =
      outcome === NONE
        ? `This has no value, because ${whyNoValue(this.ruleset, expression, { known: this.known })}`
        : (STATES.get(outcome) ?? (isShown ? 'This is open' : 'No answer was worked out for this alone'))
    return printSentence(describeExpression(expression, this.names), `${state}: `, '')
  }

  /** "This exception applies: ‘sanctioned’ is yes." */
  exception(condition: Checked, outcome: Outcomes): string {
    const state = EXCEPTIONS.get(outcome) ?? 'It is open whether this exception applies'
    return printSentence(describeExpression(condition, this.names), `${state}: `, '')
  }

  /** "lodging limit is 250 USD, because it is not so that city is "new york"". */
  definition(name: string, expression: Checked, value: Worth | null, because: readonly string[]): string {
    const reason = because.length === 0 ? '' : `, because ${joinSeries(because, 'and')}`
    return `${capitalise(this.names.called(name))} ${this.isWorth(expression, value)}${reason}.`
  }

  /** Says that a definition is never evaluated. */
  unjoined(name: string): string {
    return `${capitalise(this.names.called(name))} is not worked out, because it compares units that nothing converts into each other.`
  }

  /** Null if the condition does not fit on one line. */
  reason(condition: Checked, holds: boolean): string | null {
    const { clause, parts } = describeExpression(condition, this.names)
    const [text] = clause
    if (clause.length !== 1 || typeof text !== 'string' || parts.length > 0) return null
    return holds ? text : `it is not so that ${text}`
  }

  /** "300 USD is 50 USD above 250 USD." */
  distance(left: Rational, right: Rational, type: Checked['type']): string {
    if (type.kind === 'date') return this.daysApart(left, right)
    if (type.kind === 'timestamp') return this.hoursApart(left, right)
    const unit = type.kind === 'numeric' ? type.unit : null
    const difference = subtract(left, right)
    const order = compareRationals(difference, ZERO)
    const [one, other] = [quantityInWords(left, unit), quantityInWords(right, unit)]
    if (order === 0) return `${one} is exactly ${other}.`
    const size = quantityInWords(order < 0 ? negate(difference) : difference, unit)
    return `${one} is ${size} ${order < 0 ? 'below' : 'above'} ${other}.`
  }

  private daysApart(left: Rational, right: Rational): string {
    const [one, other] = [dateInWords(left), dateInWords(right)]
    const days = subtract(left, right)
    const order = compareRationals(days, ZERO)
    if (order === 0) return `${one} is that day.`
    const size = numeralInWords(order < 0 ? negate(days) : days)
    return `${one} is ${size} ${size === '1' ? 'day' : 'days'} ${order < 0 ? 'before' : 'after'} ${other}.`
  }

  /** "1 March 2026 at 08:30 UTC is 2 hours after 1 March 2026 at 06:30 UTC." Whole minutes or seconds, if they are less. */
  private hoursApart(left: Rational, right: Rational): string {
    const [one, other] = [instantInWords(left), instantInWords(right)]
    const hours = subtract(left, right)
    const order = compareRationals(hours, ZERO)
    if (order === 0) return `${one} is that instant.`
    return `${one} is ${hoursInWords(order < 0 ? negate(hours) : hours)} ${order < 0 ? 'before' : 'after'} ${other}.`
  }

  proposal(changes: readonly AllowedChange[], byPolicy: boolean): string {
    const supposed = joinSeries(
      changes.map((change) => this.supposed(change)),
      'and',
    )
    return `It would hold${byPolicy ? ' by policy' : ''} if ${supposed}${byPolicy ? BY_POLICY : ''}.`
  }

  /** "room rate were at most 250 USD (it is 300 USD)". */
  supposed({ input: index, submitted, allowed }: AllowedChange): string {
    const input = this.ruleset.inputs[index]!
    const now = submitted === null ? this.notKnown(index) : `it is ${valueInWords(input, submitted)}`
    return `${this.names.called(input.name)} were ${this.allowed(input, allowed)} (${now})`
  }

  private notKnown(index: number): string {
    const pair = this.unbridged.get(index)
    if (pair === undefined) return 'it is not known'
    return `it is submitted in ${unitInWords(pair.from)}, which does not become ${unitInWords(pair.to)}`
  }

  settled(index: number, allowed: Allowed, holds: boolean): string {
    const input = this.ruleset.inputs[index]!
    return `With ${this.names.called(input.name)} ${this.allowed(input, allowed)} the answer is ${holds ? 'TRUE' : 'FALSE'}, whatever else is unknown.`
  }

  claims(indices: readonly number[]): string {
    return joinSeries(
      indices.map((index) => this.names.called(this.ruleset.inputs[index]!.name)),
      'and',
    )
  }

  private allowed(input: Input, allowed: Allowed): string {
    if (allowed.kind === 'members')
      return joinSeries(
        allowed.members.map((member) => valueInWords(input, member)),
        'or',
      )
    const isTime = input.type.kind === 'date' || input.type.kind === 'timestamp'
    const words = (interval: Interval) =>
      isTime
        ? timesInWords(withoutRangeEnds(interval, submittableRange(input)), input.type)
        : intervalInWords(withoutRangeEnds(interval, input.range), unitOf(input))
    return allowed.intervals.map(words).join(', or ')
  }

  private isWorth(expression: Checked, value: Worth | null): string {
    if (value === null) return 'is not settled by what is known'
    if (value === NO_VALUE)
      return `has no value, because ${whyNoValue(this.ruleset, expression, { known: this.known })}`
    if (typeof value === 'boolean') return value ? 'holds' : 'does not hold'
    if (typeof value === 'string') return `is ${this.memberInWords(value, expression.type)}`
    return `is ${amountInWords(value, expression.type)}`
  }

  /** A text of a claim is quoted only if the rules name it. */
  private memberInWords(member: string, type: Checked['type']): string {
    const input = type.kind === 'enum' && type.text !== undefined ? this.ruleset.inputs[type.text] : undefined
    return (input === undefined ? null : textKind(input, member)) ?? quoteVisible(member)
  }
}
