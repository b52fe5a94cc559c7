import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../calls/caller'
import { type AccountsUnderTest, startAccounts } from '../testing/accounts-under-test'
import type { ClientGate } from './client-gate'
import { TRIES_PER_ADDRESS, TRIES_PER_USERNAME } from './secret-service'

const NOW = Date.parse('2026-11-22T05:00:00.000Z')
const REFUSED = { code: 'CREDENTIAL_INVALID', status: 401 }

let made: AccountsUnderTest
let administrator: Caller
let gate: ClientGate
beforeAll(async () => {
  made = await startAccounts(() => NOW)
  administrator = await made.tested.personCaller(['administrator'])
  gate = made.gate()
})
afterAll(() => made.stop())

const exchanged = async (owner = administrator) => {
  const account = await made.account(owner, 'service_token')
  return { account, ...(await gate.exchange(account.username, account.secret, randomUUID())) }
}

describe('secrets', () => {
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: { message: string; status: number; details: object }) => error,
    )

  it('are refused alike for an unknown username, a wrong secret, and a name that no account can have', async () => {
    const account = await made.account(administrator, 'service_token')
    const messages = new Set<string>()
    for (const [username, secret] of [
      [account.username, 'wrong'],
      ['unknown-username', account.secret],
      ['Not A Username\0', account.secret],
      ['', ''],
      ['x'.repeat(100_000), 'wrong'],
    ] as const)
      for (const each of [gate.exchange, gate.grant])
        messages.add((await failure(each(username, secret, randomUUID())))?.message ?? 'let in')
    expect([...messages]).toEqual(['The username or the secret is wrong.'])
  })

  it('of one kind are not accepted for the other, and the refusal says so', async () => {
    const [token, key] = [
      await made.account(administrator, 'service_token'),
      await made.account(administrator, 'api_key'),
    ]
    await expect(gate.grant(token.username, token.secret, 'here')).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('/client-api/auth/token'),
    })
    await expect(gate.exchange(key.username, key.secret, 'here')).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('client credentials grant'),
    })
  })

  it('are not in the database, and their last use is noted', async () => {
    const { account } = await exchanged()
    const rows = await made.tested.query<{ row: string }>('SELECT service_secret::text AS row FROM service_secret')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(account.secret)
    const view = await made.accounts.view(administrator)
    const secret = view.accounts.find(({ id }) => id === account.id)?.secrets[0]
    expect(secret?.lastUsedAt).toBe(new Date(made.tested.now()).toISOString())
  })

  it('are tried a few times from one address, and of one account a few times from everywhere', async () => {
    const account = await made.account(administrator, 'service_token')
    const fresh = made.gate()
    const wrong = (address: string, username: string) => failure(fresh.exchange(username, randomUUID(), address))
    for (let i = 0; i < TRIES_PER_ADDRESS; i++) expect((await wrong('one', `robot-${i}`))?.status).toBe(401)
    expect(await wrong('one', 'robot-x')).toMatchObject({
      ...{ code: 'BAD_REQUEST', status: 429 },
      details: { retry_after_ms: expect.any(Number) },
    })
    for (let i = 0; i < TRIES_PER_USERNAME; i++) expect((await wrong(`from ${i}`, account.username))?.status).toBe(401)
    const late = await wrong('from elsewhere', account.username)
    expect(late).toMatchObject({ status: 429, message: expect.stringMatching(/Wait \d+ seconds? and try again/) })
    // The wait ends at the announced time.
    made.tested.pass((late as unknown as { details: { retry_after_ms: number } }).details.retry_after_ms)
    expect((await wrong('from elsewhere', account.username))?.status).toBe(401)
  })

  it('cost nothing if they are right, and count whatever others try', async () => {
    const account = await made.account(administrator, 'service_token')
    const fresh = made.gate()
    const right = () => fresh.exchange(account.username, account.secret, 'home')
    await Promise.all(Array.from({ length: 3 * TRIES_PER_ADDRESS }, right))
    for (let i = 0; i < 2 * TRIES_PER_ADDRESS; i++) await right()
    for (let i = 0; i < TRIES_PER_USERNAME + 5; i++)
      await failure(fresh.exchange(account.username, 'wrong', `from ${i}`))
    expect((await failure(fresh.exchange(account.username, account.secret, 'a new place')))?.status).toBe(429)
    expect((await right()).expiresIn).toBe(3_600)
    for (let i = 0; i < TRIES_PER_ADDRESS + 5; i++) await failure(fresh.exchange(`robot-${i}`, 'wrong', 'home'))
    expect((await failure(fresh.exchange('robot-x', 'wrong', 'home')))?.status).toBe(429)
    expect((await right()).expiresIn).toBe(3_600)
    // But tries for the account itself are limited there.
    for (let i = 0; i < TRIES_PER_ADDRESS; i++) await failure(fresh.exchange(account.username, `wrong ${i}`, 'home'))
    expect((await failure(fresh.exchange(account.username, 'wrong', 'home')))?.status).toBe(429)
  })
})
