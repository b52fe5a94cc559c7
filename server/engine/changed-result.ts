/**
 * Finds a claim dictionary whose result differs from that of engines before 0.2.0. Deterministic; values are inside
 * every `@range`.
 */
import { printNumeral } from '../language/numeric/numeral'
import { isEqual, Rational } from '../language/numeric/rational'
import type { Input } from '../language/semantics/checked-input'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { Meter, StepsExceededError } from './core/meter'
import type { Known, Value } from './core/value'
import { decideAssertion } from './decide/decide'
import { compileProgram, type Program } from './evaluate/program'
import { findBoundaries } from './search/boundaries'
import { candidatesFor, isInside } from './search/candidates'

export interface ChangedResult {
  readonly assertion: string
  /** As POST /v1/check accepts them. */
  readonly claims: Readonly<Record<string, boolean | string>>
  readonly before: string
  readonly now: string
}

export type ResultComparison =
  | { readonly kind: 'changed'; readonly changed: ChangedResult }
  /** Every dictionary was tried. */
  | { readonly kind: 'same' }
  /** Some dictionaries were not tried. */
  | { readonly kind: 'none found'; readonly tried: number }

/** Dictionaries tried for each assertion. */
const MAX_DICTIONARIES_TRIED = 20_000
/** Values tried for a number. */
const MAX_VALUES = 30
/** The limit of steps for both engines together, for one ruleset: some seconds. */
const MAX_EVALUATION_STEPS = 3e8

export function changedResult(ruleset: CheckedRuleset): ResultComparison {
  const [now, before] = [compileProgram(ruleset), compileProgram(ruleset, 'by value')]
  const meter = new Meter(MAX_EVALUATION_STEPS)
  let tried = 0
  let all = true
  for (const [assertion, { unbridged }] of ruleset.assertions.entries()) {
    if (unbridged.length > 0) continue
    try {
      const search = new Search(now, before, assertion, meter)
      const changed = search.find()
      if (changed !== null) return { kind: 'changed', changed }
      tried += search.tried
      all &&= search.isExhaustive
    } catch (error) {
      if (!(error instanceof StepsExceededError)) throw error
      return { kind: 'none found', tried }
    }
  }
  return all ? { kind: 'same' } : { kind: 'none found', tried }
}

class Search {
  tried = 0
  private readonly lists: readonly (readonly Value[])[]
  private readonly reads: readonly number[]
  private readonly combinations: number

  constructor(
    private readonly now: Program,
    private readonly before: Program,
    private readonly assertion: number,
    private readonly meter: Meter,
  ) {
    const { inputs, assertions } = now.ruleset
    const run = now.begin(
      inputs.map(() => null),
      meter,
    )
    const constants = findBoundaries(now.roots[assertion]!, run)
    const others = findBoundaries(before.roots[assertion]!, before.begin(run.known, meter))
    const own = inputs.map((input, index) => {
      if (input.kind === 'local') return []
      const met = [...(constants.get(index) ?? []), ...(others.get(index) ?? [])]
      return candidatesFor(input, met, run)
    })
    this.lists = inputs.map((input, index) => keepInRange(input, withShared(inputs, own, index)))
    this.reads = assertions[assertion]!.reads.filter((index) => inputs[index]!.kind === 'claim')
    this.combinations = this.reads.reduce((product, index) => product * this.lists[index]!.length, 1)
  }

  get isExhaustive(): boolean {
    const { inputs } = this.now.ruleset
    return (
      this.combinations <= MAX_DICTIONARIES_TRIED && this.reads.every((index) => inputs[index]!.type.kind !== 'numeric')
    )
  }

  find(): ChangedResult | null {
    const many = this.combinations > MAX_DICTIONARIES_TRIED
    for (let number = 0; number < Math.min(this.combinations, MAX_DICTIONARIES_TRIED); number++) {
      const values = many ? this.scattered(number) : this.combination(number)
      this.tried++
      const changed = this.compare(values)
      if (changed !== null) return changed
    }
    return null
  }

  private compare(values: Known): ChangedResult | null {
    const { now, before, assertion, meter } = this
    if (now.evaluate(assertion, values, meter) === before.evaluate(assertion, values, meter)) return null
    const [one, other] = [before, now].map((program) => {
      const tools = { solver: null, budget: { solver_steps: 0, solver_memory_mb: 0 }, meter, mode: 'tiers' } as const
      const result = decideAssertion(program, assertion, values, tools)
      return result === 'needs solver' ? null : result.check
    })
    if (one === null || other === null || one === undefined || other === undefined || one === other) return null
    const { inputs, assertions } = now.ruleset
    const claims = inputs.flatMap((input, index) =>
      input.kind === 'local' ? [] : [[input.name, submittedValue(input, values[index]!)] as const],
    )
    return { assertion: assertions[assertion]!.name, claims: Object.fromEntries(claims), before: one, now: other }
  }

  /** The last claim changes first. */
  private combination(number: number): Known {
    const values = this.first()
    let rest = number
    for (const index of this.reads.toReversed()) {
      const list = this.lists[index]!
      values[index] = list[rest % list.length]!
      rest = Math.floor(rest / list.length)
    }
    return values
  }

  private scattered(number: number): Known {
    const values = this.first()
    let state = number + 1
    for (const index of this.reads) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      const list = this.lists[index]!
      values[index] = list[Math.floor((state / 4_294_967_296) * list.length)]!
    }
    return values
  }

  private first(): (Value | null)[] {
    return this.lists.map((list) => list[0] ?? null)
  }
}

/** Engines before 0.2.0 matched equal values, so claims of one unit share their numbers. */
function withShared(inputs: readonly Input[], own: readonly (readonly Value[])[], index: number): readonly Value[] {
  const unit = numericUnit(inputs[index]!)
  const listed = [...own[index]!]
  if (unit === null) return listed
  for (const [other, input] of inputs.entries()) {
    if (other === index || numericUnit(input) !== unit) continue
    for (const value of own[other]!)
      if (listed.length < MAX_VALUES && !listed.some((known) => isSame(known, value))) listed.push(value)
  }
  return listed
}

function numericUnit({ type, declaredUnit, kind }: Input): string | null {
  return type.kind === 'numeric' && kind === 'claim' ? (declaredUnit?.text ?? '') : null
}

function isSame(one: Value, other: Value): boolean {
  return one instanceof Rational && other instanceof Rational ? isEqual(one, other) : one === other
}

function keepInRange({ range }: Input, values: readonly Value[]): readonly Value[] {
  if (range === null) return values
  return values.filter((value) => !(value instanceof Rational) || isInside(value, range))
}

function submittedValue({ declaredUnit }: Input, value: Value): boolean | string {
  if (!(value instanceof Rational)) return value
  return declaredUnit === null ? printNumeral(value) : `${printNumeral(value)} ${declaredUnit.text}`
}
