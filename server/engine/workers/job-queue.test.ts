import { describe, expect, test } from 'vitest'
import { countStartingWith, knownShare, QueueSimulation, unknownShare } from '../testing/queue-simulation'

describe('turns of long jobs', () => {
  test('callers take turns, and a caller finishes a job before starting its next', () => {
    const simulation = new QueueSimulation(1)
    simulation.send('a1', 3, knownShare('a'))
    simulation.send('a2', 1, knownShare('a'))
    simulation.send('b1', 2, knownShare('b'))
    simulation.send('c1', 1, knownShare('c'))
    expect(simulation.run(7)).toEqual(['a1', 'b1', 'c1', 'a1', 'b1', 'a1', 'a2'])
    expect(simulation.answered).toEqual(['c1', 'b1', 'a1', 'a2'])
  })

  test('a small job gets its turn in time, whatever other callers have waiting', () => {
    for (const workers of [1, 2, 4]) {
      const simulation = new QueueSimulation(workers, { queue: 256 })
      for (let i = 0; i < 8; i++) simulation.send(`crowd ${i}`, 60, unknownShare('address 1'))
      for (let i = 0; i < 8; i++) simulation.send(`alone ${i}`, 60, knownShare('alone'))
      for (let i = 0; i < 50; i++) {
        simulation.run(3)
        simulation.send(`small ${i}`, 1, knownShare('small'))
        // One worker serves unknown callers every other turn, and the other known caller before it.
        expect([workers, countStartingWith(simulation.run(workers === 1 ? 4 : 2), 'small')]).toEqual([workers, 1])
      }
      expect(simulation.refused).toEqual([])
      expect(countStartingWith(simulation.answered, 'small')).toBe(50)
    }
  })

  test('a job that has begun waits for its next turn without limit, and others are refused in time', () => {
    const simulation = new QueueSimulation(1, { waitMs: 250 })
    simulation.send('a1', 10, knownShare('a'))
    simulation.turn()
    simulation.send('a2', 1, knownShare('a'))
    simulation.run(9)
    expect(simulation.answered).toEqual(['a1'])
    expect(simulation.refused).toEqual(['a2 wait'])
  })
})

describe('shares on two levels', () => {
  test('namespaces get equal turns for any number of credentials, and so do the credentials of one namespace', () => {
    const simulation = new QueueSimulation(1)
    for (const member of ['x', 'y', 'z'])
      for (let i = 0; i < 40; i++) simulation.send(`many ${member}`, 1, knownShare('many', member))
    for (let i = 0; i < 40; i++) simulation.send('one', 1, knownShare('one', 'only'))
    const turns = simulation.run(60)
    expect(countStartingWith(turns, 'one')).toBe(30)
    for (const member of ['x', 'y', 'z']) expect(countStartingWith(turns, `many ${member}`)).toBe(10)
  })

  test('long jobs of one credential do not increase the estimates of its namespace', () => {
    const simulation = new QueueSimulation(1, { waitMs: 1_000 })
    simulation.send('long', 60, knownShare('a', 'hostile'))
    simulation.run(60)
    simulation.send('long', 60, knownShare('a', 'hostile'))
    simulation.send('long again', 60, knownShare('a', 'hostile'))
    simulation.send('short', 1, knownShare('a', 'friendly'))
    expect(simulation.refused).toEqual(['long again wait'])
    simulation.run(2)
    expect(simulation.answered).toEqual(['long', 'short'])
  })
})

describe('unknown callers', () => {
  test.each([
    [1, 50],
    [2, 50],
    [3, 33],
    [4, 50],
  ])('of %i workers they hold at most half together while a known caller waits', (workers, percent) => {
    const simulation = new QueueSimulation(workers)
    for (let i = 0; i < 30; i++) simulation.send(`unknown ${i}`, 100, unknownShare(`address ${i}`))
    for (let i = 0; i < 30; i++) simulation.send(`known ${i}`, 100, knownShare('a', `${i}`))
    const turns = simulation.run(20)
    expect(Math.round((100 * countStartingWith(turns, 'unknown')) / turns.length)).toBe(percent)
    expect(turns.length).toBe(20 * workers)
  })

  test('they use every worker while no known caller waits, but one address leaves one free', () => {
    const simulation = new QueueSimulation(4)
    simulation.send('a1', 100, unknownShare('address a'))
    for (let i = 0; i < 9; i++) simulation.send('a', 100, unknownShare('address a'))
    expect(simulation.turn()).toHaveLength(3)
    simulation.send('b', 100, unknownShare('address b'))
    expect(simulation.turn()).toHaveLength(4)
  })

  test('many addresses fill at most half of the queue, and known callers are not refused because of them', () => {
    const simulation = new QueueSimulation(2, { queue: 40, waitMs: 2_000 })
    for (let i = 0; i < 100; i++) simulation.send(`unknown ${i}`, 60, unknownShare(`address ${i}`))
    expect(simulation.refused).toHaveLength(80)
    for (let i = 0; i < 10; i++) simulation.send(`known ${i}`, 1, knownShare('a'))
    expect(countStartingWith(simulation.refused, 'known')).toBe(0)
    simulation.run(10)
    expect(countStartingWith(simulation.answered, 'known')).toBe(10)
  })
})
