import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { connectToEdit, silentLog } from '../testing/fresh-database'

const AT = new Date('2026-03-04T05:06:07.089Z')
const DAY_MS = 86_400_000
const day = (nth: number) => new Date(AT.getTime() + nth * DAY_MS)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const [FIRST, SECOND] = ['assert one { true };', 'assert two { true };'] as const

describe.each(inject('databases'))('revisions in force on $name', ({ url, ownerUrl }) => {
  const party = { personId: randomUUID(), credentialId: null, channel: 'person' as const }
  const setBy = { personId: party.personId, label: 'Ann' }
  let stores: Store[]
  let store: Store
  let namespaceId: string
  beforeAll(async () => {
    const open = () => openStore({ url, ownerUrl, log: silentLog, connections: 5 })
    stores = await Promise.all([open(), open()])
    store = stores[0]!
    const sql = await connectToEdit(ownerUrl)
    await sql.query(
      'INSERT INTO person (id, email, name, created_at, sessions_from) VALUES ($1, $2, $3, now(), now())',
      [party.personId, `${party.personId}@example.org`, 'Ann'],
    )
    await sql.end()
  })
  beforeEach(async () => {
    namespaceId = randomUUID()
    await store.ensureNamespace({ id: namespaceId, displayName: 'test', at: AT })
  })
  afterAll(() => Promise.all(stores.map((each) => each.close())))

  async function save(name: string, source: string, parentHash: string | null = null): Promise<string> {
    const hash = sha256(source)
    const by = { at: AT, boundBy: 'Ann', storedBy: null, limitBytes: 1_000_000 }
    await store.saveNamed({ namespaceId, name, hash, source, parentHash, ...by })
    return hash
  }

  interface Act {
    readonly hash: string
    readonly from: number
    readonly until?: number
  }

  async function putInForce(name: string, { hash, from, until }: Act): Promise<void> {
    const { size: logSize } = await store.findLogTree(namespaceId)
    const force = { id: randomUUID(), name, hash, from: day(from), until: until === undefined ? null : day(until) }
    const change = { ...force, ends: false, namespaceId, setBy, at: day(0), logSize }
    expect(await store.changeForce(change)).toBe('done')
  }

  function rename(name: string, to: string, at: Date, on: Store = store) {
    return on.renameName({ namespaceId, name, to, at, by: 'Ann', party, newId: randomUUID })
  }

  async function spansOf(name: string): Promise<(readonly [string, Date, Date | null])[]> {
    const spans = (await store.forceSpans(namespaceId, [name])).get(name) ?? []
    return spans.map(({ hash, from, until }) => [hash, from, until] as const)
  }

  it('follow a rename from its time on, and stay under the former name before it', async () => {
    const first = await save('policy', FIRST)
    const second = await save('policy', SECOND, first)
    await putInForce('policy', { hash: first, from: 0 })
    await putInForce('policy', { hash: second, from: 4 })
    expect(await rename('policy', 'rules', day(2))).toEqual({ kind: 'done' })
    expect(await spansOf('policy')).toEqual([[first, day(0), day(2)]])
    expect(await spansOf('rules')).toEqual([
      [first, day(2), day(4)],
      [second, day(4), null],
    ])
    // A repeated call changes nothing.
    expect(await rename('policy', 'rules', day(3))).toEqual({ kind: 'done' })
    expect(await spansOf('policy')).toEqual([[first, day(0), day(2)]])
  })

  it('end with the former name, without those in between', async () => {
    const hash = await save('policy', FIRST)
    await putInForce('policy', { hash, from: 0, until: 6 })
    await rename('policy', 'rules', day(1))
    await rename('rules', 'policy', day(2))
    expect(await spansOf('rules')).toEqual([[hash, day(1), day(2)]])
    expect(await spansOf('policy')).toEqual([
      [hash, day(0), day(1)],
      [hash, day(2), day(6)],
    ])
  })

  it.each<[string, Act | null]>([
    ['nothing was in force', null],
    ['it ended before', { hash: sha256(FIRST), from: 0, until: 1 }],
  ])('do not change with a rename if %s', async (_, act) => {
    await save('policy', FIRST)
    if (act !== null) await putInForce('policy', act)
    const before = await spansOf('policy')
    await rename('policy', 'rules', day(1))
    expect([await spansOf('policy'), await spansOf('rules')]).toEqual([before, []])
  })

  it('move once if two processes rename at once', async () => {
    const hash = await save('policy', FIRST)
    await putInForce('policy', { hash, from: 0 })
    const outcomes = await Promise.all(
      stores.map((each, nth) => rename('policy', `rules ${nth}`, day(1), each).then(({ kind }) => kind)),
    )
    expect(outcomes.sort()).toEqual(['done', 'replaced'])
    const moved = [...(await spansOf('rules 0')), ...(await spansOf('rules 1'))]
    expect(moved).toEqual([[hash, day(1), null]])
  })

  it('stay under their name if an open review prevents the rename', async () => {
    const hash = await save('policy', FIRST)
    await putInForce('policy', { hash, from: 0 })
    const by = { personId: null, label: 'a credential' }
    const request = { message: '', reviewerIds: [], anyReviewer: true, dueOn: null, call: null }
    const id = randomUUID()
    await store.openReview({ id, namespaceId, name: 'policy', by, at: AT, ...request })
    expect(await rename('policy', 'rules', day(1))).toEqual({ kind: 'in_review' })
    expect([await spansOf('policy'), await spansOf('rules')]).toEqual([[[hash, day(0), null]], []])
    await store.endReview({ namespaceId, id, by, at: AT, ending: 'withdrawn', hash })
    expect(await rename('policy', 'rules', day(1))).toEqual({ kind: 'done' })
  })
})
