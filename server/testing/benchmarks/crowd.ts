/**
 * Measures a small solver check while others repeat the hardest check: eight evaluation credentials of one address, or
 * one full credential; compared with an otherwise idle server. Also prints the workers' processor time, which other
 * load on the machine does not lengthen.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { pigeonholeRules } from '../../engine/testing/repertoire'
import { type RunningServer, startServer } from '../running-server'

const SECONDS = Number(process.env.SECONDS ?? 60)
const ALONE_SECONDS = 10
const CREDENTIALS = 8
const ASSERTIONS = 40
const WORKERS = 2
/** Milliseconds between two small checks. */
const PAUSE = 50

/** Only the solver can decide this. */
const SMALL = {
  source: 'declare x as numeric;\ndeclare y as numeric;\nassert squares { x * x + y * y + 1 > 0 };\n',
  claims: { x: null, y: null },
}

export async function benchCrowd(): Promise<void> {
  const server = await startServer({
    EVALUATION_CALLS_PER_DAY: '1000000',
    EVALUATION_CALLS_TOTAL: '1000000',
    SOLVER_WORKERS: String(WORKERS),
  })
  try {
    const other = await server.issueCredential({ label: 'other', namespace: 'other' })
    const alone = await server.issueCredential({ label: 'alone', namespace: 'alone' })
    const crowd = await Promise.all(Array.from({ length: CREDENTIALS }, () => evaluationCredential(server)))
    for (let i = 0; i < 20; i++) await check(server, other, SMALL)
    const quiet = await loopSmall(server, other, ALONE_SECONDS)
    const hard = hardCheck()
    const until = performance.now() + SECONDS * 1_000
    const looping = [...crowd, alone].map((credential) => loopHard(server, credential, hard, until))
    await pause(2_000)
    const busy = await loopSmall(server, other, SECONDS - 2)
    const hostile = await Promise.all(looping)
    print(quiet, busy, hostile.slice(0, CREDENTIALS), hostile.slice(CREDENTIALS))
  } finally {
    await server.stop()
  }
}

interface Small {
  /** Ascending milliseconds. */
  readonly times: readonly number[]
  /** Ascending milliseconds of processor time by worker; empty if the system does not show it. */
  readonly worked: readonly number[]
  readonly rejected: number
}

interface Hard {
  readonly statuses: ReadonlyMap<number, number>
  readonly charged: number
}

function hardCheck(): object {
  const [, declared = '', condition = ''] = /^(.*) assert it \{(.*)\};$/s.exec(pigeonholeRules(8)) ?? []
  const asserted = Array.from({ length: ASSERTIONS }, (_, i) => `assert a${i} {${condition}};`)
  const names = [...declared.matchAll(/declare (\w+)/g)].map(([, name]) => [name, null])
  return { source: `${declared}\n${asserted.join('\n')}\n`, claims: Object.fromEntries(names) }
}

async function loopSmall(server: RunningServer, credential: string, seconds: number): Promise<Small> {
  const times: number[] = []
  const worked: number[] = []
  let rejected = 0
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(PAUSE)) {
    const began = performance.now()
    const before = processorMs(server)
    const status = await check(server, credential, SMALL)
    times.push(performance.now() - began)
    if (before !== null) worked.push((processorMs(server)! - before) / WORKERS)
    if (status !== 200) rejected++
  }
  return { times: times.sort((a, b) => a - b), worked: worked.sort((a, b) => a - b), rejected }
}

/** Returns null if the system does not show it. */
function processorMs({ process: { pid } }: RunningServer): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(`/proc/${pid}/task/${thread}`), 0)
  } catch {
    return null
  }
}

function threadMs(folder: string): number {
  return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function loopHard(server: RunningServer, credential: string, body: object, until: number): Promise<Hard> {
  const statuses = new Map<number, number>()
  while (performance.now() < until) {
    const status = await check(server, credential, body)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // The shortest `retry_after_ms`.
    if (status === 503) await pause(250)
  }
  const account = await fetch(`${server.url}/v1/account`, { headers: { 'x-service-credential': credential } })
  const { usage } = (await account.json()) as { usage: { used: number } }
  return { statuses, charged: usage.used }
}

async function check(server: RunningServer, credential: string, body: object): Promise<number> {
  const response = await fetch(`${server.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': credential },
    body: JSON.stringify(body),
  })
  await response.text()
  return response.status
}

async function evaluationCredential(server: RunningServer): Promise<string> {
  const response = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return (JSON.parse(text) as { credential: string }).credential
}

function print(quiet: Small, busy: Small, crowd: readonly Hard[], alone: readonly Hard[]): void {
  const before = percentile(quiet.times)
  const beside = percentile(busy.times)
  console.log(`\nA small solver check beside checks of ${ASSERTIONS} pigeonhole assertions, ${SECONDS} s`)
  console.log(`  alone: ${figures(quiet)}`)
  console.log(`  beside them: ${figures(busy)}`)
  console.log(
    `  longest ${busy.times.at(-1)?.toFixed(0)} ms; 95th percentile beside them / alone: ${(beside / before).toFixed(1)}`,
  )
  console.log(`  ${CREDENTIALS} credentials of one address: ${outcomes(crowd)}`)
  console.log(`  one credential alone: ${outcomes(alone)}`)
}

function figures({ times, worked, rejected }: Small): string {
  const shown = (sorted: readonly number[]) => `${percentile(sorted).toFixed(0)} ms`
  return `95th percentile ${shown(times)} of ${times.length}, with ${shown(worked)} of processor time for each worker (longest ${worked.at(-1)?.toFixed(0)} ms), ${rejected} rejected`
}

function outcomes(calls: readonly Hard[]): string {
  const statuses = new Map<number, number>()
  for (const each of calls)
    for (const [status, count] of each.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  const charged = calls.reduce((sum, each) => sum + each.charged, 0)
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} times ${status}`)
  return `${counts.join(', ')}; charged ${charged}`
}

function percentile(ascending: readonly number[]): number {
  return ascending[Math.ceil(ascending.length * 0.95) - 1] ?? Number.NaN
}
