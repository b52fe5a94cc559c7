/** Checks by tiers 1 and 2. The engine decides the rest. */
import type { CompiledRuleset } from '../../server/engine/compile'
import { Meter, StepsExceededError } from '../../server/engine/core/meter'
import {
  type AssertionResult,
  copyResult,
  readsUnbridged,
  unbridgedResult,
} from '../../server/engine/decide/assertion-result'
import { decideAssertion } from '../../server/engine/decide/decide'
import type { DecideTools } from '../../server/engine/decide/decide-possible'
import { reportValues } from '../../server/engine/reports'
import { JsonNumber, readJson } from '../../server/language/numeric/lossless-json'
import { isRational, parseNumeral, printNumeral } from '../../server/language/numeric/numeral'
import { add, multiply } from '../../server/language/numeric/rational'
import type { CheckedRuleset } from '../../server/language/semantics/checked-ruleset'
import { isUnit, type UnitLibrary } from '../../server/language/units/unit-library'
import type { CheckedClaims, LiveCheck, ShownConversion } from './protocol'

/** Well under 100 ms. The engine has ten times as many steps. */
const MAX_STEPS = 5_000_000
const MAX_STEPS_PER_ASSERTION = 400_000
const MAX_NUMERAL_CHARS = 1_000

/** @param claimsText JSON text */
export function liveCheck(compiled: CompiledRuleset, claimsText: string): LiveCheck {
  const read = readJson(claimsText)
  if ('problem' in read) return { status: 'unreadable', ...read.problem }
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    return { status: 'unreadable', message: 'an object from claim name to value was expected here', offset: 0 }
  const conversions = shownConversions(compiled, value)
  const binding = compiled.binder.bind(value)
  if (!binding.ok) {
    if ('budget' in binding)
      return { status: 'over budget', budget: binding.budget, limit: binding.limit, actual: binding.actual }
    const { failures, failureCount } = binding
    const refused = new Set(failures.map(({ field }) => field))
    const acceptable = Object.entries(value).filter(([name]) => !refused.has(name))
    const undetermined = compiled.ruleset.inputs.filter(({ name }) => refused.has(name)).map(({ name }) => [name, null])
    const rest = compiled.binder.bind(Object.fromEntries([...acceptable, ...undetermined]))
    return {
      status: 'rejected',
      failures,
      failureCount,
      conversions,
      rest: rest.ok ? checkClaims(compiled, rest) : null,
    }
  }
  return { status: 'checked', conversions, ...checkClaims(compiled, binding) }
}

function checkClaims(
  compiled: CompiledRuleset,
  binding: Extract<ReturnType<CompiledRuleset['binder']['bind']>, { ok: true }>,
): CheckedClaims {
  const { ruleset } = compiled
  let left = MAX_STEPS
  const results = ruleset.assertions.map((assertion, index): AssertionResult | null => {
    if (assertion.unbridged.length > 0 || readsUnbridged(assertion, binding.unbridged))
      return unbridgedResult(ruleset, assertion, binding.unbridged)
    const meter = new Meter(Math.min(left, MAX_STEPS_PER_ASSERTION))
    const result = decideWithoutSolver(compiled, index, binding.known, { ...WITHOUT_SOLVER, meter })
    left = Math.max(0, left - meter.steps)
    return result
  })
  const { bound, unbound, quantities } = binding
  const definitions = compiled.definitions.values(compiled.program, binding.known).filter((each) => each !== undefined)
  const reports = reportValues(compiled.program, binding.known, binding.unbridged)
  return { results, definitions, reports, bound, unbound, quantities }
}

/** The solver's budget is not used. */
const WITHOUT_SOLVER = { solver: null, mode: 'tiers', budget: { solver_steps: 0, solver_memory_mb: 0 } } as const

function decideWithoutSolver(
  compiled: CompiledRuleset,
  index: number,
  known: Parameters<typeof decideAssertion>[2],
  decideTools: DecideTools,
): AssertionResult | null {
  try {
    const result = decideAssertion(compiled.program, index, known, decideTools)
    return result === 'needs solver' ? null : copyResult(result)
  } catch (error) {
    if (error instanceof StepsExceededError) return null
    throw error
  }
}

/** Skips values in the claim's unit and unreadable ones. */
function shownConversions(
  compiled: CompiledRuleset,
  claims: Readonly<Record<string, unknown>>,
): Record<string, ShownConversion> {
  const shown: Record<string, ShownConversion> = {}
  const library = libraryOf(compiled.ruleset, compiled.input.library)
  for (const { name, declaredUnit } of compiled.ruleset.inputs) {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    if (declaredUnit === null || typeof value !== 'string') continue
    const space = value.indexOf(' ')
    if (space < 1) continue
    const number = parseNumeral(value.slice(0, space), MAX_NUMERAL_CHARS)
    const unit = library.parse(value.slice(space + 1).replace(/^"(.*)"$/, '$1'))
    if (!isRational(number) || !isUnit(unit)) continue
    const relation = library.relate(unit, declaredUnit)
    if (relation.status === 'same') continue
    shown[name] =
      relation.status === 'convertible'
        ? {
            converted: `${printNumeral(add(multiply(number, relation.factor), relation.offset))} ${declaredUnit.text}`,
            path: relation.path,
          }
        : { converted: null, path: [] }
  }
  return shown
}

function libraryOf(ruleset: CheckedRuleset, library: UnitLibrary): UnitLibrary {
  return ruleset.ownSymbols.length === 0 ? library : library.withOwnSymbols(ruleset.ownSymbols)
}
