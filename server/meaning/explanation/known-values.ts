/**
 * Exact outcomes and values of parts under partly known claims. Undecided parts have several outcomes or no value, and
 * `undecided` lists them.
 */

import { Meter } from '../../engine/core/meter'
import { ANY, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { NEEDS_SOLVER, type NeedsSolver } from '../../engine/decide/evidence'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import { firstCandidate } from '../../engine/search/candidates'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import type { Limit } from '../answer'
import { type Condition, equality } from '../condition'
import { type AskTools, type Found, findWitness } from '../find-witness'
import { compileWithin, questionRuleset } from '../question-ruleset'
import { constantOf } from './substitution'

/** A value, or "no value" after a division by zero. */
export type Worth = Value | typeof NO_VALUE

type Evaluated = ReturnType<Program['evaluateLet']>

/** Counted separately, so that answers are explained whatever they cost. */
const MAX_PART_STEPS = 1_000_000

export class KnownValues {
  readonly ruleset: CheckedRuleset
  /** Evaluated with the whole program. */
  private readonly assertions: ReadonlyMap<Checked, number>
  private readonly definitions: ReadonlyMap<Checked, number>
  /** Includes definitions that name such a definition. */
  private readonly unbridged: ReadonlySet<number>
  private readonly outcomes = new Map<Condition, Outcomes>()
  private readonly values = new Map<Checked, Worth | null>()
  private readonly ofDefinitions = new Map<number, Evaluated>()
  private readonly notDecided = new Map<Checked, Limit>()
  private readonly partTools: AskTools

  constructor(
    private readonly program: Program,
    /** Null is unknown. */
    readonly known: Known,
    private readonly tools: AskTools,
  ) {
    this.ruleset = program.ruleset
    this.partTools = { ...tools, solver: null, mode: 'tiers', meter: new Meter(MAX_PART_STEPS) }
    this.assertions = new Map(this.ruleset.assertions.map(({ expression }, index) => [expression, index]))
    this.definitions = new Map(this.ruleset.lets.map(({ value }, index) => [value, index]))
    const unbridged = new Set<number>()
    // A let names only earlier ones.
    for (const [index, { value }] of this.ruleset.lets.entries())
      if (comparesUnjoined(value, unbridged)) unbridged.add(index)
    this.unbridged = unbridged
  }

  get undecided(): ReadonlyMap<Checked, Limit> {
    return this.notDecided
  }

  /** Keeps the outcome that an answer implies. */
  learn(condition: Condition, outcome: Outcomes): void {
    this.outcomes.set(condition, outcome)
  }

  /** The possible outcomes; a single bit is certain. */
  outcome(condition: Condition): Outcomes {
    const before = this.outcomes.get(condition)
    if (before !== undefined) return before
    const outcome = this.holdsUnbridged(condition) ? NONE : this.inCompletions(condition, this.evaluated(condition))
    this.outcomes.set(condition, outcome)
    return outcome
  }

  /** Drops outcomes that no completion has. */
  private inCompletions(condition: Condition, seen: Outcomes): Outcomes {
    let [outcome, shown] = [seen, 0]
    for (const one of [TRUE, FALSE, NONE]) {
      if (isDefinite(outcome) || shown === 2) break
      if ((outcome & one) === 0) continue
      const witness = this.find(condition, one)
      if (witness.status === 'none') outcome &= ~one
      if (witness.status === 'found') shown++
      if (witness.status === 'undecided') this.notDecided.set(condition, witness.limit)
    }
    if (isDefinite(outcome) || shown === 2) this.notDecided.delete(condition)
    return outcome
  }

  /** First without the solver and without the steps of the call. */
  private find(condition: Condition, wanted: Outcomes): Exclude<Found, { status: NeedsSolver }> {
    const cheap = findWitness(this.ruleset, condition, wanted, this.partTools, this.known)
    if (cheap.status !== NEEDS_SOLVER) return cheap
    if (this.tools.solver === null) return { status: 'undecided', limit: 'incomplete' }
    const witness = findWitness(this.ruleset, condition, wanted, this.tools, this.known)
    return witness.status === NEEDS_SOLVER ? { status: 'undecided', limit: 'incomplete' } : witness
  }

  private evaluated(condition: Condition): Outcomes {
    const { program, known } = this
    const { meter } = this.tools
    const definition = this.ofDefinition(condition)
    if (typeof definition === 'number') return definition
    const assertion = this.assertions.get(condition)
    if (assertion !== undefined) return program.evaluate(assertion, known, meter)
    return compileWithin(questionRuleset(this.ruleset, condition), meter).evaluate(0, known, meter)
  }

  /** Null for other expressions than definitions. */
  private ofDefinition(expression: Checked): Evaluated | null {
    const index = expression.kind === 'let' ? expression.let : this.definitions.get(expression)
    if (index === undefined) return null
    const value =
      this.ofDefinitions.get(index) ?? this.program.evaluateLet(index, this.program.begin(this.known, this.tools.meter))
    this.ofDefinitions.set(index, value)
    return value
  }

  /** Null if the values do not settle it, or it is never evaluated. */
  worth(expression: Checked): Worth | null {
    if (expression.type.kind !== 'boolean') return this.value(expression)
    if (this.holdsUnbridged(expression)) return null
    const outcome = this.outcome(expression)
    if (outcome === NONE) return NO_VALUE
    return isDefinite(outcome) ? outcome === TRUE : null
  }

  /** Null if the values do not settle it. */
  value(expression: Checked): Worth | null {
    const before = this.values.get(expression)
    if (before !== undefined) return before
    const value = this.evaluatedValue(expression) ?? this.valueInCompletions(expression)
    this.values.set(expression, value)
    return value
  }

  /** Null if one evaluation does not settle it. */
  evaluatedValue(expression: Checked): Rational | string | typeof NO_VALUE | null {
    if (this.holdsUnbridged(expression)) return null
    const value = this.ofDefinition(expression) ?? this.ofExpression(expression, this.known)
    return isValue(value) ? value : null
  }

  /** The value in one completion, if all others agree. */
  private valueInCompletions(expression: Checked): Worth | null {
    if (this.holdsUnbridged(expression) || expression.type.kind === 'set') return null
    const completion = this.known.map((value, index) => value ?? firstCandidate(this.ruleset.inputs[index]!))
    const value = this.ofExpression(expression, completion)
    if (!isValue(value)) return null
    const isSame = equality(expression, value === NO_VALUE ? expression : constantOf(expression, value))
    const witness = this.find(isSame, value === NO_VALUE ? TRUE | FALSE : ANY & ~TRUE)
    if (witness.status === 'undecided') this.notDecided.set(expression, witness.limit)
    return witness.status === 'none' ? value : null
  }

  private ofExpression(expression: Checked, known: Known): Evaluated {
    const index = this.ruleset.lets.length
    const lets = [...this.ruleset.lets, { name: '', value: expression, line: 0, comment: [] }]
    const named: Checked = { kind: 'let', let: index, type: expression.type, start: 0, end: 0 }
    const { meter } = this.tools
    const program = compileWithin(questionRuleset({ ...this.ruleset, lets }, equality(named, named)), meter)
    // The added definition is the last one.
    return program.evaluateLet(program.ruleset.lets.length - 1, program.begin(known, meter))
  }

  /** Such an expression is never evaluated. */
  holdsUnbridged(expression: Checked): boolean {
    return comparesUnjoined(expression, this.unbridged)
  }
}

function isValue(value: Evaluated): value is Rational | string | typeof NO_VALUE {
  return value instanceof Rational || typeof value === 'string' || value === NO_VALUE
}

/** @param unbridged definitions that are never evaluated */
function comparesUnjoined(expression: Checked, unbridged: ReadonlySet<number>): boolean {
  let isUnbridged = false
  walkTree(expression, (node) => {
    if (node.kind === 'unbridged' || (node.kind === 'let' && unbridged.has(node.let))) isUnbridged = true
  })
  return isUnbridged
}
