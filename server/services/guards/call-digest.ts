/** Identifies a call, so that a grant is for exactly this call under exactly this revision of the guard. */
import { createHash, createHmac } from 'node:crypto'
import { canonicalJson, type Json } from '../../api/canonical-json'
import type { StoredToolGuard } from '../../database/guards/tool-guards'
import { canonicalText, type LosslessJson } from '../../language/numeric/lossless-json'
import type { ClaimDictionary } from '../../meaning/claim-dictionary'

/** Purpose of the key (`deriveKey`). */
export const CALL_KEY_PURPOSE = 'digests of calls of tools'

export interface IdentifiedCall {
  readonly guardId: string
  readonly guardVersion: number
  /** {@link digestGuard} */
  readonly guardDigest: string
  readonly server: string
  readonly tool: string
  readonly rulesetHash: string
  readonly arguments: LosslessJson
  /** The claims that were known. */
  readonly claims: ClaimDictionary
}

/**
 * Uses a key, because callers see the digest and could otherwise find the private values among the claims by trying.
 * @returns HMAC-SHA256 in hexadecimal
 */
export function digestCall(key: Uint8Array, { arguments: values, claims, ...named }: IdentifiedCall): string {
  const known = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
  // `tool_call` separates these digests from those of other texts.
  const texts = ['tool_call', canonicalJson(named), canonicalText(values), canonicalJson(known as Json)]
  return createHmac('sha256', key).update(joinTexts(texts)).digest('hex')
}

type GuardContent = Pick<StoredToolGuard, 'name' | 'server' | 'tool' | 'rulesetHash' | 'unknown' | 'map'>

/**
 * Identifies everything that decides about a call: a reviewer confirms it, and a grant is for it. How long a call waits
 * is not in it.
 * @param unitLibraryHash null for the built-in standards, which older digests did not name
 * @returns sha256 in hexadecimal
 */
export function digestGuard(
  { name, server, tool, rulesetHash, unknown, map }: GuardContent,
  unitLibraryHash: string | null,
): string {
  const units = unitLibraryHash === null ? {} : { unit_library_hash: unitLibraryHash }
  const named = { name, server, tool, ruleset_hash: rulesetHash, unknown, ...units }
  const texts = ['tool_guard', canonicalJson(named), canonicalJson(map as Json)]
  return createHash('sha256').update(joinTexts(texts)).digest('hex')
}

/** The digest that a reviewer confirmed, with the units of that time; null if the guard has another one now. */
export function confirmedDigestOf(guard: StoredToolGuard): string | null {
  const digest = digestGuard(guard, guard.confirmedUnitLibraryHash)
  return guard.confirmedDigest === digest ? digest : null
}

function joinTexts(texts: readonly string[]): string {
  return texts.map((text) => `${text.length}:${text}`).join('')
}
