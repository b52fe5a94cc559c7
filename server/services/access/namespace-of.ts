/**
 * The namespace that a caller stores in.
 */
import type { Caller } from './caller'

/** Trusts that {@link permit} let the caller through: whoever may use a storage operation has a namespace. */
export function namespaceOf({ namespaceId, grade }: Caller): string {
  if (namespaceId === null) throw new Error(`a caller of grade ${grade} has no namespace to store in`)
  return namespaceId
}
