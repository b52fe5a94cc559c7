/**
 * SQL's `kind LIKE 'm%'`. The members of an enum are known, so those that match are listed. A text has no members, and
 * matches a shape instead.
 */

import type { ForeignForm } from '../../syntax/cursor'
import { quoteText } from '../../syntax/string-literal'
import type { Operand, Rewrites } from './rewrite-operand'

/** Null if the operands are no claim and pattern. */
export function rewriteLike({ name }: ForeignForm, [value, pattern]: readonly Operand[]): Rewrites | null {
  if (value?.type.kind !== 'enum' || pattern?.node.kind !== 'string') return null
  const written = pattern.node.value
  const isDenied = /^not\b/i.test(name)
  const denied = (text: string) => (isDenied ? `Not(${text})` : text)
  if (value.type.text !== undefined) {
    const shape = `shape searched = ${quoteText(shapeOf(written))};`
    return {
      options: [],
      says: `A text matches a shape. Above, write ${shape} and here ${denied(`Matches(${value.whole}, searched)`)}.`,
    }
  }
  const folded = (text: string) => [...(/ilike$/i.test(name) ? text.toLowerCase() : text)]
  const members = value.type.vocabulary.filter((member) => isLike(folded(member), folded(written)))
  if (members.length === 0) return { options: [], says: `No member of ${value.whole} matches ${quoteText(written)}.` }
  return { options: [{ text: denied(`IsMember(${value.whole}, { ${members.map(quoteText).join(', ')} })`) }] }
}

/** Goes back only to the last `%`, so a long pattern takes no more than its length for each character. */
export function isLike(text: readonly string[], pattern: readonly string[]): boolean {
  let [at, sign] = [0, 0]
  let last: { readonly sign: number; readonly at: number } | null = null
  while (at < text.length) {
    if (pattern[sign] === '%') {
      last = { sign, at }
      sign++
    } else if (sign < pattern.length && (pattern[sign] === '_' || pattern[sign] === text[at])) {
      at++
      sign++
    } else if (last !== null) {
      last = { sign: last.sign, at: last.at + 1 }
      at = last.at
      sign = last.sign + 1
    } else return false
  }
  return pattern.slice(sign).every((rest) => rest === '%')
}

/** `m%` becomes `m.*`, and `_` one character. */
function shapeOf(pattern: string): string {
  return pattern
    .replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
}
