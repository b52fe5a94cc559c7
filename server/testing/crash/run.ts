/**
 * `npm run kill-runs`: kills servers and databases under load, and counts acknowledged writes that are lost, doubled or
 * changed.
 * Writes: `-- --runs 200 --seed 1`, with `--serving 2` for several serving processes. Frames on both buses: `-- frames
 * --frames 20000 --kills 200 --seed 1`. Exit status 1 if anything is wrong.
 */
import { parseArgs } from 'node:util'
import { MAX_PROCESSES } from '../../config/processes'
import { BUSES, frameSeries } from './frame-series'
import { killSeries, type Series } from './kill-series'

const WRITE_USAGE =
  'How it is used: npm run kill-runs -- [--runs 200] [--seed 1] [--kind embedded|external] [--serving 2]'

/**
 * Uses the embedded database for half of the runs.
 * @param args arguments of the command line; sets the exit code
 */
async function writeRuns(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      kind: { type: 'string' },
      /** Three serving processes are killed for each kill of the database's owner. */
      serving: { type: 'string', default: '1' },
    },
  })
  const serving = Number(values.serving)
  const runs = Number(values.runs)
  const seed = Number(values.seed)
  const kinds = (['embedded', 'external'] as const).filter((kind) => values.kind === undefined || values.kind === kind)
  if (
    !Number.isInteger(runs) ||
    runs < 1 ||
    !(serving >= 1 && serving <= MAX_PROCESSES) ||
    !Number.isInteger(seed) ||
    kinds.length === 0
  ) {
    console.error(WRITE_USAGE)
    process.exitCode = 2
    return
  }

  const began = performance.now()
  const number = (value: number) => value.toLocaleString('en-US')

  function line(kind: string, { runs: done, kills, answered, unanswered, complaints }: Series): string {
    const killed = [...kills].map(([victim, count]) => `${victim} ${count}`).join(', ')
    const seconds = Math.round((performance.now() - began) / 1000)
    return `${kind}: ${done} kills (${killed}), ${number(answered)} acknowledged writes, ${number(unanswered)} unanswered, ${complaints.length} lost or wrong, ${seconds} s`
  }

  /** Prints each complaint once. */
  function complaintPrinter(): (series: Series) => void {
    let printed = 0
    return ({ complaints }) => {
      for (const complaint of complaints.slice(printed)) console.log(`  ${complaint}`)
      printed = complaints.length
    }
  }

  const total = { kills: 0, answered: 0, complaints: 0 }
  for (const [i, kind] of kinds.entries()) {
    const printNew = complaintPrinter()
    const share = Math.floor((runs + i) / kinds.length)
    if (share === 0) continue
    const series = await killSeries({ kind, runs: share, seed: seed + i, serving }, (soFar) => {
      if (soFar.runs % 10 === 0) console.log(line(kind, soFar))
      printNew(soFar)
    })
    console.log(`${line(kind, series)}; every account was asked for again at the end`)
    printNew(series)
    total.kills += series.runs
    total.answered += series.answered
    total.complaints += series.complaints.length
  }
  console.log(
    `seed ${seed}: ${total.kills} kills, ${number(total.answered)} acknowledged writes, ${total.complaints} lost or wrong`,
  )
  process.exitCode = total.complaints > 0 ? 1 : 0
}

const FRAME_USAGE =
  'How it is used: npm run kill-runs -- frames [--frames 20000] [--kills 200] [--seed 1] [--bus database|nats]'
const MAX_PRINTED = 50

/** @param args arguments after `frames`; sets the exit code */
async function frameRuns(args: readonly string[]): Promise<void> {
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
    console.error(FRAME_USAGE)
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
    for (const complaint of complaints.slice(0, MAX_PRINTED)) console.log(`  ${complaint}`)
    console.log(
      `${bus}, seed ${seed}: ${sent} frames acknowledged, ${answered} answered, ${kills} kills (${killed}): ` +
        `${lost} lost, ${doubled} with two message ids, ${complaints.length} wrong, ${seconds()} s`,
    )
    wrong += complaints.length
  }
  process.exitCode = wrong > 0 ? 1 : 0
}

const [first, ...others] = process.argv.slice(2)
if (first === 'frames') await frameRuns(others)
else await writeRuns(process.argv.slice(2))
