/** Labels of answered frames, and what the labels of a set say about the answers. */
import { z } from 'zod'
import { ASSERTION_ANSWERS, CONCLUSIONS } from '../../terms/guardrail-terms'
import { timestamp } from '../fields'
import { isVisibleText, plainText, platformName, VISIBLE_TEXT_RULE } from '../guardrail'

const LIMITS = { note_chars: 2_000, assertion_chars: 1_000 } as const

export const frameLabelRequest = z
  .strictObject({
    set: platformName.refine(isVisibleText, VISIBLE_TEXT_RULE),
    assertion: plainText(LIMITS.assertion_chars).min(1).nullable().default(null),
    expected: z.enum([...new Set([...CONCLUSIONS, ...ASSERTION_ANSWERS])]).nullable(),
    note: plainText(LIMITS.note_chars).nullable().default(null),
  })
  .superRefine(({ assertion, expected }, context) => {
    const allowed: readonly string[] = assertion === null ? CONCLUSIONS : ASSERTION_ANSWERS
    if (expected === null || allowed.includes(expected)) return
    const message = `one of ${allowed.join(', ')}, or null to withdraw the label`
    context.addIssue({ code: 'custom', path: ['expected'], message })
  })
  .meta({ id: 'FrameLabelRequest' })
export type FrameLabelRequest = Readonly<z.output<typeof frameLabelRequest>>

export const frameLabel = z
  .strictObject({
    trace_id: z.string(),
    message_id: z.uuid(),
    set: z.string(),
    assertion: z.string().nullable(),
    answer: z.string(),
    expected: z.string(),
    note: z.string().nullable(),
    labelled_by: z.string(),
    labelled_at: timestamp,
  })
  .meta({ id: 'FrameLabel' })

export const frameLabelPage = z
  .strictObject({ items: z.array(frameLabel), next_cursor: z.string().nullable() })
  .meta({ id: 'FrameLabelPage' })

const count = z.int().min(0)
const share = z
  .strictObject({ right: count, of: count, low: z.string().nullable(), high: z.string().nullable() })
  .meta({ id: 'Share' })
const part = {
  frames: count,
  disputed: count,
  accuracy: share,
  answers: z.array(z.strictObject({ answer: z.string(), expected: z.string(), frames: count })),
}

export const labelResults = z
  .strictObject({
    set: z.string().nullable(),
    sets: z.array(z.strictObject({ name: z.string(), labels: count })),
    conclusion: z.strictObject(part),
    shares: z.array(z.strictObject({ conclusion: z.enum(CONCLUSIONS), precision: share, recall: share })),
    calibration: z
      .strictObject({
        bins: z.array(z.strictObject({ from: z.string(), to: z.string(), share, confidence: z.string() })),
        brier: z.string(),
        calibration_error: z.string(),
      })
      .nullable(),
    thresholds: z.array(z.strictObject({ threshold: z.string(), decided: count, right: count, undecided: count })),
    assertions: z.array(z.strictObject({ assertion: z.string(), ...part })),
    labellers: z.array(z.strictObject({ labelled_by: z.string(), labels: count, right: count })),
  })
  .meta({ id: 'LabelResults' })

/** A decimal from 0 to 1. */
export const threshold = z
  .string()
  .regex(/^(0(\.\d{1,16})?|1(\.0{1,16})?)$/, { error: 'a decimal from 0 to 1, such as 0.8' })
