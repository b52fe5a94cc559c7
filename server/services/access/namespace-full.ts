/**
 * The refusal of bytes for which a namespace has no room (budget `namespace_bytes`).
 */
import { Refusal } from '../../api/refusal'

/** @param actual what the namespace would hold with them */
export function namespaceFull(limit: number, actual: number): Refusal {
  return new Refusal('BUDGET_EXCEEDED', 'The namespace holds as many bytes of source as it may.', {
    budget: 'namespace_bytes',
    limit,
    actual,
  })
}
