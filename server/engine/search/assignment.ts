/**
 * A partial completion under construction, which can be undone step by step.
 *
 * Promises: what nodes are asked for is asked under the values assigned so far. An input that is held back is never
 * assigned; where it has finitely many values, a node is asked under each of them, which sees more than asking with the
 * input open.
 */
import { ONE } from '../../language/numeric/rational'
import { add, subtract } from '../evaluate/metered-arithmetic'
import type { BooleanNode, MemberNode, Run, ValueNode } from '../evaluate/node'
import { definite, type Member } from '../evaluate/quantity'
import type { Outcomes, Value } from '../value'
import { boundaries } from './boundaries'
import { isFiniteInput } from './candidates'
import type { Question } from './question'

export class Assignment {
  private readonly values: (Value | null)[]
  private readonly trail: number[] = []

  /** @param heldBack the input that stays open, or null */
  constructor(
    private readonly question: Question,
    readonly heldBack: number | null,
  ) {
    this.values = [...question.base]
  }

  /** A point to come back to with {@link undo}. */
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

  /** What the node can still come out as. */
  outcomes(node: BooleanNode): Outcomes {
    const { heldBack, question } = this
    if (heldBack === null || !isFiniteInput(question.input(heldBack)) || !question.inputsBelow(node).has(heldBack))
      return this.ask(node)
    let mask = 0
    for (const value of question.candidates(heldBack)) mask |= this.outcomesWith(node, value)
    return mask
  }

  /** The same with the held-back input at one value. */
  outcomesWith(node: BooleanNode, value: Value): Outcomes {
    const { heldBack } = this
    if (heldBack === null) return this.ask(node)
    this.values[heldBack] = value
    const mask = this.ask(node)
    this.values[heldBack] = null
    return mask
  }

  /** What is known of a member. */
  member(node: MemberNode): Member {
    const run = this.begin()
    run.meter.spend(node.cost)
    return node.evaluate(run)
  }

  /** The members that an input can be; none for what is no input. */
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

  /** Inputs below a node that are not assigned yet, the one held back aside. */
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

  /** Values to try for an open input so that the node turns: where its sides meet now, and around that. */
  turning(node: ValueNode, input: number): readonly Value[] {
    const { question } = this
    if (isFiniteInput(question.input(input))) return question.candidates(input)
    const run = this.begin()
    const met = boundaries(node, run).get(input) ?? []
    const around = met
      .slice(0, MEETINGS)
      .flatMap((value) => [value, definite(add(run, value, ONE)), definite(subtract(run, value, ONE))])
    return [...around, ...question.candidates(input).slice(0, USUAL)]
  }

  /** Everything that is open, the held-back input aside, at its first candidate. */
  completed(): (Value | null)[] {
    const values = [...this.values]
    for (const input of this.question.occurring)
      if (input !== this.heldBack) values[input] ??= this.question.candidates(input)[0]!
    return values
  }
}

/** Meetings of the two sides that are tried, and candidates besides. */
const MEETINGS = 4
const USUAL = 2
