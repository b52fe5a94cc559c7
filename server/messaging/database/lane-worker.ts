/**
 * A worker for one lane: takes what is next by the shares of those that wait, and counts the time of its work.
 *
 * Promises: what {@link DatabaseWorker} promises; the lane in place of the queue.
 */
import type { LaneOptions } from '../lanes'
import { WorkShares } from '../work-shares'
import { DatabaseWorker, type DatabaseWorkerDependencies } from './database-worker'

/** New work is announced; what a notification missed is found after this, in milliseconds. */
const POLL_MS = 1_000
/** With fewer slots, one that is left for others would cost a lone group too much. */
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
          // Its slot is free by then. A claim that a share's limit cut short has left work.
          setImmediate(() => worker.wake())
        }
      },
    },
  )
  return worker
}
