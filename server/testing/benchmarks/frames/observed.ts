/**
 * Compares a server that traces every call and is scraped for metrics with one that does neither, in the same run: checks
 * over POST /v1/check, and frames from send to stored answer. The collector discards what it receives.
 */
import { spawn } from 'node:child_process'
import autocannon from 'autocannon'
import pg from 'pg'
import { visitEmbeddedPostgres } from '../../../database/embedded/visit-embedded-postgres'
import { openStore } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { freePort, type RunningServer, startServer } from '../../running-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims, claimsText } from '../touchstone'
import { framesThrough } from './frames'
import { makeSubject, type PlatformSubject } from './platform-subject'

const CONNECTIONS = 32
const SECONDS = 3
const SCRAPE_EVERY_MS = 1_000
const COLLECTOR = `
  const server = require('node:http').createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

interface Measured {
  readonly checks: () => Promise<number>
  readonly frames: () => Promise<number>
  readonly stop: () => Promise<void>
}

export async function benchObserved(rounds: number): Promise<void> {
  const collector = spawn(process.execPath, ['-e', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve) => {
    collector.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
  })
  const metricsPort = String(await freePort())
  const metrics = { METRICS_PORT: metricsPort }
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  const contenders = [
    { name: 'neither', ...(await startMeasured({})) },
    { name: 'metrics', ...(await startMeasured(metrics)) },
    { name: 'traces', ...(await startMeasured(traces)) },
  ] as const
  const scraping = setInterval(
    () => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((r) => r.text()),
    SCRAPE_EVERY_MS,
  )
  try {
    for (const kind of ['checks', 'frames'] as const) {
      for (const each of contenders) await each[kind]()
      const rates = contenders.map((): number[] => [])
      for (let round = 0; round < rounds; round++)
        for (let turn = 0; turn < contenders.length; turn++) {
          // The order changes, because a later one may meet a warmer or a more tired machine.
          const index = (round + turn) % contenders.length
          rates[index]!.push(await contenders[index]![kind]())
        }
      console.log(`\nThroughput of ${kind} with metrics or traces (median of ${rounds} interleaved rounds)`)
      for (const [index, { name }] of contenders.entries()) {
        const ratio = median(rates[index]!.map((rate, round) => rate / rates[0]![round]!))
        console.log(
          `  ${name.padEnd(10)} ${median(rates[index]!).toFixed(0).padStart(8)} a second   ${ratio.toFixed(3)}`,
        )
      }
    }
  } finally {
    clearInterval(scraping)
    for (const { stop } of contenders) await stop()
    collector.kill()
  }
}

async function startMeasured(environment: Readonly<Record<string, string>>): Promise<Measured> {
  const server = await startServer(environment)
  const visit = await visitEmbeddedPostgres({ dataDir: server.dataDir, log: silentLog })
  const store = await openStore({ url: visit.url, ownerUrl: visit.ownerUrl, log: silentLog, connections: 2 })
  const client = new pg.Pool({ connectionString: visit.ownerUrl, max: 1 })
  const subject = await makeSubject(server, store, touchstoneSource(1))
  const next = random(23)
  const claims = Array.from({ length: 200 }, () => claimsText(asClaims(makeInput(1, next))))
  return {
    checks: () => checksThrough(server, subject, claims),
    frames: () => framesThrough(server.url, subject, claims, client),
    stop: async () => {
      await client.end()
      await store.close()
      await visit.leave()
      await server.stop()
    },
  }
}

async function checksThrough(
  { url }: RunningServer,
  { rulesetHash, credential }: PlatformSubject,
  claims: readonly string[],
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  const requests = claims.map((text) => ({
    ...{ method: 'POST' as const, path: '/v1/check', headers },
    body: `{"claims":${text},"ruleset_hash":"${rulesetHash}"}`,
  }))
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors`)
  return result.requests.total / SECONDS
}
