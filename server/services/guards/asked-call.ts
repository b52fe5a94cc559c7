/** A stored call that waits for a person. */
import type { CredentialVerbs } from '../../database/access/credentials'
import type { NewCall } from '../../database/guards/call-grants'
import type { StoredToolGuard } from '../../database/guards/tool-guards'
import type { JsonObject } from '../../guard/json-path'
import { canonicalText } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import type { CallRefusalShown } from './guarded-decision'

export interface NewAsk {
  readonly id: string
  readonly at: Date
  readonly guard: StoredToolGuard
  readonly guardDigest: string
  readonly digest: string
  readonly refusal: CallRefusalShown
  readonly arguments: JsonObject
}

/** Only the asker itself can use a grant. */
export function askerOf({ credentialId, person }: Caller): string {
  if (credentialId !== null) return `credential ${credentialId}`
  return person === null ? 'open' : `person ${person.id}`
}

export async function readNewCall(
  store: Pick<CredentialVerbs, 'findCredential'>,
  caller: Caller,
  { id, at, guard, guardDigest, digest, refusal, arguments: values }: NewAsk,
): Promise<NewCall> {
  const { code: _code, nearest: _nearest, ...shown } = refusal
  // Sent as text, because browsers round long numbers.
  const content = JSON.stringify({ arguments: canonicalText(values), refusal: shown, guardDigest })
  return {
    ...{ id, digest, content },
    ...{ guardId: guard.id, guardName: guard.name, guardVersion: guard.version },
    ...{ server: guard.server, tool: guard.tool, rulesetHash: guard.rulesetHash },
    ...{ asker: askerOf(caller), askedBy: caller.label, behindId: await personBehind(store, caller) },
    ...{ askedAt: at, waitsUntil: new Date(at.getTime() + guard.waitSeconds * 1_000) },
  }
}

/** The person whose credential or agent sends the call; null for an operator's credential and without credentials. */
async function personBehind(
  store: Pick<CredentialVerbs, 'findCredential'>,
  { person, credentialId }: Caller,
): Promise<string | null> {
  if (person !== null) return person.id
  if (credentialId === null) return null
  return (await store.findCredential(credentialId))?.issuedById ?? null
}
