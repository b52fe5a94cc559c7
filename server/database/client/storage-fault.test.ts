import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { openStore } from '../store'
import { silentLog } from '../testing/fresh-database'
import { StartRefusal, storageFaultOf } from './storage-fault'

const AT = new Date('2026-03-04T05:06:07.089Z')
const HASH = 'ab'.repeat(32)
const alarms: object[] = []
const log = { ...silentLog, error: (fields: object) => void alarms.push(fields) }

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'storage-fault-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, string>>(sql).finally(() => client.end())
  return rows
}

function overwrite(file: string, place: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(512, 0xa5), 0, 512, place)
  closeSync(handle)
}

describe('the storage under the database', () => {
  it('is reported while it is full, and no longer once it can be written to', async () => {
    const embedded = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const store = await openStore({ ...embedded, log })
    const namespaceId = randomUUID()
    await store.ensureNamespace({ id: namespaceId, displayName: 'test', at: AT })
    const put = (source: string) =>
      store.putRuleset({ namespaceId, hash: HASH, source, parentHash: null, at: AT, limitBytes: 1_000 })
    // Raises the error of a full disk.
    await query(
      embedded.ownerUrl,
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON ruleset EXECUTE FUNCTION full_disk()`,
    )
    expect(await store.pingStorage()).toBeNull()
    await expect(put('text')).rejects.toMatchObject({ name: 'StorageFaultError', kind: 'full' })
    await expect(put('text')).rejects.toMatchObject({ kind: 'full' })
    expect(alarms.splice(0)).toMatchObject([{ alarm: 'storage_full' }])
    // A probe finds that the disk can be written to.
    expect(await store.pingStorage()).toBeNull()
    await query(embedded.ownerUrl, 'DROP TRIGGER full_disk ON ruleset')
    expect(await put('text')).toMatchObject({ kind: 'stored' })
    await store.close()
    await embedded.stop()
  })

  it('is reported as damaged if a page differs from what was written, until the process ends', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const [{ file }] = (await query(first.ownerUrl, `SELECT pg_relation_filepath('ruleset') AS file`)) as [
      { file: string },
    ]
    await query(first.ownerUrl, 'CHECKPOINT')
    await first.stop()
    overwrite(path.join(first.directory, 'data', file), 0)
    const second = await startEmbeddedPostgres({ dataDir, log: silentLog })
    const store = await openStore({ ...second, log })
    const [{ id }] = (await query(second.url, 'SELECT id FROM namespace')) as [{ id: string }]
    await expect(store.findSources(id, [HASH])).rejects.toMatchObject({ name: 'StorageFaultError', kind: 'damaged' })
    expect(alarms.splice(0)).toMatchObject([{ alarm: 'storage_damaged' }])
    expect(await store.pingStorage()).toContain('restore a backup')
    expect(await store.pingStorage()).toContain('restore a backup')
    await store.close()
    await second.stop()
  })

  it('stops a start with one line of instructions if the database itself cannot start', async () => {
    const { directory, stop } = await startEmbeddedPostgres({ dataDir, log: silentLog })
    await stop()
    const lines: unknown[] = []
    const counting = { ...silentLog, warn: (...line: unknown[]) => void lines.push(line), error: log.error }
    overwrite(path.join(directory, 'data', 'global', 'pg_control'), 100)
    const started = startEmbeddedPostgres({ dataDir, log: counting })
    await expect(started).rejects.toThrow(StartRefusal)
    const { message } = (await started.catch((error: unknown) => error)) as Error
    expect(message).toContain(path.join(directory, 'data'))
    expect(message).toContain('restore the last backup into a new DATA_DIR')
    expect(message).not.toContain('\n')
    expect(lines).toEqual([])
  })

  it.each([
    ['53100', 'full'],
    ['58030', 'damaged'],
    ['58P01', 'damaged'],
    ['XX001', 'damaged'],
    ['XX002', 'damaged'],
  ])('is at fault for the state %s', (code, kind) => {
    expect(storageFaultOf(Object.assign(new Error('x'), { code }))?.kind).toBe(kind)
    expect(storageFaultOf({ meta: { driverAdapterError: { cause: { originalCode: code } } } })?.kind).toBe(kind)
  })

  it.each([[new Error('x')], [null], [{ code: '23505' }], [{ code: 'ENOSPC-not-from-here' }]])(
    'is not at fault for %o',
    (error) => expect(storageFaultOf(error)).toBeNull(),
  )
})
