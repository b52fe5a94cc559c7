import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { type ScriptedModelServer, startScriptedModelServer } from '../testing/scripted-model-server'
import { MAX_ANSWER_BYTES } from './endpoint'
import { createModel, type EndpointReport, type Model, type ObjectRequest } from './model'
import { shapeOf } from './unusable-answer'

const KEY = 'sk-very-secret-0123456789'
const ENDPOINT = { name: 'small', apiKey: KEY, timeoutMs: 60_000, concurrency: 16 }
const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false }

let server: ScriptedModelServer
beforeAll(async () => {
  server = await startScriptedModelServer()
})
afterAll(() => server.stop())

/** Waits are recorded and end at once. */
function modelWithin(timeoutMs: number, waits: number[] = [], reports: EndpointReport[] = []): Model {
  const pause = async (milliseconds: number) => void waits.push(milliseconds)
  const report = (entry: EndpointReport) => void reports.push(entry)
  return createModel({ ...ENDPOINT, baseUrl: server.baseUrl, timeoutMs }, { now: Date.now, pause }, report)
}

const ASKED = { model: null, instructions: 'Say it.', input: 'the material', temperature: 0, seed: null }
const request = (): ObjectRequest<string> => ({
  ...ASKED,
  name: 'answer',
  schema: { ...SCHEMA },
  read: (value) =>
    typeof value === 'object' && value !== null && 'n' in value && value.n instanceof JsonNumber
      ? { ok: true, value: value.n.text }
      : { ok: false, problem: 'it has no number n' },
})
const ask = (model: Model, signal = new AbortController().signal) => model.generateObject(request(), signal)
const right = { kind: 'text', text: '{"n": 12345678901234567890.10}' } as const
const value = { ok: true, value: '12345678901234567890.10' }

describe('an object', () => {
  it('is requested with its schema, with the key only in the header, and keeps every digit', async () => {
    server.play([right])
    expect(await ask(modelWithin(60_000))).toEqual(value)
    expect(server.requests).toHaveLength(1)
    const { authorization, body } = server.requests[0]!
    expect(authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify(body)).not.toContain(KEY)
    expect(body).toMatchObject({
      model: 'small',
      temperature: 0,
      messages: [
        { role: 'system', content: 'Say it.' },
        { role: 'user', content: 'the material' },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA, strict: true } },
    })
    expect(body).not.toHaveProperty('seed')
  })

  it.each([
    ['a fence', 'Here you are:\n```json\n{"n": 1}\n```\nAnything else?'],
    ['words around it', 'The answer is {"n": 1}, I think.'],
    ['thoughts before it', '<think>maybe {n} or {"n": 2}</think>{"n": 1}'],
    ['white space', '\n {"n": 1} \n'],
  ])('is found in %s', async (_what, text) => {
    server.play([{ kind: 'text', text }])
    expect(await ask(modelWithin(60_000))).toEqual({ ok: true, value: '1' })
    expect(server.requests).toHaveLength(1)
  })

  it('is requested a second time with the problem, then the call fails', async () => {
    server.play([{ kind: 'object', value: { m: 1 } }, right])
    expect(await ask(modelWithin(60_000))).toEqual(value)
    const again = server.requests[1]!.body.messages
    expect(again.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(again[2]!.content).toBe('{"m":1}')
    expect(again[3]!.content).toContain('it has no number n')
    server.play([{ kind: 'text', text: 'I would rather talk about the weather.' }])
    expect(await ask(modelWithin(60_000))).toMatchObject({ ok: false, error: { code: 'MODEL_ANSWER_UNUSABLE' } })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['empty', { kind: 'text', text: ' ' }],
    ['cut off at the most tokens', { kind: 'text', text: '{"n": 1', finish: 'length' }],
    ['larger than is read', { kind: 'huge', bytes: MAX_ANSWER_BYTES }],
    ['no chat completion', { kind: 'raw', body: '<html>Welcome</html>' }],
    ['a completion without choices', { kind: 'raw', body: '{"choices": []}' }],
    ['a list', { kind: 'text', text: '[1]' }],
    ['an object with a key twice', { kind: 'text', text: '{"n": 1, "n": 2}' }],
  ] as const)('is requested a second time if the answer is %s', async (_what, reply) => {
    server.play([reply, right])
    expect(await ask(modelWithin(60_000))).toEqual(value)
    expect(server.requests).toHaveLength(2)
    server.play([reply])
    expect(await ask(modelWithin(60_000))).toMatchObject({ ok: false, error: { code: 'MODEL_ANSWER_UNUSABLE' } })
    expect(server.requests).toHaveLength(2)
  })

  it('is requested in words if the endpoint accepts no schema, which costs one request', async () => {
    const body = '{"error":{"message":"json_schema is not supported","param":"response_format"}}'
    server.play(({ response_format }) =>
      response_format === undefined ? right : { kind: 'status', status: 400, body },
    )
    const model = modelWithin(60_000)
    const same = request()
    const { signal } = new AbortController()
    expect(await model.generateObject(same, signal)).toEqual(value)
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]!.body.messages[0]!.content).toContain(JSON.stringify(SCHEMA))
    expect(await model.generateObject(same, signal)).toEqual(value)
    expect(server.requests).toHaveLength(3)
    // The endpoint may accept another schema.
    await model.generateObject(request(), signal)
    expect(server.requests).toHaveLength(5)
  })

  it('is requested without the settings that the endpoint does not support', async () => {
    server.play(({ temperature, seed }) => {
      const named = temperature !== undefined ? 'temperature' : seed !== undefined ? 'seed' : null
      if (named === null) return right
      return { kind: 'status', status: 400, body: `{"error":{"message":"Unsupported parameter: '${named}'"}}` }
    })
    const model = modelWithin(60_000)
    const varied = { ...request(), seed: 4 }
    expect(await model.generateObject(varied, new AbortController().signal)).toEqual(value)
    expect(server.requests.map(({ body }) => 'response_format' in body)).toEqual([true, true, true])
    await model.generateObject(varied, new AbortController().signal)
    expect(server.requests).toHaveLength(4)
  })
})

describe('an unusable answer', () => {
  const raw = (body: string) => ({ kind: 'raw', body }) as const
  it.each([
    ['empty', { kind: 'text', text: ' ' }, true, 'it was empty'],
    ['no_json', { kind: 'text', text: `Jane {"n": ${KEY}}` }, true, 'it is not JSON'],
    ['no_json', { kind: 'text', text: 'Jane has 12 horses.' }, true, 'it is not JSON'],
    ['no_object', { kind: 'text', text: '[1, "Jane"]' }, true, 'no object'],
    ['wrong_form', { kind: 'object', value: { m: 'Jane' } }, true, 'it has no number n'],
    ['cut_off', { kind: 'text', text: '{"n": 1', finish: 'length' }, false, 'cut off'],
    ['too_large', { kind: 'huge', bytes: MAX_ANSWER_BYTES }, false, 'larger'],
    ['web_page', raw(`<!doctype html><title>Jane ${KEY}</title>`), false, 'web page'],
    ['stream', raw('data: {"choices":[{"delta":{"content":"Jane"}}]}\n\ndata: [DONE]\n'), false, 'stream'],
    ['no_completion', raw('{"choices": []}'), false, 'no chat completion'],
    ['no_json', raw('{"choices": [{"message": {"content": "Ja'), true, 'not JSON'],
  ] as const)('is reported as %s, and is retryable if that helps', async (cause, reply, retryable, words) => {
    const reports: EndpointReport[] = []
    server.play([reply])
    const model = modelWithin(60_000, [], reports)
    for (let frame = 0; frame < 3; frame++) {
      const answer = await ask(model)
      const message = expect.stringContaining(words)
      expect(answer).toMatchObject({ ok: false, error: { code: 'MODEL_ANSWER_UNUSABLE', retryable, message } })
      expect(inspect(answer, { depth: null })).not.toMatch(/secret/)
    }
    expect(reports).toEqual([
      {
        endpoint: server.baseUrl,
        cause,
        sample: reports[0]?.sample,
        message: expect.stringContaining('cannot be used'),
      },
    ])
    expect(`${reports[0]?.sample} ${reports[0]?.message}`).not.toMatch(/Jane|secret|\d\d/)
  })

  it('is reported with an address without secrets, as is a rejected request', async () => {
    const reports: EndpointReport[] = []
    const report = (entry: EndpointReport) => void reports.push(entry)
    const settings = { ...ENDPOINT, baseUrl: `${server.baseUrl}?key=word` }
    const model = createModel(settings, { now: Date.now, pause: async () => {} }, report)
    server.play([{ kind: 'status', status: 401 }])
    const answer = await ask(modelWithin(60_000, [], reports))
    expect(answer).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE', retryable: false } })
    expect(reports).toMatchObject([{ endpoint: server.baseUrl, cause: 'rejected', sample: null }])
    await ask(model).catch(() => null)
    expect(inspect(reports)).not.toContain('word')
  })

  it('is final without a wait when the quota is used up', async () => {
    const body = '{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}'
    server.play([{ kind: 'status', status: 429, body }])
    const message = expect.stringContaining('quota')
    expect(await ask(modelWithin(60_000))).toMatchObject({
      error: { code: 'MODEL_UNAVAILABLE', retryable: false, message },
    })
    expect(server.requests).toHaveLength(1)
  })

  it('counts as a failed endpoint if a gateway reports an error with status 200', async () => {
    server.play([{ kind: 'raw', body: '{"error": {"message": "overloaded"}}' }, right])
    expect(await ask(modelWithin(60_000))).toEqual(value)
    server.play([{ kind: 'raw', body: '{"error": {"message": "overloaded"}}' }])
    expect(await ask(modelWithin(60_000))).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE', retryable: true } })
  })

  it('keeps only its shape, without letters or digits', () => {
    expect(shapeOf('{"n": "Jane Doé", "age": 41.5}\n\0漢字')).toBe('{"x": "x x", "x": 0.0} x')
    expect(shapeOf('-'.repeat(500))).toHaveLength(121)
    expect(shapeOf('x'.repeat(5_000_000))).toBe('x…')
  })
})

describe('an endpoint that does not answer', () => {
  it.each([
    ['a status of 500', { kind: 'status', status: 500 }],
    ['a status of 503', { kind: 'status', status: 503 }],
    ['a broken connection', { kind: 'drop' }],
    ['half an answer', { kind: 'cut' }],
  ] as const)('is asked twice more after %s', async (_what, reply) => {
    const waits: number[] = []
    server.play([reply, reply, right])
    expect(await ask(modelWithin(60_000, waits))).toEqual(value)
    expect(waits).toEqual([500, 1_000])
    server.play([reply])
    expect(await ask(modelWithin(60_000))).toMatchObject({
      ok: false,
      error: { code: 'MODEL_UNAVAILABLE', retryable: true },
    })
    expect(server.requests).toHaveLength(3)
  })

  it('is retried after the wait that it demands, within the timeout', async () => {
    const waits: number[] = []
    const limited = (retryAfter?: string) =>
      ({ kind: 'status', status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) }) as const
    server.play([limited('3'), limited('1'), limited(), limited('2'), right])
    expect(await ask(modelWithin(60_000, waits))).toEqual(value)
    expect(waits).toEqual([3_000, 1_000, 2_000, 2_000])
    server.play([limited('61'), right])
    expect(await ask(modelWithin(60_000))).toMatchObject({
      ok: false,
      error: { code: 'MODEL_UNAVAILABLE', retryable: true },
    })
    expect(server.requests).toHaveLength(1)
    const later = new Date(Date.now() + 20_000).toUTCString()
    server.play([limited(later), right])
    expect(await ask(modelWithin(60_000, waits))).toEqual(value)
    expect(waits.at(-1)).toBeGreaterThan(15_000)
  })

  it('is given up when the time is over, however slow it is', async () => {
    for (const reply of [{ kind: 'silence' }, { kind: 'slow', milliseconds: 60_000, reply: right }] as const) {
      server.play([reply])
      const answer = await ask(modelWithin(1_000))
      expect(answer).toMatchObject({ ok: false, error: { code: 'MODEL_UNAVAILABLE', retryable: true } })
      expect(answer).toMatchObject({ error: { message: expect.stringContaining('within 1000 milliseconds') } })
      expect(await server.requests[0]!.closed).toBe('abandoned')
    }
  })

  it('is reported as unavailable if nothing listens at its address', async () => {
    const gone = await startScriptedModelServer()
    await gone.stop()
    const model = createModel({ ...ENDPOINT, baseUrl: gone.baseUrl }, { now: Date.now, pause: async () => {} })
    expect(await ask(model)).toMatchObject({ ok: false, error: { code: 'MODEL_UNAVAILABLE', retryable: true } })
  })

  it.each([401, 403, 404, 413, 418])('is not asked again after %i', async (status) => {
    server.play([{ kind: 'status', status, body: `{"error":{"message":"wrong key ${KEY}, and the material"}}` }])
    const answer = await ask(modelWithin(60_000))
    expect(answer).toMatchObject({ ok: false, error: { code: 'MODEL_UNAVAILABLE', retryable: false } })
    expect(server.requests).toHaveLength(1)
    expect(inspect(answer, { depth: null })).not.toMatch(/secret|the material/)
  })
})

describe('a model that refuses', () => {
  it.each([
    ['by its refusal', { kind: 'refusal' }],
    ['by a filter', { kind: 'text', text: '', finish: 'content_filter' }],
    [
      'by a filter before it',
      { kind: 'status', status: 400, body: '{"error":{"message":"no","code":"content_filter"}}' },
    ],
  ] as const)('is not asked again %s', async (_what, reply) => {
    server.play([reply])
    expect(await ask(modelWithin(60_000))).toMatchObject({
      ok: false,
      error: { code: 'MODEL_REFUSED', retryable: false },
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('an abort', () => {
  it('ends a request or a wait with its own reason', async () => {
    const controller = new AbortController()
    server.play([{ kind: 'silence' }])
    const answer = ask(modelWithin(60_000), controller.signal)
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(1)
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    expect(await server.requests[0]!.closed).toBe('abandoned')
    server.play([{ kind: 'status', status: 429, retryAfter: '30' }])
    const waiting = new AbortController()
    const pause = () => new Promise<void>(() => waiting.abort(new Error('now')))
    const model = createModel({ ...ENDPOINT, baseUrl: server.baseUrl }, { now: Date.now, pause })
    await expect(ask(model, waiting.signal)).rejects.toThrow('now')
    expect(server.requests).toHaveLength(1)
  })
})

describe('a text', () => {
  it('is requested without a form, and a second time if it is blank', async () => {
    server.play([
      { kind: 'text', text: ' \n' },
      { kind: 'text', text: ' Why? \n' },
    ])
    const answer = await modelWithin(60_000).generateText({ ...ASKED, model: 'large' }, new AbortController().signal)
    expect(answer).toEqual({ ok: true, value: 'Why?' })
    expect(server.requests.map(({ body }) => [body.model, 'response_format' in body])).toEqual([
      ['large', false],
      ['large', false],
    ])
  })
})

describe('a key', () => {
  it('that no header may hold is refused, and the message does not show it', () => {
    const make = () =>
      createModel(
        { ...ENDPOINT, baseUrl: server.baseUrl, apiKey: `${KEY}\n` },
        { now: Date.now, pause: async () => {} },
      )
    expect(make).toThrow('MODEL_API_KEY')
    expect(make).not.toThrow(KEY)
  })
})
