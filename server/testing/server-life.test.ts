import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type RunningServer, startServer } from './running-server'

const SOURCE = 'declare a as boolean;\nassert x { a };\n'
const directories: string[] = []
const running: RunningServer[] = []

function dataDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'touchstone-life-'))
  directories.push(directory)
  return directory
}

async function started(environment: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(environment)
  running.push(server)
  return server
}

async function post(server: RunningServer, route: string, body: unknown, token?: string): Promise<Response> {
  const credential = token === undefined ? {} : { 'x-service-credential': token }
  return fetch(server.url + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credential },
    body: JSON.stringify(body),
  })
}

async function credentialOf(server: RunningServer): Promise<string> {
  return ((await (await post(server, '/v1/credentials/evaluation', null)).json()) as { credential: string }).credential
}

/** Lists the database processes of a data directory. */
function databaseProcesses(directory: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory) && line.includes('postgres'))
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

it('stops cleanly on SIGTERM, database included, and answers the same bytes after a restart', async () => {
  const DATA_DIR = dataDirectory()
  const first = await started({ DATA_DIR })
  const token = await credentialOf(first)
  const compiled = (await (await post(first, '/v1/compile', { source: SOURCE }, token)).json()) as {
    ruleset_hash: string
  }
  const question = { ruleset_hash: compiled.ruleset_hash, claims: { a: null } }
  const bytes = await (await post(first, '/v1/check', question, token)).text()
  const ended = new Promise((resolve) => first.process.once('exit', resolve))
  first.process.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(databaseProcesses(DATA_DIR)).toEqual([])

  const second = await started({ DATA_DIR })
  const again = await Promise.all([1, 2, 3].map(async () => (await post(second, '/v1/check', question, token)).text()))
  expect(again).toEqual([bytes, bytes, bytes])
})

it('loses no acknowledged ruleset to kill -9', { tags: ['nightly'], timeout: 300_000 }, async () => {
  const DATA_DIR = dataDirectory()
  const acknowledged: string[] = []
  let token = ''
  for (let round = 0; round < 3; round++) {
    const server = await started({ DATA_DIR })
    token ||= await credentialOf(server)
    for (let i = 0; i < 8; i++) {
      const source = `${SOURCE}// ${round} ${i}\n`
      const answer = (await (await post(server, '/v1/compile', { source }, token)).json()) as { ruleset_hash: string }
      acknowledged.push(answer.ruleset_hash)
    }
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill('SIGKILL')
    await ended
  }
  const server = await started({ DATA_DIR })
  for (const ruleset_hash of acknowledged)
    expect((await post(server, '/v1/check', { ruleset_hash, claims: { a: false } }, token)).status).toBe(200)
})

it('refuses and names a data directory that another server uses', { tags: ['nightly'] }, async () => {
  const DATA_DIR = dataDirectory()
  const first = await started({ DATA_DIR })
  await expect(startServer({ DATA_DIR })).rejects.toThrow(String(first.process.pid))
  expect((await fetch(`${first.url}/health`)).status).toBe(200)
})

/** Returns the processor seconds of a process. */
function cpuSeconds(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (existsSync(stat)) {
    // After the name in brackets, which may contain anything: user and system time in hundredths.
    const fields = readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
  const units = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(':')
  return units.reduce((seconds, unit) => 60 * seconds + Number(unit), 0)
}

it('continues without a reader of its output, and does not spin', { tags: ['nightly'] }, async () => {
  const server = await started({ LOG_LEVEL: 'trace' })
  server.process.stdout?.destroy()
  server.process.stderr?.destroy()
  const noise = async () => {
    for (let i = 0; i < 5; i++) expect((await post(server, '/v1/check', 'no request')).status).toBe(401)
  }
  await noise()
  const shares: number[] = []
  // The warm-up ends, but a server that logs its own log errors never becomes idle.
  do {
    const before = cpuSeconds(server.process.pid!)
    await noise()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    shares.push((cpuSeconds(server.process.pid!) - before) / 2)
  } while (shares.at(-1)! >= 0.5 && shares.length < 10)
  expect(Math.min(...shares)).toBeLessThan(0.5)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

it('names every wrong variable and opens nothing', async () => {
  const DATA_DIR = dataDirectory()
  await expect(
    startServer({ DATA_DIR, SOLVER_WORKERS: 'many', BUDGET_CLAIMS: '0', LOG_LEVEL: 'loud' }),
  ).rejects.toThrow(/SOLVER_WORKERS[\s\S]*LOG_LEVEL[\s\S]*BUDGET_CLAIMS|LOG_LEVEL[\s\S]*SOLVER_WORKERS|BUDGET_CLAIMS/)
  expect(databaseProcesses(DATA_DIR)).toEqual([])
})

it('stores its own secret with the embedded database, and requires one with an outside database', {
  tags: ['nightly'],
}, async () => {
  const DATA_DIR = dataDirectory()
  const secrets: string[] = []
  for (let start = 0; start < 2; start++) {
    const server = await started({ DATA_DIR })
    secrets.push(readFileSync(path.join(DATA_DIR, 'auth-secret'), 'utf8'))
    await server.stop()
  }
  expect(secrets[1]).toBe(secrets[0])
  // The address does not exist: the refusal comes before anything is opened.
  await expect(
    startServer({ DATA_DIR, DATABASE_URL: 'postgresql://unknown@127.0.0.1:1/none', AUTH_SECRET: '' }),
  ).rejects.toThrow(/AUTH_SECRET must be set where DATABASE_URL is[\s\S]*randomBytes/)
})

it('reports that its port is taken and leaves no database running', { tags: ['nightly'] }, async () => {
  const DATA_DIR = dataDirectory()
  const taker = createServer()
  await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve))
  const { port } = taker.address() as { port: number }
  await expect(startServer({ DATA_DIR, PORT: String(port) })).rejects.toThrow(/is taken; set PORT/)
  expect(databaseProcesses(DATA_DIR)).toEqual([])
  taker.close()
})

it('answers bytes that are not HTTP with an envelope', { tags: ['nightly'] }, async () => {
  const server = await started({})
  const { connect } = await import('node:net')
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
    ok: false,
    error: { code: 'BAD_REQUEST' },
  })
})

it('recovers when a solver worker is at its limits and when the database process is killed', {
  tags: ['nightly'],
}, async () => {
  const server = await started({ CREDENTIALS: 'none', BUDGET_SOLVER_STEPS: '2000' })
  const hard = {
    source:
      'declare x as numeric;\ndeclare y as numeric;\ndeclare z as numeric;\nassert fermat { x * x * x + y * y * y != z * z * z * x * y + 7 };\n',
    claims: { x: null, y: null, z: null },
  }
  expect((await post(server, '/v1/check', hard)).status).toBe(200)
  const postmaster = /(\d+)/.exec(
    readFileSync(path.join(server.dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'),
  )![1]!
  process.kill(Number(postmaster), 'SIGKILL')
  const stored = await post(server, '/v1/compile', { source: `${SOURCE}// after the database died\n` })
  expect(stored.status, await stored.clone().text()).toBe(200)
})
