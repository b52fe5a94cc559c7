import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const AT = new Date('2001-06-01T10:00:00Z')
const DAY = 86_400_000
const later = (milliseconds: number) => new Date(AT.getTime() + milliseconds)

describe.each(inject('databases'))('links on $name', ({ url, ownerUrl }) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore({ url, ownerUrl, log: silentLog })
  })
  afterAll(() => store.close())

  it('are swept only after they expired', async () => {
    const namespaceId = randomUUID()
    await store.ensureNamespace({ id: namespaceId, displayName: 'x', at: AT })
    const link = async (expiresAt: Date) => {
      const tokenSha256 = randomBytes(32)
      await store.addSetupLink({ tokenSha256, at: AT, expiresAt, atStart: false, namespaceId })
      return tokenSha256
    }
    const invite = async (expiresAt: Date) => {
      const tokenSha256 = randomBytes(32)
      const invited = { email: null, roles: ['author'] as const }
      const proposer = { changeId: randomUUID(), personId: randomUUID(), label: 'Ada <ada@example.org>' }
      await store.addInvitation({ id: randomUUID(), tokenSha256, namespaceId, ...invited, proposer, at: AT, expiresAt })
      return tokenSha256
    }
    const person = { id: randomUUID(), email: `${randomUUID()}@example.org`, name: 'Ada', passwordHash: 'x', at: AT }
    const setUp = { tokenSha256: await link(later(3 * DAY)), at: AT, person }
    await store.applySetupLink({ ...setUp, newNamespace: { id: randomUUID(), displayName: 'not made' } })
    const passwordLink = async (expiresAt: Date) => {
      const tokenSha256 = randomBytes(32)
      await store.addPasswordLink({ tokenSha256, personId: person.id, at: AT, expiresAt })
      return tokenSha256
    }
    const [overLink, openLink] = [await link(later(DAY)), await link(later(3 * DAY))]
    const [overInvitation, openInvitation] = [await invite(later(DAY)), await invite(later(3 * DAY))]
    const overPassword = await passwordLink(later(DAY))

    expect(await store.sweepLinks(later(2 * DAY))).toBe(3)
    // At this time all of them were valid.
    expect(await store.findSetupLink(overLink, AT)).toBeNull()
    expect(await store.findInvitation(overInvitation, AT)).toBeNull()
    expect(await store.findPasswordLink(overPassword, AT)).toBeNull()
    const openPassword = await passwordLink(later(3 * DAY))
    expect(await store.sweepLinks(later(2 * DAY))).toBe(0)
    expect(await store.findPasswordLink(openPassword, AT)).toEqual({
      name: 'Ada',
      personId: person.id,
      email: person.email,
    })
    expect(await store.findSetupLink(openLink, AT)).not.toBeNull()
    expect(await store.findInvitation(openInvitation, AT)).not.toBeNull()
  })

  it('that made a member keep the namespace when its evaluation credential is swept', async () => {
    const namespaceId = randomUUID()
    await store.issueEvaluationCredential({
      credentialId: randomUUID(),
      tokenSha256: randomBytes(32),
      namespaceId,
      label: 'x',
      addressKey: randomUUID(),
      issuedPerHour: 1,
      callsPerDay: 1,
      callsTotal: 1,
      at: AT,
      expiresAt: later(DAY),
    })
    const tokenSha256 = randomBytes(32)
    await store.addSetupLink({ tokenSha256, at: AT, expiresAt: later(DAY), atStart: false, namespaceId })
    const person = { id: randomUUID(), email: `${randomUUID()}@example.org`, name: 'Ada', passwordHash: null, at: AT }
    const newNamespace = { id: randomUUID(), displayName: 'not made' }
    await store.applySetupLink({ tokenSha256, at: AT, person, newNamespace })

    await store.sweepExpired({ expiredBefore: later(2 * DAY), issuedBefore: AT })
    expect((await store.findMember(person.id))?.memberships.map((each) => each.namespaceId)).toEqual([namespaceId])
  })
})
