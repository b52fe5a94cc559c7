/** Shares over several processes of one machine, each with its own workers and queue. */
import { describe, expect, test } from 'vitest'
import {
  countStartingWith,
  knownShare,
  ManualClock,
  QueueSimulation,
  TURN_MS,
  unknownShare,
} from '../testing/queue-simulation'
import { MachineUse, type Used } from './machine-use'

const LONG = 1_000

/** Processes with simultaneous turns, which then receive each other's use. */
class Machine {
  readonly clock = new ManualClock()
  readonly processes: QueueSimulation[]
  readonly uses: MachineUse[]
  private readonly reported: { readonly from: number; readonly used: Used }[] = []

  constructor(
    processes: number,
    { workers = 1, ...options }: { readonly workers?: number; readonly waitMs?: number; readonly queue?: number } = {},
  ) {
    const now = () => this.clock.now()
    this.uses = Array.from(
      { length: processes },
      (_, from) => new MachineUse(now, (used) => this.reported.push({ from, used })),
    )
    this.processes = this.uses.map((use) => new QueueSimulation(workers, { ...options, clock: this.clock, use }))
  }

  /** @returns the turns of all processes */
  run(turns: number): string[] {
    return Array.from({ length: turns }, () => this.turn()).flat()
  }

  private turn(): string[] {
    const names = this.processes.flatMap((process) => process.begin())
    this.clock.advance(TURN_MS)
    for (const process of this.processes) process.end()
    for (const { from, used } of this.reported.splice(0))
      for (const [i, use] of this.uses.entries()) if (i !== from) use.tookElsewhere(used)
    return names
  }
}

const percent = (turns: readonly string[], name: string) =>
  Math.round((100 * countStartingWith(turns, name)) / turns.length)

describe('shares over two processes', () => {
  test('a caller connected to one process gets as much as a caller connected to both, except for an eighth', () => {
    const machine = new Machine(2)
    machine.processes[0]!.send('both', LONG, knownShare('both'))
    machine.processes[1]!.send('both', LONG, knownShare('both'))
    machine.processes[0]!.send('one', LONG, knownShare('one'))
    const turns = machine.run(320)
    expect(percent(turns, 'one')).toBeGreaterThanOrEqual(43)
    expect(percent(turns, 'one')).toBeLessThanOrEqual(50)
  })

  test('three callers get a third each, although one of them is connected to only one process', () => {
    const machine = new Machine(2)
    for (const process of machine.processes) for (const name of ['a', 'b']) process.send(name, LONG, knownShare(name))
    machine.processes[0]!.send('c', LONG, knownShare('c'))
    const turns = machine.run(320)
    for (const name of ['a', 'b', 'c']) {
      expect(percent(turns, name)).toBeGreaterThanOrEqual(31)
      expect(percent(turns, name)).toBeLessThanOrEqual(36)
    }
  })

  test('the credentials of one namespace share in the same way', () => {
    const machine = new Machine(2)
    for (const process of machine.processes) process.send('both', LONG, knownShare('a', 'both'))
    machine.processes[0]!.send('one', LONG, knownShare('a', 'one'))
    expect(percent(machine.run(320), 'one')).toBeGreaterThanOrEqual(43)
  })

  test('a small job gets the next turn of its process, whatever other callers use', () => {
    const machine = new Machine(2)
    for (const process of machine.processes)
      for (let i = 0; i < 4; i++) {
        process.send('hostile', LONG, knownShare('hostile'))
        process.send('crowd', LONG, unknownShare('address'))
      }
    machine.run(50)
    for (let i = 0; i < 40; i++) {
      machine.processes[i % 2]!.send(`small ${i}`, 1, knownShare('small'))
      // The one turn in eight in the process's own order may go to another job.
      machine.run(2)
      expect(machine.processes.flatMap(({ answered }) => answered)).toContain(`small ${i}`)
    }
  })

  test('a waiting job is not refused because its caller used more than others: it gets one turn in eight', () => {
    const machine = new Machine(2, { waitMs: 2_000 })
    machine.processes[1]!.send('both', LONG, knownShare('both'))
    machine.processes[0]!.send('one', LONG, knownShare('one'))
    machine.run(100)
    for (let i = 0; i < 10; i++) {
      machine.processes[0]!.send('short', 1, knownShare('both'))
      machine.run(18)
    }
    expect(machine.processes[0]!.refused).toEqual([])
    expect(machine.processes[0]!.answered).toHaveLength(10)
  })

  test('unknown callers use at most half of the workers of all processes while a known one waits, and an eighth of the rest', () => {
    const machine = new Machine(2)
    for (const process of machine.processes)
      for (let i = 0; i < 8; i++) process.send('unknown', LONG, unknownShare(`address ${i}`))
    machine.processes[0]!.send('known', LONG, knownShare('known'))
    const turns = machine.run(320)
    expect(percent(turns, 'known')).toBeGreaterThanOrEqual(43)
  })

  test('a process follows its own order when it is alone on the machine again', () => {
    const machine = new Machine(2)
    machine.processes[1]!.send('a', 30, knownShare('a'))
    machine.processes[0]!.send('b', 30, knownShare('b'))
    machine.run(30)
    expect(machine.uses.map(({ isShared }) => isShared)).toEqual([true, true])
    machine.clock.advance(60_000)
    expect(machine.uses.map(({ isShared }) => isShared)).toEqual([false, false])
    machine.processes[0]!.send('a1', 2, knownShare('a'))
    machine.processes[0]!.send('b1', 2, knownShare('b'))
    expect(machine.run(4)).toEqual(['a1', 'b1', 'a1', 'b1'])
  })
})
