import { expect, it } from 'vitest'
import { VICTIMS } from './kill-run'
import { killSeries } from './kill-series'

/** `npm run kill-runs` makes 200. */
const RUNS = 6

it.each(['embedded', 'external'] as const)(
  'no acknowledged write is lost, doubled or changed when server, database or backend are killed: %s',
  async (kind) => {
    const seed = Math.floor(Math.random() * 1e9)
    const { complaints, answered, kills } = await killSeries({ kind, runs: RUNS, seed }, () => {})
    expect(complaints, `seed ${seed}`).toEqual([])
    expect([...kills.keys()]).toEqual([...VICTIMS])
    // Runs that acknowledge nothing prove nothing.
    expect(answered).toBeGreaterThan(RUNS * 12)
  },
  600_000,
)
