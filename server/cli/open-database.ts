/**
 * The database of a deployment, for a command: the one its settings name, whether or not a server runs on it.
 */
import type { DatabaseAddresses } from '../database/client/database-addresses'
import type { StoreLog } from '../database/client/log'
import { visitEmbeddedPostgres } from '../database/embedded/visit-embedded-postgres'

export interface OpenedDatabase extends DatabaseAddresses {
  /** Whether a server is known to run on it. One on an outside database cannot be known. */
  readonly serverRuns: boolean
  /** Stops what was started for the command. */
  close(): Promise<void>
}

/** Throws StartRefusal, with a message for the operator. */
export async function openDatabase(
  settings: {
    /** Null: the embedded PostgreSQL in `dataDir`. */
    readonly databaseUrl: string | null
    readonly databaseOwnerUrl: string | null
    readonly dataDir: string
  },
  /** `make`: whether an embedded database is made where there is none. */
  { make, log }: { readonly make: boolean; readonly log: StoreLog },
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  if (databaseUrl !== null)
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl, serverRuns: false, close: async () => {} }
  const { url, ownerUrl, serverRuns, leave } = await visitEmbeddedPostgres({ dataDir, log, make })
  return { url, ownerUrl, serverRuns, close: leave }
}
