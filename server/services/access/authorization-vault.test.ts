import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore, type Store } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { AuthorizationVault, UNUSED_CLIENT_MS, USED_CLIENT_MS } from './authorization-vault'

let directory: string
let database: EmbeddedPostgres
let store: Store
let vault: AuthorizationVault
let now = Date.UTC(2026, 2, 4)
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'touchstone-vault-'))
  database = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, retryForMs: 200 })
  vault = new AuthorizationVault(store, () => now)
})
afterAll(async () => {
  await store.close()
  await database.stop()
  rmSync(directory, { recursive: true, force: true })
})

it.each(['AccessToken', 'RefreshToken', 'AuthorizationCode'])(
  "stores the bearer's secret of %s as a hash",
  async (kind) => {
    const token = `the token of ${kind}`
    const payload = { jti: token, scope: 'rulesets', grantId: 'grant' }
    await vault.put(kind, token, payload, 60)
    expect(await store.findAuthorizationRecord(kind, token)).toBeNull()
    const stored = await store.findAuthorizationRecord(kind, createHash('sha256').update(token).digest('hex'))
    expect(stored).toMatchObject({ payload: { scope: 'rulesets' }, grantId: 'grant' })
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await vault.find(kind, token)).toEqual(payload)
    expect(await vault.consume(kind, token)).toBe(true)
    expect(await vault.consume(kind, token)).toBe(false)
    expect(await vault.find(kind, token)).toEqual({ ...payload, consumed: Math.floor(now / 1_000) })
    now += 60_000
    expect(await vault.find(kind, token)).toBeUndefined()
  },
)

it('forgets a client without a token after a week, and others a year after their last token', async () => {
  await vault.put('Client', 'idle', { client_id: 'idle' })
  await vault.put('Client', 'busy', { client_id: 'busy' })
  now += UNUSED_CLIENT_MS - 1
  expect(await vault.find('Client', 'idle')).toEqual({ client_id: 'idle' })
  await vault.put('AccessToken', 'token of busy', { clientId: 'busy' }, 3_600)
  now += 1
  expect(await vault.find('Client', 'idle')).toBeUndefined()
  await store.sweepAuthorizationRecords(new Date(now + 1))
  expect(await store.findAuthorizationRecord('Client', 'idle')).toBeNull()
  now += USED_CLIENT_MS - 2
  expect(await vault.find('Client', 'busy')).toEqual({ client_id: 'busy' })
  now += 1
  expect(await vault.find('Client', 'busy')).toBeUndefined()
})

it('stores no session', async () => {
  await vault.put('Session', 'session', { uid: 'u' }, 60)
  expect(await vault.find('Session', 'session')).toBeUndefined()
})

it('reports an unavailable database as busy', async () => {
  await database.stop()
  const refusal = await vault.find('Client', 'busy').then(
    () => null,
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'ENGINE_BUSY', status: 503 })
})
