/** Messages between the primary and the processes that serve. A connection travels beside its message. */
import type { AddressAllowance } from '../services/access/address-gate'
import type { GroupTopic } from '../services/access/process-group'
import type { MetricsSnapshot } from './observability/metrics'

/** From the primary. */
export type ToServing =
  | { readonly kind: 'connection'; readonly id: number }
  /** Another process published something. It is confirmed with `handled`. */
  | { readonly kind: 'published'; readonly id: number; readonly topic: GroupTopic; readonly text: string }
  /** Every other process has handled what was published. */
  | { readonly kind: 'done'; readonly id: number }
  /** Asks for what it has counted. */
  | { readonly kind: 'count'; readonly id: number }
  /** The answer of a gate. */
  | { readonly kind: 'wait'; readonly id: number; readonly wait: number | null }

/** A call to the group of processes. Ids are the sender's. */
export type GroupCall =
  | { readonly kind: 'publish'; readonly id: number; readonly topic: GroupTopic; readonly text: string }
  | { readonly kind: 'handled'; readonly id: number }
  | (GateCall & { readonly kind: 'take'; readonly id: number; readonly allowance: AddressAllowance })
  | (GateCall & { readonly kind: 'refund' })

interface GateCall {
  readonly gate: string
  readonly key: string
}

/** The answer to `count`. */
export interface Counted {
  readonly kind: 'counted'
  readonly id: number
  readonly snapshot: MetricsSnapshot
}

/** To the primary. */
export type FromServing =
  /** Connections may come. */
  | { readonly kind: 'ready' }
  /** No further ones shall come: it ends. */
  | { readonly kind: 'leaving' }
  /** It has the connection of this id. */
  | { readonly kind: 'taken'; readonly id: number }
  | Counted
  | GroupCall
