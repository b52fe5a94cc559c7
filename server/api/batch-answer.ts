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

/** This file imports no schema, because pages load it early. */
export const ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type Answer = (typeof ANSWERS)[number]

/** `TFU` stands for the answers of three assertions to one dictionary. */
export const ANSWER_LETTERS: Readonly<Record<Answer, string>> = { TRUE: 'T', FALSE: 'F', UNKNOWN: 'U', AMBIGUOUS: 'A' }

/** Replaces every answer of a refused dictionary. */
export const NO_ANSWER = '-'

/** Returns null for {@link NO_ANSWER}. */
export function answerOf(letter: string): Answer | null {
  return ANSWERS.find((answer) => ANSWER_LETTERS[answer] === letter) ?? null
}
