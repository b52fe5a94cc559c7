/** Comparisons of different types that come from other languages. A fix needs a clear value. */
import type { Fix } from '../../messages/diagnostic'
import type { IdiomId } from '../../messages/idioms'
import { replaceFix } from '../../messages/report'
import { quoteText } from '../../syntax/string-literal'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { isMissing } from '../members'

export interface ForeignComparison {
  readonly idiom: IdiomId
  readonly fixes: readonly Fix[]
}

const AFFIRMED = /^(yes|y|true|on|1)$/i
const DENIED = /^(no|n|false|off|0)$/i

/** Returns null if the comparison is not a known form. */
export function foreignComparison(
  c: Checking,
  left: Checked,
  right: Checked,
  at: { readonly start: number; readonly end: number },
): ForeignComparison | null {
  return comparisonOf(c, left, right, at) ?? comparisonOf(c, right, left, at)
}

function comparisonOf(
  c: Checking,
  value: Checked,
  literal: Checked,
  at: { readonly start: number; readonly end: number },
): ForeignComparison | null {
  const written = c.text.slice(literal.start, literal.end)
  if (literal.kind === 'string' && isMissing(literal.value)) return { idiom: 'not-available', fixes: [] }
  if (value.type.kind === 'enum' && literal.kind === 'number') {
    const member = value.type.vocabulary.includes(written)
    return member
      ? { idiom: 'digit-member', fixes: [replaceFix(`Write ${quoteText(written)}`, literal, quoteText(written))] }
      : null
  }
  if (value.type.kind !== 'boolean') return null
  if (literal.kind !== 'string' && literal.kind !== 'number') return null
  const word = literal.kind === 'string' ? literal.value : written
  const claim = c.text.slice(value.start, value.end)
  if (!AFFIRMED.test(word) && !DENIED.test(word)) return null
  const operator = c.text.slice(Math.min(value.end, literal.end), Math.max(value.start, literal.start)).trim()
  if (operator !== '==' && operator !== '!=') return { idiom: 'yes-no', fixes: [] }
  const condition = AFFIRMED.test(word) === (operator === '==') ? claim : `Not(${claim})`
  return { idiom: 'yes-no', fixes: [replaceFix(`Write ${condition}`, at, condition)] }
}
