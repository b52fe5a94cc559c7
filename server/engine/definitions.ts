/**
 * The values of definitions (`let`) under known claims: what an answer was worked out from.
 *
 * Promises: the same values whoever asks, whatever it costs to decide the assertions: the meter is its own. Exact.
 * Sets have no value of their own and are left out; what they name is not. Trusts the binder, as the evaluator does.
 */
import { printNumeral } from '../language/numeric/numeral'
import { digits, Rational } from '../language/numeric/rational'
import type { CheckedRuleset, Type } from '../language/semantics/checked-ruleset'
import type { Program } from './evaluate/program'
import type { Member, Quantity } from './evaluate/quantity'
import type { Run } from './evaluate/run'
import { walk } from './explain/english/children'
import { Meter, StepsExceeded } from './meter'
import { FALSE, type Known, type Outcomes, TRUE } from './value'

export interface DefinitionValue {
  readonly name: string
  /** A numeral, `true`, `false` or a member; null where the claims do not determine it, or the budget ended. */
  readonly value: string | null
  /** Of a number that has one. */
  readonly unit: string | null
}

/** Definitions to which all assertions together refer, sets included. Above that none is, so that no answer grows without bound. */
export const MAX_DEFINITIONS_LISTED = 10_000

/** Evaluation steps that the definitions of one check may take. */
export const MAX_DEFINITION_STEPS = 200_000

const NONE: readonly undefined[] = []

/** Pairs of digits that one step of printing pays for. */
const DIGIT_PAIRS = 16

export class Definitions {
  /** Places of the lets that each assertion refers to, also through others, ascending; sets left out. */
  readonly byAssertion: readonly (readonly number[])[]
  /** Places that any assertion refers to, ascending. */
  private readonly listed: readonly number[]
  /** Places of lets that hold, also through others, a pair of units that do not bridge: nothing evaluates them. */
  private readonly unbridged: ReadonlySet<number>

  constructor(private readonly ruleset: CheckedRuleset) {
    const { lets, assertions } = ruleset
    const named = lets.map(({ value }) => namedIn(value))
    this.unbridged = unbridgedLets(ruleset, named)
    const byAssertion: number[][] = []
    let sum = 0
    for (const { expression } of lets.length === 0 ? [] : assertions) {
      const places = reachable(namedIn(expression), named)
      byAssertion.push(places.filter((place) => lets[place]!.value.type.kind !== 'set'))
      sum += places.length
      if (sum > MAX_DEFINITIONS_LISTED) break
    }
    this.byAssertion = sum > MAX_DEFINITIONS_LISTED ? [] : byAssertion
    this.listed = [...new Set(this.byAssertion.flat())].sort((a, b) => a - b)
  }

  /** Whether no assertion refers to any, or all together refer to too many. */
  get isEmpty(): boolean {
    return this.listed.length === 0
  }

  /** By place; lets to which no assertion refers have none. */
  values(program: Program, known: Known): readonly (DefinitionValue | undefined)[] {
    if (this.isEmpty) return NONE
    const run = program.begin(known, new Meter(MAX_DEFINITION_STEPS))
    const values: (DefinitionValue | undefined)[] = new Array(this.ruleset.lets.length)
    for (const place of this.listed) {
      const { name, value } = this.ruleset.lets[place]!
      values[place] = { name, value: this.valueOf(program, place, run), unit: unitOf(value.type) }
    }
    return values
  }

  private valueOf(program: Program, place: number, run: Run): string | null {
    if (this.unbridged.has(place)) return null
    try {
      return inText(program.evaluateLet(place, run), run.meter)
    } catch (error) {
      if (error instanceof StepsExceeded) return null
      throw error
    }
  }
}

function unitOf(type: Type): string | null {
  return type.kind === 'numeric' ? (type.unit?.text ?? null) : null
}

function inText(value: Outcomes | Quantity | Member, meter: Meter): string | null {
  if (typeof value === 'string') return value
  if (value === TRUE) return 'true'
  if (value === FALSE) return 'false'
  if (!(value instanceof Rational)) return null
  // Long numbers are slow to print.
  if (value.big !== null) meter.spend(Math.ceil(digits(value) ** 2 / DIGIT_PAIRS))
  return printNumeral(value)
}

/** Places of the lets that an expression names itself. */
function namedIn(expression: Parameters<typeof walk>[0]): readonly number[] {
  const places = new Set<number>()
  walk(expression, (node) => {
    if (node.kind === 'let') places.add(node.let)
  })
  return [...places]
}

/** These places and all that their lets name, ascending. */
function reachable(from: readonly number[], named: readonly (readonly number[])[]): number[] {
  const found = new Set(from)
  for (const place of found) for (const below of named[place] ?? []) found.add(below)
  return [...found].sort((a, b) => a - b)
}

function unbridgedLets({ lets }: CheckedRuleset, named: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set<number>()
  // A let names earlier ones alone.
  lets.forEach(({ value }, place) => {
    let holds = named[place]!.some((below) => found.has(below))
    walk(value, (node) => {
      holds ||= node.kind === 'unbridged'
    })
    if (holds) found.add(place)
  })
  return found
}
