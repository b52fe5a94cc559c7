/**
 * The product's own PostgreSQL, for a command that works on its data for a moment.
 *
 * Promises: the same data whether or not the server runs: through the running server's socket, or else by a PostgreSQL
 * that is started for the command and stopped with it. No directory is made where no server was ever started, unless that is asked for. Trusts
 * that a server which holds the lock makes its socket soon.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { StoreLog } from '../client/log'
import { StartRefusal } from '../client/start-refusal'
import { hasDatabaseHome, MOVED_PARENT, prepareDatabaseHome } from './database-home'
import { type EmbeddedAddresses, runningAddresses, startEmbeddedPostgres } from './embedded-postgres'
import { DirectoryHeld } from './server-lock'
import { ensureServerRole } from './server-role'

/** With the addresses for `openStore`. */
export interface DatabaseVisit extends EmbeddedAddresses {
  /** Whether it is the running server's database, and not one that was started for the visit. */
  readonly serverRuns: boolean
  /** Stops what was started for the visit. */
  leave(): Promise<void>
}

export interface VisitOptions {
  readonly dataDir: string
  readonly log: StoreLog
  readonly movedParent?: string
  /** Whether a database is made where there is none. */
  readonly make?: boolean
  /** How long a server that starts or stops, or another command, is waited for, in milliseconds. */
  readonly retryForMs?: number
}

/** Throws StartRefusal, with a message for the operator. */
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
      if (!(error instanceof DirectoryHeld)) throw error
      // Another command's database ends with it, under our hands: that one is waited for.
      const running = error.kind === 'server' ? runningAddresses(home) : null
      if (running !== null && (await answers(running.ownerUrl))) {
        await ensureServerRole(running.ownerUrl) // a server of an older release has made none
        return { ...running, serverRuns: true, leave: async () => {} }
      }
      if (performance.now() > deadline) throw busy(error, home.directory)
    }
    await sleep(100)
  }
}

function busy({ kind, pid }: DirectoryHeld, directory: string): StartRefusal {
  return new StartRefusal(
    kind === 'command'
      ? `Another command (pid ${pid}) works on ${directory}. Try again when it has ended.`
      : `The server (pid ${pid}) that runs on ${directory} gives no answer from its database. Try again, or stop the server.`,
  )
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A connection that breaks is an answer too; it must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false // it starts or stops at this moment: the caller looks again
  }
}
