import { visibleLine } from './english/visible-text'
import type { ReviewField } from './review-document'

/** What stands before an author's comment wherever one is shown. */
export const NOTE_LABEL = 'Author’s note, not checked'

/**
 * The author's comment above a statement as a field of the review.
 *
 * Promises: marked as not checked; one line of the comment is one line. None where there is no comment.
 */
export function noteFields(comment: readonly string[]): readonly ReviewField[] {
  if (comment.length === 0) return []
  return [{ kind: 'quotation', label: NOTE_LABEL, lines: comment.map(noteLine) }]
}

/** A line of a comment, free of characters that cannot be seen. */
export function noteLine(line: string): string {
  return visibleLine(line).trim()
}
