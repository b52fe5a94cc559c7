import type { Binding, Bound, Failure } from '../engine/claims/binding'
import { JsonNumber, type LosslessJson } from '../language/numeric/lossless-json'
import { selectNodes } from './json-path'
import type { GuardedCall, GuardedClaim, PreparedGuard, PreparedSource } from './prepared-guard'

export interface UnknownClaim {
  readonly claim: string
  /** A clause without a full stop. */
  readonly why: string
}

export type CallClaims =
  | { readonly ok: true; readonly bound: Bound; readonly unknown: readonly UnknownClaim[] }
  /** Arguments that do not fit their claims. */
  | { readonly ok: false; readonly failures: readonly Failure[] }

type Read = { readonly value: LosslessJson } | { readonly unknown: string } | { readonly invalid: string }

/**
 * Reads the claims of a call from their sources. A source that has no value, or a value that does not fit, leaves its
 * claim unknown. Only a caller's argument that does not fit refuses the call, so that no caller turns a broken rule into
 * an open one.
 */
export function readCallClaims(prepared: PreparedGuard, call: GuardedCall): CallClaims {
  const submitted = new Map<string, LosslessJson>()
  const unknown = new Map<string, string>()
  const failures: Failure[] = []
  for (const { name, source } of prepared.claims) {
    const read = source === null ? NO_SOURCE : readSource(source, call)
    submitted.set(name, 'value' in read ? read.value : null)
    if ('unknown' in read) unknown.set(name, read.unknown)
    if (!('invalid' in read)) continue
    if (source?.from === 'argument') failures.push({ field: name, expected: read.invalid, received: 'another value' })
    else unknown.set(name, UNFIT)
  }
  if (failures.length > 0) return { ok: false, failures }
  return bindClaims(prepared, submitted, unknown)
}

/** Claims that do not fit become unknown one after the other, so this ends. */
function bindClaims(
  prepared: PreparedGuard,
  submitted: Map<string, LosslessJson>,
  unknown: Map<string, string>,
): CallClaims {
  const { claims, compiled } = prepared
  const ofCaller = new Set(claims.filter(({ source }) => source?.from === 'argument').map(({ name }) => name))
  for (;;) {
    const binding = compiled.binder.bind(Object.fromEntries(submitted))
    const unfit = unfitClaims(prepared, binding, submitted)
    const wrong = unfit.filter((failure) => ofCaller.has(nameOf(failure)))
    if (wrong.length > 0) return { ok: false, failures: wrong }
    if (binding.ok && unfit.length === 0)
      return { ok: true, bound: binding, unknown: [...unknown].map(([claim, why]) => ({ claim, why })) }
    if (unfit.length === 0) throw new Error('a claim was refused that the ruleset does not declare')
    for (const failure of unfit) {
      submitted.set(nameOf(failure), null)
      unknown.set(nameOf(failure), UNFIT)
    }
  }
}

function unfitClaims(
  { compiled: { ruleset, binder } }: PreparedGuard,
  binding: Binding,
  submitted: ReadonlyMap<string, LosslessJson>,
): readonly Failure[] {
  if (binding.ok)
    return [...binding.unbridged].map(([input, { from, to }]) => ({
      field: ruleset.inputs[input]!.name,
      expected: `a unit that converts to ${to}`,
      received: from,
    }))
  if ('failures' in binding) return binding.failures
  const onlyThis = (name: string) =>
    Object.fromEntries([...submitted].map(([each, value]) => [each, each === name ? value : null]))
  return [...submitted.keys()]
    .filter((name) => !binder.bind(onlyThis(name)).ok)
    .map((field) => ({ field, expected: 'a shorter value', received: 'a longer one' }))
}

function nameOf({ field }: Failure): string {
  return field.split(/[.[]/)[0] ?? field
}

function readSource(source: PreparedSource, call: GuardedCall): Read {
  if (source.from === 'constant') return { value: source.value }
  if (source.from === 'argument') return readNodes(source, call.arguments, 'the call has no such argument')
  if (source.from === 'session') return readNodes(source, call.session, 'the session does not say it')
  const found = call.lookups.get(source.lookup)
  if (found === undefined) return { unknown: `nothing was looked up in ${source.lookup}` }
  if ('failed' in found) return { unknown: `looking it up in ${source.lookup} failed: ${found.failed}` }
  return readNodes(source, found.value, `${source.lookup} does not say it`)
}

function readNodes(
  { parsed, read, unit, values }: Exclude<PreparedSource, { from: 'constant' }>,
  root: LosslessJson,
  absent: string,
): Read {
  const nodes = selectNodes(root, parsed)
  if (read === 'count') {
    const lists = nodes.map(({ value }) => value)
    if (lists.length === 0 || lists.includes(null)) return { unknown: absent }
    if (!lists.every(Array.isArray)) return { invalid: 'a list' }
    return { value: new JsonNumber(String(lists.reduce((count, list) => count + list.length, 0))) }
  }
  const [first] = nodes
  if (first === undefined || (nodes.length === 1 && first.value === null)) return { unknown: absent }
  if (nodes.length > 1) return { unknown: `there are ${nodes.length} values at ${parsed.text}` }
  if (values !== undefined) {
    const key = keyOf(first.value)
    if (key === null || !Object.hasOwn(values, key)) return { invalid: `one of ${Object.keys(values).join(', ')}` }
    return { value: values[key]! }
  }
  return { value: unit === undefined ? first.value : withUnit(first.value, unit) }
}

/** How the map's `values` name a value; null for lists and objects. */
function keyOf(value: LosslessJson): string | null {
  if (value instanceof JsonNumber) return value.text
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null
}

function withUnit(value: LosslessJson, unit: string): LosslessJson {
  if (value instanceof JsonNumber) return `${value.text} ${unit}`
  return typeof value === 'string' ? `${value} ${unit}` : value
}

/**
 * Whether a refusal hides the value of the claim: it was looked up, and the map does not say that callers may see it.
 */
export function isPrivate({ source }: GuardedClaim): boolean {
  return source?.from === 'lookup' && !source.visible
}

const NO_SOURCE: Read = { unknown: 'the claim map names no source' }
const UNFIT = 'its source has a value that does not fit the claim'
