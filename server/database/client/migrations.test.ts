import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { openStore } from '../store'
import { addressOf, silentLog } from '../testing/fresh-database'
import { applyMigrations, MIGRATIONS_DIRECTORY } from './migrations'
import { StartRefusal } from './storage-fault'

describe.each(inject('databases'))('migrations on $name', ({ url, ownerUrl }) => {
  const admin = new pg.Client({ connectionString: ownerUrl })
  let database: { url: string; ownerUrl: string; query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> }
  let directory: string
  beforeAll(() => admin.connect())
  afterAll(() => admin.end())
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'))
    const name = `touchstone_migrations_${randomBytes(6).toString('hex')}`
    await admin.query(`CREATE DATABASE ${name}`)
    const own = addressOf(ownerUrl, name)
    database = {
      ...{ url: addressOf(url, name), ownerUrl: own },
      query: async (sql) => {
        const client = new pg.Client({ connectionString: own })
        await client.connect()
        const { rows } = await client.query(sql).finally(() => client.end())
        return rows
      },
    }
    return async () => {
      rmSync(directory, { recursive: true })
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })

  const migration = (name: string, sql: string) => {
    mkdirSync(join(directory, name), { recursive: true })
    writeFileSync(join(directory, name, 'migration.sql'), sql)
  }
  const history = () =>
    database.query<{ migration_name: string; done: boolean }>(
      'SELECT migration_name, finished_at IS NOT NULL AND applied_steps_count = 1 AS done FROM _prisma_migrations ORDER BY migration_name',
    )

  it('applies each migration once when several servers start at once, and then nothing', async () => {
    migration('1_first', 'CREATE TABLE a (x int);')
    migration('2_second', 'CREATE TABLE b (x int); INSERT INTO b VALUES (1);')
    const applied = await Promise.all(
      Array.from({ length: 5 }, () => applyMigrations(database.ownerUrl, { directory })),
    )
    expect(applied.flat().toSorted()).toEqual(['1_first', '2_second'])
    expect(await database.query('SELECT x FROM b')).toEqual([{ x: 1 }])
    expect(await history()).toEqual([
      { migration_name: '1_first', done: true },
      { migration_name: '2_second', done: true },
    ])
    expect(await applyMigrations(database.ownerUrl, { directory })).toEqual([])
    migration('3_third', 'CREATE TABLE c (x int);')
    expect(await applyMigrations(database.ownerUrl, { directory })).toEqual(['3_third'])
  })

  it('leaves no trace of a migration that fails', async () => {
    migration('1_first', 'CREATE TABLE a (x int);')
    migration('2_broken', 'CREATE TABLE b (x int); CREATE TABLE a (x int);')
    await expect(applyMigrations(database.ownerUrl, { directory })).rejects.toThrow(/already exists/)
    expect(await history()).toEqual([{ migration_name: '1_first', done: true }])
    migration('2_broken', 'CREATE TABLE b (x int);')
    expect(await applyMigrations(database.ownerUrl, { directory })).toEqual(['2_broken'])
  })

  it('refuses an edited migration, a newer one, and one that another tool left half done', async () => {
    migration('1_first', 'CREATE TABLE a (x int);')
    migration('2_second', 'CREATE TABLE b (x int);')
    await applyMigrations(database.ownerUrl, { directory })
    migration('1_first', 'CREATE TABLE a (y int);')
    await expect(applyMigrations(database.ownerUrl, { directory })).rejects.toThrow('Migration 1_first was edited')
    migration('1_first', 'CREATE TABLE a (x int);')
    rmSync(join(directory, '2_second'), { recursive: true })
    await expect(applyMigrations(database.ownerUrl, { directory })).rejects.toThrow(/newer release \(2_second\)/)
    migration('2_second', 'CREATE TABLE b (x int);')
    await database.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`)
    await expect(applyMigrations(database.ownerUrl, { directory })).rejects.toThrow(StartRefusal)
  })

  it('refuses to open the store on a database that a newer release migrated, without showing its password', async () => {
    cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true })
    migration('99999999999999_future', 'CREATE TABLE future (x int);')
    await applyMigrations(database.ownerUrl, { directory })
    await expect(openStore({ ...database, log: silentLog })).rejects.toThrow(/newer release \(99999999999999_future\)/)
  })
})

describe('opening the store', () => {
  it('refuses a database that does not exist or cannot be found, and shows no password', async () => {
    const missing = new URL(inject('databases')[0]!.url)
    missing.pathname = '/no_such_database'
    await expect(openStore({ url: missing.href, ownerUrl: null, log: silentLog })).rejects.toThrow(
      /no_such_database cannot be used/,
    )
    const unknown = openStore({
      url: 'postgresql://app:secret@no-such-host.invalid/x',
      ownerUrl: null,
      log: silentLog,
      startRetryForMs: 0,
    })
    await expect(unknown).rejects.toThrow(StartRefusal)
    await expect(unknown).rejects.not.toThrow(/secret/)
  })

  it('waits for a database that does not answer yet, and gives up', async () => {
    const messages: string[] = []
    const log = { ...silentLog, warn: (_: object, message: string) => messages.push(message) }
    const url = 'postgresql://app:secret@127.0.0.1:1/x'
    await expect(openStore({ url, ownerUrl: null, log, startRetryForMs: 300 })).rejects.toThrow(
      /^The database 127.0.0.1:1\/x cannot be used: .*ECONNREFUSED/,
    )
    expect(messages).toEqual(['waiting for the database 127.0.0.1:1/x'])
  })
})

describe('prisma/migrations', () => {
  const diff = (schema: string) => {
    const args = ['migrate', 'diff', '--from-migrations', MIGRATIONS_DIRECTORY, '--to-schema', schema, '--exit-code']
    return promisify(execFile)('node_modules/.bin/prisma', args)
  }

  it('make exactly the database that prisma/schema.prisma describes', async () => {
    expect((await diff('prisma/schema.prisma')).stdout).toContain('No difference detected')
  })

  it('differ from a schema with one changed column', { tags: ['nightly'] }, async () => {
    const other = join(mkdtempSync(join(tmpdir(), 'schema-')), 'schema.prisma')
    writeFileSync(
      other,
      readFileSync('prisma/schema.prisma', 'utf8').replace('label       String', 'label       String?'),
    )
    await expect(diff(other)).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining('label') })
    rmSync(join(other, '..'), { recursive: true })
  })
})
