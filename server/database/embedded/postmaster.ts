/**
 * One run of the PostgreSQL server process.
 *
 * Promises: it listens on a unix socket only; a run that is returned accepts connections; a run that is stopped has
 * ended. Trusts that no other postmaster works on the data directory.
 * The child gets a signal to stop when this process exits, fails, or ends by a signal without a handler (Ctrl-C
 * during the start, a closed terminal). A process that is killed cannot: the next start finds what it left.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLog } from '../client/log'
import type { PostgresBinaries } from './binaries'
import type { DatabaseHome } from './database-home'
import { PROGRAM_ENVIRONMENT } from './run-as'
import { SOCKET_PORT } from './socket-directory'

/** Sized for one small machine: about 50 MB resident with an idle pool. */
const SETTINGS: Readonly<Record<string, string | number>> = {
  listen_addresses: '',
  port: SOCKET_PORT,
  unix_socket_permissions: '0700',
  // Durability: an acknowledged write is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  autovacuum_naptime: '30s',
  // For 16 processes of the server, and commands beside them.
  max_connections: 130,
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  // Nothing replicates from here.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  max_wal_size: '256MB',
  // Queries are short and the processors are shared with the server: no helpers of its own.
  max_parallel_workers_per_gather: 0,
  max_worker_processes: 4,
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A client that died in a transaction must not hold its locks for ever.
  idle_in_transaction_session_timeout: '60s',
  // Only the level and the message: pino adds the time.
  log_line_prefix: '',
}

export interface Postmaster {
  readonly pid: number
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Ends it, however long its clients hold on, and waits until it has. */
  stop(): Promise<void>
}

/** PostgreSQL ended before it accepted connections. */
export class PostgresNotStarted extends Error {
  override readonly name = 'PostgresNotStarted'

  /** @param lines the last lines of its log */
  constructor(lines: readonly string[]) {
    // What ended it comes last; what follows it only counts the processes that end with it.
    const cause = lines.findLast((line) => /^(PANIC|FATAL):/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
    super(cause.replace(/^(PANIC|FATAL): +/, ''))
  }
}

/**
 * Starts it and waits until it accepts connections, recovery after a crash included. Throws PostgresNotStarted when it
 * ends before that.
 */
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
    // In a session of its own: Ctrl-C in a terminal must reach us first, who still have requests to answer.
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
    throw new PostgresNotStarted(lastLines)
  }
  started = true
  return { pid: child.pid, ended, stop: () => stopChild(child, ended) }
}

/** Contents of `postmaster.pid`, in which PostgreSQL publishes what runs on a data directory. */
interface PostmasterFile {
  readonly pid: number
  readonly status: string
}

/** `null` when there is no such file. */
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

/** Not the FATAL that refuses each client while the database starts or stops: the server reports that once. */
const NOTEWORTHY = /^(WARNING|PANIC|FATAL):(?! +(the database system is|terminating connection))/

/**
 * Passes the server's log on, and stores its last lines for the message of a start that failed: that message says it once.
 * @param started whether it accepts connections
 */
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

/** Fast shutdown first (clients are disconnected, a checkpoint is written), then with harder signals. */
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

/** Sends `farewell` to the child at our end. Returns how to undo that, for a child that has ended. */
function endWithProcess(child: ChildProcess, farewell: NodeJS.Signals): () => void {
  const onExit = () => child.kill(farewell)
  const onUnhandledSignal = (signal: NodeJS.Signals) => {
    // A listener disables the signal's effect. Without another listener the effect is restored; the server has its own.
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
