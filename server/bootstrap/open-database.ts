import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Settings } from '../config/settings'
import { KEY_LIFETIME_MS } from '../database/access/repeatable-calls'
import type { DatabaseAddresses } from '../database/client/database'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres'
import { openStore, type Store } from '../database/store'
import type { ProcessGroup } from '../services/access/process-group'
import { MAX_SECURITY_EVENTS, SECURITY_EVENT_LIFE_MS } from '../services/accounts/security-events'
import { SESSION_LIFE_MS } from '../services/accounts/session'
import { COUNTED_FOR_MS } from '../services/guards/session-calls'
import { earliestCountedProposal } from '../services/vocabulary/proposals'

export interface StoreContext {
  readonly settings: Settings
  readonly log: Logger
  readonly closers: Closers
}

export interface StartContext extends StoreContext {
  readonly group: ProcessGroup
}

/** They are called in reverse order. */
export type Closers = (() => Promise<void> | void)[]

const SWEEP_EVERY_MS = 3_600_000
/** Expired data stays this long, so that late visitors learn that a link or a credential expired. */
const SWEEP_GRACE_MS = 7 * 86_400_000
/** For this long, the page of an ended session says why it ended. */
const SESSION_GRACE_MS = 86_400_000
/** Wrong passwords no longer count after this time; every wait is shorter. */
const PASSWORD_TRIES_LIFE_MS = 86_400_000
const MAX_PASSWORD_TRIES = 100_000

const UNGRANTED =
  'the role of DATABASE_URL may change every row of the database, so triggers alone protect the log, approvals and rulesets; public/docs/operate.md says how to give the server a role of its own'
const UNTRIGGERED =
  'triggers that protect the log, approvals and rulesets are missing or disabled in the database; start once with DATABASE_OWNER_URL set, which makes them again'

export interface DatabasePlace extends DatabaseAddresses {
  /** Null for an external database. */
  readonly directory: string | null
}

export interface OpenDatabase {
  readonly store: Store
  /** Address of the database, which the bus inside it also uses. */
  readonly url: string
  /** Null if storage works, otherwise the reason, in words for any reader. */
  readonly storage: () => Promise<string | null>
}

/** For a process that has the database to itself. */
export const STORE_CONNECTIONS = 10

export async function openDatabase(context: StoreContext): Promise<OpenDatabase> {
  const place = await startDatabase(context)
  const opened = await openStoreAt(context, place, STORE_CONNECTIONS)
  watchDatabase(context, place, opened.store)
  return opened
}

/** Uses the configured database, or starts the embedded one. */
export async function startDatabase({ settings, log, closers }: StoreContext): Promise<DatabasePlace> {
  const { databaseUrl, databaseOwnerUrl } = settings
  if (databaseUrl !== null) return { url: databaseUrl, ownerUrl: databaseOwnerUrl, directory: null }
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
  closers.push(() => embedded.stop())
  const { url, ownerUrl, directory } = embedded
  return { url, ownerUrl, directory }
}

export async function openStoreAt(
  { settings, log, closers }: StoreContext,
  { url, ownerUrl, directory }: DatabasePlace,
  connections: number,
): Promise<OpenDatabase> {
  const store = await openStore({ url, ownerUrl, log, connections })
  closers.push(() => store.close())
  const space = async () => (directory === null ? null : lowSpace(directory, settings.diskMinFreeMb))
  return { store, url, storage: async () => (await space()) ?? (await store.pingStorage()) }
}

/** Warns and sweeps for all processes of this machine. */
export function watchDatabase(
  { settings, log, closers }: StoreContext,
  { directory }: DatabasePlace,
  store: Store,
): void {
  if (!store.protection.grants) log.warn(UNGRANTED)
  if (!store.protection.triggers) log.warn(UNTRIGGERED)
  if (directory !== null) watchFreeSpace({ directory, minimumMb: settings.diskMinFreeMb, log, closers })
  const sweep = setInterval(() => {
    const now = new Date()
    const expiredBefore = new Date(now.getTime() - SWEEP_GRACE_MS)
    Promise.all([
      store.sweepExpired({ expiredBefore, issuedBefore: expiredBefore }),
      store.sweepProposals(earliestCountedProposal(now)),
      store.sweepAuthorizationRecords(now),
      store.sweepCeremonies(now),
      store.sweepLinks(expiredBefore),
      store.sweepCountedCalls(new Date(now.getTime() - COUNTED_FOR_MS)),
      store.sweepCalls(new Date(now.getTime() - KEY_LIFETIME_MS)),
      store.sweepSessions(new Date(now.getTime() - SESSION_LIFE_MS - SESSION_GRACE_MS)),
      store.sweepPasswordTries(new Date(now.getTime() - PASSWORD_TRIES_LIFE_MS), MAX_PASSWORD_TRIES),
      store.sweepSecurityEvents(new Date(now.getTime() - SECURITY_EVENT_LIFE_MS), MAX_SECURITY_EVENTS),
      store.expireChanges(now),
      store.sweepDecisions(now),
      store.sweepFrames(new Date(now.getTime() - settings.platform.retentionMs)),
    ]).catch((error: unknown) => log.warn({ err: error }, 'expired data was not swept; it is tried again'))
  }, SWEEP_EVERY_MS)
  closers.push(() => clearInterval(sweep))
}

const WATCH_EVERY_MS = 60_000
/** Warns when free space falls below this many times the minimum. */
const WARN_AT_TIMES_MINIMUM = 4
const BYTES_PER_MB = 1024 * 1024

interface FreeSpaceOptions {
  readonly directory: string
  readonly minimumMb: number
  readonly log: Logger
  readonly closers: Closers
}

/** Warns once each time free space falls below {@link WARN_AT_TIMES_MINIMUM} times the minimum. */
function watchFreeSpace({ directory, minimumMb, log, closers }: FreeSpaceOptions): void {
  let warned = false
  const look = async () => {
    const freeMb = await freeMegabytes(directory)
    const low = freeMb < WARN_AT_TIMES_MINIMUM * minimumMb
    if (low && !warned)
      log.warn({ alarm: 'free_space', freeMb, minimumMb }, `only ${freeMb} MB are free for the data in ${directory}`)
    warned = low
  }
  const failed = (error: unknown) => log.warn({ err: error, directory }, 'the free space cannot be read')
  const timer = setInterval(() => void look().catch(failed), WATCH_EVERY_MS)
  closers.push(() => clearInterval(timer))
  void look().catch(failed)
}

/** Null, or a sentence for the operator. */
async function lowSpace(directory: string, minimumMb: number): Promise<string | null> {
  const freeMb = await freeMegabytes(directory).catch(() => null)
  if (freeMb === null) return 'the free space of the data directory cannot be read'
  return freeMb >= minimumMb
    ? null
    : `only ${freeMb} MB are free for the database, and ${minimumMb} MB must be (DISK_MIN_FREE_MB): free space on that disk`
}

async function freeMegabytes(directory: string): Promise<number> {
  // Without the blocks that are reserved for root.
  const { bavail, bsize } = await statfs(directory)
  return Math.floor((bavail * bsize) / BYTES_PER_MB)
}
