import { expect, it } from 'vitest'
import { type Caller, callerWithoutCredential } from '../calls/caller'
import { shareOf } from './share-of'

const ADDRESS = { addressKey: () => '192.0.2.7' }
const caller = (grade: Caller['grade'], namespaceId: string | null): Caller => ({
  ...callerWithoutCredential('open', namespaceId),
  grade,
})

it('counts every client without its own namespace by address, with any credential', () => {
  const one = shareOf({ caller: caller('evaluation', 'a'), ...ADDRESS })
  expect(one).toEqual({ key: 'address 192.0.2.7', member: '', isUnknown: true })
  for (const other of [caller('evaluation', 'b'), caller('open', 'c'), caller('playground', null)])
    expect(shareOf({ caller: other, ...ADDRESS })).toEqual(one)
  expect(shareOf({ caller: caller('evaluation', 'a'), addressKey: () => '192.0.2.8' })).not.toEqual(one)
})

it.each(['full', 'person', 'service'] as const)('counts a %s caller by the namespace, from any address', (grade) => {
  const share = { key: 'namespace a', member: 'open', isUnknown: false }
  expect(shareOf({ caller: caller(grade, 'a'), ...ADDRESS })).toEqual(share)
  expect(shareOf({ caller: caller(grade, 'a') })).toEqual(share)
  expect(shareOf({ caller: caller(grade, 'b'), ...ADDRESS })).not.toEqual(share)
})

it('counts credentials, people and service accounts separately within a namespace', () => {
  const person = { id: 'p1', name: 'Ada', email: 'ada@example.org', roles: ['author' as const] }
  const members = [
    { ...caller('full', 'a'), credentialId: 'c1' },
    { ...caller('full', 'a'), credentialId: 'c2' },
    { ...caller('person', 'a'), person },
    { ...caller('service', 'a'), label: 'claims-bot' },
  ].map((each) => shareOf({ caller: each, ...ADDRESS }))
  expect(members.map(({ key }) => key)).toEqual(Array(4).fill('namespace a'))
  expect(members.map(({ member }) => member)).toEqual(['c1', 'c2', 'p1', 'claims-bot'])
})
