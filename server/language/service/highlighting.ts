/** Works in texts with mistakes. Unknown words keep the colour of their spelling. */

import { Report } from '../messages/report'
import type { Analysis } from '../semantics/analyse'
import type { NameUse } from '../semantics/checking'
import { lexText } from '../syntax/lexer'
import * as T from '../syntax/token'
import { FIRST_FAILED, isFunction, isQuantifier } from '../syntax/words'
import type { Span } from '../text/line-index'

export const MEANINGS = ['claim', 'local', 'let', 'variable', 'assertion', 'member', 'unit', 'function'] as const
export type Meaning = (typeof MEANINGS)[number]

/** The order counts: themes match prefixes of `claim.unread.declaration`. */
export const MODIFIERS = ['unread', 'declaration'] as const

export interface Highlight extends Span {
  readonly meaning: Meaning
  readonly declares: boolean
  /** True for a name that no assertion reads. */
  readonly unread: boolean
}

/** In the order of the text, without overlaps. */
export function findHighlights(text: string, { names, diagnostics }: Analysis): Highlight[] {
  const unread = new Set(
    diagnostics
      .filter(({ code }) => code === 'unread-claim' || code === 'unread-name' || code === 'unused-text')
      .map(({ start }) => start),
  )
  const all = [...names.map((use) => ofName(use, unread)), ...ofTokens(text, new Set(names.map(({ start }) => start)))]
  return all.sort((a, b) => a.start - b.start)
}

function ofName({ start, end, role, declares, declaredAt }: NameUse, unread: ReadonlySet<number>): Highlight {
  const meaning = role === 'condition' ? 'function' : role === 'vocabulary' || role === 'shape' ? 'let' : role
  return { start, end, meaning, declares, unread: unread.has(declaredAt) }
}

function ofTokens(text: string, named: ReadonlySet<number>): Highlight[] {
  const { kinds, starts, ends, count } = lexText(text, new Report())
  const highlighted: Highlight[] = []
  for (let i = 0; i < count - 1; i++) {
    const [start, end] = [starts[i]!, ends[i]!]
    const meaning = meaningOf(kinds[i]!, i === 0 ? T.END : kinds[i - 1]!, text.slice(start, end))
    if (meaning !== null && !named.has(start)) highlighted.push({ start, end, meaning, declares: false, unread: false })
  }
  return highlighted
}

function meaningOf(kind: number, before: number, text: string): Meaning | null {
  // A string after a number is its unit; any other one is a member of an enum.
  if (kind === T.STRING) return before === T.NUMBER ? 'unit' : 'member'
  return kind === T.NAME && (isFunction(text) || isQuantifier(text) || text === FIRST_FAILED) ? 'function' : null
}
