/**
 * What one submitted value turned out to be.
 *
 * Promises: a refusal names its rule; its hint is worked out only when somebody is going to read it.
 */
import type { Value } from '../value'
import type { BindExceeded } from './bind-limits'
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
