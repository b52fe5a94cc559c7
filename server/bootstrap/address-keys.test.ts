import { expect, it } from 'vitest'
import { addressKeys } from '../http/requests/address-key'
import { MAX_PEERS, untrustedProxyReporter } from './address-keys'

it('reports an untrusted peer that sends X-Forwarded-For once an hour, and only a few such peers', () => {
  const warned: string[] = []
  let now = 0
  const report = untrustedProxyReporter(
    () => now,
    (peer) => warned.push(peer),
  )
  const keyOf = addressKeys([{ address: '10.0.0.0', prefix: 8 }], report)
  expect(keyOf('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(keyOf('192.0.2.1', undefined)).toBe('192.0.2.1')
  expect(warned).toEqual([])
  for (let i = 0; i < 3; i++) expect(keyOf('192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  expect(warned).toEqual(['192.0.2.1'])
  for (let i = 0; i < 500; i++) keyOf(`198.51.100.${i % 250}`, 'x')
  expect(warned).toHaveLength(MAX_PEERS)
  now += 3_600_000
  keyOf('192.0.2.1', '203.0.113.9')
  expect(warned.at(-1)).toBe('192.0.2.1')
})
