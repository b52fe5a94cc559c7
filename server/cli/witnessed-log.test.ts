/** A server process, the commands next to it, and witnesses over HTTP that share no code with them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Receipt } from '../services/signing/read-receipt'
import { startWitness, type WitnessServer } from '../services/testing/witness-server'
import { type PeopleServer, signRuleset, startPeopleServer } from '../testing/people-server'
import { runScript } from '../testing/run-script'

let folder: string
let witness: WitnessServer
let stranger: WitnessServer
let server: PeopleServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-witnessed-'))
  witness = await startWitness('library.example/w')
  stranger = await startWitness('stranger.example/w')
  server = await startPeopleServer({ WITNESS_POLICY: policyOf('server.policy', witness) })
})
afterAll(async () => {
  await server?.stop()
  await witness?.close()
  await stranger?.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => path.join(folder, name)

function policyOf(name: string, { verifierKey, url }: WitnessServer, ...logs: readonly string[]): string {
  writeFileSync(at(name), [...logs, `witness one ${verifierKey} ${url}`, 'quorum one', ''].join('\n'))
  return at(name)
}

/** Reads a verifier key as C2SP signed-note writes it. */
function splitKey(key: string): readonly [origin: string, raw: Uint8Array] {
  const [, origin = '', base64 = ''] = /^([^+]+)\+[0-9a-f]{8}\+(.*)$/.exec(key) ?? []
  const bytes = Buffer.from(base64, 'base64')
  expect([bytes.length, bytes[0]]).toEqual([33, 1])
  return [origin, bytes.subarray(1)]
}

it('keys prints what a witness needs, and a receipt verifies by a policy with this witness only', async () => {
  const keys = await runScript('keys', { DATABASE_URL: '', DATA_DIR: server.dataDir, PUBLIC_URL: server.url }, ['logs'])
  expect(keys).toMatchObject({ status: 0, errors: '' })
  const [comment, line = '', ...rest] = keys.output.trimEnd().split('\n')
  expect([comment, rest]).toEqual(['# Of Ada', []])
  witness.trust(...splitKey(line.slice('log '.length)))

  const request = JSON.stringify({ name: 'policy', source: 'declare paid as boolean;\nassert is_paid { paid };\n' })
  const saved = await server.call(server.administrator, 'operations.run', { operation: 'saveRuleset', request })
  const { ruleset_hash: hash } = JSON.parse((saved as { body: string }).body) as { ruleset_hash: string }
  const recordId = await signRuleset(server, hash)
  const query = `signing.receipt?input=${encodeURIComponent(JSON.stringify({ recordId }))}`
  const receipt = (await server.call(server.administrator, query)) as Receipt
  writeFileSync(at('receipt.json'), receipt.bundle.text)

  const published = await fetch(`${server.url}/.well-known/touchstone-keys.json`)
  writeFileSync(at('keys.json'), await published.text())
  const verify = (policy: string) =>
    runScript('verify', {}, ['receipt', at('receipt.json'), '--keys', at('keys.json'), '--witnesses', policy])
  const accepted = await verify(policyOf('reader.policy', witness, line))
  expect(accepted).toMatchObject({ status: 0, errors: '' })
  expect(accepted.output).toMatch(/^ok +enough witnesses cosigned the checkpoint \(.*one/m)
  const refused = await verify(policyOf('stranger.policy', stranger, line))
  expect(refused).toMatchObject({ status: 1, errors: '' })
  expect(refused.output).toMatch(/^FAILS +enough witnesses cosigned the checkpoint \(not cosigned by one\)$/m)
  expect(server.log()).toBe('')
})
