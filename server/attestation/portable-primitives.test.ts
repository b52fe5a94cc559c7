/** Browsers and the server use different cryptography, and both must answer alike. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../testing/repetitions'
import { primitives as node } from './node-primitives'
import { type PasskeyKey, primitives as portable } from './portable-primitives'

const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

interface Signer {
  readonly key: PasskeyKey
  sign(message: Uint8Array): Uint8Array
}

function signerOf(kind: PasskeyKey['kind']): Signer {
  const { privateKey, publicKey } = newPair(kind)
  const jwk = publicKey.export({ format: 'jwk' })
  const digest = kind === 'ed25519' ? null : 'sha256'
  return { key: keyOf(kind, jwk), sign: (message) => sign(digest, message, privateKey) }
}

function newPair(kind: PasskeyKey['kind']): { privateKey: KeyObject; publicKey: KeyObject } {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519')
  return kind === 'p256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function keyOf(kind: PasskeyKey['kind'], { x, y, n, e }: JsonWebKey): PasskeyKey {
  if (kind === 'ed25519') return { kind, publicKey: bytesOf(x) }
  return kind === 'p256' ? { kind, x: bytesOf(x), y: bytesOf(y) } : { kind, modulus: bytesOf(n), exponent: bytesOf(e) }
}

const KINDS = ['ed25519', 'p256', 'rsa'] as const
const signers = Object.fromEntries(KINDS.map((kind) => [kind, signerOf(kind)])) as Record<PasskeyKey['kind'], Signer>

function answers(key: PasskeyKey, message: Uint8Array, signature: Uint8Array): boolean {
  const [one, other] = [node, portable].map((each) => each.isPasskeySignature(key, message, signature))
  expect(one, `${key.kind}: node says ${one}`).toBe(other)
  return one!
}

function withBit(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  const at = Math.floor(bit / 8) % bytes.length
  changed[at]! ^= 1 << (bit % 8)
  return changed
}

it('computes the same digests', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(portable.sha256(bytes)).toString('hex')).toBe(Buffer.from(node.sha256(bytes)).toString('hex'))
    }),
  )
})

describe.each(KINDS)('a signature of %s', (kind) => {
  const { key, sign: signed } = signers[kind]

  it('holds for its message and its key, and for nothing else', { tags: ['repeated'] }, () => {
    const change = fc.record({
      message: fc.uint8Array({ minLength: 1, maxLength: 80 }),
      bit: fc.nat(4096),
      changed: fc.constantFrom('message', 'signature'),
    })
    fc.assert(
      fc.property(change, ({ message, bit, changed }) => {
        const signature = signed(message)
        expect(answers(key, message, signature)).toBe(true)
        const isMessage = changed === 'message'
        expect(
          answers(key, isMessage ? withBit(message, bit) : message, isMessage ? signature : withBit(signature, bit)),
        ).toBe(false)
      }),
      { numRuns: repetitions(20) },
    )
  })

  it('does not hold if it is cut, longer, empty or of another kind', () => {
    const message = Buffer.from('message')
    const signature = signed(message)
    const others = KINDS.filter((each) => each !== kind).map((each) => signers[each].sign(message))
    for (const wrong of [
      signature.subarray(1),
      signature.subarray(0, -1),
      Buffer.concat([signature, Buffer.of(0)]),
      Buffer.concat([Buffer.of(0), signature]),
      new Uint8Array(0),
      new Uint8Array(signature.length),
      randomBytes(signature.length),
      ...others,
    ])
      expect(answers(key, message, wrong)).toBe(false)
  })
})

it('refuses keys that are not keys', () => {
  const message = Buffer.from('message')
  const [zero, ones] = [new Uint8Array(32), new Uint8Array(32).fill(255)]
  const keys: PasskeyKey[] = [
    { kind: 'p256', x: zero, y: zero },
    { kind: 'p256', x: ones, y: ones },
    { kind: 'p256', x: zero.subarray(1), y: zero },
    { kind: 'ed25519', publicKey: ones },
    { kind: 'ed25519', publicKey: zero.subarray(1) },
    { kind: 'rsa', modulus: new Uint8Array(256), exponent: Uint8Array.of(1, 0, 1) },
    { kind: 'rsa', modulus: new Uint8Array(0), exponent: new Uint8Array(0) },
    { kind: 'rsa', modulus: Uint8Array.of(1), exponent: Uint8Array.of(3) },
  ]
  for (const key of keys)
    for (const size of [0, 64, 256]) expect(answers(key, message, new Uint8Array(size))).toBe(false)
})
