/** An authenticator in memory that answers like a browser, or wrongly if a test says so. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { AddingAnswer, AddingQuestion } from '../accounts/passkeys/add-passkey'
import type { PasskeyAssertion } from '../accounts/passkeys/passkey-proof'

/** Members that a test falsifies. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  /** The authenticator verified no person. */
  readonly unverified?: true
  readonly counter?: number
  readonly userHandle?: string
  readonly key?: KeyObject
}

const USER_PRESENT = 0b0000_0001
const USER_VERIFIED = 0b0000_0100
const HOLDS_KEY = 0b0100_0000
const STORED_COUNTER = 1_000

/** Lets a later run use the same authenticator. */
export interface StoredAuthenticator {
  /** base64url. */
  readonly id: string
  /** PKCS #8 in PEM. */
  readonly privateKey: string
  readonly userHandle: string
}

export class SoftwareAuthenticator {
  readonly id: Buffer
  private readonly privateKey: KeyObject
  private userHandle: string
  private counter: number

  /** @param stored null for a new one */
  constructor(
    private readonly publicUrl = 'https://rules.example.org',
    stored: StoredAuthenticator | null = null,
  ) {
    this.id = stored === null ? randomBytes(32) : Buffer.from(stored.id, 'base64url')
    this.privateKey =
      stored === null
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : createPrivateKey(stored.privateKey)
    this.userHandle = stored?.userHandle ?? ''
    // Above every counter of the earlier run.
    this.counter = stored === null ? 0 : STORED_COUNTER
  }

  stored(): StoredAuthenticator {
    const privateKey = this.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { id: this.id.toString('base64url'), privateKey, userHandle: this.userHandle }
  }

  register({ options }: Pick<AddingQuestion, 'options'>, lies: Lies = {}): AddingAnswer['registration'] {
    this.userHandle = options.user.id
    const { x, y } = createPublicKey(this.privateKey).export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x!)],
      [-3, bytesOf(y!)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const held = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)])
    const authData = new Uint8Array(Buffer.concat([this.state(HOLDS_KEY, lies), held]))
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ])
    const id = this.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  answer({ challenge }: { readonly challenge: string }, lies: Lies = {}): PasskeyAssertion {
    this.counter++
    const clientData = this.clientData('webauthn.get', challenge, lies)
    const authenticatorData = this.state(0, lies)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    const id = this.id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: sign('sha256', signed, lies.key ?? this.privateKey).toString('base64url'),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    }
  }

  private state(flags: number, { rpId, unverified, counter = this.counter }: Lies): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(USER_PRESENT | (unverified ? 0 : USER_VERIFIED) | flags)
    rest.writeUInt32BE(counter, 1)
    const site = rpId ?? new URL(this.publicUrl).hostname
    return Buffer.concat([createHash('sha256').update(site).digest(), rest])
  }

  private clientData(type: string, challenge: string, { origin = this.publicUrl }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

function bytesOf(base64url: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
