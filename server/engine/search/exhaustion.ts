/** Evaluates every combination. The table is in lexicographic order of declaration and candidates. */

import type { Completion, Outcomes, Value } from '../core/value'
import { isDefinite } from '../evaluate/kleene'
import { isFiniteInput } from './candidates'
import { MAX_COMBINATIONS } from './caps'
import type { Question } from './question'

export class Exhaustion {
  readonly possible: Outcomes

  private constructor(
    private readonly question: Question,
    private readonly outcomes: Uint8Array,
  ) {
    this.possible = outcomes.reduce((mask, outcome) => mask | outcome, 0)
    question.meter.spend(Math.ceil(outcomes.length / 8))
  }

  /** Null if an unknown number occurs or there are too many combinations. */
  static of(question: Question): Exhaustion | null {
    let combinations = 1
    for (const input of question.occurring) {
      if (!isFiniteInput(question.input(input))) return null
      combinations *= question.candidates(input).length
      if (combinations > MAX_COMBINATIONS) return null
    }
    return new Exhaustion(question, outcomeTable(question, combinations))
  }

  first(wanted: Outcomes): Completion | null {
    const index = this.outcomes.findIndex((outcome) => (outcome & wanted) !== 0)
    return index < 0 ? null : this.combination(index)
  }

  private combination(index: number): Completion {
    const values: (Value | null)[] = [...this.question.base]
    let rest = index
    for (const input of [...this.question.occurring].reverse()) {
      const list = this.question.candidates(input)
      values[input] = list[rest % list.length]!
      rest = Math.floor(rest / list.length)
    }
    return values
  }

  /** Whether outcomes differ between combinations that differ only in `input`. */
  isRelevant(input: number): boolean {
    const { occurring, meter } = this.question
    const position = occurring.indexOf(input)
    if (position < 0) return false
    let stride = 1
    for (const later of occurring.slice(position + 1)) stride *= this.question.candidates(later).length
    const block = stride * this.question.candidates(input).length
    meter.spend(Math.ceil(this.outcomes.length / 8))
    // If no neighbours differ, all are equal.
    for (let start = 0; start < this.outcomes.length; start += block)
      for (let i = start; i < start + block - stride; i++)
        if (this.outcomes[i] !== this.outcomes[i + stride]) return true
    return false
  }
}

/** A settled partial assignment settles all combinations below it. */
function outcomeTable(question: Question, combinations: number): Uint8Array {
  const table = new Uint8Array(combinations)
  const values: (Value | null)[] = [...question.base]
  const inputs = question.occurring
  const fill = (depth: number, start: number, size: number): void => {
    const mask = question.evaluate(values)
    if (isDefinite(mask)) {
      table.fill(mask, start, start + size)
      return
    }
    const input = inputs[depth]
    if (input === undefined) throw new Error('a completed assertion has no definite outcome')
    const list = question.candidates(input)
    const share = size / list.length
    list.forEach((value, i) => {
      values[input] = value
      fill(depth + 1, start + i * share, share)
    })
    values[input] = null
  }
  fill(0, 0, combinations)
  return table
}
