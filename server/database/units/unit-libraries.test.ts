import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import type { AddConverterResult, StoredConverter } from './unit-libraries'

const AT = new Date('2026-03-04T05:06:07.089Z')
const LIMIT = 1_000_000
const later = (ms: number) => new Date(AT.getTime() + ms)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const converter = (fromUnit: string, toUnit: string, factor: string, at = 0): StoredConverter => ({
  ...{ fromUnit, toUnit, factor, offset: '0', attribution: null, addedAt: later(at), addedBy: 'a credential' },
})

describe.each(inject('databases'))('unit libraries on $name', ({ url, ownerUrl }) => {
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
  const add = (
    on: Store,
    namespaceId: string,
    seen: string | null,
    added: StoredConverter,
    canonical: string,
    limitBytes = LIMIT,
  ): Promise<AddConverterResult> =>
    on.addConverter({
      namespaceId,
      seen,
      converter: added,
      editorId: null,
      library: { hash: sha256(canonical), canonical },
      limitBytes,
    })

  it('begins with only the built-in standards', async () => {
    const namespaceId = await newNamespace()
    expect(await store.readUnitLibrary(namespaceId)).toEqual({ hash: null, converters: [] })
    expect(await store.findUnitLibrary(namespaceId, sha256('any'))).toBeNull()
  })

  it('stores every library that was in force, and returns the converters of the last one', async () => {
    const namespaceId = await newNamespace()
    const first = { ...converter('USD', 'EUR', '0.9'), offset: '-1/3', attribution: 'the treasurer’s table, £/€ 表' }
    expect(await add(store, namespaceId, null, first, 'one')).toMatchObject({ kind: 'added' })
    expect(await store.readUnitLibrary(namespaceId)).toEqual({ hash: sha256('one'), converters: [first] })
    const second = converter('h', 'mo', '1/160', 1)
    expect(await add(store, namespaceId, sha256('one'), second, 'two')).toMatchObject({ kind: 'added' })
    const turned = converter('EUR', 'USD', '1.2', 2)
    expect(await add(store, namespaceId, sha256('two'), turned, 'three')).toMatchObject({ kind: 'added' })
    expect(await store.readUnitLibrary(namespaceId)).toEqual({ hash: sha256('three'), converters: [second, turned] })
    for (const text of ['one', 'two', 'three'])
      expect(await store.findUnitLibrary(namespaceId, sha256(text))).toBe(text)
    expect(await store.findAccount(namespaceId)).toMatchObject({ unitLibraryHash: sha256('three') })
  })

  it('distinguishes pairs whatever characters their units have', async () => {
    const namespaceId = await newNamespace()
    let seen: string | null = null
    const pairs = [
      ['USD', 'EUR'],
      ['usd', 'EUR'],
      ['USD/h', 'USD/mo'],
      ['£', '€'],
      ['€', 'E'],
      ['kg.m/s2', 'N_'],
    ] as const
    for (const [i, [from, to]] of [...pairs, ...pairs.map(([from, to]) => [to, from] as const)].entries()) {
      expect(await add(store, namespaceId, seen, converter(from, to, `${i}`, i), `text ${i}`)).toMatchObject({
        kind: 'added',
      })
      seen = sha256(`text ${i}`)
    }
    const { converters } = await store.readUnitLibrary(namespaceId)
    expect(converters.map(({ fromUnit, toUnit }) => [toUnit, fromUnit])).toEqual(pairs)
  })

  it('adds nothing to a library that is no longer in force', async () => {
    const namespaceId = await newNamespace()
    await add(store, namespaceId, null, converter('USD', 'EUR', '1'), 'one')
    expect(await add(store, namespaceId, null, converter('USD', 'GBP', '2', 1), 'two')).toEqual({ kind: 'stale' })
    expect(await add(store, namespaceId, sha256('two'), converter('USD', 'GBP', '2', 1), 'x')).toEqual({
      kind: 'stale',
    })
    expect(await store.readUnitLibrary(namespaceId)).toMatchObject({
      hash: sha256('one'),
      converters: [{ factor: '1' }],
    })
    expect(await store.findUnitLibrary(namespaceId, sha256('two'))).toBeNull()
  })

  it('counts a repeated call once if its first answer was lost', async () => {
    const namespaceId = await newNamespace()
    const added = converter('USD', 'EUR', '1')
    for (const _ of [1, 2]) expect(await add(store, namespaceId, null, added, 'one')).toMatchObject({ kind: 'added' })
    expect(await add(store, namespaceId, sha256('one'), converter('USD', 'GBP', '1', 1), 'two')).toMatchObject({
      kind: 'added',
    })
    expect(await add(store, namespaceId, null, added, 'one')).toMatchObject({ kind: 'added' })
    expect(await store.readUnitLibrary(namespaceId)).toMatchObject({ hash: sha256('two') })
  })

  it('puts a stored library into force again', async () => {
    const namespaceId = await newNamespace()
    await add(store, namespaceId, null, converter('USD', 'EUR', '1', 0), 'one')
    await add(store, namespaceId, sha256('one'), converter('USD', 'EUR', '2', 1), 'two')
    expect(await add(store, namespaceId, sha256('two'), converter('USD', 'EUR', '1', 2), 'one')).toMatchObject({
      kind: 'added',
    })
    expect(await store.readUnitLibrary(namespaceId)).toMatchObject({
      hash: sha256('one'),
      converters: [{ factor: '1' }],
    })
  })

  it('opens no library of another namespace', async () => {
    const [mine, other] = [await newNamespace(), await newNamespace()]
    await add(store, other, null, converter('USD', 'EUR', '1'), 'theirs')
    expect(await store.findUnitLibrary(mine, sha256('theirs'))).toBeNull()
    expect(await store.readUnitLibrary(mine)).toEqual({ hash: null, converters: [] })
    expect(await add(store, mine, null, converter('USD', 'EUR', '1'), 'theirs')).toMatchObject({ kind: 'added' })
  })

  it('counts the bytes of each library once against the limit of the namespace', async () => {
    const namespaceId = await newNamespace()
    const hash = sha256('source')
    await store.putRuleset({ namespaceId, hash, source: '12345', parentHash: null, at: AT, limitBytes: 5 })
    expect(await add(store, namespaceId, null, converter('USD', 'EUR', '1'), 'ééé', 10)).toEqual({
      kind: 'namespace_full',
      actual: 11,
    })
    expect(await store.readUnitLibrary(namespaceId)).toEqual({ hash: null, converters: [] })
    expect(await add(store, namespaceId, null, converter('USD', 'EUR', '1'), 'ééé', 11)).toMatchObject({
      kind: 'added',
    })
    expect(await add(store, namespaceId, sha256('ééé'), converter('USD', 'EUR', '1', 1), 'ééé', 11)).toMatchObject({
      kind: 'added',
    })
    const again = { namespaceId, hash: sha256('x'), source: 'x', parentHash: null, at: AT, limitBytes: 11 }
    expect(await store.putRuleset(again)).toEqual({ kind: 'namespace_full', actual: 12 })
  })

  it('loses no converter when several processes add many at once', async () => {
    const namespaceId = await newNamespace()
    // Like the service, this extends the library in force and retries if it was stale.
    const addTrying = async (on: Store, one: StoredConverter) => {
      for (let tries = 1; ; tries++) {
        const { hash, converters } = await on.readUnitLibrary(namespaceId)
        const canonical = [...converters, one]
          .map(({ fromUnit, toUnit }) => `${fromUnit} ${toUnit}`)
          .sort()
          .join('\n')
        const { kind } = await add(on, namespaceId, hash, one, canonical)
        if (kind === 'added') return tries
        expect(kind).toBe('stale')
      }
    }
    const wanted = Array.from({ length: 24 }, (_, i) => converter('USD', `unit_${'x'.repeat(i)}`, `${i}`, i))
    const tries = await Promise.all(wanted.map((one, i) => addTrying(stores[i % 4]!, one)))
    expect(Math.max(...tries)).toBeGreaterThan(1)
    const { hash, converters } = await store.readUnitLibrary(namespaceId)
    expect(converters.map(({ toUnit }) => toUnit).sort()).toEqual(wanted.map(({ toUnit }) => toUnit).sort())
    const text = converters
      .map(({ fromUnit, toUnit }) => `${fromUnit} ${toUnit}`)
      .sort()
      .join('\n')
    expect(hash).toBe(sha256(text))
    expect(await store.findUnitLibrary(namespaceId, hash!)).toBe(text)
  })

  it('is removed with the namespace of an expired evaluation', async () => {
    const namespaceId = randomUUID()
    await store.issueEvaluationCredential({
      ...{ credentialId: randomUUID(), namespaceId, tokenSha256: createHash('sha256').update(namespaceId).digest() },
      ...{ label: '', at: AT, expiresAt: later(1), callsPerDay: 1, callsTotal: 1 },
      ...{ addressKey: randomUUID(), issuedPerHour: 1 },
    })
    await add(store, namespaceId, null, converter('USD', 'EUR', '1'), 'one')
    await store.sweepExpired({ expiredBefore: later(2), issuedBefore: AT })
    expect(await store.findAccount(namespaceId)).toBeNull()
    expect(await store.findUnitLibrary(namespaceId, sha256('one'))).toBeNull()
  })
})
