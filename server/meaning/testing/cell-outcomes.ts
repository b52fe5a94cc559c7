/**
 * The outcomes of one assertion in all completions of its axes, each found once and only when it is needed. Parts that
 * the assertion shares with its changed forms are read once for all of them.
 */
import { ANY, type Known, type Outcomes, type Value } from '../../engine/core/value'
import { ReferenceMemory } from '../../engine/testing/reference'
import { isEqual, Rational } from '../../language/numeric/rational'
import type { CheckedLet, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { CompleteAnswer } from '../comparison/answers'
import type { ReferenceAssertion } from './completions'
import { type Axis, everyCell } from './outcome-table'

/** All completions of some axes, in the order of {@link everyCell}. */
export class Completions {
  readonly all: readonly (readonly Value[])[]
  /** Whether a dictionary can state all values; locals have none. */
  readonly isStated: readonly boolean[]
  private readonly strides: readonly number[]
  private readonly memories = new Map<readonly CheckedLet[], ReferenceMemory>()

  constructor(readonly axes: readonly Axis[]) {
    const cells = [...everyCell(axes)]
    this.all = cells.map((cell) => cell.map((at, axis) => axes[axis]!.values[at]!))
    this.isStated = cells.map((cell) => cell.every((at, axis) => axes[axis]!.stated.includes(at)))
    let size = 1
    this.strides = axes.map(({ values }) => {
      const stride = size
      size *= values.length
      return stride
    })
  }

  /** Shared by rulesets with the same definitions. */
  memoryFor({ lets }: CheckedRuleset): ReferenceMemory {
    const memory = this.memories.get(lets) ?? new ReferenceMemory()
    this.memories.set(lets, memory)
    return memory
  }

  /** The numbers of the completions of some values; null if a value is not on its axis. */
  numbersOf(known: Known): readonly number[] | null {
    let numbers: readonly number[] = [0]
    for (const [axis, { values }] of this.axes.entries()) {
      const value = known[axis] ?? null
      const places = value === null ? [...values.keys()] : [placeOf(values, value)]
      if (places[0] === -1) return null
      const stride = this.strides[axis]!
      numbers = places.flatMap((place) => numbers.map((number) => number + place * stride))
    }
    return numbers
  }
}

function placeOf(values: readonly Value[], value: Value): number {
  if (!(value instanceof Rational)) return values.indexOf(value)
  return values.findIndex((other) => other instanceof Rational && isEqual(other, value))
}

export class CellOutcomes {
  /** By number of the completion; 0 until it is needed. */
  private readonly outcomes: Uint8Array
  private readonly memory: ReferenceMemory

  constructor(
    readonly assertion: ReferenceAssertion,
    private readonly completions: Completions,
    ruleset: CheckedRuleset,
  ) {
    this.outcomes = new Uint8Array(completions.all.length)
    this.memory = completions.memoryFor(ruleset)
  }

  at(number: number): Outcomes {
    const known = this.outcomes[number]!
    if (known !== 0) return known
    const outcome = this.assertion.outcome(this.completions.all[number]!, { memory: this.memory, number })
    this.outcomes[number] = outcome
    return outcome
  }

  /** Returns the outcome even if a value is not on its axis. */
  outcome(values: readonly Value[]): Outcomes {
    const numbers = this.completions.numbersOf(values)
    return numbers === null ? this.assertion.outcome(values) : this.at(numbers[0]!)
  }

  /** An unknown claim takes every value of its axis. */
  answerTo(known: Known): CompleteAnswer {
    const numbers = this.completions.numbersOf(known)
    if (numbers === null) return this.assertion.answerTo(known, this.completions.axes)
    let all: Outcomes = 0
    for (const number of numbers) {
      all |= this.at(number)
      if (all === ANY) break
    }
    return this.assertion.answer(all)
  }
}
