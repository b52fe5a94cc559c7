/** Both roles are ordinary ones. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { applyMigrations, HISTORY_TABLE, MIGRATIONS_DIRECTORY } from '../client/migrations'
import { StartRefusal } from '../client/storage-fault'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import { databaseOfTwoRoles, type TwoRoles } from '../testing/two-roles'
import { withConnection } from './identify-role'
import { grantTo } from './table-grants'

describe.each(inject('databases'))('a start on $name', (beside) => {
  let database: TwoRoles
  const open: Store[] = []
  beforeEach(async () => {
    database = await databaseOfTwoRoles(beside.ownerUrl)
    return async () => {
      for (const store of open.splice(0)) await store.close()
      await database.drop()
    }
  })

  const start = async (url: string, ownerUrl: string | null) => {
    const store = await openStore({ url, ownerUrl, log: silentLog, connections: 1 })
    open.push(store)
    return store
  }
  const asOwner = (sql: string) => withConnection(database.ownerUrl, (client) => client.query(sql))
  const asServer = (sql: string) => withConnection(database.url, (client) => client.query(sql))
  const namespace = { id: '7d5a2c1e-9f0b-4c38-8b53-0d1c0a4c2f11', displayName: 'A', at: new Date() }

  it('migrates as the owner and works as the server, and needs no owner from then on', async () => {
    const first = await start(database.url, database.ownerUrl)
    expect(first.protection).toEqual({ grants: true, triggers: true })
    await first.ensureNamespace(namespace)
    const second = await start(database.url, null)
    expect(second.protection).toEqual({ grants: true, triggers: true })
    await expect(asServer('DELETE FROM namespace')).rejects.toThrow('permission denied for table namespace')
    await expect(asOwner('DELETE FROM namespace')).rejects.toThrow('rows of namespace are protected')
    // The owner needs no superuser for this.
    await asOwner(`BEGIN; SET LOCAL touchstone.maintenance = 'on'; DELETE FROM namespace; COMMIT`)
  })

  it('refuses to migrate as the server, says what to set, and changes nothing', async () => {
    const refused = start(database.url, null)
    await expect(refused).rejects.toThrow(StartRefusal)
    await expect(refused).rejects.toThrow(
      new RegExp(
        `^The database must be migrated \\(${readdirSync(MIGRATIONS_DIRECTORY).length - 1} migrations are missing\\), and the role ${database.server} of DATABASE_URL does not own its tables. Set DATABASE_OWNER_URL `,
      ),
    )
    const { rows } = await asOwner(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)
    expect(rows).toEqual([])
  })

  it('refuses a newer release without the owner, and continues with it', async () => {
    const older = mkdtempSync(join(tmpdir(), 'older-'))
    try {
      const names = readdirSync(MIGRATIONS_DIRECTORY).sort()
      for (const name of names.slice(0, -2))
        cpSync(join(MIGRATIONS_DIRECTORY, name), join(older, name), { recursive: true })
      await applyMigrations(database.ownerUrl, { directory: older })
      await expect(start(database.url, null)).rejects.toThrow(/^The database must be migrated \(/)
      await start(database.url, database.ownerUrl)
      await start(database.url, null)
    } finally {
      rmSync(older, { recursive: true })
    }
  })

  it('works as the only role, which owns the tables, and reports that only triggers protect them', {
    tags: ['nightly'],
  }, async () => {
    const alone = await start(database.ownerUrl, null)
    expect(alone.protection).toEqual({ grants: false, triggers: true })
    expect((await start(database.ownerUrl, database.ownerUrl)).protection).toEqual({ grants: false, triggers: true })
    await alone.ensureNamespace(namespace)
    await expect(asOwner('DELETE FROM namespace')).rejects.toThrow('rows of namespace are protected')
    // The other role has no grants yet. One start with the owner grants them.
    await expect(start(database.url, null)).rejects.toThrow(/^The database must be migrated/)
    expect((await start(database.url, database.ownerUrl)).protection).toEqual({ grants: true, triggers: true })
  })

  it('refuses a role that lacks a grant and names it, and grants it as the owner', async () => {
    await start(database.url, database.ownerUrl)
    await asOwner(`REVOKE INSERT ON log_entry FROM ${database.server}`)
    await expect(start(database.url, null)).rejects.toThrow(
      new RegExp(`^The role ${database.server} of DATABASE_URL may not do .* \\(INSERT on log_entry\\)`),
    )
    await start(database.url, database.ownerUrl)
    await start(database.url, null)
  })

  it('revokes additional grants, and restores triggers that were disabled, changed or dropped', {
    tags: ['nightly'],
  }, async () => {
    await start(database.url, database.ownerUrl)
    await asOwner(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${database.server}`)
    expect((await start(database.url, null)).protection).toEqual({ grants: false, triggers: true })
    expect((await start(database.url, database.ownerUrl)).protection).toEqual({ grants: true, triggers: true })
    await asOwner(`GRANT UPDATE (kind) ON log_entry TO ${database.server}`)
    expect((await start(database.url, null)).protection.grants).toBe(false)
    await asOwner(`REVOKE UPDATE (kind) ON log_entry FROM ${database.server}`)
    const asAdmin = (sql: string) => withConnection(database.adminUrl, (client) => client.query(sql))
    await asAdmin(`ALTER ROLE ${database.server} NOINHERIT; GRANT ${database.owner} TO ${database.server}`)
    expect((await start(database.url, null)).protection.grants).toBe(false)
    await asAdmin(`REVOKE ${database.owner} FROM ${database.server}`)
    for (const tampered of [
      'ALTER TABLE approval DISABLE TRIGGER refuse_change',
      'DROP TRIGGER refuse_change ON ruleset',
      'DROP TRIGGER refuse_this_change ON log_head',
      'CREATE OR REPLACE TRIGGER refuse_change BEFORE DELETE ON frame FOR EACH STATEMENT EXECUTE FUNCTION touchstone_refuse_change()',
      'CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OF id OR DELETE OR TRUNCATE ON credential FOR EACH STATEMENT EXECUTE FUNCTION touchstone_refuse_change()',
    ]) {
      await asOwner(tampered)
      expect((await start(database.url, null)).protection.triggers, tampered).toBe(false)
      expect((await start(database.url, database.ownerUrl)).protection).toEqual({ grants: true, triggers: true })
    }
    // Foreign keys are triggers too, and only a superuser may disable those.
    await expect(asOwner('ALTER TABLE approval DISABLE TRIGGER ALL')).rejects.toThrow('permission denied')
    await start(database.url, database.ownerUrl)
    await expect(asOwner('DELETE FROM approval')).rejects.toThrow('rows of approval are protected')
  })

  it('gives the server every right on an unlisted table and its sequence', async () => {
    await start(database.url, database.ownerUrl)
    await asOwner('CREATE TABLE "unlisted" (id bigserial, x int)')
    await withConnection(database.ownerUrl, (client) =>
      grantTo(client, database.server, {
        tables: [{ name: 'unlisted', columns: ['id', 'x'] }],
        sequences: ['unlisted_id_seq'],
        history: HISTORY_TABLE,
      }),
    )
    await asServer('INSERT INTO unlisted (x) VALUES (1); UPDATE unlisted SET x = 2; DELETE FROM unlisted')
  })

  it('refuses addresses of two databases, and an owner that owns nothing', async () => {
    await expect(start(database.url, beside.ownerUrl)).rejects.toThrow(
      'DATABASE_OWNER_URL and DATABASE_URL name different databases. Nothing was changed.',
    )
    await start(database.url, database.ownerUrl)
    await expect(start(database.ownerUrl, database.url)).rejects.toThrow(
      new RegExp(`^The role ${database.server} of DATABASE_OWNER_URL neither owns the tables nor may make them`),
    )
  })

  it('may happen in several processes at once', { tags: ['nightly'] }, async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => start(database.url, database.ownerUrl)))
    expect(stores.map(({ protection }) => protection)).toEqual(stores.map(() => ({ grants: true, triggers: true })))
  })
})
