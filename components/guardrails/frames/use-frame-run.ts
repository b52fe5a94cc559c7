import { useCallback, useEffect, useReducer, useRef } from 'react'
import { refusalOf, server } from '../../ui/server-calls'
import { afterEvent, NO_RUN } from './frame-run'
import { type FrameDraft, frameToSend, freshTraceId, sendFrame } from './send-frame'
import { type StreamSocket, streamAddress, watchAnswer } from './watch-answer'

/** Interval between two checks whether a person has to answer a waiting frame, in milliseconds. */
const POLL_INTERVAL_MS = 3_000

/**
 * Sends frames to a target and waits for the answers, one at a time. The tab stores the waiting frame, so its answer
 * still arrives after a reload.
 */
export function useFrameRun(targetId: string) {
  const [run, dispatch] = useReducer(afterEvent, NO_RUN)
  const end = useRef<() => void>(() => {})
  const key = `touchstone.frame/${targetId}`

  const watch = useCallback(
    (traceId: string, topic: string) => {
      end.current()
      end.current = watchAnswer({
        traceId,
        topic,
        token: async () => (await server.frames.token.mutate()).token,
        open: openStream,
        after: (milliseconds, call) => {
          const timer = setTimeout(call, milliseconds)
          return () => clearTimeout(timer)
        },
        onListening: (on) => dispatch({ kind: 'listening', on }),
        onAnswer: (answer) => {
          removeWaiting(key)
          dispatch({ kind: 'answered', traceId, at: Date.now(), answer })
        },
        onRefused: () =>
          dispatch({ kind: 'failed', message: 'The server refused the subscription for the answer to this frame.' }),
      })
    },
    [key],
  )

  const send = async (draft: FrameDraft) => {
    const traceId = freshTraceId()
    const topic = `workbench-${traceId}`
    dispatch({ kind: 'sending', traceId, at: Date.now() })
    try {
      const { token } = await server.frames.token.mutate()
      const sent = await sendFrame({ targetId, token, traceId, topic, frame: frameToSend(draft) })
      if (!sent.ok) return dispatch({ kind: 'failed', message: sent.message })
      dispatch({ kind: 'sent', busTopic: sent.busTopic })
      storeWaiting(key, { traceId, topic, busTopic: sent.busTopic, startedAt: Date.now() })
      watch(traceId, topic)
    } catch (error) {
      dispatch({ kind: 'failed', message: refusalOf(error).message })
    }
  }
  const stop = () => {
    end.current()
    removeWaiting(key)
    dispatch({ kind: 'forgotten' })
  }

  useEffect(() => {
    const pending = readWaiting(key)
    if (pending !== null) {
      dispatch({ kind: 'sending', traceId: pending.traceId, at: pending.startedAt })
      dispatch({ kind: 'sent', busTopic: pending.busTopic })
      watch(pending.traceId, pending.topic)
    }
    return () => end.current()
  }, [key, watch])

  const waitingFor = run.phase === 'waiting' && !run.inReview ? run.traceId : null
  useEffect(() => {
    if (waitingFor === null) return
    const timer = setInterval(() => {
      // The timer repeats a failed query. The answer itself comes over the stream.
      const look = server.frames.find.query({ traceId: waitingFor })
      look.then(
        (frames) => {
          if (frames.some(({ status }) => status === 'in_review')) dispatch({ kind: 'in review' })
        },
        () => {},
      )
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [waitingFor])
  return { run, send, stop }
}

function openStream(token: string): StreamSocket {
  // Proxies would log a token in the URL.
  return new WebSocket(streamAddress(window.location), ['touchstone.v1', `bearer.${token}`]) as StreamSocket
}

interface Remembered {
  readonly traceId: string
  readonly topic: string
  readonly busTopic: string
  readonly startedAt: number
}

function storeWaiting(key: string, frame: Remembered): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(frame))
  } catch {
    // Without storage, the answer still arrives while the page is open.
  }
}

function readWaiting(key: string): Remembered | null {
  try {
    const pending = sessionStorage.getItem(key)
    return pending === null ? null : (JSON.parse(pending) as Remembered)
  } catch {
    return null
  }
}

function removeWaiting(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
