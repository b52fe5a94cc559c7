import type { DatabaseAddresses } from '../client/database'
import { StartRefusal } from '../client/storage-fault'
import { identifyRole, withConnection } from './identify-role'

export interface DatabaseOwner {
  readonly ownerUrl: string
  /** Null if the server's role owns the tables. */
  readonly serverRole: string | null
}

/**
 * @returns only the server's role, if the owner is unknown and that role owns nothing
 * @throws StartRefusal, or the driver's error
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

/** @throws StartRefusal */
export async function demandOwner(addresses: DatabaseAddresses): Promise<DatabaseOwner> {
  const owner = await findOwner(addresses)
  if (owner.ownerUrl !== null) return owner
  throw new StartRefusal(
    `The role ${owner.serverRole} of DATABASE_URL does not own the tables. Set DATABASE_OWNER_URL to the address of the role that owns them, for this command. Nothing was changed.`,
  )
}
