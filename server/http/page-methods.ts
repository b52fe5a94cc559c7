/**
 * Which methods pages answer.
 *
 * Promises: a method that no page has, such as TRACE, is refused before a page is made; nothing of the request is repeated.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A form is posted where the scripts of its page did not come. */
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** @returns whether the request was answered here */
export function refusePageMethod({ method = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (PAGE_METHODS.has(method)) return false
  response.writeHead(405, {
    allow: [...PAGE_METHODS].join(', '),
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  })
  response.end('A page is read by GET or HEAD.\n')
  return true
}
