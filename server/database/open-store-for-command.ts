/**
 * Opens the server's store for a command, with the same settings. Closing it leaves the server running or stopped as
 * before.
 */

import type { StoreLog } from './client/database'
import { visitEmbeddedPostgres } from './embedded/visit-embedded-postgres'
import { openStore, type Store } from './store'

/** @throws StartRefusal */
export async function openStoreForCommand(settings: {
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  readonly databaseOwnerUrl?: string | null
  readonly dataDir: string
  readonly log: StoreLog
}): Promise<Store> {
  const { databaseUrl, databaseOwnerUrl = null, dataDir, log } = settings
  const visit = databaseUrl === null ? await visitEmbeddedPostgres({ dataDir, log }) : null
  try {
    const addresses = visit ?? { url: databaseUrl!, ownerUrl: databaseOwnerUrl }
    const { url, ownerUrl } = addresses
    const store = await openStore({ url, ownerUrl, log, connections: 2, startRetryForMs: 10_000 })
    return {
      ...store,
      close: async () => {
        await store.close()
        await visit?.leave()
      },
    }
  } catch (error) {
    await visit?.leave()
    throw error
  }
}
