/**
 * A diagnostic: one mistake or doubt about a ruleset, told in the author's words.
 *
 * Promises: plain data. `start` and `end` are UTF-16 offsets; the wire keeps severity, line and message alone.
 */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A mend that is certain: applying all its edits removes the diagnostic and brings no new one of its kind. */
export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

export interface Diagnostic {
  /** The entry of the message catalogue (messages.ts). */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly start: number
  readonly end: number
  /** One-based line and column of `start` and of `end`; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly fixes: readonly Fix[]
}

/**
 * Applies a fix to the text it was made for.
 *
 * Promises: edits that start at one place are applied in their order, as an editor does.
 */
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
