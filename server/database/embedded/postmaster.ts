/**
 * The child is stopped when this process exits or dies of an unhandled signal. After a kill, the next start finds it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLog } from '../client/database'
import type { PostgresBinaries } from './binaries'
import type { DatabaseHome } from './database-home'
import { PROGRAM_ENVIRONMENT } from './run-as'
import { SOCKET_PORT } from './socket-directory'

/** About 50 MB resident when idle. */
const SETTINGS: Readonly<Record<string, string | number>> = {
  listen_addresses: '',
  port: SOCKET_PORT,
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  autovacuum_naptime: '30s',
  // For 16 server processes and some commands.
  max_connections: 130,
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  max_wal_size: '256MB',
  // Queries are short, and the server needs the processors.
  max_parallel_workers_per_gather: 0,
  max_worker_processes: 4,
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A dead client must not keep its locks.
  idle_in_transaction_session_timeout: '60s',
  // pino adds the time.
  log_line_prefix: '',
}

export interface Postmaster {
  readonly pid: number
  readonly ended: Promise<void>
  /** Does not wait for clients. */
  stop(): Promise<void>
}

export class PostgresNotStartedError extends Error {
  override readonly name = 'PostgresNotStartedError'

  /** @param lines the last lines of its log */
  constructor(lines: readonly string[]) {
    // The cause comes last; later lines only count processes.
    const cause = lines.findLast((line) => /^(PANIC|FATAL):/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
    super(cause.replace(/^(PANIC|FATAL): +/, ''))
  }
}

/** Waits until it accepts connections. @throws PostgresNotStartedError */
export async function startPostmaster(
  home: DatabaseHome,
  binaries: PostgresBinaries,
  socketDirectory: string,
  log: StoreLog,
): Promise<Postmaster> {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketDirectory })
  const args = ['-D', home.data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn(binaries.postgres, args, {
    ...home.runAs,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C must reach us first.
    detached: true,
  })
  let started = false
  const lastLines = followLog(child, log, () => started)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      lastLines.push(String(error))
      resolve()
    })
  })
  void ended.then(endWithProcess(child, 'SIGINT'))

  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  while (running() && !isReady(home.data, child.pid)) await sleep(5)
  if (!running() || child.pid === undefined) {
    await ended
    throw new PostgresNotStartedError(lastLines)
  }
  started = true
  return { pid: child.pid, ended, stop: () => stopChild(child, ended) }
}

interface PostmasterFile {
  readonly pid: number
  readonly status: string
}

export function readPostmasterFile(data: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { pid: Math.abs(Number(lines[0])), status: lines[7]?.trim() ?? '' }
}

function isReady(data: string, pid: number | undefined): boolean {
  const file = readPostmasterFile(data)
  return file !== null && file.pid === pid && file.status === 'ready'
}

/** Excludes refusals during a start or stop. */
const NOTEWORTHY = /^(WARNING|PANIC|FATAL):(?! +(the database system is|terminating connection))/

/** Returns the last lines, for the message of a failed start. */
function followLog(child: ChildProcess, log: StoreLog, started: () => boolean): string[] {
  const lastLines: string[] = []
  if (!child.stderr) return lastLines
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > 8) lastLines.shift()
    const level = started() && NOTEWORTHY.test(line) ? 'warn' : 'debug'
    log[level]({ postgres: line }, 'embedded PostgreSQL')
  })
  return lastLines
}

/** Disconnects clients and writes a checkpoint if possible. */
async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [signal, timeout] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    child.kill(signal)
    const done = await Promise.race([ended.then(() => true), sleep(timeout, false, { ref: false })])
    if (done) return
  }
  await ended
}

const FATAL_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @returns a function that undoes this */
function endWithProcess(child: ChildProcess, farewell: NodeJS.Signals): () => void {
  const onExit = () => child.kill(farewell)
  const onUnhandledSignal = (signal: NodeJS.Signals) => {
    // A listener disables the signal's default effect, which is restored unless the server has its own listener.
    if (process.listeners(signal).some((listener) => listener.name !== onUnhandledSignal.name)) return
    onExit()
    process.removeListener(signal, onUnhandledSignal)
    process.kill(process.pid, signal)
  }
  process.once('exit', onExit)
  for (const signal of FATAL_SIGNALS) process.on(signal, onUnhandledSignal)
  return () => {
    process.removeListener('exit', onExit)
    for (const signal of FATAL_SIGNALS) process.removeListener(signal, onUnhandledSignal)
  }
}
