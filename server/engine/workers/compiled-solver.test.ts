import { afterEach, expect, test, vi } from 'vitest'
import { ManualClock } from '../testing/queue-simulation'
import { EngineWorkers } from './engine-workers'
import { WorkerLostError } from './worker-thread'

afterEach(() => vi.restoreAllMocks())

test('a solver whose compilation failed is compiled again for the next job', async () => {
  const compile = vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new Error('no memory'))
  const missing = new URL('./no-such-file.mjs', import.meta.url)
  const workers = new EngineWorkers<string, string>({
    ...{ jobs: missing, entry: missing, solver: true, workers: 1, queue: 10, waitMs: 1_000, deadlineMs: 1_000 },
    ...{ heapMb: 64, clock: new ManualClock() },
  })
  await expect(workers.run('first')).rejects.toThrow(WorkerLostError)
  const before = compile.mock.calls.length
  await expect(workers.run('second')).rejects.toThrow(WorkerLostError)
  expect([before > 0, compile.mock.calls.length > before]).toEqual([true, true])
  await workers.close()
})
