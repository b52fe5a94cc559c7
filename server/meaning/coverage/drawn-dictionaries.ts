/**
 * Dictionaries at and near the boundaries of an assertion, drawn once for all questions about it. A change that one of
 * them distinguishes needs no search. They prove nothing.
 */
import type { Completion, Known, Value } from '../../engine/core/value'
import type { Program } from '../../engine/evaluate/program'
import { Assignment } from '../../engine/search/assignment'
import { isFiniteInput, isInside } from '../../engine/search/candidates'
import { type Draw, fixedDraws } from '../../engine/search/find-by-draws'
import { Question } from '../../engine/search/question'
import { Rational } from '../../language/numeric/rational'
import { areInside } from '../condition'
import type { AskTools, Hints } from '../find-witness'

/** For one assertion. */
const MAX_DICTIONARIES = 256
const MAX_DRAWS = 512
/** A share of the whole budget, for all assertions together. */
const BUDGET_SHARE = 10
/** Draws for each input, before only inputs that turned the answer are drawn. */
const TRIALS = 2

export class DrawnDictionaries {
  /** By assertion. */
  private readonly drawn = new Map<number, Drawing>()

  /** @param seeds dictionaries whose neighbours are tried too, with null for unknown claims */
  constructor(
    private readonly program: Program,
    private readonly seeds: readonly Known[],
    private readonly tools: AskTools,
    private readonly draw: Draw = fixedDraws(),
  ) {}

  /** Witnesses of earlier questions, the last one first, then dictionaries that are drawn when they are needed. */
  of(assertion: number): Hints {
    return this.drawing(assertion)
  }

  /** @param values one for every input of the ruleset */
  add(assertion: number, values: Completion): void {
    this.drawing(assertion).found.unshift(values)
  }

  private drawing(assertion: number): Drawing {
    const known = this.drawn.get(assertion)
    if (known !== undefined) return known
    const drawing = new Drawing(this.program, assertion, this.seeds, this.tools, this.draw)
    this.drawn.set(assertion, drawing)
    return drawing
  }
}

/** The dictionaries of one assertion. */
class Drawing implements Iterable<Completion> {
  readonly found: Completion[] = []
  private readonly dictionaries: Completion[] = []
  private readonly question: Question
  private readonly goesOn: () => boolean
  /** Inputs whose values are drawn around the boundaries. */
  private turned: readonly number[]
  private readonly turning = new Set<number>()
  private draws = 0

  constructor(
    private readonly program: Program,
    assertion: number,
    private readonly seeds: readonly Known[],
    { meter }: AskTools,
    private readonly draw: Draw,
  ) {
    const { inputs, assertions } = program.ruleset
    const nothing = inputs.map(() => null)
    const question = new Question(program, assertion, nothing, meter)
    this.question = question
    this.goesOn = question.allowance(Math.floor(meter.limit / BUDGET_SHARE / assertions.length))
    const isDrawn = program.unbridged[assertion] === 0 && !question.root.deep
    const occurring = isDrawn ? question.occurring : []
    const numbers = occurring.filter((input) => !isFiniteInput(question.input(input)))
    this.turned = numbers.length > 0 ? numbers : occurring
  }

  *[Symbol.iterator](): Generator<Completion, void, void> {
    yield* this.found
    for (let index = 0; ; index++) {
      while (index >= this.dictionaries.length) if (!this.drawMore()) return
      yield this.dictionaries[index]!
    }
  }

  private drawMore(): boolean {
    const { program, question, dictionaries, turning, seeds } = this
    if (this.turned.length === 0 || this.draws >= MAX_DRAWS) return false
    if (dictionaries.length >= MAX_DICTIONARIES || !this.goesOn()) return false
    const draws = this.draws++
    if (draws === this.turned.length * TRIALS && turning.size > 0) this.turned = [...turning]
    const input = this.turned[draws % this.turned.length]!
    const seed = draws % 2 === 1 && seeds.length > 0 ? seeds[(draws >> 1) % seeds.length]! : null
    const around = this.drawAround(input, seed).filter((values) => areInside(program.ruleset, values))
    const outcomes = new Set(around.map((values) => question.evaluate(values)))
    if (outcomes.size > 1) turning.add(input)
    dictionaries.push(...(outcomes.size > 1 ? around : around.slice(0, 1)))
    return true
  }

  /**
   * Each input but one has its value in the seed, or one inside its range; that one has the values at which the answer
   * turns.
   */
  private drawAround(turned: number, seed: Known | null): readonly Completion[] {
    const { question } = this
    const assignment = new Assignment(question, null)
    for (const input of question.occurring) {
      if (input === turned) continue
      const value = seed?.[input] ?? this.drawInside(input)
      if (value === null) return []
      assignment.assign(input, value)
    }
    return assignment.turning(question.root, turned).map((value) => {
      const { mark } = assignment
      assignment.assign(turned, value)
      const values = assignment.completed()
      assignment.undo(mark)
      return values
    })
  }

  private drawInside(input: number): Value | null {
    const { question } = this
    const { range } = question.input(input)
    const inside = question
      .candidates(input)
      .filter((value) => range === null || !(value instanceof Rational) || isInside(value, range))
    return inside.length === 0 ? null : inside[this.draw(inside.length)]!
  }
}
