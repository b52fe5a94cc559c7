import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const DAY = 86_400_000
const AT = new Date('2026-03-04T05:06:07.089Z')
const later = (days: number) => new Date(AT.getTime() + days * DAY)
const TTL = 90

describe.each(inject('databases'))('the vocabulary on $name', ({ url, ownerUrl }) => {
  // Each store stands for a server process: they share only the database.
  const stores: Store[] = []
  let store: Store
  beforeAll(async () => {
    stores.push(
      ...(await Promise.all(
        Array.from({ length: 4 }, () => openStore({ url, ownerUrl, log: silentLog, connections: 5 })),
      )),
    )
    store = stores[0]!
  })
  afterAll(() => Promise.all(stores.map((each) => each.close())))

  const newNamespaces = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const id = randomUUID()
        await store.ensureNamespace({ id, displayName: 'test', at: AT })
        return id
      }),
    )
  const propose = (on: Store, topicKey: Uint8Array, namespaceId: string, at = AT) =>
    on.proposeTerm({ topicKey, namespaceId, at, since: new Date(at.getTime() - TTL * DAY) })
  const promote = (on: Store, topicKey: Uint8Array, term: string) =>
    on.promoteTerm({ topicKey, levelOne: 'insurance', term, at: AT, firstNumber: 10_000, firstVersion: 2 })

  it('counts an account once for a term, however often it proposes it', async () => {
    const topicKey = randomBytes(32)
    const [one, other] = await newNamespaces(2)
    expect(await propose(store, topicKey, one!)).toEqual({ kind: 'pending', accounts: 1 })
    expect(await propose(stores[1]!, topicKey, one!)).toEqual({ kind: 'pending', accounts: 1 })
    expect(await propose(store, topicKey, other!)).toEqual({ kind: 'pending', accounts: 2 })
    expect(await propose(store, randomBytes(32), other!)).toEqual({ kind: 'pending', accounts: 1 })
  })

  it('counts every one of several accounts that propose at once', async () => {
    for (let round = 0; round < 10; round++) {
      const topicKey = randomBytes(32)
      const namespaces = await newNamespaces(6)
      const counts = await Promise.all(namespaces.map((id, i) => propose(stores[i % 4]!, topicKey, id)))
      expect(counts).toContainEqual({ kind: 'pending', accounts: 6 })
    }
  })

  it('forgets an expired proposal, unless it was made again', async () => {
    const topicKey = randomBytes(32)
    const [early, renewed, late] = await newNamespaces(3)
    await propose(store, topicKey, early!)
    await propose(store, topicKey, renewed!)
    expect(await propose(store, topicKey, renewed!, later(1))).toEqual({ kind: 'pending', accounts: 2 })
    const lastMoment = new Date(later(TTL).getTime() - 1)
    expect(await propose(store, topicKey, late!, lastMoment)).toEqual({ kind: 'pending', accounts: 3 })
    expect(await propose(store, topicKey, late!, later(TTL))).toEqual({ kind: 'pending', accounts: 2 })
    expect(await propose(store, topicKey, late!, later(TTL + 1))).toEqual({ kind: 'pending', accounts: 1 })
  })

  it('sweeps only what no longer counts', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)]
    const [namespace] = await newNamespaces(1)
    // Long before the other tests, so only this test's rows are swept.
    await propose(store, old, namespace!, later(-400))
    await propose(store, fresh, namespace!, later(-300))
    expect(await store.countPendingTerms(later(-401))).toBe((await store.countPendingTerms(later(-399))) + 1)
    await store.sweepProposals(later(-400))
    expect(await store.countPendingTerms(later(-401))).toBe(await store.countPendingTerms(later(-399)))
    expect(await store.countPendingTerms(later(-301))).toBe((await store.countPendingTerms(later(-299))) + 1)
  })

  it('removes a proposal with its account', async () => {
    const topicKey = randomBytes(32)
    const credential = {
      ...{ credentialId: randomUUID(), namespaceId: randomUUID(), tokenSha256: randomBytes(32), label: '' },
      ...{
        at: AT,
        expiresAt: later(-1_000),
        callsPerDay: 1,
        callsTotal: 1,
        addressKey: randomUUID(),
        issuedPerHour: 1,
      },
    }
    await store.issueEvaluationCredential(credential)
    await propose(store, topicKey, credential.namespaceId)
    await store.sweepExpired({ expiredBefore: later(-999), issuedBefore: AT })
    const [other] = await newNamespaces(1)
    expect(await propose(store, topicKey, other!)).toEqual({ kind: 'pending', accounts: 1 })
  })

  it('promotes a term once when several processes do so at once, and forgets who proposed it', async () => {
    const topicKey = randomBytes(32)
    const namespaces = await newNamespaces(3)
    const pending = await store.countPendingTerms(later(-1))
    for (const id of namespaces) await propose(store, topicKey, id)
    expect(await store.countPendingTerms(later(-1))).toBe(pending + 1)
    const promoted = await Promise.all(
      stores.flatMap((each, i) => [promote(each, topicKey, `Term ${i}`), promote(each, topicKey, 'Other')]),
    )
    expect(new Set(promoted.map((term) => JSON.stringify(term)))).toHaveProperty('size', 1)
    expect(await store.countPendingTerms(later(-1))).toBe(pending)
    expect((await store.listPromotedTerms()).filter(({ id }) => id === promoted[0]!.id)).toEqual([promoted[0]])
    // A process that does not know the term yet counts nothing and gets the term.
    expect(await propose(stores[1]!, topicKey, namespaces[0]!)).toEqual({ kind: 'published', term: promoted[0] })
    expect(await store.countPendingTerms(later(-1))).toBe(pending)
  })

  it('gives terms that are promoted at once unique numbers and versions without a gap', async () => {
    const keys = Array.from({ length: 8 }, () => randomBytes(32))
    await Promise.all(keys.map((key, i) => promote(stores[i % 4]!, key, `Term ${i}`)))
    const terms = await store.listPromotedTerms()
    expect(terms.length).toBeGreaterThanOrEqual(8)
    expect(terms.map(({ sinceVersion }) => sinceVersion)).toEqual(terms.map((_, i) => 2 + i))
    expect(terms.map(({ id }) => id)).toEqual(terms.map((_, i) => `l2-${10_000 + i}`))
    expect(terms.at(-1)).toMatchObject({ levelOne: 'insurance', promotedAt: AT })
  })
})
