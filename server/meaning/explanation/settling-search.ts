/**
 * Values of one unknown claim that settle an assertion, whatever the other unknown claims are. Allowed values are
 * proved.
 */

import { ANY, FALSE, type Known, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { Rational } from '../../language/numeric/rational'
import { isWholeInput } from '../../language/semantics/checked-input'
import { findBreakpoints } from '../breakpoints'
import { conditionOf, negation } from '../condition'
import { type AskTools, findWitness, limitOf } from '../find-witness'
import { type Allowed, submittableNumbers } from './allowed-values'
import { tryChanged } from './nearest-passing'
import { type Missing, ValuesAlong } from './values-along'

export interface Settling {
  /** Null if no value is known to settle it. */
  readonly allowed: Allowed | null
  readonly missing: Missing | null
}

/** For one assertion and claim, besides evaluations. */
const MAX_QUESTIONS = 200

export class SettlingSearch {
  private readonly settled = new Map<string, Outcomes | Missing | null>()
  private questions = 0
  private subject = ''

  constructor(
    private readonly program: Program,
    private readonly known: Known,
    private readonly tools: AskTools,
  ) {}

  values(assertion: number, input: number, outcome: Outcomes): Settling {
    this.begin(assertion, input)
    try {
      const { type } = this.program.ruleset.inputs[input]!
      // A date has too many values to ask about each.
      if (type.kind === 'date') return { allowed: null, missing: 'incomplete' }
      if (type.kind === 'numeric' || type.kind === 'timestamp') return this.numbers(assertion, input, outcome)
      return this.members(assertion, input, outcome, type.kind === 'boolean' ? [true, false] : type.vocabulary)
    } catch (error) {
      const missing = limitOf(error)
      if (missing === null) throw error
      return { allowed: null, missing }
    }
  }

  /** One value settles the same for both outcomes. */
  private begin(assertion: number, input: number): void {
    const subject = `${assertion} ${input}`
    if (subject === this.subject) return
    this.subject = subject
    this.questions = 0
    this.settled.clear()
  }

  private members(assertion: number, input: number, outcome: Outcomes, all: readonly (string | boolean)[]): Settling {
    let missing: Missing | null = null
    const members = all.filter((member) => {
      const settled = this.settledAt(assertion, input, member)
      if (typeof settled === 'string') missing ??= settled
      return settled === outcome
    })
    return { allowed: members.length === 0 ? null : { kind: 'members', members }, missing }
  }

  private numbers(assertion: number, input: number, outcome: Outcomes): Settling {
    const { program, known, tools } = this
    const all = findBreakpoints([program.roots[assertion]!], program.begin(known, tools.meter), input)
    if (all === null) return this.oneNumber(assertion, input, outcome)
    const holds = (value: Rational): boolean | Missing => {
      const settled = this.settledAt(assertion, input, value)
      return typeof settled === 'string' ? settled : settled === outcome
    }
    const { intervals, missing } = new ValuesAlong(
      all,
      submittableNumbers(program.ruleset.inputs[input]!),
      isWholeInput(program.ruleset.inputs[input]!),
      holds,
    ).list()
    return { allowed: intervals.length === 0 ? null : { kind: 'numbers', intervals }, missing }
  }

  /** One number, if intervals are not known. */
  private oneNumber(assertion: number, input: number, outcome: Outcomes): Settling {
    const { ruleset } = this.program
    const condition = conditionOf(ruleset.assertions[assertion]!)
    const target = { always: [outcome === TRUE ? condition : negation(condition)], sometimes: [] }
    const witness = tryChanged({ space: ruleset, known: this.known, target }, [input], this.tools)
    if (witness.status === 'none') return { allowed: null, missing: null }
    const value = witness.status === 'found' ? witness.values[input] : null
    const end = value instanceof Rational ? { value, included: true } : null
    return {
      allowed: end === null ? null : { kind: 'numbers', intervals: [{ from: end, to: end }] },
      missing: witness.status === 'undecided' ? witness.limit : 'incomplete',
    }
  }

  /** Null if completions have several outcomes. */
  private settledAt(assertion: number, input: number, value: Value): Outcomes | Missing | null {
    const key = value instanceof Rational ? `${value.n} ${value.d} ${value.big?.n} ${value.big?.d}` : String(value)
    const before = this.settled.get(key)
    if (before !== undefined) return before
    const settled = this.decided(assertion, this.known.with(input, value))
    this.settled.set(key, settled)
    return settled
  }

  private decided(assertion: number, supposed: Known): Outcomes | Missing | null {
    const { program, tools } = this
    const possible = program.evaluate(assertion, supposed, tools.meter)
    if (isDefinite(possible)) return possible
    const condition = conditionOf(program.ruleset.assertions[assertion]!)
    for (const outcome of [TRUE, FALSE]) {
      if ((possible & outcome) === 0) continue
      if (++this.questions > MAX_QUESTIONS) return 'questions'
      const witness = findWitness(program.ruleset, condition, ANY & ~outcome, tools, supposed)
      if (witness.status === 'none') return outcome
      if (witness.status === 'undecided') return witness.limit
      if (witness.status === NEEDS_SOLVER) return 'incomplete'
    }
    return null
  }
}
