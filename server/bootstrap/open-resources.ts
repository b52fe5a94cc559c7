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
import { openBus } from './open-bus'
import { openDatabase } from './open-database'
import type { ProcessParts } from './process-parts'
import type { ServiceGround } from './start-service'

export interface OpenResources extends ServiceGround {
  /** Address of the database. */
  readonly databaseUrl: string
}

/** Throws StartRefusal, with a message for the operator. */
export async function openResources(parts: ProcessParts): Promise<OpenResources> {
  const { settings } = parts
  demandAuthSecret(settings)
  prepareDataDirectory(settings.dataDir)
  const { store, url: databaseUrl, storage } = await openDatabase(parts)
  const published = await publishedPurposes(store)
  const authSecret = findAuthSecret({ ...settings, randomBytes }, published.size > 0)
  const keys = findSigningKeys(settings, published)
  const bus = await openBus(parts, databaseUrl)
  return { authSecret, keys, store, bus, storage, databaseUrl }
}
