/**
 * Sets all other inputs so that the outcome depends on one. The search is deterministic, and both sides are evaluated.
 * An unsuccessful search proves nothing.
 */

import { FALSE, TRUE, type Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import type { BooleanNode } from '../evaluate/node'
import { Assignment } from './assignment'
import type { Question } from './question'
import { oppositeTruth, Steering } from './steering'

/** Whether a pair was found that differs only in `input`. */
export function isSensitised(question: Question, input: number, steps: number): boolean {
  if (question.root.deep) return false
  return new Sensitising(question, input, question.allowance(steps)).holds()
}

class Sensitising {
  private readonly assignment: Assignment
  private readonly steering: Steering
  /** Values that gave a comparison two outcomes. */
  private turns: readonly Value[] = []

  constructor(
    private readonly question: Question,
    private readonly input: number,
    private readonly goesOn: () => boolean,
  ) {
    this.assignment = new Assignment(question, input)
    this.steering = new Steering(this.assignment, goesOn)
  }

  holds(): boolean {
    return this.expose(this.question.root, () => this.changes())
  }

  /** Open inputs have their first candidates. */
  private changes(): boolean {
    const values = this.assignment.completed()
    let seen = 0
    for (const value of [...this.turns, ...this.question.candidates(this.input)]) {
      values[this.input] = value
      const outcome = this.question.evaluate(values)
      if (seen !== 0 && outcome !== seen) return true
      seen = outcome
    }
    return false
  }

  /** Makes the node depend on the input, until `proved` agrees. Restores everything on failure. */
  private expose(node: BooleanNode, proved: () => boolean): boolean {
    if (!this.goesOn() || !this.assignment.contains(node, this.input)) return false
    const mark = this.assignment.mark
    if (this.attempt(node, proved)) return true
    this.assignment.undo(mark)
    return false
  }

  private attempt(node: BooleanNode, proved: () => boolean): boolean {
    switch (node.kind) {
      case 'input':
        return proved()
      case 'shared':
        return this.expose(node.inner, proved)
      case 'gate':
        return this.gate(node, proved)
      case 'choice':
        return this.choice(node, proved)
      case 'case':
        return this.dispatch(node, proved)
      case 'tally':
        return this.tally(node, proved)
      default:
        return this.turn(node, this.assignment.open(node), proved)
    }
  }

  /** Exposes each operand while the others leave the decision to it. */
  private gate({ gate, operands }: Extract<BooleanNode, { kind: 'gate' }>, proved: () => boolean): boolean {
    return operands.some((operand, index) =>
      this.beside(
        operands.filter((other) => other !== operand),
        () => (gate === 'and' ? TRUE : gate === 'implies' && index === 1 ? TRUE : FALSE),
        () => this.expose(operand, proved),
      ),
    )
  }

  /** Steers what it can; restores everything on failure. */
  private beside(
    others: readonly BooleanNode[],
    truth: (other: BooleanNode, index: number) => typeof TRUE | typeof FALSE,
    goOn: () => boolean,
  ): boolean {
    const mark = this.assignment.mark
    others.forEach((other, index) => {
      if (this.goesOn()) this.steering.steer(other, truth(other, index))
    })
    if (this.goesOn() && goOn()) return true
    this.assignment.undo(mark)
    return false
  }

  private choice(node: Extract<BooleanNode, { kind: 'choice' }>, proved: () => boolean): boolean {
    const { condition, whenTrue, whenFalse } = node
    const apart = (truth: typeof TRUE | typeof FALSE) => () =>
      this.beside(
        [whenTrue, whenFalse],
        (branch) => (branch === whenTrue ? truth : oppositeTruth(truth)),
        () => this.expose(condition, proved),
      )
    return (
      this.beside(
        [condition],
        () => TRUE,
        () => this.expose(whenTrue, proved),
      ) ||
      this.beside(
        [condition],
        () => FALSE,
        () => this.expose(whenFalse, proved),
      ) ||
      apart(TRUE)() ||
      apart(FALSE)()
    )
  }

  /** Exposes the branch taken, or the subject with different branches. */
  private dispatch(node: Extract<BooleanNode, { kind: 'case' }>, proved: () => boolean): boolean {
    const arms = this.steering.arms(node)
    return arms.some(([label, arm]) => {
      if (!this.goesOn()) return false
      const mark = this.assignment.mark
      if (this.steering.take(node.subject, label) && this.expose(arm, proved)) return true
      this.assignment.undo(mark)
      const branches = arms.map(([, branch]) => branch)
      return (
        this.assignment.contains(node.subject, this.input) &&
        this.beside(branches, (branch) => (branch === arm ? TRUE : FALSE), proved)
      )
    })
  }

  /** Tries each possible number of other true slots. */
  private tally(node: Extract<BooleanNode, { kind: 'tally' }>, proved: () => boolean): boolean {
    return node.slots.some((slot) => {
      if (!this.goesOn() || !this.assignment.contains(slot, this.input)) return false
      const others = node.slots.filter((other) => other !== slot)
      return Array.from({ length: others.length + 1 }, (_, count) => count).some((count) =>
        this.beside(
          others,
          (_, index) => (index < count ? TRUE : FALSE),
          () => this.expose(slot, proved),
        ),
      )
    })
  }

  /** Varies other open inputs until the input matters. */
  private turn(node: BooleanNode, open: readonly number[], proved: () => boolean): boolean {
    if (!this.goesOn()) return false
    const turns = this.turnsOf(node)
    if (turns !== null) {
      this.turns = turns
      if (proved()) return true
    }
    const [other, ...others] = open
    if (other === undefined) return false
    const mark = this.assignment.mark
    return this.assignment.turning(node, other).some((value) => {
      this.assignment.assign(other, value)
      if (this.turn(node, others, proved)) return true
      this.assignment.undo(mark)
      return false
    })
  }

  /** Values with different outcomes, or null. */
  private turnsOf(node: BooleanNode): readonly Value[] | null {
    let first: { readonly value: Value; readonly outcome: number } | null = null
    for (const value of this.assignment.turning(node, this.input)) {
      const outcome = this.assignment.outcomesWith(node, value)
      if (!isDefinite(outcome)) continue
      if (first !== null && first.outcome !== outcome) return [first.value, value]
      first ??= { value, outcome }
    }
    return null
  }
}
