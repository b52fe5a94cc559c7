/**
 * PostgreSQL as a child process of the server. However the last run ended, acknowledged writes are there. A process
 * that dies is restarted under the same address.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddresses, StoreLog } from '../client/database'
import { StartRefusal } from '../client/storage-fault'
import { runnableBinaries } from './binaries'
import { EMBEDDED_DATABASE, EMBEDDED_USER, ensureCluster } from './cluster'
import { type DatabaseHome, MOVED_PARENT, prepareDatabaseHome } from './database-home'
import { stopLeftoverProcesses } from './leftover-processes'
import { PostgresNotStartedError, type Postmaster, startPostmaster } from './postmaster'
import { type HolderKind, takeServerLock } from './server-lock'
import { EMBEDDED_SERVER_ROLE, ensureServerRole } from './server-role'
import { makeSocketDirectory, removeSocketDirectory, SOCKET_PORT, socketDirectoryOf } from './socket-directory'

export interface EmbeddedPostgres extends DatabaseAddresses {
  readonly ownerUrl: string
  readonly directory: string
  /** Null while it is being restarted. */
  processId(): number | null
  /** Disconnects clients. Idempotent. */
  stop(): Promise<void>
}

/** @throws StartRefusal */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly log: StoreLog
  /** Used if PostgreSQL's user cannot enter `dataDir`. */
  readonly movedParent?: string
  /** Named when another process is refused. */
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
    const supervised = superviseRuns(await startCleared(start, clear), start, clear, log)
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
    throw error instanceof PostgresNotStartedError ? notStarted(home.data, error.message) : error
  }
}

function notStarted(data: string, reason: string): StartRefusal {
  const remedy = /No space left on device/.test(reason)
    ? 'The disk is full: free space on it and start again.'
    : 'Its data may be damaged: save a copy of this folder, and restore the last backup into a new DATA_DIR (npm run data -- restore <file>).'
  return new StartRefusal(`The embedded PostgreSQL cannot start on ${data}: ${reason}. ${remedy}`)
}

/** A killed server may have started a database that is only found when it blocks this start. */
async function startCleared(
  start: () => Promise<Postmaster>,
  clear: () => Promise<number | null>,
): Promise<Postmaster> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      // The lock prevents other starts, so this loop ends.
      if ((await clear()) === null) throw error
    }
  }
}

const GOOD_RUN_MS = 10_000

/** Restarts at once the first time, then with pauses up to 5 seconds. */
function superviseRuns(
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
      if (failures > 0) await waitUnlessStopped(Math.min(50 * 2 ** failures, 5_000), stopRequest.signal)
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
      await current?.stop() // may have come up meanwhile
      current = null
    },
  }
}

/** Null if the server has no socket yet. */
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

async function waitUnlessStopped(ms: number, stopRequest: AbortSignal): Promise<void> {
  // Rejects on a stop, which the caller checks next.
  await sleep(ms, undefined, { signal: stopRequest }).catch(() => undefined)
}
