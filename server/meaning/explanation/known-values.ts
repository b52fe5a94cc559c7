/**
 * What parts of a ruleset come to under the values of one case, whatever the claims are that are not known.
 *
 * Promises: exact, as answers are. A part that can still come out differently has several outcomes, or no value here; so
 * has one that was not decided, and `undecided` lists it.
 * Trusts the binder: known values are of their inputs' types.
 */
import { NEEDS_SOLVER, type NeedsSolver } from '../../engine/decide/evidence'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import { Meter } from '../../engine/meter'
import { firstCandidate } from '../../engine/search/candidates'
import { ANY, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walk } from '../../language/semantics/children'
import type { Limit } from '../answer'
import { compileWithin } from '../compile-within'
import { type Condition, equality } from '../condition'
import { type AskTools, type Found, findWitness } from '../find-witness'
import { questionRuleset } from '../question-ruleset'
import { constantOf } from './substitution'

/** A value, or that there is none because something is divided by zero. */
export type Worth = Value | typeof NO_VALUE

type Evaluated = ReturnType<Program['evaluateLet']>

/**
 * Evaluation steps for finding out what parts can be that one evaluation leaves open. They are counted apart, so that
 * answers are explained whatever they cost.
 */
const MAX_PART_STEPS = 1_000_000

export class KnownValues {
  readonly ruleset: CheckedRuleset
  /** Of assertions and of definitions: the program evaluates them as they are. */
  private readonly assertions: ReadonlyMap<Checked, number>
  private readonly definitions: ReadonlyMap<Checked, number>
  /** Definitions that compare units which nothing joins, through others too. */
  private readonly unbridged: ReadonlySet<number>
  private readonly outcomes = new Map<Condition, Outcomes>()
  private readonly values = new Map<Checked, Worth | null>()
  private readonly ofDefinitions = new Map<number, Evaluated>()
  private readonly notDecided = new Map<Checked, Limit>()
  private readonly partTools: AskTools

  constructor(
    private readonly program: Program,
    /** One value per input; null is unknown. */
    readonly known: Known,
    private readonly tools: AskTools,
  ) {
    this.ruleset = program.ruleset
    this.partTools = { ...tools, solver: null, mode: 'tiers', meter: new Meter(MAX_PART_STEPS) }
    this.assertions = new Map(this.ruleset.assertions.map(({ expression }, index) => [expression, index]))
    this.definitions = new Map(this.ruleset.lets.map(({ value }, index) => [value, index]))
    const unbridged = new Set<number>()
    // A let names earlier ones alone.
    for (const [index, { value }] of this.ruleset.lets.entries())
      if (comparesUnjoined(value, unbridged)) unbridged.add(index)
    this.unbridged = unbridged
  }

  /** Parts of which it was not decided whether they come to one thing. */
  get undecided(): ReadonlyMap<Checked, Limit> {
    return this.notDecided
  }

  /** Takes over what the answer to an assertion says of its condition. */
  learn(condition: Condition, outcome: Outcomes): void {
    this.outcomes.set(condition, outcome)
  }

  /** The outcomes that are possible; one bit alone is certain. */
  outcome(condition: Condition): Outcomes {
    const before = this.outcomes.get(condition)
    if (before !== undefined) return before
    const outcome = this.holdsUnbridged(condition) ? NONE : this.inCompletions(condition, this.evaluated(condition))
    this.outcomes.set(condition, outcome)
    return outcome
  }

  /** Those of the outcomes that one evaluation leaves possible which some completion has. */
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

  /** First without the solver, and without the steps of the call. */
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

  /** Null where the expression is no definition, named or as it is written. */
  private ofDefinition(expression: Checked): Evaluated | null {
    const index = expression.kind === 'let' ? expression.let : this.definitions.get(expression)
    if (index === undefined) return null
    const value =
      this.ofDefinitions.get(index) ?? this.program.evaluateLet(index, this.program.begin(this.known, this.tools.meter))
    this.ofDefinitions.set(index, value)
    return value
  }

  /** What an expression is, or null where the values do not settle it, or where it is never evaluated. */
  worth(expression: Checked): Worth | null {
    if (expression.type.kind !== 'boolean') return this.value(expression)
    if (this.holdsUnbridged(expression)) return null
    const outcome = this.outcome(expression)
    if (outcome === NONE) return NO_VALUE
    return isDefinite(outcome) ? outcome === TRUE : null
  }

  /** The number or member that an expression is, or null where the values do not settle it. */
  value(expression: Checked): Worth | null {
    const before = this.values.get(expression)
    if (before !== undefined) return before
    const value = this.evaluatedValue(expression) ?? this.valueInCompletions(expression)
    this.values.set(expression, value)
    return value
  }

  /** The same as far as one evaluation says it. */
  evaluatedValue(expression: Checked): Rational | string | typeof NO_VALUE | null {
    if (this.holdsUnbridged(expression)) return null
    const value = this.ofDefinition(expression) ?? this.ofExpression(expression, this.known)
    return isValue(value) ? value : null
  }

  /** The value in one completion, if no other completion has another one. */
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
    // The added definition is the last of those that the question names.
    return program.evaluateLet(program.ruleset.lets.length - 1, program.begin(known, meter))
  }

  /** Whether an expression compares units that nothing joins, through definitions too: it is never evaluated. */
  holdsUnbridged(expression: Checked): boolean {
    return comparesUnjoined(expression, this.unbridged)
  }
}

function isValue(value: Evaluated): value is Rational | string | typeof NO_VALUE {
  return value instanceof Rational || typeof value === 'string' || value === NO_VALUE
}

/** @param unbridged definitions that compare units which nothing joins */
function comparesUnjoined(expression: Checked, unbridged: ReadonlySet<number>): boolean {
  let isUnbridged = false
  walk(expression, (node) => {
    if (node.kind === 'unbridged' || (node.kind === 'let' && unbridged.has(node.let))) isUnbridged = true
  })
  return isUnbridged
}
