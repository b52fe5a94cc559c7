/** Copies the data of real servers to others, which then give the same answers. */

import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AUTH_SECRET_FILE } from '../database/access/auth-secret'
import { prepareDatabaseHome } from '../database/embedded/database-home'
import { runningAddresses, startEmbeddedPostgres } from '../database/embedded/embedded-postgres'
import { KEYS_FOLDER } from '../database/signing/signing-key-files'
import { createExternalDatabase, type ExternalDatabase } from '../database/testing/external-database'
import { silentLog } from '../database/testing/fresh-database'
import { beginScript, type EndedScript, scriptEnded } from '../testing/run-script'
import { type RunningServer, startServer } from '../testing/running-server'

// Tests start several servers.
vi.setConfig({ testTimeout: 300_000 })

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-data-'))
// If root runs the tests, PostgreSQL's user must be able to enter it.
chmodSync(folder, 0o755)
const inFolder = (name: string) => path.join(folder, name)

const servers: RunningServer[] = []

async function started(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const server = await startServer(environment)
  servers.push(server)
  return server
}

/** Runs the command in the test's folder. */
function begin(environment: Readonly<Record<string, string>>, args: readonly string[], preload?: string) {
  return beginScript('data', { INIT_CWD: folder, ...environment }, args, preload)
}

function data(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  preload?: string,
): Promise<EndedScript> {
  return scriptEnded(begin(environment, args, preload))
}

async function call(server: RunningServer, token: string, method: string, route: string, body?: unknown) {
  const answer = await fetch(server.url + route, {
    method,
    headers: { 'content-type': 'application/json', 'x-service-credential': token },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const sourceOf = (name: string) =>
  `declare spent as numeric;\ndeclare approved as boolean;\nassert ${name} { Or(spent <= 1000, approved) };\n// é\t漢 \\. \n`

/** Stored data of two accounts, and how to request it. */
interface StoredData {
  readonly full: string
  readonly evaluation: string
  readonly hashes: readonly string[]
}

async function fillDeployment(server: RunningServer): Promise<StoredData> {
  const full = await server.issueCredential({ label: 'the full one' })
  const issued = await call(server, '', 'POST', '/v1/credentials/evaluation', {})
  const evaluation = (JSON.parse(issued.text) as { credential: string }).credential
  const hashes: string[] = []
  for (const name of ['first', 'second', 'third']) {
    const saved = await call(server, full, 'POST', '/v1/rulesets', { name: 'policies/travel', source: sourceOf(name) })
    expect(saved.status, saved.text).toBe(200)
    const { ruleset_hash } = JSON.parse(saved.text) as { ruleset_hash: string }
    hashes.push(ruleset_hash)
    const approval = { ruleset_hash, approver: 'Ada é 漢', note: 'read\tit\nall', name: `as ${name}` }
    const approved = await call(server, full, 'POST', '/v1/approvals', approval)
    expect(approved.status, approved.text).toBe(200)
    const compiled = await call(server, evaluation, 'POST', '/v1/compile', { source: sourceOf(name) })
    expect(compiled.status, compiled.text).toBe(200)
  }
  return { full, evaluation, hashes }
}

/** Returns the bytes of all answers about stored data. */
async function answers(server: RunningServer, { full, evaluation, hashes }: StoredData): Promise<string[]> {
  const texts: string[] = []
  const ask = async (...request: [token: string, method: string, route: string, body?: unknown]) => {
    const { status, text } = await call(server, ...request)
    expect(status, text).toBe(200)
    texts.push(text)
  }
  for (const ruleset_hash of hashes) {
    const question = { ruleset_hash, claims: { spent: '1000.01', approved: null } }
    for (const token of [full, evaluation]) await ask(token, 'POST', '/v1/check', question)
    await ask(full, 'GET', `/v1/prompt-pack/${ruleset_hash}`)
  }
  await ask(full, 'GET', '/v1/rulesets')
  for (const name of ['policies/travel', 'as first']) await ask(full, 'GET', `/v1/rulesets/${encodeURIComponent(name)}`)
  return texts
}

const DATA_DIR = inFolder('first')
let stored: StoredData
let expected: string[]

beforeAll(async () => {
  const server = await started({ DATA_DIR })
  stored = await fillDeployment(server)
  expected = await answers(server, stored)
  await server.stop()
})

afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function expectSameAnswers(server: RunningServer): Promise<void> {
  expect(await answers(server, stored)).toEqual(expected)
}

/** Expects that a copied database can be changed: the next binding is new. */
async function expectGoesOn(server: RunningServer): Promise<void> {
  const saved = await call(server, stored.full, 'POST', '/v1/rulesets', { name: 'as first', source: sourceOf('next') })
  expect(saved.status, saved.text).toBe(200)
}

describe('backup and restore', () => {
  it('copy everything into a new DATA_DIR while the server writes', { tags: ['nightly'] }, async () => {
    const server = await started({ DATA_DIR })
    const during: string[] = []
    let writing = true
    const writer = (async () => {
      for (let i = 0; writing; i++) {
        const { status, text } = await call(server, stored.full, 'POST', '/v1/compile', { source: sourceOf(`w${i}`) })
        expect(status, text).toBe(200)
        during.push((JSON.parse(text) as { ruleset_hash: string }).ruleset_hash)
      }
    })()
    while (during.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = during.length
    const made = await data({ DATA_DIR }, ['backup', 'all.backup'])
    const after = during.length
    writing = false
    await writer
    expect(made.errors).toBe('')
    expect(made.status).toBe(0)
    expect(made.output).toMatch(/^ruleset +\d+ {2}rows$/m)
    expect(made.output).toContain(`Written to ${inFolder('all.backup')} (`)
    expect(made.output).toContain(`AUTH_SECRET (${path.join(DATA_DIR, AUTH_SECRET_FILE)}) is not in the file`)
    expect(after).toBeGreaterThan(before)
    await server.stop()

    const target = inFolder('second')
    const restored = await data({ DATA_DIR: target }, ['restore', 'all.backup'])
    expect(restored.errors).toBe('')
    expect(restored.status).toBe(0)
    expect(restored.output).toContain('every table was read back and is the same.')
    // The command's own PostgreSQL has ended, and the directory is free.
    expect(readdirSync(path.join(target, 'postgres')).filter((name) => /lock|socket/.test(name))).toEqual([])
    expect(existsSync(path.join(target, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
    copyFileSync(path.join(DATA_DIR, AUTH_SECRET_FILE), path.join(target, AUTH_SECRET_FILE))
    // The server does not start without the keys that its database lists.
    await expect(started({ DATA_DIR: target })).rejects.toThrow('npm run keys -- accept-new')
    cpSync(path.join(DATA_DIR, KEYS_FOLDER), path.join(target, KEYS_FOLDER), { recursive: true })

    const second = await started({ DATA_DIR: target })
    for (const ruleset_hash of during.slice(0, before)) {
      const question = { ruleset_hash, claims: { spent: '1', approved: false } }
      expect((await call(second, stored.full, 'POST', '/v1/check', question)).status).toBe(200)
    }
    await expectSameAnswers(second)
    await expectGoesOn(second)
    await second.stop()
  })

  it('accept an empty database under a running server, and refuse a full one', { tags: ['nightly'] }, async () => {
    await data({ DATA_DIR }, ['backup', 'idle.backup'])
    const target = inFolder('third')
    const server = await started({ DATA_DIR: target })
    const restored = await data({ DATA_DIR: target }, ['restore', 'idle.backup'])
    expect(restored).toMatchObject({ status: 0, errors: '' })
    expect(restored.output).toContain('Restart the server that runs on it')
    await expectSameAnswers(server)

    const refused = await data({ DATA_DIR: target }, ['restore', 'idle.backup'])
    expect(refused).toMatchObject({ status: 1, output: '' })
    expect(refused.errors).toMatch(/^The database is not empty \(.*\)\. Nothing was changed\. With --replace/)
    const running = await data({ DATA_DIR: target }, ['restore', 'idle.backup', '--replace'])
    expect(running).toMatchObject({ status: 1, output: '' })
    expect(running.errors).toMatch(/^A server works on the database\. Stop every server/)
    await expectSameAnswers(server)
    await server.stop()
    expect(await data({ DATA_DIR: target }, ['restore', 'idle.backup', '--replace'])).toMatchObject({ status: 0 })
  })

  it('refuse impossible requests with a message, and change nothing', { tags: ['nightly'] }, async () => {
    await data({ DATA_DIR }, ['backup', 'good.backup'])
    const good = readFileSync(inFolder('good.backup'))
    writeFileSync(inFolder('short.backup'), good.subarray(0, good.length / 2))
    writeFileSync(inFolder('text.backup'), 'hello')
    const none = inFolder('none')
    const refusals = [
      [
        ['restore', 'short.backup'],
        `${inFolder('short.backup')} is truncated: its end is missing. Nothing was changed.`,
      ],
      [['restore', 'text.backup'], `${inFolder('text.backup')} is not an undamaged backup: `],
      [['restore', 'missing.backup'], `There is no file ${inFolder('missing.backup')}.`],
      [['backup', 'new.backup'], `There is no database in ${none} yet.`],
      [['backup', 'good.backup'], `${inFolder('good.backup')} exists already.`],
      [['backup', 'no/folder.backup'], `There is no folder ${inFolder('no')}.`],
      [['to-postgres', 'postgresql://app:secret@127.0.0.1:1/x'], `There is no database in ${none} yet.`],
    ] as const
    for (const [args, said] of refusals) {
      const refused = await data({ DATA_DIR: none }, args)
      expect(refused).toMatchObject({ status: 1, output: '' })
      expect(refused.errors.slice(0, said.length)).toBe(said)
      expect(refused.errors.trim()).not.toContain('\n')
    }
    expect(existsSync(none)).toBe(false)
    const unreachable = await data({ DATA_DIR }, ['to-postgres', 'postgresql://app:secret@127.0.0.1:1/x'])
    expect(unreachable.errors).toMatch(/^The database 127.0.0.1:1\/x cannot be used: .*ECONNREFUSED/)
    expect(unreachable.errors).not.toContain('secret')
    const used = await data({}, ['restore'])
    expect(used).toMatchObject({ status: 2, output: '' })
    expect(used.errors).toMatch(/^restore needs a file\.\n\nHow it is used:\n/)
    expect(await data({}, ['--help'])).toMatchObject({ status: 0, errors: '' })
    expect((await data({ PORT: 'x' }, ['backup', 'a'])).errors).toContain('PORT must be a whole number')
  })
})

describe('large tables', { tags: ['nightly'] }, () => {
  const ROWS = 6_000
  const BYTES = 16_384
  const big = inFolder('large')
  const printMemory = `data:text/javascript,process.on('exit',()=>console.error('KiB '+process.resourceUsage().maxRSS))`
  const memoryOf = ({ errors, status }: EndedScript) => {
    expect(status, errors).toBe(0)
    return Number(/KiB (\d+)/.exec(errors)![1])
  }

  beforeAll(async () => {
    expect(await data({ DATA_DIR }, ['backup', 'before-large.backup'])).toMatchObject({ status: 0 })
    expect(await data({ DATA_DIR: big }, ['restore', 'before-large.backup'])).toMatchObject({ status: 0 })
    const database = await startEmbeddedPostgres({ dataDir: big, log: silentLog })
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    await client.query(
      `INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
       SELECT (SELECT min(id::text)::uuid FROM namespace), encode(sha256(convert_to(i::text, 'UTF8')), 'hex'),
         decode(repeat(md5(i::text), $1), 'hex'), 0, now() FROM generate_series(1, $2) AS i`,
      [BYTES / 16, ROWS],
    )
    await client.end()
    await database.stop()
  })

  it('are copied in a constant amount of memory', async () => {
    const small = memoryOf(await data({ DATA_DIR }, ['backup', 'small.backup'], printMemory))
    const backup = memoryOf(await data({ DATA_DIR: big }, ['backup', 'large.backup'], printMemory))
    const restore = memoryOf(await data({ DATA_DIR: inFolder('large2') }, ['restore', 'large.backup'], printMemory))
    // Each copy handles 188 MiB of text.
    const most = small + (ROWS * BYTES * 2) / 1_024 / 3
    expect(backup).toBeLessThan(most)
    expect(restore).toBeLessThan(most)
  })

  it('are unchanged after the command is stopped, and the directory is free', async () => {
    const child = begin({ DATA_DIR: big }, ['backup', 'stopped.backup'])
    const end = scriptEnded(child)
    while (!readdirSync(folder).some((name) => /^stopped\.backup\..*partial$/.test(name)))
      await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGINT')
    expect(await end).toEqual({ status: 1, output: '', errors: 'Stopped. Nothing was changed.\n' })
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([])
    expect(readdirSync(path.join(big, 'postgres')).filter((name) => /lock|socket/.test(name))).toEqual([])
  })

  it('leave nothing behind if the restore is killed with kill -9 while they are written', async () => {
    const target = inFolder('killed')
    const child = begin({ DATA_DIR: target }, ['restore', 'large.backup'])
    const end = scriptEnded(child)
    while (!(await isCopying(target))) await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGKILL')
    await end
    // The database is still empty: the same command needs no --replace.
    expect(await data({ DATA_DIR: target }, ['restore', 'large.backup'])).toMatchObject({ status: 0, errors: '' })
  })
})

/** Returns whether rows are being copied into the database of a directory. */
async function isCopying(dataDir: string): Promise<boolean> {
  const url = existsSync(dataDir) ? (runningAddresses(prepareDatabaseHome(dataDir))?.ownerUrl ?? null) : null
  if (url === null) return false
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('SELECT FROM pg_stat_progress_copy WHERE tuples_processed > 100')
    return rows.length > 0
  } catch {
    return false // it is just starting
  } finally {
    await client.end()
  }
}

describe('to-postgres', { tags: ['nightly'] }, () => {
  let target: ExternalDatabase | null
  beforeAll(async () => {
    target = await createExternalDatabase('the move to an ordinary PostgreSQL server')
  })
  afterAll(() => target?.drop())

  it('copies the embedded database, does not change it and says what to set next', async ({ skip }) => {
    if (target === null) return skip('no PostgreSQL server is reachable')
    const moved = await data({ DATA_DIR }, ['to-postgres', target.ownerUrl])
    expect(moved).toMatchObject({ status: 0, errors: '' })
    expect(moved.output).toContain('rows and sha256 of every table are the same on both sides.')
    const secretFile = path.join(DATA_DIR, AUTH_SECRET_FILE)
    expect(moved.output).toMatch(
      new RegExp(`DATABASE_URL +the address.*\\n +AUTH_SECRET +the content of ${secretFile}`),
    )
    const secret = readFileSync(secretFile, 'utf8').trim()
    expect(moved.output).not.toContain(secret)

    const again = await data({ DATA_DIR }, ['to-postgres', target.ownerUrl])
    expect(again.errors).toMatch(/^The database is not empty .*With --replace/)
    const set = await data({ DATA_DIR, DATABASE_URL: target.url, AUTH_SECRET: secret }, [
      'to-postgres',
      target.ownerUrl,
    ])
    expect(set).toMatchObject({ status: 1, output: '' })
    expect(set.errors).toMatch(/^DATABASE_URL is set/)

    const served = { DATA_DIR: inFolder('outside'), DATABASE_URL: target.url, AUTH_SECRET: secret }
    const outside = { ...served, DATABASE_OWNER_URL: target.ownerUrl }
    const there = await started(outside)
    await expectSameAnswers(there)
    await expectGoesOn(there)
    await there.stop()
    // Back again: a backup of the outside database is restored into it, which then serves without its owner, and into
    // an embedded one.
    expect(await data(served, ['backup', 'outside.backup'])).toMatchObject({ status: 0, errors: '' })
    const unowned = await data(served, ['restore', 'outside.backup', '--replace'])
    expect(unowned.errors).toMatch(/does not own the tables. Set DATABASE_OWNER_URL .* Nothing was changed.\n$/)
    expect(await data(outside, ['restore', 'outside.backup', '--replace'])).toMatchObject({ status: 0, errors: '' })
    const unaided = await started(served)
    const { append_only } = (await (await fetch(`${unaided.url}/ready`)).json()) as { append_only: unknown }
    expect(append_only).toEqual({ grants: true, triggers: true })
    await unaided.stop()
    expect(await data({ DATA_DIR: inFolder('back') }, ['restore', 'outside.backup'])).toMatchObject({ status: 0 })
    const beside = await started({ DATA_DIR })
    await expectSameAnswers(beside)
    const running = await data({ DATA_DIR }, ['to-postgres', target.ownerUrl, '--replace'])
    expect(running).toMatchObject({ status: 0, errors: '' })
    expect(running.output).toContain('A server runs on the embedded database')
    await beside.stop()
  })
})
