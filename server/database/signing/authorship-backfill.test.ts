/** Migrates rows of the previous release. */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { applyMigrations, MIGRATIONS_DIRECTORY } from '../client/migrations'
import { addressOf } from '../testing/fresh-database'

const MIGRATION = '20261124010000_authors_of_bytes'
const name = `touchstone_backfill_${randomBytes(6).toString('hex')}`
const { ownerUrl } = inject('databases').at(-1)!
const address = addressOf(ownerUrl, name)
const admin = new pg.Client({ connectionString: ownerUrl })
const sql = new pg.Client({ connectionString: address })
const namespace = randomUUID()
const [ann, bob, cleo, dan] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

let index = 0
async function log(kind: string, actor: string, details: object): Promise<void> {
  const body = Buffer.from(JSON.stringify({ actor, at: '2026-01-02T00:00:00.000Z', details, index: `${index}`, kind }))
  await addEntry(kind, body)
}
async function addEntry(kind: string, body: Buffer): Promise<void> {
  await sql.query(`INSERT INTO log_entry (namespace_id, index, kind, body, at) VALUES ($1, $2, $3, $4, '2026-01-02')`, [
    ...[namespace, index++, kind, body],
  ])
}

async function credential(actor: string | null, label = 'ci'): Promise<string> {
  const id = randomUUID()
  await sql.query(
    `INSERT INTO credential (id, token_sha256, namespace_id, grade, tier, label, created_at)
     VALUES ($1, $2, $3, 'full', 'standard', $4, '2026-01-02')`,
    [id, randomBytes(32), namespace, label],
  )
  if (actor !== null) await log('credential_issued', actor, { credential_id: id, label })
  return id
}

const person = (id: string, of: string, email: string, since = '2026-01-01') =>
  sql.query('INSERT INTO person (id, email, name, created_at, sessions_from) VALUES ($1, $2, $3, $4, $4)', [
    ...[id, email, of, since],
  ])
const issuer = async (id: string) =>
  (
    await sql.query<{ issuer: string; issued_by_id: string }>(
      'SELECT issuer, issued_by_id FROM credential WHERE id = $1',
      [id],
    )
  ).rows[0]

beforeAll(async () => {
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const before = mkdtempSync(join(tmpdir(), 'before-'))
  for (const each of readdirSync(MIGRATIONS_DIRECTORY).filter((file) => file < MIGRATION))
    cpSync(join(MIGRATIONS_DIRECTORY, each), join(before, each), { recursive: true })
  await applyMigrations(address, { directory: before })
  rmSync(before, { recursive: true })
  await sql.connect()
  await sql.query(`INSERT INTO namespace (id, display_name, created_at) VALUES ($1, 'old', '2026-01-01')`, [namespace])
  await person(ann, 'Ann', 'ann@example.org')
  await person(bob, 'Bob', 'bob@example.org')
  await person(cleo, 'Cleo', 'cleo@example.org')
  await person(dan, 'Dan', 'dan@example.org', '2026-06-01')
})
afterAll(async () => {
  await sql.end()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
})

it('names an issuer if the log does so without doubt, and an administrator forever', async () => {
  const byAnn = await credential('Ann <ann@example.org>')
  const byOperator = await credential('operator')
  // Neither a label like a person's nor a name like a label counts.
  const forged = await credential(null, 'Ann <ann@example.org>')
  const similar = await credential('Ann <ann@example.org> <bob@example.org>')
  const renamed = await credential('Robert <bob@example.org>')
  const before = await credential('Dan <dan@example.org>')
  await addEntry('credential_issued', Buffer.from([0xff, 0xfe]))
  await addEntry('roles_changed', Buffer.from('not JSON'))
  await log('member_joined', 'operator', { person: 'Ann <ann@example.org>', roles: ['author', 'administrator'] })
  await log('roles_changed', 'x', { person: 'Robert <bob@example.org>', before: ['administrator'], roles: ['author'] })
  await log('member_removed', 'x', { person: 'Cleo <cleo@example.org>', roles: ['reviewer'] })
  await sql.query(
    `INSERT INTO membership (namespace_id, person_id, roles, since) VALUES ($1, $2, '{administrator}', now())`,
    [...[namespace, dan]],
  )

  expect(await applyMigrations(address)).toContain(MIGRATION)

  expect(await issuer(byAnn)).toEqual({ issuer: 'person', issued_by_id: ann })
  expect(await issuer(byOperator)).toEqual({ issuer: 'operator', issued_by_id: null })
  for (const unknown of [forged, similar, renamed, before])
    expect(await issuer(unknown)).toEqual({ issuer: null, issued_by_id: null })
  const tenures = await sql.query<{ person_id: string }>('SELECT person_id FROM administrator_tenure')
  expect(tenures.rows.map(({ person_id }) => person_id).sort()).toEqual([ann, bob, dan].sort())
})
