import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyReceipt } from '../../attestation/receipt'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SoftwareAuthenticator } from '../testing/software-authenticator'
import { hashOf, PASSWORD, refusalOf, SigningSteps, SOURCE } from './testing/signing-steps'

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

const DAY = 86_400_000

describe('an approval', () => {
  it('is signed for exactly what the sheet showed, counts everywhere, and has a valid receipt', async () => {
    const hash = await steps.save()
    const sheet = await steps.signing.sheet(steps.reviewer, { hash })
    expect(sheet).toMatchObject({
      ...{ rulesetHash: hash, names: ['policy'], source: SOURCE, unitLibraryHash: null, lastApproved: null },
      ...{ records: [], unsigned: [], reviewDigest: hashOf(sheet.reviewText) },
      may: { sign: true, approve: true, reason: null },
      methods: { password: true, passkey: false, session: false },
      savedBy: [{ name: 'policy', label: steps.author.label, mine: false, message: null }],
    })
    expect(sheet.review?.summary).not.toBe('')
    const expiresAt = new Date(under.now() + DAY).toISOString()
    const prepared = await steps.prepare(hash, { note: 'Looked at\nall of it.', expiresAt })
    expect(prepared.digest).toBe(hashOf(prepared.statement))
    expect(prepared.passkey).toBeNull()
    const recordId = await steps.prove(prepared.ceremonyId)

    const person = steps.reviewer.person!
    const { records } = await steps.signing.sheet(await steps.fresh(steps.reviewer), { hash })
    expect(records).toEqual([
      {
        ...{ id: recordId, rulesetHash: hash, rulesetNames: ['policy'] },
        ...{ printedName: person.name, email: person.email, meaning: 'approved' },
        ...{ note: 'Looked at\nall of it.', signedAt: expect.any(String), method: 'password', expiresAt },
        ...{ expired: false, withdrawn: null, withdraws: null, unitLibraryHash: null, underOtherLibrary: false },
        ...{ engineVersion: sheet.engineVersion, languageVersion: sheet.languageVersion },
        ...{ reviewDigest: sheet.reviewDigest, uncounted: null, renamedTo: null, mine: true, underOlderEngine: null },
        account: { roles: ['reviewer'], admissions: [] },
        blindTests: [],
      },
    ])
    expect(await steps.counted()).toEqual([1, [person.name]])
    const log = await readLog(under, steps.namespaceId)
    expect(log.map(({ kind }) => kind)).toEqual([
      ...['ruleset_stored', 'name_bound', 'review_signed', 'approval_recorded', 'revision_put_in_force'],
    ])
    expect(log[2]).toMatchObject({
      actor: steps.reviewer.label,
      details: { hash, record_id: recordId, meaning: 'approved' },
    })

    const receipt = await steps.signing.receipt(steps.author, { recordId })
    const { checks, statement, ok } = verifyReceipt(receipt.bundle.text, await steps.publishedKeys())
    expect(checks.filter(({ holds }) => holds !== true)).toEqual([])
    expect(ok).toBe(true)
    expect(statement).toMatchObject({
      ...{ recordId, rulesetHash: hash, meaning: 'approved', expiresAt, reviewSha256: sheet.reviewDigest },
      ...{ rulesetNames: ['policy'], signer: { id: person.id, name: person.name, email: person.email } },
      ...{ confirmed: prepared.statement, authentication: { method: 'password', passkey: null } },
    })
    expect(receipt).toMatchObject({ reviewText: sheet.reviewText, record: { rulesetNames: ['policy'] } })
    // The entries of the record, of its approval and of the revision in force end the log.
    expect(Number(receipt.log.size) - Number(receipt.log.index)).toBe(3)
  })

  it('no longer counts after it expired, and stays visible', async () => {
    const hash = await steps.save()
    const recordId = await steps.sign(hash, { expiresAt: new Date(under.now() + DAY).toISOString() })
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
    under.pass(DAY)
    expect(await steps.counted()).toEqual([0, []])
    const reviewer = await steps.fresh(steps.reviewer)
    expect((await steps.signing.sheet(reviewer, { hash })).records).toMatchObject([{ id: recordId, expired: true }])
    expect((await steps.signing.receipt(reviewer, { recordId })).record).toMatchObject({ expired: true })
  })

  it('requires the meaning approved', async () => {
    const hash = await steps.save()
    await steps.sign(hash, { meaning: 'reviewed' })
    await steps.sign(hash, { meaning: 'changes_requested', note: 'Say who pays.' })
    expect(await steps.counted()).toEqual([0, []])
    expect((await steps.signing.sheet(steps.reviewer, { hash })).records).toMatchObject([
      { meaning: 'reviewed', note: null },
      { meaning: 'changes_requested', note: 'Say who pays.' },
    ])
  })

  it('without a signature is shown separately', async () => {
    const hash = await steps.save()
    const program = { ...(await under.fullCaller()), namespaceId: steps.namespaceId }
    await callOperation(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'A script' })
    const sheet = await steps.signing.sheet(steps.reviewer, { hash })
    expect(sheet).toMatchObject({ records: [], unsigned: [{ approver: 'A script', channel: 'program' }] })
    expect((await readLog(under, steps.namespaceId)).at(-1)).toMatchObject({
      kind: 'approval_recorded',
      details: { approver: 'A script', channel: 'program', hash },
    })
  })

  it('of an earlier revision is the last one, and the nearest ancestor comes before a namesake', async () => {
    const first = await steps.save()
    await steps.sign(first)
    const second = await steps.save(`${SOURCE}// two\n`)
    const third = await steps.save(`${SOURCE}// three\n`)
    const lastApproved = async (hash: string) => (await steps.signing.sheet(steps.reviewer, { hash })).lastApproved
    expect(await lastApproved(third)).toMatchObject({
      ...{
        hash: first,
        rulesetNames: ['policy'],
        printedName: steps.reviewer.person!.name,
        signed: true,
        source: SOURCE,
      },
      reviewText: (await steps.signing.sheet(steps.reviewer, { hash: first })).reviewText,
    })
    await steps.sign(second)
    expect(await lastApproved(third)).toMatchObject({ hash: second })
    await steps.sign(third)
    // It is not a descendant of the others, but had the same name.
    expect(await lastApproved(first)).toMatchObject({ hash: third, rulesetNames: ['policy'] })
  })

  it('is skipped as the last one while a colleague requests changes, until they approve', async () => {
    const first = await steps.save()
    await steps.sign(first)
    const second = await steps.save(`${SOURCE}// two\n`)
    await steps.sign(second)
    const hash = await steps.save(`${SOURCE}// two again\n`)
    const bases = async () => {
      const { lastApproved } = await steps.signing.sheet(steps.reviewer, { hash })
      return [lastApproved?.hash, (await steps.signing.meaning(steps.reviewer, { hash })).baseHash]
    }
    expect(await bases()).toEqual([second, second])
    const colleague = await steps.colleague('reviewer')
    await steps.sign(second, { meaning: 'changes_requested', note: 'Say who pays.' }, colleague)
    expect(await bases()).toEqual([first, first])
    // Another person's approval does not answer the request.
    await steps.sign(second)
    expect(await bases()).toEqual([first, first])
    await steps.sign(first, { meaning: 'changes_requested', note: 'Not this one.' }, colleague)
    expect(await bases()).toEqual([undefined, null])
    const withdraws = await steps.sign(second, {}, colleague)
    expect(await bases()).toEqual([second, second])
    // Withdrawing the approval reopens the request, although another approval is in force.
    await steps.sign(second, { meaning: 'withdrawn', withdraws, note: 'They still do not say who pays.' }, colleague)
    expect(await bases()).toEqual([undefined, null])
    const graph = await under.workbenches[0]!.history.graph(steps.author, { name: 'policy', before: null })
    expect(graph.nodes.find(({ hash }) => hash === second)?.approval).toBe('changes_requested')
  })
})

describe('a withdrawal', () => {
  it('ends an approval permanently, preserves both records, and is refused a second time', async () => {
    const hash = await steps.save()
    const withdraws = await steps.sign(hash)
    const other = await steps.colleague('reviewer')
    const note = 'The price list changed.'
    const recordId = await steps.sign(hash, { meaning: 'withdrawn', withdraws, note }, other)
    expect(await steps.counted()).toEqual([0, []])
    expect((await steps.signing.sheet(other, { hash })).records).toMatchObject([
      { id: withdraws, meaning: 'approved', withdrawn: { by: other.label, reason: note, recordId } },
      { id: recordId, meaning: 'withdrawn', withdraws, note, withdrawn: null },
    ])
    expect((await readLog(under, steps.namespaceId)).slice(-2).map(({ kind }) => kind)).toEqual([
      'review_signed',
      'approval_withdrawn',
    ])
    const { bundle } = await steps.signing.receipt(other, { recordId })
    expect(verifyReceipt(bundle.text, await steps.publishedKeys()).ok).toBe(true)
    const again = steps.prepare(hash, { meaning: 'withdrawn', withdraws, note })
    expect((await refusalOf(again)).message).toContain('withdrawn already')
    // It may be approved again.
    await steps.sign(hash)
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })

  it('by two reviewers at once is recorded once', async () => {
    const hash = await steps.save()
    const withdraws = await steps.sign(hash)
    const other = await steps.colleague('reviewer')
    const request = { meaning: 'withdrawn', withdraws, note: 'A reason.' } as const
    const [one, two] = [await steps.prepare(hash, request), await steps.prepare(hash, request, other)]
    const outcomes = await Promise.allSettled([steps.prove(one.ceremonyId), steps.prove(two.ceremonyId, other)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const records = (await steps.signing.sheet(other, { hash })).records
    expect(records.map(({ meaning }) => meaning)).toEqual(['approved', 'withdrawn'])
  })

  it('requires a reason and an approval of these bytes', async () => {
    const hash = await steps.save()
    const withdraws = await steps.sign(hash)
    const reviewed = await steps.sign(hash, { meaning: 'reviewed' })
    const elsewhere = await steps.save(`${SOURCE}// other\n`, 'other')
    const withdraw = (request: object, of = hash) => refusalOf(steps.prepare(of, { meaning: 'withdrawn', ...request }))
    expect((await withdraw({ withdraws, note: ' \n' })).details.failures).toMatchObject([{ field: 'note' }])
    const note = 'A reason.'
    for (const refusal of [
      await withdraw({ note }),
      await withdraw({ note, withdraws: reviewed }),
      await withdraw({ note, withdraws }, elsewhere),
      await withdraw({ note, withdraws, meaning: 'approved' }),
    ])
      expect(refusal).toMatchObject({ code: 'BAD_REQUEST', details: { failures: [{ field: 'withdraws' }] } })
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })
})

describe('bytes that no longer compile', () => {
  it('lose their approval, and a reviewer can request changes', async () => {
    const signed = await steps.save()
    const withdraws = await steps.sign(signed)
    // Simulates a release that no longer compiles signed bytes.
    const { namespaceId } = steps
    const hash = hashOf('assert {')
    await under.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES ('${namespaceId}', '${hash}', 'assert {', 0, now());
      UPDATE approval SET hash = '${hash}' WHERE id = '${withdraws}';
      UPDATE review_record SET hash = '${hash}' WHERE id = '${withdraws}'`)
    const context = { caller: steps.author, channel: 'program', addressKey: () => 'test' } as const
    await under.services[1]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.2') })
    const { signing } = under.workbenches[1]!
    const by = await steps.fresh(steps.reviewer)
    const { reviewDigest, unitLibraryHash, engineVersion, records } = await signing.sheet(by, { hash })
    const { comparison } = await signing.meaning(by, { hash })
    expect(records).toMatchObject([{ id: withdraws, withdrawn: null }])
    const sign = async (request: { meaning: 'withdrawn' | 'changes_requested'; withdraws: string | null }) => {
      const { ceremonyId } = await signing.prepare(by, {
        ...{ hash, note: 'It decides nothing any more.', expiresAt: null, ...request },
        ...{ reviewDigest, unitLibraryHash, engineVersion, comparisonDigest: comparison?.sha256 ?? null },
      })
      const proof = { kind: 'password', password: PASSWORD } as const
      return signing.sign(by, { ceremonyId, proof, session: await steps.session(by), addressKey: 'test' })
    }
    await sign({ meaning: 'changes_requested', withdraws: null })
    const { recordId } = await sign({ meaning: 'withdrawn', withdraws })
    const after = await signing.sheet(by, { hash })
    expect(after.records.find(({ id }) => id === withdraws)?.withdrawn).toMatchObject({ recordId })
    const { reviewText } = await signing.receipt(by, { recordId })
    expect(reviewText).toContain('does not compile')
  })
})

describe('a passkey', () => {
  async function reviewerWithPasskey() {
    const { passkeys } = under.workbenches[0]!
    const key = new SoftwareAuthenticator()
    const session = await steps.session(steps.reviewer)
    const proof = { kind: 'password', password: PASSWORD } as const
    const question = await passkeys.beginAdding(steps.reviewer, session, 'test', proof)
    const registration = key.register(question)
    await passkeys.endAdding(steps.reviewer, { ceremonyId: question.ceremonyId, label: 'Key', registration })
    return key
  }

  it('signs the statement itself, and the receipt proves it', async () => {
    const key = await reviewerWithPasskey()
    const hash = await steps.save()
    const { ceremonyId, passkey } = await steps.prepare(hash)
    expect((await steps.signing.sheet(steps.reviewer, { hash })).methods).toMatchObject({ passkey: true })
    const recordId = await steps.prove(ceremonyId, steps.reviewer, { kind: 'passkey', assertion: key.answer(passkey!) })
    const { record, bundle } = await steps.signing.receipt(steps.reviewer, { recordId })
    expect(record.method).toBe('passkey')
    const { checks, ok } = verifyReceipt(bundle.text, await steps.publishedKeys())
    expect(ok).toBe(true)
    expect(checks).toContainEqual({
      ...{ what: 'the signer’s passkey signed the statement', holds: true },
      detail: `passkey ${key.id.toString('base64url')}`,
    })
  })

  it('signs nothing if it answered for another statement', async () => {
    const key = await reviewerWithPasskey()
    const hash = await steps.save()
    const one = await steps.prepare(hash)
    const other = await steps.prepare(hash, { meaning: 'reviewed' })
    const assertion = key.answer(other.passkey!)
    const crossed = steps.prove(one.ceremonyId, steps.reviewer, { kind: 'passkey', assertion })
    expect(await refusalOf(crossed)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    const unverified = key.answer(one.passkey!, { unverified: true })
    const seen = steps.prove(one.ceremonyId, steps.reviewer, { kind: 'passkey', assertion: unverified })
    expect(await refusalOf(seen)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    expect(await steps.counted()).toEqual([0, []])
  })
})
