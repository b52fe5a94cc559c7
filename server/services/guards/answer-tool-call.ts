import { canonicalJson, canonicalObject, type Json } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { StoredCall } from '../../database/guards/call-grants'
import { isJsonObject, type JsonObject } from '../../guard/json-path'
import { readJson } from '../../language/numeric/lossless-json'
import type { CallContext, Success, ToolCallRequest } from '../calls/call-context'
import { canonicalText, digestGuard } from './call-digest'
import { decideToolCall, type ToolCallDependencies } from './decide-tool-call'
import { type CallRefusalShown, callPageUrl, type GuardedDecision } from './guarded-decision'

/** POST /v1/tool-calls. */
export async function answerToolCall(
  dependencies: ToolCallDependencies & { readonly publicUrl: string },
  context: CallContext,
  request: ToolCallRequest,
): Promise<Success> {
  const call = { arguments: readObject(request.arguments), session: readObject(request.session) }
  const decided = await decideToolCall(dependencies, context, request.guard, call, request.wait_seconds * 1_000)
  return { body: writeDecision(decided, dependencies.publicUrl) }
}

/** @param text written by this process */
function readObject(text: string): JsonObject {
  const read = readJson(text)
  if ('problem' in read || !isJsonObject(read.value)) throw new Error('a call was written as unreadable JSON')
  return read.value
}

/** Canonical JSON of the schema `ToolCallDecision`. */
export function writeDecision(
  { decision, guard, digest, open, refusal, grant }: GuardedDecision,
  publicUrl: string,
): string {
  const { id, name, version, server, tool, rulesetHash } = guard
  return canonicalObject({
    ok: 'true',
    decision: canonicalJson(decision),
    guard: canonicalJson({
      ...{ guard_id: id, name, version, server, tool, ruleset_hash: rulesetHash },
      digest: digestGuard(guard),
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
