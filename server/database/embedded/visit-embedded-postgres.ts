/** Gives a command the embedded database, through a running server's socket or its own PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { StoreLog } from '../client/database'
import { StartRefusal } from '../client/storage-fault'
import { hasDatabaseHome, MOVED_PARENT, prepareDatabaseHome } from './database-home'
import { type EmbeddedAddresses, runningAddresses, startEmbeddedPostgres } from './embedded-postgres'
import { DirectoryHeldError } from './server-lock'
import { ensureServerRole } from './server-role'

export interface DatabaseVisit extends EmbeddedAddresses {
  /** False if it was started for the visit. */
  readonly serverRuns: boolean
  leave(): Promise<void>
}

export interface VisitOptions {
  readonly dataDir: string
  readonly log: StoreLog
  readonly movedParent?: string
  /** Whether to make a missing database. */
  readonly make?: boolean
  /** How long to wait for a server or another command. */
  readonly retryForMs?: number
}

/** @throws StartRefusal */
export async function visitEmbeddedPostgres(options: VisitOptions): Promise<DatabaseVisit> {
  const { dataDir, log, movedParent = MOVED_PARENT, make = false, retryForMs = 30_000 } = options
  if (!make && !hasDatabaseHome(dataDir))
    throw new StartRefusal(
      `There is no database in ${dataDir} yet. Start the server once (npm start), or set DATA_DIR to the directory that it works on.`,
    )
  const home = prepareDatabaseHome(dataDir, movedParent)
  const deadline = performance.now() + retryForMs
  for (;;) {
    try {
      const own = await startEmbeddedPostgres({ dataDir, log, movedParent, holder: 'command' })
      const { url, ownerUrl } = own
      return { url, ownerUrl, serverRuns: false, leave: () => own.stop() }
    } catch (error) {
      if (!(error instanceof DirectoryHeldError)) throw error
      // Another command's database ends with that command, so wait.
      const running = error.kind === 'server' ? runningAddresses(home) : null
      if (running !== null && (await isAnswering(running.ownerUrl))) {
        await ensureServerRole(running.ownerUrl) // an older release's server did not create it
        return { ...running, serverRuns: true, leave: async () => {} }
      }
      if (performance.now() > deadline) throw busyRefusal(error, home.directory)
    }
    await sleep(100)
  }
}

function busyRefusal({ kind, pid }: DirectoryHeldError, directory: string): StartRefusal {
  return new StartRefusal(
    kind === 'command'
      ? `Another command (pid ${pid}) works on ${directory}. Try again when it has ended.`
      : `The server (pid ${pid}) that runs on ${directory} gives no answer from its database. Try again, or stop the server.`,
  )
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A broken connection must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false // starting or stopping: the caller retries
  }
}
