/**
 * Refusals of texts that exceed a budget: short texts by their characters, rulesets by the bytes that a namespace holds
 * (public/docs/api.md, "Budgets").
 *
 * Promises: characters are Unicode code points, as PostgreSQL counts them.
 */
import { Refusal } from '../../api/refusal'

/**
 * Demands that a short text fits its budget.
 * @param budget such as `approver_chars`
 * @throws Refusal BUDGET_EXCEEDED where `text` has more than `limit` characters
 */
export function demandCharacters(field: string, text: string, budget: string, limit: number): void {
  // A character has one or two code units.
  if (text.length <= limit) return
  let actual = 0
  for (const _ of text) actual++
  if (actual <= limit) return
  throw new Refusal('BUDGET_EXCEEDED', `\`${field}\` has ${actual} characters; at most ${limit} are allowed.`, {
    budget,
    limit,
    actual,
  })
}

/** The refusal of bytes for which a namespace has no room. @param actual bytes that it would hold with them */
export function namespaceFull(limit: number, actual: number): Refusal {
  return new Refusal('BUDGET_EXCEEDED', 'The namespace holds as many bytes of source as it may.', {
    budget: 'namespace_bytes',
    limit,
    actual,
  })
}
