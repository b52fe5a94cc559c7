/**
 * The kill runs of writes: half of the runs with the embedded database, half with one outside. Acknowledged writes that are
 * lost, there twice, or changed are counted.
 */
import { parseArgs } from 'node:util'
import { killSeries, type Series } from './kill-series'

export const WRITE_USAGE = 'npm run kill-runs -- [--runs 200] [--seed 1] [--kind embedded|external]'

/** @param args of the command line; sets the exit code */
export async function writeRuns(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      /** One kind of database alone. */
      kind: { type: 'string' },
    },
  })
  const runs = Number(values.runs)
  const seed = Number(values.seed)
  const kinds = (['embedded', 'external'] as const).filter((kind) => values.kind === undefined || values.kind === kind)
  if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed) || kinds.length === 0) {
    console.error(`How it is used: ${WRITE_USAGE}`)
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

  /** Tells each complaint once, as soon as it is known. */
  function teller(): (series: Series) => void {
    let told = 0
    return ({ complaints }) => {
      for (const complaint of complaints.slice(told)) console.log(`  ${complaint}`)
      told = complaints.length
    }
  }

  const total = { kills: 0, answered: 0, complaints: 0 }
  for (const [i, kind] of kinds.entries()) {
    const tell = teller()
    const share = Math.floor((runs + i) / kinds.length)
    if (share === 0) continue
    const series = await killSeries({ kind, runs: share, seed: seed + i }, (soFar) => {
      if (soFar.runs % 10 === 0) console.log(line(kind, soFar))
      tell(soFar)
    })
    console.log(`${line(kind, series)}; every account was asked for again at the end`)
    tell(series)
    total.kills += series.runs
    total.answered += series.answered
    total.complaints += series.complaints.length
  }
  console.log(
    `seed ${seed}: ${total.kills} kills, ${number(total.answered)} acknowledged writes, ${total.complaints} lost or wrong`,
  )
  process.exitCode = total.complaints > 0 ? 1 : 0
}
