/** The API returns only severity, line and message. Offsets are in UTF-16 units. */

export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A certain correction: it removes the diagnostic and adds no other with the same code. */
export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}

export interface Diagnostic {
  /** The catalogue entry (messages.ts). */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly start: number
  readonly end: number
  /** Lines and columns count from 1; columns are UTF-16 units. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly fixes: readonly Fix[]
}

/** A fix that is offered at a place, with the diagnostic that it removes. */
export interface OfferedFix {
  readonly diagnostic: Diagnostic
  readonly fix: Fix
  /** The first of its diagnostic. */
  readonly isPreferred: boolean
}

/** The fixes of the diagnostics that a selection touches. */
export function fixesTouching(diagnostics: readonly Diagnostic[], start: number, end: number): readonly OfferedFix[] {
  const touched = diagnostics.filter((each) => each.start <= end && each.end >= start)
  return touched.flatMap((diagnostic) =>
    diagnostic.fixes.map((fix, index) => ({ diagnostic, fix, isPreferred: index === 0 })),
  )
}

/** Edits at the same start are applied in order, as in an editor. */
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

export interface Message<A extends readonly unknown[]> {
  readonly severity: 'error' | 'warning'
  readonly text: (...details: A) => string
}

/** Writes a mistake: the ruleset does not compile. */
export function errorMessage<A extends readonly unknown[]>(text: (...details: A) => string): Message<A> {
  return { severity: 'error', text }
}

/** Writes a warning about a text that is allowed but probably not meant. */
export function warningMessage<A extends readonly unknown[]>(text: (...details: A) => string): Message<A> {
  return { severity: 'warning', text }
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(nearest: string | null): string {
  return nearest === null ? '' : ` Did you mean "${nearest}"?`
}

/** `"a", "b" or "c"`, or with another word. Long lists end with the number of further words. */
export function listChoices(words: readonly string[], most = 8, joint: 'or' | 'and' = 'or'): string {
  const quoted = words.slice(0, most).map((word) => `"${word}"`)
  if (words.length > most) return `${quoted.join(', ')} ${joint} ${words.length - most} more`
  if (quoted.length < 2) return quoted.join('')
  return `${quoted.slice(0, -1).join(', ')} ${joint} ${quoted.at(-1)}`
}
