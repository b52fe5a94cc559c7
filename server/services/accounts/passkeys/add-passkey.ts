/** A passkey is resident and verifies the user, so it signs in without a password. */
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { Refusal } from '../../../api/refusal'
import type { PasskeyVerbs } from '../../../database/accounts/passkeys'
import { type CallingPerson, personLabel } from '../../calls/caller'
import { nameFailures, readName, refuseFailures } from '../account-details'
import {
  beginChallenge,
  type ChallengeDependencies,
  challengeClosed,
  demandUsableAddress,
  openChallenge,
} from './passkey-challenge'
import { userHandleOf } from './verify-passkey'

/** Ed25519, P-256 and RSA with SHA-256: authenticators use them, and OpenSSL verifies them. */
const ALGORITHMS = [-8, -7, -257]
/** Per person. */
export const MAX_PASSKEYS = 20

export interface AddPasskeyDependencies extends ChallengeDependencies {
  readonly store: ChallengeDependencies['store'] & Pick<PasskeyVerbs, 'addPasskey' | 'listPasskeys'>
  readonly publicUrl: string
}

/** The needed members of `startRegistration` of @simplewebauthn/browser. */
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
  /** `optionsJSON` of `startRegistration`. */
  readonly options: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>
}

export interface AddingAnswer {
  readonly ceremonyId: string
  readonly label: string
  readonly registration: PasskeyRegistration
}

/** @throws Refusal BAD_REQUEST if the address allows no passkeys or there are too many */
export async function beginAddingPasskey(
  dependencies: AddPasskeyDependencies,
  person: CallingPerson,
): Promise<AddingQuestion> {
  const { store, publicUrl } = dependencies
  demandUsableAddress(publicUrl)
  const existing = await store.listPasskeys(person.id)
  if (existing.length >= MAX_PASSKEYS)
    throw new Refusal('BAD_REQUEST', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  const { ceremonyId, bytes } = await beginChallenge(dependencies, 'add_passkey', person.id)
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

/**
 * @returns the passkey's id
 * @throws Refusal BAD_REQUEST
 */
export async function endAddingPasskey(
  dependencies: AddPasskeyDependencies,
  person: CallingPerson,
  { ceremonyId, label: given, registration }: AddingAnswer,
): Promise<string> {
  const label = readLabel(given)
  const challenge = await openChallenge(dependencies, ceremonyId, 'add_passkey', person.id)
  const credential = await verifyRegistration(registration, challenge, new URL(dependencies.publicUrl))
  if (credential === null)
    throw new Refusal('BAD_REQUEST', 'What the authenticator answered does not fit the question. Begin again.')
  const outcome = await dependencies.store.addPasskey({
    id: credential.id,
    personId: person.id,
    publicKey: credential.publicKey,
    counter: BigInt(credential.counter),
    transports: registration.response.transports ?? [],
    label,
    ceremonyId,
    at: dependencies.now(),
    actor: personLabel(person),
  })
  if (outcome === 'ended') throw challengeClosed()
  if (outcome === 'known') throw new Refusal('BAD_REQUEST', 'This passkey is registered here already.')
  return credential.id
}

export function readLabel(given: string): string {
  const label = readName(given)
  refuseFailures(nameFailures('label', label, 'a name for the passkey, such as the device it is on'))
  return label
}

type VerifiedCredential = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

async function verifyRegistration(
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
    // The library throws for an invalid response.
    return null
  }
}
