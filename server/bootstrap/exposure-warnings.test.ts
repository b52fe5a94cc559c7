import { expect, it } from 'vitest'
import type { LookupConnection } from '../config/lookups'
import { exposureWarnings, sharedServerWarnings } from './exposure-warnings'

type Settings = Parameters<typeof exposureWarnings>[0]

const SAFE: Settings = {
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  credentials: 'required',
  platform: { clientAuth: 'required' },
}
const OPEN = { credentials: 'none', platform: { clientAuth: 'none' } } as const

/** Returns the setting that each warning says to change. */
const named = (settings: Partial<Settings>) =>
  exposureWarnings({ ...SAFE, ...settings }).map((line) => {
    expect(line).toMatch(/^WARNING: [^\n]+\.$/)
    return /(?:set|Set) (PUBLIC_URL|CREDENTIALS=required|CLIENT_AUTH=required)/.exec(line)?.[1]
  })

it('says nothing if only this machine can reach the server', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.8.8.8'])
    for (const publicUrl of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'https://localhost'])
      expect(named({ ...OPEN, host, publicUrl })).toEqual([])
})

it('names each setting that leaves a reachable server unprotected', () => {
  const all = ['PUBLIC_URL', 'CREDENTIALS=required', 'CLIENT_AUTH=required']
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'rules.internal']) expect(named({ ...OPEN, host })).toEqual(all)
  for (const publicUrl of ['http://rules.example.org', 'http://192.0.2.7:3000', 'http://localhost.example.org'])
    expect(named({ ...OPEN, publicUrl })).toEqual(all)
  const publicUrl = 'https://rules.example.org'
  expect(named({ publicUrl, host: '0.0.0.0' })).toEqual([])
  expect(named({ publicUrl, credentials: 'none' })).toEqual(['CREDENTIALS=required'])
  expect(named({ publicUrl, platform: { clientAuth: 'none' } })).toEqual(['CLIENT_AUTH=required'])
  expect(named({ host: '0.0.0.0' })).toEqual(['PUBLIC_URL'])
})

it('names MCP servers that every namespace may use', () => {
  const common = { kind: 'mcp', url: 'https://shop.example.org/mcp', headers: {}, internal: false } as const
  const lookupConnections: LookupConnection[] = [
    { ...common, unguarded: 'pass', name: 'one', namespaces: ['00000000-0000-4000-8000-00000000beef'] },
    { ...common, unguarded: 'refuse', name: 'all' },
    { kind: 'sql', name: 'orders', url: 'postgresql://db/orders' },
  ]
  const lines = sharedServerWarnings({ lookupConnections })
  expect(lines).toEqual([
    expect.stringMatching(/^WARNING: every namespace may use the MCP server “all” .*"namespaces"/),
  ])
})
