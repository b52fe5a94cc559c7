import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const MONTH = '2026-11-01'
const AT = new Date('2026-11-04T05:06:07.089Z')

describe.each(inject('databases'))('checks on $name', ({ url, ownerUrl }) => {
  const stores: Store[] = []
  let store: Store
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) stores.push(await openStore({ url, ownerUrl, log: silentLog, connections: 4 }))
    store = stores[0]!
  })
  afterAll(() => Promise.all(stores.map((each) => each.close())))

  const newNamespace = async (checksPerMonth: number | null) => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'test', at: AT })
    await store.setAccount(id, { checksPerMonth }, { actor: 'operator', at: new Date() })
    return id
  }

  it('are leased up to the allowance of each month', async () => {
    const namespaceId = await newNamespace(25)
    const granted = async (month: string) =>
      (await store.leaseChecks({ namespaceId, month, block: 10, portions: 1 })).granted
    expect([await granted(MONTH), await granted(MONTH), await granted(MONTH), await granted(MONTH)]).toEqual([
      10, 10, 5, 0,
    ])
    expect(await store.countChecks(namespaceId, MONTH)).toBe(25)
    expect(await granted('2026-12-01')).toBe(10)
    await store.returnChecks({ namespaceId, month: MONTH, checks: 4 })
    expect(await granted(MONTH)).toBe(4)
  })

  it('are leased one by one at the end of the allowance', async () => {
    const namespaceId = await newNamespace(20)
    const granted: number[] = []
    for (let i = 0; i < 13; i++)
      granted.push((await store.leaseChecks({ namespaceId, month: MONTH, block: 8, portions: 3 })).granted)
    expect(granted).toEqual([6, 4, 3, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0])
  })

  it('are leased by the current allowance', async () => {
    const namespaceId = await newNamespace(1)
    const lease = () => store.leaseChecks({ namespaceId, month: MONTH, block: 10, portions: 1 })
    expect(await lease()).toEqual({ granted: 1, allowance: 1, leased: 1 })
    await store.setAccount(namespaceId, { checksPerMonth: 5 }, { actor: 'operator', at: new Date() })
    expect(await lease()).toEqual({ granted: 4, allowance: 5, leased: 5 })
    await store.setAccount(namespaceId, { checksPerMonth: 0 }, { actor: 'operator', at: new Date() })
    expect(await lease()).toEqual({ granted: 0, allowance: 0, leased: 5 })
    await store.setAccount(namespaceId, { checksPerMonth: null }, { actor: 'operator', at: new Date() })
    expect(await lease()).toEqual({ granted: 10, allowance: null, leased: 15 })
  })

  it('never exceed the allowance, whatever several processes request at once', async () => {
    const request = fc.record({ process: fc.nat(2), block: fc.integer({ min: 1, max: 9 }) })
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.array(request, { minLength: 6, maxLength: 30 }), async (allowance, requests) => {
        const namespaceId = await newNamespace(allowance)
        const leases = await Promise.all(
          requests.map(({ process, block }) =>
            stores[process]!.leaseChecks({ namespaceId, month: MONTH, block, portions: 1 }),
          ),
        )
        const granted = leases.reduce((sum, lease) => sum + lease.granted, 0)
        const requested = requests.reduce((sum, { block }) => sum + block, 0)
        expect(granted).toBe(Math.min(allowance, requested))
        expect(await store.countChecks(namespaceId, MONTH)).toBe(granted)
      }),
      { numRuns: 20 },
    )
  })

  it('without a lease are added up, and those of a removed namespace are skipped', async () => {
    const [one, other] = [await newNamespace(null), await newNamespace(null)]
    const counts = [one, other, randomUUID()].map((namespaceId) => ({ namespaceId, month: MONTH, checks: 7 }))
    await Promise.all(stores.flatMap((each) => [each.addChecks(counts), each.addChecks([...counts].reverse())]))
    expect(await store.countChecks(one, MONTH)).toBe(42)
    expect(await store.countChecks(other, MONTH)).toBe(42)
    expect(await store.countChecks(other, '2026-12-01')).toBe(0)
    await store.addChecks([{ namespaceId: one, month: MONTH, checks: 2 ** 40 }])
    expect(await store.countChecks(one, MONTH)).toBe(42 + 2 ** 40)
  })
})
