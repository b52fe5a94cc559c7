import { expect, it } from 'vitest'
import type { Json } from '../api/canonical-json'
import { wordedReceipt } from '../database/testing/generated-keys'
import { verifyReceipt } from './receipt'
import { type Authentication, completedStatement, confirmedStatement, type ReviewFacts } from './review-statement'
import { newKeyPem, readPrivateKey } from './signing-key'

const key = readPrivateKey(newKeyPem())!
const FACTS: ReviewFacts = {
  ...{ recordId: 'r', rulesetHash: 'a'.repeat(64), rulesetNames: ['policy'], meaning: 'approved', note: null },
  ...{ expiresAt: null, withdraws: null, signer: { id: 'p', name: 'Ann', email: 'ann@example.org' } },
  ...{ namespace: { id: 'n', name: 'N' }, reviewSha256: 'b'.repeat(64), unitLibrarySha256: 'c'.repeat(64) },
  versions: { engine: 'e', engineVersion: '1', languageVersion: '1.3', serviceVersion: '1' },
  ...{
    comparison: null,
    signerAccount: null,
    rules: null,
    citations: null,
    blindTests: null,
    preparedAt: '2026-01-01T00:00:00.000Z',
  },
}
const ANSWER = { id: 'x', publicKey: '', authenticatorData: '', clientDataJSON: '', signature: '' }

function checksOf(authentication: Json): readonly string[] {
  const confirmed = confirmedStatement('https://rules.example.org/docs', FACTS)
  const statement = completedStatement(confirmed, 'then', authentication as unknown as Authentication)
  const text = wordedReceipt(statement, key, { keys: [] })
  const { ok, checks } = verifyReceipt(text, null)
  expect(ok).toBe(false)
  return checks.filter(({ holds }) => holds === false).map(({ what }) => what)
}

it('rejects a receipt whose passkey answer has another shape', () => {
  const shapes = [5, 'x', [], {}, { ...ANSWER, publicKey: 5 }, { ...ANSWER, signature: null }]
  for (const passkey of shapes)
    expect(checksOf({ method: 'passkey', passkey }), JSON.stringify(passkey)).toEqual(['the file is a receipt'])
  expect(checksOf({ method: 'passkey', passkey: ANSWER })).toContain('the signer’s passkey signed the statement')
})

it('rejects a receipt with an unknown authentication method', () => {
  for (const method of ['', 'nothing', 5, ['password']])
    expect(checksOf({ method, passkey: null }), JSON.stringify(method)).toEqual(['the file is a receipt'])
  expect(checksOf({ method: 'password', passkey: null })).not.toContain('the file is a receipt')
})
