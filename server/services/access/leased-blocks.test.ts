/** Three processes in memory with a store and messages, tested with every order of arriving messages. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { UTC_MONTH } from './call-limits'
import { type BlockLease, type BlockSource, LeasedBlocks, type Refund } from './leased-blocks'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const KEY = 'an account'
const PROCESSES = 3
const BLOCK = 10

/** Resolves when it is the turn of this event. */
type Turn = (label: string) => Promise<unknown>

/** A store and processes with slow messages. */
class Machine {
  readonly processes: LeasedBlocks<BlockLease>[]
  /** Sizes of the granted blocks. */
  readonly granted: number[] = []
  private leased = 0

  constructor(
    private readonly allowance: number,
    private readonly turn: Turn,
    processes = PROCESSES,
    /** Fewer portions make larger blocks, so more can go wrong with few calls. */
    private readonly mostPortions = Number.POSITIVE_INFINITY,
  ) {
    this.processes = Array.from(
      { length: processes },
      (_, own) =>
        new LeasedBlocks(
          this.source(),
          () => NOW,
          () => undefined,
          (key) => this.recall(own, key),
        ),
    )
  }

  /** Returns the refund of a granted call; null if it was refused. */
  async reserve(process: number): Promise<Refund | null> {
    const demand = { key: KEY, allowance: this.allowance, block: BLOCK, refusal: refused }
    try {
      return await this.processes[process]!.reserve(demand)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  private source(): BlockSource<BlockLease> {
    return {
      periods: UTC_MONTH,
      lease: async (_key, period, block, _at, portions) => {
        await this.turn('a lease arrives')
        const rest = this.allowance - this.leased
        const granted = Math.max(
          0,
          Math.min(block, rest, Math.max(1, Math.floor(rest / Math.min(portions, this.mostPortions)))),
        )
        this.leased += granted
        this.granted.push(granted)
        await this.turn('a lease is answered')
        return { granted, period, allowance: this.allowance }
      },
      refund: async (_key, _period, count) => {
        await this.turn('a rest arrives')
        this.leased -= count
        await this.turn('a rest is acknowledged')
      },
    }
  }

  private async recall(own: number, key: string): Promise<void> {
    await Promise.all(
      this.processes.map(async (process, i) => {
        if (i === own) return
        await this.turn('another process is asked')
        await process.returnRest(key)
        await this.turn('it has answered')
      }),
    )
  }
}

const refused = () => new Refusal('ENTITLEMENT_EXCEEDED', 'used up')
const at = fc.nat(PROCESSES - 1)
const scheduled = (s: fc.Scheduler, allowance: number, mostPortions: number) =>
  new Machine(allowance, (label) => s.schedule(Promise.resolve(), label), PROCESSES, mostPortions)

describe('calls of one allowance, leased by three processes', () => {
  it('are all let through, in whatever order messages arrive', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(3, 8, 32),
      fc.nat(60),
      fc.array(at, { maxLength: 80 }),
      async (s, mostPortions, allowance, calls) => {
        const machine = scheduled(s, allowance, mostPortions)
        const answers = Promise.all(calls.map((process) => machine.reserve(process)))
        const through = (await s.waitFor(answers)).filter((refund) => refund !== null)
        expect(through).toHaveLength(Math.min(allowance, calls.length))
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  it('are let through again in any process after a refund', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(3, 8, 32),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.record({ process: at, isRefunded: fc.boolean() }), { minLength: 1, maxLength: 80 }),
      at,
      async (s, mostPortions, allowance, calls, last) => {
        const machine = scheduled(s, allowance, mostPortions)
        let used = 0
        const first = Promise.all(
          calls.map(async ({ process, isRefunded }) => {
            const refund = await machine.reserve(process)
            if (refund !== null && isRefunded) refund()
            else if (refund !== null) used++
          }),
        )
        await s.waitFor(first)
        const left = allowance - used
        const others = Promise.all(Array.from({ length: left + 1 }, () => machine.reserve(last)))
        expect((await s.waitFor(others)).filter((refund) => refund !== null)).toHaveLength(left)
      },
    )
    await fc.assert(property, { numRuns: 300 })
  })

  it('are leased in smaller blocks near the end, and one by one at the end', async () => {
    const machine = new Machine(1_000, () => Promise.resolve())
    for (let call = 0; call < 1_000; call++) expect(await machine.reserve(call % PROCESSES)).not.toBeNull()
    expect(await machine.reserve(0)).toBeNull()
    const sizes = machine.granted.filter((size) => size > 0)
    expect(Math.max(...sizes)).toBe(BLOCK)
    expect(sizes.slice(-30)).toEqual(Array(30).fill(1))
  })

  it('return to the store when a process ends', async () => {
    const machine = new Machine(1_000, () => Promise.resolve(), 1)
    await machine.reserve(0)
    expect(machine.processes[0]!.held(KEY, null)).toBe(BLOCK - 1)
    await machine.processes[0]!.returnRests()
    expect(machine.processes[0]!.held(KEY, null)).toBe(0)
    for (let call = 1; call < 1_000; call++) expect(await machine.reserve(0)).not.toBeNull()
    expect(await machine.reserve(0)).toBeNull()
  })
})

it('a failed return does not affect other returns', async () => {
  const returned: [string, string][] = []
  let now = Date.parse('2026-11-30T23:59:00Z')
  const source: BlockSource<BlockLease> = {
    periods: UTC_MONTH,
    lease: async (_key, period, block) => ({ granted: block, period, allowance: 100 }),
    refund: async (key, period) => {
      returned.push([key, period])
      if (key === 'a' && period === '2026-11-01') throw new Error('the connection broke')
    },
  }
  const blocks = new LeasedBlocks(
    source,
    () => now,
    () => undefined,
    async () => undefined,
  )
  const demand = (key: string) => ({ key, allowance: 100, block: BLOCK, refusal: refused })
  for (const key of ['a', 'b']) await blocks.reserve(demand(key))
  const atOnce = await blocks.reserve(demand('a'))
  now += 120_000
  const reserving = blocks.reserve(demand('a'))
  // November's rest is owed twice: after the month changed, and by this refund.
  await expect(reserving).rejects.toThrow('the connection broke')
  await blocks.reserve(demand('a'))
  atOnce()
  await expect(blocks.returnRests()).rejects.toThrow('the connection broke')
  expect(returned.slice(1)).toEqual([
    ['a', '2026-11-01'],
    ['a', '2026-12-01'],
    ['b', '2026-11-01'],
  ])
})
