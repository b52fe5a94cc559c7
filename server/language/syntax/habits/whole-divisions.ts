/**
 * `days // 7` is whole division in Python but a comment here. It is read as a division only after mistakes, so that a
 * comment that compiles stays one.
 */
import type { Diagnostic } from '../../messages/diagnostic'
import type { Comment } from '../syntax'

/** Mistakes if the rest of a condition is a comment. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  'missing-close',
  'expected-condition',
  'missing-comma',
  'expected-body',
])

/** A divisor, then an operator, a bracket or the end of the line. */
const DIVISOR = /^\s*(?:\d+(?:\.\d+)?|[A-Za-z_]\w*|\([^()]*\))\s*(?:$|[-+*/%<>=!&|),;}])/

/** Comments that follow a value, begin with a divisor and cause a mistake. */
export function wholeDivisions(
  text: string,
  comments: readonly Comment[],
  diagnostics: readonly Diagnostic[],
): ReadonlySet<number> {
  const divisions = new Set<number>()
  const lines = new Set(
    diagnostics.filter(({ code }) => CONSEQUENCES.has(code)).flatMap(({ line, endLine }) => [line, endLine]),
  )
  if (lines.size === 0) return divisions
  let line = 1
  let lineStart = 0
  for (const { kind, start, text: words } of comments) {
    for (let end = text.indexOf('\n', lineStart); end >= 0 && end < start; end = text.indexOf('\n', lineStart)) {
      line++
      lineStart = end + 1
    }
    if (kind !== 'line' || !lines.has(line) || !DIVISOR.test(words)) continue
    if (/[\w)][ \t]*$/.test(text.slice(Math.max(lineStart, start - MAX_SEARCHED_CHARS), start))) divisions.add(start)
  }
  return divisions
}

/** Limits the search before a comment. */
const MAX_SEARCHED_CHARS = 20
