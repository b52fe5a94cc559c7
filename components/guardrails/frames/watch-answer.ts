/**
 * Waits on the client API's stream for the answer to one trace.
 *
 * A broken stream is reopened with a new token and growing pauses until the answer arrives or the watch ends. The
 * server keeps answers for late subscribers.
 */
import { type Answered, readMessage } from './frame-run'

/** The part of WebSocket that is used here. */
export interface StreamSocket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: string }) => void) | null
  onclose: (() => void) | null
}

export interface AnswerWatch {
  readonly topic: string
  readonly traceId: string
  /** @throws without a token; the watch tries again later */
  readonly token: () => Promise<string>
  readonly open: (token: string) => StreamSocket
  /**
   * Schedules a call after some milliseconds.
   * @returns cancels the call
   */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly onListening: (on: boolean) => void
  readonly onAnswer: (answer: Answered) => void
  /** The server refused the subscription. */
  readonly onRefused: () => void
}

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000

/** @returns ends the watch */
export function watchAnswer(watch: AnswerWatch): () => void {
  let ended = false
  let pause = FIRST_PAUSE_MS
  let socket: StreamSocket | null = null
  let cancelCall: () => void = () => {}

  const end = () => {
    ended = true
    cancelCall()
    socket?.close()
  }
  const again = () => {
    if (ended) return
    watch.onListening(false)
    cancelCall = watch.after(pause, () => void connect())
    pause = Math.min(MAX_PAUSE_MS, pause * 2)
  }
  const take = (text: string) => {
    const read = readMessage(text, watch.traceId)
    if (ended || read === null) return
    if (read.kind === 'answer') {
      end()
      watch.onAnswer(read.answer)
    } else if (read.success) {
      pause = FIRST_PAUSE_MS
      watch.onListening(true)
    } else {
      end()
      watch.onRefused()
    }
  }
  const connect = async () => {
    const token = await watch.token().catch(() => null)
    if (ended) return
    if (token === null) return again()
    const opened = watch.open(token)
    socket = opened
    opened.onopen = () =>
      opened.send(JSON.stringify({ action: 'subscribe', topic: watch.topic, trace_id: watch.traceId }))
    opened.onmessage = ({ data }) => take(data)
    opened.onclose = again
  }
  void connect()
  return end
}

/** Returns the stream's URL, with TLS for an HTTPS page. */
export function streamAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/client-api/bus/stream`
}
