import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { applyMigrations, MIGRATIONS_DIRECTORY, readMigrations } from '../client/migrations'
import { StartRefusal } from '../client/storage-fault'
import { contentOf } from '../testing/content-of'
import type { DatabaseUnderTest } from '../testing/databases-under-test'
import { fillEveryTable } from '../testing/fill-every-table'
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database'
import { fillDatabase } from './fill-database'
import { checkBackup, readBackup } from './read-backup'
import { readSnapshot, type Snapshot } from './read-snapshot'
import { TransferRefusal, type TransferSource } from './transfer-source'
import { type WrittenBackup, writeBackup } from './write-backup'

const AT = new Date('2026-11-21T10:11:12.345Z')
const NEVER = new AbortController().signal
const [first, ...others] = inject('databases')
const kinds = [first!, ...others]
const pairs = kinds.flatMap((from) => kinds.map((to) => ({ from, to })))

const databases: FreshDatabase[] = []
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transfer-'))
  file = join(folder, 'a.backup')
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  for (const database of databases.splice(0)) await database.drop()
})

async function empty(beside: DatabaseUnderTest): Promise<FreshDatabase> {
  const database = await freshDatabase(beside)
  databases.push(database)
  return database
}

async function migrated(beside: DatabaseUnderTest): Promise<FreshDatabase> {
  const database = await empty(beside)
  await applyMigrations(database.ownerUrl)
  return database
}

async function filled(beside: DatabaseUnderTest): Promise<FreshDatabase> {
  const database = await migrated(beside)
  await fillEveryTable(database)
  await fillEveryTable(database)
  return database
}

const snapshotOf = <T>({ ownerUrl: url }: FreshDatabase, use: (snapshot: Snapshot) => Promise<T>) =>
  readSnapshot({ url, now: () => AT, signal: NEVER }, use)

const backUp = (database: FreshDatabase, to = file): Promise<WrittenBackup> =>
  snapshotOf(database, (snapshot) => writeBackup(snapshot, to))

const OPTIONS = { serverRole: null, serverRuns: false, endSessions: false, advice: 'Use --replace.' }

const fill = ({ ownerUrl: url }: FreshDatabase, source: TransferSource, replace = false, signal = NEVER) =>
  fillDatabase({ ...OPTIONS, url, replace, signal }, source)

async function restore(database: FreshDatabase, replace = false, from = file) {
  await checkBackup(from, NEVER)
  return readBackup(from, NEVER, (source) => fill(database, source, replace))
}

/** From the schema file, to compare with the catalogue. */
const MODELS = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model [\s\S]*?@@map\("(\w+)"\)/gm)].map(
  ([, table]) => table!,
)

describe.each(pairs)('from $from.name to $to.name', ({ from, to }) => {
  it('a backup holds every table of the schema, and restores every row, sequence, key and index', async () => {
    const source = await filled(from)
    const before = await contentOf(source)
    expect(Object.keys(before.rows)).toEqual([...MODELS].sort())
    for (const [table, rows] of Object.entries(before.rows)) expect(rows, `rows of ${table}`).not.toEqual([])

    const { tables } = await backUp(source)
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual(
      Object.entries(before.rows).map(([name, rows]) => [name, rows.length]),
    )
    const target = await empty(to)
    expect(await restore(target)).toEqual({ tables, migrated: [] })
    expect(await contentOf(target)).toEqual(before)
    expect(await contentOf(source)).toEqual(before)
    // The next number of each sequence is the same on both.
    for (const database of [source, target]) await fillEveryTable(database)
    expect((await contentOf(target)).sequences).toEqual((await contentOf(source)).sequences)
    expect(await applyMigrations(target.ownerUrl)).toEqual([])
  })

  it('a copy without a file is the same', { tags: ['nightly'] }, async () => {
    const source = await filled(from)
    const target = await migrated(to)
    const copied = await snapshotOf(source, (snapshot) => fill(target, snapshot))
    expect(await contentOf(target)).toEqual(await contentOf(source))
    expect((await backUp(target)).tables).toEqual(copied.tables)
    expect((await backUp(source, join(folder, 'b.backup'))).tables).toEqual(copied.tables)
  })
})

describe.each(kinds.map((kind) => ({ name: kind.name, kind })))('on $name', ({ kind }) => {
  it('is of one moment, whatever is written meanwhile', { tags: ['nightly'] }, async () => {
    const source = await filled(kind)
    const before = await contentOf(source)
    await snapshotOf(source, async (snapshot) => {
      await fillEveryTable(source)
      const slowly: TransferSource = {
        ...snapshot,
        tables: async function* () {
          for await (const table of snapshot.tables()) {
            await source.query(`UPDATE namespace SET stored_bytes = 7`)
            await fillEveryTable(source)
            yield table
          }
        },
      }
      await writeBackup(slowly, file)
    })
    const target = await empty(kind)
    await restore(target)
    expect((await contentOf(target)).rows).toEqual(before.rows)
  })

  it('refuses a database that is not empty, and replaces it when asked to', { tags: ['nightly'] }, async () => {
    const [source, target] = [await filled(kind), await filled(kind)]
    await backUp(source)
    const before = await contentOf(target)
    await expect(restore(target)).rejects.toThrow(
      /^The database is not empty \(administrator_tenure, application, application_guardrail, approval and \d+ more\). Use --replace.$/,
    )
    expect(await contentOf(target)).toEqual(before)
    await restore(target, true)
    expect(await contentOf(target)).toEqual(await contentOf(source))
  })

  it('ends the sessions of a backup when asked to, and leaves every other row', {
    tags: ['nightly'],
  }, async () => {
    const source = await filled(kind)
    await backUp(source)
    const target = await empty(kind)
    await readBackup(file, NEVER, (backup) =>
      fillDatabase({ ...OPTIONS, url: target.ownerUrl, replace: false, endSessions: true, signal: NEVER }, backup),
    )
    const [before, after] = [await contentOf(source), await contentOf(target)]
    expect(before.rows.browser_session).not.toEqual([])
    expect(after.rows).toEqual({ ...before.rows, browser_session: [] })
  })

  it('replaces nothing under a running server', { tags: ['nightly'] }, async () => {
    const [source, target] = [await filled(kind), await filled(kind)]
    await backUp(source)
    const server = new pg.Client({ connectionString: target.ownerUrl, application_name: 'touchstone' })
    await server.connect()
    await expect(restore(target, true)).rejects.toThrow(/^A server works on the database/)
    await server.end()
    await expect(
      readBackup(file, NEVER, (backup) =>
        fillDatabase({ ...OPTIONS, url: target.ownerUrl, replace: true, serverRuns: true, signal: NEVER }, backup),
      ),
    ).rejects.toThrow(/^A server works on the database/)
  })

  it('leaves the tables of other programs unchanged and says so', { tags: ['nightly'] }, async () => {
    const [source, target, foreign] = [await filled(kind), await filled(kind), await empty(kind)]
    await source.query('CREATE TABLE "a note" (x int)')
    await target.query(`CREATE TABLE "another's" (x int); INSERT INTO "another's" VALUES (1)`)
    await foreign.query(`CREATE TABLE payroll (x int)`)
    await snapshotOf(source, async (snapshot) => {
      expect(snapshot.leftOut).toEqual(['a note'])
      await writeBackup(snapshot, file)
    })
    await restore(target, true)
    expect(await target.query(`SELECT x FROM "another's"`)).toEqual([{ x: 1 }])
    await expect(restore(foreign, true)).rejects.toThrow('The database holds tables of something else (payroll)')
  })

  it('migrates the content of an older release', { tags: ['nightly'] }, async () => {
    const [source, target] = [await empty(kind), await migrated(kind)]
    const older = join(folder, 'migrations')
    cpSync(join(MIGRATIONS_DIRECTORY, '20261121100000_foundation'), join(older, '20261121100000_foundation'), {
      recursive: true,
    })
    await applyMigrations(source.ownerUrl, { directory: older })
    await source.query(`
      INSERT INTO namespace (id, display_name, created_at) VALUES (gen_random_uuid(), 'x', now());
      INSERT INTO credential (id, token_sha256, namespace_id, grade, label, created_at)
        SELECT id, decode(repeat('ab', 32), 'hex'), id, 'full', 'old', now() FROM namespace`)
    await backUp(source)
    const later = readMigrations().map(({ name }) => name)
    expect((await restore(target)).migrated).toEqual(later.slice(1))
    expect(later.length).toBeGreaterThan(1)
    expect(await target.query('SELECT label, tier FROM credential')).toEqual([{ label: 'old', tier: 'standard' }])
    expect((await contentOf(target)).schema).toEqual((await contentOf(await migrated(kind))).schema)
  })

  it('leaves everything as it was if the restore fails or stops at any step', {
    tags: ['nightly'],
  }, async () => {
    const [source, target] = [await filled(kind), await filled(kind)]
    const before = await contentOf(target)
    const stop = new AbortController()
    await expect(
      snapshotOf(source, (snapshot) => fill(target, stoppedAt(snapshot, 'ruleset', stop), true, stop.signal)),
    ).rejects.toThrow()
    expect(await contentOf(target)).toEqual(before)
    // Rows with dangling keys.
    await expect(snapshotOf(source, (snapshot) => fill(target, without(snapshot, 'namespace'), true))).rejects.toThrow(
      /violates foreign key constraint/,
    )
    expect(await contentOf(target)).toEqual(before)
    // A database that stores other values than it gets.
    const other = (snapshot: Snapshot) => ({
      ...snapshot,
      seals: () => snapshot.seals().map((seal) => ({ ...seal, rows: seal.rows + Number(seal.name === 'approval') })),
    })
    await expect(snapshotOf(source, (snapshot) => fill(target, other(snapshot), true))).rejects.toThrow(
      'What was read back is not what was written (approval). Nothing was changed.',
    )
    expect(await contentOf(target)).toEqual(before)
    // Sequences were not changed either.
    await fillEveryTable(target)
    await snapshotOf(source, (snapshot) => fill(target, snapshot, true))
    expect(await contentOf(target)).toEqual(await contentOf(source))
  })

  it('refuses what a newer or another release wrote, on either side', { tags: ['nightly'] }, async () => {
    const [source, target] = [await filled(kind), await filled(kind)]
    const header = (change: (names: { name: string; checksum: string }[]) => void) =>
      snapshotOf(source, async (snapshot) => {
        const migrations = snapshot.header.migrations.map((each) => ({ ...each }))
        change(migrations)
        await fill(target, { ...snapshot, header: { ...snapshot.header, migrations } }, true)
      })
    await expect(header((names) => names.push({ name: '99999999999999_future', checksum: '' }))).rejects.toThrow(
      /knows the migration 99999999999999_future; this release does not/,
    )
    await expect(
      header((names) => {
        names[0]!.checksum = '0'
      }),
    ).rejects.toThrow(/another text of the migration 20261121100000_foundation/)
    await source.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', '', '9_future', now())`,
    )
    await expect(backUp(source)).rejects.toThrow(StartRefusal)
    await expect(snapshotOf(target, (snapshot) => fill(source, snapshot, true))).rejects.toThrow(/newer release/)
    await expect(backUp(await empty(kind))).rejects.toThrow(/^The database holds nothing yet/)
  })
})

/** The source, aborted before the rows of a table. */
function stoppedAt(source: TransferSource, name: string, stop: AbortController): TransferSource {
  return {
    ...source,
    tables: async function* () {
      for await (const each of source.tables()) {
        if (each.table.name === name) stop.abort()
        yield each
      }
    },
  }
}

function without(source: TransferSource, name: string): TransferSource {
  return {
    ...source,
    tables: async function* () {
      for await (const each of source.tables()) {
        if (each.table.name !== name) yield each
        else for await (const _ of each.rows);
      }
    },
  }
}

describe('a backup file', () => {
  it('is refused, named and before anything is read from it, when a byte is changed or the end is missing', async () => {
    await backUp(await filled(first!))
    const whole = readFileSync(file)
    await checkBackup(file, NEVER)
    const damaged = join(folder, 'damaged.backup')
    const refused = async (bytes: Uint8Array) => {
      writeFileSync(damaged, bytes)
      const check = checkBackup(damaged, NEVER)
      await expect(check).rejects.toThrow(TransferRefusal)
      await expect(check).rejects.toThrow(damaged)
    }
    for (let length = 0; length < whole.length; length += 211) await refused(whole.subarray(0, length))
    await refused(whole.subarray(0, -1))
    // Bytes 4 to 9 of gzip are the time, hints and the system, which carry nothing of ours.
    for (let at = 10; at < whole.length; at += 97) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 0x10
      await refused(bytes)
    }
  })

  it('is refused when its text was changed, however well it was packed again', async () => {
    await backUp(await filled(first!))
    const text = gunzipSync(readFileSync(file)).toString()
    const changed = join(folder, 'changed.backup')
    const refusal = async (edit: (text: string) => string) => {
      expect(edit(text)).not.toBe(text)
      writeFileSync(changed, gzipSync(edit(text)))
      return checkBackup(changed, NEVER).then(
        () => 'accepted',
        (error: Error) => error.message.replace(changed, 'FILE'),
      )
    }
    const notWhat = 'FILE is not an undamaged backup: its content is not what its manifest says. Nothing was changed.'
    const truncated = 'FILE is truncated: its end is missing. Nothing was changed.'
    expect(await refusal((all) => all.replace('read_only', 'standard'))).toBe(notWhat)
    expect(await refusal((all) => all.replace(/\n[^\n]*read_only[^\n]*\n/, '\n'))).toBe(notWhat)
    expect(await refusal((all) => all.replace('"is_called":true', '"is_called":false'))).toBe(notWhat)
    expect(await refusal((all) => all.slice(0, all.lastIndexOf('\n{') + 1))).toBe(truncated)
    expect(await refusal((all) => all.slice(0, all.indexOf('\n') + 1))).toBe(truncated)
    expect(await refusal((all) => `${all}more\n`)).toMatch('something follows its end')
    expect(await refusal((all) => all.replace('touchstone backup', 'something else'))).toMatch('does not begin as')
    expect(await refusal((all) => all.replace('"version":1', '"version":2'))).toMatch('a backup in form 2, which this')
    expect(await refusal(() => 'hello\n')).toMatch('does not begin as')
    expect(await refusal(() => '')).toBe(truncated)
    writeFileSync(changed, 'no gzip')
    await expect(checkBackup(changed, NEVER)).rejects.toThrow(/is not an undamaged backup: incorrect header check/)
    await expect(checkBackup(folder, NEVER)).rejects.toThrow(`${folder} is not a file.`)
    await expect(checkBackup(join(folder, 'none'), NEVER)).rejects.toThrow(/^There is no file /)
  })

  it('is whole or absent, readable only by its owner, and never overwritten', async () => {
    const source = await filled(first!)
    const broken = (snapshot: Snapshot): TransferSource => ({
      ...snapshot,
      tables: () => {
        throw new Error('the disk is full')
      },
    })
    await expect(snapshotOf(source, (snapshot) => writeBackup(broken(snapshot), file))).rejects.toThrow('disk is full')
    expect(readdirSync(folder)).toEqual([])
    const { bytes } = await backUp(source)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(file).size).toBe(bytes)
    await expect(backUp(source)).rejects.toThrow(/exists already/)
    await expect(backUp(source, join(folder, 'none', 'a.backup'))).rejects.toThrow(/^There is no folder /)
    expect(readdirSync(folder)).toEqual(['a.backup'])
  })
})
