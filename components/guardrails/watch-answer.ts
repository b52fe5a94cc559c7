/**
 * Waits on the stream of the client API for the answer to one trace.
 *
 * A stream that breaks is opened again with a new token, after a longer pause each time, until the answer arrives or the
 * watch ends. The answer is reported once. The server stores answers for clients that subscribe late.
 */
import { type Answered, readMessage } from './frame-run'

/** The members of a WebSocket that are used here. */
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
  /** @throws when no token can be had now; the watch tries again later */
  readonly token: () => Promise<string>
  readonly open: (token: string) => StreamSocket
  /**
   * Calls after a number of milliseconds.
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

/** The address of the stream of answers; a page that was loaded over HTTPS opens the stream over TLS too. */
export function streamAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/client-api/bus/stream`
}
