/** Runs the command on files with arbitrary texts. */
import { ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../api/canonical-json'
import { logOrigin, signCheckpoint } from '../attestation/checkpoint'
import { addLeaf, EMPTY_FRONTIER, leafHash, rootOf } from '../attestation/merkle-tree'
import { toKeySet } from '../attestation/published-keys'
import { completedStatement, confirmedStatement } from '../attestation/review-statement'
import { noteVerifierKey } from '../attestation/signed-note'
import { newKeyPem, readPrivateKey } from '../attestation/signing-key'
import { wordedReceipt } from '../database/testing/generated-keys'
import { runScript } from '../testing/run-script'

const MINUTES = { timeout: 120_000 }
const key = readPrivateKey(newKeyPem())!
const published = toKeySet([{ publicKey: key.publicKey, purpose: 'checkpoint', createdAt: null, retiredAt: null }])

let folder = ''
const at = (name: string) => path.join(folder, name)
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-verify-command-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const verify = (...args: string[]) => runScript('verify', {}, args)

function exportOf(actors: readonly string[]): string {
  let tree = EMPTY_FRONTIER
  const lines = actors.map((actor, index) => {
    const line = canonicalJson({ actor, at: 'then', details: {}, index: String(index), kind: 'exported' })
    tree = addLeaf(tree, leafHash(Buffer.from(line)))
    return line
  })
  const origin = logOrigin('https://rules.example.org', 'n')
  const checkpoint = signCheckpoint({ origin, size: tree.size, root: rootOf(tree) }, key)
  return `${[...lines, canonicalJson({ checkpoint, keys: published.keys as unknown as Json, namespace: 'n' })].join('\n')}\n`
}

it('an export verifies whatever its entries contain, with both kinds of line ends', MINUTES, async () => {
  writeFileSync(at('keys.json'), JSON.stringify(published))
  const text = exportOf(['Ann', 'a\u2028b\u2029c\u0085d', 'Zoë'])
  for (const each of [text, text.replaceAll('\n', '\r\n'), text.trimEnd()]) {
    writeFileSync(at('log.jsonl'), each)
    expect(await verify('export', at('log.jsonl'), '--keys', at('keys.json'))).toEqual({
      status: 0,
      output: 'ok    3 entries of rules.example.org/log/n are those of its signed checkpoint.\n',
      errors: '',
    })
  }
})

it('an export that is larger than any text in memory is read piece by piece', MINUTES, async () => {
  const file = openSync(at('large.jsonl'), 'w')
  writeSync(file, 'no entry\n'.repeat(30))
  ftruncateSync(file, 700_000_000)
  const { status, output, errors } = await verify('export', at('large.jsonl'))
  expect([status, errors]).toEqual([1, ''])
  expect(output.split('\n').slice(0, 21)).toEqual([
    ...Array.from({ length: 20 }, (_, index) => `FAILS line ${index + 1} is not an entry of a log`),
    'FAILS the rest of the file was not read',
  ])
})

it('a file of another kind is refused in words', MINUTES, async () => {
  for (const name of ['', 'nowhere'])
    expect(await verify('export', at(name))).toMatchObject({
      ...{ status: 1, output: '' },
      errors: expect.stringMatching(/^.* cannot be read: E.*\n$/),
    })
})

it('the text of a receipt can neither write its own lines nor move the cursor', MINUTES, async () => {
  const forged = 'x)\nok          the statement is signed (key \u001b[2J\u202e'
  const statement = completedStatement(
    confirmedStatement('https://rules.example.org/docs', {
      ...{ recordId: 'r', rulesetHash: forged, rulesetNames: [], meaning: 'approved', note: null, expiresAt: null },
      ...{
        withdraws: null,
        signer: { id: 'p', name: 'Ann', email: 'ann@example.org' },
        comparison: null,
        signerAccount: null,
        rules: null,
        citations: null,
        blindTests: null,
      },
      ...{ namespace: { id: 'n', name: 'N' }, reviewSha256: 'b'.repeat(64), unitLibrarySha256: 'c'.repeat(64) },
      versions: { engine: 'e', engineVersion: '1', languageVersion: '1.3', serviceVersion: '1' },
      preparedAt: 'then',
    }),
    'then',
    { method: 'password', passkey: null },
  )
  writeFileSync(at('receipt.json'), wordedReceipt(statement, key, published))
  const { status, output } = await verify('receipt', at('receipt.json'))
  expect(status).toBe(1)
  expect(output).toMatch(/^FAILS {7}the source is the one .*x\)\\u\{a\}ok .*\\u\{1b\}\[2J\\u\{202e\}\)$/m)
  expect(output).not.toMatch(/^ok +the statement is signed/m)
})

it(
  'a receipt and an export are held to the witnesses that are demanded, and a proof is written once',
  MINUTES,
  async () => {
    const golden = path.resolve(import.meta.dirname, '../testing/golden/receipts')
    const receipt = [path.join(golden, 'approved-expired.json'), '--keys', path.join(golden, 'published-keys.json')]
    const witness = noteVerifierKey({ name: 'w.example', publicKey: key.publicKey }, 'cosignature')
    writeFileSync(at('none.policy'), 'quorum none\n')
    writeFileSync(at('one.policy'), `witness library ${witness}\nquorum library\n`)
    writeFileSync(at('wrong.policy'), 'quorum library\n')
    writeFileSync(at('witnessed.jsonl'), exportOf(['Ann']))

    const proof = ['--tlog-proof', at('receipt.tlog-proof')]
    const passed = await verify('receipt', ...receipt, '--witnesses', at('none.policy'), ...proof)
    expect([passed.status, passed.errors]).toEqual([0, ''])
    expect(readFileSync(at('receipt.tlog-proof'), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex \d+\n/)
    expect((await verify('receipt', ...receipt, ...proof)).status).toBe(1)

    const failed = await verify('receipt', ...receipt, '--witnesses', at('one.policy'))
    expect(failed.status).toBe(1)
    expect(failed.output).toContain('FAILS       enough witnesses cosigned the checkpoint (not cosigned by library)')
    const log = await verify('export', at('witnessed.jsonl'), '--witnesses', at('one.policy'))
    expect(log.output).toContain('too few witnesses cosigned the checkpoint: not cosigned by library')
    expect(log.status).toBe(1)
    expect(await verify('receipt', ...receipt, '--witnesses', at('wrong.policy'))).toMatchObject({
      status: 1,
      errors: expect.stringContaining('line 1 names "library", which no line before it defines'),
    })
  },
)
