import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import { slugOf } from './groups'

const AT = new Date('2026-11-22T05:06:07.089Z')
const BY = { actor: 'Ada <ada@example.org>', at: AT }
const later = (milliseconds: number) => new Date(AT.getTime() + milliseconds)

describe.each(inject('databases'))('service accounts on $name', ({ url, ownerUrl }) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore({ url, ownerUrl, log: silentLog, connections: 5 })
  })
  afterAll(() => store.close())

  const newNamespace = async (displayName = 'Of accounts') => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName, at: AT })
    return id
  }
  const newAccount = async (namespaceId: string, username = `robot-${randomUUID()}`) => {
    const id = randomUUID()
    const account = { ...BY, id, username, description: 'ünï', namespaceId, limit: 10 }
    return { id, username, account, outcome: await store.addServiceAccount(account) }
  }
  const newSecret = async (namespaceId: string, accountId: string, expiresAt: Date | null = null, limit = 10) => {
    const id = randomUUID()
    const sha256 = randomBytes(32)
    const secret = { ...BY, id, accountId, namespaceId, sha256, kind: 'api_key', label: 'x', expiresAt, limit } as const
    return { id, sha256, secret, outcome: await store.addServiceSecret(secret) }
  }
  /** Omits the entry that begins every log, and keys: the tests that share the database publish some in every log. */
  const kinds = async (namespaceId: string) => {
    const [first, ...more] = (await store.readEntries(namespaceId, 0n, 100)).map(({ kind }) => kind)
    expect(first).toBe('state_recorded')
    return more.filter((kind) => !kind.startsWith('signing_key_'))
  }
  const askFor = (namespaceId: string, username: string) =>
    store.requestGroupMember({
      ...{ ...BY, id: randomUUID(), namespaceId, username, expiresAt: later(1_000), maxInDay: 10 },
    })
  const confirm = async (homeId: string, username: string, maxGroups: number) => {
    const waiting = await store.listHomeGroupMemberRequests(homeId, AT)
    const { id = '' } = waiting.find((request) => request.username === username) ?? {}
    return store.answerGroupMemberRequest({ ...BY, id, homeId, confirmed: true, maxGroups })
  }

  it('are found by username and hash or by id, with what a token request needs', async () => {
    const namespaceId = await newNamespace()
    const { id, username } = await newAccount(namespaceId)
    const { id: secretId, sha256 } = await newSecret(namespaceId, id, later(1_000))
    const secretRow = { id: secretId, kind: 'api_key', accountId: id, disabledAt: null, expiresAt: later(1_000) }
    expect(await store.findServiceSecret(username, sha256)).toEqual({
      ...{ ...secretRow, revokedAt: null, lastUsedAt: null },
      sha256: new Uint8Array(sha256),
    })
    expect(await store.findServiceSecret(username, randomBytes(32))).toBeNull()
    expect(await store.findServiceSecret('unknown', sha256)).toBeNull()
    const other = await newAccount(namespaceId)
    expect(await store.findServiceSecret(other.username, sha256)).toBeNull()
    const name = await store.ensureGroup(namespaceId, BY)
    expect(await store.findServiceAccount(id)).toEqual({
      ...{ id, username, disabledAt: null, groups: [{ namespaceId, name }] },
      secretIds: new Set([secretId]),
    })
    expect(await store.findServiceAccount(randomUUID())).toBeNull()
  })

  it('are created once by a repeated call, with one log entry each', async () => {
    const namespaceId = await newNamespace()
    const { id, account } = await newAccount(namespaceId)
    expect(await store.addServiceAccount(account)).toBe('added')
    const { secret, id: secretId } = await newSecret(namespaceId, id)
    expect(await store.addServiceSecret(secret)).toBe('added')
    for (let i = 0; i < 2; i++) expect(await store.revokeServiceSecret({ ...BY, id: secretId, namespaceId })).toBe(true)
    for (let i = 0; i < 2; i++)
      expect(await store.setServiceAccountDisabled({ ...BY, id, namespaceId, disabled: true })).toBe(true)
    expect(await kinds(namespaceId)).toEqual([
      ...['group_renamed', 'service_account_added', 'group_member_added', 'service_secret_issued'],
      ...['service_secret_revoked', 'service_account_disabled'],
    ])
    const elsewhere = await newNamespace()
    expect(await store.revokeServiceSecret({ ...BY, id: secretId, namespaceId: elsewhere })).toBe(false)
    expect(await store.setServiceAccountDisabled({ ...BY, id, namespaceId: elsewhere, disabled: false })).toBe(false)
    expect((await newSecret(elsewhere, id)).outcome).toBe('unknown')
  })

  it('give a username to one of many that request it at once, across namespaces', async () => {
    const username = `wanted-${randomUUID()}`
    const homes = await Promise.all(Array.from({ length: 6 }, () => newNamespace()))
    const outcomes = await Promise.all(homes.map(async (home) => (await newAccount(home, username)).outcome))
    expect(outcomes.toSorted()).toEqual(['added', ...Array.from({ length: 5 }, () => 'taken')])
  })

  it('respect the limits under concurrent additions; revoked and expired secrets do not count', async () => {
    const namespaceId = await newNamespace()
    const made = await Promise.all(Array.from({ length: 13 }, () => newAccount(namespaceId)))
    expect(made.filter(({ outcome }) => outcome === 'added')).toHaveLength(10)
    const id = made.find(({ outcome }) => outcome === 'added')?.id ?? ''
    await newSecret(namespaceId, id, later(-1))
    const secrets = await Promise.all(Array.from({ length: 5 }, () => newSecret(namespaceId, id, null, 3)))
    expect(secrets.map(({ outcome }) => outcome).toSorted()).toEqual(['added', 'added', 'added', 'full', 'full'])
    const first = secrets.find(({ outcome }) => outcome === 'added')?.id ?? ''
    await store.revokeServiceSecret({ ...BY, id: first, namespaceId })
    expect((await newSecret(namespaceId, id, null, 3)).outcome).toBe('added')
  })

  it('note the latest use of a secret', async () => {
    const namespaceId = await newNamespace()
    const { id, username } = await newAccount(namespaceId)
    const { id: secretId, sha256 } = await newSecret(namespaceId, id)
    for (const at of [later(5), later(9), later(7)]) await store.noteServiceSecretUse(secretId, at)
    expect((await store.findServiceSecret(username, sha256))?.lastUsedAt).toEqual(later(9))
  })

  it('act for groups that each get a name, even if all of them get it at once', async () => {
    const word = randomUUID().slice(0, 8)
    const namespaces = await Promise.all(Array.from({ length: 6 }, () => newNamespace(`Ä ${word}`)))
    const names = await Promise.all(namespaces.map((id) => store.ensureGroup(id, BY)))
    expect(names.toSorted()).toEqual([`a-${word}`, ...[2, 3, 4, 5, 6].map((n) => `a-${word}-${n}`)])
    expect(await store.findGroups([...names, 'unknown', ''])).toEqual(
      names.toSorted().map((name) => ({ namespaceId: namespaces[names.indexOf(name)], name })),
    )
    const [one = '', two = ''] = namespaces
    const wanted = `wanted ${word}`
    const renames = [one, two].map((namespaceId) => store.renameGroup({ ...BY, namespaceId, name: wanted }))
    expect((await Promise.all(renames)).toSorted()).toEqual(['done', 'taken'])
  })

  it('belong to groups of other namespaces while they are members there, up to the limit', async () => {
    const [home, elsewhere, third] = [await newNamespace(), await newNamespace(), await newNamespace()]
    const { id, username } = await newAccount(home)
    const member = { ...BY, namespaceId: elsewhere, username, maxGroups: 2 }
    expect(await store.addGroupMember(member)).toBe('foreign')
    expect(await store.addGroupMember({ ...member, username: 'unknown' })).toBe('foreign')
    expect(await askFor(elsewhere, username)).toBe('requested')
    expect(await confirm(home, username, 2)).toBe('done')
    expect(await store.addGroupMember(member)).toBe('done')
    expect(await askFor(third, username)).toBe('requested')
    expect(await confirm(home, username, 2)).toBe('full')
    const groups = async () => (await store.findServiceAccount(id))?.groups.map(({ namespaceId }) => namespaceId).sort()
    expect(await groups()).toEqual([home, elsewhere].sort())
    expect((await store.listServiceAccounts(elsewhere)).map((account) => [account.id, account.isMember])).toEqual([
      [id, true],
    ])
    const which = { ...BY, namespaceId: elsewhere, accountId: id }
    expect([await store.removeGroupMember(which), await store.removeGroupMember(which)]).toEqual([true, false])
    expect(await groups()).toEqual([home])
    expect(await kinds(elsewhere)).toEqual([
      ...['group_renamed', 'group_member_requested', 'group_member_added', 'group_member_removed'],
    ])
  })
})

it.each([
  ['Finance', 'finance'],
  ['  Crédit & Risk  ', 'credit-risk'],
  ['部門', 'group'],
  ['', 'group'],
  ['---', 'group'],
  ['x'.repeat(200), 'x'.repeat(48)],
])('a group is called after its namespace: %j', (displayName, slug) => {
  expect(slugOf(displayName)).toBe(slug)
})
