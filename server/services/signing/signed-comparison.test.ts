/**
 * A signature names the comparison that was shown, of these bytes with the last approved revision. Any change in
 * between is refused.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from '../../api/canonical-json'
import { type ComparedTexts, verifyReceipt } from '../../attestation/receipt'
import { type SignedComparison, sha256Hex } from '../../attestation/review-statement'
import { startSolver } from '../../engine/testing/ask'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { runScript } from '../../testing/run-script'
import { verifyLog } from '../audit/verify-log'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { repeatComparison } from './compare-anew'
import { COMPARISON_FIELD } from './prepare-statement'
import { hashOf, refusalOf, SigningSteps } from './testing/signing-steps'

let under: ServicesUnderTest
let steps: SigningSteps
beforeAll(async () => {
  under = await startServices(2)
  // As at the start of the server.
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  steps = await SigningSteps.open(under)
})
afterAll(() => under.stop())

const limit = (dollars: number) =>
  `declare amount as numeric;\n// @unit amount USD\nassert small { amount <= ${dollars} "USD" };\n`
const DAY = 86_400_000

const digestOf = async (hash: string) => (await steps.signing.meaning(steps.reviewer, { hash })).comparison?.sha256
const signedStatement = async (recordId: string) => {
  const { bundle } = await steps.signing.receipt(steps.reviewer, { recordId })
  return verifyReceipt(bundle.text, await steps.publishedKeys()).statement!
}
const records = async (hash: string) => (await steps.signing.sheet(steps.reviewer, { hash })).records

describe('a statement', () => {
  it('of the first revision names no base, and that of the next one names the comparison that was shown', async () => {
    const first = await steps.save(limit(100))
    const nothing = await steps.signing.meaning(steps.reviewer, { hash: first })
    expect(nothing).toMatchObject({ baseHash: null, comparison: null })
    const { comparison } = await signedStatement(await steps.sign(first))
    const { engineVersion, budgets } = nothing
    expect(comparison).toEqual({ baseSha256: null, sha256: null, engineVersion, budgets })

    const second = await steps.save(limit(90))
    const shown = await steps.signing.meaning(steps.reviewer, { hash: second })
    expect(shown.baseHash).toBe(first)
    expect(shown.comparison?.answer).toMatchObject({
      before: { ruleset_hash: first, unit_library_hash: null },
      after: { ruleset_hash: second, unit_library_hash: null },
      same_meaning: false,
    })
    expect(shown.comparison?.sha256).toBe(sha256Hex(canonicalJson(shown.comparison!.answer)))
    const recordId = await steps.sign(second)
    expect((await signedStatement(recordId)).comparison).toEqual({
      ...{ baseSha256: first, sha256: shown.comparison?.sha256, engineVersion, budgets },
    })
    // Another process computes the same bytes.
    expect(await under.workbenches[1]!.signing.meaning(steps.reviewer, { hash: second })).toEqual(shown)
  })

  it('can be compared again with only the receipt, which exposes a signature of something else', async () => {
    await steps.sign(await steps.save(limit(100)))
    const recordId = await steps.sign(await steps.save(limit(90)))
    const { bundle } = await steps.signing.receipt(steps.reviewer, { recordId })
    const { statement, compared } = verifyReceipt(bundle.text, await steps.publishedKeys())
    const anew = (texts: Partial<ComparedTexts>, named: Partial<SignedComparison> = {}) =>
      repeatComparison({ comparison: { ...statement!.comparison!, ...named } }, { ...compared!, ...texts }, startSolver)
    expect(anew({})).toMatchObject({ holds: true })
    // Another release with the same engine computed it.
    const document = JSON.parse(compared!.document) as { readonly [member: string]: Json }
    const changed = (members: object) => ({ document: canonicalJson({ ...document, ...members }) })
    expect(anew(changed({ versions: { service_version: '0' } }))).toMatchObject({ holds: true })
    expect(anew(changed({ same_meaning: true }))).toMatchObject({ holds: false })
    expect(anew({ source: limit(80) })).toMatchObject({ holds: false })
    expect(anew({}, { engineVersion: '0.1.0' })).toMatchObject({
      holds: null,
      detail: expect.stringContaining('by engine 0.1.0,'),
    })
    expect(anew(changed({ not_compared: 'Too large.' }))).toMatchObject({ holds: null })
    const budgets = { ...statement!.comparison!.budgets, solver_steps: Number.MAX_SAFE_INTEGER }
    expect(anew({}, { budgets })).toMatchObject({ holds: null })
    expect(anew({ source: 'no ruleset' })).toMatchObject({ holds: null })
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-receipt-'))
    const file = path.join(folder, 'receipt.json')
    writeFileSync(file, bundle.text)
    const { status, output } = await runScript('verify', {}, ['receipt', file])
    rmSync(folder, { recursive: true })
    expect(output).toMatch(/^ok {10}the comparison, computed again, is the same \(engine /m)
    expect(status).toBe(0)
  })

  it('is in a receipt with the comparison and the base, which accepts no changed one', async () => {
    await steps.sign(await steps.save(limit(100)))
    const recordId = await steps.sign(await steps.save(limit(90)))
    const { bundle } = await steps.signing.receipt(steps.reviewer, { recordId })
    const keys = await steps.publishedKeys()
    expect(verifyReceipt(bundle.text, keys).checks.filter(({ holds }) => holds !== true)).toEqual([])
    const receipt = JSON.parse(bundle.text) as { comparison: { document: { same_meaning: boolean } } } & object
    const failing = (changed: object) =>
      verifyReceipt(JSON.stringify({ ...receipt, ...changed }), keys)
        .checks.filter(({ holds }) => holds === false)
        .map(({ what }) => what)
    const { comparison } = receipt
    const document = { ...comparison.document, same_meaning: true }
    expect(failing({ comparison: { ...comparison, document } })).toEqual(['the comparison is the one that was shown'])
    expect(failing({ comparison: { ...comparison, base: { source: limit(80) } } })).toEqual([
      'it compares this source with the approved one',
    ])
    expect(failing({ comparison: null })).toEqual(['the comparison is the one that was shown'])
    const bothChecks = ['the comparison is the one that was shown', 'it compares this source with the approved one']
    for (const document of [{}, null, 5, [], { before: {}, after: null }, { before: 'one', after: 'other' }])
      expect(failing({ comparison: { ...comparison, document } })).toEqual(bothChecks)
    const libraries = { before: 'another', after: null }
    expect(failing({ comparison: { ...comparison, unit_libraries: libraries } })).toEqual([
      'it compares this source with the approved one',
    ])
    expect(failing({ format: 'touchstone-receipt/1' })).toEqual(['the file is a receipt'])
  })

  it('of a withdrawal names no comparison, and the approved base may differ', async () => {
    const first = await steps.save(limit(100))
    const approved = await steps.sign(first)
    const second = await steps.save(limit(90))
    await steps.sign(second)
    const withdrawal = {
      meaning: 'withdrawn',
      withdraws: approved,
      note: 'No longer.',
      comparisonDigest: null,
    } as const
    expect((await signedStatement(await steps.sign(first, withdrawal))).comparison).toBeNull()
  })

  it('says that the texts were not compared if the base no longer compiles', async () => {
    const { namespaceId } = steps
    const base = hashOf('assert {')
    const approval = await steps.sign(await steps.save(limit(100)))
    await under.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES ('${namespaceId}', '${base}', 'assert {', 0, now());
      UPDATE approval SET hash = '${base}' WHERE id = '${approval}';
      UPDATE name_binding SET hash = '${base}' WHERE namespace_id = '${namespaceId}';
      UPDATE review_record SET hash = '${base}' WHERE id = '${approval}'`)
    const hash = await steps.save(limit(90))
    const { comparison, baseHash } = await steps.signing.meaning(steps.reviewer, { hash })
    expect(baseHash).toBe(base)
    expect(comparison?.answer).toMatchObject({
      not_compared: expect.stringMatching(/^This revision was not compared with the approved one\. .*1 error/),
    })
    expect((await signedStatement(await steps.sign(hash))).comparison).toMatchObject({ baseSha256: base })
  })

  it('names both unit libraries: that of the earlier approval, and that in force', async () => {
    const first = await steps.save(limit(100))
    await steps.sign(first)
    const context = { caller: steps.author, channel: 'program', addressKey: () => 'test' } as const
    await under.services[0]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.2') })
    const by = await steps.fresh(steps.reviewer)
    const hash = await steps.save(limit(90))
    const { comparison } = await steps.signing.meaning(by, { hash })
    expect(comparison?.answer).toMatchObject({
      before: { ruleset_hash: first, unit_library_hash: null },
      after: { ruleset_hash: hash, unit_library_hash: by.account.unitLibraryHash },
    })
    const { bundle } = await steps.signing.receipt(by, { recordId: await steps.sign(hash, {}, by) })
    const { checks, statement, compared } = verifyReceipt(bundle.text, await steps.publishedKeys())
    expect(checks.filter(({ holds }) => holds !== true)).toEqual([])
    expect(repeatComparison(statement!, compared!, startSolver)).toMatchObject({ holds: true })
  })
})

describe('nothing is signed', () => {
  /** An approved revision, an unapproved one after it, and the one to sign. */
  const next = async () => {
    const first = await steps.save(limit(100))
    const approval = await steps.sign(first, { expiresAt: new Date(under.now() + DAY).toISOString() })
    const between = await steps.save(limit(95))
    return { first, approval, between, hash: await steps.save(limit(90)) }
  }
  const otherComparison = { code: 'BAD_REQUEST', details: { failures: [{ field: COMPARISON_FIELD }] } }

  it('if another comparison was shown, or no comparison', async () => {
    const { hash } = await next()
    const other = await digestOf(await steps.save(limit(80)))
    for (const comparisonDigest of [null, 'a'.repeat(64), other!])
      expect(await refusalOf(steps.prepare(hash, { comparisonDigest }))).toMatchObject(otherComparison)
    expect(await records(hash)).toEqual([])
  })

  it.each<[string, (given: Awaited<ReturnType<typeof next>>) => Promise<unknown>]>([
    ['another revision is approved', ({ between }) => steps.sign(between)],
    [
      'a program approves another revision without a signature',
      async ({ between }) =>
        callOperation(
          under.services[1]!,
          'recordApproval',
          { ...(await under.fullCaller()), namespaceId: steps.namespaceId },
          {
            ruleset_hash: between,
            approver: 'A script',
          },
        ),
    ],
    [
      'the approval of the base is withdrawn',
      ({ first, approval }) =>
        steps.sign(first, { meaning: 'withdrawn', withdraws: approval, note: 'No.', comparisonDigest: null }),
    ],
    ['the approval of the base ends', async () => under.pass(DAY + 1)],
    [
      'the base counts no more, because four eyes are demanded',
      async () => {
        await under.query(`UPDATE namespace SET separate_approver = true WHERE id = '${steps.namespaceId}'`)
        await under.query(`UPDATE ruleset SET stored_by_person_id = '${steps.reviewer.person!.id}', stored_channel = 'person'
        WHERE namespace_id = '${steps.namespaceId}' AND hash = '${hashOf(limit(100))}'`)
      },
    ],
  ])('if %s between the page and the statement, or between the statement and the proof', async (_, change) => {
    const given = await next()
    const comparisonDigest = (await digestOf(given.hash))!
    const { ceremonyId } = await steps.prepare(given.hash)
    await change(given)
    const by = await steps.fresh(steps.reviewer)
    // Later, the five minutes of a statement may have passed.
    const proved = await refusalOf(steps.prove(ceremonyId, by))
    if (!proved.message.includes('five minutes')) expect(proved).toMatchObject(otherComparison)
    expect(proved.message).toContain('Nothing was signed')
    expect(await refusalOf(steps.prepare(given.hash, { comparisonDigest }, by))).toMatchObject(otherComparison)
    expect(await records(given.hash)).toEqual([])
    // With the new comparison it can be signed.
    await steps.sign(given.hash, {}, by)
    expect(await records(given.hash)).toHaveLength(1)
  })

  it('twice over one base by concurrent reviewers, because the second needs another base', async () => {
    const hashes = [await steps.save(limit(70)), await steps.save(limit(60)), await steps.save(limit(50))]
    const reviewers = [steps.reviewer, await steps.colleague('reviewer'), await steps.colleague('reviewer')]
    const prepared = await Promise.all(hashes.map((hash, nth) => steps.prepare(hash, {}, reviewers[nth]!)))
    const outcomes = await Promise.allSettled(
      prepared.map(({ ceremonyId }, nth) => steps.prove(ceremonyId, reviewers[nth]!)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(otherComparison)
  })

  it('only if the base differs: other records stop no signature', async () => {
    const { hash } = await next()
    const { ceremonyId } = await steps.prepare(hash)
    const saves = Array.from({ length: 8 }, (_, nth) => steps.save(`${limit(90)}// ${nth}\n`, `another ${nth}`))
    const [recordId] = await Promise.all([steps.prove(ceremonyId), ...saves])
    expect(await records(hash)).toMatchObject([{ id: recordId }])
  })
})

describe('a change after the caller of a signature was read', () => {
  const setRule = (column: string) => () =>
    under.query(`UPDATE namespace SET ${column} = true WHERE id = '${steps.namespaceId}'`)
  it.each<[string, () => Promise<unknown>, string]>([
    ['a rule that a failing test case prevents an approval', setRule('passing_cases'), 'a failing test case prevents'],
    ['a rule that a password signs nothing', setRule('passkey_to_sign'), 'passkey'],
    [
      'the roles of the signer',
      () => under.query(`UPDATE membership SET roles = '{author}' WHERE person_id = '${steps.reviewer.person!.id}'`),
      'It needs the role reviewer',
    ],
    [
      'the unit library',
      async () => {
        const context = { caller: steps.author, channel: 'program', addressKey: () => 'test' } as const
        const converter = { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.2') }
        return under.services[0]!.addConverter(context, converter)
      },
      'unit library of this namespace was changed',
    ],
  ])('applies to the signature: %s', async (_, change, words) => {
    const hash = await steps.save(limit(90))
    await under.workbenches[0]!.testCases.save(steps.author, {
      ...{ name: 'policy', id: null, version: 0, title: 'a case', claims: '{"amount":"90 USD"}' },
      expected: { small: 'FALSE' },
    })
    const { ceremonyId } = await steps.prepare(hash)
    await change()
    // The change comes after the caller was read, for example while the password is checked.
    const refused = await refusalOf(steps.prove(ceremonyId, steps.reviewer))
    expect(refused.message).toContain(words)
    expect(await records(hash)).toEqual([])
  })
})

describe('a stored comparison', () => {
  const verified = async () => (await verifyLog(under.store, steps.namespaceId, await steps.publishedKeys())).problems

  it('is reported if it was changed or removed by hand, and no receipt is made with it', async () => {
    await steps.sign(await steps.save(limit(100)))
    const hash = await steps.save(limit(90))
    const digest = (await digestOf(hash))!
    const recordId = await steps.sign(hash)
    expect(await verified()).toEqual([])
    const row = `namespace_id = '${steps.namespaceId}' AND hash = '${digest}'`
    await under.query(`UPDATE ruleset_comparison SET canonical = canonical || '\\x20' WHERE ${row}`)
    expect((await verified()).join('\n')).toContain(digest)
    const damaged = await refusalOf(steps.signing.receipt(steps.reviewer, { recordId }))
    expect(damaged).toMatchObject({ code: 'ENGINE_ERROR', message: expect.stringContaining(digest) })
    await under.query(
      `UPDATE ruleset_comparison SET canonical = substring(canonical FOR length(canonical) - 1) WHERE ${row}`,
    )
    expect(await verified()).toEqual([])
    await under.query(`DELETE FROM ruleset_comparison WHERE ${row}`)
    expect((await verified()).join('\n')).toContain(`the comparison ${digest}, which it names, is gone`)
    const gone = await refusalOf(steps.signing.receipt(steps.reviewer, { recordId }))
    expect(gone).toMatchObject({ code: 'ENGINE_ERROR', message: expect.stringContaining('removed') })
  })

  it('cannot be changed by the server, and is stored once for two signatures', async () => {
    await steps.sign(await steps.save(limit(100)))
    const hash = await steps.save(limit(90))
    await steps.sign(hash, { meaning: 'reviewed' })
    await steps.sign(hash)
    const rows = await under.query(
      `SELECT convert_from(canonical, 'UTF8') AS canonical FROM ruleset_comparison WHERE namespace_id = '${steps.namespaceId}'`,
    )
    expect(rows).toHaveLength(1)
    expect(canonicalJson(JSON.parse(String(rows[0]!.canonical)) as Json)).toBe(rows[0]!.canonical)
  })
})

describe('a failing test case', () => {
  const addCase = (claims: string, expected: 'TRUE' | 'FALSE', title = 'a case') =>
    under.workbenches[0]!.testCases.save(steps.author, {
      ...{ name: 'policy', id: null, version: 0, title, claims, expected: { small: expected } },
    })
  const demandPassing = () => under.query(`UPDATE namespace SET passing_cases = true WHERE id = '${steps.namespaceId}'`)

  it('is shown, and prevents an approval only if the namespace says so', async () => {
    const hash = await steps.save(limit(90))
    await addCase('{"amount":"90 USD"}', 'FALSE', 'at the limit')
    await addCase('{"amount":"95 USD"}', 'FALSE', 'above it')
    await addCase('{"sum":"95 USD"}', 'FALSE', 'of another ruleset')
    const { cases } = await steps.signing.meaning(steps.reviewer, { hash })
    expect(cases).toMatchObject({ counts: { pass: 1, fail: 1, error: 1 }, preventApproval: false })
    expect(cases?.failing).toMatchObject([
      {
        name: 'policy',
        title: 'at the limit',
        mismatches: [{ assertion: 'small', expected: 'FALSE', actual: 'TRUE' }],
      },
      { title: 'of another ruleset', problem: expect.stringContaining('does not fit') },
    ])
    await steps.sign(hash)
    await demandPassing()
    const by = await steps.fresh(steps.reviewer)
    expect((await steps.signing.meaning(by, { hash })).cases).toMatchObject({ preventApproval: true })
    const refused = await refusalOf(steps.prepare(hash, {}, by))
    expect(refused).toMatchObject({
      code: 'CREDENTIAL_SCOPE',
      message: expect.stringMatching(
        /Of the 3 test cases .*“at the limit”, “of another ruleset”\. Nothing was signed\./,
      ),
    })
    await steps.sign(hash, { meaning: 'reviewed' }, by)
    await steps.sign(hash, { meaning: 'changes_requested', note: 'Mind the limit.' }, by)
  })

  it('prevents an approval even if it or the rule is added between statement and proof', async () => {
    await demandPassing()
    const by = await steps.fresh(steps.reviewer)
    const hash = await steps.save(limit(90))
    await addCase('{"amount":"90 USD"}', 'TRUE')
    const { ceremonyId } = await steps.prepare(hash, {}, by)
    await addCase('{"amount":"90 USD"}', 'FALSE', 'another')
    expect(await refusalOf(steps.prove(ceremonyId, by))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect(await records(hash)).toEqual([])
  })

  it('counts for bytes without a name if it belongs to the revision that they follow', async () => {
    await steps.sign(await steps.save(limit(90)))
    await addCase('{"amount":"90 USD"}', 'TRUE')
    await demandPassing()
    const by = await steps.fresh(steps.reviewer)
    const source = limit(80)
    await callOperation(under.services[0]!, 'compile', steps.author, { source, parent_hash: hashOf(limit(90)) })
    expect(await refusalOf(steps.prepare(hashOf(source), {}, by))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    // Another name does not leave them out, even after the approved revision's name moved.
    await steps.save(source, 'tmp')
    await steps.save(limit(70))
    expect(await refusalOf(steps.prepare(hashOf(source), {}, by))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('counts for bytes without a name and without an approved base if it belongs to their ancestors', async () => {
    await steps.save(limit(90))
    await addCase('{"amount":"90 USD"}', 'TRUE')
    await demandPassing()
    const by = await steps.fresh(steps.reviewer)
    const compile = (dollars: number, parent: number) =>
      callOperation(under.services[0]!, 'compile', steps.author, {
        source: limit(dollars),
        parent_hash: hashOf(limit(parent)),
      })
    await compile(80, 90)
    await compile(70, 80)
    for (const dollars of [80, 70])
      expect(await refusalOf(steps.prepare(hashOf(limit(dollars)), {}, by))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('counts for the names of revisions between the bytes and the approved one', async () => {
    const approved = await steps.save(limit(95), 'older')
    await steps.sign(approved)
    const draft = { name: 'policy', source: limit(90), parent_hash: approved }
    await callOperation(under.services[0]!, 'saveRuleset', steps.author, draft)
    await addCase('{"amount":"90 USD"}', 'TRUE')
    await demandPassing()
    const by = await steps.fresh(steps.reviewer)
    const [source, parent_hash] = [limit(80), hashOf(limit(90))]
    await callOperation(under.services[0]!, 'compile', steps.author, { source, parent_hash })
    const { baseHash, cases } = await steps.signing.meaning(by, { hash: hashOf(source) })
    expect(baseHash).toBe(approved)
    expect(cases).toMatchObject({ counts: { fail: 1 }, failing: [{ name: 'policy' }], preventApproval: true })
    expect(await refusalOf(steps.prepare(hashOf(source), {}, by))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })
})
