/** The command verifies receipts of every kind without any request, and refuses receipts with one changed bit. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginScript, scriptEnded } from '../testing/run-script'

const MINUTES = { timeout: 600_000 }
const GOLDEN = path.resolve(import.meta.dirname, '../testing/golden/receipts')
const KEYS = path.join(GOLDEN, 'published-keys.json')
const RECEIPTS = readdirSync(GOLDEN)
  .filter((name) => name.endsWith('.json') && name !== 'published-keys.json')
  .map((name) => path.join(GOLDEN, name))

/** Loaded before the command: every way to another host ends the process and leaves a file. */
const GUARD = `
import { appendFileSync } from 'node:fs'
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
function refuse() {
  appendFileSync(process.env.NETWORK_USED, 'used\\n')
  process.exit(66)
}
net.Socket.prototype.connect = refuse
dgram.Socket.prototype.send = refuse
dgram.Socket.prototype.connect = refuse
for (const of of [dns, dns.promises]) for (const name of Object.keys(of)) if (/^(lookup|resolve|reverse)/.test(name)) of[name] = refuse
globalThis.fetch = refuse
syncBuiltinESMExports()
`

let folder = ''
const at = (name: string) => path.join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-verify-offline-'))
  writeFileSync(at('guard.mjs'), GUARD)
})
afterAll(() => rmSync(folder, { recursive: true }))

function verify(...args: string[]) {
  return scriptEnded(beginScript('verify', { NETWORK_USED: at('used') }, args, at('guard.mjs')))
}

it('the guard of these tests notices a request', MINUTES, async () => {
  writeFileSync(at('none.policy'), 'quorum none\n')
  for (const call of ["fetch('http://127.0.0.1:9')", "import('node:net').then((net) => net.default.connect(9))"]) {
    writeFileSync(at('calling.mjs'), `import './guard.mjs'\n${call}\n`)
    const child = beginScript('verify', { NETWORK_USED: at('noticed') }, ['receipt', RECEIPTS[0]!], at('calling.mjs'))
    await scriptEnded(child)
    expect(readFileSync(at('noticed'), 'utf8'), call).toContain('used')
    rmSync(at('noticed'))
  }
})

it('receipts of every kind verify without a request to any host', MINUTES, async () => {
  expect(RECEIPTS.length).toBeGreaterThan(8)
  for (const receipt of RECEIPTS) {
    const { status, output, errors } = await verify('receipt', receipt, '--keys', KEYS)
    expect([status, errors], receipt).toEqual([0, ''])
    expect(output, receipt).toMatch(/ signed "\w+" for ruleset [0-9a-f]{64} at /)
  }
  expect(existsSync(at('used'))).toBe(false)
})

async function expectRefused(count: number): Promise<void> {
  const draw = fc.record({
    of: fc.nat(RECEIPTS.length - 1),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    bit: fc.nat(7),
  })
  const changes = fc.sample(draw, count)
  for (const { of, place, bit } of changes) {
    const bytes = readFileSync(RECEIPTS[of]!)
    // The keys are given, so nobody reads those of the receipt, which come last.
    const byte = Math.floor(place * (bytes.lastIndexOf('"keys": ') - 1))
    bytes[byte]! ^= 1 << bit
    writeFileSync(at('changed.json'), bytes)
    const { status, output } = await verify('receipt', at('changed.json'), '--keys', KEYS)
    const which = `${path.basename(RECEIPTS[of]!)}, byte ${byte}, bit ${bit}`
    expect(output, which).toMatch(/^FAILS|^note .*members that receipts do not have/m)
    if (!output.includes('note ')) expect(status, which).toBe(1)
  }
  expect(existsSync(at('used'))).toBe(false)
}

it('3 receipts with one changed bit are refused without a request', MINUTES, () => expectRefused(3))

it('200 receipts with one changed bit are refused without a request', { tags: ['nightly'], timeout: 3_600_000 }, () =>
  expectRefused(200),
)
