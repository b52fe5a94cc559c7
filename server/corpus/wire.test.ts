import { Ajv2020 } from 'ajv/dist/2020'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/running-server'
import { policySource, readWireCases, requestText, resolve, resolvePath, type WireRequest } from './wire-case'

let server: RunningServer
/** Tokens by the words that stand for them. */
let tokens: Readonly<Record<string, string>>
let conforms: (path: string, method: string, status: number, body: unknown) => string | null

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** The token that a case's word for its credential stands for; null for none. */
function tokenOf(credential: string): string | null {
  if (credential === 'none') return null
  return tokens[credential] ?? credential
}

async function send(wire: WireRequest, credential: string): Promise<Response> {
  const body = requestText(wire)
  const sent = tokenOf(credential)
  return fetch(server.url + resolvePath(wire), {
    method: wire.method,
    headers: {
      ...(wire.contentType !== null && body !== undefined && { 'content-type': wire.contentType }),
      ...(sent !== null && { 'x-service-credential': sent }),
    },
    ...(body !== undefined && { body }),
  })
}

beforeAll(async () => {
  server = await startServer({ EVALUATION_CALLS_PER_DAY: '100000', EVALUATION_CALLS_TOTAL: '100000' })
  const evaluation = (await (await post('/v1/credentials/evaluation', { client: 'wire cases' })).json()) as {
    credential: string
  }
  // One namespace for the full ones, which the cases of a run share.
  const full = await server.issueCredential({ namespace: 'wire cases' })
  const readOnly = await server.issueCredential({ namespace: 'wire cases', tier: 'read_only' })
  tokens = { evaluation: evaluation.credential, full, read_only: readOnly }
  for (const slug of ['expense-receipts', 'gdpr-breach-notice'])
    for (const token of [evaluation.credential, full]) {
      const stored = await post('/v1/compile', { source: policySource(slug) }, { 'x-service-credential': token })
      expect(stored.status, await stored.clone().text()).toBe(200)
    }
  conforms = validatorOf((await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi)
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

describe('wire cases', () => {
  const cases = readWireCases()
  it('exist', () => expect(cases.length).toBeGreaterThan(40))

  for (const { name, case: wire } of cases)
    it(name, async () => {
      for (const step of wire.before) {
        const stepped = await send(step, step.credential ?? wire.credential)
        expect(stepped.status, `before: ${step.method} ${step.path}: ${await stepped.clone().text()}`).toBe(step.status)
      }
      const path = resolvePath(wire)
      const response = await send(wire, wire.credential)
      const text = await response.text()
      expect(response.status, text).toBe(wire.status)
      const answer: unknown = JSON.parse(text)
      if (wire.expect !== undefined) expect(answer).toMatchObject(resolve(wire.expect) as object)
      for (const [header, value] of Object.entries(wire.headers))
        expect(response.headers.get(header), header).toEqual(value === '*' ? expect.any(String) : value)
      // The OpenAPI document has a form of its own.
      if (path !== '/openapi.json') expect(answer).toHaveProperty('versions.wire_version')
      expect(conforms(path, wire.method, response.status, answer)).toBeNull()
    })
})

interface OpenApi {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: { 'application/json': { schema: object } } }> }>
  >
  readonly components: object
}

/** Holds an answer against the document; null when it conforms. A path that the document lacks must answer an error. */
function validatorOf(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'doc', ...document }, 'doc')
  const rebase = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/')) as object
  const errorSchema = { $ref: 'doc#/components/schemas/Error' }
  return (path: string, method: string, status: number, body: unknown): string | null => {
    const template = Object.keys(document.paths).find((key) =>
      new RegExp(`^${key.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    const responses = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]?.responses
    const told = responses?.[String(status)]?.content?.['application/json'].schema
    if (responses !== undefined && told === undefined)
      return `the document does not tell of status ${status} for ${method} ${path}`
    const validate = ajv.compile(told === undefined ? errorSchema : rebase(told))
    return validate(body) ? null : ajv.errorsText(validate.errors)
  }
}
