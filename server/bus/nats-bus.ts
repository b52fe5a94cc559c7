/** The bus on NATS JetStream. */
import type { Bus } from './bus'
import type { BusLog } from './bus-log'

export interface NatsBusOptions {
  /** `nats://host:4222`, several separated by commas. */
  readonly url: string
  readonly log: BusLog
  readonly retentionMs: number
  readonly namespace?: string
  readonly leaseMs?: number
  readonly duplicateWindowMs?: number
  readonly patienceMs?: number
}

export function openNatsBus(_options: NatsBusOptions): Bus {
  throw new Error('not written yet')
}
