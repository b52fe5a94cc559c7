import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import type { NewApproval } from './approvals'

const AT = new Date('2026-03-04T05:06:07.089Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('approvals on $name', ({ url, ownerUrl }) => {
  let stores: Store[]
  let store: Store
  beforeAll(async () => {
    stores = await Promise.all(
      Array.from({ length: 3 }, () => openStore({ url, ownerUrl, log: silentLog, connections: 5 })),
    )
    store = stores[0]!
  })
  afterAll(() => Promise.all(stores.map((each) => each.close())))

  const namespaceWith = async (...sources: string[]) => {
    const namespaceId = randomUUID()
    await store.ensureNamespace({ id: namespaceId, displayName: 'test', at: AT })
    for (const source of sources)
      await store.putRuleset({
        ...{ namespaceId, hash: sha256(source), source, parentHash: null, at: AT, limitBytes: 1_000 },
      })
    return namespaceId
  }
  const approval = (namespaceId: string, source: string, over: Partial<NewApproval> = {}): NewApproval => ({
    ...{ id: randomUUID(), namespaceId, hash: sha256(source), approver: 'Ann', note: null, approvedAt: AT },
    ...{
      channel: 'program',
      credentialId: null,
      personId: null,
      reportedBy: null,
      name: null,
      boundBy: 'a credential',
    },
    ...over,
  })

  it('are listed in the order of their recording, as they were given', async () => {
    const namespaceId = await namespaceWith('one', 'two')
    const note = 'line one\nline two — ✓'
    await store.recordApproval(approval(namespaceId, 'one', { approver: 'Zoë', note, approvedAt: later(9) }))
    await store.recordApproval(approval(namespaceId, 'two'))
    // A clock that goes back does not change the order.
    const recorded = await store.recordApproval(approval(namespaceId, 'one', { approver: 'Ben', channel: 'agent' }))
    const hash = sha256('one')
    const approvals = [
      { hash, approver: 'Zoë', note, approvedAt: later(9), channel: 'program', reportedBy: null },
      { hash, approver: 'Ben', note: null, approvedAt: AT, channel: 'agent', reportedBy: null },
    ]
    expect(recorded).toEqual({ approvedAt: AT, approvals, name: null })
    expect(await store.listApprovals(namespaceId, hash, AT)).toEqual(approvals)
    expect(await store.listApprovals(namespaceId, sha256('none'), AT)).toEqual([])
  })

  it('of bytes that the namespace does not hold record and bind nothing', async () => {
    const [namespaceId, other] = [await namespaceWith(), await namespaceWith('elsewhere')]
    expect(await store.recordApproval(approval(namespaceId, 'elsewhere', { name: 'policy' }))).toBeNull()
    expect(await store.listApprovals(other, sha256('elsewhere'), AT)).toEqual([])
    expect(await store.listApprovals(namespaceId, sha256('elsewhere'), AT)).toEqual([])
    expect(await store.findName(namespaceId, 'policy')).toBeNull()
  })

  it('bind the name that comes with them', async () => {
    const namespaceId = await namespaceWith('one', 'two')
    await store.recordApproval(approval(namespaceId, 'one', { name: 'policy' }))
    const moved = await store.recordApproval(approval(namespaceId, 'two', { name: 'policy', approvedAt: later(3) }))
    expect(moved).toMatchObject({ name: 'policy' })
    expect(await store.listNames(namespaceId, AT)).toMatchObject([
      { name: 'policy', hash: sha256('two'), boundAt: later(3), approvalCount: 1 },
    ])
  })

  it('whose name the database refuses record nothing', async () => {
    const namespaceId = await namespaceWith('one')
    const refused = approval(namespaceId, 'one', { name: 'no name can hold \0' })
    await expect(store.recordApproval(refused)).rejects.toThrow()
    expect(await store.listApprovals(namespaceId, sha256('one'), AT)).toEqual([])
    expect(await store.listNames(namespaceId, AT)).toEqual([])
  })

  it('that are refused bind no name', async () => {
    const namespaceId = await namespaceWith('one')
    const refused = approval(namespaceId, 'one', { name: 'policy', approver: 'no text can hold \0' })
    await expect(store.recordApproval(refused)).rejects.toThrow()
    expect(await store.listNames(namespaceId, AT)).toEqual([])
  })

  it('returns the last bound name of those that point at the bytes', async () => {
    const namespaceId = await namespaceWith('one', 'two')
    const nameAfter = async (over: Partial<NewApproval>) =>
      (await store.recordApproval(approval(namespaceId, 'one', over)))?.name
    expect(await nameAfter({})).toBeNull()
    expect(await nameAfter({ name: 'first' })).toBe('first')
    expect(await nameAfter({ name: 'second' })).toBe('second') // in the same millisecond
    expect(await nameAfter({})).toBe('second')
    await store.recordApproval(approval(namespaceId, 'two', { name: 'second' }))
    expect(await nameAfter({})).toBe('first')
    await store.recordApproval(approval(namespaceId, 'two', { name: 'first' }))
    expect(await nameAfter({})).toBeNull()
    expect(await nameAfter({ name: 'first' })).toBe('first')
  })

  it('are recorded once when a call is repeated after its answer was lost, and take no name back', async () => {
    const namespaceId = await namespaceWith('one', 'two')
    const call = approval(namespaceId, 'one', { name: 'policy' })
    const first = await store.recordApproval(call)
    expect(await store.recordApproval(call)).toEqual(first)
    await store.recordApproval(approval(namespaceId, 'two', { name: 'policy' }))
    expect(await store.recordApproval(call)).toMatchObject({ approvals: [{ approver: 'Ann' }], name: null })
    expect(await store.findName(namespaceId, 'policy')).toMatchObject({ hash: sha256('two') })
  })

  it('are recorded once when a call is repeated while its first attempt still runs', async () => {
    const namespaceId = await namespaceWith('one')
    for (let i = 0; i < 10; i++) {
      const call = approval(namespaceId, 'one', { name: `name ${i}` })
      await Promise.all(stores.map((each) => each.recordApproval(call)))
    }
    expect(await store.listApprovals(namespaceId, sha256('one'), AT)).toHaveLength(10)
  })

  it('by several processes at once are all recorded, and each answer contains its own', async () => {
    const namespaceId = await namespaceWith('one', 'two')
    const answers = await Promise.all(
      Array.from({ length: 18 }, async (_, i) => {
        const source = i % 2 === 0 ? 'one' : 'two'
        const call = approval(namespaceId, source, { approver: `approver ${i}`, name: 'policy' })
        const recorded = await stores[i % 3]!.recordApproval(call)
        return recorded?.approvals.some(({ approver }) => approver === `approver ${i}`)
      }),
    )
    expect(answers).toEqual(Array.from({ length: 18 }, () => true))
    for (const source of ['one', 'two'])
      expect(await store.listApprovals(namespaceId, sha256(source), AT)).toHaveLength(9)
  })

  it('are recorded once each while connections keep breaking', async () => {
    const namespaceId = await namespaceWith('one')
    const cutUrl = new URL(url)
    cutUrl.searchParams.set('application_name', `cut ${namespaceId}`)
    const cut = await openStore({ url: cutUrl.href, ownerUrl, log: silentLog, connections: 5, retryForMs: 60_000 })
    const knife = new pg.Client({ connectionString: ownerUrl })
    await knife.connect()
    let broken = 0
    let recorded = 0
    const record = async () => {
      while (broken < 15) {
        const answer = await cut.recordApproval(approval(namespaceId, 'one', { name: `name ${recorded % 7}` }))
        expect(answer).not.toBeNull()
        recorded++
      }
    }
    const recording = Promise.all([record(), record(), record()])
    while (broken < 15) {
      await sleep(40)
      const { rowCount } = await knife.query(
        `SELECT pg_terminate_backend(pid) FROM
         (SELECT pid FROM pg_stat_activity WHERE application_name = $1 ORDER BY random() LIMIT 1) AS one`,
        [`cut ${namespaceId}`],
      )
      broken += rowCount ?? 0
    }
    await recording
    await knife.end()
    await cut.close()
    expect(recorded).toBeGreaterThan(0)
    expect(await store.listApprovals(namespaceId, sha256('one'), AT)).toHaveLength(recorded)
  })
})
