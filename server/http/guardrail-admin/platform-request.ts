/**
 * Reads and validates requests. A refusal names every wrong field. A query member may occur once, and a change must
 * name exactly one version (RFC 9110, 8.8 and 13.1).
 */
import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { PlatformOperation } from '../../api/platform-operations'
import { parseRequest, readPlainRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'

type Texts = Readonly<Record<string, string>>

/** @throws Refusal BAD_REQUEST */
export function readNames({ parameters, query }: PlatformOperation, inPath: Texts, text: string) {
  const members = [...new URLSearchParams(text)]
  const twice = members.find(([name], index) => members.findIndex(([other]) => other === name) !== index)
  if (twice !== undefined)
    throw new Refusal('BAD_REQUEST', 'The query names one member twice; name it once.', {
      failures: [{ field: twice[0].slice(0, 100), expected: 'to be named once', received: 'it twice' }],
      failure_count: 1,
    })
  return {
    path: parseRequest(z.strictObject(parameters), inPath),
    query: parseRequest(z.strictObject(query), Object.fromEntries(members)),
  }
}

/** @throws Refusal BAD_REQUEST 415 */
export function demandJson(contentType: string | undefined): void {
  if (contentType === undefined || !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType))
    throw new Refusal('BAD_REQUEST', 'The content type must be application/json.', {}, { status: 415 })
}

/** @throws Refusal BAD_REQUEST */
export function readBodyOf(schema: z.ZodType, bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new Refusal('BAD_REQUEST', 'The body is not valid UTF-8.')
  return readPlainRequest(schema, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
}

export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * Returns 0, which no resource has, for a tag that was never issued.
 * @throws Refusal 428 without the header, 400 unless it names one version
 */
export function demandedVersion(header: string | undefined): number {
  if (header === undefined)
    throw new Refusal(
      'BAD_REQUEST',
      'Send the header If-Match with the ETag that the last answer about this came with, so that no other change is overwritten.',
      {},
      { status: 428 },
    )
  const [, weak, text = ''] = /^\s*(W\/)?"([^"]*)"\s*$/.exec(header) ?? []
  if (text === '')
    throw new Refusal('BAD_REQUEST', 'The header If-Match must be one entity tag, such as "3".', {
      failures: [{ field: 'If-Match', expected: 'one entity tag, such as "3"', received: header.slice(0, 100) }],
      failure_count: 1,
    })
  // A weak or unfamiliar tag matches no version.
  return weak === undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
}

export function hasVersion(header: string | undefined, version: number): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(entityTag(version))
}
