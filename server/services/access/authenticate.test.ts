import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore, type Store } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { type Caller, callerWithoutCredential } from '../calls/caller'
import { Authenticator, CALLER_CACHE_MS } from './authenticate'
import { CredentialUses } from './credential-uses'
import { FlushTimer } from './flush-timer'
import { issueFullCredential } from './full-credentials'

let database: EmbeddedPostgres
let store: Store
const dataDir = mkdtempSync(join(tmpdir(), 'authenticate-'))
let clock = Date.parse('2026-11-22T12:00:00.000Z')

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir, log: silentLog })
  store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog })
})
afterAll(async () => {
  await store.close()
  await database.stop()
  rmSync(dataDir, { recursive: true })
})

function newAuthenticator(open: Caller | null = null) {
  const timer = new FlushTimer(
    () => () => {},
    (error) => {
      throw error
    },
  )
  const uses = new CredentialUses(store, timer)
  return { authenticator: new Authenticator({ store, now: () => clock, open, uses }), write: () => timer.stop() }
}

async function issue(expiresAt: Date | null = null) {
  const dependencies = { store, now: () => new Date(clock), newId: randomUUID, randomBytes }
  const issued = await issueFullCredential(dependencies, {
    label: 'test',
    tier: 'read_only',
    expiresAt,
    namespace: { newName: 'test' },
  })
  if (issued.kind !== 'issued') throw new Error(issued.kind)
  return issued
}

const invalid = (message: RegExp) => ({ code: 'CREDENTIAL_INVALID', message: expect.stringMatching(message) as string })

describe.each(['token', 'credentialId'] as const)('a caller known by the %s', (by) => {
  const ask = (authenticator: Authenticator, issued: Awaited<ReturnType<typeof issue>>) =>
    by === 'token' ? authenticator.authenticate(issued.token) : authenticator.authenticateById(issued.credentialId)

  it('is cached for less than a second', async () => {
    const { authenticator } = newAuthenticator()
    const issued = await issue()
    const caller = await ask(authenticator, issued)
    expect(caller).toMatchObject({
      grade: 'full',
      tier: 'read_only',
      namespaceId: issued.namespaceId,
      credentialId: issued.credentialId,
      label: 'test',
      expiresAt: null,
      caps: { perDay: null, total: null },
      account: { checksPerMonth: null, labelingAllowed: true, peopleApprove: false, unitLibraryHash: null },
    })
    await store.revokeCredential({ id: issued.credentialId, namespaceId: null, at: new Date(clock), actor: 'operator' })
    clock += CALLER_CACHE_MS - 1
    expect(ask(authenticator, issued)).toBe(caller)
    clock += 1
    expect(CALLER_CACHE_MS).toBeLessThan(1_000)
    await expect(ask(authenticator, issued)).rejects.toMatchObject(invalid(/was revoked on 2026-11-22T/))
  })

  it('is refused as soon as the credential expires', async () => {
    const { authenticator } = newAuthenticator()
    const issued = await issue(new Date(clock + 100))
    await ask(authenticator, issued)
    clock += 99
    await ask(authenticator, issued)
    clock += 1
    await expect(ask(authenticator, issued)).rejects.toMatchObject(invalid(/expired on 2026-11-22T/))
  })

  it('is read again after a change by this process', async () => {
    const { authenticator } = newAuthenticator()
    const [issued, other] = [await issue(), await issue()]
    await ask(authenticator, issued)
    const known = await ask(authenticator, other)
    await store.setAccount(issued.namespaceId, { checksPerMonth: 3 }, { actor: 'operator', at: new Date() })
    authenticator.forget(issued.namespaceId)
    expect((await ask(authenticator, issued)).account.checksPerMonth).toBe(3)
    expect(ask(authenticator, other)).toBe(known)
  })

  it('is not cached if it was read before such a change', async () => {
    const { authenticator } = newAuthenticator()
    const issued = await issue()
    const reading = ask(authenticator, issued)
    authenticator.forget(issued.namespaceId)
    await reading
    await store.setAccount(issued.namespaceId, { checksPerMonth: 3 }, { actor: 'operator', at: new Date() })
    expect((await ask(authenticator, issued)).account.checksPerMonth).toBe(3)
  })

  it('is noted as a use of the credential', async () => {
    const { authenticator, write } = newAuthenticator()
    const issued = await issue()
    const lastUse = async () => {
      await write()
      const [listed] = await store.listCredentials({ namespaceId: issued.namespaceId, after: null, limit: 1 })
      return listed?.lastUsedAt?.getTime() ?? null
    }
    expect(await lastUse()).toBeNull()
    await ask(authenticator, issued)
    expect(await lastUse()).toBe(clock)
    clock += 10
    await ask(authenticator, issued)
    expect(await lastUse()).toBe(clock)
  })
})

describe('authenticate refuses', () => {
  it('an unknown, truncated or overlong token', async () => {
    const { authenticator } = newAuthenticator()
    const { token, credentialId } = await issue()
    for (const wrong of ['x', token.slice(0, -1), credentialId, 'x'.repeat(100_000)])
      await expect(authenticator.authenticate(wrong)).rejects.toMatchObject(invalid(/unknown here/))
    await expect(authenticator.authenticateById(randomUUID())).rejects.toMatchObject(invalid(/is gone/))
  })

  it('the id of a credential as a token', async () => {
    const { authenticator } = newAuthenticator()
    const { credentialId } = await issue()
    await authenticator.authenticateById(credentialId)
    await expect(authenticator.authenticate(credentialId)).rejects.toMatchObject(invalid(/unknown here/))
  })

  it('a missing token, if the deployment demands one', async () => {
    const { authenticator } = newAuthenticator()
    for (const none of [undefined, ''])
      expect(() => authenticator.authenticate(none)).toThrow(expect.objectContaining({ code: 'CREDENTIAL_REQUIRED' }))
  })
})

it('gives everybody on a deployment without credentials the current account of its namespace', async () => {
  const namespaceId = randomUUID()
  await store.ensureNamespace({ id: namespaceId, displayName: 'Open', at: new Date(clock) })
  const { authenticator } = newAuthenticator(callerWithoutCredential('open', namespaceId))
  const allowance = async () => (await authenticator.authenticate(undefined)).account.checksPerMonth
  expect(await allowance()).toBeNull()
  await store.setAccount(namespaceId, { checksPerMonth: 7 }, { actor: 'operator', at: new Date() })
  expect(await allowance()).toBeNull()
  clock += CALLER_CACHE_MS
  expect(await allowance()).toBe(7)
  await store.setAccount(namespaceId, { checksPerMonth: 8 }, { actor: 'operator', at: new Date() })
  authenticator.forget(namespaceId)
  expect(await allowance()).toBe(8)
})

it('refuses a credential revoked elsewhere, even if the clock is set back', async () => {
  const { authenticator } = newAuthenticator()
  const { token, credentialId } = await issue()
  await authenticator.authenticate(token)
  await store.revokeCredential({ id: credentialId, namespaceId: null, at: new Date(clock), actor: 'operator' })
  clock -= 60_000
  try {
    await expect(async () => authenticator.authenticate(token)).rejects.toMatchObject(invalid(/was revoked on/))
  } finally {
    clock += 60_000
  }
})
