/**
 * The values of changed claims under which a proposal holds, with exact ends. If the values of several claims depend on
 * each other, only the last claim gets more than one value, so every combination holds.
 */

import { FALSE, type Known, NONE, TRUE, type Value } from '../../engine/core/value'
import { isDefinite } from '../../engine/evaluate/kleene'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import { INSTANTS } from '../../language/numeric/instant'
import {
  add,
  compareRationals,
  isEqual,
  multiply,
  negate,
  ONE,
  Rational,
  smallRatio,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import { type Input, isWholeInput, type Range } from '../../language/semantics/checked-input'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import { findBreakpoints } from '../breakpoints'
import {
  type Condition,
  compareNumbers,
  conjunction,
  disjunction,
  equality,
  hasOutcome,
  type Space,
} from '../condition'
import { type AskTools, findWitness } from '../find-witness'
import { type Interval, isIn } from '../outcomes-along'
import { conditionsRuleset } from '../question-ruleset'
import { constantOf } from './substitution'
import { type Missing, ValuesAlong } from './values-along'

export type Allowed =
  | { readonly kind: 'numbers'; readonly intervals: readonly Interval[] }
  | { readonly kind: 'members'; readonly members: readonly (string | boolean)[] }

export interface AllowedChange {
  readonly input: number
  /** Null if the claim is unknown. */
  readonly submitted: Value | null
  readonly allowed: Allowed
}

export interface Described {
  /** No changed claim has a nearer value while the others stay. */
  readonly values: Known
  readonly changes: readonly AllowedChange[]
  /** Claims that may allow more values, or a nearer one. */
  readonly missing: readonly { readonly input: number; readonly why: Missing }[]
}

interface Choice {
  readonly allowed: Allowed
  readonly nearest: Value
  readonly missing: Missing | null
}

const HALF = smallRatio(1, 2)
const NO_NEAREST = { value: null, missing: null }

/** Rounds that move the claims of a proposal closer. */
const MAX_ROUNDS = 4

export class AllowedValues {
  private readonly conditions: readonly Condition[]
  private readonly program: Program

  constructor(
    private readonly space: Space,
    private readonly known: Known,
    private readonly target: Target,
    private readonly tools: AskTools,
  ) {
    this.conditions = [...target.always, ...target.sometimes]
    this.program = compileProgram(conditionsRuleset(space, this.conditions))
  }

  describe(proposal: Proposal): Described {
    let values: readonly (Value | null)[] = proposal.values
    let choices: readonly Choice[] = []
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = values
      choices = proposal.changed.map((input) => {
        const choice = this.choice(values, input)
        if (round === 0 || isMuchNearer(choice, values[input]!, this.known[input] ?? null))
          values = withValue(values, input, choice.nearest)
        return choice
      })
      if (proposal.changed.length === 1 || values.every((value, input) => isSame(value, before[input]!))) break
    }
    const free = proposal.changed.map((input, index) => ({ input, ...choices[index]! }))
    const isBox = free.length === 1 || this.allHold(values, free)
    const changes = free.map(({ input, allowed }, index): AllowedChange => {
      const isFree = isBox || index === free.length - 1
      return { input, submitted: this.known[input] ?? null, allowed: isFree ? allowed : onlyValue(values[input]!) }
    })
    const missing = free.flatMap(({ input, missing: why }) => (why === null ? [] : [{ input, why }]))
    return { values, changes, missing }
  }

  /** The allowed and the nearest value of the input, with the other values fixed. */
  private choice(values: Known, input: number): Choice {
    const declared = this.space.inputs[input]!
    if (declared.type.kind === 'date')
      return { allowed: onlyValue(values[input]!), nearest: values[input]!, missing: 'incomplete' }
    return isAmount(declared.type) ? this.number(values, input) : this.member(values, input)
  }

  private member(values: Known, input: number): Choice {
    const { type } = this.space.inputs[input]!
    if (isAmount(type)) throw new Error('a number has intervals')
    let missing: Missing | null = null
    const members = (type.kind === 'boolean' ? [true, false] : type.vocabulary).filter((member) => {
      const status = this.holds(withValue(values, input, member))
      if (typeof status === 'string') missing ??= status
      return status === true
    })
    const nearest = nearestMember(this.space.inputs[input]!, members, this.known[input] ?? null)
    return { allowed: { kind: 'members', members }, nearest: nearest ?? values[input]!, missing }
  }

  private number(values: Known, input: number): Choice {
    const example = values[input]!
    const submitted = this.known[input] ?? null
    const along = this.along(values, input)
    if (along === null) return { allowed: onlyValue(example), nearest: example, missing: 'incomplete' }
    const { intervals, missing } = along.list()
    const near = submitted instanceof Rational ? along.nearest(submitted) : NO_NEAREST
    const nearest = near.value ?? example
    const isListed = nearest instanceof Rational && intervals.some((interval) => isIn(interval, nearest))
    const allowed: Allowed = isListed ? { kind: 'numbers', intervals } : onlyValue(nearest)
    return { allowed, nearest, missing: near.missing ?? missing }
  }

  /** `none` is proved; null if it is not known. */
  someNumber(values: Known, input: number): Rational | 'none' | null {
    const along = this.along(values, input)
    if (along === null) return null
    const { intervals, missing } = along.list()
    const submitted = this.known[input] ?? null
    const nearest = submitted instanceof Rational ? along.nearest(submitted).value : exampleIn(intervals)
    return nearest ?? (missing === null ? 'none' : null)
  }

  private along(values: Known, input: number): ValuesAlong | null {
    const { tools, program } = this
    const run = program.begin(withValue(values, input, null), tools.meter)
    const all = findBreakpoints(program.roots, run, input)
    if (all === null) return null
    const declared = this.space.inputs[input]!
    return new ValuesAlong(all, submittableNumbers(declared), isWholeInput(declared), (value) =>
      this.holds(withValue(values, input, value)),
    )
  }

  /** Returns the reason if it is not decided. */
  holds(values: Known): boolean | Missing {
    const { always } = this.target
    let undecided: Missing | null = null
    for (const [index, condition] of this.conditions.entries()) {
      const isAlways = index < always.length
      const possible = this.program.evaluate(index, values, this.tools.meter)
      if (possible === TRUE) continue
      if (isDefinite(possible) || (!isAlways && (possible & TRUE) === 0)) return false
      const witness = findWitness(this.space, condition, isAlways ? FALSE | NONE : TRUE, this.tools, values)
      if (witness.status === (isAlways ? 'found' : 'none')) return false
      if (witness.status === 'undecided') undecided ??= witness.limit
      else if (witness.status === 'needs solver') undecided ??= 'incomplete'
    }
    return undecided ?? true
  }

  /** Proved for every combination, or false. */
  private allHold(values: Known, free: readonly { readonly input: number; readonly allowed: Allowed }[]): boolean {
    if (this.target.sometimes.length > 0) return false
    const open = values.map((value, input) => (free.some((each) => each.input === input) ? null : value))
    const box = free.map(({ input, allowed }) => isAllowed(this.space.inputs[input]!, input, allowed))
    const fails = hasOutcome(conjunction(this.target.always), FALSE | NONE)
    return findWitness(this.space, conjunction([...box, fails]), TRUE, this.tools, open).status === 'none'
  }
}

/** The `@range`, or the instants that a claim can hold. */
export function submittableRange({ type, range }: Input): Range | null {
  return type.kind === 'timestamp' ? INSTANTS : range
}

export function submittableNumbers(input: Input): Interval {
  const range = submittableRange(input)
  return range === null ? { from: null, to: null } : { from: includedEnd(range.min), to: includedEnd(range.max) }
}

/**
 * Whether the nearest number is at an included end, or at least one step closer: next to an excluded end there is
 * always a nearer number.
 */
function isMuchNearer({ allowed, nearest }: Choice, before: Value, submitted: Value | null): boolean {
  if (!(nearest instanceof Rational && before instanceof Rational && submitted instanceof Rational)) return true
  if (allowed.kind === 'members' || !allowed.intervals.some((interval) => isIn(interval, before))) return true
  const isEnd = allowed.intervals.some(({ from, to }) =>
    [from, to].some((end) => end?.included === true && isEqual(end.value, nearest)),
  )
  return isEnd || compareRationals(subtract(distanceOf(before, submitted), distanceOf(nearest, submitted)), ONE) >= 0
}

function distanceOf(one: Rational, other: Rational): Rational {
  const difference = subtract(one, other)
  return compareRationals(difference, ZERO) < 0 ? negate(difference) : difference
}

/** A simple number, or null. */
function exampleIn(intervals: readonly Interval[]): Rational | null {
  const [first] = intervals
  if (first === undefined) return null
  const { from, to } = first
  const near = [
    ...(from === null ? [] : [from.value, add(from.value, ONE)]),
    ...(to === null ? [] : [to.value, subtract(to.value, ONE)]),
    ...(from === null || to === null ? [] : [multiply(add(from.value, to.value), HALF)]),
  ]
  const simple = [ZERO, ONE].find((value) => intervals.some((interval) => isIn(interval, value)))
  return simple ?? near.find((value) => isIn(first, value)) ?? null
}

function isSame(a: Value | null, b: Value | null): boolean {
  return a instanceof Rational && b instanceof Rational ? isEqual(a, b) : a === b
}

function withValue(values: Known, input: number, value: Value | null): Known {
  return values.map((each, index) => (index === input ? value : each))
}

function onlyValue(value: Value): Allowed {
  if (!(value instanceof Rational)) return { kind: 'members', members: [value] }
  return { kind: 'numbers', intervals: [{ from: includedEnd(value), to: includedEnd(value) }] }
}

function includedEnd(value: Rational): NonNullable<Interval['from']> {
  return { value, included: true }
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
        ...(from === null ? [] : [compareNumbers(from.included ? '>=' : '>', value, constantOf(input, from.value))]),
        ...(to === null ? [] : [compareNumbers(to.included ? '<=' : '<', value, constantOf(input, to.value))]),
      ]),
    ),
  )
}

/** `always` must hold in every completion, each of `sometimes` in at least one. */
export interface Target {
  readonly always: readonly Condition[]
  readonly sometimes: readonly Condition[]
}

export interface Proposal {
  /** Ascending. */
  readonly changed: readonly number[]
  /** The known values, with changes. */
  readonly values: Known
}
