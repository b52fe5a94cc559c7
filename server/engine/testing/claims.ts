/**
 * Short constructors of rulesets that only declare claims, and of dictionaries, which the service's own lossless reader
 * reads.
 */
import { readJson } from '../../language/numeric/lossless-json'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import type { Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Unit } from '../../language/units/unit'
import { builtInLibrary, isUnit } from '../../language/units/unit-library'
import { type Binder, createBinder } from '../claims/binder'
import type { Binding, Bound, Rejected } from '../claims/binding'
import { type BindLimits, DEFAULT_BIND_LIMITS } from '../claims/reading'

export const LIBRARY = builtInLibrary()

export function exactNumber(text: string): Rational {
  const value = parseNumeral(text, 10_000)
  if (!isRational(value)) throw new Error(`${text} is not a numeral`)
  return value
}

function unitOf(text: string): Unit {
  const unit = LIBRARY.parse(text)
  if (isUnit(unit)) return unit
  return { text, factors: [{ symbol: text, power: 1 }], affine: false, difference: false }
}

function claimInput(name: string, type: Input['type'], more: Partial<Input>): Input {
  const kind = 'claim' as const
  const none = {
    declaredUnit: null,
    unitSpelling: null,
    adoptedUnit: null,
    range: null,
    question: null,
    context: null,
    comment: [],
  }
  return { kind, name, type, ...none, line: 1, start: 0, end: 0, ...more }
}

export function booleanClaim(name: string, more: Partial<Input> = {}): Input {
  return claimInput(name, { kind: 'boolean' }, more)
}

export function dateClaim(name: string): Input {
  return claimInput(name, { kind: 'date' }, {})
}

export function enumClaim(name: string, vocabulary: readonly string[], ordered = false): Input {
  return claimInput(name, { kind: 'enum', vocabulary, ordered }, {})
}

interface Bounds {
  readonly range?: readonly [string, string]
  readonly adopted?: string
}

/** @param unit of `@unit`, or null */
export function numberClaim(name: string, unit: string | null = null, bounds: Bounds = {}): Input {
  const declaredUnit = unit === null ? null : unitOf(unit)
  const adoptedUnit = bounds.adopted === undefined ? null : unitOf(bounds.adopted)
  const range =
    bounds.range === undefined ? null : { min: exactNumber(bounds.range[0]), max: exactNumber(bounds.range[1]) }
  const more = { declaredUnit, unitSpelling: unit, adoptedUnit, range }
  return claimInput(name, { kind: 'numeric', unit: declaredUnit ?? adoptedUnit }, more)
}

export function rulesetOf(...inputs: readonly Input[]): CheckedRuleset {
  const units = inputs.flatMap((claim) => (claim.declaredUnit === null ? [] : [claim.declaredUnit.text]))
  const ownSymbols = units.filter((text) => !isUnit(LIBRARY.parse(text)))
  return { version: '1.3', inputs, lets: [], assertions: [], reports: [], ownSymbols }
}

export function binderOf(inputs: readonly Input[], limits: Partial<BindLimits> = {}): Binder {
  return createBinder(rulesetOf(...inputs), LIBRARY, { ...DEFAULT_BIND_LIMITS, ...limits })
}

/** Reads a dictionary as /v1/check does. */
export function readDictionary(json: string): Readonly<Record<string, unknown>> {
  const answer = readJson(json)
  if ('problem' in answer) throw new Error(`${answer.problem.message}: ${json}`)
  const { value } = answer
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`no object: ${json}`)
  return value as Readonly<Record<string, unknown>>
}

export function bindJson(inputs: readonly Input[], json: string, limits: Partial<BindLimits> = {}): Binding {
  return binderOf(inputs, limits).bind(readDictionary(json))
}

export function expectBound(binding: Binding): Bound {
  if (!binding.ok) throw new Error(`not bound: ${JSON.stringify(binding)}`)
  return binding
}

export function expectRejected(binding: Binding): Rejected {
  if (binding.ok || !('failures' in binding)) throw new Error('not rejected')
  return binding
}
