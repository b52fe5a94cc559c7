/**
 * Finds the parts that decide a condition, through connectives, branches and definitions, in the order of the text. If
 * one operand settles the outcome, only it is named: the first TRUE of an Or. Every FALSE operand of an And is named,
 * because each must change before the And can hold. Parts of a TRUE or FALSE outcome are settled themselves; otherwise
 * the whole condition is the part.
 */

import { ANY, FALSE, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { isDefinite } from '../../engine/evaluate/kleene'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import type { Checked, CheckedException, ExceptionsForm } from '../../language/semantics/checked-ruleset'
import { exceptionGroups } from '../../language/semantics/exceptions'
import { equality } from '../condition'
import type { KnownValues } from './known-values'
import { constantOf } from './substitution'

export interface DecidingPart {
  readonly expression: Checked
  /** Several bits if the known values do not settle it. */
  readonly outcome: Outcomes
  /** Null for the assertion's own text. */
  readonly definition: number | null
  /** It is the condition of an exception. */
  readonly isException?: true
}

/** Returns the parts that decide the outcome; if it is open, those that leave it open. */
export function decidingParts(expression: Checked, values: KnownValues): readonly DecidingPart[] {
  const deciding: DecidingPart[] = []
  new Descent(values, deciding).enter(expression, null)
  return deciding
}

class Descent {
  private readonly visited = new Set<Checked>()

  constructor(
    private readonly values: KnownValues,
    private readonly deciding: DecidingPart[],
  ) {}

  enter(node: Checked, definition: number | null): void {
    if (this.visited.has(node)) return
    this.visited.add(node)
    const outcome = this.values.outcome(node)
    if (node.kind === 'written' && node.form.kind === 'exceptions') {
      this.enterExcepted(node.form, definition)
      return
    }
    const below = this.below(node, outcome)
    const next = below !== null && this.leadsTo(outcome, below) ? below : null
    if (next === null) this.deciding.push({ expression: node, outcome, definition })
    else if (node.kind === 'let') this.enter(next[0]!, node.let)
    else for (const part of next) this.enterPart(part, definition)
  }

  /** The exceptions that apply, the latest first; otherwise the rule, with the exceptions that do not. */
  private enterExcepted({ base, exceptions }: ExceptionsForm, definition: number | null): void {
    const note = ({ condition }: CheckedException, outcome: Outcomes) =>
      this.deciding.push({ expression: condition, outcome, definition, isException: true })
    for (const group of exceptionGroups(exceptions).toReversed()) {
      const outcomes = group.map((exception) => [exception, this.values.outcome(exception.condition)] as const)
      const open = outcomes.filter(([, outcome]) => outcome !== TRUE && outcome !== FALSE)
      const applying = outcomes.filter(([, outcome]) => outcome === TRUE)
      for (const [exception, outcome] of [...applying, ...open]) note(exception, outcome)
      for (const [{ value }] of applying) if (value.kind !== 'boolean') this.enterPart(value, definition)
      if (applying.length + open.length > 0) return
    }
    for (const exception of exceptions) note(exception, FALSE)
    this.enterPart(base, definition)
  }

  private enterPart(part: Checked, definition: number | null): void {
    if (part.type.kind === 'boolean') this.enter(part, definition)
    else this.deciding.push(this.subject(part, definition))
  }

  /** States which member the subject of a CASE is. */
  private subject(subject: Checked, definition: number | null): DecidingPart {
    const value = this.values.value(subject)
    if (value === null) return { expression: subject, outcome: ANY, definition }
    if (value === NO_VALUE) return { expression: subject, outcome: NONE, definition }
    const { start, end } = subject
    return { expression: { ...equality(subject, constantOf(subject, value)), start, end }, outcome: TRUE, definition }
  }

  /** Operands of a TRUE or FALSE outcome must be settled. */
  private leadsTo(outcome: Outcomes, operands: readonly Checked[]): boolean {
    if (outcome !== TRUE && outcome !== FALSE) return operands.length > 0
    const isSettled = (part: Checked) =>
      part.type.kind === 'boolean' ? isDefinite(this.values.outcome(part)) : this.values.value(part) !== null
    return operands.length > 0 && operands.every(isSettled)
  }

  /** Null if the node has no operands to follow. */
  private below(node: Checked, outcome: Outcomes): readonly Checked[] | null {
    switch (node.kind) {
      case 'let':
        return [this.values.ruleset.lets[node.let]!.value]
      case 'connective':
        return this.operands(node, outcome)
      case 'choice':
        return this.branch(node, outcome)
      case 'case':
        return this.arm(node, outcome)
      default:
        return null
    }
  }

  private branch(node: Extract<Checked, { kind: 'choice' }>, outcome: Outcomes): readonly Checked[] {
    const { condition, then, otherwise } = node
    const taken = this.values.outcome(condition)
    if (taken === TRUE) return [condition, then]
    if (taken === FALSE) return [condition, otherwise]
    // Both branches have the same outcome, so the condition decides nothing.
    return outcome === TRUE || outcome === FALSE ? [then, otherwise] : [condition]
  }

  private arm(node: Extract<Checked, { kind: 'case' }>, outcome: Outcomes): readonly Checked[] {
    const { subject, arms, fallback } = node
    const member = this.values.value(subject)
    const taken = typeof member !== 'string' ? null : (arms.find(({ label }) => label === member)?.value ?? fallback)
    if (taken !== null) return [subject, taken]
    // All arms have the same outcome, so the subject decides nothing.
    const all = [...arms.map(({ value }) => value), ...(fallback === null ? [] : [fallback])]
    return outcome === TRUE || outcome === FALSE ? all : [subject]
  }

  private operands(node: Extract<Checked, { kind: 'connective' }>, outcome: Outcomes): readonly Checked[] {
    const { operands } = node
    switch (node.connective) {
      case 'And':
        return outcome === TRUE ? operands : this.having(operands, outcome, FALSE)
      case 'Or':
        return outcome === FALSE
          ? operands
          : this.having(operands, outcome, TRUE).slice(0, outcome === TRUE ? 1 : undefined)
      case 'Implies':
        return this.implication(operands[0]!, operands[1]!, outcome)
      default:
        return operands
    }
  }

  /** Operands that settle the outcome, or that leave it open. */
  private having(operands: readonly Checked[], outcome: Outcomes, settling: Outcomes): readonly Checked[] {
    const wanted = isDefinite(outcome) ? outcome : null
    return operands.filter((operand) => {
      const mask = this.values.outcome(operand)
      if (wanted === null) return !isDefinite(mask) || mask === NONE
      return wanted === NONE ? mask === NONE : mask === settling
    })
  }

  private implication(premise: Checked, consequence: Checked, outcome: Outcomes): readonly Checked[] {
    const [before, after] = [this.values.outcome(premise), this.values.outcome(consequence)]
    if (outcome === NONE) return [premise, consequence].filter((part) => this.values.outcome(part) === NONE)
    if (outcome !== TRUE) return [premise, consequence]
    if (before === FALSE) return [premise]
    return after === TRUE ? [consequence] : [premise, consequence]
  }
}
