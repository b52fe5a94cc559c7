/**
 * Adding a passkey to one's own account.
 *
 * Promises: begun only by somebody who just proved anew who they are; the key is one that the authenticator keeps itself
 * and gives out to nobody without verifying the person, so that it signs in alone. What kind of authenticator it is, is
 * not asked.
 */
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { Refusal } from '../../api/refusal'
import type { PasskeyVerbs } from '../../database/accounts/passkeys'
import { type CallingPerson, personLabel } from '../access/caller'
import { nameFailures, readName, refuseFailures } from './account-details'
import { beginChallenge, type ChallengeParts, challengeOver, openChallenge } from './passkey-challenge'
import { demandUsableAddress } from './passkey-question'
import { userHandleOf } from './verify-passkey'

/** Ed25519, P-256 and RSA with SHA-256: what authenticators have, and what OpenSSL verifies. */
const ALGORITHMS = [-8, -7, -257]
const MAX_PASSKEYS = 20

export interface AddParts extends ChallengeParts {
  readonly store: ChallengeParts['store'] & Pick<PasskeyVerbs, 'addPasskey' | 'listPasskeys'>
  readonly publicUrl: string
}

/** What `startRegistration` of @simplewebauthn/browser answers, its needed members. */
export interface PasskeyRegistration {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: string[] | undefined
  }
}

export interface AddingQuestion {
  readonly ceremonyId: string
  /** What `startRegistration` takes as `optionsJSON`. */
  readonly options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>
}

export interface AddingAnswer {
  readonly ceremonyId: string
  readonly label: string
  readonly registration: PasskeyRegistration
}

export async function beginAddingPasskey(parts: AddParts, person: CallingPerson): Promise<AddingQuestion> {
  const { store, publicUrl } = parts
  demandUsableAddress(publicUrl)
  const existing = await store.listPasskeys(person.id)
  if (existing.length >= MAX_PASSKEYS)
    throw new Refusal('BAD_REQUEST', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  const { ceremonyId, bytes } = await beginChallenge(parts, 'add_passkey', person.id)
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: 'Touchstone',
    rpID: new URL(publicUrl).hostname,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(userHandleOf(person.id), 'base64url')),
    challenge: bytes,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { ceremonyId, options }
}

/** @returns the id of the passkey */
export async function endAddingPasskey(
  parts: AddParts,
  person: CallingPerson,
  { ceremonyId, label: given, registration }: AddingAnswer,
): Promise<string> {
  const label = readLabel(given)
  const challenge = await openChallenge(parts, ceremonyId, 'add_passkey', person.id)
  const credential = await verified(registration, challenge, new URL(parts.publicUrl))
  if (credential === null)
    throw new Refusal('BAD_REQUEST', 'What the authenticator answered does not fit the question. Begin again.')
  const outcome = await parts.store.addPasskey({
    id: credential.id,
    personId: person.id,
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    transports: registration.response.transports ?? [],
    label,
    ceremonyId,
    at: parts.now(),
    actor: personLabel(person),
  })
  if (outcome === 'over') throw challengeOver()
  if (outcome === 'known') throw new Refusal('BAD_REQUEST', 'This passkey is registered here already.')
  return credential.id
}

/** @throws Refusal BAD_REQUEST */
export function readLabel(given: string): string {
  const label = readName(given)
  refuseFailures(nameFailures('label', label, 'a name for the passkey, such as the device it is on'))
  return label
}

type VerifiedCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

async function verified(
  registration: PasskeyRegistration,
  expectedChallenge: string,
  { origin, hostname }: URL,
): Promise<VerifiedCredential | null> {
  const { clientDataJSON, attestationObject } = registration.response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    // The library tells by throwing what does not fit.
    return null
  }
}
