/**
 * Finds the access token in Authorization, a subprotocol or the query. The contract requires the query, although
 * proxies log addresses.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../api/refusal'
import { bearerToken } from '../requests/bearer-challenge'

/** Answers name only this subprotocol, never one with a token. */
export const STREAM_PROTOCOL = 'touchstone.v1'
const BEARER_PROTOCOL = 'bearer.'

/**
 * @returns undefined without a token
 * @throws Refusal CREDENTIAL_INVALID for a malformed token or two different ones; BAD_REQUEST for a token as a
 * subprotocol if the client could not accept the answer
 */
export function streamToken({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
  const tokens = new Set([...inQuery(url), ...inProtocols(headers['sec-websocket-protocol'])])
  const { authorization } = headers
  // Next to another token, a different scheme belongs to a proxy.
  if (authorization !== undefined && (tokens.size === 0 || /^bearer /i.test(authorization)))
    tokens.add(bearerToken(authorization) ?? '')
  if (tokens.size > 1)
    throw new Refusal(
      'CREDENTIAL_INVALID',
      'This request has two different tokens. Send one: as a subprotocol, in the header Authorization, or in the query.',
    )
  return [...tokens][0]
}

function inQuery(url: string): string[] {
  const query = url.indexOf('?')
  return query < 0 ? [] : new URLSearchParams(url.slice(query + 1)).getAll('token').filter((token) => token !== '')
}

function inProtocols(header: string | undefined): string[] {
  const offered = (header ?? '').split(',').map((protocol) => protocol.trim())
  const bearers = offered.filter((protocol) => protocol.startsWith(BEARER_PROTOCOL))
  if (bearers.length > 0 && !offered.includes(STREAM_PROTOCOL))
    throw new Refusal(
      'BAD_REQUEST',
      `Offer the subprotocol ${STREAM_PROTOCOL} beside ${BEARER_PROTOCOL}<token>: the server answers with that one alone.`,
    )
  return bearers.map((protocol) => bearerToken(`Bearer ${protocol.slice(BEARER_PROTOCOL.length)}`) ?? '')
}
