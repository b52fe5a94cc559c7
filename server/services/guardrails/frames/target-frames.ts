/** Lists and counts the frames of one guardrail or application, as long as they are stored. */
import type {
  FrameAnswer,
  FrameCounts,
  ListedFrame,
  TargetFrameVerbs,
} from '../../../database/guardrails/target-frames'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type Page, type PageInput, readPage } from '../targets/pages'

export interface FrameRow {
  readonly traceId: string
  readonly sentAt: string
  readonly sentBy: string
  readonly status: 'waiting' | 'in_review' | 'answered'
  readonly answeredAt: string | null
  /** Null if the frame is not answered, or has an Error. */
  readonly conclusion: 'YES' | 'NO' | 'UNKNOWN' | null
  /** Null without an Error. */
  readonly errorCode: string | null
}

export type CountPeriod = 'hour' | 'day'

export interface PeriodOfFrames {
  /** Its start. */
  readonly at: string
  readonly counts: Readonly<Record<FrameAnswer, number>>
}

export interface CountsOfTarget {
  readonly since: string
  readonly period: CountPeriod
  /** Whether no frame since then is left out. */
  readonly complete: boolean
  /** The periods with frames, oldest first. */
  readonly periods: readonly PeriodOfFrames[]
  /** From a frame to its answer; null without an answer. */
  readonly milliseconds: { readonly median: number; readonly p95: number } | null
}

export interface TargetFrames {
  /** The newest first. Frames of a target that was removed stay listed. */
  list(
    caller: Caller,
    wanted: { readonly targetId: string; readonly answer: FrameAnswer | null; readonly since: string | null },
    page: PageInput,
  ): Promise<Page<FrameRow>>
  /** @param wanted `since` is the last day if it is null */
  count(
    caller: Caller,
    wanted: { readonly targetId: string; readonly since: string | null; readonly period: CountPeriod },
  ): Promise<CountsOfTarget>
}

const HOUR_MS = 3_600_000
const PERIOD_MS: Readonly<Record<CountPeriod, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS }
/** More frames would hold the database. */
export const MAX_COUNTED_FRAMES = 100_000
const NONE: Readonly<Record<FrameAnswer, number>> = { YES: 0, NO: 0, UNKNOWN: 0, ERROR: 0, OPEN: 0 }

export function createTargetFrames(store: TargetFrameVerbs, now: () => Date): TargetFrames {
  return {
    list: async (caller, { targetId, answer, since }, page) => {
      demandPermission(caller, 'read_guardrails')
      const wanted = { targetId, answer, since: since === null ? null : new Date(since) }
      const read = store.listTargetFrames.bind(null, namespaceOf(caller), wanted)
      return readPage('frames', page, read, (rows) => rows.map(rowOf))
    },

    count: async (caller, { targetId, since, period }) => {
      demandPermission(caller, 'read_guardrails')
      const from = since === null ? new Date(now().getTime() - PERIOD_MS.day) : new Date(since)
      const wanted = { targetId, since: from, periodMs: PERIOD_MS[period] }
      const counts = await store.countTargetFrames(namespaceOf(caller), wanted, MAX_COUNTED_FRAMES)
      const total = counts.counted.reduce((sum, { frames }) => sum + frames, 0)
      const complete = total < MAX_COUNTED_FRAMES
      return { since: from.toISOString(), period, complete, periods: periodsOf(counts), milliseconds: timesOf(counts) }
    },
  }
}

function rowOf({ traceId, sentAt, sentBy, answer, answeredAt, isInReview, errorCode }: ListedFrame): FrameRow {
  const status = answeredAt !== null ? 'answered' : isInReview ? 'in_review' : 'waiting'
  return {
    ...{ traceId, sentBy, status, errorCode },
    sentAt: sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    conclusion: answer === 'ERROR' || answer === 'OPEN' ? null : answer,
  }
}

function periodsOf({ counted }: FrameCounts): readonly PeriodOfFrames[] {
  const periods = new Map<string, Record<FrameAnswer, number>>()
  for (const { at, answer, frames } of counted) {
    const key = at.toISOString()
    const counts = periods.get(key) ?? { ...NONE }
    counts[answer] += frames
    periods.set(key, counts)
  }
  return [...periods].map(([at, counts]) => ({ at, counts }))
}

function timesOf({ median, p95 }: FrameCounts): CountsOfTarget['milliseconds'] {
  return median === null || p95 === null ? null : { median: Math.round(median), p95: Math.round(p95) }
}
