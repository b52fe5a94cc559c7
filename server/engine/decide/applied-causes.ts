import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { childrenOf, walkTree } from '../../language/semantics/tree/children'
import { Meter, StepsExceededError } from '../core/meter'
import { FALSE, type Known, NONE, TRUE } from '../core/value'
import { Lowering } from '../evaluate/lower'
import { Run, type ValueNode } from '../evaluate/node'
import { MAYBE, NO_VALUE } from '../evaluate/quantity'
import { Landings } from '../evaluate/shared-cell'
import {
  ABSENCES,
  type Cause,
  CausesOfNoValue,
  canBeZero,
  DIVISION,
  type Meaning,
  meaningOf,
  NO_MEANING,
} from './no-value-causes'

/** For one reason, apart from the steps of deciding. */
const MAX_STEPS = 200_000

export interface AppliedCauses {
  readonly causes: readonly Cause[]
  /** Whether the expression has no value because of each of them; otherwise one of them is possible. */
  readonly isCertain: boolean
}

/**
 * Why the expression has no value under these claims, or may have none. Follows its parts from the outside to those that
 * lack a value while everything below them has one.
 * @returns null if that is too long or is not found
 */
export function appliedCauses(ruleset: CheckedRuleset, expression: Checked, known: Known): AppliedCauses | null {
  if (hasFreeVariable(expression)) return null
  const evaluator = evaluators.get(ruleset) ?? new PartEvaluator(ruleset)
  evaluators.set(ruleset, evaluator)
  if (evaluator.isTooDeep) return null
  const search = new CauseSearch(ruleset, evaluator)
  try {
    evaluator.begin(known)
    search.visit(expression, NO_MEANING)
  } catch (error) {
    if (error instanceof StepsExceededError || error instanceof TooDeepError) return null
    throw error
  }
  return search.isComplete && search.causes.size > 0
    ? { causes: [...search.causes], isCertain: search.isCertain }
    : null
}

const evaluators = new WeakMap<CheckedRuleset, PartEvaluator>()

/** Whether its value depends on a quantifier around it. */
function hasFreeVariable(expression: Checked): boolean {
  const bound = new Set<number>()
  const used = new Set<number>()
  walkTree(expression, (node) => {
    if (node.kind === 'quantified') bound.add(node.variable)
    if (node.kind === 'variable') used.add(node.variable)
  })
  return [...used].some((variable) => !bound.has(variable))
}

type Lack = 'always' | 'maybe' | 'never'

class TooDeepError extends Error {}

/** Evaluates parts of the expressions of a ruleset. */
class PartEvaluator {
  /** A part is nested so deeply that lowering it again would add to the landings each time. */
  isTooDeep = false
  private readonly lowering: Lowering
  private nodes = new Map<Checked, ValueNode>()
  private readonly run = new Run()

  constructor(ruleset: CheckedRuleset) {
    this.lowering = new Lowering(ruleset, new Landings(), 'as written')
  }

  begin(known: Known): void {
    this.run.start(known, new Meter(MAX_STEPS))
    // Kept for one search only, because the nodes of all parts together can be large.
    this.nodes = new Map()
  }

  /** @throws StepsExceededError, TooDeepError */
  evaluate(part: Checked) {
    const node = this.nodes.get(part) ?? this.lowering.value(part)
    this.nodes.set(part, node)
    this.run.meter.spend(node.cost)
    this.isTooDeep ||= node.deep
    if (node.deep) throw new TooDeepError()
    return node.evaluate(this.run)
  }

  lack(part: Checked): Lack {
    const result = this.evaluate(part)
    if (result === NONE || result === NO_VALUE) return 'always'
    return result === MAYBE || (typeof result === 'number' && (result & NONE) !== 0) ? 'maybe' : 'never'
  }
}

class CauseSearch {
  readonly causes = new Set<Cause>()
  isCertain = true
  /** False if some part lacks a value and it was not found why. */
  isComplete = true
  private readonly all: CausesOfNoValue

  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly evaluator: PartEvaluator,
  ) {
    this.all = new CausesOfNoValue(ruleset.lets)
  }

  /** @param meaning what "no value" says here */
  visit(node: Checked, meaning: Meaning): void {
    switch (node.kind) {
      case 'nothing':
        this.add(node.because === undefined ? meaning.end : ABSENCES[node.because])
        return
      case 'let':
        this.visit(this.ruleset.lets[node.let]!.value, NO_MEANING)
        return
      case 'written':
        this.visit(node.core, meaningOf(node))
        return
      case 'choice':
        this.visitChoice(node, meaning)
        return
      case 'arithmetic':
        if (!this.visitCertain([node.left, node.right])) {
          this.visitPossible([node.left, node.right])
          if ((node.operator === '/' || node.operator === '%') && this.mayBeZero(node.right)) this.add(DIVISION)
        }
        return
      case 'case':
        this.visitCase(node, meaning)
        return
      case 'quantified':
      case 'is-subset':
      case 'unbridged':
        this.addAll(node)
        return
      default: {
        const operands = childrenOf(node).filter(({ type }) => type.kind !== 'set')
        if (this.visitCertain(operands)) return
        this.visitPossible(operands)
        for (const cause of this.all.of(node)) this.add(cause)
        for (const set of childrenOf(node)) if (set.type.kind === 'set') this.addAll(set)
      }
    }
  }

  private visitChoice(node: Extract<Checked, { kind: 'choice' }>, meaning: Meaning): void {
    const { condition, then, otherwise } = node
    const inside = { end: meaning.inside, inside: meaning.inside }
    if (this.visitCertain([condition])) return
    const outcome = this.evaluator.evaluate(condition)
    if (outcome === TRUE) this.visit(then, inside)
    else if (outcome === FALSE) this.visit(otherwise, meaning)
    else {
      this.visitPossible([condition])
      if (this.evaluator.lack(then) !== 'never') this.visitUncertain(then, inside)
      if (this.evaluator.lack(otherwise) !== 'never') this.visitUncertain(otherwise, meaning)
    }
  }

  private visitCase(node: Extract<Checked, { kind: 'case' }>, meaning: Meaning): void {
    const { subject, arms, fallback } = node
    if (this.visitCertain([subject])) return
    const member = this.evaluator.evaluate(subject)
    const taken = typeof member === 'string' ? (arms.find(({ label }) => label === member)?.value ?? fallback) : null
    if (taken === null) this.addAll(node)
    else this.visit(taken, { end: meaning.inside, inside: meaning.inside })
  }

  /** Returns whether any of them surely lacks a value. */
  private visitCertain(nodes: readonly Checked[]): boolean {
    const lacking = nodes.filter((node) => this.evaluator.lack(node) === 'always')
    for (const node of lacking) this.visit(node, NO_MEANING)
    return lacking.length > 0
  }

  private visitPossible(nodes: readonly Checked[]): void {
    for (const node of nodes) if (this.evaluator.lack(node) === 'maybe') this.visitUncertain(node, NO_MEANING)
  }

  private visitUncertain(node: Checked, meaning: Meaning): void {
    this.isCertain = false
    this.visit(node, meaning)
  }

  private mayBeZero(divisor: Checked): boolean {
    const value = this.evaluator.evaluate(divisor)
    if (typeof value !== 'object' || !('n' in value)) return canBeZero(divisor)
    return Number.isNaN(value.n) || value.n === 0
  }

  /** Everything in the part that may have no value. */
  private addAll(part: Checked): void {
    this.isCertain = false
    for (const cause of this.all.in(part)) this.add(cause)
  }

  private add(cause: Cause | null): void {
    if (cause === null) this.isComplete = false
    else this.causes.add(cause)
  }
}
