import { randomUUID } from 'node:crypto'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { frameSent } from '../../api/schemas/frame'
import { guardrailRequest } from '../../api/schemas/guardrail'
import type { Caller } from '../../services/calls/caller'
import { createFrames, type Frames } from '../../services/guardrails/frames/frames'
import { type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { answerWithId } from '../requests/protective-headers'
import { createSendHandler } from './send-handler'

const BODY_BYTES = 10_000

let tested: ServicesUnderTest
const servers: Server[] = []
let url: string
let author: Caller
let token: string
let target: string
const bugs: unknown[] = []

/** @returns the address of the operation */
async function listen(frames: Frames): Promise<string> {
  const { gate } = tested.platforms[0]!.platform
  const reportBug = (error: unknown) => void bugs.push(error)
  const publicUrl = 'https://rules.example.org'
  const server = createServer(createSendHandler({ gate, frames, bodyBytes: BODY_BYTES, publicUrl, reportBug }))
  server.prependListener('request', (request, response) => answerWithId(request, response, randomUUID))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/client-api/bus/send`
}

beforeAll(async () => {
  tested = await startServices(1, { platform: {} })
  const { gate, frames, targets } = tested.platforms[0]!.platform
  url = await listen(frames)
  author = await tested.personCaller(['author'])
  token = (await gate.issueForPerson(author)).token
  const { id } = await targets.addProject(author, { name: 'home', description: '' })
  const input = { name: 'people', type: 'human_review', configuration: { instructions: '' } }
  target = (await targets.addGuardrail(author, id, guardrailRequest.parse(input))).id
})

afterAll(async () => {
  for (const server of servers) server.close()
  await tested.stop()
  expect(bugs).toEqual([])
})

const body = (differences: object = {}) =>
  JSON.stringify({
    ...{
      trace_id: randomUUID(),
      response_topic: ['t'],
      entailment_frame: { C: ['c'], Q: 'q', A: 'a', P: [], E: null },
    },
    ...differences,
  })

interface Sent {
  readonly query?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly text?: string | Uint8Array
  readonly to?: string
}

async function send(sent: Sent = {}) {
  const { query = `?target_id=${target}`, method = 'POST', headers = {}, text = body(), to = url } = sent
  const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const content = typeof text === 'string' ? text : new Uint8Array(text)
  const response = await fetch(to + query, {
    ...{ method, headers: present },
    ...(method !== 'GET' && { body: content }),
  })
  const answer = (await response.json()) as { error?: { code: string; message: string } }
  return { status: response.status, headers: response.headers, answer, message: answer.error?.message ?? '' }
}

it('acknowledges a stored frame as the contract says', async () => {
  const traceId = randomUUID()
  const { status, answer, headers } = await send({ text: body({ trace_id: traceId }) })
  expect(status).toBe(200)
  expect(frameSent.parse(answer)).toEqual({ status: 'sent', topic: `touchstone.frames.${target}`, trace_id: traceId })
  expect(headers.get('content-type')).toContain('application/json')
  const [row] = await tested.query(`SELECT target_id, topics, content FROM frame WHERE trace_id = '${traceId}'`)
  expect(row).toEqual({ target_id: target, topics: ['t'], content: '{"A":"a","C":["c"],"Q":"q"}' })
  expect((await send({ text: body({ trace_id: traceId }) })).status).toBe(200)
  const other = body({ trace_id: traceId, entailment_frame: { C: [] } })
  expect(await send({ text: other })).toMatchObject({
    status: 409,
    answer: { error: { code: 'conflict' } },
    message: expect.stringContaining('Another frame was sent before'),
  })
})

it('reads nothing from a client without valid identification', async () => {
  const missing = await send({ headers: { authorization: '' }, text: 'no json' })
  expect(missing).toMatchObject({ status: 401, answer: { error: { code: 'unauthorized' } } })
  expect(missing.headers.get('www-authenticate')).toContain('Bearer')
  for (const authorization of ['Bearer nonsense', 'Basic abc', `Bearer ${token}x`])
    expect((await send({ headers: { authorization }, text: 'no json' })).status).toBe(401)
})

it('names exactly one target, once', async () => {
  const one = `target_id=${target}`
  for (const query of ['', '?', '?target_id=', `?${one}&${one}`, `?${one}&more=1`, `?TARGET_ID=${target}`])
    expect(await send({ query })).toMatchObject({ status: 400, message: expect.stringContaining('target_id') })
  for (const query of [`?target_id=${randomUUID()}`, '?target_id=%00', "?target_id=';--"])
    expect(await send({ query })).toMatchObject({ status: 404, answer: { error: { code: 'not_found' } } })
  const stranger = await tested.personCaller(['author'])
  const other = await tested.platforms[0]!.platform.gate.issueForPerson(stranger)
  expect((await send({ headers: { authorization: `Bearer ${other.token}` } })).status).toBe(403)
})

it('accepts only POST and JSON', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const { status, headers } = await send({ method })
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
    expect((await send({ headers: { 'content-type': type } })).status).toBe(415)
  expect((await send({ headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200)
})

it('reports that a body is compressed', async () => {
  expect(await send({ headers: { 'content-encoding': 'gzip' } })).toMatchObject({
    status: 415,
    answer: { error: { message: expect.stringContaining('compressed') } },
  })
  expect((await send({ headers: { 'content-encoding': 'identity' } })).status).toBe(200)
})

it('reports everything that is wrong with a body', async () => {
  const frame = { C: 'c', Q: 1, A: [], extra: true }
  const { status, message } = await send({
    text: JSON.stringify({ response_topic: [], entailment_frame: frame, id: 1 }),
  })
  expect(status).toBe(400)
  for (const field of ['trace_id', 'response_topic', 'entailment_frame.C', 'entailment_frame.Q', 'entailment_frame.A'])
    expect(message).toContain(field)
  for (const unknown of ['entailment_frame.extra', 'id: expected no such field']) expect(message).toContain(unknown)
  const wrong: readonly (string | Uint8Array)[] = [
    ...['', '[', 'null', '[]', '{"trace_id":"a","trace_id":"b"}', body().replace('"c"', '"\\ud800"')],
    ...[body({ trace_id: '' }), body({ trace_id: 'x'.repeat(201) }), body({ trace_id: 'a\0b' })],
    ...[body({ response_topic: [''] }), body({ response_topic: Array.from({ length: 17 }, (_, i) => `t${i}`) })],
    ...['['.repeat(5_000), Uint8Array.of(0x22, 0xff, 0x22)],
  ]
  for (const text of wrong) expect([text, (await send({ text })).status]).toEqual([text, 400])
})

it('reads at most the budget, with or without a stated length', async () => {
  const large = body({ entailment_frame: { C: ['x'.repeat(BODY_BYTES)] } })
  expect(await send({ text: large })).toMatchObject({ status: 413, answer: { error: { code: 'payload_too_large' } } })
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sending = httpRequest(`${url}?target_id=${target}`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sending.on('error', reject)
    for (let i = 0; i < 4; i++) sending.write(' '.repeat(BODY_BYTES / 2))
    sending.end()
  })
  expect(status).toBe(413)
})

it.each([
  { of: 'of this group', limits: { waiting_frames: 2, waiting_frames_total: 100_000 } },
  { of: 'of all groups', limits: { waiting_frames: 100_000, waiting_frames_total: 2 } },
])('answers 429 with a time if too many frames $of wait, and stores nothing of the frame', async ({ of, limits }) => {
  const { store } = tested.platforms[0]!.shared.dependencies
  const now = () => new Date(tested.now())
  await tested.query('DELETE FROM frame')
  const reportTrouble = (error: unknown) => void bugs.push(error)
  const { bus } = tested.platforms[0]!
  const to = await listen(createFrames({ store, bus, now, newId: randomUUID, limits, reportTrouble }))
  const judge = await newJudge()
  const query = `?target_id=${judge}`
  const all = await Promise.all(Array.from({ length: 5 }, () => send({ to, query })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429])
  const traceId = randomUUID()
  const { status, headers, answer } = await send({ to, query, text: body({ trace_id: traceId }) })
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe('5')
  const message = `2 frames ${of} wait for their evaluation already. This one was not stored: send it again later.`
  expect(answer).toEqual({ error: { code: 'too_many_requests', message, request_id: headers.get('x-request-id') } })
  const rows = await tested.query(`SELECT FROM frame WHERE trace_id = '${traceId}'`)
  expect(rows).toEqual([])
  expect(await tested.query('SELECT FROM frame')).toHaveLength(2)
})

async function newJudge(): Promise<string> {
  const { targets } = tested.platforms[0]!.platform
  const { id } = await targets.addProject(author, { name: randomUUID(), description: '' })
  const input = { name: 'judge', type: 'llm_judge', configuration: { instructions: '' } }
  return (await targets.addGuardrail(author, id, guardrailRequest.parse(input))).id
}
