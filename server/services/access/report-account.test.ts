/** Cases of /v1/account and /v1/flags that no wire case can show. */
import { expect, it } from 'vitest'
import { startMcp } from '../../http/mcp/testing/mcp-under-test'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'

it('a deployment without credentials has one account for everybody and says so in its flags', async () => {
  const server = await startMcp({ open: true })
  const ask = async (path: string, body?: unknown) => {
    const sent = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await (await fetch(server.url + path, sent || {})).json()) as Record<string, unknown>
  }
  expect(await ask('/v1/check', { source: SOURCE, claims: { a: true } })).toMatchObject({ ok: true })
  expect(await ask('/v1/account')).toMatchObject({
    ok: true,
    tier: 'standard',
    credential: null,
    stub: true,
    labeling_allowed: true,
    usage: { used: 1, limit: null, remaining: null },
  })
  expect(await ask('/v1/flags')).toMatchObject({
    flags: { credentials_required: false, evaluation_credentials: false, saved_rulesets: true },
  })
  await server.stop()
})

it('a refusal of a credential or tier charges nothing', async () => {
  const server = await startMcp()
  const call = async (token: string, path: string, body?: unknown) =>
    fetch(server.url + path, {
      headers: { 'x-service-credential': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const issued = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
  const { credential: evaluation } = (await issued.json()) as { credential: string }
  const { token: readOnly } = await server.issue({ tier: 'read_only' })
  const used = async (token: string) =>
    ((await (await call(token, '/v1/account')).json()) as { usage: { used: number } }).usage.used
  for (const token of [evaluation, readOnly]) {
    expect((await call(token, '/v1/check', { source: SOURCE, claims: { a: true } })).status).toBe(200)
    expect(await used(token)).toBe(1)
    expect((await call(token, '/v1/rulesets', { name: 'mine', source: SOURCE })).status).toBe(403)
    expect(await used(token)).toBe(1)
  }
  expect((await call(readOnly, '/v1/compile', { source: SOURCE })).status).toBe(403)
  expect(await used(readOnly)).toBe(1)
  await server.stop()
})
