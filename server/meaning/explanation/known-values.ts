/**
 * What parts of a ruleset come to under the values of one case.
 *
 * Promises: exact, as the evaluator says. A part that the values do not settle has several outcomes, or no value here.
 * Trusts the binder: known values are of their inputs' types.
 */
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import type { Meter } from '../../engine/meter'
import { type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walk } from '../../language/semantics/children'
import { compileWithin } from '../compile-within'
import type { Condition } from '../condition'
import { questionRuleset } from '../question-ruleset'

/** A value, or that there is none because something is divided by zero. */
export type Worth = Value | typeof NO_VALUE

type Evaluated = ReturnType<Program['evaluateLet']>

export class KnownValues {
  readonly ruleset: CheckedRuleset
  /** Of assertions and of definitions: the program evaluates them as they are. */
  private readonly assertions: ReadonlyMap<Checked, number>
  private readonly definitions: ReadonlyMap<Checked, number>
  /** Definitions that compare units which nothing joins, through others too. */
  private readonly unbridged: ReadonlySet<number>
  private readonly outcomes = new Map<Condition, Outcomes>()
  private readonly ofDefinitions = new Map<number, Evaluated>()

  constructor(
    private readonly program: Program,
    /** One value per input; null is unknown. */
    readonly known: Known,
    private readonly meter: Meter,
  ) {
    this.ruleset = program.ruleset
    this.assertions = new Map(this.ruleset.assertions.map(({ expression }, index) => [expression, index]))
    this.definitions = new Map(this.ruleset.lets.map(({ value }, index) => [value, index]))
    const unbridged = new Set<number>()
    // A let names earlier ones alone.
    for (const [index, { value }] of this.ruleset.lets.entries())
      if (comparesUnjoined(value, unbridged)) unbridged.add(index)
    this.unbridged = unbridged
  }

  /** The outcomes that are possible; one bit alone is certain. */
  outcome(condition: Condition): Outcomes {
    const before = this.outcomes.get(condition)
    if (before !== undefined) return before
    const outcome = this.holdsUnbridged(condition) ? NONE : this.evaluated(condition)
    this.outcomes.set(condition, outcome)
    return outcome
  }

  private evaluated(condition: Condition): Outcomes {
    const { program, known, meter } = this
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
      this.ofDefinitions.get(index) ?? this.program.evaluateLet(index, this.program.begin(this.known, this.meter))
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
  value(expression: Checked): Rational | string | typeof NO_VALUE | null {
    if (this.holdsUnbridged(expression)) return null
    const value = this.ofDefinition(expression) ?? this.ofExpression(expression)
    return value instanceof Rational || typeof value === 'string' || value === NO_VALUE ? value : null
  }

  private ofExpression(expression: Checked): Evaluated {
    const index = this.ruleset.lets.length
    const lets = [...this.ruleset.lets, { name: '', value: expression, line: 0, comment: [] }]
    const named: Checked = { kind: 'let', let: index, type: expression.type, start: 0, end: 0 }
    const domain = expression.type.kind === 'numeric' ? 'numeric' : 'member'
    const condition: Condition = {
      kind: 'compare',
      domain,
      operator: '==',
      left: named,
      right: named,
      order: null,
      type: { kind: 'boolean' },
      start: 0,
      end: 0,
    }
    const program = compileWithin(questionRuleset({ ...this.ruleset, lets }, condition), this.meter)
    // The added definition is the last of those that the question names.
    return program.evaluateLet(program.ruleset.lets.length - 1, program.begin(this.known, this.meter))
  }

  /** Whether an expression compares units that nothing joins, through definitions too: it is never evaluated. */
  holdsUnbridged(expression: Checked): boolean {
    return comparesUnjoined(expression, this.unbridged)
  }
}

/** @param unbridged definitions that compare units which nothing joins */
function comparesUnjoined(expression: Checked, unbridged: ReadonlySet<number>): boolean {
  let isUnbridged = false
  walk(expression, (node) => {
    if (node.kind === 'unbridged' || (node.kind === 'let' && unbridged.has(node.let))) isUnbridged = true
  })
  return isUnbridged
}
