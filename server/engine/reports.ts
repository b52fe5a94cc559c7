/** The values of reports under known claims, as part of the answer to a check (public/docs/api.md, "Check claims"). */

import { CALENDAR_REACH, printDate } from '../language/numeric/calendar'
import { isWithinDays, printInstant } from '../language/numeric/instant'
import { printNumeral } from '../language/numeric/numeral'
import { Rational } from '../language/numeric/rational'
import type { CheckedReport, CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { Type } from '../language/semantics/checked-type'
import { Meter, StepsExceededError } from './core/meter'
import { type Known, NONE } from './core/value'
import type { UnbridgedInputs } from './decide/assertion-result'
import { DIVISION } from './decide/no-value-causes'
import { whyNoValue } from './decide/why-no-value'
import { beginDefinitions, evaluateDefinition, valueText } from './definitions'
import type { Run } from './evaluate/node'
import type { Program } from './evaluate/program'
import { NO_VALUE } from './evaluate/quantity'
import type { Bound } from './possible/elimination'
import { type Possible, possibleValues, type Undecided } from './possible/possible-values'
import { occurringInLet } from './search/occurring'

export interface ReportValue {
  readonly name: string
  readonly unit: string | null
  /** Exact; null if the claims do not determine it or there is none. */
  readonly value: string | null
  /** The unknown claims that it is still calculated from; absent if it has a value. */
  readonly dependsOn?: readonly string[]
  /** Its possible values. Null if that is not decided; present with {@link dependsOn}. */
  readonly possible?: PossibleTexts | null
  /** Why {@link possible} is null. */
  readonly undecided?: string
  /** Why it may have no value; present if unknown claims decide whether it has one. */
  readonly orNoValue?: string
  /** Why it has no value, whatever the unknown claims are. */
  readonly noValue?: string
}

/** The smallest interval that contains every value, null without an end, or all members. Every end and member is exact. */
export type PossibleTexts =
  | {
      readonly from: EndText | null
      readonly to: EndText | null
      /** Every value, ascending; absent if they are many. */
      readonly values?: readonly string[] | undefined
    }
  | { readonly members: readonly string[] }

export interface EndText {
  readonly value: string
  /** Whether the value itself is possible. */
  readonly included: boolean
}

/** The reports of a check share them, apart from those of its assertions (decisions/042). */
export const POSSIBLE_STEPS = 200_000

export interface PossibleLimits {
  /** Steps after which the answer is not decided. */
  readonly steps: number
  /** Fewer steps after which the search is given up here, because it is repeated elsewhere. */
  readonly here: number
}

/** Steps in which the claims of settled parts are found. */
const OCCURRING_STEPS = 200_000

const UNLIMITED_HERE: PossibleLimits = { steps: POSSIBLE_STEPS, here: POSSIBLE_STEPS }

/**
 * @param unbridged the submitted units that do not convert
 * @throws StepsExceededError only beyond `limits.here`
 */
export function reportValues(
  program: Program,
  known: Known,
  unbridged: UnbridgedInputs,
  limits: PossibleLimits = UNLIMITED_HERE,
): readonly ReportValue[] {
  const { reports } = program.ruleset
  if (reports.length === 0) return NO_REPORTS
  const run = beginDefinitions(program, known)
  const values = reports.map((report) => determinedValue(program, report, run, unbridged))
  // Searches use the program for other completions, so they come last.
  const here = new Meter(limits.here)
  return values.map((value, index) => value ?? openReport(program, reports[index]!, known, limits.steps, here))
}

/** Null if the claims do not determine it. */
function determinedValue(
  program: Program,
  report: CheckedReport,
  run: Run,
  unbridged: UnbridgedInputs,
): ReportValue | null {
  const { ruleset } = program
  const { name } = report
  const unit = report.unit?.text ?? null
  const noUnit = withoutConversion(report, ruleset, unbridged)
  const noConversion = noUnit === null ? null : { name, unit, value: null, noValue: noUnit }
  if (noConversion !== null && report.unbridged.length > 0) return noConversion
  const { type } = ruleset.lets[report.let]!.value
  const evaluated = evaluateDefinition(program, report.let, run, (value, meter) =>
    value === NO_VALUE || value === NONE
      ? NO_VALUE
      : value instanceof Rational && !isShown(value, type)
        ? BEYOND
        : valueText(value, type, meter),
  )
  // A submitted unit does not matter in a branch that is not taken.
  if (noConversion !== null && typeof evaluated !== 'string') return noConversion
  if (evaluated === NO_VALUE) return withoutValue(report, ruleset, run.known)
  if (evaluated === BEYOND) return { name, unit, value: null, noValue: type.kind === 'date' ? NO_DAY : NO_INSTANT }
  return typeof evaluated === 'string' ? { name, unit, value: evaluated } : null
}

function withoutValue({ name, unit, let: index }: CheckedReport, ruleset: CheckedRuleset, known: Known): ReportValue {
  const why = whyNoValue(ruleset, ruleset.lets[index]!.value, { known })
  return { name, unit: unit?.text ?? null, value: null, noValue: `It has no value, because ${why}.` }
}

/**
 * A value that the unknown claims leave open, unless every completion has the same one.
 * @param here what all searches may spend
 */
function openReport(program: Program, report: CheckedReport, known: Known, steps: number, here: Meter): ReportValue {
  const { ruleset } = program
  const { name, let: index, reads } = report
  const unit = report.unit?.text ?? null
  const dependsOn = unknownClaims(program, report, known)
  if (dependsOn.length === 0) return { name, unit, value: null, dependsOn }
  const share = Math.floor(steps / ruleset.reports.length)
  const meter = new Meter(Math.min(share, here.limit - here.steps))
  const possible = possibleValues(program, index, reads, known, meter)
  if (possible.kind === 'undecided' && possible.why === 'steps' && meter.limit < share)
    throw new StepsExceededError(here.limit)
  here.spend(Math.min(meter.steps, meter.limit))
  if (possible.kind === 'nothing') return withoutValue(report, ruleset, known)
  const { value: definition } = ruleset.lets[index]!
  const texts = possibleTexts(possible, definition.type)
  if (texts !== null && 'only' in texts) return { name, unit, value: texts.only }
  const open = { name, unit, value: null, dependsOn, possible: texts }
  if (possible.kind === 'undecided') return { ...open, undecided: whyUndecided(possible.why, share) }
  if (texts === null) return { ...open, undecided: whyUndecided('beyond', share) }
  if (!possible.mayLack) return open
  const otherwise = definition.type.kind === 'date' ? NO_DAY_CAUSE : DIVISION
  const why = whyNoValue(ruleset, definition, { known, otherwise })
  return { ...open, orNoValue: `It may have no value, because ${why}.` }
}

function possibleTexts(
  possible: Exclude<Possible, { kind: 'nothing' }>,
  type: Type,
): PossibleTexts | { readonly only: string } | null {
  if (possible.kind === 'undecided') return null
  if (possible.kind === 'members') {
    const { members, mayLack } = possible
    const [first = ''] = members
    return members.length === 1 && !mayLack ? { only: first } : { members }
  }
  const { from, to, points, mayLack } = possible
  if ([from, to].some((end) => end !== null && !isShown(end.value, type))) return null
  const [first] = points ?? []
  if (first !== undefined && points?.length === 1 && !mayLack) return { only: numberText(first, type) }
  const ends = { from: endText(from, type), to: endText(to, type) }
  return points === null ? ends : { ...ends, values: points.map((point) => numberText(point, type)) }
}

function endText(bound: Bound | null, type: Type): EndText | null {
  return bound === null ? null : { value: numberText(bound.value, type), included: bound.included }
}

function numberText(value: Rational, type: Type): string {
  if (type.kind === 'timestamp') return printInstant(value)
  return type.kind === 'date' ? printDate(value.n) : printNumeral(value)
}

function whyUndecided(why: Undecided, steps: number): string {
  if (why === 'steps') return `Not worked out within ${steps} steps. Values for more claims make it simpler.`
  if (why === 'unconfirmed') return UNCONFIRMED
  return 'Not worked out, because its arithmetic or its size is beyond what the engine decides. Values for more claims make it simpler.'
}

const UNCONFIRMED =
  'Not worked out, because two calculations of it contradict each other, which is a fault of the service. Please report the ruleset and the claims.'
const NO_REPORTS: readonly ReportValue[] = []
const NO_INSTANT = 'It is no instant that the calendar reaches.'
const NO_DAY = 'It is no day that the calendar reaches.'
const NO_DAY_CAUSE = 'it is then no day that the calendar reaches'
const BEYOND = Symbol('beyond the calendar')

/** Whether the calendar reaches a date or a timestamp. */
function isShown(value: Rational, type: Type): boolean {
  if (type.kind === 'timestamp') return isWithinDays(value, CALENDAR_REACH)
  return type.kind !== 'date' || (value.d === 1 && Math.abs(value.n) <= CALENDAR_REACH)
}

/** Each name once; a list or record that is itself unknown replaces its fields. */
function unknownClaims(program: Program, report: CheckedReport, known: Known): readonly string[] {
  const { inputs } = program.ruleset
  const occurring = new Set(occurringInReport(program, report, known))
  const named = report.reads.flatMap((input) => {
    if (known[input] !== null || !occurring.has(input)) return []
    const outer = inputs[input]!.within?.find((place) => known[place.input] === null)
    return [inputs[outer?.input ?? input]!.name]
  })
  return [...new Set(named)]
}

/** Without those of settled parts; all of them if that takes too long. */
function occurringInReport(program: Program, { let: index, reads }: CheckedReport, known: Known): readonly number[] {
  try {
    return occurringInLet(program, index, known, new Meter(OCCURRING_STEPS))
  } catch (error) {
    if (error instanceof StepsExceededError) return reads
    throw error
  }
}

/** Null if every unit converts. */
function withoutConversion(
  { unbridged, reads }: CheckedReport,
  { inputs }: CheckedRuleset,
  submitted: UnbridgedInputs,
): string | null {
  const [pair] = unbridged
  if (pair !== undefined) return `Nothing converts ${pair.to} to ${pair.from}.`
  for (const input of reads) {
    const units = submitted.get(input)
    if (units !== undefined)
      return `${inputs[input]!.name} was submitted in ${units.from}, and nothing converts that to ${units.to}.`
  }
  return null
}
