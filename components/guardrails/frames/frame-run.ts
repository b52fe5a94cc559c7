/**
 * The states of a frame that a page sends. Messages about another trace change nothing; others are trusted to follow
 * the contract.
 */
export interface EvaluatedFrame {
  readonly C: readonly string[]
  readonly Q: string | null
  readonly A: string | null
  readonly P: readonly Readonly<Record<string, unknown>>[]
  readonly E: { readonly conclusion: 'YES' | 'NO' | 'UNKNOWN'; readonly confidence: number } | null
  readonly Error: { readonly code: string; readonly message: string; readonly retryable: boolean } | null
}

export interface Answered {
  readonly frame: EvaluatedFrame
  readonly messageId: string
  /** The guardrail or application that answered. */
  readonly railId: string
}

export type FrameRun =
  | { readonly phase: 'none' }
  | { readonly phase: 'sending'; readonly traceId: string; readonly startedAt: number }
  | {
      readonly phase: 'waiting'
      readonly traceId: string
      readonly startedAt: number
      readonly busTopic: string
      /** False while the stream reconnects. */
      readonly listening: boolean
      /** Whether a person has to answer. */
      readonly inReview: boolean
    }
  | {
      readonly phase: 'answered'
      readonly traceId: string
      readonly startedAt: number
      readonly answeredAt: number
      readonly answer: Answered
    }
  | { readonly phase: 'failed'; readonly message: string }

export type FrameEvent =
  | { readonly kind: 'sending'; readonly traceId: string; readonly at: number }
  | { readonly kind: 'sent'; readonly busTopic: string }
  | { readonly kind: 'listening'; readonly on: boolean }
  | { readonly kind: 'in review' }
  | { readonly kind: 'answered'; readonly traceId: string; readonly at: number; readonly answer: Answered }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'forgotten' }

export const NO_RUN: FrameRun = { phase: 'none' }

export function afterEvent(run: FrameRun, event: FrameEvent): FrameRun {
  switch (event.kind) {
    case 'sending':
      return { phase: 'sending', traceId: event.traceId, startedAt: event.at }
    case 'sent':
      if (run.phase !== 'sending') return run
      return { ...run, phase: 'waiting', busTopic: event.busTopic, listening: false, inReview: false }
    case 'listening':
      return run.phase === 'waiting' ? { ...run, listening: event.on } : run
    case 'in review':
      return run.phase === 'waiting' ? { ...run, inReview: true } : run
    case 'answered': {
      if ((run.phase !== 'waiting' && run.phase !== 'sending') || run.traceId !== event.traceId) return run
      const { traceId, startedAt } = run
      return { phase: 'answered', traceId, startedAt, answeredAt: event.at, answer: event.answer }
    }
    case 'failed':
      return { phase: 'failed', message: event.message }
    case 'forgotten':
      return NO_RUN
  }
}

/** Returns what a message says about the trace; null if it is about something else. */
export function readMessage(
  text: string,
  traceId: string,
): { readonly kind: 'ack'; readonly success: boolean } | { readonly kind: 'answer'; readonly answer: Answered } | null {
  const message = JSON.parse(text) as StreamMessage
  if (message.trace_id !== traceId) return null
  if (message.type === 'ack') return { kind: 'ack', success: message.success }
  const { entailment_frame, id, rail_id } = message.data
  return { kind: 'answer', answer: { frame: JSON.parse(entailment_frame), messageId: id, railId: rail_id } }
}

type StreamMessage =
  | { readonly type: 'ack'; readonly trace_id: string; readonly success: boolean }
  | {
      readonly type: 'response'
      readonly trace_id: string
      readonly data: { readonly entailment_frame: string; readonly id: string; readonly rail_id: string }
    }

/** Formats milliseconds: `1.4 seconds`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(1, Math.round(milliseconds))} milliseconds`
  const seconds = milliseconds / 1_000
  if (seconds < 120) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} seconds`
  return `${Math.round(seconds / 60)} minutes`
}
