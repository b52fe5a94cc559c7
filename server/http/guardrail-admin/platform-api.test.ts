import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../api/openapi/openapi'
import {
  PLATFORM_OPERATIONS,
  type PlatformOperation,
  type PlatformOperationId,
  refusalsOf,
} from '../../api/platform-operations'
import { problem } from '../../api/schemas/platform'
import { PROBLEMS, type ProblemStatus } from '../../api/terms/problems'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { newDataDirectory } from '../../database/testing/prepared-data'
import { openDatabaseBus } from '../../messaging/database-bus'
import { callerWithoutCredential } from '../../services/calls/caller'
import { createFrames } from '../../services/guardrails/frames/frames'
import { createReplays } from '../../services/guardrails/frames/replay-frames'
import { createTargetFrames } from '../../services/guardrails/frames/target-frames'
import { createToolGuards } from '../../services/guardrails/guards/tool-guards'
import { createFrameLabels } from '../../services/guardrails/labels/frame-labels'
import { createTargets } from '../../services/guardrails/platform'
import { createReviewQueue } from '../../services/guardrails/reviews/review-queue'
import { refuseWhenUnavailable } from '../../services/library/store-refusal'
import { callOperation } from '../../services/testing/services-under-test'
import { type ApiUnderTest, type Ask, BODY_BYTES, call, listen, PUBLIC_URL, startApi } from '../testing/api-under-test'
import { createPlatformHandler } from './platform-handler'

let api: ApiUnderTest

beforeAll(async () => {
  // Each operation creates its own resources, more than a group may usually have.
  api = await startApi({}, { projects_per_group: 10_000 })
})

afterAll(() => api.stop())

const operations = Object.values<PlatformOperation>(PLATFORM_OPERATIONS)
const UNKNOWN = '6f8e1f9a-52c1-4b33-9d55-0a0f5f5b7f11'

interface Made {
  readonly id: string
  readonly name: string
  readonly version: number
}

async function made(path: string, json: object): Promise<Made> {
  const answer = await api.call('POST', path, { json })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Made
}

const newName = (): string => randomUUID()
const project = () => made('/api/v1/projects', { name: newName() })
const judge = (name = newName()) => ({ name, type: 'llm_judge', configuration: {} })
const app = (guardrail_id: string, name = newName()) => ({ name, graph: { nodes: [{ id: 'only', guardrail_id }] } })

/** Creates a frame that waits for a person. */
async function parked(): Promise<{ readonly traceId: string; readonly taskId: string }> {
  const home = await project()
  const body = { name: newName(), type: 'human_review', configuration: { instructions: 'Look twice.' } }
  const { id: guardrailId } = await made(`/api/v1/projects/${home.id}/guardrails`, body)
  const traceId = randomUUID()
  const client = await api.platform.gate.verify(api.ours.token, 'client')
  const entailment_frame = { C: ['document'], Q: null, A: 'answer' }
  await api.platform.frames.send(client, guardrailId, { trace_id: traceId, response_topic: ['t'], entailment_frame })
  const [row] = await api.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  const taskId = randomUUID()
  const task = { id: taskId, nodeId: '', guardrailId, instructions: 'Look twice.' }
  await api.tested.store.storeWait({ frameId: row!.id, outcomes: {}, tasks: [task], at: new Date(api.tested.now()) })
  return { traceId, taskId }
}

/** @returns the id of the message */
async function answered(): Promise<string> {
  const { id: targetId } = await guardrail()
  const traceId = randomUUID()
  const client = await api.platform.gate.verify(api.ours.token, 'client')
  const content = { C: ['document'], Q: null, A: 'answer' }
  const request = { trace_id: traceId, response_topic: ['t'], entailment_frame: content }
  await api.platform.frames.send(client, targetId, request)
  const [row] = await api.tested.query<{ id: string }>(`SELECT id FROM frame WHERE trace_id = '${traceId}'`)
  const E = { conclusion: 'YES', confidence: 0.75 } as const
  await api.platform.frames.complete(row!.id, targetId, { ...content, P: [], E, Error: null })
  const [answer] = await api.tested.query<{ id: string }>(
    `SELECT message_id AS id FROM frame_response WHERE frame_id = '${row!.id}'`,
  )
  return answer!.id
}

/** A request that succeeds. */
interface Right {
  readonly path: string
  readonly ask: Ask
}

/** Requests that succeed, each with new resources. */
const RIGHT: Readonly<Record<PlatformOperationId, () => Promise<Right>>> = {
  listProjects: async () => ({ path: '/api/v1/projects', ask: {} }),
  createProject: async () => ({ path: '/api/v1/projects', ask: { json: { name: newName() } } }),
  getProject: async () => ({ path: `/api/v1/projects/${(await project()).id}`, ask: {} }),
  changeProject: async () => changing(`/api/v1/projects/${(await project()).id}`, { name: newName() }),
  removeProject: async () => changing(`/api/v1/projects/${(await project()).id}`),
  listGuardrails: async () => ({ path: `/api/v1/projects/${(await project()).id}/guardrails`, ask: {} }),
  createGuardrail: async () => ({
    path: `/api/v1/projects/${(await project()).id}/guardrails`,
    ask: { json: judge() },
  }),
  getGuardrail: async () => ({ path: `/api/v1/guardrails/${(await guardrail()).id}`, ask: {} }),
  changeGuardrail: async () => changing(`/api/v1/guardrails/${(await guardrail()).id}`, judge()),
  removeGuardrail: async () => changing(`/api/v1/guardrails/${(await guardrail()).id}`),
  listApplications: async () => ({ path: `/api/v1/projects/${(await project()).id}/applications`, ask: {} }),
  createApplication: async () => ({
    path: `/api/v1/projects/${(await project()).id}/applications`,
    ask: { json: app((await guardrail()).id) },
  }),
  getApplication: async () => ({ path: `/api/v1/applications/${(await application()).id}`, ask: {} }),
  changeApplication: async () =>
    changing(`/api/v1/applications/${(await application()).id}`, app((await guardrail()).id)),
  removeApplication: async () => changing(`/api/v1/applications/${(await application()).id}`),
  listToolGuards: async () => ({ path: '/api/v1/tool-guards', ask: {} }),
  createToolGuard: async () => ({ path: '/api/v1/tool-guards', ask: { json: await guardOfTool() } }),
  getToolGuard: async () => ({ path: `/api/v1/tool-guards/${(await toolGuard()).id}`, ask: {} }),
  changeToolGuard: async () => changing(`/api/v1/tool-guards/${(await toolGuard()).id}`, await guardOfTool()),
  removeToolGuard: async () => changing(`/api/v1/tool-guards/${(await toolGuard()).id}`),
  getFrames: async () => ({ path: `/api/v1/frames/${(await parked()).traceId}`, ask: {} }),
  listFrames: async () => ({ path: `/api/v1/frames?target_id=${UNKNOWN}`, ask: {} }),
  countFrames: async () => ({ path: `/api/v1/frame-counts?target_id=${UNKNOWN}`, ask: {} }),
  replayFrames: async () => {
    const { id, ruleset_hash } = await guardrailOfRules()
    return { path: `/api/v1/guardrails/${id}/replays`, ask: { json: { ruleset_hash } } }
  },
  labelAnswer: async () => ({
    path: `/api/v1/answers/${await answered()}/labels`,
    ask: { json: { set: 'first', expected: 'NO' } },
  }),
  listLabels: async () => ({ path: `/api/v1/labels?target_id=${UNKNOWN}`, ask: {} }),
  getLabelResults: async () => ({ path: `/api/v1/label-results?target_id=${UNKNOWN}`, ask: {} }),
  listReviews: async () => ({ path: '/api/v1/reviews', ask: {} }),
  getReview: async () => ({ path: `/api/v1/reviews/${(await parked()).taskId}`, ask: {} }),
}

async function storedRuleset(): Promise<string> {
  const source = 'declare paid as boolean;\nassert is_paid { paid };\n'
  const caller = callerWithoutCredential('open', api.ours.namespaceId)
  const text = await callOperation(api.tested.services[0]!, 'compile', caller, { source })
  return (JSON.parse(text) as { readonly ruleset_hash: string }).ruleset_hash
}

async function guardrailOfRules(): Promise<{ readonly id: string; readonly ruleset_hash: string }> {
  const ruleset_hash = await storedRuleset()
  const body = { name: newName(), type: 'policy_rules', configuration: { ruleset_hash } }
  const { id } = await made(`/api/v1/projects/${(await project()).id}/guardrails`, body)
  return { id, ruleset_hash }
}

async function guardOfTool(name = newName()): Promise<object> {
  const ruleset_hash = await storedRuleset()
  const map = { claims: { paid: { from: 'argument', path: '$.paid' } } }
  return { name, server: 'shop', tool: name, ruleset_hash, map }
}

async function toolGuard(): Promise<Made> {
  return made('/api/v1/tool-guards', await guardOfTool())
}

function changing(path: string, json?: object): Right {
  return { path, ask: { headers: { 'if-match': '"1"' }, ...(json !== undefined && { json }) } }
}

async function guardrail(home?: string): Promise<Made> {
  return made(`/api/v1/projects/${home ?? (await project()).id}/guardrails`, judge())
}

async function application(home?: string): Promise<Made> {
  const { id } = await guardrail()
  return made(`/api/v1/projects/${home ?? (await project()).id}/applications`, app(id))
}

/** Requests that conflict. */
const CONFLICTS: Readonly<Partial<Record<PlatformOperationId, () => Promise<Right>>>> = {
  createProject: async () => ({ path: '/api/v1/projects', ask: { json: { name: (await project()).name } } }),
  changeProject: async () => changing(`/api/v1/projects/${(await project()).id}`, { name: (await project()).name }),
  removeProject: async () => {
    const { id } = await project()
    await guardrail(id)
    return changing(`/api/v1/projects/${id}`)
  },
  createGuardrail: async () => {
    const { id } = await project()
    const { name } = await guardrail(id)
    return { path: `/api/v1/projects/${id}/guardrails`, ask: { json: judge(name) } }
  },
  changeGuardrail: async () => {
    const { id } = await project()
    const [one, other] = [await guardrail(id), await guardrail(id)]
    return changing(`/api/v1/guardrails/${one.id}`, judge(other.name))
  },
  removeGuardrail: async () => {
    const { id } = await guardrail()
    await made(`/api/v1/projects/${(await project()).id}/applications`, app(id))
    return changing(`/api/v1/guardrails/${id}`)
  },
  createToolGuard: async () => ({
    path: '/api/v1/tool-guards',
    ask: { json: await guardOfTool((await toolGuard()).name) },
  }),
  changeToolGuard: async () =>
    changing(`/api/v1/tool-guards/${(await toolGuard()).id}`, await guardOfTool((await toolGuard()).name)),
  createApplication: async () => {
    const { id } = await project()
    const { name } = await application(id)
    return { path: `/api/v1/projects/${id}/applications`, ask: { json: app((await guardrail()).id, name) } }
  },
  changeApplication: async () => {
    const { id } = await project()
    const [one, other] = [await application(id), await application(id)]
    return changing(`/api/v1/applications/${one.id}`, app((await guardrail()).id, other.name))
  },
}

/** Turns a successful request into a refusal, by status. */
const REFUSED: Readonly<
  Partial<Record<ProblemStatus, (id: PlatformOperationId, right: Right) => Promise<Response> | Response>>
> = {
  400: (id, { path, ask }) => send(id, `${path}${path.includes('?') ? '&' : '?'}unknown=1`, ask),
  401: (id, { path, ask }) => send(id, path, { ...ask, token: null }),
  403: (id, { path, ask }) => send(id, path, { ...ask, group: api.theirs.name }),
  404: (id, { path, ask }) => send(id, path.replace(/(?<=\/(?:[\w-]+)\/)[0-9a-f-]{36}/, UNKNOWN), ask),
  409: async (id) => {
    const { path, ask } = await CONFLICTS[id]!()
    return send(id, path, ask)
  },
  412: (id, { path, ask }) => send(id, path, { ...ask, headers: { 'if-match': '"2"' } }),
  413: (id, { path, ask }) => send(id, path, { ...ask, bytes: `"${'x'.repeat(BODY_BYTES)}"` }),
  415: (id, { path, ask }) => send(id, path, { ...ask, headers: { ...ask.headers, 'content-type': 'text/plain' } }),
  422: async (id, { path, ask }) => {
    const headers = { 'idempotency-key': randomUUID() }
    expect((await send(id, path, { ...ask, headers })).status).toBe(PLATFORM_OPERATIONS[id].success)
    const other = { [id === 'labelAnswer' ? 'set' : 'name']: newName() }
    return send(id, path, { ...ask, headers, json: { ...(ask.json as object), ...other } })
  },
  428: (id, { path, ask }) => send(id, path, { ...ask, headers: {} }),
}

function send(id: PlatformOperationId, path: string, ask: Ask): Promise<Response> {
  return api.call(PLATFORM_OPERATIONS[id].method, path, ask)
}

async function expectProblem(answer: Response, status: ProblemStatus) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const body = problem.parse(await answer.json())
  const anchor = PROBLEMS[status].title.toLowerCase().replaceAll(' ', '-')
  expect(body).toMatchObject({ status, title: PROBLEMS[status].title, type: `${PUBLIC_URL}/docs/api-v1#${anchor}` })
  expect(answer.headers.get('x-request-id')).toBe(body.request_id)
  return body
}

describe('every operation returns each of its statuses', () => {
  for (const operation of operations) {
    const id = operation.id as PlatformOperationId
    const name = `${operation.method} ${operation.path}`

    it(`${name}: ${operation.success}`, async () => {
      const { path, ask } = await RIGHT[id]()
      const answer = await send(id, path, ask)
      expect(answer.status).toBe(operation.success)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      if (operation.response === null) expect(await answer.text()).toBe('')
      else {
        const body: unknown = await answer.json()
        expect(operation.response.parse(body)).toEqual(body)
        const { version } = body as { version?: number }
        if (operation.versioned) expect(answer.headers.get('etag')).toBe(`"${version}"`)
      }
      if (operation.success === 201) {
        const location = answer.headers.get('location') ?? ''
        expect(location).toMatch(new RegExp(`^${PUBLIC_URL}/api/v1/${operation.tag}/[0-9a-f-]{36}$`))
        expect((await api.call('GET', location.slice(PUBLIC_URL.length))).status).toBe(200)
      }
    })

    // The approval of a guard's ruleset changes without the guard, so it is always sent.
    if (operation.versioned && operation.method === 'GET' && id !== 'getToolGuard')
      it(`${name}: 304`, async () => {
        const { path, ask } = await RIGHT[id]()
        for (const tag of ['"1"', 'W/"1"', '"7", "1"', '*']) {
          const answer = await send(id, path, { ...ask, headers: { 'if-none-match': tag } })
          expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', '"1"'])
        }
        expect((await send(id, path, { ...ask, headers: { 'if-none-match': '"2"' } })).status).toBe(200)
      })

    for (const status of refusalsOf(operation)) {
      const refused = REFUSED[status]
      // Tested below for all operations.
      if (status === 500 || status === 503) continue
      it(`${name}: ${status}`, async () => {
        if (refused === undefined) throw new Error(`nothing provokes ${status}`)
        const answer = await refused(id, await RIGHT[id]())
        const { errors } = await expectProblem(answer, status)
        if (status === 400) expect(errors).toEqual([expect.objectContaining({ field: 'unknown' })])
        if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"')
      })
    }
  }

  it('all of them: 500, whose bug is reported only to the log', async () => {
    const broken = await listen(
      createServer(
        createPlatformHandler({
          gate: { verify: api.platform.gate.verify, callerIn: () => Promise.reject(new Error('secret of the bug')) },
          ...{ targets: api.platform.targets, guards: api.platform.guards, answerOnce: api.platform.answers.once },
          ...{ frames: api.platform.frames, reviews: api.platform.reviews },
          ...{ targetFrames: api.platform.targetFrames, replays: api.platform.replays },
          labels: api.platform.labels,
          ...{ publicUrl: PUBLIC_URL, docsUrl: `${PUBLIC_URL}/docs`, bodyBytes: BODY_BYTES },
          reportBug: (error, requestId) => reported.push([String(error), requestId]),
        }),
      ),
    )
    const reported: [string, string][] = []
    for (const { id, method } of operations) {
      const { path, ask } = await RIGHT[id as PlatformOperationId]()
      const body = await expectProblem(await call(broken.url, api.ours, method, path, ask), 500)
      expect(JSON.stringify(body)).not.toContain('secret')
      expect(reported.pop()).toEqual(['Error: secret of the bug', body.request_id])
    }
    await broken.close()
  })

  it('all of them: 503, when the database is unavailable', async () => {
    const dataDir = await newDataDirectory('platform-api-')
    const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, retryForMs: 100 })
    const bus = openDatabaseBus({ url: database.url, log: silentLog, retryForMs: 100 })
    const now = () => new Date()
    const dependencies = { store, limits: DEFAULT_BUDGETS, now, newId: randomUUID }
    const reviews = createReviewQueue({ store, bus, now })
    const frames = createFrames({ ...dependencies, bus, reportTrouble: () => {} })
    const unavailable = await listen(
      createServer(
        createPlatformHandler({
          // Tokens are still verified by the available database.
          ...{ gate: api.platform.gate, answerOnce: api.platform.answers.once },
          targets: refuseWhenUnavailable(createTargets({ ...dependencies, changesOf: async () => () => [] })),
          guards: refuseWhenUnavailable(
            createToolGuards({ ...api.tested.platforms[0]!.shared.guards, ...dependencies }),
          ),
          frames: refuseWhenUnavailable(frames),
          targetFrames: refuseWhenUnavailable(createTargetFrames(store, now)),
          replays: refuseWhenUnavailable(
            createReplays({ ...api.tested.platforms[0]!.shared.guards, ...dependencies, turns: null }),
          ),
          labels: refuseWhenUnavailable(createFrameLabels(dependencies)),
          reviews: refuseWhenUnavailable(reviews),
          ...{ publicUrl: PUBLIC_URL, docsUrl: `${PUBLIC_URL}/docs`, bodyBytes: BODY_BYTES },
          reportBug: (error) => {
            throw error
          },
        }),
      ),
    )
    await database.stop()
    for (const { id, method } of operations) {
      const { path, ask } = await RIGHT[id as PlatformOperationId]()
      const answer = await call(unavailable.url, api.ours, method, path, ask)
      await expectProblem(answer, 503)
      expect(answer.headers.get('retry-after'), id).toBe('2')
    }
    await unavailable.close()
    await bus.close()
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('the OpenAPI document lists exactly these statuses', () => {
    const { paths } = openApiDocument(PUBLIC_URL, `${PUBLIC_URL}/docs`) as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
    }
    for (const operation of operations) {
      const { responses } = paths[operation.path]![operation.method.toLowerCase()]!
      const fresh = operation.versioned && operation.method === 'GET' ? [304] : []
      const expected = [operation.success, ...fresh, ...refusalsOf(operation)].map(String)
      expect(Object.keys(responses).sort(), operation.id).toEqual(expected.sort())
    }
  })
})
