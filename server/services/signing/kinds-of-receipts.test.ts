/**
 * A receipt of every kind, made by the product. `UPDATE=1` writes them to server/testing/golden/receipts/, which tests
 * of the page and of other releases read; read the changes before the commit.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyReceipt } from '../../attestation/receipt'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SoftwareAuthenticator } from '../testing/software-authenticator'
import { repeatComparison } from './compare-anew'
import type { PrepareRequest } from './prepare-statement'
import { PASSWORD, SigningSteps } from './testing/signing-steps'

const GOLDEN = path.resolve(import.meta.dirname, '../../testing/golden/receipts')
const DAY = 86_400_000

const FIRST = `version 1.4;
// @describe receipt_when_large A receipt is needed for every expense of 75 USD or more.
// @unit amount USD
// @range amount 0..5000
declare amount as numeric;
// @ask has_receipt Is there a receipt?
declare has_receipt as boolean;
assert receipt_when_large { Implies(amount >= 75 "USD", has_receipt) };
`
const SECOND = FIRST.replace('>= 75', '>= 50').replace('of 75', 'of 50')

let under: ServicesUnderTest
let steps: SigningSteps
beforeAll(async () => {
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
  steps = await SigningSteps.open(under)
})
afterAll(() => under.stop())

it('makes a receipt of every kind, which verifies', async () => {
  const [first, second] = [await steps.save(FIRST), await steps.save(SECOND)]
  const soon = new Date(under.now() + DAY).toISOString()
  const later = new Date(under.now() + 30_000 * DAY).toISOString()
  const approved = await steps.sign(first, { note: 'Read with the expense policy.\nSection 4.' })
  const made: Record<string, string> = {
    'approved-password-note': approved,
    'reviewed-password': await steps.sign(second, { meaning: 'reviewed' }),
    'changes-requested': await steps.sign(second, { meaning: 'changes_requested', note: 'Say who “pays” <in> cash.' }),
    'approved-passkey-comparison': await signedByPasskey(second, { expiresAt: later }),
    'approved-provider': await signedAtProvider(second),
    'approved-expired': await steps.sign(second, { expiresAt: soon }),
    'approved-citations': await signedWithClauses(),
    'approved-blind-test': await signedAfterBlindTest(FIRST.replace('>= 75', '>= 60')),
    withdrawn: await steps.sign(first, { meaning: 'withdrawn', withdraws: approved, note: 'The limit was wrong.' }),
  }
  under.pass(2 * DAY)
  const keys = await steps.publishedKeys()
  const written: Record<string, string> = {
    'published-keys': `${JSON.stringify(await steps.signing.publishedKeys(), null, 2)}\n`,
  }
  const reader = await steps.fresh(steps.reviewer)
  for (const [kind, recordId] of Object.entries(made)) {
    const { bundle } = await steps.signing.receipt(reader, { recordId })
    const { checks, remarks, statement, compared } = verifyReceipt(bundle.text, keys)
    expect(
      checks.filter(({ holds }) => holds !== true),
      kind,
    ).toEqual([])
    expect([remarks, statement?.recordId], kind).toEqual([[], recordId])
    expect(compared !== null, kind).toBe(statement!.comparison?.sha256 != null)
    if (compared !== null)
      expect(repeatComparison(statement!, compared, () => new Z3Solver(compileZ3()))).toMatchObject({ holds: true })
    written[kind] = bundle.text
  }
  if (process.env.UPDATE !== '1') return
  mkdirSync(GOLDEN, { recursive: true })
  for (const [kind, text] of Object.entries(written)) writeFileSync(path.join(GOLDEN, `${kind}.json`), text)
})

async function signedByPasskey(hash: string, request: Partial<PrepareRequest>): Promise<string> {
  const { passkeys } = under.workbenches[0]!
  const key = new SoftwareAuthenticator()
  const session = await steps.session(steps.reviewer)
  const proof = { kind: 'password', password: PASSWORD } as const
  const question = await passkeys.beginAdding(steps.reviewer, session, 'test', proof)
  const registration = key.register(question)
  await passkeys.endAdding(steps.reviewer, { ceremonyId: question.ceremonyId, label: 'Key', registration })
  const { ceremonyId, passkey } = await steps.prepare(hash, request)
  return steps.prove(ceremonyId, steps.reviewer, { kind: 'passkey', assertion: key.answer(passkey!) })
}

/** Names the revision of the document that a rule cites. */
async function signedWithClauses(): Promise<string> {
  const { documents } = under.workbenches[0]!
  const policy = '4. Receipts\n4.2 Every expense of 70 USD or more needs a receipt.\n'
  const content = { kind: 'text', text: policy, format: 'text' } as const
  await documents.add(steps.author, { label: 'TE-07', title: 'Travel and expenses', content })
  under.pass(1_000)
  const cited = FIRST.replace('// @unit', '// @cite receipt_when_large TE-07 4.2\n// @unit')
  return steps.sign(await steps.save(cited.replace('>= 75', '>= 70').replace('of 75', 'of 70')))
}

/** A signature after a blind test with a difference that the reviewer commented on. */
async function signedAfterBlindTest(source: string): Promise<string> {
  const { blindTests } = under.workbenches[0]!
  const hash = await steps.save(source)
  const by = await steps.fresh(steps.reviewer)
  const { scenarios, digest, number } = await blindTests.scenarios(by, { hash })
  const answers = scenarios.map(() => 'met' as const)
  const { testId } = await blindTests.answer(by, { hash, digest, number, answers })
  const [{ scenarios: answered }] = (await blindTests.list(by, { hash })).results as [
    Awaited<ReturnType<typeof blindTests.list>>['results'][number],
  ]
  const scenario = answered!.findIndex(({ reply, answer }) => reply !== answer)
  await blindTests.comment(by, { testId, scenario, text: 'The policy says “75”.' })
  return steps.sign(hash)
}

/** A person of an outside provider has no password; a fresh sign-in is the proof. */
async function signedAtProvider(hash: string): Promise<string> {
  const person: Caller = await under.personCaller(['reviewer'], steps.namespaceId)
  const { ceremonyId } = await steps.prepare(hash, {}, person)
  const session = { ...(await steps.session(person)), authenticatedAt: new Date(under.now()), method: 'oidc' } as const
  const request = { ceremonyId, proof: { kind: 'session' }, session, addressKey: 'test' } as const
  return (await steps.signing.sign(person, request)).recordId
}
