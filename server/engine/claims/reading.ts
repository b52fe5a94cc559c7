/** The same text always costs the same steps. */
import type { Value } from '../core/value'
import type { RuleName } from './claim-rules'

/** Null is undetermined. */
export type Reading = Value | null | Refused | Unbridged | OverLimit

export class Refused {
  constructor(
    readonly rule: RuleName,
    /** How to correct this value, or null if that is not clear. */
    readonly hint: () => string | null = noHint,
  ) {}
}

export class Unbridged {
  constructor(readonly from: string) {}
}

export class OverLimit {
  constructor(readonly exceeded: BindExceeded) {}
}

function noHint(): null {
  return null
}

/** With the names of the API (public/docs/api.md, "Budgets"). */
export interface BindLimits {
  /** UTF-8 bytes of one value. Members of the claim's vocabulary always pass. */
  readonly claim_value_bytes: number
  /** Digits of one numeral, exponent expanded. */
  readonly numeral_digits: number
}

export const DEFAULT_BIND_LIMITS: BindLimits = { claim_value_bytes: 10_000, numeral_digits: 1_000 }

export interface BindExceeded {
  readonly budget: keyof BindLimits
  readonly limit: number
  readonly actual: number
}

const EXPONENT = /[eE]/
/** No unit is longer (MAX_UNIT_CHARS). */
const LONGEST_UNIT_CHARS = 200

/** @param limit `numeral_digits`; longer numerals are refused first */
export function numeralSteps(text: string, limit: number): number {
  const exponentAt = text.search(EXPONENT)
  if (exponentAt !== -1) {
    const expanded = Math.min(exponentAt + Math.abs(Number(text.slice(exponentAt + 1)) || 0), limit)
    return reductionSteps(expanded, Math.min(exponentAt, expanded))
  }
  const written = Math.min(text.length, 2 * limit)
  const slash = text.indexOf('/')
  if (slash !== -1) return reductionSteps(written, Math.min(slash, written - slash, limit))
  return reductionSteps(written, text.includes('.') ? written : 0)
}

/** The steps for reading a unit: between the cost of a first and a later reading. */
export function unitSteps(suffix: string): number {
  return 60 + 3 * Math.min(suffix.length, LONGEST_UNIT_CHARS)
}

/** Reducing a fraction costs the square of its shorter part; the rest is nearly linear. */
function reductionSteps(digits: number, shorter: number): number {
  return 2 * digits + Math.ceil((shorter * shorter) / 10)
}
