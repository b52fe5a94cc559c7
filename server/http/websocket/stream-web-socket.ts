/**
 * The socket of the stream and the codes that close it. A message that the library cannot read closes it with a code of this
 * API.
 */
import { WebSocket } from 'ws'

/** Why the server ends a stream, as numbers of the WebSocket protocol; the reason in words goes with each. */
export const CLOSE = {
  /** The process ends; another takes the connection. */
  shutdown: 1001,
  /** A bug of the server. */
  bug: 1011,
  /** The database is unavailable. */
  tryAgain: 1013,
  /** A message that could not be read. */
  badMessage: 4400,
  /** No valid token, or none any more. */
  token: 4401,
  /** The client reads nothing, or subscribed to nothing. */
  idle: 4408,
  /** More subscriptions or sockets than are allowed. */
  tooMany: 4429,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** Codes that the library closes with by itself. */
const UNREADABLE: ReadonlyMap<number, string> = new Map([
  [1007, 'A message was no UTF-8 text.'],
  [1009, 'A message was longer than this stream reads.'],
])

export class StreamWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    const unreadable = code === undefined ? undefined : UNREADABLE.get(code)
    if (unreadable === undefined) super.close(code, reason)
    else super.close(CLOSE.badMessage, unreadable)
  }
}
