import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationRequest, type GuardrailRequest, guardrailRequest } from '../../api/schemas/guardrail'
import { problem } from '../../api/schemas/platform'
import { repetitions } from '../../testing/repetitions'
import { type ApiUnderTest, type Ask, BODY_BYTES, PUBLIC_URL, startApi } from '../testing/api-under-test'

let api: ApiUnderTest

beforeAll(async () => {
  api = await startApi()
})

afterAll(async () => {
  expect(api.bugs).toEqual([])
  await api.stop()
})

interface Versioned {
  readonly id: string
  readonly version: number
}

interface Listed {
  readonly items: readonly Versioned[]
  readonly next_cursor: string | null
}

async function made(path: string, json: object, ask: Ask = {}): Promise<Versioned> {
  const answer = await api.call('POST', path, { ...ask, json })
  if (answer.status !== 201) throw new Error(await answer.text())
  return (await answer.json()) as Versioned
}

const project = async (ask: Ask = {}): Promise<string> =>
  (await made('/api/v1/projects', { name: randomUUID() }, ask)).id
const judge = (name: string = randomUUID()) => ({ name, type: 'llm_judge', configuration: {} })

async function refusal(answer: Response) {
  const { status, detail, errors = [] } = problem.parse(await answer.json())
  expect(status).toBe(answer.status)
  return { status, detail, errors }
}

describe('a caller', () => {
  it('needs a valid token', async () => {
    const invalid = 'Bearer realm="api", error="invalid_token"'
    for (const headers of [
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer x.y.z' },
      { authorization: `Bearer ${api.ours.token.slice(0, -3)}abc` },
      { authorization: `Bearer ${'x'.repeat(9_000)}` },
    ]) {
      const answer = await api.call('GET', '/api/v1/projects', { token: null, headers })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, invalid])
      await refusal(answer)
    }
  })

  it('must name one group of the token', async () => {
    const missing = await refusal(await api.call('GET', '/api/v1/projects', { group: null }))
    expect(missing).toMatchObject({ status: 400, errors: [{ field: 'X-Service-Active-Group' }] })
    expect(await refusal(await api.call('GET', '/api/v1/projects', { group: '' }))).toMatchObject({ status: 400 })
    for (const group of [
      api.theirs.name,
      'unknown',
      `${api.ours.name}, ${api.ours.name}`,
      '__proto__',
      'x'.repeat(5_000),
    ])
      expect(await refusal(await api.call('GET', '/api/v1/projects', { group }))).toMatchObject({ status: 403 })
    const project = (await made('/api/v1/projects', { name: randomUUID() })) as Versioned & { group: string }
    expect(project.group).toBe(api.ours.name)
  })

  it('cannot reach resources of another group', async () => {
    const { token, name: group } = api.theirs
    const home = await project({ token, group })
    const { id } = await made(`/api/v1/projects/${home}/guardrails`, judge(), { token, group })
    const app = await made(
      `/api/v1/projects/${home}/applications`,
      { name: 'app', graph: { nodes: [{ id: 'n', guardrail_id: id }] } },
      { token, group },
    )
    const change = { headers: { 'if-match': '"1"' } }
    for (const [method, path, ask] of [
      ['GET', `/api/v1/projects/${home}`, {}],
      ['PUT', `/api/v1/projects/${home}`, { ...change, json: { name: 'x' } }],
      ['DELETE', `/api/v1/projects/${home}`, change],
      ['GET', `/api/v1/projects/${home}/guardrails`, {}],
      ['POST', `/api/v1/projects/${home}/guardrails`, { json: judge() }],
      ['GET', `/api/v1/projects/${home}/applications`, {}],
      ['GET', `/api/v1/guardrails/${id}`, {}],
      ['PUT', `/api/v1/guardrails/${id}`, { ...change, json: judge() }],
      ['DELETE', `/api/v1/guardrails/${id}`, change],
      ['GET', `/api/v1/applications/${app.id}`, {}],
      ['DELETE', `/api/v1/applications/${app.id}`, change],
    ] as const)
      expect(await refusal(await api.call(method, path, ask)), `${method} ${path}`).toMatchObject({ status: 404 })
    for (const list of ['/api/v1/projects', '/api/v1/reviews'])
      expect(((await (await api.call('GET', list)).json()) as Listed).items.map((item) => item.id)).not.toContain(home)
  })
})

describe('paths and methods', () => {
  it('that do not exist are refused', async () => {
    for (const path of ['/api/v1/', '/api/v1/nothing', '/api/v1//projects', '/api/v1/projects/%ff'])
      expect(await refusal(await api.call('GET', path)), path).toMatchObject({ status: 404 })
    const answer = await api.call('PATCH', '/api/v1/projects', { json: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    const review = await api.call('POST', `/api/v1/reviews/${randomUUID()}`, { json: {} })
    expect([review.status, review.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const single = await api.call('POST', `/api/v1/projects/${randomUUID()}`, { json: {} })
    expect([single.status, single.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
  })

  it('HEAD is GET without the body', async () => {
    const id = await project()
    const [head, get] = [
      await api.call('HEAD', `/api/v1/projects/${id}`),
      await api.call('GET', `/api/v1/projects/${id}`),
    ]
    expect(await head.text()).toBe('')
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
    expect((await api.call('HEAD', `/api/v1/projects/${randomUUID()}`)).status).toBe(404)
  })

  it('invalid ids and queries are refused', async () => {
    for (const [path, field] of [
      ['/api/v1/projects/', 'id'],
      ['/api/v1/projects/x', 'id'],
      ['/api/v1/guardrails/%00', 'id'],
      ['/api/v1/frames/%00', 'trace_id'],
      [`/api/v1/frames/${'x'.repeat(201)}`, 'trace_id'],
      ['/api/v1/projects?limit=0', 'limit'],
      ['/api/v1/projects?limit=201', 'limit'],
      ['/api/v1/projects?limit=1e2', 'limit'],
      ['/api/v1/projects?limit=', 'limit'],
      ['/api/v1/projects?cursor=', 'cursor'],
      ['/api/v1/projects?cursor=nonsense', 'cursor'],
      ['/api/v1/reviews?state=gone', 'state'],
      ['/api/v1/projects?limit=1&limit=1', 'limit'],
      ['/api/v1/projects?__proto__=1', '__proto__'],
    ] as const) {
      const body = await refusal(await api.call('GET', path))
      expect(body, path).toMatchObject({ status: 400, errors: [{ field }] })
    }
  })
})

describe('a body', () => {
  const refused = async (ask: Ask) => refusal(await api.call('POST', '/api/v1/projects', ask))

  it('must be JSON in UTF-8, with each key once', async () => {
    for (const bytes of [
      '',
      '{',
      '{"name": "a", "name": "b"}',
      '{"name": "\\ud800"}',
      '[1,]',
      'null',
      '"x"',
      '{"name":"a"}}',
    ])
      expect(await refused({ bytes }), bytes).toMatchObject({ status: 400 })
    expect(await refused({ bytes: Uint8Array.of(0x22, 0xff, 0x22) })).toMatchObject({ status: 400 })
    expect(await refused({ bytes: '['.repeat(50_000) })).toMatchObject({ status: 400 })
    expect(
      await refused({ bytes: '{}', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ).toMatchObject({
      status: 415,
    })
    expect(await refused({ bytes: '{}', headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 415 })
    const merged = { json: { name: randomUUID() }, headers: { 'content-type': 'application/json; charset=utf-8' } }
    expect((await api.call('POST', '/api/v1/projects', merged)).status).toBe(201)
  })

  it('names every field that is wrong', async () => {
    expect(
      (await refused({ json: { name: '', description: 7, colour: 'red' } })).errors.map(({ field }) => field),
    ).toEqual(expect.arrayContaining(['name', 'description', 'colour']))
    const home = await project()
    const configuration = async (type: string, given: object) => {
      const json = { name: 'x', type, configuration: given }
      return (await refusal(await api.call('POST', `/api/v1/projects/${home}/guardrails`, { json }))).errors
    }
    expect(await configuration('consensus', { judges: 16 })).toEqual([
      { field: 'configuration.judges', expected: 'at most 15', received: 'the number 16' },
    ])
    expect(await configuration('consensus', { judges: 1 })).toMatchObject([{ expected: 'at least 2' }])
    expect(await configuration('consensus', { judges: 2.5 })).toMatchObject([{ field: 'configuration.judges' }])
    expect(await configuration('policy_rules', {})).toMatchObject([{ field: 'configuration.ruleset_hash' }])
    expect(await configuration('llm_judge', { judges: 3 })).toMatchObject([{ field: 'configuration.judges' }])
    expect(await configuration('oracle', {})).toMatchObject([
      { field: 'type', expected: expect.stringContaining('policy_rules, llm_judge'), received: 'the string "oracle"' },
    ])
    const many = Array.from({ length: 51 }, (_, i) => ({ id: `n${i}`, guardrail_id: randomUUID() }))
    const json = { name: 'x', graph: { nodes: many } }
    expect((await refusal(await api.call('POST', `/api/v1/projects/${home}/applications`, { json }))).errors).toEqual([
      { field: 'graph.nodes', expected: 'at most 50 nodes', received: 'an array' },
    ])
  })

  it('names a cycle, an edge to nowhere and a node that occurs twice', async () => {
    const home = await project()
    const { id: guardrail_id } = await made(`/api/v1/projects/${home}/guardrails`, judge())
    const node = (id: string) => ({ id, guardrail_id })
    const errorsOf = async (graph: object) => {
      const json = { name: 'x', graph }
      return (await refusal(await api.call('POST', `/api/v1/projects/${home}/applications`, { json }))).errors
    }
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    expect(await errorsOf({ nodes: [node('a'), node('b')], edges })).toMatchObject([{ field: 'graph.edges' }])
    expect(await errorsOf({ nodes: [node('a')], edges: [{ from: 'a', to: 'z' }] })).toMatchObject([
      { field: 'graph.edges.0.to' },
    ])
    expect(await errorsOf({ nodes: [node('a'), node('a')] })).toMatchObject([{ field: 'graph.nodes.1.id' }])
    const foreign = { nodes: [node('a'), { id: 'b', guardrail_id: randomUUID() }] }
    expect(await errorsOf(foreign)).toMatchObject([{ field: 'graph.nodes.1.guardrail_id' }])
  })

  it('beyond the budget is refused, with or without a stated length', async () => {
    expect(await refused({ bytes: 'x'.repeat(BODY_BYTES + 1) })).toMatchObject({ status: 413 })
    const chunked = new ReadableStream<Uint8Array>({
      start(stream) {
        for (let i = 0; i < 20; i++) stream.enqueue(new Uint8Array(BODY_BYTES / 10).fill(0x20))
        stream.close()
      },
    })
    const request = new Request(`${await address()}/api/v1/projects`, {
      ...{ method: 'POST', body: chunked, duplex: 'half' },
      headers: {
        authorization: `Bearer ${api.ours.token}`,
        'x-service-active-group': api.ours.name,
        'content-type': 'application/json',
      },
    } as RequestInit)
    expect(await refusal(await fetch(request))).toMatchObject({ status: 413 })
  })

  /** Finds the server's address. */
  async function address(): Promise<string> {
    return new URL((await api.call('GET', '/api/v1/projects')).url).origin
  }
})

describe('entity tags', () => {
  it('must name one version', async () => {
    const id = await project()
    const put = (ifMatch: string) =>
      api.call('PUT', `/api/v1/projects/${id}`, { json: { name: randomUUID() }, headers: { 'if-match': ifMatch } })
    for (const tag of ['*', '1', '"1', '"1", "2"', '', '""']) expect((await put(tag)).status, tag).toBe(400)
    for (const tag of ['W/"1"', '"2"', '"0"', '"01"', '"-1"', '"x"', '"2147483647"', '"9999999999"', '"1e0"'])
      expect((await put(tag)).status, tag).toBe(412)
    const changed = await put(' "1" ')
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    expect((await put('"1"')).status).toBe(412)
  })

  it('let only one of two changes of a version succeed', async () => {
    const { id } = await made(`/api/v1/projects/${await project()}/guardrails`, judge())
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.call('PUT', `/api/v1/guardrails/${id}`, { json: judge(), headers: { 'if-match': '"1"' } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
  })

  it('of a guardrail with a ruleset never give 304, because its approval may have changed', async () => {
    const source = randomUUID()
    const hash = createHash('sha256').update(source).digest('hex')
    const { namespaceId } = api.ours
    const at = new Date(api.tested.now())
    await api.tested.store.putRuleset({ namespaceId, hash, source, parentHash: null, at, limitBytes: 1_000_000 })
    const json = { name: 'rules', type: 'policy_rules', configuration: { ruleset_hash: hash } }
    const { id } = await made(`/api/v1/projects/${await project()}/guardrails`, json)
    const read = async () => {
      const answer = await api.call('GET', `/api/v1/guardrails/${id}`, { headers: { 'if-none-match': '"1"' } })
      return ((await answer.json()) as { ruleset: unknown }).ruleset
    }
    expect(await read()).toEqual({ name: null, state: 'unapproved' })
    const approval = {
      namespaceId,
      hash,
      approver: 'Ann',
      note: null,
      channel: 'program',
      credentialId: null,
      personId: null,
      reportedBy: null,
    } as const
    const recorded = { id: randomUUID(), ...approval, name: 'travel', boundBy: 'test', approvedAt: at }
    await api.tested.store.recordApproval(recorded)
    expect(await read()).toEqual({ name: null, state: 'approved' })
  })
})

describe('pages', () => {
  it('lead to the next one by Link and next_cursor', async () => {
    const home = await project()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push((await made(`/api/v1/projects/${home}/guardrails`, judge())).id)
    const seen: string[] = []
    for (let path: string | null = `/api/v1/projects/${home}/guardrails?limit=2`; path !== null; ) {
      const answer: Response = await api.call('GET', path)
      const { items, next_cursor }: Listed = (await answer.json()) as Listed
      seen.push(...items.map(({ id }) => id))
      const link = answer.headers.get('link')
      if (next_cursor === null) expect(link).toBeNull()
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(link ?? '') ?? []
      if (next_cursor !== null)
        expect(next).toBe(`${PUBLIC_URL}/api/v1/projects/${home}/guardrails?limit=2&cursor=${next_cursor}`)
      path = next_cursor === null ? null : next.slice(PUBLIC_URL.length)
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })
})

describe('GET returns what POST stored', () => {
  const text = (most: number) =>
    fc
      .string({ unit: 'binary', maxLength: most })
      .map((given) => given.replaceAll('\0', '').slice(0, most).toWellFormed())
  const name = fc.tuple(text(80), fc.uuid()).map(([some, own]) => `${some.trim()}${own}`.slice(0, 128).trim())
  const model = fc.option(text(50).filter((given) => given.length > 0))
  const kinds: fc.Arbitrary<object>[] = [
    fc.record({ type: fc.constant('llm_judge'), configuration: fc.record({ instructions: text(200), model }) }),
    fc.record({
      type: fc.constant('consensus'),
      configuration: fc.record({ judges: fc.integer({ min: 2, max: 15 }), instructions: text(200), model }),
    }),
    fc.record({
      type: fc.constant('consistency'),
      configuration: fc.record({ rephrasings: fc.integer({ min: 1, max: 10 }), model }),
    }),
    fc.record({ type: fc.constant('critique'), configuration: fc.record({ instructions: text(200), model }) }),
    fc.record({ type: fc.constant('human_review'), configuration: fc.record({ instructions: text(200) }) }),
  ]

  it('for a guardrail of every type and an application', { tags: ['repeated'] }, async () => {
    const home = await project()
    await fc.assert(
      fc.asyncProperty(name, fc.oneof(...kinds), text(300), async (own, kind, contextDocument) => {
        const request = guardrailRequest.safeParse({ name: own, ...kind })
        fc.pre(request.success)
        const json: GuardrailRequest = request.data
        const { id } = await made(`/api/v1/projects/${home}/guardrails`, json)
        expect(await (await api.call('GET', `/api/v1/guardrails/${id}`)).json()).toMatchObject({ ...json, version: 1 })

        const nodes = ['a', 'b', 'c'].map((node) => ({ id: node, guardrail_id: id }))
        const edges = [
          { from: 'a', to: 'b', when: 'YES' },
          { from: 'a', to: 'c' },
        ]
        const app = { name: own, context_document: contextDocument, aggregation: 'majority', graph: { nodes, edges } }
        const created = await made(`/api/v1/projects/${home}/applications`, app)
        expect(await (await api.call('GET', `/api/v1/applications/${created.id}`)).json()).toMatchObject(
          applicationRequest.parse(app),
        )
      }),
      { numRuns: repetitions(40) },
    )
  })
})
