/**
 * `days // 7`: whole division in Python, a comment here.
 *
 * Promises: only asked of a text with mistakes, so a comment that compiles is never read otherwise.
 */
import type { Diagnostic } from '../messages/diagnostic'
import type { Comment } from './syntax'

/** What a text lacks when the rest of a condition is a comment. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  'missing-close',
  'expected-condition',
  'missing-comma',
  'expected-body',
])

/** A divisor, then an operator, a bracket or the end of the line. */
const DIVISOR = /^\s*(?:\d+(?:\.\d+)?|[A-Za-z_]\w*|\([^()]*\))\s*(?:$|[-+*/%<>=!&|),;}])/

/** Offsets of the comments that were meant as a division: they follow a value, begin with a divisor and cause a mistake. */
export function wholeDivisions(
  text: string,
  comments: readonly Comment[],
  diagnostics: readonly Diagnostic[],
): ReadonlySet<number> {
  const divisions = new Set<number>()
  const causes = diagnostics.filter(({ code }) => CONSEQUENCES.has(code))
  if (causes.length === 0) return divisions
  for (const { kind, start, text: words } of comments) {
    if (kind !== 'line' || !DIVISOR.test(words)) continue
    const from = text.lastIndexOf('\n', start - 1) + 1
    if (!/[\w)]\s*$/.test(text.slice(from, start))) continue
    if (causes.some((cause) => cause.end > from && cause.start <= start)) divisions.add(start)
  }
  return divisions
}
