/** Stored rulesets as files and back, against a running server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../testing/running-server'
import { bundledFile } from '../bundle-server.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const TRAVEL = 'declare x as boolean;\nassert a { x };\n'

let server: RunningServer
let credential = ''
let folder = ''
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  credential = await server.issueCredential({ label: `pull ${Date.now()}` })
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-pull-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, TOUCHSTONE_CREDENTIAL: credential, ...variables }
  const child = spawn(process.execPath, [bundledFile(root, 'touchstone'), ...args], { cwd: folder, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [status] = await once(child, 'close')
  return { status, stdout, stderr }
}
const pull = (...options: string[]) => run(['pull', server.url, ...options])
const push = (...options: string[]) => run(['push', server.url, ...options])

async function ask<T>(method: string, address: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-service-credential': credential }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${server.url}/v1/${address}`, { method, headers, ...sent })
  return (await response.json()) as T
}
const save = (name: string, source: string) =>
  ask<{ ruleset_hash: string }>('POST', 'rulesets', { name, source }).then(({ ruleset_hash }) => ruleset_hash)
const stored = async () => {
  const { rulesets } = await ask<{ rulesets: { name: string; ruleset_hash: string }[] }>('GET', 'rulesets')
  return Object.fromEntries(rulesets.map(({ name, ruleset_hash }) => [name, ruleset_hash]))
}
const file = (name: string) => path.join(folder, 'policies', name)

describe('pull and push', () => {
  it('give the same hashes after a round trip', async () => {
    await save('travel', TRAVEL)
    await save('sales/eu rules', `// 🧳\n${TRAVEL}`)
    const before = await stored()
    expect(await pull()).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(path.join(folder, 'policies')).sort()).toEqual([
      ...['.pulled.json', 'sales%2Feu rules.tsr', 'travel.tsr'],
    ])
    expect(await push()).toMatchObject({ status: 0, stdout: '2 rulesets, 0 saved. Nothing was approved.\n' })
    expect(await stored()).toEqual(before)
    writeFileSync(file('travel.tsr'), TRAVEL.replace('{ x }', '{ Not(x) }'))
    writeFileSync(file('new.tsr'), TRAVEL)
    expect(await push()).toMatchObject({ status: 0, stderr: '' })
    const after = await stored()
    expect(Object.keys(after).sort()).toEqual(['new', 'sales/eu rules', 'travel'])
    expect(after.travel).not.toBe(before.travel)
    const loaded = await ask<{ approvals: object[]; revision_chain: string[] }>('GET', 'rulesets/travel')
    expect(loaded).toMatchObject({ approvals: [], revision_chain: [after.travel, before.travel] })
    expect(await pull()).toMatchObject({ status: 0, stdout: '3 rulesets, 0 written.\n' })
  })

  it('pull refuses to overwrite a local change, except with --force', async () => {
    await save('travel', TRAVEL)
    await pull()
    await save('travel', TRAVEL.replace('{ x }', '{ Not(x) }'))
    const own = TRAVEL.replace('{ x }', '{ True }')
    writeFileSync(file('travel.tsr'), own)
    const { status, stderr } = await pull()
    expect([status, stderr]).toEqual([1, expect.stringContaining('policies/travel.tsr was changed here and there.')])
    expect(readFileSync(file('travel.tsr'), 'utf8')).toBe(own)
    expect(await push()).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was saved') })
    expect(await pull('--force')).toMatchObject({ status: 0 })
    expect(readFileSync(file('travel.tsr'), 'utf8')).toContain('Not(x)')
  })

  it('write the units of the namespace, and notice others', async () => {
    const converter = { from_unit: 'USD', to_unit: 'EUR', factor: 0.92, attribution: 'a test' }
    await ask('POST', 'units/converters', converter)
    await save('travel', TRAVEL)
    expect(await pull()).toMatchObject({ status: 0, stderr: '' })
    const { unit_library_hash } = await ask<{ unit_library_hash: string }>('GET', 'units')
    const written = JSON.parse(readFileSync(path.join(folder, 'touchstone.json'), 'utf8'))
    expect(written.unit_library.sha256).toBe(unit_library_hash)
    expect(await run(['compile'])).toMatchObject({ status: 0 })
    writeFileSync(path.join(folder, 'touchstone.json'), '{}')
    expect(await push()).toMatchObject({ status: 2, stderr: expect.stringContaining('not those of the deployment') })
    expect(await pull()).toMatchObject({ status: 1 })
  })

  it('save nothing if a ruleset does not compile', async () => {
    await save('travel', TRAVEL)
    await pull()
    writeFileSync(file('travel.tsr'), 'assert a { y };\n')
    writeFileSync(file('another.tsr'), TRAVEL)
    expect(await push()).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was saved') })
    expect(Object.keys(await stored())).toEqual(['travel'])
  })

  it.each([
    ['no credential', { TOUCHSTONE_CREDENTIAL: '' }, 'Set TOUCHSTONE_CREDENTIAL'],
    ['an unknown credential', { TOUCHSTONE_CREDENTIAL: 'tst_full_nobody' }, 'refuses GET /v1/rulesets'],
    ['a credential with a line break', { TOUCHSTONE_CREDENTIAL: 'tst\nfull' }, 'is not a credential'],
  ])('say what is wrong with %s', async (_, variables, message) => {
    const { status, stderr } = await run(['pull', server.url], variables)
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(path.join(folder, 'policies'))).toBe(false)
  })

  it.each([
    ['rules.example.org', 'is not an address'],
    ['http://127.0.0.1:1', '127.0.0.1:1 does not answer'],
    ['http://ada:secret@127.0.0.1:1', 'without a user name and a password'],
  ])('say what is wrong with the address %s', async (address, message) => {
    expect(await run(['pull', address])).toMatchObject({ status: 2, stderr: expect.stringContaining(message) })
  })

  it.each([
    ['a page', '<html>'],
    ['a name that leads out of the folder', '{"rulesets":[{"name":"..\\\\x\\u0000","ruleset_hash":""}],"next":null}'],
  ])('write nothing if the address answers with %s', async (_, text) => {
    const { status, stderr } = await pullFrom((_, response) => response.end(text))
    expect([status, stderr]).toEqual([2, expect.stringContaining('with something else')])
    expect(existsSync(path.join(folder, 'policies'))).toBe(false)
  })

  it('send the credential to no other address', async () => {
    const { status, stderr } = await pullFrom((_, response) => response.writeHead(302, { location: server.url }).end())
    expect([status, stderr]).toEqual([2, expect.stringContaining('redirects to another address')])
    expect(existsSync(path.join(folder, 'policies'))).toBe(false)
  })
})

async function pullFrom(listener: RequestListener) {
  const other = createServer(listener)
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const pulled = await run(['pull', `http://127.0.0.1:${(other.address() as AddressInfo).port}`])
  other.close()
  return pulled
}
