import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartRefusal } from '../client/storage-fault'
import { silentLog } from '../testing/fresh-database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import { answersSignals, processStart } from './process-identity'
import { startedByRoot } from './run-as'

let parent: string
const running: EmbeddedPostgres[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(parent, 0o755)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  rmSync(parent, { recursive: true })
})

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLog, movedParent: join(parent, 'moved') })
  running.push(embedded)
  return embedded
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(sql).finally(() => client.end())
  return rows
}

const socketDirectory = (url: string) => new URL(url).searchParams.get('host')!

describe('startEmbeddedPostgres', () => {
  it('preserves its data over a stop and a start, and leaves nothing running', async () => {
    const first = await start(join(parent, 'data'))
    const pid = first.processId()!
    await query(first.ownerUrl, 'CREATE TABLE stored AS SELECT 42 AS x')
    await first.stop()
    await first.stop()
    expect(processStart(pid)).toBeNull()
    expect(first.processId()).toBeNull()
    expect(readdirSync(join(parent, 'data', 'postgres'))).toEqual(['data'])
    const second = await start(join(parent, 'data'))
    expect(await query(second.ownerUrl, 'SELECT x FROM stored')).toEqual([{ x: 42 }])
  })

  it('is durable, listens on no port, and lets no other user in', async () => {
    const { url } = await start(join(parent, 'data'))
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'autovacuum',
      'listen_addresses',
      'server_encoding',
      'timezone',
    ]
    const shown = await query<{ name: string; setting: string }>(
      url,
      `SELECT name, setting FROM pg_settings WHERE lower(name) IN (${settings.map((name) => `'${name}'`)})`,
    )
    expect(Object.fromEntries(shown.map(({ name, setting }) => [name.toLowerCase(), setting]))).toEqual({
      ...{ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on' },
      ...{ listen_addresses: '', server_encoding: 'UTF8', timezone: 'UTC' },
    })
    const home = join(parent, 'data', 'postgres')
    expect(statSync(home).mode & 0o007).toBe(0)
    expect(statSync(join(home, 'data')).mode & 0o077).toBe(0)
    expect(statSync(socketDirectory(url)).mode & 0o077).toBe(0)
    // The group is private: no user of the machine is in it.
    if (startedByRoot()) expect(readFileSync('/etc/group', 'utf8')).not.toContain(`:${statSync(home).gid}:`)
  })

  it('refuses a second server with the pid of the first, which continues', { tags: ['nightly'] }, async () => {
    const first = await start(join(parent, 'data'))
    await expect(start(join(parent, 'data'))).rejects.toThrow(`Another server (pid ${process.pid}) already runs on`)
    expect(await query(first.ownerUrl, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  })

  it('starts again under the same address when the database process dies', async () => {
    const embedded = await start(join(parent, 'data'))
    for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
      const before = embedded.processId()!
      process.kill(before, signal)
      await expect.poll(() => embedded.processId() ?? before, { timeout: 20_000 }).not.toBe(before)
      expect(await query(embedded.ownerUrl, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
    }
  })

  it('stops while the database is being restarted', { tags: ['nightly'] }, async () => {
    const embedded = await start(join(parent, 'data'))
    const before = embedded.processId()!
    process.kill(before, 'SIGKILL')
    await expect.poll(() => embedded.processId()).not.toBe(before)
    await embedded.stop()
    expect(embedded.processId()).toBeNull()
    expect(existsSync(join(parent, 'data', 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  })

  const endsWith = async (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const embedded = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(parent, 'data'))}, log })
    console.log(embedded.processId())
    setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    await expect.poll(() => processStart(Number(line)), { timeout: 20_000 }).toBeNull()
  }

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'ends with a process that dies of %s, before it handles signals',
    { tags: ['nightly'] },
    endsWith,
  )

  it('ends with a process that dies of SIGTERM, before it handles signals', () => endsWith('SIGTERM'))

  it('starts although the killed database process was not reaped', { tags: ['nightly'] }, async () => {
    const dataDir = join(parent, 'data')
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    await (await start(dataDir)).stop()
    // The child ends at once, and its parent never reaps it.
    const parentOfEnded = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const ended = Number((await once(parentOfEnded.stdout, 'data'))[0])
      await expect.poll(() => processStart(ended)).toBeNull()
      expect(answersSignals(ended)).toBe(true)
      writeFileSync(pidFile, `${ended}\n${join(dataDir, 'postgres', 'data')}\n1\n0\n\n\n\nready\n`)
      expect(await query((await start(dataDir)).url, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
    } finally {
      parentOfEnded.kill('SIGKILL')
    }
  })

  it('refuses the data of another major version and changes nothing', { tags: ['nightly'] }, async () => {
    const dataDir = join(parent, 'data')
    await (await start(dataDir)).stop()
    const version = join(dataDir, 'postgres', 'data', 'PG_VERSION')
    writeFileSync(version, '17\n')
    await expect(start(dataDir)).rejects.toThrow(/was written by PostgreSQL 17, .* brings PostgreSQL 18/)
    writeFileSync(version, '18\n')
    expect(await query((await start(dataDir)).url, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
  })

  it('refuses a directory that is not a data directory', async () => {
    mkdirSync(join(parent, 'data', 'postgres', 'data'), { recursive: true })
    writeFileSync(join(parent, 'data', 'postgres', 'data', 'notes.txt'), 'mine')
    await expect(start(join(parent, 'data'))).rejects.toThrow(/holds no PostgreSQL data/)
    await expect(start(join(parent, 'data', 'postgres', 'data', 'notes.txt'))).rejects.toThrow(StartRefusal)
  })

  it('finishes a first start that was killed', { tags: ['nightly'] }, async () => {
    const draft = join(parent, 'data', 'postgres', 'initialising-killed')
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'PG_VERSION'), '18\n')
    await start(join(parent, 'data'))
    expect(existsSync(draft)).toBe(false)
  })

  it('moves the socket if its path would be too long, and removes it', { tags: ['nightly'] }, async () => {
    const dataDir = join(parent, 'long'.repeat(25))
    const first = await start(dataDir)
    const directory = socketDirectory(first.url)
    expect(directory.startsWith(dataDir)).toBe(false)
    expect(statSync(directory).mode & 0o007).toBe(0)
    expect(await query(first.ownerUrl, 'SELECT 1 AS x')).toEqual([{ x: 1 }])
    await first.stop()
    expect(existsSync(directory)).toBe(false)
  })

  it('stores its data in a place that its user can enter, and finds it again', { tags: ['nightly'] }, async () => {
    const closed = join(parent, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const first = await start(join(closed, 'data'))
    await query(first.ownerUrl, 'CREATE TABLE stored AS SELECT 42 AS x')
    await first.stop()
    // Only root runs PostgreSQL as another user.
    expect(existsSync(join(closed, 'data', 'postgres.moved'))).toBe(startedByRoot())
    expect(existsSync(join(parent, 'moved'))).toBe(startedByRoot())
    const second = await start(join(closed, 'data'))
    expect(await query(second.ownerUrl, 'SELECT x FROM stored')).toEqual([{ x: 42 }])
  })

  it('uses a DATA_DIR that only its owner may enter', { tags: ['nightly'] }, async () => {
    mkdirSync(join(parent, 'data'), { mode: 0o700 })
    const { url } = await start(join(parent, 'data'))
    expect(socketDirectory(url).startsWith(join(parent, 'data'))).toBe(true)
    expect(statSync(join(parent, 'data')).mode & 0o067).toBe(0)
  })
})
