/**
 * Opens the store, on our own PostgreSQL or on the one that is configured, and sweeps it.
 *
 * Promises: what expired is removed every hour, and what could not be is tried again.
 */

import type { DatabaseAddresses } from '../database/client/database-addresses'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres'
import { openStore, type Store } from '../database/store'
import { MAX_SECURITY_EVENTS, SECURITY_EVENTS_STORED } from '../services/accounts/security-log'
import { SESSION_LIFE } from '../services/accounts/session'
import { proposalsSince } from '../services/rulesets/promotion'
import type { ProcessParts } from './process-parts'
import { watchFreeSpace } from './watch-free-space'

const SWEEP_EVERY = 3_600_000
/** How long what expired is kept: what an evaluation credential stored, and links, whose late visitor is told so. */
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

export async function openDatabase({ settings, log, closers }: ProcessParts): Promise<OpenDatabase> {
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
