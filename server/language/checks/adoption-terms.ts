/**
 * What the unit of an expression hangs on, before it is known which units the claims have.
 *
 * Promises: a claim is followed through itself, +, -, minus signs, times and over bare numbers, and branches
 * (language.md, "Units"); any other product keeps its factors and gives its claims no unit.
 */

import type { Unit } from '../../units/unit'
import type { UnitLibrary } from '../../units/unit-library'

export type Term =
  | { readonly kind: 'bare' }
  | { readonly kind: 'unit'; readonly unit: Unit }
  /** A claim without `@unit`. */
  | { readonly kind: 'claim'; readonly input: number }
  | { readonly kind: 'product'; readonly left: Term; readonly right: Term; readonly over: boolean }

export const BARE_TERM: Term = { kind: 'bare' }

/** Whether a claim that met no unit so far counts as bare: within products it does once nothing else can tell. */
export type Undecided = 'open' | 'bare in products'

/** The unit of a term; `bare`, or null while it cannot be told. */
export function resolve(
  term: Term,
  adopted: ReadonlyMap<number, { readonly unit: Unit }>,
  library: UnitLibrary,
  undecided: Undecided,
): Unit | 'bare' | null {
  switch (term.kind) {
    case 'bare':
      return 'bare'
    case 'unit':
      return term.unit
    case 'claim':
      return adopted.get(term.input)?.unit ?? null
    case 'product': {
      const factor = (part: Term) => {
        const unit = resolve(part, adopted, library, undecided)
        return unit === null && undecided === 'bare in products' ? 'bare' : unit
      }
      const left = factor(term.left)
      const right = factor(term.right)
      if (left === null || right === null) return null
      const a = left === 'bare' ? null : left
      const b = right === 'bare' ? null : right
      if (a === null && b === null) return 'bare'
      return (term.over ? library.divide(a, b) : library.multiply(a, b)) ?? 'bare'
    }
  }
}

/** The term of a product or quotient. A bare factor leaves the other one as it is. */
export function productTerm(left: Term, right: Term, over: boolean): Term {
  if (right.kind === 'bare') return left
  if (left.kind === 'bare' && !over) return right
  return { kind: 'product', left, right, over }
}

/** The term of what two sides make that must have one unit. */
export function sumTerm(left: Term, right: Term): Term {
  return left.kind === 'bare' ? right : left
}
