import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PLAIN_APPROVAL_RULES } from '../api/terms/approval-rules'
import type { NewEvaluationCredential } from './access/credentials'
import { openStore, type Store } from './store'
import { silentLog } from './testing/fresh-database'

const AT = new Date('2026-03-04T05:06:07.089Z')
const HOUR = 3_600_000
const LIMIT = 1_000_000
const later = (ms: number) => new Date(AT.getTime() + ms)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('the store on $name', ({ url, ownerUrl }) => {
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

  const newNamespace = async () => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'test', at: AT })
    return id
  }
  const put = (on: Store, namespaceId: string, source: string, parentHash: string | null = null, limitBytes = LIMIT) =>
    on.putRuleset({ namespaceId, hash: sha256(source), source, parentHash, at: AT, limitBytes })

  const newCredential = (over: Partial<NewEvaluationCredential> = {}): NewEvaluationCredential => ({
    credentialId: randomUUID(),
    namespaceId: randomUUID(),
    tokenSha256: randomBytes(32),
    label: 'a client',
    at: AT,
    expiresAt: later(14 * 24 * HOUR),
    callsPerDay: 100,
    callsTotal: 500,
    addressKey: randomUUID(),
    issuedPerHour: 10,
    ...over,
  })

  describe('rulesets', () => {
    it('returns exactly the bytes that were stored', async () => {
      const namespaceId = await newNamespace()
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('', '\0', '\uFEFF', '\u{10FFFF}'),
          async (text, odd) => {
            const source = odd + text
            await put(store, namespaceId, source)
            const row = await store.findRuleset(namespaceId, sha256(source))
            expect(row?.source).toBe(source)
            expect(row?.createdAt).toEqual(AT)
          },
        ),
        { numRuns: 30 },
      )
    })

    it('stores bytes once and preserves their first parent', async () => {
      const namespaceId = await newNamespace()
      const root = sha256('root')
      expect(await put(store, namespaceId, 'root')).toEqual({
        kind: 'stored',
        created: true,
        parentHash: null,
        revisionDepth: 0,
      })
      expect(await put(store, namespaceId, 'second', root)).toEqual({
        kind: 'stored',
        created: true,
        parentHash: root,
        revisionDepth: 1,
      })
      expect(await put(store, namespaceId, 'third', sha256('second'))).toMatchObject({ revisionDepth: 2 })
      expect(await put(store, namespaceId, 'second')).toEqual({
        kind: 'stored',
        created: false,
        parentHash: root,
        revisionDepth: 1,
      })
      // A loop is requested but not made.
      expect(await put(store, namespaceId, 'root', sha256('third'))).toMatchObject({ created: false, parentHash: null })
    })

    it('refuses a parent that the namespace does not hold', async () => {
      const [mine, other] = [await newNamespace(), await newNamespace()]
      await put(store, other, 'elsewhere')
      expect(await put(store, mine, 'child', sha256('elsewhere'))).toEqual({ kind: 'parent_unknown' })
      expect(await put(store, mine, 'own parent', sha256('own parent'))).toEqual({ kind: 'parent_unknown' })
      expect(await store.findRuleset(mine, sha256('child'))).toBeNull()
      await put(store, mine, 'stored')
      expect(await put(store, mine, 'stored', sha256('elsewhere'))).toEqual({ kind: 'parent_unknown' })
    })

    it('opens nothing with a hash from another namespace', async () => {
      const [mine, other] = [await newNamespace(), await newNamespace()]
      await put(store, other, 'elsewhere')
      expect(await store.findRuleset(mine, sha256('elsewhere'))).toBeNull()
    })

    it('fills a namespace up to its limit and not one byte further', async () => {
      const namespaceId = await newNamespace()
      expect(await put(store, namespaceId, 'é'.repeat(5), null, 10)).toMatchObject({ kind: 'stored' })
      expect(await put(store, namespaceId, 'x', null, 10)).toEqual({ kind: 'namespace_full', actual: 11 })
      expect(await store.findRuleset(namespaceId, sha256('x'))).toBeNull()
      expect(await put(store, namespaceId, 'é'.repeat(5), null, 10)).toMatchObject({ created: false })
      expect(await put(store, namespaceId, 'x', null, 11)).toMatchObject({ created: true })
      // Limits beyond 32 bits.
      expect(await put(store, namespaceId, 'y', null, 2 ** 40)).toMatchObject({ created: true })
    })

    it('counts every byte once when several processes store the same and different bytes at once', async () => {
      const namespaceId = await newNamespace()
      const sources = Array.from({ length: 12 }, (_, i) => `${i}`.padEnd(100, '.'))
      const results = await Promise.all(
        stores.flatMap((each) => sources.map((source) => put(each, namespaceId, source, null, 1_000))),
      )
      const created = results.filter((result) => result.kind === 'stored' && result.created)
      expect(created).toHaveLength(10)
      const held = await Promise.all(sources.map((source) => store.findRuleset(namespaceId, sha256(source))))
      expect(held.filter((row) => row !== null)).toHaveLength(10)
      expect(await put(store, namespaceId, '!', null, 1_000)).toEqual({ kind: 'namespace_full', actual: 1_001 })
    })
  })

  describe('credentials', () => {
    it('finds a credential by the hash of its token', async () => {
      const credential = newCredential({ callsTotal: null })
      expect(await store.issueEvaluationCredential(credential)).toBeNull()
      const { credentialId, namespaceId, label, expiresAt } = credential
      expect(await store.findCredentialByTokenHash(credential.tokenSha256)).toEqual({
        ...{ id: credentialId, namespaceId, label, expiresAt, callsPerDay: 100, callsTotal: null },
        ...{ grade: 'evaluation', tier: 'evaluation', createdAt: AT, revokedAt: null, issuer: null, issuedById: null },
        namespace: {
          unitLibraryHash: null,
          labelingAllowed: true,
          peopleApprove: false,
          passingCases: false,
          ...PLAIN_APPROVAL_RULES,
          inForceWhenApproved: true,
          separateApprover: false,
          currentEngine: false,
          decisionLog: null,
          unsignedApprovals: true,
          passkeyToSign: false,
          passkeyToAdminister: false,
          checksPerMonth: null,
        },
      })
      expect(await store.findCredential(credentialId)).toEqual(
        await store.findCredentialByTokenHash(credential.tokenSha256),
      )
      expect(await store.findCredential(randomUUID())).toBeNull()
      expect(await store.findCredentialByTokenHash(randomBytes(32))).toBeNull()
    })

    it('issues full credentials in an existing namespace, and preserves the first revocation', async () => {
      const namespaceId = await newNamespace()
      const {
        addressKey: _,
        issuedPerHour: __,
        ...credential
      } = newCredential({ namespaceId, callsPerDay: null, callsTotal: null })
      await store.issueFullCredential({
        ...credential,
        tier: 'standard',
        expiresAt: null,
        actor: 'operator',
        issuedById: null,
      })
      await store.issueFullCredential({
        ...credential,
        tier: 'standard',
        expiresAt: null,
        actor: 'operator',
        issuedById: null,
      }) // as if its answer was lost
      expect(await store.findCredentialByTokenHash(credential.tokenSha256)).toMatchObject({
        grade: 'full',
        namespaceId,
        expiresAt: null,
      })
      expect(
        await store.revokeCredential({
          id: credential.credentialId,
          namespaceId: null,
          at: later(1),
          actor: 'operator',
        }),
      ).toBe(true)
      expect(
        await store.revokeCredential({
          id: credential.credentialId,
          namespaceId: null,
          at: later(2),
          actor: 'operator',
        }),
      ).toBe(true)
      expect(
        await store.revokeCredential({ id: randomUUID(), namespaceId: null, at: later(2), actor: 'operator' }),
      ).toBe(false)
      expect(await store.findCredentialByTokenHash(credential.tokenSha256)).toMatchObject({ revokedAt: later(1) })
    })

    it('issues only as many credentials to an address in an hour as the cap allows, from any number of processes', async () => {
      const addressKey = randomUUID()
      const wanted = Array.from({ length: 24 }, (_, i) => newCredential({ addressKey, issuedPerHour: 7, at: later(i) }))
      const answers = await Promise.all(
        wanted.map((credential, i) => stores[i % 4]!.issueEvaluationCredential(credential)),
      )
      expect(answers.filter((free) => free === null)).toHaveLength(7)
      const row = await Promise.all(wanted.map(({ tokenSha256 }) => store.findCredentialByTokenHash(tokenSha256)))
      expect(row.map((credential) => credential !== null)).toEqual(answers.map((free) => free === null))
      // A refused credential created no namespace.
      const refused = wanted[answers.findIndex((free) => free !== null)]!
      await expect(put(store, refused.namespaceId, 'x')).rejects.toThrow(/foreign key/i)
    })

    it('tells when the next credential may be issued, and issues it then', async () => {
      const addressKey = randomUUID()
      const issue = (ms: number, issuedPerHour = 2) =>
        store.issueEvaluationCredential(newCredential({ addressKey, issuedPerHour, at: later(ms) }))
      expect(await issue(0)).toBeNull()
      expect(await issue(1_000)).toBeNull()
      expect(await issue(2_000)).toEqual(later(HOUR))
      expect(await issue(HOUR - 1)).toEqual(later(HOUR))
      expect(await issue(HOUR)).toBeNull()
      expect(await issue(HOUR, 0)).toEqual(later(2 * HOUR))
    })

    it('counts a repeated call once if its first answer was lost', async () => {
      const credential = newCredential({ issuedPerHour: 1 })
      expect(await store.issueEvaluationCredential(credential)).toBeNull()
      expect(await store.issueEvaluationCredential(credential)).toBeNull()
    })
  })

  describe('call leases', () => {
    const issue = async (callsPerDay: number | null, callsTotal: number | null) => {
      const credential = newCredential({ callsPerDay, callsTotal })
      await store.issueEvaluationCredential(credential)
      return credential.credentialId
    }
    const lease = (on: Store, credentialId: string, day: string, block: number, portions = 1) =>
      on.leaseCalls({ credentialId, day, block, portions, at: AT })

    it('grants blocks up to the cap of the day, then of all days', async () => {
      const id = await issue(25, 40)
      const granted = async (day: string) => {
        const { granted, spent, leasedToday, leasedTotal } = await lease(store, id, day, 10)
        return [granted, spent, leasedToday, leasedTotal]
      }
      expect(await granted('2026-03-04')).toEqual([10, null, 10, 10])
      expect(await granted('2026-03-04')).toEqual([10, null, 20, 20])
      expect(await granted('2026-03-04')).toEqual([5, 'day', 25, 25])
      expect(await granted('2026-03-04')).toEqual([0, 'day', 25, 25])
      expect(await granted('2026-03-05')).toEqual([10, null, 10, 35])
      expect(await granted('2026-03-05')).toEqual([5, 'total', 15, 40])
      expect(await granted('2026-03-06')).toEqual([0, 'total', 0, 40])
    })

    it('grants every block without a cap', async () => {
      const id = await issue(null, null)
      expect(await lease(store, id, '2026-03-04', 1_000)).toMatchObject({ granted: 1_000, spent: null })
      expect(await lease(store, id, '2026-03-04', 1_000, 32)).toMatchObject({ granted: 1_000, spent: null })
    })

    it('grants less and less near a cap, and one call at a time at its end', async () => {
      const id = await issue(24, 30)
      const granted = async (day: string) => (await lease(store, id, day, 10, 4)).granted
      const until = async (day: string) => {
        const blocks: number[] = []
        for (let block = await granted(day); block > 0; block = await granted(day)) blocks.push(block)
        return blocks
      }
      expect(await until('2026-03-04')).toEqual([6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1])
      expect(await until('2026-03-05')).toEqual([1, 1, 1, 1, 1, 1])
      expect(await lease(store, id, '2026-03-05', 10, 4)).toMatchObject({ granted: 0, spent: 'total' })
    })

    it('counts calls for the day that has begun, even if a slower clock names the previous one', async () => {
      const id = await issue(10, null)
      expect(await lease(store, id, '2026-03-05', 6)).toMatchObject({ granted: 6, day: '2026-03-05' })
      expect(await lease(store, id, '2026-03-04', 6)).toMatchObject({ granted: 4, day: '2026-03-05', spent: 'day' })
    })

    it('takes back unused calls', async () => {
      const id = await issue(10, 15)
      await lease(store, id, '2026-03-04', 10)
      await store.returnCalls({ credentialId: id, day: '2026-03-04', calls: 3 })
      expect(await lease(store, id, '2026-03-04', 10)).toMatchObject({ granted: 3, leasedToday: 10, leasedTotal: 10 })
      await lease(store, id, '2026-03-05', 1)
      await store.returnCalls({ credentialId: id, day: '2026-03-04', calls: 2 })
      expect(await lease(store, id, '2026-03-05', 10)).toMatchObject({ granted: 6, spent: 'total', leasedTotal: 15 })
    })

    it('never exceeds a cap, whatever several processes request at once', async () => {
      const days = ['2026-03-04', '2026-03-05', '2026-03-06'] as const
      const request = fc.record({
        process: fc.nat(3),
        day: fc.constantFrom(...days),
        block: fc.integer({ min: 1, max: 12 }),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
          fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
          fc.array(request, { minLength: 8, maxLength: 40 }),
          async (callsPerDay, callsTotal, requests) => {
            const id = await issue(callsPerDay, callsTotal)
            const leases = await Promise.all(
              requests.map(({ process, day, block }) => lease(stores[process]!, id, day, block)),
            )
            const sum = (of: typeof leases) => of.reduce((total, { granted }) => total + granted, 0)
            for (const day of days) {
              const ofDay = leases.filter((each) => each.day === day)
              expect(sum(ofDay)).toBeLessThanOrEqual(callsPerDay ?? Number.POSITIVE_INFINITY)
              // Nothing was granted twice or lost: the last count of the day equals the grants.
              expect(Math.max(0, ...ofDay.map(({ leasedToday }) => leasedToday))).toBe(sum(ofDay))
            }
            expect(sum(leases)).toBeLessThanOrEqual(callsTotal ?? Number.POSITIVE_INFINITY)
            expect(Math.max(...leases.map(({ leasedTotal }) => leasedTotal))).toBe(sum(leases))
            // A request is only cut short if a cap is used up.
            for (const [i, { granted, spent, leasedToday, leasedTotal }] of leases.entries()) {
              if (granted === requests[i]!.block) expect(spent).toBeNull()
              else if (spent === 'total') expect(leasedTotal).toBe(callsTotal)
              else expect(leasedToday).toBe(callsPerDay)
            }
          },
        ),
        { numRuns: 40 },
      )
    })
  })

  describe('expired evaluations', () => {
    it('are removed with everything they stored, and nothing else is removed', async () => {
      // Its own year, so that leftovers of other suites do not count.
      const at = new Date('1990-01-01T00:00:00Z')
      const since = (ms: number) => new Date(at.getTime() + ms)
      const expired = newCredential({ at, expiresAt: since(HOUR) })
      const running = newCredential({ at, expiresAt: since(3 * HOUR) })
      const upgraded = newCredential({ at, expiresAt: since(HOUR) })
      for (const credential of [expired, running, upgraded]) {
        await store.issueEvaluationCredential(credential)
        await put(store, credential.namespaceId, 'root')
        await put(store, credential.namespaceId, 'child', sha256('root'))
      }
      const { namespaceId } = upgraded
      const full = {
        ...newCredential({ namespaceId }),
        tier: 'standard' as const,
        expiresAt: null,
        actor: 'operator',
        issuedById: null,
      }
      await store.issueFullCredential(full)

      const removed = await Promise.all(
        stores.map((each) => each.sweepExpired({ expiredBefore: since(2 * HOUR), issuedBefore: at })),
      )
      expect(removed.reduce((sum, count) => sum + count)).toBe(1)

      const stored = (credential: NewEvaluationCredential) => store.findCredentialByTokenHash(credential.tokenSha256)
      expect([await stored(expired), await stored(upgraded)]).toEqual([null, null])
      expect(await stored(running)).toMatchObject({ id: running.credentialId })
      expect(await store.findCredentialByTokenHash(full.tokenSha256)).toMatchObject({ id: full.credentialId })
      const child = (credential: NewEvaluationCredential) => store.findRuleset(credential.namespaceId, sha256('child'))
      expect(await child(expired)).toBeNull()
      expect([await child(running), await child(upgraded)]).toMatchObject([{ source: 'child' }, { source: 'child' }])
    })

    it('keep counting their issuance until its hour is over', async () => {
      const addressKey = randomUUID()
      const issue = () =>
        store.issueEvaluationCredential(newCredential({ addressKey, issuedPerHour: 1, expiresAt: later(1) }))
      expect(await issue()).toBeNull()
      await store.sweepExpired({ expiredBefore: later(2), issuedBefore: AT })
      expect(await issue()).toEqual(later(HOUR))
      await store.sweepExpired({ expiredBefore: later(2), issuedBefore: later(1) })
      expect(await issue()).toBeNull()
    })
  })

  it('answers a ping', async () => {
    expect(await store.ping()).toBeNull()
  })
})
