/**
 * The vault as the authorisation server's library asks for it.
 *
 * Promises: a code or a refresh token that is presented twice ends every token of its grant, also when the two arrive at
 * the same moment at two processes. What the database cannot hold is the client's mistake; a database that is away is
 * told as such.
 */
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import type { AuthorizationVault } from '../../services/access/authorization-vault'
import { toldAsOAuth } from './away'

/** What ends with a grant. */
const OF_GRANT = ['AccessToken', 'RefreshToken', 'AuthorizationCode'] as const

export function recordAdapter(vault: AuthorizationVault): AdapterFactory {
  const endGrant = async (grantId: string) => {
    await vault.remove('Grant', grantId)
    await Promise.all(OF_GRANT.map((kind) => vault.removeOfGrant(kind, grantId)))
  }

  return (kind): Adapter => ({
    upsert: (id, payload, expiresIn) => {
      demandWellFormed(payload)
      return toldAsOAuth(() => vault.keep(kind, id, { ...payload }, expiresIn))
    },
    find: (id) => toldAsOAuth(async () => (await vault.find(kind, id)) as AdapterPayload | undefined),
    consume: (id) =>
      toldAsOAuth(async () => {
        if (await vault.consume(kind, id)) return
        const used = await vault.find(kind, id)
        if (typeof used?.grantId === 'string') await endGrant(used.grantId)
        throw new errors.InvalidGrant('it was used before')
      }),
    destroy: (id) => toldAsOAuth(() => vault.remove(kind, id)),
    revokeByGrantId: (grantId) => toldAsOAuth(() => vault.removeOfGrant(kind, grantId)),
    // Neither sessions nor devices are kept.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  })
}

function demandWellFormed(payload: AdapterPayload): void {
  JSON.stringify(payload, (_, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new errors.InvalidRequest('a text holds a NUL character or half of a character')
    return value
  })
}
