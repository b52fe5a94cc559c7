import { describe, expect, it } from 'vitest'
import { WorkShares } from './work-shares'

/** Simulates full slots on a virtual clock and returns how long each share was worked for. */
function simulate(slots: number, until: number, pieces: Readonly<Record<string, { from: number; takes: number }>>) {
  const shares = new WorkShares()
  const worked: Record<string, number> = Object.fromEntries(Object.keys(pieces).map((share) => [share, 0]))
  const begun: { share: string; at: number; ends: number }[] = []
  let running: { share: string; at: number; ends: number }[] = []
  for (let now = 0; now < until; now++) {
    for (const { share, at, ends } of running.filter((piece) => piece.ends <= now)) {
      shares.ended(share, ends - at)
      worked[share] = (worked[share] ?? 0) + ends - at
    }
    running = running.filter(({ ends }) => ends > now)
    while (running.length < slots) {
      const next = shares.next(Object.keys(pieces).filter((share) => pieces[share]!.from <= now))
      if (next === null) break
      shares.began(next)
      const piece = { share: next, at: now, ends: now + pieces[next]!.takes }
      running.push(piece)
      begun.push(piece)
    }
  }
  return { worked, begun }
}

describe('shares of the time of a lane', () => {
  it('are equal in working time, not in pieces', () => {
    const { worked, begun } = simulate(1, 60_000, { long: { from: 0, takes: 100 }, short: { from: 0, takes: 5 } })
    expect(worked.long! / worked.short!).toBeGreaterThan(0.95)
    expect(worked.long! / worked.short!).toBeLessThan(1.05)
    const count = (share: string) => begun.filter((piece) => piece.share === share).length
    expect(count('short') / count('long')).toBeGreaterThan(18)
  })

  it('are equal among several shares on several slots', () => {
    const takes = { a: 20, b: 70, c: 300 }
    const { worked } = simulate(
      8,
      100_000,
      Object.fromEntries(Object.entries(takes).map(([share, each]) => [share, { from: 0, takes: each }])),
    )
    const all = Object.values(worked)
    expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.1)
  })

  it('do not punish a share that worked without rivals, or reward one that was idle', () => {
    const { worked, begun } = simulate(2, 40_000, { alone: { from: 0, takes: 50 }, late: { from: 20_000, takes: 50 } })
    const first = begun.find(({ share }) => share === 'late')!
    expect(first.at - 20_000).toBeLessThanOrEqual(50)
    // Half of the second half; the time before does not count.
    expect(worked.late).toBeGreaterThan(18_000)
    expect(worked.late).toBeLessThan(22_000)
  })

  it('give a rare share its turn at once, however much another offers', () => {
    const shares = new WorkShares()
    for (let piece = 0; piece < 1_000; piece++) {
      shares.began('flood')
      shares.ended('flood', 20)
    }
    expect(shares.next(['flood', 'small'])).toBe('small')
    shares.began('small')
    shares.ended('small', 20)
    for (let piece = 0; piece < 20; piece++) {
      const next = shares.next(['flood'])
      expect(next).toBe('flood')
      shares.began('flood')
      shares.ended('flood', 20)
    }
    expect(shares.next(['flood', 'small'])).toBe('small')
  })

  it('are planned for several slots as if pieces came one by one, within the limit of a share', () => {
    const shares = new WorkShares()
    expect(Object.fromEntries(shares.plan(['a', 'b'], 7, 16))).toEqual({ a: 4, b: 3 })
    expect(Object.fromEntries(shares.plan(['a'], 16, 14))).toEqual({ a: 14 })
    for (let piece = 0; piece < 14; piece++) shares.began('a')
    expect(shares.plan(['a'], 2, 14).size).toBe(0)
    expect(Object.fromEntries(shares.plan(['a', 'b'], 2, 14))).toEqual({ b: 2 })
    expect(shares.plan([], 4, 4).size).toBe(0)
  })
})
