/**
 * Opens what the service of a process stands on: the data directory, the database, the secrets, the bus.
 *
 * Promises: a missing setting is refused before anything is opened; a key or a secret that the deployment had before is
 * never replaced by a new one; what it opens it gives to the closers.
 */
import { randomBytes } from 'node:crypto'
import { demandAuthSecret, findAuthSecret } from '../database/access/auth-secret'
import { prepareDataDirectory } from '../database/client/data-directory'
import { findSigningKeys } from '../database/signing/signing-key-files'
import { publishedPurposes } from '../database/signing/signing-keys'
import { openDatabaseBus } from '../messaging/database-bus'
import { openNatsBus } from '../messaging/nats-bus'
import { openDatabase } from './open-database'
import type { StartContext } from './start-context'
import type { ServiceResources } from './start-service'

export interface OpenResources extends ServiceResources {
  /** Address of the database. */
  readonly databaseUrl: string
}

/** Throws StartRefusal, with a message for the operator. */
export async function openResources(context: StartContext): Promise<OpenResources> {
  const { settings } = context
  demandAuthSecret(settings)
  prepareDataDirectory(settings.dataDir)
  const { store, url: databaseUrl, storage } = await openDatabase(context)
  const published = await publishedPurposes(store)
  const authSecret = findAuthSecret({ ...settings, randomBytes }, published.size > 0)
  const keys = findSigningKeys(settings, published)
  const buses = await openBus(context, databaseUrl)
  return { authSecret, keys, store, ...buses, storage, databaseUrl }
}

/**
 * Opens the bus: inside the database, or on the NATS servers that are configured; the lanes are in the database always.
 *
 * Promises: no rule stands here.
 */
export async function openBus(
  { settings, log, closers }: StartContext,
  databaseUrl: string,
): Promise<Pick<ServiceResources, 'bus' | 'openLanes'>> {
  const { busUrl, platform } = settings
  const openInDatabase = () => {
    const bus = openDatabaseBus({ url: databaseUrl, log, ...(busUrl !== null && { connections: LANE_CONNECTIONS }) })
    closers.push(() => bus.close())
    return bus
  }
  if (busUrl === null) {
    const bus = openInDatabase()
    return { bus, openLanes: () => bus.lanes }
  }
  const bus = openNatsBus({ url: busUrl, log, retentionMs: platform.retentionMs })
  closers.push(() => bus.close())
  return { bus, openLanes: () => openInDatabase().lanes }
}

/** Beside the one on which it listens. */
const LANE_CONNECTIONS = 2
