/**
 * The answer about one part of a batch: where pages send it, and its schema.
 */
import { z } from 'zod'

export const BATCH_PATH = '/api/batch/check'

/** Maximum bytes of one part. */
export const BATCH_PART_BYTES = 1_048_576

const failure = z.strictObject({ field: z.string(), expected: z.string(), received: z.string() })

export const batchAnswer = z.strictObject({
  ok: z.literal(true),
  assertions: z.array(z.string()),
  /** Dictionaries that were looked at, from the first of the part on. */
  rows: z.int(),
  /** Row after row, a letter an assertion (`answer-letters.ts`). */
  answers: z.string(),
  refused: z.array(
    z.strictObject({ row: z.int(), code: z.string(), message: z.string(), failures: z.array(failure).optional() }),
  ),
  unit_library_hash: z.string(),
  /** Why the part was not decided to its end. */
  stopped: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
})
export type BatchAnswerText = z.infer<typeof batchAnswer>
