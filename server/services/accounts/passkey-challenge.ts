/**
 * Challenges to passkeys, kept between the question and the answer.
 *
 * Promises: a challenge is random, is answered for the purpose and the person it was made for, within
 * {@link CHALLENGE_LIFE}. Whoever ends its ceremony sees to it that it is used once.
 */
import { Refusal } from '../../api/refusal'
import type { CeremonyVerbs, NewCeremony } from '../../database/accounts/ceremonies'

export const CHALLENGE_LIFE = 5 * 60_000
const CHALLENGE_BYTES = 32

export interface ChallengeParts {
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
  { store, now, newId, randomBytes }: ChallengeParts,
  purpose: NewCeremony['purpose'],
  personId: string | null,
): Promise<Challenge> {
  const challenge = { ceremonyId: newId(), bytes: new Uint8Array(randomBytes(CHALLENGE_BYTES)) }
  const expiresAt = new Date(now().getTime() + CHALLENGE_LIFE)
  await store.beginCeremony({ id: challenge.ceremonyId, purpose, personId, payload: challenge.bytes, expiresAt })
  return challenge
}

/**
 * The challenge of a ceremony that is still open, base64url.
 * @throws Refusal BAD_REQUEST
 */
export async function openChallenge(
  { store, now }: Pick<ChallengeParts, 'store' | 'now'>,
  ceremonyId: string,
  purpose: NewCeremony['purpose'],
  personId: string | null,
): Promise<string> {
  const found = await store.findCeremony(ceremonyId)
  const open =
    found?.purpose === purpose && found.personId === personId && found.usedAt === null && found.expiresAt > now()
  if (!open) throw challengeOver()
  return Buffer.from(found.payload).toString('base64url')
}

export function challengeOver(): Refusal {
  return new Refusal('BAD_REQUEST', 'This took longer than five minutes, or was answered before. Begin again.')
}
