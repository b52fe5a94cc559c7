/**
 * A database that is away, as OAuth tells it: the same request may be sent again.
 */
import { errors } from 'oidc-provider'
import { Refusal } from '../../api/refusal'

/** Runs a call of the service; its refusals become OAuth errors of the same status. */
export async function toldAsOAuth<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const away = new errors.TemporarilyUnavailable(error.message)
    throw Object.assign(away, { status: error.status, statusCode: error.status })
  }
}
