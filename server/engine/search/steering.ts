/**
 * Builds witnesses from the wanted outcome down to the inputs. The search is deterministic, and witnesses are
 * evaluated. An unsuccessful search proves nothing.
 */

import { type Completion, FALSE, type Outcomes, TRUE } from '../core/value'
import type { BooleanNode, MemberNode } from '../evaluate/node'
import { Assignment } from './assignment'
import { STEERING_STEPS } from './caps'
import type { Question } from './question'
import { uniformCompletion } from './samples'

type Truth = typeof TRUE | typeof FALSE

/** All first candidates, then all second ones: these are often witnesses. */
const UNIFORM_COMPLETIONS = 2

/** @param sought possible outcomes after tier 1 */
export function builtWitnesses(question: Question, sought: Outcomes): Map<Outcomes, Completion> {
  const witnesses = new Map<Outcomes, Completion>()
  for (let position = 0; position < UNIFORM_COMPLETIONS && missingOutcomes(witnesses, sought) !== 0; position++) {
    const completion = uniformCompletion(question, position)
    const outcome = question.evaluate(completion)
    if (!witnesses.has(outcome)) witnesses.set(outcome, completion)
  }
  for (const wanted of [TRUE, FALSE] as const) {
    if ((missingOutcomes(witnesses, sought) & wanted) === 0) continue
    const completion = steeredWitness(question, wanted, STEERING_STEPS)
    if (completion !== null) witnesses.set(wanted, completion)
  }
  return witnesses
}

export function missingOutcomes(witnesses: ReadonlyMap<Outcomes, Completion>, sought: Outcomes): Outcomes {
  let mask = sought
  for (const outcome of witnesses.keys()) mask &= ~outcome
  return mask
}

/** Null if no witness was built. */
export function steeredWitness(question: Question, wanted: Truth, steps: number): Completion | null {
  if (question.root.deep) return null
  const assignment = new Assignment(question, null)
  if (!new Steering(assignment, question.allowance(steps)).steer(question.root, wanted)) return null
  const completion = assignment.completed()
  return question.evaluate(completion) === wanted ? completion : null
}

export class Steering {
  constructor(
    readonly assignment: Assignment,
    readonly goesOn: () => boolean,
  ) {}

  /** Restores everything on failure. */
  steer(node: BooleanNode, wanted: Truth): boolean {
    if (!this.goesOn()) return false
    const outcomes = this.assignment.outcomes(node)
    if (outcomes === wanted) return true
    if ((outcomes & wanted) === 0) return false
    const mark = this.assignment.mark
    if (this.attempt(node, wanted) && this.assignment.outcomes(node) === wanted) return true
    this.assignment.undo(mark)
    return false
  }

  /** Tries each way from the current state. */
  private any(ways: readonly (() => boolean)[]): boolean {
    const mark = this.assignment.mark
    for (const way of ways) {
      if (way()) return true
      this.assignment.undo(mark)
    }
    return false
  }

  /** If one node fails, tries again with that one first. */
  private every(nodes: readonly BooleanNode[], wanted: Truth): boolean {
    const mark = this.assignment.mark
    const failed = nodes.find((node) => !this.steer(node, wanted))
    if (failed === undefined) return true
    this.assignment.undo(mark)
    return this.steer(failed, wanted) && nodes.every((node) => this.steer(node, wanted))
  }

  private attempt(node: BooleanNode, wanted: Truth): boolean {
    switch (node.kind) {
      case 'input':
        if (this.assignment.isOpen(node.input)) this.assignment.assign(node.input, wanted === TRUE)
        return true
      case 'shared':
        return this.steer(node.inner, wanted)
      case 'gate':
        return this.gate(node, wanted)
      case 'choice':
        return this.any([
          () => this.steer(node.condition, TRUE) && this.steer(node.whenTrue, wanted),
          () => this.steer(node.condition, FALSE) && this.steer(node.whenFalse, wanted),
          () => this.steer(node.whenTrue, wanted) && this.steer(node.whenFalse, wanted),
        ])
      case 'case':
        return this.any(
          this.arms(node).map(
            ([label, arm]) =>
              () =>
                this.take(node.subject, label) && this.steer(arm, wanted),
          ),
        )
      case 'tally':
        return this.tally(node, wanted)
      default:
        return this.settle(node, wanted, this.assignment.open(node))
    }
  }

  private gate({ gate, operands }: Extract<BooleanNode, { kind: 'gate' }>, wanted: Truth): boolean {
    const [first, second] = operands
    const oneOf = (truth: Truth) => this.any(operands.map((operand) => () => this.steer(operand, truth)))
    switch (gate) {
      case 'not':
        return this.steer(first!, oppositeTruth(wanted))
      case 'and':
        return wanted === TRUE ? this.every(operands, TRUE) : oneOf(FALSE)
      case 'or':
        return wanted === FALSE ? this.every(operands, FALSE) : oneOf(TRUE)
      case 'implies':
        if (wanted === FALSE) return this.steer(first!, TRUE) && this.steer(second!, FALSE)
        return this.any([() => this.steer(first!, FALSE), () => this.steer(second!, TRUE)])
      case 'equal':
        return this.any([
          () => this.steer(first!, TRUE) && this.steer(second!, wanted),
          () => this.steer(first!, FALSE) && this.steer(second!, oppositeTruth(wanted)),
        ])
      case 'differ':
        return this.any([
          () => this.steer(first!, TRUE) && this.steer(second!, oppositeTruth(wanted)),
          () => this.steer(first!, FALSE) && this.steer(second!, wanted),
        ])
    }
  }

  /** Writes each arm with a label that selects it. */
  arms({
    subject,
    arms,
    fallback,
  }: Extract<BooleanNode, { kind: 'case' }>): readonly (readonly [string, BooleanNode])[] {
    if (fallback === null) return [...arms]
    const others = this.assignment.labels(subject).filter((label) => !arms.has(label))
    return [...arms, ...others.slice(0, 1).map((label) => [label, fallback] as const)]
  }

  /** Restores everything on failure. */
  take(node: MemberNode, label: string): boolean {
    const mark = this.assignment.mark
    if (this.goesOn() && this.attemptLabel(node, label) && this.assignment.member(node) === label) return true
    this.assignment.undo(mark)
    return false
  }

  private attemptLabel(node: MemberNode, label: string): boolean {
    switch (node.kind) {
      case 'constant':
        return true
      case 'input':
        if (this.assignment.isOpen(node.input) && this.assignment.labels(node).includes(label))
          this.assignment.assign(node.input, label)
        return true
      case 'shared':
        return this.take(node.inner, label)
      case 'choice':
        return this.any([
          () => this.steer(node.condition, TRUE) && this.take(node.whenTrue, label),
          () => this.steer(node.condition, FALSE) && this.take(node.whenFalse, label),
        ])
      case 'case':
        return this.any(
          [...node.arms].map(
            ([own, arm]) =>
              () =>
                this.take(node.subject, own) && this.take(arm, label),
          ),
        )
    }
  }

  /** Steers slots towards true, then false, until the count decides. */
  private tally(node: Extract<BooleanNode, { kind: 'tally' }>, wanted: Truth): boolean {
    const towards = (truth: Truth) => () => {
      for (const slot of node.slots) {
        if (!this.goesOn()) return false
        if (this.assignment.outcomes(node) === wanted) return true
        this.steer(slot, truth)
      }
      return this.assignment.outcomes(node) === wanted
    }
    const justOne = () => {
      const chosen = node.slots.find((slot) => this.steer(slot, TRUE))
      return this.every(
        node.slots.filter((slot) => slot !== chosen),
        FALSE,
      )
    }
    return this.any([
      towards(TRUE),
      towards(FALSE),
      justOne,
      () => this.settle(node, wanted, this.assignment.open(node)),
    ])
  }

  private settle(node: BooleanNode, wanted: Outcomes, open: readonly number[]): boolean {
    const outcomes = this.assignment.outcomes(node)
    if (outcomes === wanted) return true
    const [input, ...others] = open
    if ((outcomes & wanted) === 0 || input === undefined || !this.goesOn()) return false
    return this.any(
      this.assignment.turning(node, input).map((value) => () => {
        this.assignment.assign(input, value)
        return this.settle(node, wanted, others)
      }),
    )
  }
}

export function oppositeTruth(truth: Truth): Truth {
  return truth === TRUE ? FALSE : TRUE
}
