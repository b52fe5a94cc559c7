/** The primary sends connections along with their messages. */
import type { AddressAllowance, GroupTopic } from '../services/access/process-group'
import type { MetricsSnapshot } from './observability/metrics'

export type ToServing =
  | { readonly kind: 'connection'; readonly id: number }
  /** Is confirmed with `handled`. */
  | { readonly kind: 'published'; readonly id: number; readonly topic: GroupTopic; readonly text: string }
  /** All others have handled it. */
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'count'; readonly id: number }
  /** Answers `take`. */
  | { readonly kind: 'wait'; readonly id: number; readonly wait: number | null }

/** The sender chooses the ids. */
export type GroupCall =
  | { readonly kind: 'publish'; readonly id: number; readonly topic: GroupTopic; readonly text: string }
  | { readonly kind: 'handled'; readonly id: number }
  | (GateCall & { readonly kind: 'take'; readonly id: number; readonly allowance: AddressAllowance })
  | (GateCall & { readonly kind: 'refund' })

interface GateCall {
  readonly gate: string
  readonly key: string
}

/** Answers `count`. */
export interface Counted {
  readonly kind: 'counted'
  readonly id: number
  readonly snapshot: MetricsSnapshot
}

export type FromServing =
  /** Connections may come. */
  | { readonly kind: 'ready' }
  /** The process takes no further connections. */
  | { readonly kind: 'leaving' }
  /** The process has taken over the connection. */
  | { readonly kind: 'taken'; readonly id: number }
  | Counted
  | GroupCall
