/** The guard of the airline example in process, next to a function that only reads and writes the arguments. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { NEEDS_SOLVER } from '../../../engine/decide/evidence'
import { decideCall } from '../../../guard/decide-call'
import { isJsonObject } from '../../../guard/json-path'
import type { LookedUp, PreparedGuard } from '../../../guard/prepared-guard'
import { type LosslessJson, readJson, writeJson } from '../../../language/numeric/lossless-json'
import { AIRLINE_FOLDER, guardTools, readAirlineGuards } from '../../golden/airline-guards'
import { type Contender, interleave, median, repeat, row } from '../interleave'

/** Nanoseconds; the aim for a call in process. */
const AIM_NANOSECONDS = 1_500_000

interface Recorded {
  readonly name: string
  readonly guard: PreparedGuard
  readonly text: string
  readonly lookups: ReadonlyMap<string, LookedUp>
}

function recordedCalls(): readonly Recorded[] {
  const guards = readAirlineGuards()
  const folder = path.join(AIRLINE_FOLDER, 'calls')
  return readdirSync(folder).map((file) => {
    const call = objectOf(readFileSync(path.join(folder, file), 'utf8'))
    const lookups = Object.entries(isJsonObject(call.lookups) ? call.lookups : {})
    return {
      name: file,
      guard: guards.get(String(call.tool))!,
      text: writeJson(call.arguments),
      lookups: new Map(lookups.map(([name, value]) => [name, value === null ? { failed: 'no answer' } : { value }])),
    }
  })
}

function objectOf(text: string): { readonly [key: string]: LosslessJson } {
  const read = readJson(text)
  if ('problem' in read || !isJsonObject(read.value)) throw new Error('a call is a JSON object')
  return read.value
}

function passThrough({ text }: Recorded): string {
  return writeJson(objectOf(text))
}

function guarded(recorded: Recorded): string {
  const call = { arguments: objectOf(recorded.text), lookups: recorded.lookups, session: {} }
  const decision = decideCall(recorded.guard, call, guardTools())
  if (decision === NEEDS_SOLVER) throw new Error('the tools have a solver')
  return decision.decision === 'pass' ? writeJson(call.arguments) : JSON.stringify(decision.refusal)
}

/** Calls that pass and calls that are refused, each as a ratio to the pass-through. */
export async function benchGuard(rounds: number, seconds: number): Promise<void> {
  const calls = recordedCalls()
  const isPassing = (call: Recorded) => guarded(call) === passThrough(call)
  for (const [name, chosen] of [
    ['pass', calls.filter(isPassing)],
    ['are refused or asked about', calls.filter((call) => !isPassing(call))],
  ] as const) {
    const contender = (label: string, run: (call: Recorded) => string): Contender => ({
      name: label,
      measure: (duration) => repeat(duration, (nth) => run(chosen[nth % chosen.length]!)),
    })
    const measured = await interleave(
      [contender('without the guard', passThrough), contender('with the guard', guarded)],
      rounds,
      seconds,
    )
    console.log(`\nCalls of tools that ${name}, in process (median of ${rounds} interleaved rounds)`)
    for (const { name: label, median: time, ratio } of measured) console.log(row(label, time, `${ratio.toFixed(1)} x`))
    const added = median(measured[1]!.rounds.map((time, round) => time - measured[0]!.rounds[round]!))
    console.log(`  the guard adds ${(added / 1e6).toFixed(3)} ms; the aim is at most ${AIM_NANOSECONDS / 1e6} ms`)
  }
}
