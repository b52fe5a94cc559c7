import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PLAIN_APPROVAL_RULES } from '../../api/terms/approval-rules'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const AT = new Date('2026-03-04T05:06:07.089Z')
const BY = { actor: 'operator', at: AT }
const later = (ms: number) => new Date(AT.getTime() + ms)

describe.each(inject('databases'))('credentials on $name', ({ url, ownerUrl }) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore({ url, ownerUrl, log: silentLog, connections: 5 })
  })
  afterAll(() => store.close())

  const newNamespace = async (displayName: string = randomUUID().slice(1)) => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName, at: AT })
    return { id, displayName }
  }
  const issueFull = async (namespaceId: string, at = AT, tier: 'standard' | 'read_only' = 'standard') => {
    const credentialId = randomUUID()
    const tokenSha256 = randomBytes(32)
    await store.issueFullCredential({
      credentialId,
      namespaceId,
      tokenSha256,
      label: 'full',
      tier,
      at,
      expiresAt: null,
      actor: 'operator',
      issuedById: null,
      callsPerDay: null,
      callsTotal: null,
    })
    return { credentialId, tokenSha256 }
  }
  const issueEvaluation = async (namespaceId: string = randomUUID()) => {
    const credentialId = randomUUID()
    await store.issueEvaluationCredential({
      credentialId,
      namespaceId,
      tokenSha256: randomBytes(32),
      label: 'eval',
      at: AT,
      expiresAt: later(1_000),
      callsPerDay: 1,
      callsTotal: 1,
      addressKey: randomUUID(),
      issuedPerHour: 1,
    })
    return credentialId
  }

  it('are listed in the order of their creation, page by page', async () => {
    const { id: namespaceId, displayName } = await newNamespace()
    const made = []
    for (let i = 0; i < 5; i++)
      made.push((await issueFull(namespaceId, later(i < 3 ? 0 : i), i === 4 ? 'read_only' : 'standard')).credentialId)
    // Ties are broken by id.
    const expected = [...made.slice(0, 3).sort(), ...made.slice(3)]
    const listed = await store.listCredentials({ namespaceId, after: null, limit: 10 })
    expect(listed.map(({ id }) => id)).toEqual(expected)
    const list = async (place: number | null, limit: number) =>
      store.listCredentials({ namespaceId, after: place === null ? null : listed[place]!, limit })
    expect(await list(null, 2)).toEqual(listed.slice(0, 2))
    expect(await list(1, 2)).toEqual(listed.slice(2, 4))
    expect(await list(3, 2)).toEqual(listed.slice(4))
    expect(await list(4, 2)).toEqual([])
    const last = listed[4]
    expect(last).toEqual({
      id: made[4],
      namespaceId,
      namespaceName: displayName,
      label: 'full',
      grade: 'full',
      tier: 'read_only',
      createdAt: later(4),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      callsPerDay: null,
      callsTotal: null,
      issuer: 'operator',
      issuedById: null,
      issuedBy: null,
    })
    expect(last).not.toHaveProperty('tokenSha256')
  })

  it('are listed for all namespaces, including evaluation credentials', async () => {
    const ids = [(await issueFull((await newNamespace()).id)).credentialId, await issueEvaluation()]
    const listed = await store.listCredentials({ namespaceId: null, after: null, limit: 10_000 })
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })

  it('are noted as used in batches, and a late report of an earlier use changes nothing', async () => {
    const { id: namespaceId } = await newNamespace()
    const ids = await Promise.all([1, 2, 3].map(async () => (await issueFull(namespaceId)).credentialId))
    const uses = ids.map((credentialId, i) => ({ credentialId, at: later(i) }))
    await Promise.all([
      store.noteUses(uses),
      store.noteUses([...uses].reverse().map(({ credentialId }) => ({ credentialId, at: later(1) }))),
      store.noteUses([{ credentialId: randomUUID(), at: AT }]),
    ])
    const listed = await store.listCredentials({ namespaceId, after: null, limit: 9 })
    const used = new Map(listed.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
    expect(ids.map((id) => used.get(id))).toEqual([later(1), later(1), later(2)])
    await store.noteUses([])
  })

  it('find their namespace by its id or its name', async () => {
    const twin = randomUUID().slice(1)
    const [one, other, single] = [await newNamespace(twin), await newNamespace(twin), await newNamespace()]
    expect(await store.findNamespaces(one.id)).toEqual([one])
    expect(await store.findNamespaces(one.id.toUpperCase())).toEqual([one])
    expect(await store.findNamespaces(single.displayName)).toEqual([single])
    expect(await store.findNamespaces(twin)).toEqual([one, other].sort((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await store.findNamespaces('unknown')).toEqual([])
    expect(await store.findNamespaces(randomUUID())).toEqual([])
  })

  it('find an evaluation namespace only by its id, until a full credential opens it', async () => {
    const namespaceId = randomUUID()
    await issueEvaluation(namespaceId)
    const named = async () => (await store.findNamespaces('Evaluation')).map(({ id }) => id)
    expect(await store.findNamespaces(namespaceId)).toEqual([{ id: namespaceId, displayName: 'Evaluation' }])
    expect(await named()).not.toContain(namespaceId)
    await issueFull(namespaceId)
    expect(await named()).toContain(namespaceId)
  })

  it('have the state of their account, and a change leaves the other settings', async () => {
    const { id, displayName } = await newNamespace()
    const { tokenSha256 } = await issueFull(id)
    const plain = {
      unitLibraryHash: null,
      labelingAllowed: true,
      checksPerMonth: null,
      peopleApprove: false,
      separateApprover: false,
      currentEngine: false,
      decisionLog: null,
      unsignedApprovals: true,
      passkeyToSign: false,
      passkeyToAdminister: false,
      passingCases: false,
      ...PLAIN_APPROVAL_RULES,
      inForceWhenApproved: true,
    }
    const settings = ({ unitLibraryHash: _, ...decided }: typeof plain) => ({ ...decided, displayName, preset: null })
    expect(await store.findAccount(id)).toEqual(plain)
    expect(await store.findSettings(id)).toEqual(settings(plain))
    expect(await store.setAccount(id, {}, BY)).toEqual(settings(plain))
    expect(await store.setAccount(id, { checksPerMonth: 5, peopleApprove: true }, BY)).toEqual({
      ...settings(plain),
      checksPerMonth: 5,
      peopleApprove: true,
    })
    const changed = { ...plain, checksPerMonth: null, peopleApprove: true, labelingAllowed: false }
    const change = { checksPerMonth: null, labelingAllowed: false }
    expect(await store.setAccount(id, change, BY)).toEqual(settings(changed))
    expect((await store.findCredentialByTokenHash(tokenSha256))?.namespace).toEqual(changed)
    expect(await store.findAccount(id)).toEqual(changed)
    expect(await store.setAccount(randomUUID(), { checksPerMonth: 5 }, BY)).toBeNull()
    expect(await store.findSettings(randomUUID())).toBeNull()
    expect(await store.findAccount(randomUUID())).toBeNull()
  })
})
