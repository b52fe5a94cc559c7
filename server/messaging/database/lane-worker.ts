import type { LaneOptions } from '../bus/bus'
import { WorkShares } from '../bus/work-shares'
import { DatabaseWorker, type DatabaseWorkerDependencies } from './database-worker'

/** Only finds work whose notification was lost. */
const POLL_MS = 1_000
/** With fewer slots, sparing one would cost a lone group too much. */
const MIN_SLOTS_TO_SPARE = 4

export function workInLane(
  dependencies: DatabaseWorkerDependencies,
  { lane, slots, handle, exhausted }: LaneOptions,
): DatabaseWorker {
  const { rows } = dependencies
  const shares = new WorkShares()
  const maxPerShare = slots < MIN_SLOTS_TO_SPARE ? slots : slots - Math.ceil(slots / 8)
  const worker: DatabaseWorker = new DatabaseWorker(
    {
      ...dependencies,
      pollMs: POLL_MS,
      rows: {
        ...rows,
        claim: async (max) => {
          const counts = shares.plan(await rows.findShares(lane), max, maxPerShare)
          return counts.size === 0 ? [] : rows.claimOf(lane, counts)
        },
      },
    },
    {
      concurrency: slots,
      exhausted,
      handle: async (delivery, signal) => {
        const share = delivery.share ?? ''
        const began = performance.now()
        shares.began(share)
        try {
          await handle(delivery, signal)
        } finally {
          shares.ended(share, performance.now() - began)
          // The slot is free when this runs.
          setImmediate(() => worker.wake())
        }
      },
    },
  )
  return worker
}
