/**
 * Values of definitions (`let`) under known claims. A separate meter keeps them independent of the cost of deciding.
 */
import { CALENDAR_REACH, printDate } from '../language/numeric/calendar'
import { isWithinDays, printInstant } from '../language/numeric/instant'
import { printNumeral } from '../language/numeric/numeral'
import { boundDigits, Rational } from '../language/numeric/rational'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import type { Type } from '../language/semantics/checked-type'
import { walkTree } from '../language/semantics/tree/children'
import { Meter, StepsExceededError } from './core/meter'
import { FALSE, type Known, type Outcomes, TRUE } from './core/value'
import type { Run } from './evaluate/node'
import type { Program } from './evaluate/program'
import type { Member, Quantity } from './evaluate/quantity'

export interface DefinitionValue {
  readonly name: string
  /** Null if the claims do not determine it, or the budget ended. */
  readonly value: string | null
  readonly unit: string | null
}

/** For all assertions together; above it nothing is listed. */
export const MAX_DEFINITIONS_LISTED = 10_000

const MAX_DEFINITION_STEPS = 200_000

const NONE: readonly undefined[] = []

/** Digit pairs per step. */
const DIGIT_PAIRS_PER_STEP = 16

export class Definitions {
  /** Ascending lets that each assertion refers to, directly or not, without sets. */
  readonly byAssertion: readonly (readonly number[])[]
  private readonly listed: readonly number[]
  /** Lets with unbridged units, directly or not; never evaluated. */
  private readonly unbridged: ReadonlySet<number>

  constructor(private readonly ruleset: CheckedRuleset) {
    const { lets, assertions } = ruleset
    const named = lets.map(({ value }) => namedIn(value))
    this.unbridged = unbridgedLets(ruleset, named)
    const byAssertion: number[][] = []
    let sum = 0
    for (const { expression } of lets.length === 0 ? [] : assertions) {
      const indices = reachableLets(namedIn(expression), named)
      byAssertion.push(indices.filter((index) => lets[index]!.value.type.kind !== 'set'))
      sum += indices.length
      if (sum > MAX_DEFINITIONS_LISTED) break
    }
    this.byAssertion = sum > MAX_DEFINITIONS_LISTED ? [] : byAssertion
    this.listed = [...new Set(this.byAssertion.flat())].sort((a, b) => a - b)
  }

  get isEmpty(): boolean {
    return this.listed.length === 0
  }

  /** Undefined if no assertion refers to the let. */
  values(program: Program, known: Known): readonly (DefinitionValue | undefined)[] {
    if (this.isEmpty) return NONE
    const run = beginDefinitions(program, known)
    const values: (DefinitionValue | undefined)[] = new Array(this.ruleset.lets.length)
    for (const index of this.listed) {
      const { name, value } = this.ruleset.lets[index]!
      values[index] = { name, value: this.valueOf(program, index, run), unit: unitOf(value.type) }
    }
    return values
  }

  private valueOf(program: Program, index: number, run: Run): string | null {
    if (this.unbridged.has(index)) return null
    const { type } = this.ruleset.lets[index]!.value
    return evaluateDefinition(program, index, run, (value, meter) => valueText(value, type, meter))
  }
}

export function beginDefinitions(program: Program, known: Known): Run {
  return program.begin(known, new Meter(MAX_DEFINITION_STEPS))
}

/** Null if the budget ends. @param index of a let whose units bridge */
export function evaluateDefinition<T>(
  program: Program,
  index: number,
  run: Run,
  read: (value: Outcomes | Quantity | Member, meter: Meter) => T,
): T | null {
  try {
    return read(program.evaluateLet(index, run), run.meter)
  } catch (error) {
    if (error instanceof StepsExceededError) return null
    throw error
  }
}

function unitOf(type: Type): string | null {
  return type.kind === 'numeric' ? (type.unit?.text ?? null) : null
}

/** Null if the claims do not determine it. */
export function valueText(value: Outcomes | Quantity | Member, type: Type, meter: Meter): string | null {
  if (typeof value === 'string') return value
  if (value === TRUE) return 'true'
  if (value === FALSE) return 'false'
  if (!(value instanceof Rational)) return null
  if (type.kind === 'date') return value.d === 1 && Math.abs(value.n) <= CALENDAR_REACH ? printDate(value.n) : null
  if (type.kind === 'timestamp' && !isWithinDays(value, CALENDAR_REACH)) return null
  if (value.big !== null) meter.spend(Math.ceil(boundDigits(value) ** 2 / DIGIT_PAIRS_PER_STEP))
  return type.kind === 'timestamp' ? printInstant(value) : printNumeral(value)
}

function namedIn(expression: Parameters<typeof walkTree>[0]): readonly number[] {
  const indices = new Set<number>()
  walkTree(expression, (node) => {
    if (node.kind === 'let') indices.add(node.let)
  })
  return [...indices]
}

function reachableLets(from: readonly number[], named: readonly (readonly number[])[]): number[] {
  const reached = new Set(from)
  for (const index of reached) for (const below of named[index] ?? []) reached.add(below)
  return [...reached].sort((a, b) => a - b)
}

function unbridgedLets({ lets }: CheckedRuleset, named: readonly (readonly number[])[]): ReadonlySet<number> {
  const unbridged = new Set<number>()
  lets.forEach(({ value }, index) => {
    let holds = named[index]!.some((below) => unbridged.has(below))
    walkTree(value, (node) => {
      holds ||= node.kind === 'unbridged'
    })
    if (holds) unbridged.add(index)
  })
  return unbridged
}
