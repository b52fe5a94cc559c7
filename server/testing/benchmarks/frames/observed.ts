/**
 * Measures what metrics and traces cost under load: checks over POST /v1/check, and frames sent and stored with their
 * answers. Each server answers with and without its observers in turn (switch-observers.mjs). The collector discards what
 * it receives.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { visitEmbeddedPostgres } from '../../../database/embedded/visit-embedded-postgres'
import { openStore } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { freePort, startServer } from '../../running-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims, claimsText } from '../touchstone'
import { frameRequest } from './frames'
import { makeSubject, type PlatformSubject } from './platform-subject'

const WARM_UP_MS = 5_000
/** More means that the server hangs. */
const LONGEST_LOAD_SECONDS = 120
const SCRAPE_EVERY_MS = 1_000
const COLLECTOR = `
  const server = require('node:http').createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
const SWITCH = path.join(import.meta.dirname, 'switch-observers.mjs')
/** A frame waits for the database, so its slices are longer. */
const LOADS = {
  checks: { connections: 32, sliceMs: 200, skippedMs: 25, pairs: 120 },
  frames: { connections: 32, sliceMs: 500, skippedMs: 125, pairs: 30 },
} as const

type Kind = keyof typeof LOADS

interface Measure {
  /** Calls a second. */
  readonly rate: number
  /** Microseconds of processor time of the server process a call. */
  readonly cost: number
}

interface Pair {
  readonly plain: Measure
  readonly observed: Measure
}

interface Subject {
  readonly name: string
  measure(kind: Kind): Promise<readonly Pair[]>
  stop(): Promise<void>
}

export async function benchObserved(): Promise<void> {
  const collector = spawn(process.execPath, ['-e', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(collector.stdout, 'data')) as [Buffer]
  const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${chunk.toString().trim()}` }
  const metricsPort = String(await freePort())
  const contenders = [
    { name: 'metrics', environment: { METRICS_PORT: metricsPort } },
    { name: 'traces, as by default', environment: collected },
    { name: 'traces of every call', environment: { ...collected, OTEL_TRACES_SAMPLER: 'always_on' } },
  ]
  const subjects: Subject[] = []
  let scraping: NodeJS.Timeout | undefined
  try {
    for (const { name, environment } of contenders) subjects.push(await startSubject(name, environment))
    const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await scrape()
    scraping = setInterval(() => void scrape(), SCRAPE_EVERY_MS)
    for (const kind of Object.keys(LOADS) as Kind[]) {
      console.log(`\nThroughput of ${kind}, and processor time of the server (median of ${LOADS[kind].pairs} pairs)`)
      for (const subject of subjects) printPairs(subject.name, await subject.measure(kind))
    }
  } finally {
    clearInterval(scraping)
    for (const subject of subjects) await subject.stop()
    collector.kill()
  }
}

function printPairs(name: string, pairs: readonly Pair[]): void {
  const compared = (read: (measure: Measure) => number, digits: number) => {
    const [plain, observed] = [pairs.map((pair) => read(pair.plain)), pairs.map((pair) => read(pair.observed))]
    const ratios = observed.map((value, index) => value / plain[index]!).sort((a, b) => a - b)
    // The order statistics that enclose the median with a probability of 95 %.
    const reach = 0.98 * Math.sqrt(ratios.length)
    const at = (index: number) => ratios[Math.min(ratios.length - 1, Math.max(0, Math.round(index)))]!.toFixed(3)
    const range = `${at(ratios.length / 2 - reach)} to ${at(ratios.length / 2 + reach)}`
    return `${median(observed).toFixed(digits)} against ${median(plain).toFixed(digits)}: ${median(ratios).toFixed(3)} (${range})`
  }
  const rate = compared(({ rate }) => rate, 0)
  const cost = compared(({ cost }) => cost, 1)
  console.log(`  ${name.padEnd(22)} calls a second ${rate}; µs a call ${cost}`)
}

async function startSubject(name: string, environment: Readonly<Record<string, string>>): Promise<Subject> {
  const server = await startServer(environment, ['--import', SWITCH])
  const visit = await visitEmbeddedPostgres({ dataDir: server.dataDir, log: silentLog })
  const store = await openStore({ url: visit.url, ownerUrl: visit.ownerUrl, log: silentLog, connections: 2 })
  const subject = await makeSubject(server, store, touchstoneSource(1))
  await store.close()
  await visit.leave()
  const next = random(23)
  const claims = Array.from({ length: 200 }, () => claimsText(asClaims(makeInput(1, next))))
  const requests = { checks: checkRequests(subject, claims), frames: [frameRequest(subject, claims, 'observed')] }
  return {
    name,
    measure: async (kind) => {
      const { connections, ...slices } = LOADS[kind]
      const options = { url: server.url, connections, duration: LONGEST_LOAD_SECONDS, requests: requests[kind] }
      let load: autocannon.Instance | undefined
      const loaded = new Promise<autocannon.Result>((resolve, reject) => {
        load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
      })
      await sleep(WARM_UP_MS)
      const answered = once(server.process, 'message', { signal: AbortSignal.timeout(LONGEST_LOAD_SECONDS * 1_000) })
      server.process.send(slices)
      const [{ servers, pairs }] = (await answered) as [{ readonly servers: number; readonly pairs: readonly Pair[] }]
      if (servers === 0) throw new Error('the server has no observers to switch')
      load?.stop()
      const { non2xx, errors } = await loaded
      if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`)
      return pairs
    },
    stop: () => server.stop(),
  }
}

function checkRequests({ rulesetHash, credential }: PlatformSubject, claims: readonly string[]): autocannon.Request[] {
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  return claims.map((text) => ({
    ...{ method: 'POST', path: '/v1/check', headers },
    body: `{"claims":${text},"ruleset_hash":"${rulesetHash}"}`,
  }))
}
