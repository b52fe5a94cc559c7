/** Files as a visitor may drop them, verified by the code of the page. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { RECEIPT_CHECKS } from '../../../server/attestation/receipt-check'
import { MAX_RECEIPT_BYTES } from '../../../server/attestation/refused-file'
import { isDamagedSubject, readSubject, verifyAddress } from '../../ui/verify-code'
import { CHECK_WORDS } from './check-words'
import { comparisonSentences } from './comparison-sentences'
import { verifyFile } from './verify-file'

const FOLDER = path.resolve(import.meta.dirname, '../../../server/testing/golden/receipts')
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')
const file = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content])
const RECEIPT = read('approved-passkey-comparison.json')
const KEYS = read('published-keys.json')

async function problemOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const { ok, checks, statement } = await verifyFile({ receipt: file(content), keys: null })
  expect([ok, statement]).toEqual([false, null])
  expect(checks).toMatchObject([{ what: 'the file is a receipt', holds: false }])
  return checks[0]!.detail
}

describe('a file that is not a receipt is refused in words:', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const deepReceipt = RECEIPT.replace('"inclusion_proof": [', `"inclusion_proof": [${nested(20_000)},`)
  it.each<[name: string, content: string | Uint8Array<ArrayBuffer>, problem: RegExp]>([
    ['empty', '', /^it is empty$/],
    ['white space', ' \n\t', /^it is empty$/],
    [
      'larger than 20 MB',
      new Uint8Array(MAX_RECEIPT_BYTES + 1_000_000),
      /^it has 21\.0 MB, and a receipt has at most 20/,
    ],
    ['not UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), /^it is not a text in UTF-8/],
    ['a PDF', '%PDF-1.7\n', /^it is a PDF; the receipt is the JSON file/],
    ['NUL', '\0\0\0', /^it is not a text: it contains a zero byte$/],
    ['a receipt cut off', RECEIPT.slice(0, -100), /^it is not JSON/],
    ['HTML', '<script>alert(1)</script>', /^it is not JSON/],
    ['JSON that is not an object', '"touchstone-receipt/2"', /^it is JSON, but no receipt/],
    [
      'the file of another product',
      '{"format": "<b>other</b>", "keys": 1}',
      /^it is JSON, but not a receipt of Touchstone/,
    ],
    ['a list of keys', KEYS, /^it is a list of keys/],
    ['an envelope', '{"payload": "e30=", "payloadType": "x", "signatures": []}', /^it is a signed envelope/],
    ['an export', '{"actor":"Ann","at":"then"}\n{"checkpoint":"x"}\n', /^it is the export of a log/],
    ['a newer format', '{"format": "touchstone-receipt/9"}', /^its format touchstone-receipt\/9 is not known here/],
    ['only a format', '{"format": "touchstone-receipt/2"}', /a part is missing/],
    ['deep nesting', nested(1_000_000), /^it is (not JSON|JSON, but)/],
    ['deep nesting in a receipt', deepReceipt, /a part is missing|not JSON/],
    ['nested members', '{"a":'.repeat(100_000), /^it is not JSON/],
  ])('%s', async (_, content, problem) => {
    expect(await problemOf(content)).toMatch(problem)
  })

  it('one that was moved away after it was chosen', async () => {
    const gone = new Blob([RECEIPT])
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
    const { ok, checks } = await verifyFile({ receipt: gone, keys: null })
    expect([ok, checks[0]?.detail]).toEqual([false, expect.stringMatching(/^it can no longer be read/)])
  })
})

it('bounds the work for a file with thousands of signatures and keys', { tags: 'thorough' }, async () => {
  const receipt = JSON.parse(RECEIPT) as { envelope: { signatures: object[] }; keys: { keys: object[] } }
  const { signatures } = receipt.envelope
  receipt.envelope.signatures = Array.from({ length: 20_000 }, () => ({ ...signatures[0], sig: `${'A'.repeat(86)}==` }))
  receipt.keys.keys = Array.from({ length: 5_000 }, (_, at) => receipt.keys.keys[at % receipt.keys.keys.length]!)
  const { ok } = await verifyFile({ receipt: file(JSON.stringify(receipt)), keys: null })
  expect(ok).toBe(false)
})

it('names extra members and other keys, which no signature covers', async () => {
  const { keys, ...rest } = JSON.parse(RECEIPT) as { keys: { keys: Record<string, string>[] } }
  const remarks = async (receipt: object, given: string | null) =>
    (await verifyFile({ receipt: file(JSON.stringify(receipt)), keys: given === null ? null : file(given) })).remarks
  expect(await remarks({ keys, ...rest }, KEYS)).toEqual([])
  expect(await remarks({ ...rest, keys, comment: 'approved by everybody' }, null)).toEqual([
    expect.stringMatching(/members that receipts/),
  ])
  const retired = { keys: keys.keys.map((key) => ({ ...key, created_at: '2020-01-01T00:00:00.000Z' })) }
  expect(await remarks({ ...rest, keys: retired }, null)).toEqual([])
  expect(await remarks({ ...rest, keys: retired }, KEYS)).toEqual(
    keys.keys.map(() => expect.stringMatching(/^The dates of key/)),
  )
  const added = { keys: [...keys.keys, { ...keys.keys[0], purpose: 'everything' }] }
  expect(await remarks({ ...rest, keys: added }, KEYS)).toEqual([
    expect.stringMatching(/^The list of keys is not as it was issued/),
  ])
})

it('refuses keys that are not keys, and says so', async () => {
  for (const keys of ['', '{}', '{"keys": []}', RECEIPT.slice(1), '[]']) {
    const { ok, checks, statement } = await verifyFile({ receipt: file(RECEIPT), keys: file(keys) })
    expect([ok, statement, checks.map(({ what }) => what)]).toEqual([
      false,
      null,
      ['the keys are those of the deployment'],
    ])
  }
})

it('refuses keys with a member twice, and names it', async () => {
  const twice = KEYS.replace('"purpose"', '"purpose": "checkpoint", "purpose"')
  const { ok, checks } = await verifyFile({ receipt: file(RECEIPT), keys: file(twice) })
  expect([ok, checks[0]?.detail]).toEqual([
    false,
    expect.stringContaining('the second file is refused: it has the member keys[0].purpose twice'),
  ])
})

it('shows every check of every receipt in words, and leaves only the repetition to the command', async () => {
  expect(Object.keys(CHECK_WORDS)).toEqual([...RECEIPT_CHECKS])
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.json') && each !== 'published-keys.json')) {
    const { ok, checks, ruleset } = await verifyFile({ receipt: file(read(name)), keys: file(KEYS) })
    const open = checks.filter(({ holds }) => holds !== true).map(({ what }) => what)
    expect([ok, ruleset?.review?.includes('ASSERTIONS')], name).toEqual([true, true])
    expect(
      open.filter((what) => what !== 'the comparison, computed again, is the same'),
      name,
    ).toEqual([])
  }
})

it('reads the sentences of a comparison, whatever its shape', () => {
  const { comparison } = JSON.parse(RECEIPT) as { comparison: { document: object } }
  expect(comparisonSentences(JSON.stringify(comparison.document))[0]).toMatch(/is stricter\. If amount is 50 USD/)
  expect(comparisonSentences('{"not_compared": "Too large."}')).toEqual(['Too large.'])
  const many = { assertions: Array.from({ length: 700 }, (_, at) => ({ verdict: 'stricter', sentence: `${at}` })) }
  expect(comparisonSentences(JSON.stringify(many))).toHaveLength(501)
  for (const empty of [
    '',
    'null',
    '[]',
    '{}',
    '{"same_meaning": true, "changes": [{"sentence": "x"}]}',
    '{"assertions": 5}',
  ])
    expect(comparisonSentences(empty)).toEqual([])
})

it('takes no printed code with one changed bit for the same one', () => {
  for (const subject of ['2a4522e9-614d-4621-94d1-ea228edf4072', 'a9'.repeat(32)]) {
    const bytes = Buffer.from(`#${subject}`)
    expect([readSubject(`#${subject}`), isDamagedSubject(`#${subject}`)]).toEqual([subject, false])
    for (let at = 1; at < bytes.length; at++)
      for (let bit = 0; bit < 7; bit++) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << bit
        const read = readSubject(changed.toString())
        expect(read === null ? isDamagedSubject(changed.toString()) : read !== subject, `byte ${at}, bit ${bit}`).toBe(
          true,
        )
      }
  }
  for (const place of ['', '#', '#main', '#limits']) expect(isDamagedSubject(place)).toBe(false)
})

it('reads the address of a printed code, and nothing else', () => {
  const [record, hash] = ['2a4522e9-614d-4621-94d1-ea228edf4072', 'a'.repeat(64)]
  for (const subject of [record, hash])
    expect(readSubject(new URL(verifyAddress('https://rules.example.org', subject)).hash)).toBe(subject)
  for (const other of ['', '#', '#x', `#${hash}0`, `#${record}/..`, '#<b>']) expect(readSubject(other)).toBeNull()
})
