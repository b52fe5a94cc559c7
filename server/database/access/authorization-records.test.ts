import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import type { NewAuthorizationRecord } from './authorization-records'

const AT = new Date('2026-03-04T05:06:07.089Z')
const later = (ms: number) => new Date(AT.getTime() + ms)

describe.each(inject('databases'))('authorisation records on $name', ({ url, ownerUrl }) => {
  let store: Store
  let other: Store
  beforeAll(async () => {
    ;[store, other] = (await Promise.all([1, 2].map(() => openStore({ url, ownerUrl, log: silentLog })))) as [
      Store,
      Store,
    ]
  })
  afterAll(() => Promise.all([store.close(), other.close()]))

  const put = async (content: Partial<NewAuthorizationRecord> = {}) => {
    const record = { kind: 'Token', id: randomUUID(), payload: {}, grantId: null, expiresAt: later(60_000), ...content }
    await store.putAuthorizationRecord(record)
    return record
  }

  it('finds what was stored, from another process too, and a newer record as its replacement', async () => {
    const record = await put({ payload: { scope: 'x', list: ['ä', { deep: null }], exp: 1_700_000_000 }, grantId: 'g' })
    expect(await other.findAuthorizationRecord('Token', record.id)).toEqual({ ...record, consumedAt: null })
    expect(await store.findAuthorizationRecord('Other', record.id)).toBeNull()
    await put({ id: record.id, payload: { scope: 'y' }, expiresAt: later(90_000) })
    expect(await other.findAuthorizationRecord('Token', record.id)).toMatchObject({
      payload: { scope: 'y' },
      grantId: null,
      expiresAt: later(90_000),
    })
  })

  it('lets one of many concurrent calls use a record up', async () => {
    const { id } = await put()
    const tries = Array.from({ length: 20 }, (_, n) =>
      (n % 2 === 0 ? store : other).consumeAuthorizationRecord('Token', id, later(n)),
    )
    expect((await Promise.all(tries)).filter((won) => won)).toHaveLength(1)
    const used = await store.findAuthorizationRecord('Token', id)
    expect(used?.consumedAt).not.toBeNull()
    await put({ id })
    expect((await store.findAuthorizationRecord('Token', id))?.consumedAt).toEqual(used?.consumedAt)
    expect(await store.consumeAuthorizationRecord('Token', randomUUID(), AT)).toBe(false)
  })

  it('prolongs and never shortens', async () => {
    const { id } = await put()
    await store.prolongAuthorizationRecord('Token', id, later(30_000))
    expect((await store.findAuthorizationRecord('Token', id))?.expiresAt).toEqual(later(60_000))
    await store.prolongAuthorizationRecord('Token', id, later(90_000))
    expect((await store.findAuthorizationRecord('Token', id))?.expiresAt).toEqual(later(90_000))
  })

  it('removes one record, and all records of a kind that belong to a grant', async () => {
    const grantId = randomUUID()
    const alone = await put()
    const [first, second, ofAnotherKind, ofAnotherGrant] = await Promise.all([
      put({ grantId }),
      put({ grantId }),
      put({ grantId, kind: 'Code' }),
      put({ grantId: randomUUID() }),
    ])
    await store.removeAuthorizationRecord('Token', alone.id)
    await store.removeAuthorizationRecordsOfGrant('Token', grantId)
    const isFound = async ({ kind, id }: NewAuthorizationRecord) =>
      (await store.findAuthorizationRecord(kind, id)) !== null
    expect(await Promise.all([alone, first, second, ofAnotherKind, ofAnotherGrant].map(isFound))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('sweeps only what expired, in more than one batch', async () => {
    const kind = randomUUID()
    const expired = Array.from({ length: 1_050 }, () => ({ expiresAt: new Date('2001-01-01T00:00:00Z') }))
    await Promise.all(expired.map((content) => put({ ...content, kind })))
    const retained = await put({ kind, expiresAt: new Date('2001-01-02T00:00:00Z') })
    const swept = await Promise.all([
      store.sweepAuthorizationRecords(new Date('2001-01-02T00:00:00Z')),
      other.sweepAuthorizationRecords(new Date('2001-01-02T00:00:00Z')),
    ])
    expect(swept[0]! + swept[1]!).toBe(1_050)
    expect(await store.findAuthorizationRecord(kind, retained.id)).not.toBeNull()
  })
})
