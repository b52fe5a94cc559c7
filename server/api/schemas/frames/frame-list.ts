/** Lists and counts of the frames of one guardrail or application. */
import { z } from 'zod'
import { CONCLUSIONS } from '../../terms/guardrail-terms'
import { timestamp } from '../fields'

export const FRAME_ANSWERS = ['YES', 'NO', 'UNKNOWN', 'ERROR', 'OPEN'] as const
export const COUNT_PERIODS = ['hour', 'day'] as const

export const listedFrame = z
  .strictObject({
    trace_id: z.string(),
    sent_at: timestamp,
    sent_by: z.string(),
    status: z.enum(['waiting', 'in_review', 'answered']),
    answered_at: timestamp.nullable(),
    conclusion: z
      .enum(CONCLUSIONS)
      .nullable()
      .meta({ description: 'null if the frame is not answered, or has an Error' }),
    error_code: z.string().nullable().meta({ description: 'null without an Error' }),
  })
  .meta({ id: 'ListedFrame' })

export const framePage = z
  .strictObject({
    items: z.array(listedFrame),
    next_cursor: z.string().nullable().meta({ description: 'the `cursor` of the next page; null after the last' }),
  })
  .meta({ id: 'FramePage' })

export const frameCounts = z
  .strictObject({
    since: timestamp,
    period: z.enum(COUNT_PERIODS),
    complete: z.boolean().meta({ description: 'false if older frames since then were left out' }),
    periods: z
      .array(
        z.strictObject({
          at: timestamp.meta({ description: 'start of the period, in UTC' }),
          counts: z
            .record(z.string(), z.int().min(0))
            .meta({ description: 'frames by answer: `YES`, `NO`, `UNKNOWN`, `ERROR`, or `OPEN` without an answer' }),
        }),
      )
      .meta({ description: 'those with frames, the oldest first' }),
    milliseconds: z
      .strictObject({ median: z.int(), p95: z.int() })
      .nullable()
      .meta({ description: 'from a frame to its answer; null without an answer' }),
  })
  .meta({ id: 'FrameCounts' })
