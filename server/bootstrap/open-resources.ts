/** Opens data directory, database, secrets and bus. Existing keys and secrets are never replaced. */
import { randomBytes } from 'node:crypto'
import { partOf } from '../config/processes'
import { demandAuthSecret, findAuthSecret } from '../database/access/auth-secret'
import { prepareDataDirectory } from '../database/client/data-directory'
import { findSigningKeys } from '../database/signing/signing-key-files'
import { publishedPurposes } from '../database/signing/signing-keys'
import type { Store } from '../database/store'
import { openDatabaseBus } from '../messaging/database-bus'
import { openNatsBus } from '../messaging/nats-bus'
import { KeyRing } from '../services/audit/key-ring'
import {
  type DatabasePlace,
  type OpenDatabase,
  openDatabase,
  openStoreAt,
  STORE_CONNECTIONS,
  type StoreContext,
  startDatabase,
  watchDatabase,
} from './open-database'
import type { ServingOrder } from './serving-order'
import type { ServiceResources } from './start-service'

/** For a process that has the database to itself. */
const BUS_CONNECTIONS = 4
/** With fewer connections, one slow call delays others. */
const FEWEST_STORE_CONNECTIONS = 4
const FEWEST_BUS_CONNECTIONS = 2
/** For sweeps and the link to the first account. */
const PRIMARY_CONNECTIONS = 3

export interface OpenResources extends ServiceResources {
  readonly databaseUrl: string
}

/** Opens everything for the only process. @throws StartRefusal for the operator */
export async function openResources(context: StoreContext): Promise<OpenResources> {
  demandAuthSecret(context.settings)
  prepareDataDirectory(context.settings.dataDir)
  const opened = await openDatabase(context)
  return joinResources(context, opened, BUS_CONNECTIONS)
}

/** Opens the resources of one of several serving processes. @throws StartRefusal */
export async function openShare(
  context: StoreContext,
  { place, index, processes }: ServingOrder,
): Promise<ServiceResources> {
  const part = (total: number, fewest: number) => Math.max(fewest, partOf(total, index, processes))
  const opened = await openStoreAt(context, place, part(STORE_CONNECTIONS, FEWEST_STORE_CONNECTIONS))
  return joinResources(context, opened, part(BUS_CONNECTIONS, FEWEST_BUS_CONNECTIONS))
}

/** Prepares data directory, database and keys for the serving processes. @throws StartRefusal for the operator */
export async function openForOthers(context: StoreContext): Promise<{ place: DatabasePlace; store: Store }> {
  const { settings } = context
  demandAuthSecret(settings)
  prepareDataDirectory(settings.dataDir)
  const place = await startDatabase(context)
  const { store } = await openStoreAt(context, place, PRIMARY_CONNECTIONS)
  watchDatabase(context, place, store)
  const { keys } = await findSecrets(context, store)
  // Publishes keys before anything is signed; a retired key stops the start.
  if (settings.role !== 'evaluator') await new KeyRing(store, keys, () => new Date()).published()
  return { place, store }
}

async function joinResources(
  context: StoreContext,
  { store, url, storage }: OpenDatabase,
  busConnections: number,
): Promise<OpenResources> {
  const secrets = await findSecrets(context, store)
  const buses = openBus(context, url, busConnections)
  return { ...secrets, store, ...buses, storage, databaseUrl: url }
}

async function findSecrets({ settings }: StoreContext, store: Store) {
  const published = await publishedPurposes(store)
  const authSecret = findAuthSecret({ ...settings, randomBytes }, published.size > 0)
  return { authSecret, keys: findSigningKeys(settings, published) }
}

/** The lanes are always in the database. */
function openBus(
  { settings, log, closers }: StoreContext,
  databaseUrl: string,
  connections: number,
): Pick<ServiceResources, 'bus' | 'openLanes'> {
  const { busUrl, platform } = settings
  const openInDatabase = () => {
    const most = busUrl === null ? connections : LANE_CONNECTIONS
    const bus = openDatabaseBus({ url: databaseUrl, log, connections: most })
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

/** Connections of a lane besides the listening one. */
const LANE_CONNECTIONS = 2
