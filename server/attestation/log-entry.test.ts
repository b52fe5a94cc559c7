import { describe, expect, it } from 'vitest'
import { digestMember, sealedDigest } from './log-entry'

const salt = new Uint8Array(16).fill(7)
const sealedField = { index: '3', field: 'message' }

describe('a sealed value', () => {
  it('has a digest of 64 hexadecimal characters under its own member name', () => {
    expect(sealedDigest(salt, sealedField, 'text')).toMatch(/^[0-9a-f]{64}$/)
    expect(digestMember('message')).toBe('message_digest')
  })

  it('has another digest if the salt, place, field or value differs', () => {
    const digests = [
      sealedDigest(salt, sealedField, 'text'),
      sealedDigest(new Uint8Array(16).fill(8), sealedField, 'text'),
      sealedDigest(salt, { ...sealedField, index: '4' }, 'text'),
      sealedDigest(salt, { ...sealedField, field: 'name' }, 'text'),
      sealedDigest(salt, sealedField, 'texts'),
      sealedDigest(salt, sealedField, null),
      sealedDigest(salt, sealedField, ['text']),
    ]
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('does not depend on the order of members', () => {
    expect(sealedDigest(salt, sealedField, { a: 1, b: 2 })).toBe(sealedDigest(salt, sealedField, { b: 2, a: 1 }))
  })
})
