import { expect, it } from 'vitest'
import { addressKeys } from './address-key'

it('believes a header only from a trusted proxy, hop by hop', () => {
  const key = addressKeys([
    { address: '10.0.0.0', prefix: 8 },
    { address: '192.0.2.7', prefix: 32 },
  ])
  expect(key('198.51.100.4', '203.0.113.9')).toBe('198.51.100.4')
  expect(key('10.1.1.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(key('10.1.1.1', '6.6.6.6, 203.0.113.9, 192.0.2.7')).toBe('203.0.113.9')
  expect(key('10.1.1.1', '203.0.113.9:4711')).toBe('203.0.113.9')
  expect(key('10.1.1.1', '[2001:db8:1:2::9]:4711, 192.0.2.7:80')).toBe('2001:db8:1:2::/64')
  expect(key('10.1.1.1', '203.0.113.9:nonsense')).toBe('10.1.1.1')
  expect(key('10.1.1.1', 'nonsense')).toBe('10.1.1.1')
  expect(key('10.1.1.1', undefined)).toBe('10.1.1.1')
  expect(key(undefined, '203.0.113.9')).toBe('unknown')
})

it('counts IPv6 by /64 and mapped IPv4 as IPv4', () => {
  const key = addressKeys([])
  expect(key('2001:db8:1:2:aaaa::1', undefined)).toBe('2001:db8:1:2::/64')
  expect(key('2001:db8:1:2:bbbb::9', undefined)).toBe('2001:db8:1:2::/64')
  expect(key('2001:db8:1:3::1', undefined)).toBe('2001:db8:1:3::/64')
  expect(key('::ffff:192.0.2.1', undefined)).toBe('192.0.2.1')
})
