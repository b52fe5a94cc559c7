/** The answer of a guard without persons: its ruleset, what is looked up, and the rules of the namespace. */
import { Refusal } from '../../api/refusal'
import { unknownGuardMessage } from '../../api/schemas/tool-call'
import { claimMap, type ToolGuard, toolGuard } from '../../api/schemas/tool-guard'
import type { CountedCallVerbs } from '../../database/guards/counted-calls'
import type { StoredToolGuard, ToolGuardVerbs } from '../../database/guards/tool-guards'
import type { JsonObject } from '../../guard/json-path'
import type { CallContext } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import { findRequestedLibrary, type LibrarySource } from '../library/unit-libraries'
import { confirmedDigestOf, digestCall, digestGuard } from './call-digest'
import { type DecidingDependencies, readDecidingState } from './deciding-ruleset'
import { type GuardedDecision, plainRefusal } from './guarded-decision'
import { type LookUp, readLookups } from './lookups/call-lookups'
import { readSessionCalls, withCalls } from './session-calls'

export interface GuardRuleDependencies extends DecidingDependencies, LibrarySource {
  readonly store: DecidingDependencies['store'] &
    Pick<ToolGuardVerbs, 'findToolGuardByName'> &
    Pick<CountedCallVerbs, 'mapsFromSession' | 'countSessionCalls'>
  readonly engine: Pick<EngineDispatch, 'decideCall'>
  readonly rulesets: RulesetLibrary
  readonly lookUp: LookUp
  /** For the digests of calls. Every process of the deployment has the same one. */
  readonly callKey: Uint8Array
}

export type Calling = Pick<CallContext, 'caller' | 'addressKey'>

export interface ToolCall {
  readonly arguments: JsonObject
  readonly session: JsonObject
}

/** @throws Refusal BAD_REQUEST (404) for an unknown guard; ENGINE_BUSY, BUDGET_EXCEEDED, COMPILE_FAILED */
export async function decideByRules(
  dependencies: GuardRuleDependencies,
  calling: Calling,
  name: string,
  { arguments: values, session }: ToolCall,
): Promise<GuardedDecision> {
  const { caller } = calling
  const namespaceId = namespaceOf(caller)
  const guard = await dependencies.store.findToolGuardByName(namespaceId, name)
  if (guard === null) throw new Refusal('BAD_REQUEST', unknownGuardMessage(name), {}, { status: 404 })
  const parsed = readStoredGuard(guard)
  const confirmed = confirmedDigestOf(guard)
  const guardDigest = confirmed ?? digestGuard(guard, caller.account.unitLibraryHash)
  const undecided = {
    decision: 'refuse',
    ...{ guard, guardDigest, digest: null, open: [], grant: null, decidedWith: null, counting: null },
  } as const
  // Before the look-ups, which a reviewer confirms too.
  if (confirmed === null) return { ...undecided, refusal: plainRefusal('GUARD_NOT_CONFIRMED', UNCONFIRMED) }
  const [state, lookups, counting] = await Promise.all([
    readDecidingState(dependencies, caller, guard.rulesetHash),
    readLookups(dependencies.lookUp, namespaceId, parsed, values),
    readSessionCalls(dependencies.store, caller, parsed, session, dependencies.now()),
  ])
  if (!state.decides) return { ...undecided, refusal: plainRefusal(state.code, state.reason) }
  const { text } = await dependencies.rulesets.find(namespaceId, { ruleset_hash: guard.rulesetHash })
  // Converters that a credential added later wait for the next confirmation.
  const library = await findRequestedLibrary(dependencies, caller, guard.confirmedUnitLibraryHash)
  const question = {
    guard: parsed,
    call: { arguments: values, lookups, session: withCaller(withCalls(session, counting), caller) },
  }
  const answered = await dependencies.engine.decideCall({ ruleset: text, library }, question, () => shareOf(calling))
  if (answered.decided === null) {
    const [first] = answered.mistakes
    return {
      ...undecided,
      refusal: plainRefusal(
        'GUARD_UNUSABLE',
        `The claim map of this guard does not fit its ruleset: ${first?.field}: ${first?.message}`,
      ),
    }
  }
  const { decision, claims } = answered.decided
  const { id: guardId, version: guardVersion, server, tool, rulesetHash } = guard
  const identified = { guardId, guardVersion, guardDigest, server, tool, rulesetHash }
  const digest = digestCall(dependencies.callKey, { ...identified, arguments: values, claims })
  const decidedWith = { claims, unitLibraryHash: library.hash }
  const common = { guard, guardDigest, digest, grant: null, counting, decision: decision.decision, decidedWith }
  return decision.decision === 'pass'
    ? { ...common, open: decision.open, refusal: null }
    : { ...common, open: [], refusal: decision.refusal }
}

export function readStoredGuard({ server, tool, rulesetHash, unknown, map }: StoredToolGuard): ToolGuard {
  return {
    ...{ server, tool, ruleset_hash: rulesetHash },
    unknown: toolGuard.shape.unknown.parse(unknown),
    map: claimMap.parse(map),
  }
}

export const UNCONFIRMED =
  'No reviewer has confirmed this guard as it is now: where its claims come from, its ruleset, and what an open rule does. No call passes until one does, on the page of the guard.'

/** Who sends the call is a fact that the sender does not state. */
function withCaller(session: JsonObject, { label, credentialId, person }: Caller): JsonObject {
  const by = person === null ? null : { id: person.id, email: person.email, roles: [...person.roles] }
  return { ...session, caller: { label, credential: credentialId, person: by } }
}
