/** Runs the command next to a server, without one, and on a database of the operator. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitEmbeddedPostgres } from '../database/embedded/visit-embedded-postgres'
import { silentLog } from '../database/testing/fresh-database'
import { type EndedScript, runScript } from '../testing/run-script'
import { type RunningServer, startServer } from '../testing/running-server'

const root = path.resolve(import.meta.dirname, '../..')
const directories: string[] = []

function dataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'touchstone-credential-'))
  directories.push(directory)
  return directory
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

function credential(environment: Readonly<Record<string, string>>, ...args: string[]): Promise<EndedScript> {
  return runScript('credential', environment, args)
}

async function issue(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ token: string; id: string; errors: string }> {
  const { status, output, errors } = await credential(environment, 'issue', ...args)
  expect(status, errors).toBe(0)
  const token = output.trim()
  expect(token).toMatch(/^tst_full_[\w-]{43}$/)
  return { token, id: /^Credential (\S+) /m.exec(errors)![1]!, errors }
}

interface Account {
  readonly usage: { readonly used: number; readonly limit: number | null }
  readonly labeling_allowed: boolean
  readonly stub: boolean
}

async function call(server: RunningServer, route: string, token: string, body?: unknown): Promise<Response> {
  return fetch(server.url + route, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'x-service-credential': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
  })
}

const QUESTION = { source: 'declare a as boolean;\nassert x { a };\n', claims: { a: true } }
/** The contract says that the operator's changes apply within a second. */
const A_SECOND = 1_000

/**
 * Asks until the answer is as wanted.
 * @returns the start of the last question with an unwanted answer, in milliseconds; 0 if there was no such answer
 */
async function until(wanted: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  for (let last = 0; ; ) {
    const elapsed = performance.now() - began
    if (await wanted()) return last
    if (elapsed > 5 * A_SECOND) throw new Error('what the operator changed does not hold')
    last = elapsed
  }
}

describe('next to a running server', () => {
  const DATA_DIR = dataDirectory()
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ DATA_DIR })
  })
  afterAll(async () => {
    await server.stop()
    expect(server.log()).toBe('')
  })

  it('issues a credential that works at once, lists it with its last use, and never shows the token again', async () => {
    const { token, id } = await issue({ DATA_DIR }, '--label', 'night run', '--expires', '2999-01-01')
    expect((await call(server, '/v1/check', token, QUESTION)).status).toBe(200)
    const listed = async () => (await credential({ DATA_DIR }, 'list')).output
    await expect
      .poll(listed, { timeout: 20_000 })
      .toMatch(
        new RegExp(`${id} +night run +full +standard +night run +20\\S+Z +20\\S+Z +2999-01-01T00:00:00.000Z +-$`, 'm'),
      )
    expect(await listed()).not.toContain(token.slice('tst_full_'.length))
  })

  it('revokes within a second', { tags: ['nightly'] }, async () => {
    const { token, id } = await issue({ DATA_DIR }, '--label', 'leaver')
    const status = async () => (await call(server, '/v1/flags', token)).status
    expect(await status()).toBe(200)
    // Asks continuously, so that the server's cache stays fresh until the revocation.
    let revoked: EndedScript | null = null
    const revoking = credential({ DATA_DIR }, 'revoke', id).then((ended) => {
      revoked = ended
    })
    while (revoked === null) await status()
    await revoking
    expect(revoked).toMatchObject({ status: 0, output: `Credential ${id} is revoked.\n` })
    expect(await until(async () => (await status()) === 401)).toBeLessThan(A_SECOND)
    const refusal = (await (await call(server, '/v1/flags', token)).json()) as {
      error: { code: string; message: string }
    }
    expect(refusal.error.code).toBe('CREDENTIAL_INVALID')
    const moment = /revoked on (\S+)\./.exec(refusal.error.message)![1]!
    const { output } = await credential({ DATA_DIR }, 'list')
    expect(output).toContain(moment)
  })

  it('decides about an account, which holds within a second', { tags: ['nightly'] }, async () => {
    const { token } = await issue({ DATA_DIR }, '--label', 'team')
    const account = async () => (await (await call(server, '/v1/account', token)).json()) as Account
    expect(await account()).toMatchObject({ stub: true, labeling_allowed: true, usage: { used: 0, limit: null } })
    for (const used of [1, 2]) {
      expect((await call(server, '/v1/check', token, QUESTION)).status).toBe(200)
      expect(await account()).toMatchObject({ stub: true, usage: { used } })
    }
    const set = ['account', 'team', '--checks-per-month', '3', '--labeling', 'off', '--people-approve', 'on']
    const { status, output, errors } = await credential({ DATA_DIR }, ...set)
    expect(status, errors).toBe(0)
    expect(output).toMatch(/^checks per month +3\nchecks since \d{4}-\d\d-01 +\d\nlabeling +off\npeople approve +on$/m)
    expect(await until(async () => !(await account()).stub)).toBeLessThan(A_SECOND)
    expect(await account()).toMatchObject({ labeling_allowed: false, usage: { used: 2, limit: 3 } })
    expect((await call(server, '/v1/check', token, QUESTION)).status).toBe(200)
    const refused = await call(server, '/v1/check', token, QUESTION)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ error: { code: 'ENTITLEMENT_EXCEEDED' } })
    expect((await call(server, '/v1/compile', token, { source: QUESTION.source })).status).toBe(200)
    await credential({ DATA_DIR }, 'account', 'team', '--checks-per-month', 'none')
    await until(async () => (await call(server, '/v1/check', token, QUESTION)).status === 200)
  })

  it('issues into an existing namespace, by its name and by its id', { tags: ['nightly'] }, async () => {
    const first = await issue({ DATA_DIR }, '--label', 'writer', '--namespace', 'shared')
    const { output } = await credential({ DATA_DIR }, 'account', 'shared')
    const namespace = /^namespace +(\S+)$/m.exec(output)![1]!
    const reader = await issue({ DATA_DIR }, '--label', 'reader', '--tier', 'read_only', '--namespace', namespace)
    const compiled = await call(server, '/v1/compile', first.token, { source: QUESTION.source })
    const { ruleset_hash } = (await compiled.json()) as { ruleset_hash: string }
    expect((await call(server, '/v1/check', reader.token, { ruleset_hash, claims: { a: false } })).status).toBe(200)
    const barred = await call(server, '/v1/compile', reader.token, { source: QUESTION.source })
    expect(await barred.json()).toMatchObject({ error: { code: 'TIER_UNAVAILABLE' } })
    // A check of the reader's own source stores nothing.
    const source = `${QUESTION.source}// by the reader\n`
    const checked = await call(server, '/v1/check', reader.token, { ...QUESTION, source })
    const { ruleset_hash: left } = (await checked.json()) as { ruleset_hash: string }
    expect((await call(server, '/v1/check', first.token, { ruleset_hash: left, claims: { a: true } })).status).toBe(404)
  })

  it.each<[string[], RegExp]>([
    [['issue', '--label', 'x', '--expires', '2020-01-01'], /^--expires must lie in the future\.$/m],
    [['revoke', '00000000-0000-4000-8000-000000000000'], /^There is no credential 0{8}\S+; list shows them\.$/m],
    [['account', 'unknown'], /^There is no namespace named "unknown"\.$/m],
    [['account', '00000000-0000-4000-8000-000000000000'], /^There is no namespace 0{8}/m],
    [['issue', '--label', 'x', '--namespace', '00000000-0000-4000-8000-000000000000'], /^There is no namespace 0{8}/m],
  ])('says why it fails: %j', { tags: ['nightly'] }, async (args, words) => {
    const { status, output, errors } = await credential({ DATA_DIR }, ...args)
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toMatch(words)
    expect(errors).not.toContain('    at ')
  })

  it('lists the namespaces with one name', { tags: ['nightly'] }, async () => {
    for (const label of ['twin', 'twin']) await issue({ DATA_DIR }, '--label', label)
    const { status, errors } = await credential({ DATA_DIR }, 'account', 'twin')
    expect(status).toBe(1)
    expect(errors).toMatch(/^Several namespaces are named "twin"; give the id of one: [\da-f-]{36}, [\da-f-]{36}$/m)
  })

  it('explains wrong arguments and prints its usage', async () => {
    const { status, output, errors } = await credential({ DATA_DIR }, 'issue', '--lable', 'x')
    expect({ status, output }).toEqual({ status: 2, output: '' })
    expect(errors).toMatch(/^issue takes no --lable\.\n\nHow it is used:\n {2}npm run credential -- issue --label/)
    const help = await credential({ DATA_DIR }, '--help')
    expect(help).toMatchObject({ status: 0, errors: '' })
    expect(help.output).toMatch(/^How it is used:/)
  })
})

describe('without a server', () => {
  it('issues a credential that the next server knows, and leaves nothing running', { tags: ['nightly'] }, async () => {
    const DATA_DIR = dataDirectory()
    await (await startServer({ DATA_DIR })).stop()
    const { token, id } = await issue({ DATA_DIR }, '--label', 'before the start')
    expect((await credential({ DATA_DIR }, 'list')).output).toContain(id)
    expect(databaseProcesses(DATA_DIR)).toEqual([])
    expect(readdirSync(path.join(DATA_DIR, 'postgres')).filter((name) => name !== 'data')).toEqual([])
    const server = await startServer({ DATA_DIR })
    expect((await call(server, '/v1/flags', token)).status).toBe(200)
    await server.stop()
  })

  it('works after a server was killed', { tags: ['nightly'] }, async () => {
    const DATA_DIR = dataDirectory()
    const server = await startServer({ DATA_DIR })
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill('SIGKILL')
    await ended
    const { errors } = await issue({ DATA_DIR }, '--label', 'after the end')
    expect(errors).toMatch(/^stopped the PostgreSQL of a server that was killed$/m)
    expect(databaseProcesses(DATA_DIR)).toEqual([])
  })

  it('blocks a server that starts meanwhile, which says why, and waits for another command', {
    tags: ['nightly'],
  }, async () => {
    const DATA_DIR = dataDirectory()
    await (await startServer({ DATA_DIR })).stop()
    const visit = await visitEmbeddedPostgres({ dataDir: DATA_DIR, log: silentLog })
    await expect(startServer({ DATA_DIR })).rejects.toThrow(
      new RegExp(`A command \\(pid ${process.pid}\\) works on ${DATA_DIR}/postgres at the moment`),
    )
    const issued = issue({ DATA_DIR }, '--label', 'second')
    // Long enough to reach the first command's lock.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await visit.leave()
    await issued
  })

  it('makes no database if no server was ever started', async () => {
    const DATA_DIR = dataDirectory()
    const { status, errors } = await credential({ DATA_DIR }, 'list')
    expect(status).toBe(1)
    expect(errors).toContain(`There is no database in ${DATA_DIR} yet. Start the server once (npm start)`)
    expect(readdirSync(DATA_DIR)).toEqual([])
  })

  it('says what is wrong with the settings', async () => {
    const { status, errors } = await credential({ DATABASE_URL: 'mysql://x' }, 'list')
    expect(status).toBe(1)
    expect(errors).toContain('DATABASE_URL must be an address of the form postgresql://')
  })

  it('reports that packages are not installed', () => {
    const clone = dataDirectory()
    mkdirSync(path.join(clone, 'server/cli'), { recursive: true })
    const tools = ['run-command.mjs', 'bundle-server.mjs', 'staleness.mjs'].map((name) => `server/cli/${name}`)
    for (const file of [...tools, 'package-lock.json']) copyFileSync(path.join(root, file), path.join(clone, file))
    writeFileSync(path.join(clone, 'package.json'), '{"type":"module"}')
    const run = () =>
      execFileSync(process.execPath, ['server/cli/run-command.mjs', 'credential', 'list'], {
        cwd: clone,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    expect(run).toThrow(/^The packages of this release are not installed\. Run npm start once/m)
  })
})

describe('on a PostgreSQL server of the operator’s own', { tags: ['nightly'] }, () => {
  const SERVER = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
  const admin = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 })
  const name = `touchstone_test_${randomBytes(6).toString('hex')}`
  let reachable = false
  beforeAll(async () => {
    try {
      await admin.connect()
    } catch (error) {
      console.warn(`\nLEFT OUT: the command on an ordinary PostgreSQL server: ${String(error)}\n`)
      return
    }
    await admin.query(`CREATE DATABASE ${name}`)
    reachable = true
  })
  afterAll(async () => {
    if (!reachable) return
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })

  it('issues a credential that its servers know, and needs no DATA_DIR', async ({ skip }) => {
    if (!reachable) skip()
    const url = new URL(SERVER)
    url.pathname = `/${name}`
    const DATA_DIR = path.join(dataDirectory(), 'unused')
    const { token } = await issue({ DATABASE_URL: url.href, DATA_DIR }, '--label', 'outside')
    const AUTH_SECRET = randomBytes(32).toString('base64url')
    const server = await startServer({ DATABASE_URL: url.href, DATA_DIR: dataDirectory(), AUTH_SECRET })
    expect((await call(server, '/v1/flags', token)).status).toBe(200)
    await server.stop()
    expect(() => readdirSync(DATA_DIR)).toThrow('ENOENT')
  })
})

/** Lists the database processes of a data directory. */
function databaseProcesses(directory: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory) && line.includes('postgres'))
}
