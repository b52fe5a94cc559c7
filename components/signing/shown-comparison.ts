/** Reads the server's comparison from the document that the signature names. */
import { z } from 'zod'
import { comparisonResult } from '../../server/api/schemas/comparison'

const shown = z.union([comparisonResult.omit({ ok: true }), z.looseObject({ not_compared: z.string() })])

export type ShownComparison = z.infer<typeof shown>

/** Returns null for another shape; then nothing is shown, and nothing can be signed. */
export function readShownComparison(answer: unknown): ShownComparison | null {
  return shown.safeParse(answer).data ?? null
}
