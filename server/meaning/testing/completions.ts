/**
 * The completions of small rulesets as axes, and the answers to each dictionary by the reference meaning of the
 * language and the table of policies (decisions/027).
 */

import { ANY, type Completion, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { isInside } from '../../engine/search/candidates'
import { type Numbered, referenceOutcome } from '../../engine/testing/reference'
import { divide, fromInteger, multiply, Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { CompleteAnswer } from '../comparison/answers'
import { policyAnswer } from './enumerated-answers'
import { type Axis, withNeighbours } from './outcome-table'
import type { PointsOf } from './small-rules'

const THOUSAND = fromInteger(1000)

/** Converts kilograms to the unit of the claim. */
function inUnitOf({ declaredUnit }: Input, numbers: readonly Rational[]): readonly Rational[] {
  return declaredUnit?.text === 'g' ? numbers.map((number) => multiply(number, THOUSAND)) : numbers
}

/** Converts a number of one ruleset's claim to the other ruleset's unit. */
export function asReadBy(to: Input, from: Input, value: Value): Value {
  if (!(value instanceof Rational) || to.declaredUnit?.text === from.declaredUnit?.text) return value
  return to.declaredUnit?.text === 'g' ? multiply(value, THOUSAND) : divide(value, THOUSAND)!
}

/**
 * The axes of these inputs, in units of the last ruleset.
 * @param rulesets declare the same claims; a dictionary can state values that all of them accept
 */
export function axesOf(
  rulesets: readonly CheckedRuleset[],
  names: readonly string[],
  points: PointsOf,
): readonly Axis[] {
  const inputs = rulesets.map((ruleset) => new Map(ruleset.inputs.map((input) => [input.name, input])))
  return names.map((name) => {
    const all = inputs.map((each) => each.get(name)!)
    const last = all.at(-1)!
    const values = valuesOf(last, all, points)
    const isAccepted = (value: Value) =>
      all.every((input) => {
        const read = asReadBy(input, last, value)
        return !(read instanceof Rational) || input.range === null || isInside(read, input.range)
      })
    const stated = last.kind === 'local' ? [] : [...values.keys()].filter((at) => isAccepted(values[at]!))
    return { values, stated }
  })
}

function valuesOf(last: Input, all: readonly Input[], points: PointsOf): readonly Value[] {
  if (last.type.kind === 'boolean') return [false, true]
  if (last.type.kind === 'enum') return last.type.vocabulary
  const ends = all.flatMap((input) => {
    const { range } = input
    return range === null ? [] : [range.min, range.max].map((end) => asReadBy(last, input, end) as Rational)
  })
  const own = last.name === 'x' || last.name === 'y' ? points[last.name] : []
  return withNeighbours([...inUnitOf(last, own), ...ends])
}

/** Answers one assertion from values of claims by name. */
export class ReferenceAssertion {
  /** By place among the names: the input, and the one that values are given for. */
  private readonly inputs: readonly (readonly [place: number, input: Input, from: Input])[]

  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly assertion: number,
    names: readonly string[],
    readFrom: CheckedRuleset = ruleset,
  ) {
    this.inputs = names.map((name) => {
      const place = ruleset.inputs.findIndex((input) => input.name === name)
      return [place, ruleset.inputs[place]!, readFrom.inputs.find((input) => input.name === name)!]
    })
  }

  get policy(): Policy {
    return this.ruleset.assertions[this.assertion]!.policy
  }

  /** @param values by place among the names, in the units of `readFrom` */
  outcome(values: readonly Value[], numbered: Numbered | null = null): Outcomes {
    const completion: Value[] = this.ruleset.inputs.map(() => false)
    this.inputs.forEach(([input, to, from], place) => {
      completion[input] = asReadBy(to, from, values[place]!)
    })
    const outcome = referenceOutcome(this.ruleset, this.assertion, completion as Completion, numbered)
    return outcome === null ? NONE : outcome ? TRUE : FALSE
  }

  answer(outcomes: Outcomes): CompleteAnswer {
    return policyAnswer(this.policy, outcomes)
  }

  /** An unknown claim takes every value of its axis. */
  answerTo(values: Known, axes: readonly Axis[]): CompleteAnswer {
    return this.answer(this.outcomesOf(values, axes))
  }

  private outcomesOf(values: Known, axes: readonly Axis[]): Outcomes {
    const open = values.indexOf(null)
    if (open < 0) return this.outcome(values as readonly Value[])
    let all: Outcomes = 0
    for (const value of axes[open]!.values) {
      all |= this.outcomesOf(values.with(open, value), axes)
      if (all === ANY) break
    }
    return all
  }
}
