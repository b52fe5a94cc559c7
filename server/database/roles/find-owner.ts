/**
 * As whom a database is migrated and restored, and as whom the server then works on it.
 */
import type { DatabaseAddresses } from '../client/database-addresses'
import { StartRefusal } from '../client/start-refusal'
import { identifyRole, withConnection } from './identify-role'

export interface DatabaseOwner {
  readonly ownerUrl: string
  /** Whom the owner grants what the server needs; null where the server's role owns the tables itself. */
  readonly serverRole: string | null
}

/**
 * Throws StartRefusal where the owner's address is no owner's or leads to another database, and the driver's error where
 * a database cannot be reached.
 * @returns the server's role alone where the owner's address is not known and the server's role owns nothing
 */
export async function findOwner({
  url,
  ownerUrl,
}: DatabaseAddresses): Promise<DatabaseOwner | { readonly ownerUrl: null; readonly serverRole: string }> {
  const server = await withConnection(url, identifyRole)
  if (ownerUrl === null)
    return server.owns ? { ownerUrl: url, serverRole: null } : { ownerUrl: null, serverRole: server.role }
  const owner = await withConnection(ownerUrl, identifyRole)
  if (owner.database !== server.database)
    throw new StartRefusal('DATABASE_OWNER_URL and DATABASE_URL name different databases. Nothing was changed.')
  if (!owner.owns)
    throw new StartRefusal(
      `The role ${owner.role} of DATABASE_OWNER_URL neither owns the tables nor may make them. Set DATABASE_OWNER_URL to the address of the role that owns them.`,
    )
  return { ownerUrl, serverRole: server.owns ? null : server.role }
}

/** For what cannot be done without the owner. Throws StartRefusal where the owner is not known. */
export async function demandOwner(addresses: DatabaseAddresses): Promise<DatabaseOwner> {
  const owner = await findOwner(addresses)
  if (owner.ownerUrl !== null) return owner
  throw new StartRefusal(
    `The role ${owner.serverRole} of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL to the address of the role that owns them, for this command. Nothing was changed.`,
  )
}
