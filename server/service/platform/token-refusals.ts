/** What is said of tokens and secrets that open nothing. */
import { Refusal } from '../../contract/refusal'

export function tokenRefused(message: string): Refusal {
  return new Refusal('CREDENTIAL_INVALID', message)
}

export function tokenExpired(at: Date): Refusal {
  return tokenRefused(`This access token expired on ${at.toISOString()}. Get a new one where this one came from.`)
}

/** Says nothing of which part it was. */
export function tokenUnknown(): Refusal {
  return tokenRefused('This access token is unknown here: it is no token of this deployment, or it was changed.')
}

/** The same for an unknown username and for a secret that is not the account's. */
export function secretRefused(): Refusal {
  return tokenRefused('The username or the secret is wrong.')
}
