import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'

const AT = new Date('2026-11-22T10:00:00.123Z')
const later = (milliseconds: number) => new Date(AT.getTime() + milliseconds)

describe.each(inject('databases'))('ceremonies on $name', ({ url, ownerUrl }) => {
  let store: Store
  let other: Store
  beforeAll(async () => {
    ;[store, other] = (await Promise.all([1, 2].map(() => openStore({ url, ownerUrl, log: silentLog })))) as [
      Store,
      Store,
    ]
  })
  afterAll(() => Promise.all([store.close(), other.close()]))

  const begin = async (expiresAt = later(60_000)) => {
    const ceremony = { id: randomUUID(), personId: null, payload: new Uint8Array([0, 255, 10]), expiresAt }
    await store.beginCeremony({ ...ceremony, purpose: 'sign_in' })
    return ceremony.id
  }

  it('are found by every process, and ended by exactly one of many calls', async () => {
    const id = await begin()
    expect(await other.findCeremony(id)).toMatchObject({
      purpose: 'sign_in',
      payload: new Uint8Array([0, 255, 10]),
      usedAt: null,
    })
    const ends = Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).endCeremony(id, AT))
    expect((await Promise.all(ends)).filter(Boolean)).toHaveLength(1)
    expect(await other.findCeremony(id)).toMatchObject({ usedAt: AT })
    expect(await store.findCeremony(randomUUID())).toBeNull()
    expect(await store.endCeremony(randomUUID(), AT)).toBe(false)
  })

  it('are swept after they expired, and not before', async () => {
    const [over, running] = [await begin(new Date('2001-01-01T00:00:00Z')), await begin()]
    await store.sweepCeremonies(new Date('2001-01-02T00:00:00Z'))
    expect(await store.findCeremony(over)).toBeNull()
    expect(await store.findCeremony(running)).not.toBeNull()
  })
})
