/**
 * One entry of the message catalogue.
 *
 * Promises: plain data; `text` is a pure function of its arguments.
 */
export interface Message<A extends readonly unknown[]> {
  readonly severity: 'error' | 'warning'
  readonly text: (...details: A) => string
}

export function error<A extends readonly unknown[]>(text: (...details: A) => string): Message<A> {
  return { severity: 'error', text }
}

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
