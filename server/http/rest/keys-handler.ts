/** Pages of any origin may read the published keys, to verify signatures and checkpoints. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Signing } from '../../services/signing/signing'
import { requestIdOf } from '../requests/protective-headers'

export const KEYS_PATH = '/.well-known/touchstone-keys.json'

export interface KeysHandlerDependencies {
  readonly publishedKeys: Signing['publishedKeys']
  readonly reportBug: (error: unknown, requestId: string) => void
}

export function createKeysHandler({ publishedKeys, reportBug }: KeysHandlerDependencies) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    try {
      const body = `${JSON.stringify(await publishedKeys(), null, 2)}\n`
      response
        .writeHead(200, {
          'content-type': 'application/jwk-set+json',
          'content-length': Buffer.byteLength(body),
          'cache-control': 'public, max-age=60',
          'access-control-allow-origin': '*',
        })
        .end(request.method === 'HEAD' ? undefined : body)
    } catch (error) {
      reportBug(error, requestIdOf(request.headers))
      response.writeHead(503, { 'retry-after': '2' }).end()
    }
  }
}
