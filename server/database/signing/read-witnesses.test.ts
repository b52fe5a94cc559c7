import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { noteVerifierKey } from '../../attestation/signed-note'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { StartRefusal } from '../client/storage-fault'
import { readWitnesses } from './read-witnesses'

const folder = mkdtempSync(path.join(tmpdir(), 'witnesses-'))
afterAll(() => rmSync(folder, { recursive: true }))

const keyOf = (name: string) =>
  noteVerifierKey({ name, publicKey: readPrivateKey(newKeyPem())!.publicKey }, 'cosignature')
const [first, second] = [keyOf('first.example'), keyOf('second.example')]

function read(text: string) {
  const file = path.join(folder, 'witnesses.policy')
  writeFileSync(file, text)
  return readWitnesses(file)
}

it('are those of the file that have an address, and nobody without a file', () => {
  const text = `witness a ${first} https://a.example/\nwitness b ${second}\nquorum a\n`
  expect(read(text).map(({ label, url }) => [label, url])).toEqual([['a', 'https://a.example/']])
  expect(readWitnesses(null)).toEqual([])
})

it.each([
  ['witness a nonsense\nwitnes\nquorum a', /line 1 .*\n {2}line 2 .*\n {2}line 3 /s],
  [`witness b ${second}\nquorum b`, /no witness has an address/],
])('stop the start with every mistake: %j', (text, message) => {
  expect(() => read(text)).toThrow(StartRefusal)
  expect(() => read(text)).toThrow(message)
})

it('stop the start if the file cannot be read', () => {
  expect(() => readWitnesses(path.join(folder, 'missing'))).toThrow(/WITNESS_POLICY: .*missing cannot be read/)
})
