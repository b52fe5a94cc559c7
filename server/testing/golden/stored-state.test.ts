/** Tests refusals that need a certain state of the database. */

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitEmbeddedPostgres } from '../../database/embedded/visit-embedded-postgres'
import { connectToEdit, silentLog } from '../../database/testing/fresh-database'
import type { RunningServer } from '../running-server'
import { sharedServer } from '../shared-server'

let server: RunningServer
let client: pg.Client
const DOES_NOT_COMPILE = 'declare a as boolean;\nassert x { gone };\n'
const hash = createHash('sha256').update(DOES_NOT_COMPILE).digest('hex')

beforeAll(async () => {
  server = await sharedServer()
  const { ownerUrl } = await visitEmbeddedPostgres({ dataDir: server.dataDir, log: silentLog })
  client = await connectToEdit(ownerUrl)
})

afterAll(async () => {
  await client.end()
  await server.stop()
})

async function call(method: string, path: string, credential: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'x-service-credential': credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const errorOf = ({ text }: { text: string }) => (JSON.parse(text) as { error: Record<string, unknown> }).error

it('a stored source that no longer compiles lists with null counts and answers 422 wherever it is read', async () => {
  const credential = await server.issueCredential({ namespace: 'old' })
  const [{ id }] = (await client.query<{ id: string }>("SELECT id FROM namespace WHERE display_name = 'old'")).rows as [
    { id: string },
  ]
  await client.query(
    'INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at) VALUES ($1, $2, $3, 0, now())',
    [id, hash, Buffer.from(DOES_NOT_COMPILE)],
  )
  await client.query(
    "INSERT INTO ruleset_name (namespace_id, name, hash, bound_at) VALUES ($1, 'old policy', $2, now())",
    [id, hash],
  )
  const list = JSON.parse((await call('GET', '/v1/rulesets', credential)).text) as { rulesets: unknown[] }
  expect(list.rulesets).toMatchObject([{ name: 'old policy', compiles: false, claim_count: null, rule_count: null }])
  for (const [method, path, body] of [
    ['GET', '/v1/rulesets/old%20policy', undefined],
    ['GET', `/v1/prompt-pack/${hash}`, undefined],
    ['POST', '/v1/prompt-pack', { ruleset_hash: hash }],
    ['POST', '/v1/check', { ruleset_hash: hash, claims: {} }],
  ] as const) {
    const answer = await call(method, path, credential, body)
    expect(answer.status, path).toBe(422)
    expect(errorOf(answer), path).toMatchObject({ code: 'COMPILE_FAILED', hint: expect.any(String) })
  }
})

it('an expired credential is refused as expired', async () => {
  const credential = await server.issueCredential({ expiresAt: new Date(Date.now() + 1_500) })
  expect((await call('GET', '/v1/account', credential)).status).toBe(200)
  await expect.poll(async () => (await call('GET', '/v1/account', credential)).status, { timeout: 10_000 }).toBe(401)
  const error = errorOf(await call('GET', '/v1/account', credential))
  expect(error).toMatchObject({ code: 'CREDENTIAL_INVALID', message: expect.stringContaining('expired') })
})

it('a bug answers 500 with an id to quote, no text of its own, and the server goes on', async () => {
  const credential = await server.issueCredential()
  await client.query('ALTER TABLE ruleset_name RENAME COLUMN bound_at TO bound_on')
  const answer = await call('GET', '/v1/rulesets', credential)
  await client.query('ALTER TABLE ruleset_name RENAME COLUMN bound_on TO bound_at')
  expect(answer.status).toBe(500)
  expect(errorOf(answer)).toMatchObject({ code: 'ENGINE_ERROR' })
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text).not.toMatch(/bound_|column|prisma|stack|\.ts/i)
  await expect.poll(() => server.log(), { timeout: 5_000 }).toContain(id)
  expect((await call('GET', '/v1/rulesets', credential)).status).toBe(200)
})
