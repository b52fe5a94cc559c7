/**
 * The outcomes of a condition in every completion, and those of each dictionary's completions. Shares nothing with the
 * engine.
 */
import type { Outcomes, Value } from '../../engine/core/value'
import {
  add,
  compareRationals,
  divide,
  fromInteger,
  ONE,
  type Rational,
  subtract,
} from '../../language/numeric/rational'

/** One claim or local. */
export interface Axis {
  readonly values: readonly Value[]
  /** Places of values that a dictionary can state; empty for a local. */
  readonly stated: readonly number[]
}

/** By axis: the place of a value, or the next one for an unknown value. */
export type Cell = readonly number[]

export class OutcomeTable {
  private readonly strides: readonly number[]
  private readonly masks: Uint8Array

  constructor(
    private readonly axes: readonly Axis[],
    outcomeOf: (completion: readonly Value[]) => Outcomes,
  ) {
    let size = 1
    this.strides = axes.map(({ values }) => {
      const stride = size
      size *= values.length + 1
      return stride
    })
    this.masks = new Uint8Array(size)
    this.fill(outcomeOf)
  }

  /** Bits of engine/core/value.ts. */
  outcomes(cell: Cell): Outcomes {
    return this.masks[this.place(cell)]!
  }

  private place(cell: Cell): number {
    return cell.reduce((place, at, axis) => place + at * this.strides[axis]!, 0)
  }

  private fill(outcomeOf: (completion: readonly Value[]) => Outcomes): void {
    for (const cell of everyCell(this.axes))
      this.masks[this.place(cell)] = outcomeOf(cell.map((at, axis) => this.axes[axis]!.values[at]!))
    // Axis by axis, so that cells are joined from those with one unknown input less.
    this.axes.forEach(({ values }, axis) => {
      const others = this.axes.map((other, index) => {
        if (index === axis) return [values.length]
        return Array.from({ length: other.values.length + (index < axis ? 1 : 0) }, (_, at) => at)
      })
      for (const cell of enumerateCells(others)) {
        const place = this.place(cell)
        let joined = 0
        for (let at = 1; at <= values.length; at++) joined |= this.masks[place - at * this.strides[axis]!]!
        this.masks[place] = joined
      }
    })
  }
}

export function everyCell(axes: readonly Axis[]): Generator<number[], void, void> {
  return enumerateCells(axes.map(({ values }) => [...values.keys()]))
}

/** Lists the cells of dictionaries. Without `hasUnknown`, every claim has a value. */
export function dictionaryCells(axes: readonly Axis[], hasUnknown: boolean): Generator<number[], void, void> {
  return enumerateCells(
    axes.map(({ values, stated }) => (stated.length === 0 || hasUnknown ? [...stated, values.length] : [...stated])),
  )
}

function* enumerateCells(choices: readonly (readonly number[])[]): Generator<number[], void, void> {
  const places = choices.map(() => 0)
  for (;;) {
    yield choices.map((choice, axis) => choice[places[axis]!]!)
    let axis = 0
    for (; axis < choices.length; axis++) {
      places[axis]!++
      if (places[axis]! < choices[axis]!.length) break
      places[axis] = 0
    }
    if (axis === choices.length) return
  }
}

/** The sorted points, and a number between, below and above them. */
export function withNeighbours(points: readonly Rational[]): readonly Rational[] {
  const sorted = points
    .toSorted(compareRationals)
    .filter((point, index, all) => index === 0 || compareRationals(point, all[index - 1]!) !== 0)
  const [first] = sorted
  if (first === undefined) return [fromInteger(0)]
  return [
    subtract(first, ONE),
    ...sorted.flatMap((point, index) => {
      const next = sorted[index + 1]
      return [point, next === undefined ? add(point, ONE) : divide(add(point, next), fromInteger(2))!]
    }),
  ]
}
