/** Receipts over REST, and a revoked credential at every endpoint of a decision log, on a real server. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyReceiptFile } from '../../attestation/checks/verify-file'
import { readKeySet } from '../../attestation/published-keys'
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

/** A credential of a namespace whose decision log keeps the values. */
async function loggingCredential(of: PeopleServer): Promise<{ readonly token: string; readonly id: string }> {
  const rules = { redaction: 'keep', exceptions: {}, beforeAnswer: true }
  const decisionLog = { enabled: true, retentionDays: 30, ...rules }
  await of.call(of.administrator, 'settings.change', { decisionLog })
  return (await of.call(of.administrator, 'credentials.issue', {
    ...{ label: 'of a program', tier: 'standard', expiresAt: null },
  })) as { readonly token: string; readonly id: string }
}

const checkWith = (token: string) =>
  fetch(`${server.url}/v1/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': token },
    body: JSON.stringify({ source: SOURCE, claims: { paid: true } }),
  })

async function receiptOf(token: string, checkId: string) {
  const headers = { 'x-service-credential': token }
  const answer = await fetch(`${server.url}/v1/checks/${checkId}/receipt`, { headers })
  const body = (await answer.json()) as { readonly receipt?: object; readonly error?: object }
  return { status: answer.status, receipt: JSON.stringify(body.receipt), error: JSON.stringify(body.error) }
}

describe('the receipt of a check over REST', () => {
  it('verifies with the published keys, even after the values of the check are erased', async () => {
    const { token } = await loggingCredential(server)
    const checkId = (await checkWith(token)).headers.get('x-service-check-id')!
    const published = readKeySet(await (await fetch(`${server.url}/.well-known/touchstone-keys.json`)).json())!
    const before = await receiptOf(token, checkId)
    expect(verifyReceiptFile(before.receipt, published)).toMatchObject({
      ...{ ok: true, remarks: [] },
      check: { claims: null, facts: { checkId, answers: [['is_paid', 'TRUE']] } },
    })
    await server.call(server.administrator, 'decisionLog.erase', { checkIds: [checkId] })
    const after = await receiptOf(token, checkId.toUpperCase())
    expect(after).toEqual(before)
    expect(verifyReceiptFile(after.receipt, published)).toMatchObject({ ok: true, check: { facts: { checkId } } })
  })

  it('is the same refusal for a check of another namespace and for one that does not exist', async () => {
    const checkId = (await checkWith((await loggingCredential(server)).token)).headers.get('x-service-check-id')!
    const stranger = await loggingCredential(await sharedPeopleServer())
    const unknown = randomUUID()
    const [theirs, nothing] = [await receiptOf(stranger.token, checkId), await receiptOf(stranger.token, unknown)]
    expect([theirs.status, nothing.status]).toEqual([404, 404])
    expect(theirs.error).toBe(nothing.error.replace(unknown, checkId))
  })

  it.each([
    ['%00', 400],
    ["'%20OR%20'1'='1", 400],
    ['%F0%9F%98%80', 400],
    ['a'.repeat(300), 400],
    ['0193776a-5d00-7c43-8f0e-7d1a2b3c4d5e%0A', 400],
    ['..%2F..%2Fv1%2Faccount', 400],
    ['%FF', 404],
    ['', 400],
    ['a/b', 404],
  ])('is refused for the id %j', async (checkId, status) => {
    const { token } = await loggingCredential(server)
    const refused = await receiptOf(token, checkId)
    expect([refused.status, JSON.parse(refused.error)]).toMatchObject([status, { code: 'BAD_REQUEST' }])
  })
})

it('records no check of a revoked credential, and shows and erases nothing', async () => {
  const { token, id } = await loggingCredential(server)
  const check = () => checkWith(token)
  const made = await check()
  const checkId = made.headers.get('x-service-check-id')
  expect(made.status).toBe(200)
  expect((await listed(server.administrator)).rows[0]).toMatchObject({ checkId })
  const closed = { list: 401, receipt: 401, openReceipt: 401, erase: 401, replay: 401 }
  // The pages of a log are for sessions, so that no credential opens them, revoked or not.
  expect(await procedures(token, checkId!)).toEqual(closed)
  expect((await receiptOf(token, checkId!)).status).toBe(200)

  await server.call(server.administrator, 'credentials.revoke', { id })
  const refused = await check()
  expect([refused.status, refused.headers.get('x-service-check-id')]).toEqual([401, null])
  expect(await refused.json()).toMatchObject({ ok: false, error: { code: 'CREDENTIAL_INVALID' } })
  expect(await procedures(token, checkId!)).toEqual(closed)
  expect((await receiptOf(token, checkId!)).status).toBe(401)
  expect((await listed(server.administrator)).rows[0]).toMatchObject({ checkId, isErased: false })
})
