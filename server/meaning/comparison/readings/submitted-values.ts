/** How the two rulesets read one value that a dictionary holds for a claim. */
import { createBinder } from '../../../engine/claims/binder'
import { memberNames } from '../../../engine/claims/claim-slot'
import { DEFAULT_BIND_LIMITS } from '../../../engine/claims/reading'
import type { Value } from '../../../engine/core/value'
import { foldCase } from '../../../language/patterns/case-folding'
import type { Input } from '../../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../../language/units/unit-library'
import { movedInput } from '../../moved-input'

/** A claim in a ruleset. */
export interface ClaimPlace {
  readonly ruleset: CheckedRuleset
  readonly library: UnitLibrary
  readonly input: number
}

export interface SubmittedValue {
  /** By index of the ruleset: the claim, its code and its length. */
  readonly values: ReadonlyMap<number, Value>
  /** Its unit does not convert. */
  readonly isUnbridged: boolean
}

/** The claim with its code and its length. */
export function partsOf({ ruleset, input }: Pick<ClaimPlace, 'ruleset' | 'input'>): readonly number[] {
  const { form } = ruleset.inputs[input]!
  const part = form?.kind === 'coded' ? form.code : form?.kind === 'text' ? form.length : null
  return part === null ? [input] : [input, part]
}

const NAME = 'v'

/** Reads values of one claim as a check does. Null if the value is rejected or unknown. */
export function valueReader(place: ClaimPlace): (submitted: string) => SubmittedValue | null {
  const members = partsOf(place)
  const inputs = members.map((part): Input => {
    const { within: _within, ...input } = place.ruleset.inputs[part]!
    const moved = movedInput(input, (index) => (members.includes(index) ? members.indexOf(index) : undefined))
    return { ...moved, name: NAME }
  })
  const binder = createBinder({ ...place.ruleset, inputs }, place.library, DEFAULT_BIND_LIMITS)
  return (submitted) => {
    const binding = binder.bind({ [NAME]: submitted })
    if (!binding.ok) return null
    if (binding.unbridged.size > 0) return { values: new Map(), isUnbridged: true }
    if (binding.known[0] === null && members.length === 1) return null
    const values = members.flatMap((part, index): [number, Value][] => {
      const value = binding.known[index] ?? null
      return value === null ? [] : [[part, value]]
    })
    return values.length === 0 ? null : { values: new Map(values), isUnbridged: false }
  }
}

const NUMERALS = ['2.5', '0.5', '-0.5', '1', '0', '1000000.5', '-1000000.5']
const DAYS = ['2024-01-31', '2024-02-30', '2024-01-31T00:00:00Z']

/**
 * Values between which the readings of two declarations can differ: every code and member in both cases, what `else`
 * stands for, numbers in each unit, and a text that is nothing else.
 */
export function valuesToSubmit(before: Input, after: Input): readonly string[] {
  const named = [before, after].flatMap((input) => [...memberNames(input), ...literalsOf(input), ...otherwiseOf(input)])
  const cases = named.flatMap((text) => [text, foldCase(text), text.toUpperCase()])
  const units = [...new Set([before, after].flatMap(({ unitSpelling }) => unitSpelling ?? []))]
  const numbers = before.type.kind === 'numeric' || after.type.kind === 'numeric' ? NUMERALS : []
  const measured = units.flatMap((unit) => ['1', ...numbers].map((number) => `${number} ${unit}`))
  const days = [before, after].some(({ type }) => type.kind === 'date' || type.kind === 'timestamp') ? DAYS : []
  let other = 'something else'
  while (named.includes(other)) other += ' again'
  return [...new Set([...cases, ...numbers, ...measured, ...days, other])]
}

function literalsOf({ form }: Input): readonly string[] {
  return form?.kind === 'text' ? form.classes.flatMap(({ literal }) => literal ?? []) : []
}

function otherwiseOf({ form }: Input): readonly string[] {
  const otherwise = form?.kind === 'coded' || form?.kind === 'else' ? form.otherwise : null
  return otherwise === null ? [] : [otherwise]
}
