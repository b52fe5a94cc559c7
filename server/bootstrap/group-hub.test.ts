import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../api/refusal'
import { UTC_DAY } from '../services/access/call-limits'
import { LeasedBlocks } from '../services/access/leased-blocks'
import { GroupHub, type Member } from './group-hub'
import { GroupOfPrimary } from './group-of-primary'
import type { GroupCall, ToServing } from './process-messages'

interface Process extends Member {
  readonly group: GroupOfPrimary
  isConnected: boolean
}

const failures: unknown[] = []
let clock = Date.parse('2026-11-23T12:00:00Z')
let processes: Process[]
let hub: GroupHub

/** Connects three processes to a hub. Messages arrive later, as copies and in order. */
beforeEach(() => {
  failures.length = 0
  hub = new GroupHub(
    () => processes,
    () => clock,
  )
  processes = [0, 1, 2].map(() => {
    const group = new GroupOfPrimary(
      (call: GroupCall) => queueMicrotask(() => process.isConnected && hub.handle(process, structuredClone(call))),
      (error) => failures.push(error),
    )
    const process: Process = {
      group,
      isConnected: true,
      send: (message: ToServing) =>
        queueMicrotask(() => {
          if (process.isConnected) group.receive(structuredClone(message))
        }),
    }
    return process
  })
})

describe('publishing to other processes', () => {
  it('resolves when all others have handled the message, even if a handler fails', async () => {
    const received: string[] = []
    processes.forEach(({ group }, index) => {
      group.subscribe('changed_namespace', async (text) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        received.push(`${index} ${text}`)
        if (index === 1) throw new Error('of a handler')
      })
    })
    await processes[0]!.group.publish('changed_namespace', 'x')
    expect(received.toSorted()).toEqual(['1 x', '2 x'])
    expect(failures).toEqual([new Error('of a handler')])
  })

  it('does not wait for a process that has ended or that ends meanwhile', async () => {
    processes[1]!.isConnected = false
    processes[2]!.group.subscribe('promoted_term', () => new Promise(() => {}))
    const published = processes[0]!.group.publish('promoted_term', '')
    await new Promise((resolve) => setTimeout(resolve, 5))
    processes[2]!.isConnected = false
    hub.ended(processes[2]!)
    await published
  })
})

it('a gate has one bucket for all processes', async () => {
  const gates = processes.map(({ group }) => group.gate('tries', { calls: 5, periodMs: 10_000 }))
  const waits = await Promise.all(Array.from({ length: 9 }, (_, i) => gates[i % 3]!.take('address')))
  expect(waits.filter((wait) => wait === null)).toHaveLength(5)
  expect(waits.filter((wait) => wait === 2_000)).toHaveLength(4)
  gates[2]!.refund('address')
  expect(await gates[0]!.take('address')).toBeNull()
  expect(await gates[1]!.take('other address')).toBeNull()
  clock += 2_000
  expect(await gates[1]!.take('address')).toBeNull()
})

describe('a cap over several processes', () => {
  /** Leases blocks of ten from a source with a cap. */
  function blocksOf(cap: number) {
    let leased = 0
    const source = {
      periods: UTC_DAY,
      lease: async (_key: string, period: string, block: number) => {
        await new Promise((resolve) => setImmediate(resolve))
        const granted = Math.min(block, cap - leased)
        leased += granted
        return { granted, period, allowance: null }
      },
      refund: async (_key: string, _period: string, count: number) => {
        await new Promise((resolve) => setImmediate(resolve))
        leased -= count
      },
    }
    return processes.map(({ group }) => {
      const blocks = new LeasedBlocks(
        source,
        () => clock,
        () => {},
        (key) => group.publish('wanted_calls', key),
      )
      group.subscribe('wanted_calls', (key) => blocks.returnRest(key))
      return blocks
    })
  }
  const refusal = () => new Refusal('EVALUATION_LIMIT', 'used up')
  const demand = { key: 'credential', allowance: null, block: 10, refusal }

  it('admits every remaining call, whichever process holds it, and refuses calls beyond the cap', async () => {
    const blocks = blocksOf(25)
    let through = 0
    // Each process holds a started block; then one of them uses up what all hold.
    for (const each of blocks) {
      await each.reserve(demand)
      through++
    }
    for (let i = 0; i < 40; i++)
      try {
        await blocks[0]!.reserve(demand)
        through++
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    expect(through).toBe(25)
    await expect(blocks[2]!.reserve(demand)).rejects.toThrow('used up')
  })

  it('is exact if all processes call at once, and gives a refunded call to the next caller', async () => {
    const blocks = blocksOf(60)
    const calls = Array.from({ length: 90 }, async (_, i) => {
      for (let turn = 0; turn < i % 7; turn++) await new Promise((resolve) => setImmediate(resolve))
      return blocks[i % 3]!.reserve(demand)
    })
    const settled = await Promise.allSettled(calls)
    const done = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(done.length).toBeLessThanOrEqual(60)
    let rest = 0
    for (let i = 0; i < 60; i++)
      if (
        await Promise.resolve(blocks[1]!.reserve(demand)).then(
          () => true,
          () => false,
        )
      )
        rest++
    expect(done.length + rest).toBe(60)
    done[0]!()
    await blocks[2]!.reserve(demand)
    await expect(blocks[2]!.reserve(demand)).rejects.toThrow('used up')
  })
})

it('sends no answers to a process that replaces the one that published', () => {
  const sent: ToServing[] = []
  const first: Member = { isConnected: true, send: (message) => void sent.push(message) }
  const slow: Member = { isConnected: true, send: () => undefined }
  const own = new GroupHub(
    () => [first, slow],
    () => clock,
  )
  own.handle(first, { kind: 'publish', id: 0, topic: 'promoted_term', text: 'x' })
  own.ended(first)
  // The replacement numbers its calls from 0 again, and waits for a gate.
  own.handle(slow, { kind: 'handled', id: 0 })
  expect(sent).toEqual([])
})
