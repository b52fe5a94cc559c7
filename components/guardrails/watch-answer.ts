/**
 * Waits on the stream of the client API for the answer to one trace.
 *
 * Promises: a stream that breaks is opened again, later each time, with a new token, until the answer is there or the
 * waiting is ended; the answer is told once. Trusts that an answer is kept for whoever subscribes late.
 */
import { type Answered, readMessage } from './frame-run'

/** What of a WebSocket is used here. */
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
  /** @throws where there is none to be had now: it is tried again */
  readonly token: () => Promise<string>
  readonly open: (token: string) => StreamSocket
  /** Calls later, in milliseconds. @returns how to take it back */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly onListening: (on: boolean) => void
  readonly onAnswer: (answer: Answered) => void
  /** The stream takes no subscription. */
  readonly onRefused: () => void
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15_000

/** @returns what ends the waiting */
export function watchAnswer(watch: AnswerWatch): () => void {
  let ended = false
  let pause = FIRST_PAUSE
  let socket: StreamSocket | null = null
  let takeBack: () => void = () => {}

  const end = () => {
    ended = true
    takeBack()
    socket?.close()
  }
  const again = () => {
    if (ended) return
    watch.onListening(false)
    takeBack = watch.after(pause, () => void connect())
    pause = Math.min(LONGEST_PAUSE, pause * 2)
  }
  const take = (text: string) => {
    const read = readMessage(text, watch.traceId)
    if (ended || read === null) return
    if (read.kind === 'answer') {
      end()
      watch.onAnswer(read.answer)
    } else if (read.success) {
      pause = FIRST_PAUSE
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
