/** The caller that ends a challenge's ceremony ensures single use. */
import { isIP } from 'node:net'
import { Refusal } from '../../../api/refusal'
import type { CeremonyVerbs, NewCeremony } from '../../../database/accounts/ceremonies'
import type { Passkey } from '../../../database/accounts/passkeys'
import type { PasskeyQuestion } from './passkey-proof'

export const CHALLENGE_LIFE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

export interface ChallengeDependencies {
  readonly store: Pick<CeremonyVerbs, 'beginCeremony' | 'findCeremony'>
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export interface Challenge {
  readonly ceremonyId: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export async function beginChallenge(
  { store, now, newId, randomBytes }: ChallengeDependencies,
  purpose: NewCeremony['purpose'],
  personId: string | null,
): Promise<Challenge> {
  const challenge = { ceremonyId: newId(), bytes: new Uint8Array(randomBytes(CHALLENGE_BYTES)) }
  const expiresAt = new Date(now().getTime() + CHALLENGE_LIFE_MS)
  await store.beginCeremony({ id: challenge.ceremonyId, purpose, personId, payload: challenge.bytes, expiresAt })
  return challenge
}

/** @returns base64url @throws Refusal BAD_REQUEST */
export async function openChallenge(
  { store, now }: Pick<ChallengeDependencies, 'store' | 'now'>,
  ceremonyId: string,
  purpose: NewCeremony['purpose'],
  personId: string | null,
): Promise<string> {
  const ceremony = await store.findCeremony(ceremonyId)
  const open =
    ceremony?.purpose === purpose &&
    ceremony.personId === personId &&
    ceremony.usedAt === null &&
    ceremony.expiresAt > now()
  if (!open) throw challengeClosed()
  return Buffer.from(ceremony.payload).toString('base64url')
}

export function challengeClosed(): Refusal {
  return new Refusal('BAD_REQUEST', 'This took longer than five minutes, or was answered before. Begin again.')
}

/** @param passkeys empty for any passkey of this deployment */
export function createPasskeyQuestion(
  publicUrl: string,
  challenge: string,
  passkeys: readonly Passkey[],
): PasskeyQuestion {
  return {
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    rpId: new URL(publicUrl).hostname,
    allowCredentials: passkeys.map(({ id }) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  }
}

/** Explains why browsers use no passkeys at this address; null if they do. */
export function findAddressProblem(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys need a name, and this deployment is reached by the number ${hostname}. The operator sets PUBLIC_URL.`
  if (protocol !== 'https:' && hostname !== 'localhost' && !hostname.endsWith('.localhost'))
    return 'Passkeys need HTTPS, and this deployment is reached without. The operator sets PUBLIC_URL.'
  return null
}

export function demandUsableAddress(publicUrl: string): void {
  const problem = findAddressProblem(publicUrl)
  if (problem !== null) throw new Refusal('BAD_REQUEST', problem)
}
