import { expect, it } from 'vitest'
import { readLookupConnections } from './lookups'

const read = (connections: unknown) => readLookupConnections({ LOOKUP_CONNECTIONS: JSON.stringify(connections) })

it('connections have names, and private ones say so', () => {
  const url = 'https://crm.example.org/api/'
  expect(read({ records: { kind: 'http', url } })).toEqual({
    ok: true,
    settings: { lookupConnections: [{ name: 'records', kind: 'http', url, headers: {}, internal: false }] },
  })
  expect(read({ local: { kind: 'mcp', url: 'http://127.0.0.1:9/mcp', internal: true } })).toMatchObject({ ok: true })
  expect(readLookupConnections({})).toEqual({ ok: true, settings: { lookupConnections: [] } })
})

it.each([
  ['http without internal', { a: { kind: 'http', url: 'http://crm.example.org/' } }],
  ['a user in the address', { a: { kind: 'http', url: 'https://me:secret@crm.example.org/' } }],
  ['a header with a line end', { a: { kind: 'http', url: 'https://crm.example.org/', headers: { a: 'b\r\nc' } } }],
  ['another kind', { a: { kind: 'ftp', url: 'https://crm.example.org/' } }],
  ['an unknown member', { a: { kind: 'http', url: 'https://crm.example.org/', intern: true } }],
  ['an empty name', { '': { kind: 'http', url: 'https://crm.example.org/' } }],
  ['another database', { a: { kind: 'sql', url: 'mysql://db.example.org/' } }],
])('%s is refused without a secret in the words', (_, connections) => {
  const reading = read(connections)
  expect(reading).toMatchObject({ ok: false, problems: [{ variable: 'LOOKUP_CONNECTIONS' }] })
  expect(JSON.stringify(reading)).not.toContain('secret')
})

it('text that is not JSON is refused without being repeated', () => {
  const reading = readLookupConnections({ LOOKUP_CONNECTIONS: '{"a": secret' })
  expect(JSON.stringify(reading)).toContain('LOOKUP_CONNECTIONS')
  expect(JSON.stringify(reading)).not.toContain('secret')
})
