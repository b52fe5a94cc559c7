import { useCallback, useEffect, useReducer, useRef } from 'react'
import { refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'
import { type FrameDraft, frameToSend } from './frame-draft'
import { afterEvent, NO_RUN } from './frame-run'
import { freshTraceId, sendFrame } from './send-frame'
import { streamAddress } from './stream-address'
import { type StreamSocket, watchAnswer } from './watch-answer'

/** How often a frame that waits is asked whether a person has to answer it, in milliseconds. */
const LOOK_EVERY = 3_000

/**
 * Sends frames to a target and waits for their answers, one at a time. A frame that waits is remembered by this tab: after
 * a reload its answer still arrives.
 */
export function useFrameRun(targetId: string) {
  const [run, tell] = useReducer(afterEvent, NO_RUN)
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
        onListening: (on) => tell({ kind: 'listening', on }),
        onAnswer: (answer) => {
          forget(key)
          tell({ kind: 'answered', traceId, at: Date.now(), answer })
        },
        onRefused: () => tell({ kind: 'failed', message: 'The stream took no subscription for this frame.' }),
      })
    },
    [key],
  )

  const send = async (draft: FrameDraft) => {
    const traceId = freshTraceId()
    const topic = `workbench-${traceId}`
    tell({ kind: 'sending', traceId, at: Date.now() })
    try {
      const { token } = await server.frames.token.mutate()
      const sent = await sendFrame({ targetId, token, traceId, topic, frame: frameToSend(draft) })
      if (!sent.ok) return tell({ kind: 'failed', message: sent.message })
      tell({ kind: 'sent', busTopic: sent.busTopic })
      remember(key, { traceId, topic, busTopic: sent.busTopic, startedAt: Date.now() })
      watch(traceId, topic)
    } catch (error) {
      tell({ kind: 'failed', message: refusalOf(error).message })
    }
  }
  const stop = () => {
    end.current()
    forget(key)
    tell({ kind: 'forgotten' })
  }

  useEffect(() => {
    const kept = remembered(key)
    if (kept !== null) {
      tell({ kind: 'sending', traceId: kept.traceId, at: kept.startedAt })
      tell({ kind: 'sent', busTopic: kept.busTopic })
      watch(kept.traceId, kept.topic)
    }
    return () => end.current()
  }, [key, watch])

  const waitingFor = run.phase === 'waiting' && !run.inReview ? run.traceId : null
  useEffect(() => {
    if (waitingFor === null) return
    const timer = setInterval(() => {
      // What cannot be told now is asked again: the answer comes over the stream whatever happens here.
      const look = server.frames.find.query({ traceId: waitingFor })
      look.then(
        (frames) => {
          if (frames.some(({ status }) => status === 'in_review')) tell({ kind: 'in review' })
        },
        () => {},
      )
    }, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [waitingFor])
  return { run, send, stop }
}

function openStream(token: string): StreamSocket {
  // A token in the address would stand in the logs of proxies.
  return new WebSocket(streamAddress(window.location), ['touchstone.v1', `bearer.${token}`]) as StreamSocket
}

interface Remembered {
  readonly traceId: string
  readonly topic: string
  readonly busTopic: string
  readonly startedAt: number
}

function remember(key: string, frame: Remembered): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(frame))
  } catch {
    // Storage is barred: the frame is answered all the same, for as long as the page is open.
  }
}

function remembered(key: string): Remembered | null {
  try {
    const kept = sessionStorage.getItem(key)
    return kept === null ? null : (JSON.parse(kept) as Remembered)
  } catch {
    return null
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept there either.
  }
}
