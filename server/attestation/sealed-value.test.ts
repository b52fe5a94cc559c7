import { describe, expect, it } from 'vitest'
import { digestMember, sealedDigest } from './sealed-value'

const salt = new Uint8Array(16).fill(7)
const place = { index: '3', field: 'message' }

describe('a sealed value', () => {
  it('has a digest of 64 hexadecimal characters that stands under its own name', () => {
    expect(sealedDigest(salt, place, 'text')).toMatch(/^[0-9a-f]{64}$/)
    expect(digestMember('message')).toBe('message_digest')
  })

  it('has another digest for another salt, place, field or value', () => {
    const digests = [
      sealedDigest(salt, place, 'text'),
      sealedDigest(new Uint8Array(16).fill(8), place, 'text'),
      sealedDigest(salt, { ...place, index: '4' }, 'text'),
      sealedDigest(salt, { ...place, field: 'name' }, 'text'),
      sealedDigest(salt, place, 'texts'),
      sealedDigest(salt, place, null),
      sealedDigest(salt, place, ['text']),
    ]
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('does not depend on the order of members', () => {
    expect(sealedDigest(salt, place, { a: 1, b: 2 })).toBe(sealedDigest(salt, place, { b: 2, a: 1 }))
  })
})
