/**
 * The values of definitions (`let`) under known claims, from which an answer was worked out.
 *
 * Promises: exact, and the same whatever deciding the assertions costs, because this work has a separate meter. Sets
 * have no value and are left out; the definitions that they name are listed. Trusts the binder, as the evaluator does.
 */
import { printNumeral } from '../language/numeric/numeral'
import { digits, Rational } from '../language/numeric/rational'
import type { CheckedRuleset, Type } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'
import type { Run } from './evaluate/node'
import type { Program } from './evaluate/program'
import type { Member, Quantity } from './evaluate/quantity'
import { Meter, StepsExceeded } from './meter'
import { FALSE, type Known, type Outcomes, TRUE } from './value'

export interface DefinitionValue {
  readonly name: string
  /** A numeral, `true`, `false` or a member; null where the claims do not determine it, or the budget ended. */
  readonly value: string | null
  /** Of a number that has one. */
  readonly unit: string | null
}

/**
 * Definitions to which all assertions together refer, sets included. Above it none is listed, so that answers stay
 * bounded.
 */
export const MAX_DEFINITIONS_LISTED = 10_000

/** Evaluation steps that the definitions of one check may take. */
const MAX_DEFINITION_STEPS = 200_000

const NONE: readonly undefined[] = []

/** Pairs of digits that one step of printing pays for. */
const DIGIT_PAIRS = 16

export class Definitions {
  /** Indices of the lets that each assertion refers to, also through others, ascending; sets left out. */
  readonly byAssertion: readonly (readonly number[])[]
  /** Indices that any assertion refers to, ascending. */
  private readonly listed: readonly number[]
  /** Indices of lets that hold, also through others, a pair of units that do not bridge: they are never evaluated. */
  private readonly unbridged: ReadonlySet<number>

  constructor(private readonly ruleset: CheckedRuleset) {
    const { lets, assertions } = ruleset
    const named = lets.map(({ value }) => namedIn(value))
    this.unbridged = unbridgedLets(ruleset, named)
    const byAssertion: number[][] = []
    let sum = 0
    for (const { expression } of lets.length === 0 ? [] : assertions) {
      const indices = reachable(namedIn(expression), named)
      byAssertion.push(indices.filter((index) => lets[index]!.value.type.kind !== 'set'))
      sum += indices.length
      if (sum > MAX_DEFINITIONS_LISTED) break
    }
    this.byAssertion = sum > MAX_DEFINITIONS_LISTED ? [] : byAssertion
    this.listed = [...new Set(this.byAssertion.flat())].sort((a, b) => a - b)
  }

  /** Whether no assertion refers to any, or all together refer to too many. */
  get isEmpty(): boolean {
    return this.listed.length === 0
  }

  /** By index; lets to which no assertion refers have none. */
  values(program: Program, known: Known): readonly (DefinitionValue | undefined)[] {
    if (this.isEmpty) return NONE
    const run = program.begin(known, new Meter(MAX_DEFINITION_STEPS))
    const values: (DefinitionValue | undefined)[] = new Array(this.ruleset.lets.length)
    for (const index of this.listed) {
      const { name, value } = this.ruleset.lets[index]!
      values[index] = { name, value: this.valueOf(program, index, run), unit: unitOf(value.type) }
    }
    return values
  }

  private valueOf(program: Program, index: number, run: Run): string | null {
    if (this.unbridged.has(index)) return null
    try {
      return inText(program.evaluateLet(index, run), run.meter)
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

/** Indices of the lets that an expression names directly. */
function namedIn(expression: Parameters<typeof walk>[0]): readonly number[] {
  const indices = new Set<number>()
  walk(expression, (node) => {
    if (node.kind === 'let') indices.add(node.let)
  })
  return [...indices]
}

/** These indices and all that their lets name, ascending. */
function reachable(from: readonly number[], named: readonly (readonly number[])[]): number[] {
  const reached = new Set(from)
  for (const index of reached) for (const below of named[index] ?? []) reached.add(below)
  return [...reached].sort((a, b) => a - b)
}

function unbridgedLets({ lets }: CheckedRuleset, named: readonly (readonly number[])[]): ReadonlySet<number> {
  const unbridged = new Set<number>()
  // A let names earlier ones alone.
  lets.forEach(({ value }, index) => {
    let holds = named[index]!.some((below) => unbridged.has(below))
    walk(value, (node) => {
      holds ||= node.kind === 'unbridged'
    })
    if (holds) unbridged.add(index)
  })
  return unbridged
}
