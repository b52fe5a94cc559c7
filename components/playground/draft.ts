/**
 * What a visitor is working on: kept in this browser, and carried whole by a share link.
 *
 * Promises: a draft of another version, or one that was tampered with, is not read at all.
 */
import { z } from 'zod'

export const DRAFT_KEY = 'touchstone.playground'
const MOST_CHARACTERS = 400_000

const draftSchema = z.strictObject({
  version: z.literal(1),
  source: z.string().max(MOST_CHARACTERS),
  /** The example it began with, or null. */
  example: z.string().max(100).nullable(),
  claims: z.record(z.string(), z.string().max(MOST_CHARACTERS)),
})

export type Draft = Readonly<z.infer<typeof draftSchema>>

export function parseDraft(text: string): Draft | null {
  try {
    const read = draftSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The kept draft, or null where there is none or storage is barred. */
export function keptDraft(): Draft | null {
  try {
    const text = localStorage.getItem(DRAFT_KEY)
    return text === null ? null : parseDraft(text)
  } catch {
    return null
  }
}

/** @returns whether it was kept: storage can be barred or full */
export function keepDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
