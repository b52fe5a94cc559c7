import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NEW_DECISION_LOG } from '../../api/terms/decision-log-words'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { registerAgent, rpcAnswer, toolCall } from '../../http/oauth/testing/agent-client'
import { digestGuard } from '../../services/guards/call-digest'
import { type Conformance, conformanceTo, headerConformanceTo, type OpenApi } from '../openapi-conformance'
import { type RunningServer, startServer } from '../running-server'
import { REST_ONLY, toolForm } from './tool-form'
import { policyHash, readWireCases, resolve, resolvePath, type WireCase } from './wire-case'
import { CREDENTIAL_WORDS, WireSide } from './wire-side'

/**
 * Members that differ between two calls: a clock or a random value. A writing case runs once over REST and once over
 * MCP, in namespaces that begin alike. The two answers must have the same bytes after these members are checked for
 * their form and replaced.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
}

const VOLATILE: Readonly<Record<string, keyof typeof FORMS>> = {
  approved_at: 'timestamp',
  bound_at: 'timestamp',
  updated_at: 'timestamp',
  added_at: 'timestamp',
  opened_at: 'timestamp',
  written_at: 'timestamp',
  namespace: 'id',
  review_id: 'id',
  comment_id: 'id',
  guard_id: 'id',
}

const MEMBER = new RegExp(`"(${Object.keys(VOLATILE).join('|')})":"([^"\\\\]*)"`, 'g')

/** Members of answers that say that an agent recorded them. */
const RECORDED: Readonly<Record<string, string>> = { record_approval: 'approval', comment_on_ruleset: 'comment' }

const REST_NAMESPACE = 'wire cases through REST'
const MCP_NAMESPACE = 'wire cases through MCP'

let server: RunningServer
/** Cases over REST, and reading cases over MCP, from the same state. */
let restSide: WireSide
/** Writing cases over MCP. */
let mcpSide: WireSide
let conforms: Conformance
let headersConform: ReturnType<typeof headerConformanceTo>

beforeAll(async () => {
  server = await startServer({
    EVALUATION_CALLS_PER_DAY: '100000',
    EVALUATION_CALLS_TOTAL: '100000',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  // One agent for all, because one address may register few.
  const authorize = await registerAgent(server)
  for (const name of [REST_NAMESPACE, MCP_NAMESPACE]) await keepDecisionLog(name)
  restSide = await WireSide.open(server, authorize, REST_NAMESPACE)
  mcpSide = await WireSide.open(server, authorize, MCP_NAMESPACE)
  for (const name of [REST_NAMESPACE, MCP_NAMESPACE]) await addGuard(name)
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
  conforms = conformanceTo(document)
  headersConform = headerConformanceTo(document)
})

/** Switches the decision log on before the server knows a credential of the namespace. */
async function keepDecisionLog(namespace: string): Promise<void> {
  await server.issueCredential({ namespace })
  const store = await server.store()
  const [found] = await store.findNamespaces(namespace)
  const decisionLog = { ...NEW_DECISION_LOG, beforeAnswer: true }
  await store.setAccount(found!.id, { decisionLog }, { actor: 'wire cases', at: new Date() })
}

/** A confirmed guard whose ruleset nobody approved. No operation of /v1 makes guards. */
async function addGuard(namespace: string): Promise<void> {
  const store = await server.store()
  const [found] = await store.findNamespaces(namespace)
  const guard = { name: 'unapproved', server: 'shop', tool: 'refund', unknown: 'ask', waitSeconds: 60 }
  const by = { id: randomUUID(), at: new Date(), by: 'wire cases', editorId: null, limit: 1 }
  const map = { claims: { amount: { from: 'argument', path: '$.amount' } } }
  const addition = { ...guard, ...by, map, rulesetHash: policyHash('expense-receipts') }
  const added = await store.addToolGuard(found!.id, addition)
  if (added.kind !== 'saved') throw new Error(added.kind)
  const { size: logSize } = await store.findLogTree(found!.id)
  const confirmed = {
    id: by.id,
    version: 1,
    digest: digestGuard(added.row, null),
    unitLibraryHash: null,
    at: by.at,
    logSize,
  }
  const person = { personId: randomUUID(), label: by.by }
  expect((await store.confirmToolGuard(found!.id, { ...confirmed, by: person })).kind).toBe('saved')
}

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

const cases = readWireCases().map(({ name, case: wire }) => ({
  name,
  wire,
  form: toolForm(wire, DEFAULT_BUDGETS.body_bytes, CREDENTIAL_WORDS),
}))

it('most cases have a tool form, and every reason for its absence applies', () => {
  const reasons = cases.flatMap(({ form }) => (form.kind === 'rest only' ? [form.reason] : []))
  expect(cases.length - reasons.length).toBeGreaterThanOrEqual(200)
  expect(new Set(reasons)).toEqual(new Set(Object.keys(REST_ONLY)))
})

describe('wire cases', () => {
  for (const { name, wire, form } of cases) {
    // The answer of REST, for the comparison with MCP.
    let restAnswer: string | null = null

    it(name, async () => {
      await restSide.prepare(wire)
      const path = resolvePath(wire).split('?')[0]!
      const response = await restSide.rest(wire, wire.credential)
      const text = await response.text()
      expect(response.status, text).toBe(wire.status)
      const answer: unknown = JSON.parse(text)
      if (wire.expect !== undefined) expect(answer).toMatchObject(resolve(wire.expect) as object)
      for (const [header, value] of Object.entries(wire.headers))
        expect(response.headers.get(header), header).toEqual(value === '*' ? expect.any(String) : value)
      // The OpenAPI document is not an envelope.
      if (path !== '/openapi.json') expect(answer).toHaveProperty('versions.wire_version')
      expect(conforms(path, wire.method, response.status, answer)).toBeNull()
      expect(headersConform(path, wire.method, response.status, response.headers)).toEqual([])
      restAnswer = text
    })

    if (form.kind === 'tool')
      it(`${name}: ${form.name} answers the same bytes`, async () => {
        expect(restAnswer, 'what REST answered').not.toBeNull()
        const message = toolCall(form.name, form.argumentsText)
        if (!form.operation.writes) expect(await textOf(restSide, wire, message)).toBe(restAnswer)
        // A check stores its source, so reading cases also run here, to keep both sides alike.
        if (wire.credential === 'own' && !form.operation.writes) return
        await mcpSide.prepare(wire)
        const elsewhere = await textOf(mcpSide, wire, message)
        if (!form.operation.writes) return
        const recorded = RECORDED[form.name]
        if (recorded !== undefined && wire.status === 200)
          expect(JSON.parse(elsewhere)).toHaveProperty(`${recorded}.recorded_by`, 'agent')
        expect(withoutVolatile(withoutAgent(elsewhere))).toBe(withoutVolatile(restAnswer!))
      })
  }
})

/** Returns the only text of a tool's result, which agrees with the rest of the result. */
async function textOf(side: WireSide, wire: WireCase, message: string): Promise<string> {
  const { result } = (await rpcAnswer(await side.mcp(message, wire.credential))) as {
    result: { content: { type: string; text: string }[]; structuredContent: unknown; isError: boolean }
  }
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }])
  const { text } = result.content[0]!
  expect(result.structuredContent).toEqual(JSON.parse(text))
  expect(result.isError).toBe((JSON.parse(text) as { ok: boolean }).ok !== true)
  return text
}

/** Replaces volatile members by the name of their form. */
function withoutVolatile(text: string): string {
  return text.replace(MEMBER, (member, name: string, value: string) => {
    const form = VOLATILE[name]!
    return FORMS[form]!.test(value) ? `"${name}":"<${form}>"` : member
  })
}

/** Removes the agent, which only approvals over MCP name. */
function withoutAgent(text: string): string {
  return text.replaceAll(',"recorded_by":"agent"', '')
}
