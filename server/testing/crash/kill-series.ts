/**
 * A series of runs on one deployment, whose data grows from run to run.
 *
 * Promises: at the end every account of every run is asked for again.
 */
import { seededRandom } from '../../engine/testing/random-rules'
import { Deployment, type Kind } from './deployment'
import type { Journal } from './journal'
import { type KillRun, killRun, VICTIMS, VICTIMS_OF_SEVERAL, verify } from './kill-run'

export interface Series {
  /** By victim. */
  readonly kills: ReadonlyMap<string, number>
  readonly runs: number
  readonly answered: number
  readonly unanswered: number
  readonly complaints: readonly string[]
}

export interface SeriesInput {
  readonly kind: Kind
  readonly runs: number
  readonly seed: number
  /** 1 by default. */
  readonly serving?: number
}

/** @param report is called with the sums after every run */
export async function killSeries(
  { kind, runs, seed, serving = 1 }: SeriesInput,
  report: (soFar: Series) => void,
): Promise<Series> {
  const random = seededRandom(seed)
  const victims = serving > 1 ? VICTIMS_OF_SEVERAL : VICTIMS
  const deployment = await Deployment.make(kind, serving)
  const journals: Journal[] = []
  const kills = new Map<string, number>()
  let soFar: Series = { kills, runs: 0, answered: 0, unanswered: 0, complaints: [] }
  try {
    for (let run = 0; run < runs; run++) {
      const victim = victims[run % victims.length]!
      const name = `${kind} ${run}`
      const done = await killRun(deployment, victim, name, random).catch((error: unknown) => unfinished(error))
      const { answered, unanswered, complaints } = done
      journals.push(...done.journals)
      kills.set(victim, (kills.get(victim) ?? 0) + 1)
      soFar = {
        kills,
        runs: run + 1,
        answered: soFar.answered + answered,
        unanswered: soFar.unanswered + unanswered,
        complaints: [...soFar.complaints, ...complaints.map((each) => `run ${run + 1}, ${victim}: ${each}`)],
      }
      report(soFar)
    }
    const atTheEnd = await verify(deployment, journals, random)
    return { ...soFar, complaints: [...soFar.complaints, ...atTheEnd.map((each) => `at the end: ${each}`)] }
  } finally {
    await deployment.close()
  }
}

/** A server that does not come back is a complaint, and the series continues. */
function unfinished(error: unknown): KillRun {
  return { journals: [], answered: 0, unanswered: 0, complaints: [`it did not come to its end: ${String(error)}`] }
}
