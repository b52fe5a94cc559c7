/**
 * The answer to one claim dictionary: bound, or every reason why not.
 *
 * Promises: orders are those of declaration. Nothing here changes after it is made.
 */
import type { Known } from '../value'
import { numberText } from './claim-reader'
import { BARE, type ClaimSlot, UNITED } from './claim-slot'
import { bareQuantity, type Quantity, unitedQuantity } from './quantity'
import type { BindExceeded } from './reading'

export type Binding = Bound | Rejected | OverBudget

/** A claim that was submitted in a unit that nothing joins to the declared one. */
export interface UnbridgedClaim {
  /** The unit as sent. */
  readonly from: string
  readonly to: string
}

export interface Failure {
  /** The bare name of the claim. */
  readonly field: string
  readonly expected: string
  readonly received: string
}

export interface Rejected {
  readonly ok: false
  /** Declared claims in their order, then undeclared names in the order of submission; the first 100. */
  readonly failures: readonly Failure[]
  /** How many there are in all. */
  readonly failureCount: number
}

/** A budget refuses the whole dictionary, whatever else is wrong with it. */
interface OverBudget extends BindExceeded {
  readonly ok: false
}

export class Bound {
  readonly ok = true

  constructor(
    /** One place per input of the ruleset; null for undetermined claims, unbridged ones and locals. */
    readonly known: Known,
    /** Claims with a value, unbridged ones included. */
    readonly bound: readonly string[],
    readonly unbound: readonly string[],
    /** By place in CheckedRuleset.inputs. */
    readonly unbridged: ReadonlyMap<number, UnbridgedClaim>,
    private readonly numerics: readonly ClaimSlot[],
    private readonly claims: Readonly<Record<string, unknown>>,
  ) {}

  /** One entry per bound numeric claim. Made when asked for: deciding needs none of it. */
  get quantities(): Quantity[] {
    const quantities: Quantity[] = []
    for (const slot of this.numerics) {
      if (this.known[slot.place] === null && !this.unbridged.has(slot.place)) continue
      const value = this.claims[slot.name]
      if (slot.kind === UNITED && typeof value === 'string')
        quantities.push(unitedQuantity(slot.name, value, slot.units!))
      else if (slot.kind === BARE) {
        const text = typeof value === 'string' ? value : numberText(value)
        if (text === null) throw new Error(`${slot.name} was bound to what is no number`)
        quantities.push(bareQuantity(slot.name, text))
      }
    }
    return quantities
  }
}
