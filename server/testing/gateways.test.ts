/** Each gateway sends what its contract says and gets an answer that its contract accepts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GATEWAY_CONTRACTS } from '../services/guarded-chat/gateway-contracts'
import {
  type GuardrailAccount,
  issueServiceToken,
  makeGuardrail,
  makeGuardrailAccount,
  makeReceiptGuardrail,
} from './guardrail-account'
import { type PeopleServer, startPeopleServer } from './people-server'

const KEPT = '{"amount": "20 USD", "has_receipt": false}'
const BROKEN = '{"amount": "90 USD", "has_receipt": false}'
const OPEN = '{"amount": "90 USD", "has_receipt": "unknown"}'
const ASKED = [{ role: 'user', content: 'Is the dinner refunded?' }]

let server: PeopleServer
let account: GuardrailAccount
let receipts: string
let people: string

beforeAll(async () => {
  server = await startPeopleServer()
  account = await makeGuardrailAccount(server)
  receipts = await makeReceiptGuardrail(server, account)
  people = await makeGuardrail(server, account, { name: 'People', type: 'human_review', configuration: {} })
})

afterAll(async () => {
  await server?.stop()
  expect(server?.log()).toBe('')
})

interface Sent {
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function send(path: string, body: unknown, { target = receipts, headers = {} }: Sent = {}) {
  const response = await fetch(`${server.url}/guard/${target}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.username}:${account.serviceToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as unknown }
}

const call = (text: string) => ({ id: 'a', type: 'function', function: { name: 'refund', arguments: text } })

describe('LiteLLM, generic guardrail API', () => {
  const PATH = 'litellm/beta/litellm_basic_guardrail_api'
  const answers = z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('NONE') }),
    z.strictObject({ action: z.literal('BLOCKED'), blocked_reason: z.string().min(1) }),
  ])
  const sent = (input_type: string, more: object) => ({
    input_type,
    texts: [],
    images: [],
    request_data: { user_api_key_alias: 'travel' },
    request_headers: { host: '[present]' },
    litellm_call_id: 'call-1',
    litellm_trace_id: 'trace-1',
    additional_provider_specific_params: {},
    ...more,
  })
  const actionOf = async (body: object, more?: Sent) => {
    const { status, answer } = await send(PATH, body, more)
    expect(status).toBe(200)
    return answers.parse(answer).action
  }

  it('passes and blocks texts of answers and requests', async () => {
    expect(await actionOf(sent('response', { texts: [KEPT], structured_messages: ASKED }))).toBe('NONE')
    expect(await actionOf(sent('response', { texts: [KEPT, BROKEN] }))).toBe('BLOCKED')
    expect(await actionOf(sent('request', { texts: [BROKEN] }))).toBe('BLOCKED')
    expect(await actionOf(sent('request', { texts: [] }))).toBe('NONE')
    const conversation = [
      { role: 'system', content: BROKEN },
      { role: 'user', content: [{ type: 'text', text: KEPT }] },
    ]
    expect(await actionOf(sent('request', { texts: [BROKEN, KEPT], structured_messages: conversation }))).toBe('NONE')
  })

  it('blocks a call of a tool whose arguments break a rule', async () => {
    expect(await actionOf(sent('response', { tool_calls: [call(KEPT)] }))).toBe('NONE')
    expect(await actionOf(sent('response', { tool_calls: [call(BROKEN)] }))).toBe('BLOCKED')
  })

  it('blocks what cannot be decided, unless the operator lets it pass', async () => {
    expect(await actionOf(sent('response', { texts: [OPEN] }))).toBe('BLOCKED')
    const headers = { 'touchstone-unknown': 'pass' }
    expect(await actionOf(sent('response', { texts: [OPEN] }), { headers })).toBe('NONE')
  })

  it('takes the key as x-api-key, as LiteLLM sends it', async () => {
    const headers = { authorization: '', 'x-api-key': `${account.username}:${account.serviceToken}` }
    const response = await fetch(`${server.url}/guard/${receipts}/${PATH}`, {
      method: 'POST',
      headers: { 'x-api-key': headers['x-api-key'], 'content-type': 'application/json' },
      body: JSON.stringify(sent('response', { texts: [KEPT] })),
    })
    expect(await response.json()).toEqual({ action: 'NONE' })
  })
})

describe('Portkey, webhook', () => {
  const answers = z.strictObject({ verdict: z.boolean(), data: z.strictObject({ reason: z.string() }).optional() })
  const sent = (eventType: string, response: object | null) => ({
    request: {
      json: { model: 'm', messages: ASKED },
      text: ASKED[0]?.content,
      isStreamingRequest: false,
      isTransformed: false,
    },
    response: { json: response, text: '', statusCode: response === null ? null : 200, isTransformed: false },
    ...{ provider: 'openai', requestType: 'chatComplete', metadata: { user: 'ada' }, eventType },
  })
  const verdictOf = async (body: object, more?: Sent) => {
    const { status, answer } = await send('portkey', body, more)
    expect(status).toBe(200)
    return answers.parse(answer).verdict
  }
  const saying = (message: object) => ({ choices: [{ index: 0, message: { role: 'assistant', ...message } }] })

  it('judges answers and calls of tools', async () => {
    expect(await verdictOf(sent('afterRequestHook', saying({ content: KEPT })))).toBe(true)
    expect(await verdictOf(sent('afterRequestHook', saying({ content: BROKEN })))).toBe(false)
    expect(await verdictOf(sent('afterRequestHook', saying({ content: null, tool_calls: [call(BROKEN)] })))).toBe(false)
    expect(await verdictOf({ ...sent('beforeRequestHook', null), request: { text: BROKEN } })).toBe(false)
  })

  it('is refused before Portkey would pass it after three seconds', async () => {
    const started = Date.now()
    expect(await verdictOf(sent('afterRequestHook', saying({ content: KEPT })), { target: people })).toBe(false)
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_900)
    const headers = { 'touchstone-wait-ms': '0' }
    expect(await verdictOf(sent('afterRequestHook', saying({ content: KEPT })), { target: people, headers })).toBe(
      false,
    )
  })
})

describe('agentgateway, webhook', () => {
  const passes = z.strictObject({ reason: z.string().optional() })
  const rejects = z.strictObject({ body: z.string(), status_code: z.int(), reason: z.string().optional() })
  const message = z.strictObject({ role: z.string(), content: z.string() })
  const masks = z.strictObject({
    body: z.strictObject({ choices: z.array(z.strictObject({ message })) }),
    reason: z.string().optional(),
  })

  it('passes or rejects a prompt', async () => {
    const prompt = (content: string) => ({ body: { messages: [{ role: 'user', content }] } })
    const action = async (content: string) => {
      const { answer } = await send('agentgateway/request', prompt(content))
      return z.strictObject({ action: z.union([rejects, passes]) }).parse(answer).action
    }
    expect(await action(KEPT)).not.toHaveProperty('status_code')
    expect(await action(BROKEN)).toMatchObject({ status_code: 403 })
  })

  it('passes an answer, or replaces each of its choices', async () => {
    const answer = (...contents: string[]) => ({
      body: { choices: contents.map((content) => ({ message: { role: 'assistant', content } })) },
    })
    const action = async (...contents: string[]) => {
      const sent = await send('agentgateway/response', answer(...contents))
      return z.strictObject({ action: z.union([masks, passes]) }).parse(sent.answer).action
    }
    expect(await action(KEPT)).not.toHaveProperty('body')
    const masked = masks.parse(await action(KEPT, BROKEN))
    expect(masked.body.choices).toHaveLength(2)
    expect(JSON.stringify(masked)).not.toContain('90 USD')
  })
})

describe('Kong, by the checks of NVIDIA NeMo Guardrails', () => {
  const PATH = 'nemo/v1/guardrail/checks'
  const status = z.enum(['success', 'blocked'])
  /** `GuardrailCheckResponse` of the microservice's client (nemo_microservices 25.7). */
  const answers = z.strictObject({
    status,
    rails_status: z.record(z.string(), z.strictObject({ status })),
    guardrails_data: z
      .strictObject({
        config_ids: z.array(z.string()).nullish(),
        llm_output: z.record(z.string(), z.unknown()).nullish(),
        log: z.record(z.string(), z.unknown()).nullish(),
        output_data: z.record(z.string(), z.unknown()).nullish(),
      })
      .nullish(),
  })
  const sent = (...messages: readonly object[]) => ({
    ...{ model: 'gpt-4o', messages, guardrails: { config_id: 'content_safety' } },
    ...{ temperature: 1, top_p: 1, max_tokens: 160, stream: false },
  })
  const user = (content: unknown) => ({ role: 'user', content })
  const assistant = (content: string | null, more: object = {}) => ({ role: 'assistant', content, ...more })
  const check = async (body: object, more?: Sent) => {
    const sending = await send(PATH, body, more)
    expect(sending.status).toBe(200)
    return answers.parse(sending.answer)
  }

  it('passes and blocks texts of requests and answers', async () => {
    expect(await check(sent(user(KEPT)))).toMatchObject({ status: 'success' })
    expect(await check(sent(user(BROKEN)))).toMatchObject({ status: 'blocked' })
    expect(await check(sent({ role: 'system', content: BROKEN }, user([{ type: 'text', text: KEPT }])))).toMatchObject({
      status: 'success',
    })
    expect(await check(sent(user(BROKEN), assistant(KEPT)))).toMatchObject({ status: 'success' })
    expect(await check(sent(user(KEPT), assistant(BROKEN)))).toMatchObject({ status: 'blocked' })
    // An empty answer counts as missing, so the request is judged.
    expect(await check(sent(user(BROKEN), assistant('')))).toMatchObject({ status: 'blocked' })
  })

  it('blocks a call of a tool whose arguments break a rule', async () => {
    const calling = (text: string) => sent(user('Refund it.'), assistant(null, { tool_calls: [call(text)] }))
    expect(await check(calling(KEPT))).toMatchObject({ status: 'success' })
    expect(await check(calling(BROKEN))).toMatchObject({ status: 'blocked' })
  })

  it('names the check in the rail that blocked, and says why', async () => {
    const { rails_status, guardrails_data } = await check(sent(user(BROKEN)))
    const [[rail = '', { status: ofRail }] = ['', { status: '' }], ...others] = Object.entries(rails_status)
    expect([others, ofRail]).toEqual([[], 'blocked'])
    const [, trace = ''] = /^touchstone ([0-9a-f-]{36})$/.exec(rail) ?? []
    expect(guardrails_data?.output_data?.reason).toContain(`(check ${trace})`)
    expect(JSON.stringify(await check(sent(user(KEPT))))).not.toContain('blocked')
  })

  it('blocks an undecided text, and one that is not decided in time', async () => {
    expect(await check(sent(user(OPEN)))).toMatchObject({ status: 'blocked' })
    expect(await check(sent(user(OPEN)), { headers: { 'touchstone-unknown': 'pass' } })).toMatchObject({
      status: 'success',
    })
    const headers = { 'touchstone-wait-ms': '0' }
    expect(await check(sent(user(KEPT)), { target: people, headers })).toMatchObject({ status: 'blocked' })
  })

  it('refuses a request without a message', async () => {
    expect(await send(PATH, sent())).toMatchObject({ status: 400 })
  })
})

describe('every gateway', () => {
  const PATHS = GATEWAY_CONTRACTS.map((contract) => contract.path)

  it.each(PATHS)('%s refuses other shapes, broken JSON, strangers and targets of others', async (path) => {
    expect(await send(path, {})).toMatchObject({ status: 400 })
    expect(await send(path, '{"input_type":')).toMatchObject({ status: 400 })
    expect(await send(path, '')).toMatchObject({ status: 400 })
    const stranger = { authorization: `Bearer ${account.username}:wrong` }
    expect(await send(path, {}, { headers: stranger })).toMatchObject({ status: 401 })
    const messages = [{ role: 'user', content: KEPT }]
    const answer = {
      ...{ input_type: 'response', texts: [KEPT], messages },
      ...{ eventType: 'beforeRequestHook', request: { text: KEPT } },
    }
    const body = path.startsWith('agentgateway')
      ? { body: { messages, choices: [{ message: { role: 'assistant', content: KEPT } }] } }
      : answer
    expect(await send(path, body)).toMatchObject({ status: 200 })
    expect(await send(path, body, { target: '00000000-0000-4000-8000-000000000000' })).toMatchObject({ status: 404 })
    expect(await send(path, body, { headers: { 'touchstone-wait-ms': '99999' } })).toMatchObject({ status: 400 })
    const read = await fetch(`${server.url}/guard/${receipts}/${path}`)
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

it('withholds a check that waits for a person while its secret is revoked', async () => {
  const { id, secret } = await issueServiceToken(server)
  const headers = { authorization: `Bearer ${account.username}:${secret}`, 'touchstone-wait-ms': '3000' }
  const answering = send(
    'portkey',
    { eventType: 'beforeRequestHook', request: { text: KEPT } },
    { target: people, headers },
  )
  await sleep(500)
  await server.call(server.administrator, 'serviceAccounts.revokeSecret', { id })
  expect(await answering).toMatchObject({ status: 401 })
})

it('is documented with its addresses, headers and waits', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../public/docs/guarded-chat.md'), 'utf8')
  for (const contract of GATEWAY_CONTRACTS) {
    for (const part of contract.path.split('/')) expect(page).toContain(part)
    expect(page).toContain(contract.waitMs.toLocaleString('en'))
  }
  for (const header of ['touchstone-unknown', 'touchstone-wait-ms', 'touchstone-mode', 'touchstone-input-target'])
    expect(page).toContain(`\`${header}`)
})
