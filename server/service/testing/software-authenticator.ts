/**
 * An authenticator in memory: answers as a browser and its authenticator would, or wrongly where a test says so.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { AddingAnswer, AddingQuestion } from '../people/add-passkey'
import type { PasskeyAssertion } from '../people/passkey-proof'

/** What is told otherwise than it is. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  /** That nobody was verified. */
  readonly unverified?: true
  readonly counter?: number
  readonly userHandle?: string
  readonly key?: KeyObject
}

const USER_PRESENT = 0b0000_0001
const USER_VERIFIED = 0b0000_0100
const HOLDS_KEY = 0b0100_0000

export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private userHandle = ''
  private counter = 0

  constructor(private readonly publicUrl = 'https://rules.example.org') {}

  register({ options }: Pick<AddingQuestion, 'options'>, lies: Lies = {}): AddingAnswer['registration'] {
    this.userHandle = options.user.id
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
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
        signature: sign('sha256', signed, lies.key ?? this.keys.privateKey).toString('base64url'),
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
