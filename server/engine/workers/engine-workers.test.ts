import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../testing/until'
import { startSolver } from '../testing/ask'
import { ManualClock } from '../testing/queue-simulation'
import { answerEntry, REPERTOIRE } from '../testing/repertoire'
import { makeCell, type TrialJob } from '../testing/trial-jobs'
import { EngineWorkers, type EngineWorkersOptions } from './engine-workers'
import { EngineBusyError } from './job-queue'
import { EngineClosedError, JobFaultError, WorkerLostError } from './worker-thread'

const root = path.resolve(import.meta.dirname, '../../..')
/** In the checkout, so that packages are found. */
const bundle = path.join(root, '.build', `trial-jobs-${process.pid}`)
const bundled = (name: string) => pathToFileURL(path.join(bundle, `${name}.js`))
const open: EngineWorkers<TrialJob, unknown>[] = []

// As on a server, threads run a bundle, which starts ten times faster.
beforeAll(() =>
  build({
    entryPoints: ['server/engine/workers/worker-main.ts', 'server/engine/testing/trial-jobs.ts'],
    ...{ absWorkingDir: root, outdir: bundle, entryNames: '[name]', packages: 'external' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', logLevel: 'warning' },
  }),
)
afterAll(() => rmSync(bundle, { recursive: true, force: true }))

function pool(options: Partial<EngineWorkersOptions> = {}) {
  const clock = new ManualClock()
  const workers = new EngineWorkers<TrialJob, unknown>({
    jobs: bundled('trial-jobs'),
    entry: bundled('worker-main'),
    solver: false,
    workers: 1,
    queue: 10,
    waitMs: 1_000,
    deadlineMs: 5_000,
    heapMb: 64,
    clock,
    ...options,
  })
  open.push(workers)
  return { workers, clock }
}

/** Runs until it is released. */
function held() {
  const gate = makeCell(0)
  const release = (value: number) => {
    Atomics.store(gate, 0, value)
    Atomics.notify(gate, 0)
  }
  return { job: { kind: 'wait', gate } as const, release }
}

const echo = (value: unknown): TrialJob => ({ kind: 'echo', value })

afterEach(async () => {
  await Promise.all(open.splice(0).map((workers) => workers.close()))
})

describe('answers', () => {
  test('a worker answers like the inline solver, independent of worker and history', {
    tags: ['nightly'],
    timeout: 120_000,
  }, async () => {
    const { workers } = pool({ solver: true, workers: 2, queue: 100, waitMs: 1e9, deadlineMs: 1e9 })
    const questions = REPERTOIRE.map((_, question) => question)
    const answers = await Promise.all(
      [...questions, ...questions.toReversed()].map((question) => workers.run({ kind: 'ask', question })),
    )
    const solver = startSolver()
    const expected = REPERTOIRE.map((entry) => answerEntry(solver, entry))
    expect(answers).toEqual([...expected, ...expected.toReversed()])
    expect(workers.statistics()).toEqual({ queued: 0, running: 0, workers: 2, restarts: 0, refused: 0 })
  })

  test('a worker has enough stack for the deepest terms of the solver', {
    tags: ['nightly'],
    timeout: 120_000,
  }, async () => {
    const { workers } = pool({ solver: true, deadlineMs: 1e9, waitMs: 1e9, queue: 20 })
    const chain = (first: string, next: (before: string) => string, levels: number, last: string) => {
      const lets = Array.from({ length: levels }, (_, i) => `let s${i + 1} = ${next(`s${i}`)};`)
      return `declare a as boolean; declare b as boolean; declare x as numeric; declare y as numeric;
        let s0 = ${first}; ${lets.join('\n')} assert it { s${levels}${last} };`
    }
    const jobs: [text: string, expected: string][] = [
      [chain('a', (s) => `Xor(${s}, b)`, 490, ''), 'TF'],
      [chain('a', (s) => `Not(And(${s}, b))`, 490, ''), 'TF'],
      [chain('x', (s) => `If(a, ${s} + 1, y)`, 490, ' > 2'), 'TF'],
      [chain('x', (s) => `${s} + y`, 990, ' > 2'), 'TF'],
      [chain('1 / x > 0', (s) => `Xor(${s}, b)`, 240, ''), 'TFN'],
    ]
    expect(await Promise.all(jobs.map(([text]) => workers.run({ kind: 'outcomes', text })))).toEqual(
      jobs.map(([, expected]) => expected),
    )
    expect(workers.statistics().restarts).toBe(0)
  })

  test('a thread also runs the sources, as in development', async () => {
    const { workers } = pool({
      jobs: new URL('../testing/trial-jobs.ts', import.meta.url),
      entry: new URL('./worker-entry.mjs', import.meta.url),
    })
    expect(await workers.run(echo('from the sources'))).toBe('from the sources')
  })

  test('jobs are taken in order of arrival', async () => {
    const { workers } = pool()
    const order: number[] = []
    await Promise.all([1, 2, 3, 4].map(async (value) => order.push(Number(await workers.run(echo(value))))))
    expect(order).toEqual([1, 2, 3, 4])
  })

  test('no worker exists before the first job or start', async () => {
    const { workers } = pool({ workers: 2 })
    expect(workers.statistics().workers).toBe(0)
    await workers.start()
    expect(workers.statistics().workers).toBe(1)
    await workers.start()
    expect(workers.statistics().workers).toBe(1)
  })

  test('a job that throws is reported as a fault with its stack, and the worker continues', async () => {
    const { workers } = pool()
    const fault = await workers.run({ kind: 'throw' }).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(JobFaultError)
    expect(fault).toMatchObject({ message: 'RangeError: a bug in a job' })
    expect(fault instanceof JobFaultError && fault.workerStack).toContain('trial-jobs')
    expect(await workers.run(echo('next'))).toBe('next')
    expect(workers.statistics().restarts).toBe(0)
  })

  test('values that cannot be cloned are reported in both directions', async () => {
    const { workers } = pool()
    await expect(workers.run(echo(() => undefined))).rejects.toThrow(/could not be cloned/)
    await expect(workers.run({ kind: 'uncloneable' })).rejects.toThrow(/could not be cloned/)
    expect(await workers.run(echo('next'))).toBe('next')
  })

  test('a job may not ask for a solver in a pool without one', async () => {
    const { workers } = pool()
    await expect(workers.run({ kind: 'ask', question: 0 })).rejects.toThrow(/started without a solver/)
  })
})

describe('the queue', () => {
  test('refuses one job more than it holds', async () => {
    const { workers } = pool({ queue: 2 })
    await workers.start()
    const { job, release } = held()
    const running = workers.run(job)
    const waiting = [workers.run(echo(1)), workers.run(echo(2))]
    expect(workers.statistics()).toMatchObject({ running: 1, queued: 2 })
    const refused = await workers.run(echo(3)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(EngineBusyError)
    expect(refused).toMatchObject({ reason: 'queue', retryAfterMs: 250 })
    release(7)
    expect(await running).toBe(7)
    expect(await Promise.all(waiting)).toEqual([1, 2])
    expect(workers.statistics().refused).toBe(1)
  })

  test('refuses a job that waited too long, and serves a later one', async () => {
    const { workers, clock } = pool()
    await workers.start()
    const { job, release } = held()
    const running = workers.run(job)
    const early = workers.run(echo('early'))
    clock.advance(999)
    const late = workers.run(echo('late'))
    clock.advance(1)
    await expect(early).rejects.toMatchObject({ reason: 'wait' })
    release(1)
    expect(await running).toBe(1)
    expect(await late).toBe('late')
  })

  test('refuses a job on arrival if it would wait too long at the pace of the last jobs', async () => {
    const { workers, clock } = pool({ deadlineMs: 100_000 })
    await workers.start()
    const slow = held()
    const first = workers.run(slow.job)
    clock.advance(20_000)
    slow.release(1)
    await first
    const { job, release } = held()
    const running = workers.run(job)
    // A fifth of the new job and four fifths of the initial estimate of 50 ms.
    await expect(workers.run(echo(1))).rejects.toMatchObject({ reason: 'wait', retryAfterMs: 4_040 })
    release(2)
    expect(await running).toBe(2)
    expect(await workers.run(echo('free again'))).toBe('free again')
  })
})

describe('shares of callers', () => {
  const shareOf = (key: string, isUnknown = false) => ({ key, member: '', isUnknown })

  test("callers take turns, and a caller's jobs are taken in order of arrival", async () => {
    const { workers } = pool()
    await workers.start()
    const { job, release } = held()
    const order: string[] = []
    const running = workers.run(job, shareOf('many'))
    const waiting = ['many 1', 'many 2', 'many 3', 'few 1', 'one 1', 'few 2'].map(async (name) => {
      await workers.run(echo(name), shareOf(name.split(' ')[0] ?? ''))
      order.push(name)
    })
    release(1)
    await Promise.all([running, ...waiting])
    expect(order).toEqual(['many 1', 'few 1', 'one 1', 'many 2', 'few 2', 'many 3'])
  })

  test('an unknown caller never holds all of several workers, so that others are served immediately', async () => {
    const { workers } = pool({ workers: 2, queue: 100 })
    const gates = Array.from({ length: 5 }, held)
    const hostile = gates.map(({ job }) => workers.run(job, shareOf('hostile', true)))
    for (let i = 0; i < 10; i++) expect(await workers.run(echo(i), shareOf(`other ${i}`))).toBe(i)
    expect(workers.statistics()).toMatchObject({ running: 1, queued: 4, refused: 0 })
    for (const { release } of gates) release(1)
    expect(await Promise.all(hostile)).toEqual([1, 1, 1, 1, 1])
  })

  test('a known caller takes every free worker, and at most a quarter of the queue', async () => {
    const { workers } = pool({ workers: 2, queue: 12, waitMs: 1e6, deadlineMs: 1e9 })
    await workers.start()
    const gates = Array.from({ length: 2 }, held)
    const running = gates.map(({ job }) => workers.run(job, shareOf('many')))
    await until(() => workers.statistics().running === 2, 'both workers')
    const waiting = Array.from({ length: 3 }, (_, i) => workers.run(echo(i), shareOf('many')))
    await expect(workers.run(echo(9), shareOf('many'))).rejects.toMatchObject({ reason: 'queue' })
    const other = workers.run(echo('other'), shareOf('few'))
    for (const { release } of gates) release(1)
    expect(await Promise.all([...running, ...waiting, other])).toEqual([1, 1, 0, 1, 2, 'other'])
  })

  test('slow jobs of one caller do not increase the estimate for another', async () => {
    const { workers, clock } = pool({ deadlineMs: 1e9, queue: 40 })
    await workers.start()
    for (let i = 0; i < 3; i++) {
      const slow = held()
      const running = workers.run(slow.job, shareOf('slow'))
      clock.advance(20_000)
      slow.release(1)
      await running
    }
    const { job, release } = held()
    const running = workers.run(job, shareOf('slow'))
    await expect(workers.run(echo(1), shareOf('slow'))).rejects.toMatchObject({ reason: 'wait' })
    const other = workers.run(echo('other'), shareOf('quick'))
    release(2)
    expect(await Promise.all([running, other])).toEqual([2, 'other'])
  })
})

describe('turns', () => {
  const caller = (key: string) => ({ key, member: '', isUnknown: false })

  test('other callers are served between the turns of a long job, which continues on any worker', async () => {
    const { workers } = pool()
    await workers.start()
    const order: string[] = []
    const run = async (name: string, job: TrialJob) => {
      const answer = await workers.run(job, caller(name))
      order.push(name)
      return answer
    }
    const { job, release } = held()
    const first = workers.run(job, caller('first'))
    const long = run('long', { kind: 'turns', turns: 5 })
    const others = ['a', 'b', 'c'].map((name) => run(name, echo(name)))
    release(1)
    expect(await Promise.all([first, long, ...others])).toEqual([1, [1, 2, 3, 4, 5], 'a', 'b', 'c'])
    expect(order).toEqual(['a', 'b', 'c', 'long'])
  })

  test('another worker repeats a turn whose worker died', async () => {
    const { workers } = pool()
    expect(await workers.run({ kind: 'turns', turns: 3, lives: makeCell(1) })).toEqual([1, 2, 3])
    expect(workers.statistics()).toMatchObject({ restarts: 1, refused: 0 })
  })
})

describe('loss of workers', () => {
  test('a job past its deadline is refused and its worker replaced', async () => {
    const { workers, clock } = pool()
    await workers.start()
    const endless = workers.run({ kind: 'spin' })
    clock.advance(4_999)
    expect(workers.statistics().running).toBe(1)
    clock.advance(1)
    await expect(endless).rejects.toMatchObject({ reason: 'deadline' })
    expect(await workers.run(echo('next'))).toBe('next')
    expect(workers.statistics()).toMatchObject({ restarts: 1, workers: 1, refused: 1 })
  })

  test.each(['exit', 'memory'] as const)(
    'another worker completes a job whose worker died of %s, without an error',
    async (how) => {
      const { workers } = pool({ workers: 2 })
      const lives = makeCell(1)
      const struck = workers.run({ kind: 'die', how, lives })
      const others = Array.from({ length: 6 }, (_, i) => workers.run(echo(i)))
      expect(await Promise.all(others)).toEqual([0, 1, 2, 3, 4, 5])
      expect(await struck).toBe('alive')
      expect(workers.statistics().restarts).toBe(1)
    },
    60_000,
  )

  test('a job that kills two workers fails, and the next one succeeds', { tags: ['nightly'] }, async () => {
    const { workers } = pool()
    await expect(workers.run({ kind: 'die', how: 'exit', lives: makeCell(2) })).rejects.toBeInstanceOf(WorkerLostError)
    expect(await workers.run(echo('next'))).toBe('next')
    expect(workers.statistics().restarts).toBe(2)
  })

  test('if workers do not start, the waiting calls fail with the cause, and the next call tries again', {
    tags: ['nightly'],
  }, async () => {
    const { workers } = pool({ jobs: new URL('../testing/no-such-module.ts', import.meta.url) })
    const failure = await workers.start().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WorkerLostError)
    expect(failure instanceof WorkerLostError && String(failure.cause)).toContain('no-such-module')
    await expect(workers.run(echo(1))).rejects.toBeInstanceOf(WorkerLostError)
  })
})

describe('closing', () => {
  test('fails jobs that run or wait, and refuses later ones', async () => {
    const { workers } = pool()
    await workers.start()
    const jobs = [workers.run({ kind: 'spin' }), workers.run(echo(1))]
    const outcomes = Promise.allSettled(jobs)
    await workers.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(EngineClosedError) })
    await expect(workers.run(echo(2))).rejects.toBeInstanceOf(EngineClosedError)
    await expect(workers.start()).rejects.toBeInstanceOf(EngineClosedError)
    expect(workers.statistics()).toMatchObject({ workers: 0, running: 0, queued: 0 })
  })

  test('closes a pool that is still starting', async () => {
    const { workers } = pool({ solver: true })
    const outcome = workers.start().catch((error: unknown) => error)
    await workers.close()
    expect(await outcome).toBeInstanceOf(EngineClosedError)
  })
})
