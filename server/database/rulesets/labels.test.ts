import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import type { Label } from './labels'

const AT = new Date('2026-03-04T05:06:07.089Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const FINANCE: Label = {
  vocabularyVersion: '1',
  levelOne: 'finance',
  levelTwo: 'l2-0001',
  confidence: 'high',
  declined: false,
}
const DECLINED: Label = { vocabularyVersion: '1', levelOne: null, levelTwo: null, confidence: null, declined: true }

describe.each(inject('databases'))('labels on $name', ({ url, ownerUrl }) => {
  const stores: Store[] = []
  let store: Store
  beforeAll(async () => {
    stores.push(...(await Promise.all(Array.from({ length: 4 }, () => openStore({ url, ownerUrl, log: silentLog })))))
    store = stores[0]!
  })
  afterAll(() => Promise.all(stores.map((each) => each.close())))

  const newRuleset = async (source: string = randomUUID()) => {
    const namespaceId = randomUUID()
    const hash = createHash('sha256').update(source).digest('hex')
    await store.ensureNamespace({ id: namespaceId, displayName: 'test', at: AT })
    await store.putRuleset({ namespaceId, hash, source, parentHash: null, at: AT, limitBytes: 1_000 })
    return { namespaceId, hash }
  }

  it('stores a label until another replaces it', async () => {
    const ruleset = await newRuleset()
    expect(await store.findLabel(ruleset.namespaceId, ruleset.hash)).toBeNull()
    expect(await store.putLabel({ ...ruleset, label: FINANCE, actor: 'test', at: AT })).toEqual({
      ...FINANCE,
      updatedAt: AT,
    })
    expect(await store.findLabel(ruleset.namespaceId, ruleset.hash)).toEqual({ ...FINANCE, updatedAt: AT })
    expect(await store.putLabel({ ...ruleset, label: DECLINED, actor: 'test', at: later(1) })).toEqual({
      ...DECLINED,
      updatedAt: later(1),
    })
    expect(await store.findLabel(ruleset.namespaceId, ruleset.hash)).toEqual({ ...DECLINED, updatedAt: later(1) })
  })

  it('moves the time when any member changes, and only then', async () => {
    const ruleset = await newRuleset()
    await store.putLabel({ ...ruleset, label: FINANCE, actor: 'test', at: AT })
    const again = { ...FINANCE, vocabularyVersion: '2' }
    expect(await store.putLabel({ ...ruleset, label: again, actor: 'test', at: later(1) })).toEqual({
      ...FINANCE,
      updatedAt: AT,
    })
    const changes: Partial<Label>[] = [
      { confidence: 'low' },
      { confidence: null },
      { levelTwo: null },
      { levelOne: 'other' },
    ]
    let label = again
    for (const [i, change] of changes.entries()) {
      label = { ...label, ...change }
      expect(await store.putLabel({ ...ruleset, label, actor: 'test', at: later(2 + i) })).toEqual({
        ...label,
        updatedAt: later(2 + i),
      })
    }
  })

  it('stores the labels of the same bytes separately for two namespaces', async () => {
    const [one, other] = [await newRuleset('the same'), await newRuleset('the same')]
    await store.putLabel({ ...one, label: FINANCE, actor: 'test', at: AT })
    expect(await store.findLabel(other.namespaceId, other.hash)).toBeNull()
  })

  it('labels nothing that is not stored', async () => {
    const { namespaceId } = await newRuleset()
    await expect(
      store.putLabel({ namespaceId, hash: '0'.repeat(64), label: FINANCE, actor: 'test', at: AT }),
    ).rejects.toThrow(/foreign key/i)
  })

  it('moves the time once when several processes write the same label at once', async () => {
    for (let round = 0; round < 10; round++) {
      const ruleset = await newRuleset()
      const answers = await Promise.all(
        stores.flatMap((each, i) =>
          [0, 1].map((j) => each.putLabel({ ...ruleset, label: FINANCE, actor: 'test', at: later(2 * i + j) })),
        ),
      )
      expect(new Set(answers.map(({ updatedAt }) => updatedAt.getTime())).size).toBe(1)
    }
  })
})
