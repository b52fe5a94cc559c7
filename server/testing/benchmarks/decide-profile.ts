/**
 * Prints nanoseconds of binding and deciding by function: for an assertion among 12, among 1,200, and among 1,200 of
 * one repeated dictionary.
 */
import { type Profiler, Session } from 'node:inspector/promises'
import path from 'node:path'
import { makeInput, random } from './subject'
import { makeTouchstone } from './touchstone'

const ASSERTIONS = 4_000_000
const GROUP = 12
const SHOWN = 8

interface Subject {
  readonly title: string
  readonly groups: number
  readonly dictionaries: number
}

const SUBJECTS: readonly Subject[] = [
  { title: '12, of 512 dictionaries', groups: 1, dictionaries: 512 },
  { title: '1,200, of 64 dictionaries', groups: 100, dictionaries: 64 },
  { title: '1,200, of one dictionary', groups: 100, dictionaries: 1 },
]

export async function benchDecideProfile(): Promise<void> {
  const columns: ReadonlyMap<string, number>[] = []
  for (const subject of SUBJECTS) columns.push(await nanosecondsOf(subject))
  console.log(
    `\nBinding and deciding, nanoseconds of one assertion among ${SUBJECTS.map(({ title }) => title).join('; ')}`,
  )
  const largest = [...columns[1]!].toSorted(([, one], [, other]) => other - one)
  const shown = largest.slice(0, SHOWN).map(([name]) => name)
  const row = (name: string, of: (column: ReadonlyMap<string, number>) => number) =>
    console.log(`  ${columns.map((column) => of(column).toFixed(1).padStart(7)).join('')}  ${name}`)
  row('in all', (column) => [...column.values()].reduce((sum, each) => sum + each, 0))
  for (const name of shown) row(name, (column) => column.get(name) ?? 0)
}

async function nanosecondsOf({ groups, dictionaries }: Subject): Promise<ReadonlyMap<string, number>> {
  const peer = makeTouchstone(groups)
  const next = random(7)
  const loaded = Array.from({ length: dictionaries }, () => peer.load(makeInput(groups, next)))
  const rounds = Math.ceil(ASSERTIONS / GROUP / groups)
  const run = (count: number) => {
    for (let round = 0; round < count; round++) loaded[round % dictionaries]!()
  }
  // By now V8 has optimised the code.
  run(rounds)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  run(rounds)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return byFunction(profile, rounds * groups * GROUP)
}

function byFunction({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, assertions: number) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const sums = new Map<string, number>()
  samples.forEach((sample, index) => {
    const { functionName, url } = frames.get(sample)!
    const name = `${functionName || 'anonymous'} ${path.basename(url)}`
    sums.set(name, (sums.get(name) ?? 0) + ((timeDeltas[index] ?? 0) * 1_000) / assertions)
  })
  return sums
}
