/** What the labels of a set say about the answers: counts and exact fractions. Frames whose labellers disagree are listed apart. */
import { CONCLUSIONS, type Conclusion } from '../../../api/terms/guardrail-terms'
import type { CountedLabel } from '../../../database/guardrails/frame-labels'
import { isRational, parseNumeral } from '../../../language/numeric/numeral'
import {
  add,
  compareRationals,
  denominatorOf,
  floorOf,
  fromInteger,
  multiply,
  numeratorOf,
  ONE,
  type Rational,
  smallRatio,
  subtract,
  ZERO,
} from '../../../language/numeric/rational'
import { type Proportion, proportionOf } from './proportion'

export interface AnsweredAs {
  readonly answer: string
  readonly expected: string
  readonly frames: number
}

export interface ConclusionShares {
  readonly conclusion: Conclusion
  /** The share of the frames with this answer for which it is right. */
  readonly precision: Proportion
  /** The share of the frames for which this answer is right that got it. */
  readonly recall: Proportion
}

export interface ConfidenceBin {
  /** Tenths: `0.8` to `0.9`. The last one includes 1. */
  readonly from: string
  readonly to: string
  readonly share: Proportion
  /** Mean confidence, as a fraction. */
  readonly confidence: string
}

export interface Calibration {
  readonly bins: readonly ConfidenceBin[]
  /** Mean of (confidence − 1)² for right answers and confidence² for wrong ones. */
  readonly brier: string
  /** Mean distance of confidence and share of right answers in the bins, weighted by their frames. */
  readonly calibrationError: string
}

export interface ThresholdResult {
  readonly threshold: string
  /** Frames answered YES or NO with at least this confidence. */
  readonly decided: number
  readonly right: number
  readonly undecided: number
}

export interface PartResults {
  /** Frames whose labellers agree. */
  readonly frames: number
  readonly disputed: number
  readonly accuracy: Proportion
  readonly answers: readonly AnsweredAs[]
}

export interface LabelResults {
  readonly conclusion: PartResults
  readonly shares: readonly ConclusionShares[]
  /** Null without an agreed frame that has a conclusion. */
  readonly calibration: Calibration | null
  readonly thresholds: readonly ThresholdResult[]
  readonly assertions: readonly (PartResults & { readonly assertion: string })[]
  /** Labels of each labeller, and how many say that the answer was right. */
  readonly labellers: readonly { readonly labelledBy: string; readonly labels: number; readonly right: number }[]
}

interface AgreedFrame {
  readonly answer: string
  readonly expected: string
  /** Null for an Error. */
  readonly confidence: Rational | null
}

/** Every tenth from 0.5; a conclusion with a lower confidence is not supported at all. */
const THRESHOLDS = ['0.5', '0.6', '0.7', '0.8', '0.9', '1']
const BINS = 10
const MAX_DIGITS = 400

/** @param threshold an additional one, as a decimal from 0 to 1 */
export function resultsOf(labels: readonly CountedLabel[], threshold: string | null): LabelResults {
  const byAssertion = groupBy(labels, ({ assertion }) => assertion)
  const ofConclusion = agreementOf(byAssertion.get('') ?? [])
  const assertions = [...byAssertion].flatMap(([assertion, own]) =>
    assertion === '' ? [] : [{ assertion, ...partResults(agreementOf(own)) }],
  )
  const wanted = threshold === null || THRESHOLDS.includes(threshold) ? THRESHOLDS : [...THRESHOLDS, threshold]
  return {
    conclusion: partResults(ofConclusion),
    shares: CONCLUSIONS.map((each) => sharesOf(each, ofConclusion.agreed)),
    calibration: calibrationOf(ofConclusion.agreed),
    thresholds: wanted.map((each) => decideAt(each, ofConclusion.agreed)),
    assertions: assertions.toSorted((a, b) => (a.assertion < b.assertion ? -1 : 1)),
    labellers: labellersOf(labels),
  }
}

interface Agreement {
  readonly agreed: readonly AgreedFrame[]
  readonly disputed: number
}

function agreementOf(labels: readonly CountedLabel[]): Agreement {
  const frames = [...groupBy(labels, ({ frameId }) => frameId).values()]
  const agreed = frames.flatMap((own): AgreedFrame[] => {
    const [first] = own
    if (first === undefined || own.some(({ expected }) => expected !== first.expected)) return []
    const { answer, expected, confidence } = first
    return [{ answer, expected, confidence: confidence === null ? null : toRational(confidence) }]
  })
  return { agreed, disputed: frames.length - agreed.length }
}

function partResults({ agreed, disputed }: Agreement): PartResults {
  const counts = [...groupBy(agreed, ({ answer, expected }) => `${answer} ${expected}`).values()]
  const answers = counts.flatMap((own): AnsweredAs[] => {
    const [first] = own
    return first === undefined ? [] : [{ answer: first.answer, expected: first.expected, frames: own.length }]
  })
  return {
    frames: agreed.length,
    disputed,
    accuracy: proportionOf(agreed.filter(isRight).length, agreed.length),
    answers: answers.toSorted((a, b) => (`${a.answer} ${a.expected}` < `${b.answer} ${b.expected}` ? -1 : 1)),
  }
}

function isRight({ answer, expected }: AgreedFrame): boolean {
  return answer === expected
}

function sharesOf(conclusion: Conclusion, agreed: readonly AgreedFrame[]): ConclusionShares {
  const answered = agreed.filter(({ answer }) => answer === conclusion)
  const expected = agreed.filter((frame) => frame.expected === conclusion)
  const both = answered.filter(isRight).length
  return { conclusion, precision: proportionOf(both, answered.length), recall: proportionOf(both, expected.length) }
}

function decideAt(threshold: string, agreed: readonly AgreedFrame[]): ThresholdResult {
  const least = toRational(threshold)
  const decided = agreed.filter(
    ({ answer, confidence }) =>
      (answer === 'YES' || answer === 'NO') && confidence !== null && compareRationals(confidence, least) >= 0,
  )
  const right = decided.filter(isRight).length
  return { threshold, decided: decided.length, right, undecided: agreed.length - decided.length }
}

function calibrationOf(agreed: readonly AgreedFrame[]): Calibration | null {
  const rated = agreed.flatMap((frame) =>
    frame.confidence === null ? [] : [{ confidence: frame.confidence, outcome: isRight(frame) ? ONE : ZERO }],
  )
  if (rated.length === 0) return null
  const squares = rated.map(({ confidence, outcome }) => squareOf(subtract(confidence, outcome)))
  const bins: ConfidenceBin[] = []
  let distance = ZERO
  for (let nth = 0; nth < BINS; nth++) {
    const own = rated.filter(({ confidence }) => binOf(confidence) === nth)
    if (own.length === 0) continue
    const confidence = sumOf(own.map((each) => each.confidence))
    const right = own.filter(({ outcome }) => outcome === ONE).length
    distance = add(distance, magnitudeOf(subtract(confidence, fromInteger(right))))
    bins.push({
      from: tenths(nth),
      to: tenths(nth + 1),
      share: proportionOf(right, own.length),
      confidence: toFraction(meanOf(confidence, own.length)),
    })
  }
  return {
    bins,
    brier: toFraction(meanOf(sumOf(squares), rated.length)),
    calibrationError: toFraction(meanOf(distance, rated.length)),
  }
}

function binOf(confidence: Rational): number {
  return Math.min(BINS - 1, Number(numeratorOf(floorOf(multiply(confidence, fromInteger(BINS))))))
}

function tenths(nth: number): string {
  return nth === BINS ? '1' : `0.${nth}`
}

function labellersOf(labels: readonly CountedLabel[]): LabelResults['labellers'] {
  return [...groupBy(labels, ({ labeller }) => labeller).values()].flatMap((own) => {
    const last = own.at(-1)
    if (last === undefined) return []
    const right = own.filter(({ answer, expected }) => answer === expected).length
    return [{ labelledBy: last.labelledBy, labels: own.length, right }]
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** @throws if this product did not write the text */
function toRational(decimal: string): Rational {
  const value = parseNumeral(decimal, MAX_DIGITS)
  if (!isRational(value)) throw new Error(`the confidence ${decimal} is not a decimal`)
  return value
}

function sumOf(values: readonly Rational[]): Rational {
  return values.reduce(add, ZERO)
}

function meanOf(sum: Rational, count: number): Rational {
  return multiply(sum, smallRatio(1, count))
}

function squareOf(value: Rational): Rational {
  return multiply(value, value)
}

function magnitudeOf(value: Rational): Rational {
  return compareRationals(value, ZERO) < 0 ? subtract(ZERO, value) : value
}

function toFraction(value: Rational): string {
  const d = denominatorOf(value)
  return d === 1n ? `${numeratorOf(value)}` : `${numeratorOf(value)}/${d}`
}
