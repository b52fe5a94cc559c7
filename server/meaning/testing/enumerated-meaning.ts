/**
 * Every outcome of a random question (random-question.ts), only by the reference meaning of the language
 * (engine/testing/reference.ts). Shares nothing with the explanation.
 */

import { type Completion, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { referenceOutcome, referenceValue } from '../../engine/testing/reference'
import { printNumeral } from '../../language/numeric/numeral'
import {
  add,
  compareRationals,
  divide,
  fromInteger,
  isEqual,
  multiply,
  ONE,
  Rational,
  subtract,
} from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { RandomQuestion } from './random-question'

const FAR = [-1_001, -1_000, 1_000, 1_001].map(fromInteger)

export class EnumeratedMeaning {
  private readonly masks = new Map<string, Outcomes>()
  private readonly x: number
  private readonly y: number
  /** Thresholds and numbers between them, ascending, which show all outcomes. */
  private readonly alongX: readonly Rational[]

  constructor(
    readonly ruleset: CheckedRuleset,
    private readonly question: RandomQuestion,
  ) {
    const at = (name: string) => ruleset.inputs.findIndex((input) => input.name === name)
    this.x = at('x')
    this.y = at('y')
    this.alongX = withBetween(this.thresholdsOf(0))
  }

  /** The outcomes of an assertion over the completions of these values. */
  mask(assertion: number, known: Known): Outcomes {
    const key = `${assertion} ${keyOf(known)}`
    const before = this.masks.get(key)
    if (before !== undefined) return before
    let mask = 0
    const open = this.openIn(known, this.ruleset.assertions[assertion]!.reads)
    if (open === null) mask = bitOf(referenceOutcome(this.ruleset, assertion, fillUnread(this.ruleset, known)))
    else for (const value of this.candidates(open, known)) mask |= this.mask(assertion, known.with(open, value))
    this.masks.set(key, mask)
    return mask
  }

  /** Every completion that can differ. */
  *completions(known: Known): Generator<Completion> {
    const open = this.openIn(known, [...known.keys()])
    if (open === null) yield known as Completion
    else for (const value of this.candidates(open, known)) yield* this.completions(known.with(open, value))
  }

  valueOf(expression: Checked, completion: Completion): Value | null {
    return referenceValue(this.ruleset, expression, completion)
  }

  /** Values of one input that show all its effects while the others stay. */
  candidates(input: number, known: Known): readonly Value[] {
    const { type } = this.ruleset.inputs[input]!
    if (type.kind === 'boolean') return [true, false]
    if (type.kind === 'enum') return type.vocabulary
    const other = known[input === this.x ? this.y : this.x]
    if (this.y < 0 || !(other instanceof Rational))
      return input === this.x ? this.alongX : withBetween(this.thresholdsOf(1))
    return withBetween(this.thresholdsBeside(input, other))
  }

  /** Unknown numbers are opened one by one, because the second one's thresholds depend on the first. */
  private openIn(known: Known, reads: readonly number[]): number | null {
    return reads.find((input) => known[input] === null) ?? null
  }

  /** Thresholds of one number and crossings of two lines, for x (0) or y (1). */
  private thresholdsOf(axis: 0 | 1): readonly Rational[] {
    const { lines, thresholds } = this.question
    const other = axis === 0 ? 1 : 0
    const points = axis === 0 ? [...thresholds] : []
    for (const [index, line] of lines.entries()) {
      if (line[other].n === 0 && line[axis].n !== 0) points.push(divide(line[2], line[axis])!)
      for (const second of lines.slice(index + 1)) {
        const determinant = subtract(multiply(line[axis], second[other]), multiply(second[axis], line[other]))
        if (determinant.n === 0) continue
        const above = subtract(multiply(line[2], second[other]), multiply(second[2], line[other]))
        points.push(divide(above, determinant)!)
      }
    }
    return points
  }

  private thresholdsBeside(input: number, other: Rational): readonly Rational[] {
    const axis = input === this.x ? 0 : 1
    return this.question.lines
      .flatMap((line) => {
        if (line[axis].n === 0) return []
        return [divide(subtract(line[2], multiply(line[axis === 0 ? 1 : 0], other)), line[axis])!]
      })
      .concat(axis === 0 ? this.question.thresholds : [])
  }
}

function bitOf(outcome: boolean | null): Outcomes {
  return outcome === null ? NONE : outcome ? TRUE : FALSE
}

/** Inputs that are not read take any value. */
function fillUnread({ inputs }: CheckedRuleset, known: Known): Completion {
  return known.map((value, index) => {
    const { type } = inputs[index]!
    return value ?? (type.kind === 'boolean' ? false : type.kind === 'enum' ? type.vocabulary[0]! : ONE)
  })
}

function keyOf(known: Known): string {
  return known.map((value) => (value instanceof Rational ? printNumeral(value) : String(value))).join()
}

function withBetween(points: readonly Rational[]): readonly Rational[] {
  const ascending = [...points, ...FAR].sort(compareRationals)
  const distinct = ascending.filter((point, index) => index === 0 || !isEqual(point, ascending[index - 1]!))
  const [first, last] = [distinct[0]!, distinct.at(-1)!]
  const between = distinct.flatMap((point, index) => {
    const next = distinct[index + 1]
    return next === undefined ? [point] : [point, divide(add(point, next), fromInteger(2))!]
  })
  return [subtract(first, ONE), ...between, add(last, ONE)]
}
