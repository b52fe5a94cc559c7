/** Decides a call of a tool on the event loop if that is short, else in a worker. Both give the same answer. */
import { LRUCache } from 'lru-cache'
import type { Json } from '../../api/canonical-json'
import { type ToolGuard, toolGuard } from '../../api/schemas/tool-guard'
import type { CompiledRuleset } from '../../engine/compile'
import type { DecideTools } from '../../engine/decide/decide-possible'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { readCallClaims } from '../../guard/call-claims'
import { type CallDecision, decideCall } from '../../guard/decide-call'
import { isJsonObject, type JsonObject } from '../../guard/json-path'
import { type GuardedCall, type GuardMistake, type PreparedGuard, prepareGuard } from '../../guard/prepared-guard'
import { type LosslessJson, readJson, writeJson } from '../../language/numeric/lossless-json'
import { type ClaimDictionary, claimDictionary } from '../../meaning/claim-dictionary'
import type { MeaningQuestion } from './engine-job'

export interface DecidedCall {
  readonly decision: CallDecision
  /** The claims that were known; empty for arguments that do not fit. */
  readonly claims: ClaimDictionary
}

export interface CallQuestion {
  readonly guard: ToolGuard
  readonly call: GuardedCall
}

/** @returns null if only a solver can answer */
export function decideGuarded(prepared: PreparedGuard, call: GuardedCall, tools: DecideTools): DecidedCall | null {
  const decision = decideCall(prepared, call, tools)
  if (decision === NEEDS_SOLVER) return null
  const read = readCallClaims(prepared, call)
  return { decision, claims: read.ok ? claimDictionary(prepared.compiled.ruleset, read.bound.known) : {} }
}

/** Guards by their text; null for one whose claim map does not fit. */
export class PreparedGuards {
  private readonly cache = new LRUCache<string, { readonly prepared: PreparedGuard | null }>({ max: 500 })

  find(guard: ToolGuard, compiled: CompiledRuleset): PreparedGuard | null {
    const key = `${compiled.input.unitLibraryHash ?? ''}:${JSON.stringify(guard)}`
    const cached = this.cache.get(key)
    if (cached !== undefined) return cached.prepared
    const preparation = prepareGuard(guard, compiled)
    const prepared = preparation.ok ? preparation.prepared : null
    this.cache.set(key, { prepared })
    return prepared
  }
}

export function writeCall({ arguments: values, lookups, session }: GuardedCall): string {
  return writeJson({ arguments: values, lookups: Object.fromEntries(lookups), session })
}

/** @returns members for a worker's answer; `proposed` is JSON text, because its numbers are exact */
export function callMembers(
  { guard: text, call }: Extract<MeaningQuestion, { kind: 'call' }>,
  compiled: CompiledRuleset,
  tools: DecideTools,
): Readonly<Record<string, Json>> {
  const preparation = prepareGuard(toolGuard.parse(JSON.parse(text)), compiled)
  if (!preparation.ok) return { mistakes: preparation.mistakes.map(({ field, message }) => ({ field, message })) }
  if (call === null) return { mistakes: [] }
  const decided = decideGuarded(preparation.prepared, readCall(call), tools)
  if (decided === null) throw new Error('the worker that decides a call has a solver')
  const { decision } = decided
  const proposed = decision.decision === 'pass' ? null : decision.refusal.nearest.arguments
  return { mistakes: [], decided: JSON.stringify(withProposal(decided, null)), proposed: writeJson(proposed) }
}

function withProposal(decided: DecidedCall, proposed: JsonObject | null): DecidedCall {
  const { decision } = decided
  if (decision.decision === 'pass') return decided
  const nearest = { ...decision.refusal.nearest, arguments: proposed }
  return { ...decided, decision: { ...decision, refusal: { ...decision.refusal, nearest } } }
}

export interface CallAnswered {
  readonly mistakes: readonly GuardMistake[]
  /** Null if there are mistakes, or no call. */
  readonly decided: DecidedCall | null
}

/** @param members as {@link callMembers} made them, as canonical JSON */
export function readCallAnswer(members: Readonly<Record<string, string>>): CallAnswered {
  const mistakes = JSON.parse(members.mistakes!) as GuardMistake[]
  if (members.decided === undefined) return { mistakes, decided: null }
  const read = readJson(JSON.parse(members.proposed!) as string)
  if ('problem' in read) throw new Error(`a proposal was written as unreadable JSON: ${read.problem.message}`)
  const proposed = isJsonObject(read.value) ? read.value : null
  return { mistakes, decided: withProposal(JSON.parse(JSON.parse(members.decided) as string) as DecidedCall, proposed) }
}

/** @param text as {@link writeCall} made it */
function readCall(text: string): GuardedCall {
  const read = readJson(text)
  if ('problem' in read || !isJsonObject(read.value)) throw new Error('a call was written as unreadable JSON')
  const { arguments: values, lookups, session = null } = read.value
  if (!isObject(values) || !isObject(lookups)) throw new Error('a call was written without its parts')
  return { arguments: values, lookups: new Map(Object.entries(lookups).map(lookedUp)), session }
}

function lookedUp([name, found]: [string, LosslessJson]): [string, { value: LosslessJson } | { failed: string }] {
  if (!isObject(found)) throw new Error('a lookup was written in another form')
  const { failed, value = null } = found
  return [name, typeof failed === 'string' ? { failed } : { value }]
}

function isObject(value: LosslessJson | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value)
}
