import { expect, it } from 'vitest'
import { SEED } from '../repetitions'
import { startServer } from '../running-server'
import { fuzzCredentials, fuzzServer } from './fuzz-server'

/** `npm run fuzz` sends 100,000. */
const REQUESTS = 100

it('random requests made from /openapi.json get an answer that it describes, and never a 500', async () => {
  const server = await startServer({ EVALUATION_CALLS_PER_DAY: '1000000', EVALUATION_CALLS_TOTAL: '1000000' })
  try {
    const credentials = await fuzzCredentials(server)
    const options = { url: server.url, credentials, requests: REQUESTS, seed: SEED, concurrency: 8, progress: () => {} }
    const { byStatus, complaints } = await fuzzServer(options)
    expect(complaints).toEqual([])
    // A run that is completely refused would prove nothing.
    expect(byStatus.get(200)).toBeGreaterThan(REQUESTS / 10)
  } finally {
    await server.stop()
  }
  expect(server.log()).toBe('')
}, 180_000)
