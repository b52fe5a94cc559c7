/**
 * A deployment to kill and restart. It kills only its own processes. Its outside database is its own PostgreSQL on a
 * unix socket, which it restarts like a service manager.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundledFile } from '../../cli/bundle-server.mjs'
import { prepareDatabaseHome } from '../../database/embedded/database-home'
import {
  type EmbeddedPostgres,
  runningAddresses,
  startEmbeddedPostgres,
} from '../../database/embedded/embedded-postgres'
import { readPostmasterFile } from '../../database/embedded/postmaster'
import { processArguments, processesWorkingIn, processStart } from '../../database/embedded/process-identity'
import { EMBEDDED_SERVER_ROLE } from '../../database/embedded/server-role'
import { silentLog } from '../../database/testing/fresh-database'
import { type RunningServer, startServer } from '../running-server'

export type Kind = 'embedded' | 'external'

const ROOT = resolve(import.meta.dirname, '../../..')

/** PostgreSQL titles a process that serves a connection with the role, then the database. */
const BACKEND_OF_SERVER = new RegExp(`^postgres: ${EMBEDDED_SERVER_ROLE} touchstone `)

const ENVIRONMENT = {
  SOLVER_WORKERS: '1',
  EVALUATION_ISSUED_PER_HOUR: '1000000',
  EVALUATION_CALLS_PER_DAY: '1000000',
  EVALUATION_CALLS_TOTAL: '1000000',
}

export class Deployment {
  private running: RunningServer | null = null

  private constructor(
    private readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
    /** Null for the embedded database. */
    private readonly outside: EmbeddedPostgres | null,
    private readonly databaseDir: string,
  ) {}

  /** @param serving number of serving processes */
  static async make(kind: Kind, serving = 1): Promise<Deployment> {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-kill-'))
    // If root runs it, PostgreSQL's user must be able to enter.
    chmodSync(folder, 0o755)
    const DATA_DIR = join(folder, 'data')
    const ours = { ...ENVIRONMENT, SERVER_PROCESSES: String(serving), DATA_DIR }
    if (kind === 'embedded') return new Deployment(folder, ours, null, DATA_DIR)
    const databaseDir = join(folder, 'outside')
    const outside = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLog })
    const AUTH_SECRET = randomBytes(32).toString('base64url')
    const environment = {
      ...ours,
      DATABASE_URL: outside.url,
      DATABASE_OWNER_URL: outside.ownerUrl,
      AUTH_SECRET,
    }
    return new Deployment(folder, environment, outside, databaseDir)
  }

  /** Starts the server if it does not run. */
  async server(): Promise<RunningServer> {
    if (this.running !== null && hasEnded(this.running)) this.running = null
    this.running ??= await startServer(this.environment)
    return this.running
  }

  /** Returns the owner's address; the server must run. */
  databaseUrl(): string {
    const running = this.outside ?? runningAddresses(prepareDatabaseHome(this.databaseDir))
    if (running === null) throw new Error('no server runs, and no database with it')
    return running.ownerUrl
  }

  /** Resolves when the killed process has ended. */
  async killServer(): Promise<void> {
    const server = this.running
    if (server === null) throw new Error('no server runs')
    this.running = null
    const ended = new Promise((resolve) => server.process.once('exit', resolve))
    server.process.kill('SIGKILL')
    await ended
  }

  /** Kills a server during its start. */
  async killStartingServer(afterMs: number): Promise<void> {
    const child = spawn(process.execPath, [bundledFile(ROOT, 'main')], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', ...this.environment },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await sleep(afterMs)
    child.kill('SIGKILL')
    await ended
  }

  /** Returns false if there is no such process. */
  killServing(choose: (count: number) => number): boolean {
    const parent = this.running?.process.pid
    const serving = parent === undefined ? [] : childrenOf(parent).filter(isServing)
    const pid = serving[choose(serving.length)]
    if (pid === undefined) return false
    process.kill(pid, 'SIGKILL')
    return true
  }

  killPostmaster(): void {
    const pid = readPostmasterFile(this.data())?.pid
    if (pid === undefined) throw new Error('no database runs')
    process.kill(pid, 'SIGKILL')
  }

  /** Kills a database process that serves the server. Returns false if there is no such process. */
  killBackend(choose: (count: number) => number): boolean {
    const backends = processesWorkingIn(this.data(), 'postgres').filter((pid) =>
      BACKEND_OF_SERVER.test(processArguments(pid).join(' ')),
    )
    const pid = backends[choose(backends.length)]
    if (pid === undefined || processStart(pid) === null) return false
    process.kill(pid, 'SIGKILL')
    return true
  }

  async close(): Promise<void> {
    await this.running?.stop()
    await this.outside?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private data(): string {
    return prepareDatabaseHome(this.databaseDir).data
  }
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    return parent === pid && child !== undefined ? [child] : []
  })
}

function isServing(pid: number): boolean {
  return processArguments(pid).some((argument) => argument === bundledFile(ROOT, 'main'))
}

function hasEnded({ process: { exitCode, signalCode } }: RunningServer): boolean {
  return exitCode !== null || signalCode !== null
}
