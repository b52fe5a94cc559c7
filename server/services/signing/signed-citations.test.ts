import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyReceipt } from '../../attestation/receipt'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { hashOf, refusalOf, SigningSteps, SOURCE } from './testing/signing-steps'

let under: ServicesUnderTest
let steps: SigningSteps
beforeAll(async () => {
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  steps = await SigningSteps.open(under)
})
afterAll(() => under.stop())

const RULES = `version 1.4;
// @unit cost USD
declare cost as numeric;
// @cite other HR-1 2
// @cite meal TE-07 1 the daily limit
assert meal { cost <= 60 "USD" };
assert other { cost > 0 "USD" };
assert uncited { cost < 90 "USD" };
`
const POLICY = '1. Meals cost at most USD 60 a day.\n2. Guests are welcome.\n'
const LATER = POLICY.replace('USD 60', 'USD 70')

const documents = () => under.workbenches[0]!.documents
const text = (policy: string) => ({ kind: 'text', text: policy, format: 'text' }) as const
const add = (label = 'TE-07', policy = POLICY) =>
  documents().add(steps.author, { label, title: 'Travel', content: text(policy) })
const revise = (policy: string) => documents().revise(steps.author, { label: 'TE-07', base: 1, content: text(policy) })

async function signedCitations(hash: string): Promise<unknown> {
  const { ceremonyId } = await steps.prepare(hash)
  const { bundle } = await steps.signing.receipt(steps.reviewer, { recordId: await steps.prove(ceremonyId) })
  const { ok, statement } = verifyReceipt(bundle.text, null)
  expect(ok).toBe(true)
  return statement?.citations
}

describe('the documents that the rules cite', () => {
  it('are shown with their clauses and signed as of the save', async () => {
    await add()
    under.pass(1_000)
    const hash = await steps.save(RULES)
    under.pass(1_000)
    await revise(LATER)
    const { citations } = await steps.signing.sheet(steps.reviewer, { hash })
    expect(citations).toMatchObject({
      documents: [
        { label: 'HR-1', sha256: null },
        { label: 'TE-07', sha256: hashOf(POLICY) },
      ],
      rules: [
        { name: 'meal', clauses: [{ document: 'TE-07', clause: '1' }] },
        { name: 'other', clauses: [{ document: 'HR-1', clause: '2' }] },
      ],
    })
    expect(citations?.clauses).toEqual([
      { document: 'TE-07', clause: '1', text: '1. Meals cost at most USD 60 a day.', isOutdated: true },
      { document: 'HR-1', clause: '2', text: null, isOutdated: false },
    ])
    expect(await signedCitations(hash)).toEqual(citations?.documents)
  })

  it('are printed on the receipt as they were signed', async () => {
    await add()
    const hash = await steps.save(RULES)
    const { ceremonyId } = await steps.prepare(hash)
    const recordId = await steps.prove(ceremonyId)
    under.pass(1_000)
    await revise(LATER)
    // Another save binds the newer revision, which nobody has signed.
    await steps.save(RULES, 'elsewhere')
    const { citations } = await steps.signing.receipt(steps.reviewer, { recordId })
    expect(citations?.clauses).toEqual([
      { document: 'TE-07', clause: '1', text: '1. Meals cost at most USD 60 a day.', isOutdated: true },
      { document: 'HR-1', clause: '2', text: null, isOutdated: false },
    ])
  })

  it('are the first revisions if they were added after the save', async () => {
    const hash = await steps.save(RULES)
    under.pass(1_000)
    await add()
    await revise(LATER)
    const { citations } = await steps.signing.sheet(steps.reviewer, { hash })
    expect(citations?.documents[1]).toEqual({ label: 'TE-07', sha256: hashOf(POLICY) })
  })

  it('are those of the own namespace', async () => {
    const stranger = await SigningSteps.open(under)
    await documents().add(stranger.author, { label: 'TE-07', title: 'Theirs', content: text(POLICY) })
    const hash = await steps.save(RULES)
    const { citations } = await steps.signing.sheet(steps.reviewer, { hash })
    expect(citations?.documents.map(({ sha256 }) => sha256)).toEqual([null, null])
  })

  it('refuse a signature if the page showed others, or if they changed since', async () => {
    const hash = await steps.save(RULES)
    const shown = await refusalOf(steps.prepare(hash, { citationsDigest: null }))
    expect(shown.message).toContain('another one than the page showed')
    const { ceremonyId } = await steps.prepare(hash)
    await add()
    const changed = await refusalOf(steps.prove(ceremonyId))
    expect(changed.message).toContain('was changed since the statement was shown')
  })

  it('leave no trace in the statement of a ruleset that cites nothing', async () => {
    await add()
    const hash = await steps.save(SOURCE)
    expect((await steps.signing.sheet(steps.reviewer, { hash })).citations).toBeNull()
    const { statement } = await steps.prepare(hash)
    expect(statement).not.toContain('citations')
    expect(await signedCitations(hash)).toBeNull()
    const { ceremonyId } = await steps.prepare(hash)
    const { citations } = await steps.signing.receipt(steps.reviewer, { recordId: await steps.prove(ceremonyId) })
    expect(citations).toBeNull()
  })
})
