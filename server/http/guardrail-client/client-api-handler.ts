/**
 * Routes the client API. An unknown path gets the client API's envelope; a request for the stream without an upgrade is
 * told that it is a WebSocket.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../api/refusal'
import { requestIdOf } from '../requests/protective-headers'
import { discardRest } from '../requests/read-body'
import { clientError } from './client-error'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export const CLIENT_API = '/client-api/'
export const STREAM_PATH = '/client-api/bus/stream'
export const CHECK_PATH = '/client-api/check'

export function createClientApiHandler(routes: {
  readonly token: Handler
  readonly send: Handler
  readonly check: Handler
}): Handler {
  const handlers: Readonly<Record<string, Handler>> = {
    '/client-api/auth/token': routes.token,
    '/client-api/bus/send': routes.send,
    [CHECK_PATH]: routes.check,
  }
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined
    if (handler !== undefined) handler(request, response)
    else refusePath(request, response, path)
  }
}

function refusePath(request: IncomingMessage, response: ServerResponse, path: string): void {
  const refusal =
    path === STREAM_PATH
      ? new Refusal(
          'BAD_REQUEST',
          'This is a WebSocket: connect to it with the scheme ws or wss.',
          {},
          { status: 426, headers: { upgrade: 'websocket' } },
        )
      : new Refusal(
          'BAD_REQUEST',
          'The client API has no such path. It has POST /client-api/auth/token, POST /client-api/bus/send, POST and GET /client-api/check, and the WebSocket /client-api/bus/stream.',
          {},
          { status: 404 },
        )
  const { status, headers, body } = clientError(refusal, requestIdOf(request.headers))
  void discardRest(request)
  response.writeHead(status, headers).end(body)
}
