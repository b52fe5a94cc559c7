/** The outcomes of assertions in every case, only by the reference meaning of the language. */

import type { Completion, Value } from '../../engine/core/value'
import { referenceOutcome } from '../../engine/testing/reference'
import { compareRationals, Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'

/** Null means no value. */
export type Outcome = boolean | null

export interface Case {
  readonly values: Completion
  /** Whether every number is inside its range. */
  readonly isInside: boolean
}

export class AllCases {
  readonly all: readonly Case[]
  private readonly known = new Map<number, readonly Outcome[]>()

  /** @param numbers represent all numbers; one of them is in every range */
  constructor(
    readonly ruleset: CheckedRuleset,
    private readonly numbers: readonly Rational[],
  ) {
    this.all = this.cases()
  }

  /** One for each case. */
  outcomes(assertion: number): readonly Outcome[] {
    const known =
      this.known.get(assertion) ?? this.all.map(({ values }) => referenceOutcome(this.ruleset, assertion, values))
    this.known.set(assertion, known)
    return known
  }

  /** Values that represent all values of this type. */
  valuesOf({ type }: Pick<Input, 'type'>): readonly Value[] {
    if (type.kind === 'boolean') return [true, false]
    return type.kind === 'enum' ? type.vocabulary : this.numbers
  }

  private cases(): readonly Case[] {
    const { inputs, assertions } = this.ruleset
    const read = new Set(assertions.flatMap(({ reads }) => reads))
    let cases: Completion[] = [[]]
    for (const [index, input] of inputs.entries()) {
      const values = this.valuesOf(input)
      // One value is enough for an input that is not read.
      const tried = read.has(index) ? values : values.filter((value) => isWithinRange(input, value)).slice(0, 1)
      cases = cases.flatMap((each) => tried.map((value) => [...each, value]))
    }
    return cases.map((values) => ({
      values,
      isInside: inputs.every((input, index) => isWithinRange(input, values[index]!)),
    }))
  }
}

function isWithinRange({ range }: Input, value: Value): boolean {
  if (range === null || !(value instanceof Rational)) return true
  return compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0
}

/** Evaluates the expression like an assertion of the ruleset. */
export function outcomeOf(ruleset: CheckedRuleset, expression: Checked, values: Completion): Outcome {
  return referenceOutcome({ ...ruleset, assertions: [{ ...ruleset.assertions[0]!, expression }] }, 0, values)
}

/** Replaces the node wherever it is. */
export function replacedIn(ruleset: CheckedRuleset, node: Checked, replacement: Checked): CheckedRuleset {
  const replaced = (expression: Checked) => rewriteNodes(expression, (each) => (each === node ? replacement : null))
  return {
    ...ruleset,
    lets: ruleset.lets.map((definition) => ({ ...definition, value: replaced(definition.value) })),
    assertions: ruleset.assertions.map((assertion) => ({ ...assertion, expression: replaced(assertion.expression) })),
  }
}

/** A literal of the expression's type. */
export function literalOf({ type }: Checked, value: Value): Checked {
  const nowhere = { start: 0, end: 0 } as const
  if (typeof value === 'boolean') return { kind: 'boolean', value, type, ...nowhere }
  if (typeof value === 'string') return { kind: 'string', value, type, ...nowhere }
  return { kind: 'number', value, type, ...nowhere }
}
