/**
 * The socket of the stream and the codes that close it, with reasons in words where the library has none.
 */
import { WebSocket } from 'ws'

/** Why the server ends a stream, as numbers of the WebSocket protocol; the reason in words goes with each. */
export const CLOSE = {
  /** The process ends; another takes the connection. */
  shutdown: 1001,
  /** A message that is no UTF-8 text. */
  notText: 1007,
  /** A bug of the server. */
  bug: 1011,
  /** The database is unavailable. */
  tryAgain: 1013,
  /** Bad messages again and again. */
  badMessages: 4400,
  /** No valid token, or none any more. */
  token: 4401,
  /** The client reads nothing, or subscribed to nothing. */
  idle: 4408,
  /** More subscriptions or sockets than are allowed. */
  tooMany: 4429,
} as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** Bytes of a message that a client sends on the stream. */
export const MAX_MESSAGE_BYTES = 16_384

export const NOT_TEXT = 'A message was no UTF-8 text. Send the text of a JSON object, in a text frame.'

/** Of the codes that the library closes with by itself. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [CLOSE.notText, NOT_TEXT],
  [1009, `A message was longer than ${MAX_MESSAGE_BYTES} bytes.`],
])

export class StreamWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === undefined ? undefined : REASONS.get(code)))
  }
}
