/** Projects, guardrails and applications: being written. */
import type { Store } from '../../store/store'
import type { Targets } from './targets'

export interface TargetsParts {
  readonly store: Store
  readonly now: () => Date
  readonly newId: () => string
}

export function createTargets(_parts: TargetsParts): Targets {
  throw new Error('not written yet')
}
