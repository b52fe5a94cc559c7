/**
 * Budgets of short texts: names, approvers, notes (service.md, "Budgets").
 *
 * Promises: characters are Unicode code points, as PostgreSQL counts them.
 */
import { Refusal } from '../../api/refusal'

/**
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
