/**
 * Each counterexample shows that one of the assertions not TRUE in it is needed, so the fewest that cover all
 * counterexamples are tried next.
 */
import type { Answer } from '../answer'
import { ALWAYS, type Condition, conjunction, difference } from '../condition'
import { minimalSet } from '../index-set'
import { type Investigation, shareInputs } from './investigation'

const MAX_SETS = 200
/** A step looks at one counterexample. */
const MAX_STEPS = 20_000

export class FewestPremises {
  /** By counterexample: assertions that are not TRUE in it. */
  private readonly cases: (readonly number[])[] = []
  private steps = 0

  constructor(
    private readonly inquiry: Investigation,
    private readonly index: number,
    /** Together they imply the assertion, or that is not decided. */
    private readonly others: readonly number[],
  ) {}

  one(): readonly number[] | null {
    const { inquiry, index, others } = this
    const enough = others.find(
      (other) => shareInputs(inquiry.ruleset, other, index) && this.ask([other]).status === 'proved',
    )
    return enough === undefined ? null : [enough]
  }

  /** At least two. If a limit ends the search, the set is only minimal, and `open` says so. */
  several(): readonly number[] {
    for (let questions = 0; questions < MAX_SETS && !this.inquiry.open.isSpent; questions++) {
      const some = this.meetingAllCases()
      if (some === null) break
      const { status } = this.ask(some)
      if (status === 'proved') return some
      if (status !== 'witness') break
    }
    const some = minimalSet(this.others, (each) => this.ask(each).status === 'proved')
    this.inquiry.leaveOpen(
      [this.index],
      `whether fewer than ${some.length} assertions imply ${this.inquiry.called(this.index)}`,
    )
    return some
  }

  private ask(premises: readonly number[]): Answer {
    const { inquiry, others, index } = this
    const answer = inquiry.quietly(inquiry.ruleset, counterexampleTo(inquiry.conditions, premises, index))
    if (answer.status === 'witness') {
      const { values } = answer.witness
      this.cases.push(others.filter((other) => !premises.includes(other) && !inquiry.holdsAt(other, values)))
    }
    return answer
  }

  private meetingAllCases(): readonly number[] | null {
    this.steps = 0
    for (let size = 1; size <= this.others.length; size++) {
      const some = this.extended([], size)
      if (some !== null) return some.toSorted((a, b) => a - b)
      if (this.steps > MAX_STEPS) return null
    }
    return null
  }

  private extended(some: readonly number[], left: number): readonly number[] | null {
    this.steps += this.cases.length
    const unmet = this.cases.find((each) => each.every((other) => !some.includes(other)))
    if (unmet === undefined) return some
    if (left === 0 || this.steps > MAX_STEPS) return null
    for (const other of unmet) {
      const extended = this.extended([...some, other], left - 1)
      if (extended !== null) return extended
    }
    return null
  }
}

/** The negated consequence comes first, which shortens the search. */
export function counterexampleTo(
  conditions: readonly Condition[],
  premises: readonly number[],
  index: number,
): Condition {
  return conjunction([difference(conditions[index]!, ALWAYS), ...premises.map((premise) => conditions[premise]!)])
}
