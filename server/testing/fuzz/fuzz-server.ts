/**
 * Sends random requests and records each one whose answer is not an envelope, is a 500, or does not conform to
 * /openapi.json.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { seededRandom } from '../../engine/testing/random-rules'
import { conformanceTo, type OpenApi } from '../openapi-conformance'
import type { RunningServer } from '../running-server'
import type { Json } from './random-json'
import { type FuzzRequest, type Pool, randomRequest } from './random-request'

export interface FuzzOutcome {
  readonly byStatus: ReadonlyMap<number, number>
  readonly complaints: readonly { readonly request: FuzzRequest; readonly complaint: string }[]
}

const MAX_COMPLAINTS = 20
/**
 * A request may wait for several others of the same namespace, each with its whole budget. Questions about the meaning of
 * large policies take ten seconds alone, and those of all credentials take turns on one worker.
 */
const MAX_SECONDS = 300
const policies = path.resolve(import.meta.dirname, '../golden/policies')

/** Stops after {@link MAX_COMPLAINTS} complaints. */
export async function fuzzServer(options: {
  readonly url: string
  readonly credentials: readonly string[]
  readonly requests: number
  readonly seed: number
  /** Number of simultaneous requests. */
  readonly concurrency: number
  readonly progress: (sent: number) => void
}): Promise<FuzzOutcome> {
  const { url, requests, progress } = options
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  const conforms = conformanceTo(document)
  const pool = await poolOf(url, options.credentials)
  const random = seededRandom(options.seed)
  const byStatus = new Map<number, number>()
  const complaints: { request: FuzzRequest; complaint: string }[] = []
  let sent = 0
  const lane = async () => {
    while (sent < requests && complaints.length < MAX_COMPLAINTS) {
      if (++sent % 10_000 === 0) progress(sent)
      const request = randomRequest(random, document, pool)
      const answer = await send(url, request)
      if (answer === null) {
        complaints.push({ request, complaint: `no answer in ${MAX_SECONDS} s` })
        continue
      }
      const { status, body } = answer
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const complaint = complaintAbout(conforms, request, status, body)
      if (complaint !== null) complaints.push({ request, complaint: `${status}: ${complaint}: ${body.slice(0, 300)}` })
    }
  }
  await Promise.all(Array.from({ length: options.concurrency }, lane))
  return { byStatus, complaints }
}

/** Null if there is no answer in {@link MAX_SECONDS}. */
async function send(url: string, { method, path: target, headers, body }: FuzzRequest) {
  const signal = AbortSignal.timeout(MAX_SECONDS * 1_000)
  try {
    const response = await fetch(url + target, {
      method,
      headers,
      ...(body !== null && { body: body as BodyInit }),
      redirect: 'manual',
      signal,
    })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

function complaintAbout(
  conforms: ReturnType<typeof conformanceTo>,
  { method, path: target }: FuzzRequest,
  status: number,
  body: string,
): string | null {
  const route = new URL(target, 'http://server').pathname
  // Other paths are pages.
  if (!/^\/(v1\/|health$|ready$|version$|openapi\.json$)/.test(route)) return status >= 500 ? 'a page failed' : null
  if (status === 500) return 'the server met a bug'
  if (route === '/openapi.json' && status === 200) return null
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return 'the answer is no JSON'
  }
  return conforms(route, method, status, value)
}

/** Compiles real rulesets for every credential, so that checks find them. */
async function poolOf(url: string, credentials: readonly string[]): Promise<Pool> {
  const folders = readdirSync(policies, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const sources = folders.map(({ name }) => readFileSync(path.join(policies, name, 'ruleset.tsr'), 'utf8'))
  const dictionaries = folders.flatMap(({ name }) => {
    const cases = path.join(policies, name, 'cases')
    return readdirSync(cases).map((file) => {
      const { claims } = JSON.parse(readFileSync(path.join(cases, file), 'utf8')) as { claims: Json }
      return claims
    })
  })
  const hashes = new Set<string>()
  for (const credential of credentials)
    for (const source of sources) {
      const response = await fetch(`${url}/v1/compile`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-credential': credential },
        body: JSON.stringify({ source }),
      })
      const { ruleset_hash } = (await response.json()) as { ruleset_hash?: string }
      if (ruleset_hash !== undefined) hashes.add(ruleset_hash)
    }
  return {
    credentials,
    sources,
    hashes: [...hashes],
    dictionaries,
    names: ['expenses', 'leave/fmla', 'Release gate', 'a', 'x y', '/no'],
  }
}

/** Returns two full credentials of two namespaces, a read-only one and an evaluation one. */
export async function fuzzCredentials(server: RunningServer): Promise<readonly string[]> {
  const response = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
  const { credential } = (await response.json()) as { credential: string }
  return [
    await server.issueCredential({ label: 'fuzz one' }),
    await server.issueCredential({ label: 'fuzz two' }),
    await server.issueCredential({ label: 'fuzz reader', tier: 'read_only' }),
    credential,
  ]
}
