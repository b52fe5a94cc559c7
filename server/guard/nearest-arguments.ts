import type { Bound } from '../engine/claims/binding'
import { withoutFillers } from '../engine/claims/shown-claims'
import type { Check } from '../engine/decide/assertion-result'
import { decideAll } from '../engine/decide/decide'
import type { DecideTools } from '../engine/decide/decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from '../engine/decide/evidence'
import { JsonNumber, type LosslessJson, readJson, writeJson } from '../language/numeric/lossless-json'
import type { ClaimValue } from '../meaning/claim-dictionary'
import { proposeForAll } from '../meaning/explanation/explanation'
import type { ProposalResult } from '../meaning/explanation/explanation-result'
import { limitOf } from '../meaning/find-witness'
import { isPrivate, readCallClaims } from './call-claims'
import { isJsonObject, type JsonObject, type Location, selectNodes, withValueAt } from './json-path'
import type { GuardedCall, GuardedClaim, PreparedGuard, PreparedLookup } from './prepared-guard'

export type NearestArguments =
  /** The same call with these arguments passes while the records stay as they are. */
  | { readonly arguments: JsonObject; readonly sentence: string }
  | { readonly arguments: null; readonly sentence: string }

/**
 * The arguments of a refused call with the fewest other values under which every rule holds. Arguments that a lookup
 * reads stay, because other records would be looked up. A proposal that would tell the value of a private claim is not
 * made.
 * @returns `needs solver` if only a solver can answer and `tools` has no solver
 */
export function nearestArguments(
  prepared: PreparedGuard,
  call: GuardedCall,
  bound: Bound,
  checks: readonly Check[],
  tools: DecideTools,
): NearestArguments | NeedsSolver {
  const { program, ruleset, input } = prepared.compiled
  const lookedUpBy = prepared.lookups.flatMap((lookup) => locationsRead(lookup, call.arguments))
  const free = prepared.claims.filter((claim) => isProposable(claim) && !isAnyRead(claim, call.arguments, lookedUpBy))
  if (free.length === 0) return nothing('The rules read no argument for which another value may be proposed.')
  const isFree = new Set(free.flatMap(({ inputs }) => inputs))
  const fixed = new Set([...ruleset.inputs.keys()].filter((index) => !isFree.has(index)))
  const known = withoutFillers(ruleset.inputs, bound.known)
  const subject = { program, source: input.source, known, unbridged: bound.unbridged }
  try {
    const proposals = proposeForAll(subject, checks, fixed, tools)
    if (proposals === NEEDS_SOLVER) return NEEDS_SOLVER
    if (proposals.whyNot !== null) return nothing(NO_OTHER_VALUES)
    return firstPassing(prepared, call, free, proposals.wouldHoldIf, tools)
  } catch (error) {
    if (limitOf(error) === null) throw error
    return nothing('Which arguments would pass was not worked out, because the search reached its limit.')
  }
}

const NO_OTHER_VALUES =
  'No other values of the arguments are known to pass while everything else about the call stays as it is.'

function nothing(sentence: string): NearestArguments {
  return { arguments: null, sentence }
}

function isProposable({ node, source }: GuardedClaim): boolean {
  if (source?.from !== 'argument' || !source.propose || source.read !== 'value' || !source.parsed.isSingular)
    return false
  return node.kind === 'value' && node.input.form?.kind !== 'text'
}

function firstPassing(
  prepared: PreparedGuard,
  call: GuardedCall,
  free: readonly GuardedClaim[],
  proposals: readonly ProposalResult[],
  tools: DecideTools,
): NearestArguments | NeedsSolver {
  let secret: readonly string[] = []
  for (const proposal of proposals) {
    const changed = free.filter(({ name }) => proposal.changes.some(({ claim }) => claim === name))
    const told = privateClaimsBehind(prepared, changed)
    if (told.length > 0) {
      secret = told
      continue
    }
    const proposed = withValues(call.arguments, changed, proposal.claims)
    if (proposed === null) continue
    const passes = isPassing(prepared, { ...call, arguments: proposed }, call, tools)
    if (passes === NEEDS_SOLVER) return NEEDS_SOLVER
    if (passes) return { arguments: proposed, sentence: proposal.sentence }
  }
  if (secret.length === 0) return nothing(NO_OTHER_VALUES)
  return nothing(`Which arguments would pass depends on ${secret.join(', ')}, which callers may not see.`)
}

/** The names of private claims whose values a proposal for these claims may reveal. */
function privateClaimsBehind({ claims, compiled }: PreparedGuard, changed: readonly GuardedClaim[]): readonly string[] {
  const inputs = new Set(changed.flatMap((claim) => claim.inputs))
  const touching = compiled.ruleset.assertions.filter(({ reads }) => reads.some((input) => inputs.has(input)))
  const read = new Set(touching.flatMap(({ reads }) => reads))
  return claims
    .filter((claim) => isPrivate(claim) && claim.inputs.some((input) => read.has(input)))
    .map(({ name }) => name)
}

/** Null if an argument cannot have the value. */
function withValues(
  before: JsonObject,
  changed: readonly GuardedClaim[],
  values: Readonly<Record<string, ClaimValue>>,
): JsonObject | null {
  let after: LosslessJson = { ...before }
  for (const claim of changed) {
    const value = argumentValue(claim, values[claim.name] ?? null, before)
    if (value === null || claim.source?.from !== 'argument') return null
    const next = withValueAt(after, claim.source.parsed.steps, value)
    if (next === undefined) return null
    after = next
  }
  return isJsonObject(after) ? after : null
}

/** The inverse of reading an argument. A number stays a number and a text stays a text. */
function argumentValue({ source, node }: GuardedClaim, value: ClaimValue, before: JsonObject): LosslessJson {
  if (source?.from !== 'argument' || node.kind !== 'value') return null
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const old = selectNodes(before, source.parsed)[0]?.value
  if (source.values !== undefined) {
    const key = Object.keys(source.values).find((each) => source.values?.[each] === value)
    return key === undefined ? null : asJson(key, old === undefined || typeof old === 'string')
  }
  if (typeof value === 'boolean') return value
  const { type, declaredUnit, unitSpelling } = node.input
  if (type.kind !== 'numeric') return value
  const unit = unitSpelling ?? declaredUnit?.text ?? null
  const number = unit === null ? value : value.slice(0, -unit.length - 1)
  if (unit !== (source.unit ?? null)) return source.unit === undefined ? value : null
  return asJson(number, typeof old === 'string')
}

/** Reads the text as JSON, unless it stays a text. Null if it is not a JSON number or truth value. */
function asJson(text: string, isText: boolean): LosslessJson {
  if (isText) return text
  const read = readJson(text)
  return 'value' in read && (read.value instanceof JsonNumber || typeof read.value === 'boolean') ? read.value : null
}

/** Whether every rule holds and the same records are looked up. */
function isPassing(
  prepared: PreparedGuard,
  proposed: GuardedCall,
  call: GuardedCall,
  tools: DecideTools,
): boolean | NeedsSolver {
  if (lookupInputs(prepared, proposed.arguments) !== lookupInputs(prepared, call.arguments)) return false
  const read = readCallClaims(prepared, proposed)
  if (!read.ok) return false
  const results = decideAll(prepared.compiled.program, read.bound.known, read.bound.unbridged, tools)
  return results === NEEDS_SOLVER ? NEEDS_SOLVER : results.every(({ check }) => check === 'TRUE')
}

/** The key of a call's lookups: a text that is equal only for equal arguments. */
export function lookupInputs({ lookups }: PreparedGuard, values: JsonObject): string {
  return writeJson(
    lookups.map(({ name, paths }) => [name, paths.map((path) => selectNodes(values, path).map(({ value }) => value))]),
  )
}

function locationsRead({ paths }: PreparedLookup, values: JsonObject): readonly Location[] {
  return paths.flatMap((path) => selectNodes(values, path).map(({ location }) => location))
}

function isAnyRead({ source }: GuardedClaim, values: JsonObject, read: readonly Location[]): boolean {
  if (source?.from !== 'argument') return true
  const own = selectNodes(values, source.parsed).map(({ location }) => location)
  return own.some((one) => read.some((other) => isWithin(one, other) || isWithin(other, one)))
}

function isWithin(inner: Location, outer: Location): boolean {
  return outer.every((key, index) => inner[index] === key)
}
