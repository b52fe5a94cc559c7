/**
 * From a request to what an operation is asked.
 *
 * Promises: path, query and body fit the operation's schemas, and every field that does not is told; a query is read member
 * by member, none twice.
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
  const twice = members.find(([name], place) => members.findIndex(([other]) => other === name) !== place)
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
