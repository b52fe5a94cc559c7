import { expect, it } from 'vitest'
import { openApiDocument } from './openapi'

interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example: unknown }>>
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, object>> }>>
  }
}

const document = openApiDocument('https://rules.example.org', 'https://rules.example.org/docs') as unknown as Document
const responses = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { responses: of }]) =>
    Object.entries(of).map(([status, response]) => ({ at: `${method} ${path} ${status}`, path, status, ...response })),
  ),
)
const namesOf = ({ headers = {} }: Response) => Object.keys(headers)

it.each([
  ['429', 'Retry-After'],
  ['503', 'Retry-After'],
  ['405', 'Allow'],
])('a response with the status %s declares %s', (status, header) => {
  const withStatus = responses.filter((response) => response.status === status)
  expect(withStatus.length).toBeGreaterThan(0)
  for (const response of withStatus) expect(namesOf(response), response.at).toContain(header)
})

it('every response of the rule-check service declares the grade, and every refusal of the main REST API declares the request id', () => {
  for (const response of responses.filter(
    ({ path }) => !path.startsWith('/client-api') && !path.startsWith('/application'),
  )) {
    const isPlatform = response.path.startsWith('/api/')
    if (!isPlatform) expect(namesOf(response), response.at).toContain('X-Service-Credential-Grade')
    else if (Number(response.status) >= 400) expect(namesOf(response), response.at).toContain('X-Request-Id')
  }
})

it('every declared header has a description and an example', () => {
  for (const { headers = {}, at } of responses)
    for (const header of Object.values(headers)) {
      expect(header.description, at).not.toBe('')
      expect(header.example, at).toBeDefined()
    }
})

it('the texts of an operation differ for each status', () => {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { responses: of }] of Object.entries(item)) {
      const texts = Object.values(of).map(({ description }) => description)
      expect(texts, `${method} ${path}`).not.toContain('')
      expect(new Set(texts).size, `${method} ${path}`).toBe(texts.length)
    }
})

it('the range of a prompt has the type of the range of a claim', () => {
  const { Prompt, ManifestClaim } = document.components.schemas
  expect(Prompt!.properties.range).toEqual(ManifestClaim!.properties.range)
  expect(Prompt!.properties.range).toMatchObject({ properties: { min: { type: 'number' }, max: { type: 'number' } } })
})

it('the client endpoints declare every status that they return', () => {
  const statuses = (path: string) => Object.keys(document.paths[path]!.post!.responses).map(Number)
  const shared = [200, 400, 401, 405, 408, 413, 429, 500, 503]
  expect(statuses('/client-api/auth/token')).toEqual(shared)
  expect(statuses('/client-api/bus/send')).toEqual([...shared, 403, 404, 409, 415].toSorted((a, b) => a - b))
  expect(statuses('/client-api/check')).toEqual([...shared, 202, 403, 404, 409, 415].toSorted((a, b) => a - b))
})

it('a slow request gets the envelope of the service on every path, because it has not reached a handler', () => {
  const slow = responses.filter(({ status }) => status === '408')
  expect(slow.map(({ path }) => path)).toContain('/client-api/bus/send')
  for (const response of slow)
    expect(response, response.at).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
})
