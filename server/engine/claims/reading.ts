/**
 * What one submitted value turned out to be, and the budgets that it may exceed.
 *
 * Promises: a refusal names its rule; its hint is worked out only when somebody is going to read it.
 */
import type { Value } from '../value'
import type { RuleName } from './claim-rules'

/** A claim's value, null where it is undetermined, or why there is none. */
export type Reading = Value | null | Refused | Unbridged | OverLimit

export class Refused {
  constructor(
    readonly rule: RuleName,
    /** What to do about this very value, where that is clear. */
    readonly hint: () => string | null = noHint,
  ) {}
}

/** A value in a unit that nothing joins to the declared one. */
export class Unbridged {
  constructor(readonly from: string) {}
}

export class OverLimit {
  constructor(readonly exceeded: BindExceeded) {}
}

function noHint(): null {
  return null
}

/**
 * The budgets that binding a claim dictionary can exceed (service.md, "Budgets").
 *
 * Promises: names are the wire's budget names, so a refusal needs no translation.
 */
export interface BindLimits {
  /** UTF-8 bytes of one submitted value. A member of the claim's own vocabulary always passes. */
  readonly claim_value_bytes: number
  /** Decimal digits that one numeral stands for, its exponent expanded. */
  readonly numeral_digits: number
}

export const DEFAULT_BIND_LIMITS: BindLimits = { claim_value_bytes: 10_000, numeral_digits: 1_000 }

export interface BindExceeded {
  readonly budget: keyof BindLimits
  readonly limit: number
  readonly actual: number
}
