/** A credential that was revoked, at every endpoint of a decision log, on a real server. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PeopleServer, sharedPeopleServer } from '../../testing/people-server'

let server: PeopleServer
beforeAll(async () => {
  server = await sharedPeopleServer()
})
afterAll(() => server.stop())

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const QUERY = { rulesetHash: null, from: null, to: null, claim: null, after: null, limit: 100 }

const listed = async (cookie: string) => {
  const input = encodeURIComponent(JSON.stringify(QUERY))
  return (await server.call(cookie, `decisionLog.list?input=${input}`)) as {
    readonly rows: readonly { readonly checkId: string }[]
  }
}

/** The status of each procedure of the page, called with a credential instead of a session. */
async function procedures(token: string, checkId: string): Promise<Record<string, number>> {
  const headers = { 'content-type': 'application/json', origin: server.url, 'x-service-credential': token }
  const ask = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${server.url}/api/trpc/decisionLog.${path}`, { headers, ...sent })).status
  }
  const query = (name: string, input: unknown) => ask(`${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return {
    list: await query('list', QUERY),
    receipt: await query('receipt', { checkId }),
    openReceipt: await ask('openReceipt', { checkId }),
    erase: await ask('erase', { checkIds: [checkId] }),
    replay: await ask('replay', { rulesetHash: 'a'.repeat(64), checkedBy: null, after: null, limit: 10 }),
  }
}

it('records no check of a revoked credential, and shows and erases nothing', async () => {
  const rules = { redaction: 'keep', exceptions: {}, beforeAnswer: true }
  const decisionLog = { enabled: true, retentionDays: 30, ...rules }
  await server.call(server.administrator, 'settings.change', { decisionLog })
  const { token, id } = (await server.call(server.administrator, 'credentials.issue', {
    ...{ label: 'of a program', tier: 'standard', expiresAt: null },
  })) as { readonly token: string; readonly id: string }
  const check = () =>
    fetch(`${server.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-credential': token },
      body: JSON.stringify({ source: SOURCE, claims: { paid: true } }),
    })
  const made = await check()
  const checkId = made.headers.get('x-service-check-id')
  expect([made.status, await listed(server.administrator)]).toMatchObject([200, { rows: [{ checkId }] }])
  const closed = { list: 401, receipt: 401, openReceipt: 401, erase: 401, replay: 401 }
  // The pages of a log are for sessions, so that no credential opens them, revoked or not.
  expect(await procedures(token, checkId!)).toEqual(closed)

  await server.call(server.administrator, 'credentials.revoke', { id })
  const refused = await check()
  expect([refused.status, refused.headers.get('x-service-check-id')]).toEqual([401, null])
  expect(await refused.json()).toMatchObject({ ok: false, error: { code: 'CREDENTIAL_INVALID' } })
  expect(await procedures(token, checkId!)).toEqual(closed)
  expect((await listed(server.administrator)).rows).toMatchObject([{ checkId, isErased: false }])
})
