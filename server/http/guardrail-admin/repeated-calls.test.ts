/** `Idempotency-Key` on two processes over one real database. */
import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaOf } from '../../api/openapi/openapi-schemas'
import { OPERATIONS, type Operation } from '../../api/operations'
import { acceptsKey, PLATFORM_OPERATIONS, type PlatformOperation } from '../../api/platform-operations'
import { callerWithoutCredential } from '../../services/calls/caller'
import { callOperation } from '../../services/testing/services-under-test'
import { repetitions } from '../../testing/repetitions'
import { type ApiUnderTest, type Ask, call, type GroupUnderTest, group, startApi } from '../testing/api-under-test'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const HASH = createHash('sha256').update(SOURCE).digest('hex')
const DAY_MS = 86_400_000

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi({}, { projects_per_group: 10_000, guardrails_per_group: 10_000 }, 2)
})
afterAll(() => api.stop())

const KINDS = ['projects', 'guardrails', 'applications', 'tool-guards'] as const
type Kind = (typeof KINDS)[number]

/** Tables of what the operations add. */
const TABLES: Readonly<Record<Kind, string>> = {
  projects: 'project',
  guardrails: 'guardrail',
  applications: 'application',
  'tool-guards': 'tool_guard',
}

interface Home {
  readonly by: GroupUnderTest
  readonly project: string
  readonly guardrail: string
}

async function newHome(by?: GroupUnderTest): Promise<Home> {
  const of = by ?? (await group(api.tested, api.platform))
  const caller = callerWithoutCredential('open', of.namespaceId)
  await callOperation(api.tested.services[0]!, 'compile', caller, { source: SOURCE })
  const made = async (path: string, json: object) => {
    const answer = await call(api.urls[0]!, of, 'POST', path, { json })
    return ((await answer.json()) as { readonly id: string }).id
  }
  const project = await made('/api/v1/projects', { name: randomUUID() })
  const judge = { name: randomUUID(), type: 'llm_judge', configuration: {} }
  return { by: of, project, guardrail: await made(`/api/v1/projects/${project}/guardrails`, judge) }
}

/** The n-th request of a kind; another number gives another request. */
function requestOf(
  kind: Kind,
  { project, guardrail }: Home,
  n: number,
): { readonly path: string; readonly json: object } {
  const name = `${kind} ${n}`
  switch (kind) {
    case 'projects':
      return { path: '/api/v1/projects', json: { name } }
    case 'guardrails':
      return {
        path: `/api/v1/projects/${project}/guardrails`,
        json: { name, type: 'policy_rules', configuration: { ruleset_hash: HASH } },
      }
    case 'applications':
      return {
        path: `/api/v1/projects/${project}/applications`,
        json: { name, graph: { nodes: [{ id: 'only', guardrail_id: guardrail }] } },
      }
    case 'tool-guards':
      return {
        path: '/api/v1/tool-guards',
        json: {
          ...{ name, server: 'shop', tool: name, ruleset_hash: HASH },
          map: { claims: { paid: { from: 'argument', path: '$.paid' } } },
        },
      }
  }
}

interface Sent {
  readonly key: string
  readonly kind: Kind
  readonly n: number
  readonly process?: number
  readonly ask?: Ask
}

async function send(home: Home, { key, kind, n, process = 0, ask = {} }: Sent) {
  const { path, json } = requestOf(kind, home, n)
  const headers = { ...ask.headers, 'idempotency-key': key }
  const answer = await call(api.urls[process]!, home.by, 'POST', path, { json, ...ask, headers })
  const { status } = answer
  const text = await answer.text()
  return { status, text, bytes: [status, answer.headers.get('etag'), answer.headers.get('location'), text].join('\n') }
}

async function countRows(namespaceId: string): Promise<Readonly<Record<Kind, number>>> {
  const counts = KINDS.map(
    (kind) => `(SELECT count(*)::int FROM ${TABLES[kind]} WHERE namespace_id = namespace.id) AS "${kind}"`,
  )
  const sql = `SELECT ${counts.join()} FROM namespace WHERE id = '${namespaceId}'`
  return (await api.tested.query<Record<Kind, number>>(sql))[0]!
}

/** Removes stored answers, as if the process ended between the commit and the storing of the answer. */
async function loseAnswers(namespaceId: string): Promise<void> {
  await api.tested.query(`UPDATE repeatable_call SET answer = NULL WHERE namespace_id = '${namespaceId}'`)
}

/** Keys, each with its request, and where it is sent. The calls of one round run at the same time. */
const order = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 3 }),
  rounds: fc.array(fc.array(fc.record({ drawn: fc.nat(2), process: fc.nat(1) }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  }),
  lostAfter: fc.nat(3),
})

async function holdsForOrder({ kinds, rounds, lostAfter }: typeof order extends fc.Arbitrary<infer T> ? T : never) {
  const home = await newHome()
  const { namespaceId } = home.by
  const before = await countRows(namespaceId)
  const answers = new Map<number, Set<string>>()
  for (const [at, round] of rounds.entries()) {
    await Promise.all(
      round.map(async ({ drawn, process }) => {
        const n = drawn % kinds.length
        const { status, bytes } = await send(home, { key: `key-${n}`, kind: kinds[n]!, n, process })
        expect(status).toBe(201)
        answers.set(n, (answers.get(n) ?? new Set()).add(bytes))
      }),
    )
    if (at === lostAfter) await loseAnswers(namespaceId)
  }
  for (const [n, each] of answers) expect(each.size, `answers of key ${n}`).toBe(1)
  const after = await countRows(namespaceId)
  for (const kind of KINDS)
    expect(after[kind] - before[kind], kind).toBe([...answers.keys()].filter((n) => kinds[n] === kind).length)
}

it('adds one record for each key and answers its repetitions with the same bytes, in any order on two processes', {
  tags: ['repeated'],
  timeout: 600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(order, holdsForOrder), { numRuns: repetitions(100) })
})

it.each(KINDS)('answers a repeated call for %s as before, even after what it added was removed', async (kind) => {
  const home = await newHome()
  const sent: Sent = { key: 'one', kind, n: 1 }
  const first = await send(home, sent)
  const { id } = JSON.parse(first.text) as { readonly id: string }
  const headers = { 'if-match': '"1"' }
  expect((await call(api.urls[0]!, home.by, 'DELETE', `/api/v1/${kind}/${id}`, { headers })).status).toBe(204)
  expect((await send(home, { ...sent, process: 1 })).bytes).toBe(first.bytes)
  await loseAnswers(home.by.namespaceId)
  expect(JSON.parse((await send(home, sent)).text)).toMatchObject({ id, version: 1 })
})

it.each(KINDS)('refuses a key of %s with another body, even while the first call runs', async (kind) => {
  const home = await newHome()
  expect((await send(home, { key: 'one', kind, n: 1 })).status).toBe(201)
  const other = await send(home, { key: 'one', kind, n: 2, process: 1 })
  expect(JSON.parse(other.text)).toMatchObject({ status: 422, title: 'Key reused' })
  const before = await countRows(home.by.namespaceId)
  const both = [3, 4].map((n, process) => send(home, { key: 'two', kind, n, process }))
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 422])
  expect((await countRows(home.by.namespaceId))[kind]).toBe(before[kind] + 1)
})

it('refuses a key with the same body for another project, and with another operation', async () => {
  const home = await newHome()
  const other = await newHome(home.by)
  const sent: Sent = { key: 'one', kind: 'guardrails', n: 1 }
  expect((await send(home, sent)).status).toBe(201)
  expect((await send(other, sent)).status).toBe(422)
  expect((await send(home, { ...sent, kind: 'projects' })).status).toBe(422)
})

it('keeps the keys of other accounts and groups apart, and those of an account for each of its tokens', async () => {
  const home = await newHome()
  const { platform } = api
  const { person } = home.by
  const tokenOf = async (username: string) => {
    const { id } = await platform.accounts.add(person, { username, description: '' })
    const issue = () => platform.accounts.issueSecret(person, id, { kind: 'api_key', label: 'x', expiresAt: null })
    const secrets = [(await issue()).secret, (await issue()).secret]
    return Promise.all(secrets.map(async (secret) => (await platform.gate.grant(username, secret, 'test')).token))
  }
  const [one, renewed] = await tokenOf(`robot-${randomUUID().slice(0, 8)}`)
  const sent: Sent = { key: 'one', kind: 'projects', n: 1 }
  const first = await send(home, { ...sent, ask: { token: one! } })
  expect((await send(home, { ...sent, ask: { token: renewed! } })).bytes).toBe(first.bytes)
  // The account of the group has its own key, and the name is taken.
  expect((await send(home, sent)).status).toBe(409)
  expect((await send(home, { ...sent, n: 2 })).status).toBe(201)
  expect((await send(await newHome(api.theirs), { ...sent, n: 3 })).status).toBe(201)
})

it('keeps a key free after a refusal, and forgets it after a day', async () => {
  const home = await newHome()
  const taken = await send(home, { key: 'other', kind: 'projects', n: 1 })
  expect((await send(home, { key: 'one', kind: 'projects', n: 1 })).status).toBe(409)
  expect((await send(home, { key: 'one', kind: 'projects', n: 2 })).status).toBe(201)
  api.tested.pass(DAY_MS - 60_000)
  const { secret } = await newKeyOf(home)
  const later = { token: secret }
  expect((await send(home, { key: 'other', kind: 'projects', n: 1, ask: later })).bytes).toBe(taken.bytes)
  api.tested.pass(120_000)
  expect((await send(home, { key: 'other', kind: 'projects', n: 3, ask: later })).status).toBe(201)
})

/** A token that is valid after the clock moved. */
async function newKeyOf({ by: { person, token } }: Home): Promise<{ readonly secret: string }> {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { readonly sub: string }
  const account = (await api.platform.accounts.view(person)).accounts.find(({ id }) => sub.includes(id))!
  const issued = { kind: 'api_key', label: 'later', expiresAt: null } as const
  const { secret } = await api.platform.accounts.issueSecret(person, account.id, issued)
  return { secret: (await api.platform.gate.grant(account.username, secret, 'test')).token }
}

it('does not bring an earlier label back after a repeated label', async () => {
  const home = await newHome()
  const path = `/api/v1/answers/${await answeredBy(home)}/labels`
  const label = async (process: number, expected: string, headers: Readonly<Record<string, string>> = {}) => {
    const json = { set: 'first', expected }
    const answer = await call(api.urls[process]!, home.by, 'POST', path, { json, headers })
    return `${answer.status} ${await answer.text()}`
  }
  const key = { 'idempotency-key': 'one' }
  const first = await label(0, 'YES', key)
  expect(first).toContain('200 ')
  await label(1, 'NO')
  expect(await label(1, 'YES', key)).toBe(first)
  await loseAnswers(home.by.namespaceId)
  expect(await label(0, 'YES', key)).toContain('"expected":"NO"')
  expect(await label(0, 'UNKNOWN', key)).toContain('422 ')
})

/** A frame that the guardrail answered. @returns the id of the message */
async function answeredBy({ by, guardrail }: Home): Promise<string> {
  const { gate, frames } = api.platform
  const content = { C: ['document'], Q: null, A: 'answer' }
  const request = { trace_id: randomUUID(), response_topic: ['t'], entailment_frame: content }
  await frames.send(await gate.verify(by.token, 'client'), guardrail, request)
  const [frame] = await api.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${request.trace_id}'`)
  const E = { conclusion: 'YES', confidence: 0.75 } as const
  await frames.complete(frame!.id, guardrail, { ...content, P: [], E, Error: null })
  const [answer] = await api.tested.query<{ id: string }>(
    `SELECT message_id AS id FROM frame_response WHERE frame_id = '${frame!.id}'`,
  )
  return answer!.id
}

it('refuses a malformed key', async () => {
  const home = await newHome()
  for (const key of ['two words', 'é', 'x'.repeat(256)])
    expect((await send(home, { key: encodeURI(key) === key ? key : key, kind: 'projects', n: 1 })).status, key).toBe(
      400,
    )
})

it('stores no secret: no operation that keeps its answer shows one', () => {
  const answers = [
    ...Object.values<PlatformOperation>(PLATFORM_OPERATIONS).filter(acceptsKey),
    ...Object.values<Operation>(OPERATIONS).filter((operation) => operation.acceptsKey === true),
  ]
  expect(answers.length).toBeGreaterThan(4)
  for (const { id, response } of answers)
    expect(JSON.stringify(schemaOf(response!)), id).not.toMatch(/"\w*(secret|token|password|api_?key|credential)\w*":/i)
})
