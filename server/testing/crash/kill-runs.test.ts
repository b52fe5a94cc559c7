import { expect, it } from 'vitest'
import { VICTIMS, VICTIMS_OF_SEVERAL } from './kill-run'
import { killSeries } from './kill-series'

/** `npm run kill-runs` makes 200. */
async function expectNothingLost(kind: 'embedded' | 'external', runs: number): Promise<void> {
  const seed = Math.floor(Math.random() * 1e9)
  const { complaints, answered, kills } = await killSeries({ kind, runs, seed }, () => {})
  expect(complaints, `seed ${seed}`).toEqual([])
  expect([...kills.keys()]).toEqual([...VICTIMS])
  // Runs without acknowledged writes would prove nothing.
  expect(answered).toBeGreaterThan(runs * 12)
}

const TITLE = 'no acknowledged write is lost, doubled or changed when server, database or backend are killed'

it(`${TITLE}: several serving processes and their owner`, {
  tags: ['nightly'],
  timeout: 600_000,
}, async () => {
  const seed = Math.floor(Math.random() * 1e9)
  const runs = VICTIMS_OF_SEVERAL.length
  const { complaints, answered } = await killSeries({ kind: 'embedded', runs, seed, serving: 2 }, () => {})
  expect(complaints, `seed ${seed}`).toEqual([])
  expect(answered).toBeGreaterThan(runs * 12)
})

it.each(['embedded', 'external'] as const)(`${TITLE}: %s`, { tags: ['nightly'], timeout: 600_000 }, (kind) =>
  expectNothingLost(kind, 6),
)
