/** Tests which protected rows the server's role can remove, whatever it did before. */
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import { databaseOfTwoRoles, type TwoRoles } from '../testing/two-roles'
import { withConnection } from './identify-role'

const HOUR = 3_600_000
const OPEN_NAMESPACE = '00000000-0000-4000-8000-000000000001'

describe.each(inject('databases'))('retention on $name', (beside) => {
  let database: TwoRoles
  let store: Store
  beforeAll(async () => {
    database = await databaseOfTwoRoles(beside.ownerUrl)
    store = await openStore({ ...database, log: silentLog, connections: 2 })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const asServer = <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    withConnection(database.url, async (client) => (await client.query<Row>(sql, values)).rows)
  const ago = (ms: number) => new Date(Date.now() - ms)
  const remove = async (before: Date | null) => {
    const [row] = await asServer<{ removed: number }>(
      'SELECT touchstone_remove_expired_evaluations($1, 50) AS removed',
      [before],
    )
    return row!.removed
  }
  const removeFrames = async (before: Date | null) => {
    const [row] = await asServer<{ removed: number }>('SELECT touchstone_remove_frames($1, 50) AS removed', [
      before?.toISOString() ?? null,
    ])
    return row!.removed
  }
  const exists = async (id: string) => (await asServer('SELECT FROM namespace WHERE id = $1', [id])).length === 1

  const evaluation = async (expiresAt: Date) => {
    const namespaceId = randomUUID()
    const issued = await store.issueEvaluationCredential({
      ...{ credentialId: randomUUID(), namespaceId, tokenSha256: randomBytes(32), label: '', at: ago(48 * HOUR) },
      ...{ expiresAt, callsPerDay: 1, callsTotal: 1, addressKey: randomUUID(), issuedPerHour: 1 },
    })
    expect(issued).toBeNull()
    return namespaceId
  }
  /** A compromised server makes a namespace look like an expired evaluation. */
  const pretendExpired = (namespaceId: string) =>
    asServer(
      `INSERT INTO credential (id, token_sha256, namespace_id, grade, tier, label, created_at, expires_at)
       VALUES ($1, $2, $3, 'evaluation', 'evaluation', '', now() - interval '2 days', now() - interval '1 day')`,
      [randomUUID(), randomBytes(32), namespaceId],
    )

  it('removes every row of an expired evaluation, and nothing before it expired', async () => {
    const [expired, running] = [await evaluation(ago(2 * HOUR)), await evaluation(new Date(Date.now() + HOUR))]
    await asServer(
      `INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at) VALUES ($1, repeat('a', 64), '', 0, now())`,
      [expired],
    )
    const approval = randomUUID()
    await asServer(
      `INSERT INTO approval (id, namespace_id, hash, approver, approved_at, channel) VALUES ($1, $2, repeat('a', 64), '', now(), 'program')`,
      [approval, expired],
    )
    await asServer(`INSERT INTO approval_withdrawal VALUES ($1, now(), '', '')`, [approval])
    expect(await remove(ago(3 * HOUR))).toBe(0)
    expect(await exists(expired)).toBe(true)
    expect(await remove(ago(HOUR))).toBe(1)
    expect([await exists(expired), await exists(running)]).toEqual([false, true])
    expect(await asServer('SELECT FROM approval_withdrawal WHERE approval_id = $1', [approval])).toEqual([])
    expect(await asServer('SELECT FROM log_entry WHERE namespace_id = $1', [expired])).toEqual([])
  })

  it("refuses a time that is in the future by the database's clock", async () => {
    const running = await evaluation(new Date(Date.now() + HOUR))
    await expect(remove(new Date(Date.now() + 2 * HOUR))).rejects.toThrow('what has not expired is not removed')
    await expect(remove(null)).rejects.toThrow('what has not expired is not removed')
    expect(await exists(running)).toBe(true)
  })

  it('removes no namespace of people, whatever the server did to its rows before', async () => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'of people', at: ago(HOUR) })
    const person = randomUUID()
    await asServer(
      `INSERT INTO person (id, email, name, created_at, sessions_from) VALUES ($1, $2, '', now(), now())`,
      [person, `${person}@example.org`],
    )
    await asServer(`INSERT INTO membership VALUES ($1, $2, '{administrator}', now())`, [id, person])
    await asServer(
      `INSERT INTO log_entry (namespace_id, index, kind, body, at) VALUES ($1, 1000, 'member_joined', '', now())`,
      [id],
    )
    await pretendExpired(id)
    await remove(ago(HOUR))
    expect(await exists(id)).toBe(true)
    await asServer('DELETE FROM membership WHERE namespace_id = $1', [id])
    await pretendExpired(id)
    await remove(ago(HOUR))
    expect(await exists(id)).toBe(true)
  })

  it('removes no namespace with a full credential, which the server can neither remove nor backdate', async () => {
    const id = randomUUID()
    await store.ensureNamespace({ id, displayName: 'full', at: ago(HOUR) })
    await store.issueFullCredential({
      ...{ credentialId: randomUUID(), namespaceId: id, tokenSha256: randomBytes(32), label: '', at: ago(HOUR) },
      ...{
        tier: 'standard',
        expiresAt: ago(HOUR / 2),
        actor: 'operator',
        callsPerDay: null,
        callsTotal: null,
        issuedById: null,
      },
    })
    for (const sql of [
      `UPDATE credential SET grade = 'evaluation' WHERE namespace_id = '${id}'`,
      `UPDATE credential SET expires_at = now() - interval '1 day' WHERE namespace_id = '${id}'`,
      `UPDATE credential SET namespace_id = '${await evaluation(ago(HOUR))}' WHERE namespace_id = '${id}'`,
      `DELETE FROM credential WHERE namespace_id = '${id}'`,
    ])
      await expect(asServer(sql)).rejects.toThrow('permission denied for table credential')
    await pretendExpired(id)
    await remove(ago(1))
    expect(await exists(id)).toBe(true)
    // Only the expired credential is removed.
    const credentials = await asServer<{ grade: string }>(
      'SELECT grade::text FROM credential WHERE namespace_id = $1',
      [id],
    )
    expect(credentials).toEqual([{ grade: 'full' }])
  })

  it('removes no namespace whose evaluation still runs, or that has no credentials', async () => {
    const running = await evaluation(new Date(Date.now() + HOUR))
    await store.ensureNamespace({ id: OPEN_NAMESPACE, displayName: 'Open', at: ago(HOUR) })
    await pretendExpired(running)
    await pretendExpired(OPEN_NAMESPACE)
    await remove(ago(1))
    expect([await exists(running), await exists(OPEN_NAMESPACE)]).toEqual([true, true])
  })

  it('removes frames whose answer is older than the given time, and no others', async () => {
    const namespaceId = await evaluation(new Date(Date.now() + HOUR))
    const frame = async (sentAt: Date, answeredAt: Date | null) => {
      const id = randomUUID()
      await asServer(
        `INSERT INTO frame (id, namespace_id, target_id, audience, trace_id, topics, key, digest, content, sent_at, sent_by)
         VALUES ($1, $2, $1, 'group', '', '{a}', $3, $3, '', $4, '')`,
        [id, namespaceId, randomBytes(32), sentAt.toISOString()],
      )
      if (answeredAt !== null)
        await asServer(
          `INSERT INTO frame_response (frame_id, message_id, rail_id, body, answered_at) VALUES ($1, $2, $1, '', $3)`,
          [id, randomUUID(), answeredAt.toISOString()],
        )
      return id
    }
    const old = await frame(ago(5 * HOUR), ago(4 * HOUR))
    const waiting = await frame(ago(5 * HOUR), null)
    const late = await frame(ago(5 * HOUR), ago(2 * HOUR))
    // Backdated by a compromised server.
    const young = await frame(ago(0), ago(4 * HOUR))
    expect(await removeFrames(ago(3 * HOUR))).toBe(1)
    const left = await asServer<{ id: string }>('SELECT id::text FROM frame WHERE namespace_id = $1', [namespaceId])
    expect(left.map(({ id }) => id).toSorted()).toEqual([waiting, late, young].sort())
    expect(await asServer('SELECT FROM frame_response WHERE frame_id = $1', [old])).toEqual([])
    for (const time of [ago(HOUR / 2), new Date(Date.now() + HOUR), null])
      await expect(removeFrames(time)).rejects.toThrow('a frame that was answered within the last hour is not removed')
  })

  it('leaves no setting behind that would open the tables', async () => {
    await expect(
      withConnection(database.url, async (client) => {
        await client.query('BEGIN')
        await client.query('SELECT touchstone_remove_expired_evaluations($1, 1)', [ago(100 * HOUR).toISOString()])
        const { rows } = await client.query(`SELECT current_setting('touchstone.maintenance') AS setting`)
        expect(rows).toEqual([{ setting: 'off' }])
        await client.query('DELETE FROM approval')
      }),
    ).rejects.toThrow('permission denied for table approval')
  })
})
