/**
 * What reading one submitted value gives, the budgets that it may exceed, and what it costs.
 *
 * Promises: a refusal names its rule; its hint is worked out only on request. The cost in steps of the meter follows
 * from the text alone, on the scale of the evaluator's arithmetic: the same dictionary always costs the same, whatever
 * was read before.
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
 * The budgets that binding a claim dictionary can exceed (public/docs/api.md, "Budgets").
 *
 * Names are the budget names of the API, so a refusal needs no translation.
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

const EXPONENT = /[eE]/
/** No unit has a longer text (units, MAX_UNIT_CHARS): beyond that the library looks at the beginning alone. */
const LONGEST_UNIT = 200

/**
 * Steps of reading a long numeral.
 * @param limit budget `numeral_digits`: longer numerals are refused before any work
 */
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

/**
 * Steps of reading a unit in another spelling than the declared one: between the cost of a first and a later reading.
 */
export function unitSteps(suffix: string): number {
  return 60 + 3 * Math.min(suffix.length, LONGEST_UNIT)
}

/** Making a fraction is near to linear; bringing it to lowest terms costs the square of its shorter part. */
function reductionSteps(digits: number, shorter: number): number {
  return 2 * digits + Math.ceil((shorter * shorter) / 10)
}
