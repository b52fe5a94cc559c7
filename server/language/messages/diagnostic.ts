/**
 * A diagnostic: one error or warning about a ruleset, in the author's words; and the entries of the catalogue that give
 * it its text (messages.ts).
 *
 * Promises: plain data. `start` and `end` are UTF-16 offsets; the API returns severity, line and message alone.
 */

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A certain correction: applying all its edits removes the diagnostic and adds no other with its code. */
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
 * Applies a fix to the text it was made for. Edits with the same start are applied in their order, as an editor does.
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

/** One entry of the catalogue; `text` is a pure function of its arguments. */
export interface Message<A extends readonly unknown[]> {
  readonly severity: 'error' | 'warning'
  readonly text: (...details: A) => string
}

/** An entry for mistakes: a ruleset with one does not compile. */
export function error<A extends readonly unknown[]>(text: (...details: A) => string): Message<A> {
  return { severity: 'error', text }
}

/** An entry for what is allowed but probably not meant. */
export function warning<A extends readonly unknown[]>(text: (...details: A) => string): Message<A> {
  return { severity: 'warning', text }
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(nearest: string | null): string {
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}

/** `"a", "b" or "c"`; long lists end in how many more there are. */
export function choices(words: readonly string[], most = 8): string {
  const quoted = words.slice(0, most).map((word) => `"${word}"`)
  if (words.length > most) return `${quoted.join(', ')} or ${words.length - most} more`
  if (quoted.length < 2) return quoted.join('')
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
