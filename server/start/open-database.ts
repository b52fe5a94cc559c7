/**
 * Opens the store, on our own PostgreSQL or on the one that is configured, and sweeps it.
 *
 * Promises: what expired is removed every hour, and what could not be is tried again.
 */
import { proposalsSince } from '../service/vocabulary/promotion'
import { startEmbeddedPostgres } from '../store/embedded/embedded-postgres'
import { openStore, type Store } from '../store/store'
import type { ProcessParts } from './process-parts'

const SWEEP_EVERY = 3_600_000
/** How long what expired is kept: what an evaluation credential stored, and links, whose late visitor is told so. */
const SWEEP_GRACE = 7 * 86_400_000

export interface OpenDatabase {
  readonly store: Store
  /** For the bus inside it. */
  readonly url: string
}

export async function openDatabase({ settings, log, closers }: ProcessParts): Promise<OpenDatabase> {
  let url = settings.databaseUrl
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
    closers.push(() => embedded.stop())
    url = embedded.url
  }
  const store = await openStore({ url, log })
  closers.push(() => store.close())
  const sweep = setInterval(() => {
    const now = new Date()
    const expiredBefore = new Date(now.getTime() - SWEEP_GRACE)
    Promise.all([
      store.sweepExpired({ expiredBefore, issuedBefore: expiredBefore }),
      store.sweepProposals(proposalsSince(now)),
      store.sweepAuthorizationRecords(now),
      store.sweepCeremonies(now),
      store.sweepLinks(expiredBefore),
      store.sweepFrames(new Date(now.getTime() - settings.platform.retentionMs)),
    ]).catch((error: unknown) => log.warn({ err: error }, 'expired data was not swept; it is tried again'))
  }, SWEEP_EVERY)
  closers.push(() => clearInterval(sweep))
  return { store, url }
}
