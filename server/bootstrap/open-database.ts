/**
 * Opens the store, on our own PostgreSQL or on the one that is configured, and sweeps it.
 *
 * Promises: what expired is removed every hour, and what could not be is tried again.
 */

import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { DatabaseAddresses } from '../database/client/database-addresses'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres'
import { openStore, type Store } from '../database/store'
import { MAX_SECURITY_EVENTS, SECURITY_EVENTS_STORED } from '../services/accounts/security-events'
import { SESSION_LIFE } from '../services/accounts/session'
import { proposalsSince } from '../services/rulesets/proposals'
import type { Closers, StartContext } from './start-context'

const SWEEP_EVERY = 3_600_000
/** How long expired data is stored: of evaluation credentials, and links, whose late visitors see that they expired. */
const SWEEP_GRACE = 7 * 86_400_000
/** In which the page of a session that ended still says why. */
const SESSION_GRACE = 86_400_000
/** After which wrong passwords count no more; no wait is as long. */
const TRIES_COUNT = 86_400_000
const MAX_PASSWORD_TRIES = 100_000

const UNGRANTED =
  'the role of DATABASE_URL may change every row of the database, so triggers alone protect the log, approvals and rulesets; public/docs/operate.md says how to give the server a role of its own'
const UNTRIGGERED =
  'triggers that protect the log, approvals and rulesets are missing or disabled in the database; start once with DATABASE_OWNER_URL set, which makes them again'

export interface OpenDatabase {
  readonly store: Store
  /** For the bus inside it. */
  readonly url: string
  /** Null while data can be stored and read, else why not, in words that any reader may see. */
  readonly storage: () => Promise<string | null>
}

export async function openDatabase({ settings, log, closers }: StartContext): Promise<OpenDatabase> {
  let addresses: DatabaseAddresses
  let space = async (): Promise<string | null> => null
  if (settings.databaseUrl === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
    closers.push(() => embedded.stop())
    addresses = embedded
    space = watchFreeSpace({ directory: embedded.directory, minimumMb: settings.diskMinFreeMb, log, closers })
  } else addresses = { url: settings.databaseUrl, ownerUrl: settings.databaseOwnerUrl }
  const { url, ownerUrl } = addresses
  const store = await openStore({ url, ownerUrl, log })
  closers.push(() => store.close())
  if (!store.protection.grants) log.warn(UNGRANTED)
  if (!store.protection.triggers) log.warn(UNTRIGGERED)
  const sweep = setInterval(() => {
    const now = new Date()
    const expiredBefore = new Date(now.getTime() - SWEEP_GRACE)
    Promise.all([
      store.sweepExpired({ expiredBefore, issuedBefore: expiredBefore }),
      store.sweepProposals(proposalsSince(now)),
      store.sweepAuthorizationRecords(now),
      store.sweepCeremonies(now),
      store.sweepLinks(expiredBefore),
      store.sweepSessions(new Date(now.getTime() - SESSION_LIFE - SESSION_GRACE)),
      store.sweepPasswordTries(new Date(now.getTime() - TRIES_COUNT), MAX_PASSWORD_TRIES),
      store.sweepSecurityEvents(new Date(now.getTime() - SECURITY_EVENTS_STORED), MAX_SECURITY_EVENTS),
      store.expireChanges(now),
      store.sweepFrames(new Date(now.getTime() - settings.platform.retentionMs)),
    ]).catch((error: unknown) => log.warn({ err: error }, 'expired data was not swept; it is tried again'))
  }, SWEEP_EVERY)
  closers.push(() => clearInterval(sweep))
  return { store, url, storage: async () => (await space()) ?? (await store.pingStorage()) }
}

const WATCH_EVERY_MS = 60_000
/** A warning comes before the minimum is reached: at so many times of it. */
const WARN_AT = 4
const MB = 1024 * 1024

export interface FreeSpaceOptions {
  readonly directory: string
  readonly minimumMb: number
  readonly log: Logger
  readonly closers: Closers
}

/**
 * Watches the free space where the embedded database writes.
 *
 * Promises: below the minimum this process is not ready; the operator is warned once when it comes near the minimum, and
 * again after it has recovered.
 * @returns a probe: null while there is enough space, else a sentence for the operator
 */
export function watchFreeSpace({ directory, minimumMb, log, closers }: FreeSpaceOptions): () => Promise<string | null> {
  let warned = false
  const look = async () => {
    const freeMb = await freeMegabytes(directory)
    const low = freeMb < WARN_AT * minimumMb
    if (low && !warned)
      log.warn({ alarm: 'free_space', freeMb, minimumMb }, `only ${freeMb} MB are free for the data in ${directory}`)
    warned = low
  }
  const failed = (error: unknown) => log.warn({ err: error, directory }, 'the free space cannot be read')
  const timer = setInterval(() => void look().catch(failed), WATCH_EVERY_MS)
  closers.push(() => clearInterval(timer))
  void look().catch(failed)
  return async () => {
    const freeMb = await freeMegabytes(directory).catch(() => null)
    if (freeMb === null) return 'the free space of the data directory cannot be read'
    return freeMb >= minimumMb
      ? null
      : `only ${freeMb} MB are free for the database, and ${minimumMb} MB must be (DISK_MIN_FREE_MB): free space on that disk`
  }
}

async function freeMegabytes(directory: string): Promise<number> {
  // What an ordinary user may still write; the file system may reserve more for root.
  const { bavail, bsize } = await statfs(directory)
  return Math.floor((bavail * bsize) / MB)
}
