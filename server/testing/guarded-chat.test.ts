/** The official client of OpenAI's API, in front of a guard, in front of a model that this test plays. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type GuardrailAccount,
  issueServiceToken,
  makeGuardrailAccount,
  makeReceiptGuardrail,
} from './guardrail-account'
import { type PeopleServer, startPeopleServer } from './people-server'

interface Asked {
  readonly model: string
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: string | null }[]
}
type Message = Readonly<Record<string, unknown>>

const KEPT = '{"amount": "20 USD", "has_receipt": false}'
const BROKEN = '{"amount": "90 USD", "has_receipt": false}'
const OPEN = '{"amount": "90 USD", "has_receipt": "unknown"}'
const QUESTION = [{ role: 'user' as const, content: 'Is the dinner refunded?' }]

let server: PeopleServer
let account: GuardrailAccount
let receipts: string
let model: Server
let modelCalls: { readonly body: Asked; readonly authorization: string | undefined }[] = []
/** A message, several choices, or a status. */
type Played = Message | readonly Message[] | number
let answers: readonly Played[] = []
/** What happens while the model thinks. */
let meanwhile: () => Promise<void> = async () => {}

beforeAll(async () => {
  model = createServer((request, response) => {
    void readBody(request).then(async (text) => {
      await meanwhile()
      const body = JSON.parse(text) as Asked
      modelCalls.push({ body, authorization: request.headers.authorization })
      const answer = answers[Math.min(modelCalls.length, answers.length) - 1]
      if (typeof answer === 'number') {
        response.writeHead(answer, { 'content-type': 'application/json', 'retry-after': '0' })
        response.end('{"error":{"message":"as scripted","key":"sk-operator"}}')
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(completionText(body.model, answer ?? {}))
    })
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  server = await startPeopleServer({
    MODEL_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    MODEL_NAME: 'house-model',
    MODEL_API_KEY: 'sk-operator',
  })
  account = await makeGuardrailAccount(server)
  receipts = await makeReceiptGuardrail(server, account)
})

afterAll(async () => {
  model?.close()
  await server?.stop()
  expect(server?.log()).toBe('')
})

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function completionText(name: string, played: Exclude<Played, number>): string {
  const messages: readonly Message[] = Array.isArray(played) ? played : [played]
  const choices = messages.map((message, index) => ({
    ...{ index, logprobs: null },
    message: { role: 'assistant', content: null, ...message },
    finish_reason: message.tool_calls === undefined ? 'stop' : 'tool_calls',
  }))
  return JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_790_000_000, model: name },
    ...{ choices, usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  })
}

async function token(): Promise<string> {
  const response = await fetch(`${server.url}/client-api/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: account.username, service_token: account.serviceToken }),
  })
  return ((await response.json()) as { token: string }).token
}

/** Plays the answers of the model, the last one repeatedly. */
async function clientOf(
  played: readonly Played[],
  headers: Readonly<Record<string, string>> = {},
  target = receipts,
): Promise<OpenAI> {
  modelCalls = []
  answers = played
  meanwhile = async () => {}
  const baseURL = `${server.url}/guard/${target}/openai/v1`
  return new OpenAI({ apiKey: await token(), baseURL, defaultHeaders: headers, maxRetries: 0 })
}

type Guarded = OpenAI.ChatCompletion & {
  readonly touchstone: {
    readonly action: string
    readonly checks: readonly {
      readonly subject: string
      readonly conclusion: string
      readonly failed: readonly string[]
    }[]
  }
}

async function ask(
  client: OpenAI,
  more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {},
): Promise<Guarded> {
  return (await client.chat.completions.create({ model: 'gpt-x', messages: QUESTION, ...more })) as Guarded
}

it('passes an answer that meets the rules unchanged, and asks the model with the key of the operator', async () => {
  const answer = await ask(await clientOf([{ content: KEPT }]))
  expect(answer.choices[0]).toMatchObject({ message: { content: KEPT }, finish_reason: 'stop' })
  expect(answer.usage).toMatchObject({ total_tokens: 15 })
  expect(answer.touchstone).toMatchObject({ action: 'passed', checks: [{ subject: 'answer', conclusion: 'YES' }] })
  expect(modelCalls).toMatchObject([
    { authorization: 'Bearer sk-operator', body: { model: 'gpt-x', messages: QUESTION } },
  ])
})

it('withholds an answer that breaks a rule, and one that cannot be decided unless that passes', async () => {
  const broken = await ask(await clientOf([{ content: BROKEN }]))
  expect(broken.choices[0]?.finish_reason).toBe('content_filter')
  expect(broken.choices[0]?.message.refusal).toMatch(/^This answer was withheld, because it does not meet the rules/)
  expect(JSON.stringify(broken.choices)).not.toContain('90 USD')
  expect(broken.touchstone).toMatchObject({
    action: 'blocked',
    checks: [{ conclusion: 'NO', failed: [expect.stringContaining('receipt_attached is FALSE')] }],
  })
  const open = await ask(await clientOf([{ content: OPEN }]))
  expect(open.choices[0]?.message.content).toMatch(/could not be decided/)
  const passing = await ask(await clientOf([{ content: OPEN }], { 'touchstone-unknown': 'pass' }))
  expect(passing.choices[0]?.message.content).toBe(OPEN)
})

it('annotates without a change, and has the model write an answer again once', async () => {
  const annotated = await ask(await clientOf([{ content: BROKEN }], { 'touchstone-mode': 'annotate' }))
  expect(annotated.choices[0]?.message.content).toBe(BROKEN)
  expect(annotated.touchstone).toMatchObject({ action: 'annotated', checks: [{ conclusion: 'NO' }] })
  const rewrite = { 'touchstone-mode': 'rewrite' }
  const rewritten = await ask(await clientOf([{ content: BROKEN }, { content: KEPT }], rewrite))
  expect(rewritten.choices[0]?.message.content).toBe(KEPT)
  expect(rewritten.touchstone).toMatchObject({
    action: 'rewritten',
    checks: [{ conclusion: 'NO' }, { conclusion: 'YES' }],
  })
  expect(modelCalls[1]?.body.messages.at(-1)?.content).toContain('receipt_attached is FALSE')
  const stubborn = await ask(await clientOf([{ content: BROKEN }], rewrite))
  expect(stubborn.touchstone.action).toBe('blocked')
  expect(modelCalls).toHaveLength(2)
})

it('checks calls of tools by their arguments before they leave', async () => {
  const call = (id: string, text: string) => ({ id, type: 'function', function: { name: 'refund', arguments: text } })
  const kept = await ask(await clientOf([{ tool_calls: [call('a', KEPT)] }]))
  expect(kept.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [call('a', KEPT)] } })
  const broken = await ask(await clientOf([{ tool_calls: [call('a', KEPT), call('b', BROKEN)] }]))
  expect(broken.choices[0]?.message.tool_calls).toBeUndefined()
  expect(broken.touchstone.checks.map(({ subject, conclusion }) => [subject, conclusion])).toEqual([
    ['tool_call refund', 'YES'],
    ['tool_call refund', 'NO'],
  ])
  const rewritten = await ask(
    await clientOf([{ tool_calls: [call('a', BROKEN)] }, { tool_calls: [call('b', KEPT)] }], {
      'touchstone-mode': 'rewrite',
    }),
  )
  expect(rewritten.choices[0]?.message.tool_calls).toEqual([call('b', KEPT)])
  expect(modelCalls[1]?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
})

it('streams checked answers, withheld ones and calls of tools', async () => {
  const call = { id: 'a', type: 'function', function: { name: 'refund', arguments: KEPT } }
  const read = async (message: Message) => {
    const client = await clientOf([message])
    const stream = client.chat.completions.stream({
      ...{ model: 'gpt-x', messages: QUESTION },
      stream_options: { include_usage: true },
    })
    const whole = await stream.finalChatCompletion()
    expect(modelCalls[0]?.body.stream).toBeUndefined()
    return whole
  }
  const long = `${KEPT.slice(0, -1)}${' '.repeat(5_000)}}`
  expect((await read({ content: long })).choices[0]).toMatchObject({
    message: { content: long },
    finish_reason: 'stop',
  })
  expect((await read({ content: KEPT })).usage).toMatchObject({ total_tokens: 15 })
  expect(await read({ content: BROKEN })).toMatchObject({
    choices: [{ finish_reason: 'content_filter', message: { refusal: expect.stringContaining('withheld') } }],
    touchstone: { action: 'blocked', checks: [{ conclusion: 'NO' }] },
  })
  expect((await read({ tool_calls: [call] })).choices[0]?.message.tool_calls).toMatchObject([call])
})

it('checks what the user wrote before a model reads it', async () => {
  const headers = { 'touchstone-input-target': receipts }
  const blocked = await ask(await clientOf([{ content: KEPT }], headers), {
    messages: [{ role: 'user', content: BROKEN }],
  })
  expect(blocked.touchstone).toMatchObject({ action: 'blocked', checks: [{ subject: 'input' }] })
  expect(modelCalls).toEqual([])
  const passed = await ask(await clientOf([{ content: KEPT }], headers), {
    messages: [{ role: 'user', content: KEPT }],
  })
  expect(passed.touchstone.checks.map(({ subject }) => subject)).toEqual(['input', 'answer'])
})

it('takes the key of a service account, until its secret is revoked', async () => {
  const { id, secret } = await issueServiceToken(server)
  const client = await clientOf([{ content: KEPT }])
  const lasting = client.withOptions({ apiKey: `${account.username}:${secret}` })
  expect((await ask(lasting)).touchstone.action).toBe('passed')
  expect((await ask(lasting)).touchstone.action).toBe('passed')
  await server.call(server.administrator, 'serviceAccounts.revokeSecret', { id })
  await expect
    .poll(
      () =>
        ask(lasting).then(
          () => null,
          (error: unknown) => error,
        ),
      { timeout: 10_000 },
    )
    .toBeInstanceOf(OpenAI.AuthenticationError)
  await expect(ask(client.withOptions({ apiKey: `${account.username}:wrong` }))).rejects.toThrow(
    OpenAI.AuthenticationError,
  )
})

it.each([
  ['whole', false],
  ['streamed', true],
])('withholds a %s answer if the secret is revoked while the model thinks', async (_, stream) => {
  const { id, secret } = await issueServiceToken(server)
  const client = await clientOf([{ content: KEPT }])
  meanwhile = async () => {
    await server.call(server.administrator, 'serviceAccounts.revokeSecret', { id })
    await sleep(1_500)
  }
  const lasting = client.withOptions({ apiKey: `${account.username}:${secret}` })
  const answering = lasting.chat.completions.create({ model: 'gpt-x', messages: QUESTION, stream })
  await expect(answering).rejects.toThrow(OpenAI.AuthenticationError)
  expect(modelCalls).toHaveLength(1)
})

it('lists the model of the operator', async () => {
  const client = await clientOf([])
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['house-model'])
})

it('spends nothing for a target that the client does not have, a wrong token or a wrong setting', async () => {
  const unknown = await clientOf([{ content: KEPT }], {}, '00000000-0000-4000-8000-000000000000')
  await expect(ask(unknown)).rejects.toMatchObject({ status: 404 })
  const stranger = new OpenAI({ apiKey: 'nobody', baseURL: `${server.url}/guard/${receipts}/openai/v1`, maxRetries: 0 })
  await expect(ask(stranger)).rejects.toThrow(OpenAI.AuthenticationError)
  await expect(ask(await clientOf([{ content: KEPT }], { 'touchstone-mode': 'maybe' }))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('touchstone-mode'),
  })
  await expect(ask(await clientOf([{ content: KEPT }]), { messages: [] })).rejects.toMatchObject({ status: 400 })
  const several = await clientOf([{ content: KEPT }], { 'touchstone-mode': 'rewrite' })
  await expect(ask(several, { n: 2 })).rejects.toMatchObject({ status: 400 })
  expect(modelCalls).toEqual([])
})

it('reports a model that refuses, is busy or breaks, and never its key', async () => {
  const failure = async (status: number) => {
    const client = await clientOf([status])
    return ask(client).then(
      () => null,
      (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
    )
  }
  expect(await failure(400)).toMatchObject({ status: 400, message: expect.stringContaining('as scripted') })
  expect(await failure(429)).toBeInstanceOf(OpenAI.RateLimitError)
  for (const status of [401, 500, 503]) {
    const error = await failure(status)
    expect(error).toMatchObject({ status: 502 })
    expect(JSON.stringify(error?.error)).not.toContain('sk-operator')
  }
})

it('withholds only the choices that fail', async () => {
  const answer = await ask(await clientOf([[{ content: KEPT }, { content: BROKEN }]]), { n: 2 })
  expect(answer.choices.map(({ index, finish_reason }) => [index, finish_reason])).toEqual([
    [0, 'stop'],
    [1, 'content_filter'],
  ])
  expect(answer.choices[0]?.message.content).toBe(KEPT)
})
