import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../client/database'
import { openStore, type Store } from '../store'
import { connectToEdit, silentLog } from '../testing/fresh-database'
import { nameVerbs } from './names'

const AT = new Date('2026-03-04T05:06:07.089Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('names on $name', ({ url, ownerUrl }) => {
  // Each store stands for a server process: they share only the database.
  let stores: Store[]
  let store: Store
  let sql: pg.Client
  beforeAll(async () => {
    stores = await Promise.all(
      Array.from({ length: 4 }, () => openStore({ url, ownerUrl, log: silentLog, connections: 5 })),
    )
    store = stores[0]!
    sql = await connectToEdit(ownerUrl)
  })
  afterAll(async () => {
    await sql.end()
    await Promise.all(stores.map((each) => each.close()))
  })

  const newNamespace = async () => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'test', at: AT })
    return id
  }
  interface Options {
    readonly on?: Store
    readonly parentHash?: string | null
    readonly at?: Date
    readonly limitBytes?: number
    readonly boundBy?: string
    readonly personId?: string | null
    readonly message?: string
    readonly expected?: string | null
  }
  const save = (namespaceId: string, name: string, source: string, options: Options = {}) => {
    const {
      on = store,
      parentHash = null,
      at = AT,
      limitBytes = 1_000_000,
      boundBy = 'a credential',
      personId = null,
      ...page
    } = options
    return on.saveNamed({
      namespaceId,
      name,
      hash: sha256(source),
      source,
      parentHash,
      at,
      limitBytes,
      boundBy,
      storedBy: personId === null ? null : { personId, credentialId: null, channel: 'person', label: boundBy },
      ...page,
    })
  }
  const newPerson = async () => {
    const [id, email] = [randomUUID(), `${randomUUID()}@example.org`]
    await sql.query(
      'INSERT INTO person (id, email, name, created_at, sessions_from) VALUES ($1, $2, $3, now(), now())',
      [id, email, 'Ann'],
    )
    return id
  }
  const history = async (namespaceId: string, name: string) => {
    const { rows } = await sql.query(
      'SELECT hash, bound_by, bound_at AT TIME ZONE $3 AS at FROM name_binding WHERE namespace_id = $1 AND name = $2 ORDER BY id',
      [namespaceId, name, 'UTC'],
    )
    return rows as { hash: string; bound_by: string; at: Date }[]
  }

  describe('saving', () => {
    it('binds the name, and new bytes get its previous target as their parent', async () => {
      const namespaceId = await newNamespace()
      expect(await save(namespaceId, 'policy', 'one')).toEqual({
        kind: 'stored',
        created: true,
        parentHash: null,
        revisionDepth: 0,
      })
      expect(await save(namespaceId, 'policy', 'two', { at: later(1) })).toEqual({
        kind: 'stored',
        created: true,
        parentHash: sha256('one'),
        revisionDepth: 1,
      })
      expect(await store.findName(namespaceId, 'policy')).toEqual({
        hash: sha256('two'),
        parentHash: sha256('one'),
        revisionDepth: 1,
        archivedAt: null,
        renamedTo: null,
      })
      expect(await store.findRuleset(namespaceId, sha256('two'))).toMatchObject({ source: 'two' })
      expect(await store.findName(namespaceId, 'other')).toBeNull()
    })

    it("prefers a given parent to the name's previous target", async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'a', 'one')
      await save(namespaceId, 'b', 'another')
      expect(await save(namespaceId, 'b', 'two', { parentHash: sha256('one') })).toMatchObject({
        parentHash: sha256('one'),
      })
    })

    it('moves the name and changes no parent if the bytes are already stored', async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'policy', 'one')
      await save(namespaceId, 'policy', 'two', { at: later(1) })
      expect(await save(namespaceId, 'policy', 'one', { at: later(2), boundBy: 'another' })).toEqual({
        kind: 'stored',
        created: false,
        parentHash: null,
        revisionDepth: 0,
      })
      expect(await store.findName(namespaceId, 'policy')).toMatchObject({ hash: sha256('one') })
      expect(await history(namespaceId, 'policy')).toEqual([
        { hash: sha256('one'), bound_by: 'a credential', at: AT },
        { hash: sha256('two'), bound_by: 'a credential', at: later(1) },
        { hash: sha256('one'), bound_by: 'another', at: later(2) },
      ])
      expect(await store.listNames(namespaceId, AT)).toMatchObject([{ name: 'policy', boundAt: later(2) }])
    })

    it('changes nothing if the name already points at the bytes, even with themselves as the parent', async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'policy', 'one')
      const again = { kind: 'stored', created: false, parentHash: null, revisionDepth: 0 }
      expect(await save(namespaceId, 'policy', 'one', { at: later(5) })).toEqual(again)
      expect(await save(namespaceId, 'policy', 'one', { at: later(5), parentHash: sha256('one') })).toEqual(again)
      expect(await history(namespaceId, 'policy')).toHaveLength(1)
      expect(await store.listNames(namespaceId, AT)).toMatchObject([{ boundAt: AT }])
    })

    it('stores and binds nothing under an unknown parent, or past the limit of the namespace', async () => {
      const [namespaceId, other] = [await newNamespace(), await newNamespace()]
      await save(other, 'theirs', 'elsewhere')
      await save(namespaceId, 'policy', '12345', { limitBytes: 5 })
      const unknown = { kind: 'parent_unknown' }
      expect(await save(namespaceId, 'policy', 'x', { parentHash: sha256('elsewhere') })).toEqual(unknown)
      expect(await save(namespaceId, 'policy', 'x', { parentHash: sha256('x') })).toEqual(unknown)
      expect(await save(namespaceId, 'policy', 'é', { limitBytes: 6 })).toEqual({ kind: 'namespace_full', actual: 7 })
      expect(await store.findName(namespaceId, 'policy')).toMatchObject({ hash: sha256('12345') })
      for (const source of ['x', 'é']) expect(await store.findRuleset(namespaceId, sha256(source))).toBeNull()
      expect(await history(namespaceId, 'policy')).toHaveLength(1)
      // The refused save did not change the count.
      expect(await save(namespaceId, 'policy', 'y', { limitBytes: 6 })).toMatchObject({ created: true })
    })

    it('loses no revision of a name if several processes save many at once', {
      tags: ['nightly'],
    }, async () => {
      const namespaceId = await newNamespace()
      const sources = Array.from({ length: 20 }, (_, i) => `revision ${i}`)
      const results = await Promise.all(
        sources.map((source, i) => save(namespaceId, 'policy', source, { on: stores[i % 4]! })),
      )
      const named = await store.findName(namespaceId, 'policy')
      const chain = await store.revisionChain(namespaceId, named!.hash)
      expect([...chain].sort()).toEqual(sources.map(sha256).sort())
      expect((await history(namespaceId, 'policy')).map(({ hash }) => hash)).toEqual([...chain].reverse())
      expect(results.map((result) => result.kind === 'stored' && result.revisionDepth).sort()).toEqual(
        sources.map((_, i) => i).sort(),
      )
    })

    it('binds once when a call is repeated after its answer was lost, and takes no name back', async () => {
      const namespaceId = await newNamespace()
      const db = openDatabase({ url, log: silentLog, connections: 2, retryForMs: 0, onStorageFault: () => {} })
      const callOf = (source: string) => {
        const [hash, at] = [sha256(source), later(source.length)]
        return {
          ...{ namespaceId, name: 'policy', hash, source, at },
          parentHash: null,
          limitBytes: 1_000,
          boundBy: 'x',
        }
      }
      // Commits the first attempt and another save before the second attempt.
      const losing: Database = {
        ...db,
        repeatable: async (call) => {
          await call(false)
          await store.saveNamed(callOf('another'))
          return call(true)
        },
      }
      await nameVerbs(losing).saveNamed(callOf('mine'))
      await db.close()
      const hashes = (await history(namespaceId, 'policy')).map(({ hash }) => hash)
      expect(hashes).toEqual([sha256('mine'), sha256('another')])
      expect(await store.findName(namespaceId, 'policy')).toMatchObject({ hash: sha256('another') })
    })

    it('stores the same bytes once if they are saved under one name and many names at once', async () => {
      const namespaceId = await newNamespace()
      const names = ['same', 'same', 'same', 'same', 'a', 'b', 'c', 'd']
      const results = await Promise.all(
        names.map((name, i) => save(namespaceId, name, 'bytes', { on: stores[i % 4]! })),
      )
      expect(results.filter((result) => result.kind === 'stored' && result.created)).toHaveLength(1)
      expect((await store.listNames(namespaceId, AT)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'same'])
      expect(await history(namespaceId, 'same')).toHaveLength(1)
    })
  })

  describe('saving with an expected target', () => {
    const [one, two, three] = ['one', 'two', 'three'].map(sha256)

    it('stores nothing if the name has moved', async () => {
      const namespaceId = await newNamespace()
      expect(await save(namespaceId, 'policy', 'one', { expected: null })).toMatchObject({ created: true })
      await save(namespaceId, 'policy', 'two', { expected: one! })
      const moved = { kind: 'moved' }
      for (const expected of [null, one!, three!])
        expect(await save(namespaceId, 'policy', 'mine', { expected, personId: await newPerson() })).toEqual(moved)
      expect(await store.findRuleset(namespaceId, sha256('mine'))).toBeNull()
      expect(await save(namespaceId, 'free', 'mine', { expected: one! })).toEqual(moved)
      expect(await history(namespaceId, 'policy')).toHaveLength(2)
      expect(await save(namespaceId, 'policy', 'mine', { expected: two! })).toMatchObject({ parentHash: two })
    })

    it('lets one of several concurrent saves through, and informs the others', async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'policy', 'one')
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          save(namespaceId, 'policy', `by ${i}`, { on: stores[i % 4]!, expected: one! }),
        ),
      )
      expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(1)
      expect(results.filter(({ kind }) => kind === 'moved')).toHaveLength(7)
      expect(await history(namespaceId, 'policy')).toHaveLength(2)
    })

    it('is the same save when its author sends it again, and takes no name back', async () => {
      const namespaceId = await newNamespace()
      const [author, another] = [await newPerson(), await newPerson()]
      const mine = { expected: one!, personId: author }
      await save(namespaceId, 'policy', 'one', { expected: null, personId: author })
      await save(namespaceId, 'policy', 'two', mine)
      expect(await save(namespaceId, 'policy', 'two', mine)).toMatchObject({ kind: 'stored', created: false })
      await save(namespaceId, 'policy', 'three', { expected: two!, personId: another })
      expect(await save(namespaceId, 'policy', 'two', mine)).toMatchObject({ kind: 'stored', created: false })
      expect(await save(namespaceId, 'policy', 'one', { expected: null, personId: author })).toMatchObject({
        kind: 'stored',
      })
      expect(await save(namespaceId, 'policy', 'two', { ...mine, personId: another })).toEqual({ kind: 'moved' })
      expect(await store.findName(namespaceId, 'policy')).toMatchObject({ hash: three })
      expect(await history(namespaceId, 'policy')).toHaveLength(3)
    })

    it('stores who saved it and the message', async () => {
      const namespaceId = await newNamespace()
      const personId = await newPerson()
      await save(namespaceId, 'policy', 'one', { personId, message: 'Limits of 2026' })
      await save(namespaceId, 'policy', 'two')
      const { rows } = await sql.query(
        'SELECT person_id, message FROM name_binding WHERE namespace_id = $1 ORDER BY id',
        [namespaceId],
      )
      expect(rows).toEqual([
        { person_id: personId, message: 'Limits of 2026' },
        { person_id: null, message: null },
      ])
    })
  })

  it('chains of revisions never loop, whatever is saved under whatever name and parent', async () => {
    const step = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      source: fc.constantFrom('1', '2', '3', '4', '5', '6'),
      parent: fc.option(fc.constantFrom('1', '2', '3', '4', '5', '6'), { nil: null }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
        const namespaceId = await newNamespace()
        // The expected state in plain maps.
        const parents = new Map<string, string | null>()
        const names = new Map<string, string>()
        for (const { name, source, parent } of steps) {
          const put = await save(namespaceId, name, source, { parentHash: parent === null ? null : sha256(parent) })
          if (parent !== null && !parents.has(parent)) {
            expect(put).toEqual({ kind: 'parent_unknown' })
            continue
          }
          const created = !parents.has(source)
          if (created) parents.set(source, parent ?? names.get(name) ?? null)
          names.set(name, source)
          expect(put).toMatchObject({ kind: 'stored', created })
        }
        for (const [name, source] of names) {
          const expected = []
          for (let at: string | null = source; at !== null; at = parents.get(at)!) expected.push(sha256(at))
          const named = await store.findName(namespaceId, name)
          const chain = await store.revisionChain(namespaceId, named!.hash)
          expect(chain).toEqual(expected)
          expect(new Set(chain).size).toBe(chain.length)
          expect(named).toEqual({
            hash: sha256(source),
            parentHash: expected[1] ?? null,
            revisionDepth: chain.length - 1,
            archivedAt: null,
            renamedTo: null,
          })
          expect((await store.findRuleset(namespaceId, chain.at(-1)!))?.parentHash).toBeNull()
        }
        expect((await store.listNames(namespaceId, AT)).map(({ name, hash }) => [name, hash])).toEqual(
          [...names].sort().map(([name, source]) => [name, sha256(source)]),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('a chain of three thousand revisions is one answer, and an unknown hash has an empty one', {
    tags: ['nightly'],
  }, async () => {
    const namespaceId = await newNamespace()
    const hashes = Array.from({ length: 3_000 }, (_, i) => sha256(`long ${i}`))
    await sql.query(
      `INSERT INTO ruleset (namespace_id, hash, source, parent_hash, revision_depth, created_at)
       SELECT $1::uuid, hashes[i], ''::bytea, hashes[i - 1], i - 1, $3::timestamp
       FROM (SELECT $2::text[] AS hashes) AS given, generate_series(1, 3000) AS i`,
      [namespaceId, hashes, AT],
    )
    expect(await store.revisionChain(namespaceId, hashes.at(-1)!)).toEqual(hashes.toReversed())
    expect(await store.revisionChain(namespaceId, sha256('unknown'))).toEqual([])
    expect(await store.revisionChain(await newNamespace(), hashes.at(-1)!)).toEqual([])
  })

  describe('the list', () => {
    it('has one row for each name of one namespace, sorted by characters', async () => {
      const [namespaceId, other] = [await newNamespace(), await newNamespace()]
      await save(other, 'theirs', 'elsewhere')
      for (const name of ['b', 'a b', 'a', 'B', 'a/b', 'a-b', 'a.b', '_', '1']) await save(namespaceId, name, 'ü')
      expect((await store.listNames(namespaceId, AT)).map(({ name }) => name)).toEqual(
        ['1', 'B', '_', 'a', 'a b', 'a-b', 'a.b', 'a/b', 'b'], // by code point
      )
      expect(await store.listNames(other, AT)).toEqual([
        {
          ...{ name: 'theirs', hash: sha256('elsewhere'), boundAt: AT },
          ...{ revisionDepth: 0, approvalCount: 0, sourceBytes: 9 },
        },
      ])
      expect((await store.listNames(namespaceId, AT))[0]).toMatchObject({ sourceBytes: 2 })
      expect(await store.listNames(await newNamespace(), AT)).toEqual([])
    })

    it('is whole and sorted if there are more names than one read returns', async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'a', 'bytes')
      const kinds = ['a', 'B', 'b c', 'b-c', 'b/c', '_', '9']
      const names = Array.from({ length: 2_000 }, (_, i) => `${kinds[i % kinds.length]}${i}`)
      await sql.query('INSERT INTO ruleset_name SELECT $1::uuid, unnest($2::text[]), $3, now()', [
        ...[namespaceId, names, sha256('bytes')],
      ])
      expect((await store.listNames(namespaceId, AT)).map(({ name }) => name)).toEqual(['a', ...names].sort())
    })

    it('counts the approvals of the bytes, not of the name', async () => {
      const namespaceId = await newNamespace()
      await save(namespaceId, 'policy', 'one')
      await save(namespaceId, 'copy', 'one')
      for (const approver of ['Ann', 'Ben'])
        await store.recordApproval({
          ...{ id: randomUUID(), namespaceId, hash: sha256('one'), approver, note: null, approvedAt: AT },
          ...{ channel: 'program', credentialId: null, personId: null, reportedBy: null, name: null, boundBy: '' },
        })
      await save(namespaceId, 'policy', 'two')
      expect(await store.listNames(namespaceId, AT)).toMatchObject([
        { name: 'copy', approvalCount: 2, revisionDepth: 0 },
        { name: 'policy', approvalCount: 0, revisionDepth: 1 },
      ])
    })
  })

  it('sources are found by hash, except foreign, unknown or damaged ones', async () => {
    const [namespaceId, other] = [await newNamespace(), await newNamespace()]
    await save(namespaceId, 'a', 'ä\0')
    await save(namespaceId, 'b', 'bytes')
    await save(other, 'c', 'elsewhere')
    await sql.query(`UPDATE ruleset SET source = '\\xff' WHERE namespace_id = $1 AND hash = $2`, [
      namespaceId,
      sha256('bytes'),
    ])
    const wanted = ['ä\0', 'bytes', 'elsewhere', 'unknown'].map(sha256)
    expect(await store.findSources(namespaceId, wanted)).toEqual({
      sources: new Map([[sha256('ä\0'), 'ä\0']]),
      damaged: [sha256('bytes')],
    })
    expect(await store.findSources(namespaceId, [])).toEqual({ sources: new Map(), damaged: [] })
  })
})
