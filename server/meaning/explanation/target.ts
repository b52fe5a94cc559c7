/** What a proposal has to reach, and what it is. */
import type { Known } from '../../engine/value'
import type { Condition } from '../condition'

/** What has to hold: `always` in every completion, each of `sometimes` in one at least. */
export interface Target {
  readonly always: readonly Condition[]
  readonly sometimes: readonly Condition[]
}

export interface Proposal {
  /** Inputs that get another value, or a value at all, ascending. */
  readonly changed: readonly number[]
  /** The known values with those of `changed` in their place. */
  readonly values: Known
}
