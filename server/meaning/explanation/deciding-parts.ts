/**
 * Which parts of a condition decide its outcome under the values of one case.
 *
 * Promises: follows And, Or, Not, Implies, If, CASE and yes/no definitions down to the parts that stand alone, in the
 * order of writing. Where one operand settles the outcome, the others are left out: the first TRUE of an Or. Every FALSE
 * operand of an And is named, because each of them must change before the And can hold.
 */
import { isDefinite } from '../../engine/evaluate/kleene'
import { FALSE, NONE, type Outcomes, TRUE } from '../../engine/value'
import type { Checked } from '../../language/semantics/checked-ruleset'
import type { KnownValues } from './known-values'

export interface DecidingPart {
  readonly expression: Checked
  /** One bit where the known values settle it; several where they do not. */
  readonly outcome: Outcomes
  /** The definition in whose text it stands; null for the assertion's own text. */
  readonly definition: number | null
}

/** The parts that make `expression` what it is; for an open outcome, the parts that leave it open. */
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
    const next = this.below(node, outcome)
    if (next === null) this.deciding.push({ expression: node, outcome, definition })
    else if (node.kind === 'let') this.enter(next[0]!, node.let)
    else for (const part of next) this.enter(part, definition)
  }

  /** The operands that decide; null where the node stands alone. */
  private below(node: Checked, outcome: Outcomes): readonly Checked[] | null {
    switch (node.kind) {
      case 'let':
        return [this.values.ruleset.lets[node.let]!.value]
      case 'connective':
        return this.operands(node, outcome)
      case 'choice':
        return this.branch(node, outcome)
      case 'case':
        return this.arm(node)
      default:
        return null
    }
  }

  private branch(node: Extract<Checked, { kind: 'choice' }>, outcome: Outcomes): readonly Checked[] {
    const { condition, then, otherwise } = node
    const taken = this.values.outcome(condition)
    if (taken === TRUE) return [condition, then]
    if (taken === FALSE) return [condition, otherwise]
    // Either branch comes to the same, so the condition decides nothing.
    return outcome === TRUE || outcome === FALSE ? [then, otherwise] : [condition]
  }

  private arm({ subject, arms, fallback }: Extract<Checked, { kind: 'case' }>): readonly Checked[] | null {
    const member = this.values.value(subject)
    const taken = typeof member !== 'string' ? null : (arms.find(({ label }) => label === member)?.value ?? fallback)
    return taken === null ? null : [taken]
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

  /** The operands that settle the outcome, or, where it is not settled, those that are open. */
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
    if (outcome !== TRUE) return [premise, consequence]
    if (before === FALSE) return [premise]
    return after === TRUE ? [consequence] : [premise, consequence]
  }
}
