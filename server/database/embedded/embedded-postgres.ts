/**
 * The product's own PostgreSQL, a child process that starts and stops with the server.
 *
 * Promises: one server at a time works on a DATA_DIR; whatever ended the last one, this one starts on the same data with
 * every acknowledged write; a database process that dies is started again, under the same address, for as long as the
 * server runs. Trusts the file system to preserve what was synced.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddresses } from '../client/database-addresses'
import type { StoreLog } from '../client/log'
import { StartRefusal } from '../client/start-refusal'
import { runnableBinaries } from './binaries'
import { EMBEDDED_DATABASE, EMBEDDED_USER, ensureCluster } from './cluster'
import { type DatabaseHome, MOVED_PARENT, prepareDatabaseHome } from './database-home'
import { stopLeftoverProcesses } from './leftover-processes'
import { PostgresNotStarted, type Postmaster, startPostmaster } from './postmaster'
import { type HolderKind, takeServerLock } from './server-lock'
import { EMBEDDED_SERVER_ROLE, ensureServerRole } from './server-role'
import { makeSocketDirectory, removeSocketDirectory, SOCKET_PORT, socketDirectoryOf } from './socket-directory'

/** Its addresses, for `openStore`, are the same for as long as it runs. */
export interface EmbeddedPostgres extends DatabaseAddresses {
  readonly ownerUrl: string
  /** Where its data is. */
  readonly directory: string
  /** Process id of the database server, or `null` while it is being started again. */
  processId(): number | null
  /** Disconnects every client, ends the database and releases the directory. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on the data of `dataDir`, which is made when it is missing. Throws StartRefusal, with a message for
 * the operator, when it cannot.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly log: StoreLog
  /** Parent of the place to use when PostgreSQL's user cannot enter `dataDir`. */
  readonly movedParent?: string
  /** What runs it; the refusal of another process names this. */
  readonly holder?: HolderKind
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, movedParent = MOVED_PARENT, holder = 'server' } = options
  const home = prepareDatabaseHome(dataDir, movedParent)
  if (home.moved) {
    log.info(
      { directory: home.directory },
      `PostgreSQL's user cannot enter ${dataDir}: the data is in ${home.directory}`,
    )
  }
  const lock = takeServerLock(home.directory, holder)
  try {
    const binaries = runnableBinaries(home.runAs, home.directory)
    const leftover = await stopLeftoverProcesses(home.data)
    if (leftover !== null) log.warn({ pid: leftover }, 'stopped the PostgreSQL of a server that was killed')
    ensureCluster(home, binaries)
    const socket = makeSocketDirectory(home)
    const start = () => startPostmaster(home, binaries, socket, log)
    const clear = () => stopLeftoverProcesses(home.data)
    const supervised = supervise(await startCleared(start, clear), start, clear, log)
    let stopping: Promise<void> | null = null
    const stop = async () => {
      await supervised.stop()
      removeSocketDirectory(home)
      lock.release()
    }
    const addresses = addressesAt(socket)
    try {
      await ensureServerRole(addresses.ownerUrl)
    } catch (error) {
      await supervised.stop()
      throw error
    }
    return {
      ...addresses,
      directory: home.directory,
      processId: supervised.processId,
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    removeSocketDirectory(home)
    lock.release()
    throw error instanceof PostgresNotStarted ? notStarted(home.data, error.message) : error
  }
}

function notStarted(data: string, reason: string): StartRefusal {
  const remedy = /No space left on device/.test(reason)
    ? 'The disk is full: free space on it and start again.'
    : 'Its data may be damaged: save a copy of this folder, and restore the last backup into a new DATA_DIR (npm run data -- restore <file>).'
  return new StartRefusal(`The embedded PostgreSQL cannot start on ${data}: ${reason}. ${remedy}`)
}

/**
 * Starts the first run. A server that was killed in the very moment in which it started a database leaves one that can
 * be found only a little later, when it stands in the way.
 */
async function startCleared(
  start: () => Promise<Postmaster>,
  clear: () => Promise<number | null>,
): Promise<Postmaster> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      // No other process starts one while the lock is held, so this loop ends.
      if ((await clear()) === null) throw error
    }
  }
}

/** A run that lasted this long was a good one: what ended it is taken as new. */
const GOOD_RUN_MS = 10_000

/** Starts a new run whenever one ends by itself: at once the first time, then with growing pauses up to 5 seconds. */
function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  clear: () => Promise<unknown>,
  log: StoreLog,
): { processId(): number | null; stop(): Promise<void> } {
  let current: Postmaster | null = first
  const stopRequest = new AbortController()

  const restartWhenEnded = async () => {
    let failures = 0
    while (!stopRequest.signal.aborted) {
      if (current !== null) {
        const began = performance.now()
        await current.ended
        current = null
        if (stopRequest.signal.aborted) return
        log.error({}, 'the embedded PostgreSQL ended by itself; starting it again')
        if (performance.now() - began > GOOD_RUN_MS) failures = 0
      }
      if (failures > 0) await pause(Math.min(50 * 2 ** failures, 5_000), stopRequest.signal)
      failures++
      try {
        await clear()
        current = await start()
        log.info({ pid: current.pid }, 'the embedded PostgreSQL runs again')
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL did not start; trying again')
      }
    }
  }
  const finished = restartWhenEnded()
  return {
    processId: () => current?.pid ?? null,
    stop: async () => {
      stopRequest.abort()
      await current?.stop()
      await finished
      await current?.stop() // one that came up while the request was made
      current = null
    },
  }
}

/** Addresses of the server that runs on a home, as far as it has made its socket; null where it has made none. */
export function runningAddresses(home: DatabaseHome): EmbeddedAddresses | null {
  const socket = socketDirectoryOf(home)
  return socket === null ? null : addressesAt(socket)
}

export type EmbeddedAddresses = Pick<EmbeddedPostgres, 'url' | 'ownerUrl'>

function addressesAt(socketDirectory: string): EmbeddedAddresses {
  const address = (role: string) =>
    `postgresql://${role}@localhost:${SOCKET_PORT}/${EMBEDDED_DATABASE}?host=${encodeURIComponent(socketDirectory)}`
  return { url: address(EMBEDDED_SERVER_ROLE), ownerUrl: address(EMBEDDED_USER) }
}

async function pause(ms: number, stopRequest: AbortSignal): Promise<void> {
  // Rejects when it is cut short by the request to stop, which the caller looks at next.
  await sleep(ms, undefined, { signal: stopRequest }).catch(() => undefined)
}
