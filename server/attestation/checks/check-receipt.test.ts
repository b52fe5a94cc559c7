import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../../api/canonical-json'
import { issuedCheckReceipt } from '../../database/testing/issued-check-receipt'
import { logOrigin } from '../checkpoint'
import { newKeyPem, readPrivateKey } from '../signing-key'
import { CALL_DECISIONS, CHECK_ANSWERS, type CheckFacts, checkStatement, readCheckStatement } from './check-statement'
import { verifyReceiptFile } from './verify-file'

const { published } = issuedCheckReceipt()
const receiptOf = (origin?: (namespaceId: string) => string) => issuedCheckReceipt(origin).text

const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const name = fc.stringMatching(/^[A-Za-z_]\w{0,30}$/)
const facts: fc.Arbitrary<CheckFacts> = fc.record({
  checkId: fc.uuid(),
  publicUrl: fc.constantFrom('https://rules.example.org', 'http://localhost:3000', 'https://a.example/"quoted"'),
  namespaceId: fc.uuid(),
  engineVersion: fc.constantFrom('0.4.0+z3-5.2.0', '1'),
  at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  rulesetHash: hash,
  unitLibraryHash: fc.option(hash),
  claimsSha256: hash,
  answers: fc.array(fc.tuple(name, fc.constantFrom(...CHECK_ANSWERS)), { maxLength: 5 }),
  call: fc.option(
    fc.record({ decision: fc.constantFrom(...CALL_DECISIONS), guardId: fc.uuid(), grantId: fc.option(fc.uuid()) }),
  ),
})

it('writes each statement as canonical JSON that says the same when it is read', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const text = checkStatement(given)
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
      expect(readCheckStatement(Buffer.from(text))).toEqual(given)
    }),
  )
})

describe('the receipt of a check', () => {
  it('verifies with the published keys', () => {
    const { ok, checks, remarks, check } = verifyReceiptFile(receiptOf(), published)
    expect(checks.filter(({ holds }) => holds !== true)).toEqual([])
    expect([ok, remarks, check?.facts.answers]).toEqual([true, [], [['is_paid', 'TRUE']]])
  })

  it('says that it holds no claims if it holds none', () => {
    const text = canonicalJson({ ...(JSON.parse(receiptOf()) as Record<string, Json>), claims: null })
    const { ok, checks, check } = verifyReceiptFile(text, published)
    expect([ok, check?.claims]).toEqual([true, null])
    expect(checks.find(({ what }) => what === 'the claims are those that were checked')?.holds).toBeNull()
  })

  it('does not verify with the keys of another deployment, or as the entry of another log', () => {
    const other = readPrivateKey(newKeyPem())!
    const others = published.map((key) => ({ ...key, publicKey: other.publicKey }))
    expect(verifyReceiptFile(receiptOf(), others).ok).toBe(false)
    for (const origin of [
      (id: string) => logOrigin('https://rules.example.org', id),
      () => `${logOrigin('https://rules.example.org', randomUUID())}/checks`,
      (id: string) => `${logOrigin('https://other.example.org', id)}/checks`,
    ])
      expect(verifyReceiptFile(receiptOf(origin), published).ok).toBe(false)
  })

  it('fails, or is the same receipt with a remark, whichever character is changed', { tags: 'thorough' }, () => {
    const text = receiptOf()
    const { check: original } = verifyReceiptFile(text, published)
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`
      const { ok, check, remarks } = verifyReceiptFile(changed, published)
      if (!ok) expect(check, `character ${at}`).toBeNull()
      else {
        expect(check, `character ${at}`).toEqual(original)
        // White space between members has no meaning.
        if (text[at] !== ' ' && text[at] !== '\n') expect(remarks.length, `character ${at}`).toBeGreaterThan(0)
      }
    }
  })
})
