import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frameChecked, frameWaits } from '../../api/schemas/frame'
import { guardrailRequest } from '../../api/schemas/guardrail'
import type { Caller } from '../../services/calls/caller'
import { createFrameChecks } from '../../services/guardrails/responses/frame-checks'
import { type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { until } from '../../testing/until'
import { answerWithId } from '../requests/protective-headers'
import { createCheckHandler } from './check-handler'

let tested: ServicesUnderTest
const servers: Server[] = []
const bugs: unknown[] = []
let url: string
/** Milliseconds by which the clock of the services is ahead. */
let ahead = 0
let author: Caller
let token: string
let strangersToken: string
let target: string
let otherTarget: string

const platform = () => tested.platforms[0]!.platform

async function listen(checks = platform().checks): Promise<string> {
  const reportBug = (error: unknown) => void bugs.push(error)
  const server = createServer(createCheckHandler({ gate: platform().gate, checks, bodyBytes: 10_000, reportBug }))
  server.prependListener('request', (request, response) => answerWithId(request, response, randomUUID))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  tested = await startServices(1, { platform: {}, clock: () => Date.now() + ahead })
  const { gate, targets } = platform()
  url = await listen()
  author = await tested.personCaller(['author'])
  token = (await gate.issueForPerson(author)).token
  strangersToken = (await gate.issueForPerson(await tested.personCaller(['author']))).token
  const { id } = await targets.addProject(author, { name: 'home', description: '' })
  const guardrail = async (name: string) => {
    const input = { name, type: 'human_review', configuration: { instructions: '' } }
    return (await targets.addGuardrail(author, id, guardrailRequest.parse(input))).id
  }
  target = await guardrail('people')
  otherTarget = await guardrail('other people')
})

afterAll(async () => {
  for (const server of servers) server.close()
  await tested.stop()
  expect(bugs).toEqual([])
})

const FRAME = { C: ['c'], Q: 'q', A: 'a', P: [], E: null }
const EVALUATED = { ...FRAME, E: { conclusion: 'YES', confidence: 1 }, Error: null } as const

interface Asked {
  readonly method?: string
  readonly query?: Readonly<Record<string, string>> | string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly at?: string
}

async function ask({ method = 'POST', query = {}, body = {}, headers = {}, signal, at = url }: Asked = {}) {
  const parameters = typeof query === 'string' ? query : new URLSearchParams({ target_id: target, ...query })
  const text = typeof body === 'string' ? body : JSON.stringify({ entailment_frame: FRAME, ...(body as object) })
  const response = await fetch(`${at}/client-api/check?${parameters}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && method !== 'HEAD' && { body: text }),
    ...(signal !== undefined && { signal }),
  })
  const answer: unknown = method === 'HEAD' ? null : await response.json()
  return { status: response.status, location: response.headers.get('location'), answer }
}

async function frameId(traceId: string, of = target): Promise<string> {
  const sql = `SELECT id FROM frame WHERE trace_id = '${traceId}' AND target_id = '${of}'`
  await until(async () => (await tested.query(sql)).length > 0, 'the frame is stored')
  return String((await tested.query(sql))[0]!.id)
}

const answerFrame = async (traceId: string, of = target) =>
  platform().frames.complete(await frameId(traceId, of), of, { ...EVALUATED, P: [] })

it('answers with the evaluated frame as soon as there is one', async () => {
  const traceId = randomUUID()
  const asking = ask({ query: { wait: '60' }, body: { trace_id: traceId } })
  await answerFrame(traceId)
  const { status, answer } = await asking
  expect(status).toBe(200)
  expect(frameChecked.parse(answer)).toMatchObject({ trace_id: traceId, rail_id: target, entailment_frame: EVALUATED })
  expect(await ask({ body: { trace_id: traceId } })).toMatchObject({ status: 200, answer })
})

it('answers 202 in time, chooses a trace, and waits on where Location says', async () => {
  const { status, answer, location } = await ask({ query: { wait: '0' } })
  expect(status).toBe(202)
  const { trace_id: traceId } = frameWaits.parse(answer)
  const query = new URL(location ?? '', url).search.slice(1)
  expect(await ask({ method: 'GET', query: `${query}&wait=0` })).toMatchObject({ status: 202, answer })
  const waiting = ask({ method: 'GET', query })
  const { message } = await answerFrame(traceId)
  expect(await waiting).toMatchObject({ status: 200, answer: { trace_id: traceId, id: message.id } })
})

it('reports an Error of the evaluation inside the frame', async () => {
  const traceId = randomUUID()
  const asking = ask({ body: { trace_id: traceId } })
  const failure = { code: 'EVALUATION_FAILED', message: 'It failed.', retryable: true } as const
  await platform().frames.complete(await frameId(traceId), target, { ...EVALUATED, P: [], E: null, Error: failure })
  expect(await asking).toMatchObject({ status: 200, answer: { entailment_frame: { E: null, Error: failure } } })
})

it('keeps the answers of two targets apart under one trace', async () => {
  const traceId = randomUUID()
  const one = ask({ body: { trace_id: traceId } })
  const other = ask({ query: { target_id: otherTarget.toUpperCase() }, body: { trace_id: traceId } })
  await answerFrame(traceId, otherTarget)
  expect(await other).toMatchObject({ status: 200, answer: { rail_id: otherTarget } })
  await answerFrame(traceId)
  expect(await one).toMatchObject({ status: 200, answer: { rail_id: target } })
})

it('keeps the frame of a caller that goes away, and forgets the caller', async () => {
  const traceId = randomUUID()
  const gone = new AbortController()
  const asking = ask({ query: { wait: '60' }, body: { trace_id: traceId }, signal: gone.signal })
  await frameId(traceId)
  await until(() => platform().stream.size === 1, 'the call waits')
  gone.abort()
  await expect(asking).rejects.toThrow()
  await until(() => platform().stream.size === 0, 'the call is forgotten')
  await answerFrame(traceId)
  expect(await ask({ method: 'GET', query: { trace_id: traceId } })).toMatchObject({ status: 200 })
})

it('does not let one client wait without limit, and lets nobody wait while it ends', async () => {
  const { frames, stream } = platform()
  const timers = { after: tested.platforms[0]!.shared.dependencies.after, newId: randomUUID }
  const checks = createFrameChecks({ frames, stream, ...timers, maxWaiting: 1 })
  const at = await listen(checks)
  const waiting = ask({ at, query: { wait: '60' } })
  await until(() => stream.size === 1, 'the call waits')
  expect(await ask({ at, query: { wait: '60' } })).toMatchObject({ status: 202 })
  checks.close()
  expect(await waiting).toMatchObject({ status: 202, answer: { status: 'waiting' } })
  expect(await ask({ at, query: { wait: '60' } })).toMatchObject({ status: 202 })
})

it('gives no answer to a token that has ended meanwhile', async () => {
  const traceId = randomUUID()
  const asking = ask({ query: { wait: '60' }, body: { trace_id: traceId } })
  await frameId(traceId)
  await until(() => platform().stream.size === 1, 'the call waits')
  ahead = 11 * 60_000
  await answerFrame(traceId)
  expect(await asking).toMatchObject({ status: 401, answer: { error: { code: 'unauthorized' } } })
  const fresh = (await platform().gate.issueForPerson(author)).token
  const headers = { authorization: `Bearer ${fresh}` }
  expect(await ask({ method: 'GET', query: { trace_id: traceId }, headers })).toMatchObject({ status: 200 })
  ahead = 0
})

it('refuses what it cannot answer', async () => {
  const traceId = randomUUID()
  await ask({ query: { wait: '0' }, body: { trace_id: traceId } })
  const known = { trace_id: traceId }
  const stranger = { headers: { authorization: `Bearer ${strangersToken}` } }
  for (const [status, asked] of [
    [401, { headers: { authorization: '' } }],
    [401, { method: 'GET', headers: { authorization: 'Bearer no' } }],
    [403, stranger],
    [403, { method: 'GET', query: known, ...stranger }],
    [404, { query: { target_id: randomUUID() } }],
    [404, { method: 'GET', query: { target_id: randomUUID(), ...known } }],
    [404, { method: 'GET', query: { trace_id: randomUUID() } }],
    [404, { method: 'GET', query: { target_id: otherTarget, ...known } }],
    [405, { method: 'PUT' }],
    [405, { method: 'DELETE' }],
    [409, { body: { ...known, entailment_frame: { ...FRAME, A: 'another' } } }],
    [415, { headers: { 'content-type': 'text/plain' } }],
    [415, { headers: { 'content-encoding': 'gzip' } }],
    ...['61', '-1', '1.5', 'x', '', '007', '1e1'].map((wait) => [400, { query: { wait } }] as const),
    [400, { query: '' }],
    [400, { query: `target_id=${target}&target_id=${target}` }],
    [400, { query: `target_id=${target}&more=1` }],
    [400, { method: 'GET', query: { trace_id: '' } }],
    [400, { method: 'GET' }],
    [400, { body: '{"trace_id":"a"}' }],
    [400, { body: { response_topic: ['t'] } }],
    [400, { body: '[' }],
    [413, { body: `"${'x'.repeat(20_000)}"` }],
  ] as const satisfies readonly (readonly [number, Asked])[]) {
    const { status: answered, answer } = await ask(asked)
    expect([asked, answered]).toEqual([asked, status])
    expect(answer).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
  }
})
