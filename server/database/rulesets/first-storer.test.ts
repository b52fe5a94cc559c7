import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { connectToEdit, silentLog } from '../testing/fresh-database'

const AT = new Date('2026-03-04T05:06:07.089Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('on $name', ({ url, ownerUrl }) => {
  let stores: Store[]
  let sql: pg.Client
  beforeAll(async () => {
    const open = () => openStore({ url, ownerUrl, log: silentLog, connections: 5 })
    stores = await Promise.all(Array.from({ length: 4 }, open))
    sql = await connectToEdit(ownerUrl)
  })
  afterAll(async () => {
    await sql.end()
    await Promise.all(stores.map((store) => store.close()))
  })

  const newNamespace = async () => {
    const id = randomUUID()
    await stores[0]!.ensureNamespace({ id, displayName: 'test', at: AT })
    return id
  }
  const newPerson = async (roles: readonly string[] = [], namespaceId = '') => {
    const id = randomUUID()
    await sql.query(
      'INSERT INTO person (id, email, name, created_at, sessions_from) VALUES ($1, $2, $3, now(), now())',
      [id, `${id}@example.org`, 'Ann'],
    )
    if (roles.length > 0)
      await sql.query('INSERT INTO membership (namespace_id, person_id, roles, since) VALUES ($1, $2, $3, now())', [
        ...[namespaceId, id, `{${roles.join(',')}}`],
      ])
    return id
  }
  const ruleset = (namespaceId: string, personId: string | null) => ({
    ...{ namespaceId, hash: sha256('one'), source: 'one', parentHash: null, at: AT, limitBytes: 1_000 },
    storedBy:
      personId === null
        ? null
        : { personId, credentialId: null, channel: 'person' as const, label: `label ${personId}` },
  })
  const storedBy = async (namespaceId: string) =>
    (
      await sql.query<{ person: string | null; channel: string | null }>(
        'SELECT stored_by_person_id AS person, stored_channel AS channel FROM ruleset WHERE namespace_id = $1',
        [namespaceId],
      )
    ).rows
  const logged = async (namespaceId: string) => {
    const { rows } = await sql.query<{ body: string }>(
      `SELECT convert_from(body, 'UTF8') AS body FROM log_entry WHERE namespace_id = $1 ORDER BY index`,
      [namespaceId],
    )
    const entries = rows.map(
      ({ body }) => JSON.parse(body) as { kind: string; actor: string; details: Record<string, unknown> },
    )
    // Every log begins with the state of its namespace.
    expect(entries[0]?.kind).toBe('state_recorded')
    return entries.slice(1)
  }

  it('exactly one of several who store the same bytes at once is the first, in the row and in the log', async () => {
    for (let round = 0; round < 5; round++) {
      const namespaceId = await newNamespace()
      const people = await Promise.all(stores.map(() => newPerson()))
      const puts = await Promise.all(
        stores.map((store, position) => {
          const put = ruleset(namespaceId, people[position]!)
          return position % 2 === 0
            ? store.putRuleset(put)
            : store.saveNamed({ ...put, name: `n${position}`, boundBy: 'x' })
        }),
      )
      expect(puts.filter((put) => put.kind === 'stored' && put.created)).toHaveLength(1)
      const [row, ...more] = await storedBy(namespaceId)
      expect(more).toEqual([])
      const stored = (await logged(namespaceId)).filter(({ kind }) => kind === 'ruleset_stored')
      // The digest of the row's evidence is tested elsewhere.
      expect(stored).toMatchObject([
        {
          actor: `label ${row?.person}`,
          details: {
            ...{ hash: sha256('one'), parent_hash: null, stored_at: AT.toISOString(), channel: 'person' },
            ...{ stored_by_person_id: row?.person, stored_by_credential_id: null },
          },
        },
      ])
    }
  })

  it('storing existing bytes again makes no later caller the first, and logs nothing', async () => {
    const namespaceId = await newNamespace()
    const [first, second] = [await newPerson(), await newPerson()]
    await stores[0]!.putRuleset(ruleset(namespaceId, first))
    await stores[1]!.putRuleset(ruleset(namespaceId, second))
    expect(await storedBy(namespaceId)).toEqual([{ person: first, channel: 'person' }])
    expect(await logged(namespaceId)).toMatchObject([{ kind: 'ruleset_stored' }])
  })

  it('no person is recorded or logged in a namespace without people', async () => {
    const namespaceId = await newNamespace()
    await stores[0]!.putRuleset(ruleset(namespaceId, null))
    expect(await storedBy(namespaceId)).toEqual([{ person: null, channel: null }])
    expect(await logged(namespaceId)).toEqual([])
  })

  it('bytes past the limit of the namespace are neither stored nor logged', async () => {
    const namespaceId = await newNamespace()
    const put = { ...ruleset(namespaceId, await newPerson()), limitBytes: 2 }
    expect(await stores[0]!.putRuleset(put)).toMatchObject({ kind: 'namespace_full' })
    expect(await logged(namespaceId)).toEqual([])
  })

  it('a former administrator stays known after the role and membership are gone', async () => {
    const namespaceId = await newNamespace()
    const [sole, promoted, never] = [
      await newPerson(['author', 'administrator'], namespaceId),
      await newPerson(['reviewer'], namespaceId),
      await newPerson(['reviewer'], namespaceId),
    ]
    const proposer = { changeId: randomUUID(), personId: sole, label: 'x' }
    const change = { namespaceId, at: AT, proposer, personId: promoted }
    expect(await stores[0]!.changeRoles({ ...change, roles: ['reviewer', 'administrator'] })).toEqual({ kind: 'done' })
    await sql.query('DELETE FROM membership WHERE namespace_id = $1 AND person_id = $2', [namespaceId, promoted])
    await stores[0]!.putRuleset(ruleset(namespaceId, sole))
    for (const [position, personId] of [promoted, never].entries()) {
      const id = randomUUID()
      const values = [id, namespaceId, sha256('one'), personId, AT]
      await sql.query(
        `INSERT INTO approval (id, namespace_id, hash, approver, approved_at, channel) VALUES ($1, $2, $3, $4, $5, 'person')`,
        values,
      )
      await sql.query(
        `INSERT INTO review_record (id, namespace_id, hash, person_id, printed_name, meaning, signed_at, approval_id, envelope, log_index)
         VALUES ($1, $2, $3, $4, 'Ann', 'approved', $5, $1, '', ${position})`,
        values,
      )
    }
    const facts = await stores[0]!.approvalFacts(namespaceId, [sha256('one'), sha256('none')], AT)
    expect([...facts.keys()]).toEqual([sha256('one')])
    expect(facts.get(sha256('one'))?.signed).toMatchObject([
      { personId: promoted, everAdministrator: true },
      { personId: never, everAdministrator: false },
    ])
  })
})
