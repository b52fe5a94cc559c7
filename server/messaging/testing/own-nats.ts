/**
 * A test's own NATS server, which can be killed and restarted on the same port and data. It ends with the process that
 * started it, even if that is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { serverOptions } from '../nats/nats-connector'

export interface OwnNats {
  readonly url: string
  /** `kill -9`. Resolves when the process has ended. */
  kill(): Promise<void>
  /** Resolves when it answers. */
  start(): Promise<void>
  remove(): Promise<void>
}

const PROGRAMS = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server']

/**
 * Returns null, after a warning, if no NATS server is installed.
 * @param login the only user; absent: everyone is let in
 */
export async function startOwnNats(
  what: string,
  login?: { readonly user: string; readonly password: string },
): Promise<OwnNats | null> {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-nats-'))
  const port = await freePort()
  const url = `nats://${login === undefined ? '' : `${login.user}:${login.password}@`}127.0.0.1:${port}`
  const users = login === undefined ? [] : ['--user', login.user, '--pass', login.password]
  let server: ChildProcess | null = null
  const kill = async () => {
    const running = server
    if (running === null) return
    server = null
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    for (const program of PROGRAMS) {
      server = await spawnOrNull(program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', directory, ...users])
      if (server === null) continue
      endWithThisProcess(server, directory)
      return waitForAnswer(url)
    }
    throw new Error('not installed')
  }
  const remove = async () => {
    await kill()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    console.warn(`\nLEFT OUT: ${what}. No nats-server can be started (${String(error)}).\n`)
    await remove()
    return null
  }
  return { url, kill, start, remove }
}

function spawnOrNull(program: string, options: readonly string[]): Promise<ChildProcess | null> {
  return new Promise((resolve) => {
    const child = spawn(program, options, { stdio: 'ignore' })
    child.once('spawn', () => resolve(child))
    child.once('error', () => resolve(null))
  })
}

/** The guard reads a pipe that closes when this process ends, even if it is killed. */
function endWithThisProcess(server: ChildProcess, directory: string): void {
  const script = 'read -r _; kill -9 "$1"; rm -rf "$2"'
  const guard = spawn('sh', ['-c', script, 'guard', String(server.pid), directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  server.once('exit', () => guard.kill('SIGKILL'))
  guard.unref()
}

async function waitForAnswer(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const connection = await connect({ ...serverOptions(url), timeout: 1_000, reconnect: false })
      await connection.close()
      return
    } catch (error) {
      if (tries > 100) throw error
      await sleep(100)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
