/**
 * The socket of the stream: what the protocol's library finds wrong with a message is closed with our own code for it.
 */
import { WebSocket } from 'ws'
import { CLOSE } from './close-codes'

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
