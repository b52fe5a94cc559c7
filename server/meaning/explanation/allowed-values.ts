/**
 * The values of each changed claim under which a proposal still holds.
 *
 * Promises: exact ends. Where several claims change and their values depend on each other, only the last one gets more
 * than one value; so every combination of the allowed values holds. Where no exact interval is known, one value stands.
 */

import { isDefinite } from '../../engine/evaluate/kleene'
import { compileProgram } from '../../engine/evaluate/program'
import { FALSE, type Known, NONE, TRUE, type Value } from '../../engine/value'
import {
  add,
  compare,
  divide,
  equals,
  integer,
  negate,
  ONE,
  Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import type { Checked, Input } from '../../language/semantics/checked-ruleset'
import { type Condition, compared, conjunction, disjunction, hasOutcome, type Space } from '../condition'
import { type AskTools, findWitness } from '../find-witness'
import { ConditionLines, type Interval, intersection } from '../outcomes-along'
import { conditionsRuleset, inputsOf } from '../question-ruleset'
import type { Proposal, Target } from './nearest-passing'
import { constantOf } from './substitution'

export type Allowed =
  | { readonly kind: 'numbers'; readonly intervals: readonly Interval[] }
  | { readonly kind: 'members'; readonly members: readonly (string | boolean)[] }

export interface AllowedChange {
  readonly input: number
  /** Null where the claim is unknown. */
  readonly submitted: Value | null
  readonly allowed: Allowed
}

export interface Described {
  /** The nearest values, one claim after the other. */
  readonly values: Known
  readonly changes: readonly AllowedChange[]
}

/** Combinations of unknown answers and members over which intervals are worked out. */
const MAX_COMPLETIONS = 64

export class AllowedValues {
  private readonly conditions: readonly Condition[]
  private readonly lines: ConditionLines
  /** Inputs that the conditions read, ascending. */
  private readonly read: readonly number[]

  constructor(
    private readonly space: Space,
    private readonly known: Known,
    private readonly target: Target,
    private readonly tools: AskTools,
  ) {
    this.conditions = [...target.always, ...target.sometimes]
    this.read = inputsOf(space, conjunction(this.conditions))
    this.lines = new ConditionLines(compileProgram(conditionsRuleset(space, this.conditions)), tools.meter)
  }

  describe(proposal: Proposal): Described {
    const values = [...proposal.values]
    for (const input of proposal.changed) {
      const allowed = this.allowed(values, input)
      values[input] = nearest(this.space.inputs[input]!, allowed, this.known[input] ?? null, values[input] ?? null)
    }
    const free = proposal.changed.map((input) => ({ input, allowed: this.allowed(values, input) }))
    const isBox = free.length === 1 || this.allHold(values, free)
    const changes = free.map(({ input, allowed }, index): AllowedChange => {
      const isFree = isBox || index === free.length - 1
      return { input, submitted: this.known[input] ?? null, allowed: isFree ? allowed : only(values[input]!) }
    })
    return { values, changes }
  }

  /** The values of one input under which all hold, the others being as they are. */
  allowed(values: Known, input: number): Allowed {
    const { type } = this.space.inputs[input]!
    if (type.kind !== 'numeric') {
      const members = type.kind === 'boolean' ? [true, false] : type.vocabulary
      return { kind: 'members', members: members.filter((member) => this.holds(replaced(values, input, member))) }
    }
    let intervals: readonly Interval[] = [submittableNumbers(this.space.inputs[input]!)]
    const completions = this.completions(values, input)
    for (const completion of completions ?? []) {
      const pieces = this.lines.along(completion, input)
      if (!pieces?.every(({ outcomes }) => outcomes.every(isDefinite))) return only(values[input]!)
      const holding = joined(pieces.filter(({ outcomes }) => outcomes.every((outcome) => outcome === TRUE)))
      intervals = intervals.flatMap((one) => holding.flatMap((other) => intersection(one, other) ?? []))
    }
    return completions === null ? only(values[input]!) : { kind: 'numbers', intervals }
  }

  /** Every combination of values of what stays unknown; null where they are too many, or a number is among it. */
  private completions(values: Known, input: number): readonly Known[] | null {
    const { inputs } = this.space
    const open = this.read.filter((index) => index !== input && values[index] === null)
    if (open.length > 0 && this.target.sometimes.length > 0) return null
    let completions: readonly Known[] = [values]
    for (const index of open) {
      const { type } = inputs[index]!
      if (type.kind === 'numeric') return null
      const members = type.kind === 'boolean' ? [true, false] : type.vocabulary
      if (completions.length * members.length > MAX_COMPLETIONS) return null
      completions = completions.flatMap((each) => members.map((member) => replaced(each, index, member)))
    }
    return completions
  }

  private holds(values: Known): boolean {
    const outcomes = this.lines.outcomes(values)
    if (outcomes.every((outcome) => outcome === TRUE)) return true
    const { always, sometimes } = this.target
    const refuted = always.some(
      (condition, index) =>
        outcomes[index] !== TRUE &&
        findWitness(this.space, condition, FALSE | NONE, this.tools, values).status !== 'none',
    )
    const places = sometimes.map((condition, index) => ({ condition, outcome: outcomes[always.length + index] }))
    return (
      !refuted &&
      places.every(
        ({ condition, outcome }) =>
          outcome === TRUE || findWitness(this.space, condition, TRUE, this.tools, values).status === 'found',
      )
    )
  }

  /** Whether every combination of the allowed values holds: proved, or not claimed. */
  private allHold(values: Known, free: readonly { readonly input: number; readonly allowed: Allowed }[]): boolean {
    if (this.target.sometimes.length > 0) return false
    const open = values.map((value, input) => (free.some((each) => each.input === input) ? null : value))
    const box = free.map(({ input, allowed }) => isAllowed(this.space.inputs[input]!, input, allowed))
    const fails = hasOutcome(conjunction(this.target.always), FALSE | NONE)
    return findWitness(this.space, conjunction([...box, fails]), TRUE, this.tools, open).status === 'none'
  }
}

/** The numbers inside `@range`. */
export function submittableNumbers({ range }: Input): Interval {
  return range === null ? { from: null, to: null } : { from: end(range.min), to: end(range.max) }
}

function replaced(values: Known, input: number, value: Value): Known {
  return values.map((each, index) => (index === input ? value : each))
}

function only(value: Value): Allowed {
  if (!(value instanceof Rational)) return { kind: 'members', members: [value] }
  return { kind: 'numbers', intervals: [{ from: end(value), to: end(value) }] }
}

function end(value: Rational): NonNullable<Interval['from']> {
  return { value, included: true }
}

/** Neighbours that touch are one interval. */
function joined(intervals: readonly Interval[]): readonly Interval[] {
  const result: Interval[] = []
  for (const interval of intervals) {
    const last = result.at(-1)
    if (
      last?.to &&
      interval.from &&
      equals(last.to.value, interval.from.value) &&
      (last.to.included || interval.from.included)
    )
      result[result.length - 1] = { from: last.from, to: interval.to }
    else result.push(interval)
  }
  return result
}

/** The value that is nearest to what was submitted; else `example`. */
function nearest(input: Input, allowed: Allowed, submitted: Value | null, example: Value | null): Value | null {
  if (allowed.kind === 'members') return nearestMember(input, allowed.members, submitted) ?? example
  return submitted instanceof Rational ? (nearestNumber(allowed.intervals, submitted) ?? example) : example
}

/**
 * The nearest number of the intervals, of which none holds `submitted`. Next to an end that is not included no number is
 * the nearest: there it is one close by, nearer than every other interval. Null where no interval ends.
 */
function nearestNumber(intervals: readonly Interval[], submitted: Rational): Rational | null {
  const ends = intervals.flatMap((interval) =>
    [interval.from, interval.to].flatMap((end) =>
      end === null ? [] : [{ interval, ...end, distance: distance(end.value, submitted) }],
    ),
  )
  const ranked = ends.sort((a, b) => compare(a.distance, b.distance) || Number(b.included) - Number(a.included))
  const [first] = ranked
  if (first === undefined) return null
  if (first.included) return first.value
  const { from, to } = first.interval
  const farther = ranked.find((end) => compare(end.distance, first.distance) > 0)
  const steps = [
    ONE,
    ...(from === null || to === null ? [] : [half(subtract(to.value, from.value))]),
    ...(farther === undefined ? [] : [half(subtract(farther.distance, first.distance))]),
  ]
  const step = steps.sort(compare)[0]!
  return from?.value === first.value ? add(first.value, step) : subtract(first.value, step)
}

function half(value: Rational): Rational {
  return divide(value, integer(2))!
}

function distance(one: Rational, other: Rational): Rational {
  const difference = subtract(one, other)
  return compare(difference, ZERO) < 0 ? negate(difference) : difference
}

function nearestMember(
  { type }: Input,
  members: readonly (string | boolean)[],
  submitted: Value | null,
): string | boolean | null {
  if (type.kind !== 'enum' || !type.ordered || typeof submitted !== 'string') return members[0] ?? null
  const from = type.vocabulary.indexOf(submitted)
  const ranked = members.map((member) => ({
    member,
    distance: Math.abs(type.vocabulary.indexOf(String(member)) - from),
  }))
  return ranked.sort((a, b) => a.distance - b.distance)[0]?.member ?? null
}

function isAllowed(input: Input, index: number, allowed: Allowed): Condition {
  const value: Checked = { kind: 'input', input: index, type: input.type, start: 0, end: 0 }
  if (allowed.kind === 'members')
    return disjunction(allowed.members.map((member) => equality(value, constantOf(input, member))))
  return disjunction(
    allowed.intervals.map(({ from, to }) =>
      conjunction([
        ...(from === null ? [] : [compared(from.included ? '>=' : '>', value, constantOf(input, from.value))]),
        ...(to === null ? [] : [compared(to.included ? '<=' : '<', value, constantOf(input, to.value))]),
      ]),
    ),
  )
}

function equality(left: Checked, right: Checked): Condition {
  const domain = left.type.kind === 'boolean' ? 'boolean' : 'member'
  return {
    kind: 'compare',
    domain,
    operator: '==',
    left,
    right,
    order: null,
    type: { kind: 'boolean' },
    start: 0,
    end: 0,
  }
}
