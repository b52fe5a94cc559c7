/**
 * `npm run fuzz -- --requests 100000 --seed 1`: sends random requests to its own server. Exit status 1 if there are
 * complaints.
 */
import { parseArgs } from 'node:util'
import { startServer } from '../running-server'
import { fuzzCredentials, fuzzServer } from './fuzz-server'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const server = await startServer({ EVALUATION_CALLS_PER_DAY: '100000000', EVALUATION_CALLS_TOTAL: '100000000' })
const began = performance.now()
const { byStatus, complaints } = await fuzzServer({
  url: server.url,
  credentials: await fuzzCredentials(server),
  requests,
  seed,
  concurrency: 16,
  progress: (sent) => console.log(`${sent} sent, ${Math.round((performance.now() - began) / 1000)} s`),
})
await server.stop()
for (const [status, count] of [...byStatus].sort(([a], [b]) => a - b)) console.log(`${status}: ${count}`)
for (const { request, complaint } of complaints) console.log(complaint, '\n  ', JSON.stringify(request).slice(0, 1_000))
console.log(
  `seed ${seed}: ${requests} requests, ${byStatus.get(500) ?? 0} answered 500, ${complaints.length} complaints`,
)
if (server.log() !== '') console.log(`the server's log:\n${server.log().slice(0, 5_000)}`)
process.exitCode = complaints.length > 0 || server.log() !== '' ? 1 : 0
