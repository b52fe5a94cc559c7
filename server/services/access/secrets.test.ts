import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveKey } from './secrets'

const SECRET = 'a secret of this test, long enough'

it('derives keys with HKDF: extracts with an empty salt, expands with the purpose', () => {
  const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
    const mac = createHmac('sha256', key)
    for (const part of parts) mac.update(part)
    return mac.digest()
  }
  const pseudorandom = hmac('', SECRET)
  const first = hmac(pseudorandom, 'touchstone: test', Buffer.of(1))
  const second = hmac(pseudorandom, first, 'touchstone: test', Buffer.of(2))
  expect(Buffer.from(deriveKey(SECRET, 'test', 48))).toEqual(Buffer.concat([first, second]).subarray(0, 48))
})

it('derives different keys for different purposes and secrets', () => {
  const keys = [deriveKey(SECRET, 'one', 32), deriveKey(SECRET, 'other', 32), deriveKey(`${SECRET}!`, 'one', 32)]
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(3)
  expect(deriveKey(SECRET, 'one', 32)).toEqual(keys[0])
})
