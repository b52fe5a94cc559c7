/**
 * `npm run kill-runs -- frames --frames 20000 --kills 200 --seed 1`: kills evaluators, servers, the database and the bus under
 * frames, on both buses, and counts frames that were lost and frames with two message ids. Ends with 1 where anything is
 * wrong.
 */
import { parseArgs } from 'node:util'
import { BUSES, frameSeries } from './frame-series'

const USAGE =
  'How it is used: npm run kill-runs -- frames [--frames 20000] [--kills 200] [--seed 1] [--bus database|nats]'
/** So many complaints are printed. */
const MAX_TOLD = 50

/** @param args what stands behind `frames`; sets the exit code */
export async function frameRuns(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      frames: { type: 'string', default: '20000' },
      kills: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      bus: { type: 'string' },
    },
  })
  const [frames, kills, seed] = [Number(values.frames), Number(values.kills), Number(values.seed)]
  const buses = BUSES.filter((bus) => values.bus === undefined || values.bus === bus)
  if (
    ![frames, kills].every((count) => Number.isInteger(count) && count > 0) ||
    !Number.isInteger(seed) ||
    buses.length === 0
  ) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  let wrong = 0
  for (const bus of buses) {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1_000)
    const series = await frameSeries({ bus, frames, kills, seed }, (soFar) =>
      console.log(`${bus}: ${soFar}, ${seconds()} s`),
    )
    if (series === null) continue
    const killed = [...series.kills].map(([victim, count]) => `${victim} ${count}`).join(', ')
    const { sent, answered, lost, doubled, complaints } = series
    for (const complaint of complaints.slice(0, MAX_TOLD)) console.log(`  ${complaint}`)
    console.log(
      `${bus}, seed ${seed}: ${sent} frames acknowledged, ${answered} answered, ${kills} kills (${killed}): ` +
        `${lost} lost, ${doubled} with two message ids, ${complaints.length} wrong, ${seconds()} s`,
    )
    wrong += complaints.length
  }
  process.exitCode = wrong > 0 ? 1 : 0
}
