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
