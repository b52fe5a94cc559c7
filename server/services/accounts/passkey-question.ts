/**
 * What passkeys are asked at this deployment's address.
 */
import { isIP } from 'node:net'
import { Refusal } from '../../api/refusal'
import type { Passkey } from '../../database/accounts/passkeys'
import { CHALLENGE_LIFE } from './passkey-challenge'
import type { PasskeyQuestion } from './passkey-proof'

/** @param passkeys that may answer; none for any of this deployment */
export function question(publicUrl: string, challenge: string, passkeys: readonly Passkey[]): PasskeyQuestion {
  return {
    challenge,
    timeout: CHALLENGE_LIFE,
    rpId: new URL(publicUrl).hostname,
    allowCredentials: passkeys.map(({ id }) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  }
}

/** Why no browser uses passkeys at this address, in words for people; null where they do. */
export function addressProblem(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  // The brackets of IPv6.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys need a name, and this deployment is reached by the number ${hostname}. The operator sets PUBLIC_URL.`
  if (protocol !== 'https:' && hostname !== 'localhost' && !hostname.endsWith('.localhost'))
    return 'Passkeys need HTTPS, and this deployment is reached without. The operator sets PUBLIC_URL.'
  return null
}

/** @throws Refusal BAD_REQUEST */
export function demandUsableAddress(publicUrl: string): void {
  const problem = addressProblem(publicUrl)
  if (problem !== null) throw new Refusal('BAD_REQUEST', problem)
}
