/**
 * The error envelope, the one shape of every failure through every door (contract, "Errors").
 *
 * Promises: canonical bytes; the same refusal gives the same bytes on every door.
 */
import { canonicalJson, type Json } from './canonical-json'
import { errorPage } from './errors'
import type { Refusal } from './refusal'
import { VERSIONS } from './versions'

export function errorEnvelope(refusal: Refusal, docsUrl: string): string {
  const { code, message, details } = refusal
  const error: Record<string, Json> = { code, docs: errorPage(docsUrl, code), message }
  for (const [field, value] of Object.entries(details)) if (value !== undefined) error[field] = value as Json
  return canonicalJson({ error, ok: false, versions: VERSIONS })
}
