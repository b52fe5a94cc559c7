/**
 * The access token of a request for the stream: in the header Authorization, as a subprotocol, or in the query.
 *
 * Promises: one request presents one token; two different ones are refused and none is chosen. The query has a token only
 * because the contract has it there: addresses stand in the logs of proxies.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../api/refusal'
import { bearerToken } from '../requests/bearer-challenge'

/** The one subprotocol that the server answers with: a subprotocol with a token in it is never repeated. */
export const STREAM_PROTOCOL = 'touchstone.v1'
const BEARER_PROTOCOL = 'bearer.'

/**
 * @returns undefined where there is none
 * @throws Refusal CREDENTIAL_INVALID for a token that is malformed, or for two different ones; BAD_REQUEST for a subprotocol
 *   with a token whose client could not accept the answer
 */
export function streamToken({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
  const tokens = new Set([...inQuery(url), ...inProtocols(headers['sec-websocket-protocol'])])
  const { authorization } = headers
  // Beside another token, a header that is no bearer token is a proxy's own.
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
