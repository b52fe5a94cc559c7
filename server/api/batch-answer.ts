import { z } from 'zod'

export const BATCH_PATH = '/api/batch/check'

export const BATCH_PART_BYTES = 1_048_576

const failure = z.strictObject({ field: z.string(), expected: z.string(), received: z.string() })

export const batchAnswer = z.strictObject({
  ok: z.literal(true),
  assertions: z.array(z.string()),
  /** Number of dictionaries that were checked, from the start of the part. */
  rows: z.int(),
  /** One letter per assertion, row after row (`answer-letters.ts`). */
  answers: z.string(),
  refused: z.array(
    z.strictObject({ row: z.int(), code: z.string(), message: z.string(), failures: z.array(failure).optional() }),
  ),
  unit_library_hash: z.string(),
  /** Why the rest of the part was not checked. */
  stopped: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
})
export type BatchAnswerText = z.infer<typeof batchAnswer>
