/**
 * A code or refresh token that is used twice ends its grant's tokens, even at two processes at once. Text that the
 * database cannot store is the client's error.
 */
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { Refusal } from '../../api/refusal'
import type { AuthorizationVault } from '../../services/access/authorization-vault'

const OF_GRANT = ['AccessToken', 'RefreshToken', 'AuthorizationCode'] as const

export function recordAdapter(vault: AuthorizationVault): AdapterFactory {
  const endGrant = async (grantId: string) => {
    await vault.remove('Grant', grantId)
    await Promise.all(OF_GRANT.map((kind) => vault.removeOfGrant(kind, grantId)))
  }

  return (kind): Adapter => ({
    upsert: (id, payload, expiresIn) => {
      demandWellFormed(payload)
      return refusalsAsOAuth(() => vault.put(kind, id, { ...payload }, expiresIn))
    },
    find: (id) => refusalsAsOAuth(async () => (await vault.find(kind, id)) as AdapterPayload | undefined),
    consume: (id) =>
      refusalsAsOAuth(async () => {
        if (await vault.consume(kind, id)) return
        const used = await vault.find(kind, id)
        if (typeof used?.grantId === 'string') await endGrant(used.grantId)
        throw new errors.InvalidGrant('it was used before')
      }),
    destroy: (id) => refusalsAsOAuth(() => vault.remove(kind, id)),
    revokeByGrantId: (grantId) => refusalsAsOAuth(() => vault.removeOfGrant(kind, grantId)),
    // Neither sessions nor devices are stored.
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

export async function refusalsAsOAuth<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const unavailable = new errors.TemporarilyUnavailable(error.message)
    throw Object.assign(unavailable, { status: error.status, statusCode: error.status })
  }
}
