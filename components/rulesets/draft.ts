/**
 * What a visitor is working on: kept in this browser, and carried whole by a share link.
 *
 * Promises: a draft of another version, or one that was tampered with, is not read at all.
 */
export const DRAFT_KEY = 'touchstone.playground'
const MAX_CHARACTERS = 400_000

export interface Draft {
  readonly version: 1
  readonly source: string
  /** The example it began with, or null. */
  readonly example: string | null
  readonly claims: Readonly<Record<string, string>>
}

export function parseDraft(text: string): Draft | null {
  try {
    const read: unknown = JSON.parse(text)
    return isDraft(read) ? read : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** By hand: a validator would be most of what the page loads before it can be used. */
function isDraft(read: unknown): read is Draft {
  if (typeof read !== 'object' || read === null) return false
  const { version, source, example, claims, ...others } = read as Record<string, unknown>
  return (
    version === 1 &&
    isText(source, MAX_CHARACTERS) &&
    (example === null || isText(example, 100)) &&
    typeof claims === 'object' &&
    claims !== null &&
    !Array.isArray(claims) &&
    Object.values(claims).every((claim) => isText(claim, MAX_CHARACTERS)) &&
    Object.keys(others).length === 0
  )
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
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
