import { Refusal } from '../../api/refusal'

/** Counts code points, as PostgreSQL does (public/docs/api.md, "Budgets"). @throws Refusal BUDGET_EXCEEDED */
export function demandCharacters(field: string, text: string, budget: string, limit: number): void {
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

/** @param actual bytes including the rejected ones */
export function namespaceFullRefusal(limit: number, actual: number): Refusal {
  return new Refusal('BUDGET_EXCEEDED', 'The namespace holds as many bytes of source as it may.', {
    budget: 'namespace_bytes',
    limit,
    actual,
  })
}
