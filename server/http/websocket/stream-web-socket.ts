import { WebSocket } from 'ws'

/** Each code is sent with a reason. */
export const CLOSE_CODES = {
  /** The process ends; another one accepts the connection. */
  shutdown: 1001,
  notText: 1007,
  bug: 1011,
  /** The database is unavailable. */
  tryAgain: 1013,
  badMessages: 4400,
  /** No valid token, or it is no longer valid. */
  token: 4401,
  /** The client reads nothing or has not subscribed. */
  idle: 4408,
  /** Too many subscriptions or sockets. */
  tooMany: 4429,
} as const
export type CloseCode = (typeof CLOSE_CODES)[keyof typeof CLOSE_CODES]

export const MAX_MESSAGE_BYTES = 16_384

export const NOT_TEXT = 'A message was not UTF-8 text. Send the text of a JSON object, in a text frame.'

const REASONS: ReadonlyMap<number, string> = new Map([
  [CLOSE_CODES.notText, NOT_TEXT],
  [1009, `A message was longer than ${MAX_MESSAGE_BYTES} bytes.`],
])

export class StreamWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === undefined ? undefined : REASONS.get(code)))
  }
}
