/**
 * What parts of a ruleset come to under the values of one case.
 *
 * Promises: exact, as the evaluator says. A part that the values do not settle has several outcomes, or no value here.
 * Trusts the binder: known values are of their inputs' types.
 */
import { isDefinite } from '../../engine/evaluate/kleene'
import { compileProgram } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import type { Meter } from '../../engine/meter'
import { type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walk } from '../../language/semantics/children'
import type { Condition } from '../condition'
import { questionRuleset } from '../question-ruleset'

/** A value, or that there is none because something is divided by zero. */
export type Worth = Value | typeof NO_VALUE

export class KnownValues {
  constructor(
    readonly ruleset: CheckedRuleset,
    /** One value per input; null is unknown. */
    readonly known: Known,
    private readonly meter: Meter,
  ) {}

  /** The outcomes that are possible; one bit alone is certain. */
  outcome(condition: Condition): Outcomes {
    if (this.holdsUnbridged(condition)) return NONE
    return compileProgram(questionRuleset(this.ruleset, condition)).evaluate(0, this.known, this.meter)
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
    const program = compileProgram(questionRuleset({ ...this.ruleset, lets }, condition))
    // The added definition is the last of those that the question names.
    const value = program.evaluateLet(program.ruleset.lets.length - 1, program.begin(this.known, this.meter))
    return value instanceof Rational || typeof value === 'string' || value === NO_VALUE ? value : null
  }

  /** Whether an expression compares units that nothing joins, through definitions too: it is never evaluated. */
  holdsUnbridged(expression: Checked): boolean {
    const { lets } = this.ruleset
    const open = [expression]
    const seen = new Set<number>()
    let isUnbridged = false
    for (let next = open.pop(); next !== undefined; next = open.pop())
      walk(next, (node) => {
        if (node.kind === 'unbridged') isUnbridged = true
        if (node.kind !== 'let' || seen.has(node.let)) return
        seen.add(node.let)
        open.push(lets[node.let]!.value)
      })
    return isUnbridged
  }
}
