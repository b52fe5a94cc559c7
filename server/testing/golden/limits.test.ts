import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../running-server'

/** A server with small caps and budgets. */
let server: RunningServer | undefined
const SOURCE = 'declare a as boolean;\nassert x { a };\n'

beforeAll(async () => {
  server = await startServer({
    EVALUATION_CALLS_PER_DAY: '4',
    EVALUATION_CALLS_TOTAL: '6',
    EVALUATION_ISSUED_PER_HOUR: '3',
    BUDGET_CLAIMS: '3',
    BUDGET_ASSERTIONS: '3',
    BUDGET_EXPRESSION_NODES: '50',
    BUDGET_BODY_BYTES: '4000',
  })
})

afterAll(() => server?.stop())

async function post(
  route: string,
  body: unknown,
  token?: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> & { error?: Record<string, unknown> } }> {
  const response = await fetch(server!.url + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-service-credential': token }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

const issue = () => post('/v1/credentials/evaluation', { client: 'limits' })

it('an evaluation credential counts only successful calls, and concurrent calls never pass its cap', async () => {
  const token = (await issue()).body.credential as string
  for (let i = 0; i < 6; i++)
    expect((await post('/v1/compile', { source: 'assert x { nothing };' }, token)).status).toBe(422)
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => post('/v1/check', { source: SOURCE, claims: { a: true } }, token)),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4)
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]!.body.error).toMatchObject({ code: 'EVALUATION_LIMIT' })
  const wait = Number(refused[0]!.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  expect(refused[0]!.headers.get('x-service-credential-grade')).toBe('evaluation')
  expect(refused[0]!.body.error!.message).toContain('They reset at 00:00 UTC. Wait until then')
  const account = await fetch(`${server!.url}/v1/account`, { headers: { 'x-service-credential': token } })
  const midnight = expect.stringMatching(/T00:00:00\.000Z$/)
  const daily = { used: 4, limit: 4, remaining: 0, resets_at: midnight }
  const total = { used: 4, limit: 6, remaining: 2, resets_at: null }
  expect(await account.json()).toMatchObject({ usage: { ...daily, daily, total }, stub: false })
})

it('budgets hold at the limit and refuse one above, with limit and actual', async () => {
  const token = (await issue()).body.credential as string
  const claims = (count: number) =>
    `${Array.from({ length: count }, (_, i) => `declare c${i} as boolean;`).join('\n')}\nassert x { c0 };\n`
  const assertions = (count: number) =>
    `declare a as boolean;\n${Array.from({ length: count }, (_, i) => `assert x${i} { a };`).join('\n')}\n`
  const nodes = (count: number) =>
    `declare a as boolean;\nassert x { And(${Array.from({ length: count - 1 }, () => 'a').join(', ')}) };\n`
  for (const [budget, limit, make] of [
    ['claims', 3, claims],
    ['assertions', 3, assertions],
    ['expression_nodes', 50, nodes],
  ] as const) {
    const over = await post('/v1/compile', { source: make(limit + 1) }, token)
    expect(over.status, budget).toBe(413)
    expect(over.body.error).toMatchObject({ code: 'BUDGET_EXCEEDED', budget, limit, actual: limit + 1 })
    expect((await post('/v1/compile', { source: make(limit) }, token)).status, budget).toBe(200)
  }
  const padded = (length: number) => JSON.stringify({ source: SOURCE, claims: { a: true } }).padEnd(length, ' ')
  expect((await post('/v1/check', padded(4_000), token)).status).toBe(200)
  expect((await post('/v1/check', padded(4_001), token)).body.error).toMatchObject({
    code: 'BUDGET_EXCEEDED',
    budget: 'body_bytes',
    limit: 4_000,
    actual: 4_001,
  })
})

it('one address gets so many credentials an hour and no more', async () => {
  expect((await issue()).status).toBe(200)
  const refused = await issue()
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({ code: 'EVALUATION_LIMIT' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
})

it('a deployment without credentials says so when one is requested', { tags: ['nightly'] }, async () => {
  const open = await startServer({ CREDENTIALS: 'none' })
  const response = await fetch(`${open.url}/v1/credentials/evaluation`, { method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
  await open.stop()
})

it('a busy engine answers 503 with when to come again, and calls that need no solver pass', {
  tags: ['nightly'],
}, async () => {
  const busy = await startServer({
    ...{ CREDENTIALS: 'none', SOLVER_WORKERS: '1', SOLVER_WAIT_MS: '0' },
    // A call that may not wait needs a ready worker.
    ENGINE_WARM_UP: 'on',
  })
  const hard = (i: number) => ({
    source: `declare x as numeric;\ndeclare y as numeric;\ndeclare z as numeric;\nassert f { x * x * x + y * y * y * y != z * z * z * x * y + ${i} };\n`,
    claims: { x: null, y: null, z: null },
  })
  const send = (body: unknown) =>
    fetch(`${busy.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => send(hard(i))))
  const refused = answers.filter((answer) => answer.status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
  const envelope = (await refused[0]!.json()) as { error: { code: string; retry_after_ms: number } }
  expect(envelope.error.code).toBe('ENGINE_BUSY')
  expect(Number(refused[0]!.headers.get('retry-after'))).toBe(
    Math.max(1, Math.ceil(envelope.error.retry_after_ms / 1000)),
  )
  expect((await send({ source: SOURCE, claims: { a: true } })).status).toBe(200)
  await busy.stop()
})
