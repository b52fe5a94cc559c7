/**
 * Applies a fix to the text it was made for.
 *
 * Promises: edits that start at one place are applied in their order, as an editor does.
 */
import type { Fix } from './diagnostic'

export function applyFix(text: string, fix: Pick<Fix, 'edits'>): string {
  let result = ''
  let at = 0
  const ordered = fix.edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => a.start - b.start || a.order - b.order)
  for (const { start, end, text: inserted } of ordered) {
    result += text.slice(at, start) + inserted
    at = end
  }
  return result + text.slice(at)
}
