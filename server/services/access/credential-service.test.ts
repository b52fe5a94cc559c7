/** Runs on a real database with two processes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { CredentialService } from './credential-service'

const NOW = Date.parse('2026-11-22T05:00:00.000Z')
const LATER = new Date('2027-01-01T00:00:00.000Z')
const CHECK = { source: 'declare a as boolean;\nassert x { a };\n', claims: { a: true } }

let tested: ServicesUnderTest
let credentials: CredentialService
let administrator: Caller
beforeAll(async () => {
  tested = await startServices(2, { clock: () => NOW })
  credentials = tested.workbenches[0]!.credentials
})
afterAll(() => tested.stop())
beforeAll(async () => {
  administrator = await tested.personCaller(['administrator'])
})

it('issues a credential that works at once, lists it without its token, and logs who issued it', async () => {
  const { id, token } = await credentials.issue(administrator, {
    label: 'night run',
    tier: 'read_only',
    expiresAt: LATER,
  })
  const caller = await tested.services[1]!.authenticate(token)
  expect(caller).toMatchObject({ namespaceId: administrator.namespaceId, tier: 'read_only', expiresAt: LATER })
  const rows = await credentials.list(administrator)
  expect(rows[0]).toEqual({
    id,
    label: 'night run',
    grade: 'full',
    tier: 'read_only',
    state: 'active',
    createdAt: new Date(tested.now()).toISOString(),
    expiresAt: LATER.toISOString(),
    revokedAt: null,
    lastUsedAt: null,
    issuedBy: { name: administrator.person!.name, disabled: false },
  })
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await readLog(tested, administrator.namespaceId)).at(-1)).toEqual({
    kind: 'credential_issued',
    actor: administrator.label,
    details: {
      credential_id: id,
      label: 'night run',
      tier: 'read_only',
      expires_at: LATER.toISOString(),
      issuer: 'person',
      issued_by_id: administrator.person!.id,
      issued_at: new Date(tested.now()).toISOString(),
    },
  })
})

it('revokes once, at once in the same process, and logs it once', async () => {
  const { id, token } = await credentials.issue(administrator, { label: 'leaver', tier: 'standard', expiresAt: null })
  await tested.services[0]!.authenticate(token)
  await credentials.revoke(administrator, id)
  await credentials.revoke(administrator, id)
  await expect(async () => tested.services[0]!.authenticate(token)).rejects.toMatchObject({
    code: 'CREDENTIAL_INVALID',
  })
  expect((await credentials.list(administrator)).find((row) => row.id === id)).toMatchObject({ state: 'revoked' })
  const log = await readLog(tested, administrator.namespaceId)
  expect(log.filter(({ kind, details }) => kind === 'credential_revoked' && details.credential_id === id)).toEqual([
    { kind: 'credential_revoked', actor: administrator.label, details: { credential_id: id, label: 'leaver' } },
  ])
})

it('logs evaluation credentials too', async () => {
  const { namespaceId, credentialId, expiresAt } = await tested.evaluationCaller()
  expect(await readLog(tested, namespaceId)).toEqual([
    {
      kind: 'credential_issued',
      actor: 'evaluation',
      details: { credential_id: credentialId, label: '', tier: 'evaluation', expires_at: expiresAt?.toISOString() },
    },
  ])
})

it('shows that a credential has expired', async () => {
  const expiresAt = new Date(tested.now() + 1_000)
  const { id } = await credentials.issue(administrator, { label: 'short', tier: 'standard', expiresAt })
  tested.pass(1_000)
  expect((await credentials.list(administrator)).find((row) => row.id === id)).toMatchObject({ state: 'expired' })
})

it('refuses a credential that would have expired already, and logs nothing', async () => {
  const before = await readLog(tested, administrator.namespaceId)
  const expiresAt = new Date(tested.now())
  await expect(credentials.issue(administrator, { label: 'late', tier: 'standard', expiresAt })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { failures: [{ field: 'expiresAt' }] },
  })
  expect(await readLog(tested, administrator.namespaceId)).toEqual(before)
})

it('neither lists nor revokes what belongs to another namespace', async () => {
  const stranger = await tested.personCaller(['administrator'])
  const { id, token } = await credentials.issue(administrator, { label: 'ours', tier: 'standard', expiresAt: null })
  expect(await credentials.list(stranger)).toEqual([])
  await expect(credentials.revoke(stranger, id)).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 404 })
  expect(await tested.services[1]!.authenticate(token)).toMatchObject({ credentialId: id })
  expect(await readLog(tested, stranger.namespaceId)).toEqual([])
})

it('shows the checks of the last twelve months, including the current one, and the allowance', async () => {
  const holder = await tested.personCaller(['administrator'])
  const { namespaceId } = holder
  await tested.query(`
    INSERT INTO namespace_usage (namespace_id, month, checks)
    VALUES ('${namespaceId}', '2025-11-01', 7), ('${namespaceId}', '2025-12-01', 8), ('${namespaceId}', '2026-10-01', 9)`)
  const { token } = await credentials.issue(holder, { label: 'user', tier: 'standard', expiresAt: null })
  await callOperation(tested.services[0]!, 'check', await tested.services[0]!.authenticate(token), CHECK)
  const { months, account } = await credentials.usage(holder)
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ month: '2025-12-01', checks: 8 })
  expect(months.slice(1, 10).every(({ checks }) => checks === 0)).toBe(true)
  expect(months.slice(10)).toEqual([
    { month: '2026-10-01', checks: 9 },
    { month: '2026-11-01', checks: 1 },
  ])
  expect(account).toEqual({ used: 1, limit: null, remaining: null, resetsAt: '2026-12-01T00:00:00.000Z' })
  const by = { actor: 'operator', at: new Date(NOW) }
  await tested.store.setAccount(namespaceId!, { checksPerMonth: 10 }, by)
  const limited = { ...holder, account: { ...holder.account, checksPerMonth: 10 } }
  expect((await credentials.usage(limited)).account).toMatchObject({ used: 1, limit: 10, remaining: 9 })
})

it.each(['author', 'reviewer'] as const)('refuses the role %s', async (role) => {
  const caller = await tested.personCaller([role], administrator.namespaceId!)
  const input = { label: 'x', tier: 'standard', expiresAt: null } as const
  const refused = { code: 'CREDENTIAL_SCOPE', status: 403 }
  await expect(credentials.list(caller)).rejects.toMatchObject(refused)
  await expect(credentials.issue(caller, input)).rejects.toMatchObject(refused)
  await expect(credentials.revoke(caller, '00000000-0000-4000-8000-000000000000')).rejects.toMatchObject(refused)
  await expect(credentials.usage(caller)).rejects.toMatchObject(refused)
})
