/**
 * A partial completion that can be undone step by step. The held-back input is never assigned. If it is finite, nodes
 * are evaluated for each of its values, which excludes more outcomes.
 */
import { ONE } from '../../language/numeric/rational'
import type { Known, Outcomes, Value } from '../core/value'
import { addMetered, subtractMetered } from '../evaluate/metered-arithmetic'
import type { BooleanNode, MemberNode, Run, ValueNode } from '../evaluate/node'
import { type Member, requireDefinite } from '../evaluate/quantity'
import { findBoundaries } from './boundaries'
import { isFiniteInput, wholesNear } from './candidates'
import type { Question } from './question'

export class Assignment {
  private readonly values: (Value | null)[]
  private readonly trail: number[] = []

  constructor(
    private readonly question: Question,
    readonly heldBack: number | null,
  ) {
    this.values = [...question.base]
  }

  get current(): Known {
    return this.values
  }

  /** A state to return to with {@link undo}. */
  get mark(): number {
    return this.trail.length
  }

  undo(mark: number): void {
    for (const input of this.trail.splice(mark)) this.values[input] = null
  }

  assign(input: number, value: Value): void {
    this.values[input] = value
    this.trail.push(input)
  }

  outcomes(node: BooleanNode): Outcomes {
    const { heldBack, question } = this
    if (heldBack === null || !isFiniteInput(question.input(heldBack)) || !question.inputsBelow(node).has(heldBack))
      return this.ask(node)
    let mask = 0
    for (const value of question.candidates(heldBack)) mask |= this.outcomesWith(node, value)
    return mask
  }

  /** The outcomes with one value for the held-back input. */
  outcomesWith(node: BooleanNode, value: Value): Outcomes {
    const { heldBack } = this
    if (heldBack === null) return this.ask(node)
    this.values[heldBack] = value
    const mask = this.ask(node)
    this.values[heldBack] = null
    return mask
  }

  member(node: MemberNode): Member {
    const run = this.begin()
    run.meter.spend(node.cost)
    return node.evaluate(run)
  }

  /** Empty unless the node is an input. */
  labels(node: MemberNode): readonly string[] {
    if (node.kind !== 'input') return []
    const { type } = this.question.input(node.input)
    return type.kind === 'enum' ? type.vocabulary : []
  }

  private ask(node: BooleanNode): Outcomes {
    const run = this.begin()
    run.meter.spend(node.cost)
    return node.evaluate(run)
  }

  private begin(): Run {
    return this.question.program.begin(this.values, this.question.meter)
  }

  /** Unassigned inputs, without the held-back one. */
  open(node: ValueNode): readonly number[] {
    const open = [...this.question.inputsBelow(node)].filter(
      (input) => this.values[input] === null && input !== this.heldBack,
    )
    return open.sort((a, b) => a - b)
  }

  isOpen(input: number): boolean {
    return this.values[input] === null && input !== this.heldBack
  }

  contains(node: ValueNode, input: number): boolean {
    return this.question.inputsBelow(node).has(input)
  }

  /** Values at and near the boundaries of the node, then candidates. */
  turning(node: ValueNode, input: number): readonly Value[] {
    const { question } = this
    if (isFiniteInput(question.input(input))) return question.candidates(input)
    const run = this.begin()
    const met = findBoundaries(node, run).get(input) ?? []
    const near = met.slice(0, MAX_MEETINGS_TRIED)
    const candidates = question.candidates(input).slice(0, MAX_CANDIDATES_TRIED)
    const around = near.flatMap(
      (value) =>
        wholesNear(question.input(input), value) ?? [
          value,
          requireDefinite(addMetered(run, value, ONE)),
          requireDefinite(subtractMetered(run, value, ONE)),
        ],
    )
    return [...around, ...candidates]
  }

  /** Open inputs, except the held-back one, get their first candidates. */
  completed(): (Value | null)[] {
    const values = [...this.values]
    for (const input of this.question.occurring)
      if (input !== this.heldBack) values[input] ??= this.question.candidates(input)[0]!
    return values
  }
}

/** How many boundaries are tried, and how many candidates after them. */
const MAX_MEETINGS_TRIED = 4
const MAX_CANDIDATES_TRIED = 2
