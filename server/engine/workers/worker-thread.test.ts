import { getPriority } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../testing/queue-simulation'
import type { TrialJob } from '../testing/trial-jobs'
import { EngineWorkers } from './engine-workers'
import { kernelThreadId } from './worker-thread'

const open: EngineWorkers<TrialJob, unknown>[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((workers) => workers.close()))
})

describe.runIf(kernelThreadId() !== null)('if every thread has its own priority', () => {
  test('a worker has a lower priority than the thread that started it, which keeps its own', async () => {
    const before = getPriority(process.pid)
    const workers = new EngineWorkers<TrialJob, unknown>({
      jobs: new URL('../testing/trial-jobs.ts', import.meta.url),
      entry: new URL('./worker-entry.mjs', import.meta.url),
      solver: false,
      workers: 1,
      queue: 1,
      waitMs: 1_000,
      deadlineMs: 5_000,
      heapMb: 64,
      clock: new ManualClock(),
    })
    open.push(workers)
    expect(await workers.run({ kind: 'priority' })).toBeGreaterThan(before)
    expect(getPriority(process.pid)).toBe(before)
  })
})
