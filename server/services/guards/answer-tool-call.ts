import { canonicalJson, canonicalObject, type Json } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { StoredCall } from '../../database/guards/call-grants'
import { isJsonObject, type JsonObject } from '../../guard/json-path'
import { canonicalText, readJson } from '../../language/numeric/lossless-json'
import type { CallContext, Success, ToolCallRequest } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { DecisionRecorder } from '../decision-log/decision-recorder'
import { decideToolCall, type ToolCallDependencies } from './decide-tool-call'
import { type CallRefusalShown, callPageUrl, type GuardedDecision } from './guarded-decision'

/** POST /v1/tool-calls. */
export async function answerToolCall(
  dependencies: ToolCallDependencies & {
    readonly publicUrl: string
    readonly decisions: Pick<DecisionRecorder, 'record'>
  },
  context: CallContext,
  request: ToolCallRequest,
): Promise<Success> {
  const call = { arguments: readObject(request.arguments), session: readObject(request.session) }
  const decided = await decideToolCall(dependencies, context, request.guard, call, request.wait_seconds * 1_000)
  const checkId = await recordCall(dependencies.decisions, context.caller, decided)
  const body = writeDecision(decided, dependencies.publicUrl)
  return checkId === null ? { body } : { body, checkId }
}

/**
 * A call that the ruleset did not decide is not recorded.
 * @returns the id of the entry, once the answer may be sent; null if there is no entry
 * @throws Refusal ENGINE_BUSY if an answer needs its entry first
 */
export async function recordCall(
  decisions: Pick<DecisionRecorder, 'record'>,
  caller: Caller,
  { decision, guard, grant, decidedWith }: GuardedDecision,
): Promise<string | null> {
  if (decidedWith === null) return null
  const { claims, unitLibraryHash } = decidedWith
  const grantId = decision === 'pass' ? (grant?.id ?? null) : null
  const recorded = decisions.record(caller, {
    claims: { from: 'value', value: claims },
    answer: {
      ...{ from: 'facts', rulesetHash: guard.rulesetHash, unitLibraryHash, answers: [] },
      call: { decision, guardId: guard.id, grantId },
    },
  })
  if (recorded?.stored != null) await recorded.stored
  return recorded?.id ?? null
}

/** @param text written by this process */
function readObject(text: string): JsonObject {
  const read = readJson(text)
  if ('problem' in read || !isJsonObject(read.value)) throw new Error('a call was written as unreadable JSON')
  return read.value
}

/** Canonical JSON of the schema `ToolCallDecision`. */
export function writeDecision(
  { decision, guard, guardDigest, digest, open, refusal, grant }: GuardedDecision,
  publicUrl: string,
): string {
  const { id, name, version, server, tool, rulesetHash } = guard
  return canonicalObject({
    ok: 'true',
    decision: canonicalJson(decision),
    guard: canonicalJson({
      ...{ guard_id: id, name, version, server, tool, ruleset_hash: rulesetHash },
      digest: guardDigest,
    }),
    digest: canonicalJson(digest),
    open: canonicalJson(open),
    refusal: refusal === null ? 'null' : writeRefusal(refusal),
    grant: canonicalJson(grant && wireGrant(grant, publicUrl)),
    versions: canonicalJson(VERSIONS),
  })
}

export function writeRefusal({
  code,
  assertion,
  sentence,
  clauses,
  facts,
  unknown,
  failures,
  nearest,
}: CallRefusalShown): string {
  const shown = facts.map(({ claim, value, isPrivate }) => ({ claim, value: value as Json, private: isPrivate }))
  return canonicalObject({
    code: canonicalJson(code),
    assertion: canonicalJson(assertion),
    sentence: canonicalJson(sentence),
    clauses: canonicalJson(clauses.map((clause) => ({ ...clause }))),
    facts: canonicalJson(shown),
    unknown: canonicalJson(unknown.map(({ claim, why }) => ({ claim, why }))),
    failures: canonicalJson(failures.map(({ field, expected, received }) => ({ field, expected, received }))),
    nearest: canonicalObject({
      arguments: nearest.arguments === null ? 'null' : canonicalText({ ...nearest.arguments }),
      sentence: canonicalJson(nearest.sentence),
    }),
  })
}

function wireGrant({ id, waitsUntil, answeredBy, reason }: StoredCall, publicUrl: string): Json {
  return {
    id,
    page: callPageUrl(publicUrl, id),
    waits_until: waitsUntil.toISOString(),
    answered_by: answeredBy,
    reason,
  }
}
