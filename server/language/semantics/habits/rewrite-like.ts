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
  const matcher = new RegExp(`^${shapeOf(written)}$`, /ilike$/i.test(name) ? 'isu' : 'su')
  const members = value.type.vocabulary.filter((member) => matcher.test(member))
  if (members.length === 0) return { options: [], says: `No member of ${value.whole} matches ${quoteText(written)}.` }
  return { options: [{ text: denied(`IsMember(${value.whole}, { ${members.map(quoteText).join(', ')} })`) }] }
}

/** `m%` becomes `m.*`, and `_` one character. */
function shapeOf(pattern: string): string {
  return pattern
    .replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
}
