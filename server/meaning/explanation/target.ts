import type { Known } from '../../engine/core/value'
import type { Condition } from '../condition'

/** `always` must hold in every completion, each of `sometimes` in at least one. */
export interface Target {
  readonly always: readonly Condition[]
  readonly sometimes: readonly Condition[]
}

export interface Proposal {
  /** Ascending. */
  readonly changed: readonly number[]
  /** The known values, with changes. */
  readonly values: Known
}
