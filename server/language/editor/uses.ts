/**
 * The places of one name: its declaration and its uses, annotations included.
 *
 * Promises: in the order of the text; empty where no name stands; reads what one analysis found, so it works in texts
 * with mistakes.
 */
import type { Analysis, NameUse } from '../analysis'

export function usesAt(offset: number, { names }: Pick<Analysis, 'names'>): NameUse[] {
  const at = names.find(({ start, end }) => start <= offset && offset <= end)
  return at === undefined ? [] : names.filter(({ declaredAt }) => declaredAt === at.declaredAt)
}
