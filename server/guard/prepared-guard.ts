import type { ClaimMap, ClaimSource, ToolGuard } from '../api/schemas/tool-guard'
import { type ClaimNode, claimTree } from '../engine/claims/claim-tree'
import type { CompiledRuleset } from '../engine/compile'
import type { LosslessJson } from '../language/numeric/lossless-json'
import { type JsonObject, type JsonPath, parsePath } from './json-path'

/** The place from which the value of a claim is read. */
export type PreparedSource =
  | { readonly from: 'constant'; readonly value: string | boolean }
  | (Exclude<ClaimSource, { from: 'constant' }> & { readonly parsed: JsonPath })

export interface GuardedClaim {
  readonly name: string
  readonly node: ClaimNode
  /** Null if the map names no source. */
  readonly source: PreparedSource | null
  /** Indices of the inputs that the claim consists of. */
  readonly inputs: readonly number[]
}

export interface PreparedLookup {
  readonly name: string
  readonly paths: readonly JsonPath[]
}

/** A tool guard with its compiled ruleset, prepared once for many calls. */
export interface PreparedGuard {
  readonly guard: ToolGuard
  readonly compiled: CompiledRuleset
  readonly claims: readonly GuardedClaim[]
  readonly lookups: readonly PreparedLookup[]
}

export interface GuardMistake {
  /** Such as `map.claims.amount.path`. */
  readonly field: string
  readonly message: string
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedGuard }
  | { readonly ok: false; readonly mistakes: readonly GuardMistake[] }

/** @param compiled has the hash that the guard names */
export function prepareGuard(guard: ToolGuard, compiled: CompiledRuleset): Preparation {
  if (compiled.input.hash !== guard.ruleset_hash) throw new Error('the guard is bound to another ruleset')
  const mistakes: GuardMistake[] = []
  const tree = claimTree(compiled.ruleset.inputs)
  for (const name of Object.keys(guard.map.claims))
    if (!tree.has(name))
      mistakes.push({ field: `map.claims.${name}`, message: 'The ruleset declares no claim with this name.' })
  const claims = [...tree].map(([name, node]): GuardedClaim => {
    const source = Object.hasOwn(guard.map.claims, name) ? guard.map.claims[name] : undefined
    return {
      name,
      node,
      source: source ? prepareSource(name, source, guard.map, mistakes) : null,
      inputs: inputsOf(name, compiled),
    }
  })
  const lookups = Object.entries(guard.map.lookups).map(([name, { arguments: paths }]) => ({
    name,
    paths: paths.flatMap((path, index) => readPath(path, `map.lookups.${name}.arguments.${index}`, mistakes) ?? []),
  }))
  if (mistakes.length === 0) mistakes.push(...valueMistakes(claims, compiled))
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, prepared: { guard, compiled, claims, lookups } }
}

function inputsOf(name: string, { ruleset }: CompiledRuleset): readonly number[] {
  return [...ruleset.inputs.keys()].filter((index) => ruleset.inputs[index]!.name.split(/[.[]/)[0] === name)
}

function prepareSource(
  claim: string,
  source: ClaimSource,
  { lookups }: ClaimMap,
  mistakes: GuardMistake[],
): PreparedSource | null {
  if (source.from === 'constant') return source
  if (source.from === 'lookup' && !Object.hasOwn(lookups, source.lookup))
    mistakes.push({ field: `map.claims.${claim}.lookup`, message: `The map has no lookup “${source.lookup}”.` })
  const parsed = readPath(source.path, `map.claims.${claim}.path`, mistakes)
  return parsed === null ? null : { ...source, parsed }
}

function readPath(text: string, field: string, mistakes: GuardMistake[]): JsonPath | null {
  const path = parsePath(text)
  if ('steps' in path) return path
  mistakes.push({ field, message: `Not a supported JSONPath: ${path.message} (at character ${path.offset + 1}).` })
  return null
}

/** Values that the map itself contains must fit their claims. */
function valueMistakes(claims: readonly GuardedClaim[], { binder }: CompiledRuleset): readonly GuardMistake[] {
  const unknown = Object.fromEntries(claims.map(({ name }) => [name, null]))
  return claims.flatMap(({ name, source }) => {
    const field = `map.claims.${name}`
    return givenValues(source, field).flatMap(([at, value]) => {
      const binding = binder.bind({ ...unknown, [name]: value })
      if (binding.ok && binding.unbridged.size === 0) return []
      const expected = binding.ok
        ? 'a unit that converts to its own'
        : 'failures' in binding
          ? binding.failures[0]?.expected
          : 'a shorter value'
      return [{ field: at, message: `This value does not fit the claim, which takes ${expected}.` }]
    })
  })
}

function givenValues(source: PreparedSource | null, field: string): readonly (readonly [string, string | boolean])[] {
  if (source === null) return []
  if (source.from === 'constant') return [[`${field}.value`, source.value]]
  return Object.entries(source.values ?? {}).map(([key, value]) => [`${field}.values.${key}`, value] as const)
}

/** A call of a tool, with what was looked up for it. */
export interface GuardedCall {
  readonly arguments: JsonObject
  readonly lookups: ReadonlyMap<string, LookedUp>
  /** User, role, tenant, and the number of earlier calls by tool. */
  readonly session: LosslessJson
}

export type LookedUp =
  | { readonly value: LosslessJson }
  /** Why there is no value, in words for the caller. */
  | { readonly failed: string }
