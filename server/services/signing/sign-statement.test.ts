/**
 * Signatures over a real database: who may sign what, what a signature is bound to, and what it counts for.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { loadedRuleset, rulesetList } from '../../api/schemas/saved-ruleset'
import { verifyReceipt } from '../../attestation/verify-receipt'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { readLog } from '../testing/read-log'
import { ask, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { SoftwareAuthenticator } from '../testing/software-authenticator'
import { CEREMONY_LIFE } from './prepare-statement'
import { hashOf, PASSWORD, SigningSteps, SOURCE } from './testing/signing-steps'

let under: ServicesUnderTest
let desk: SigningSteps
beforeAll(async () => {
  under = await startServices(2)
  // As the server does at its start.
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  desk = await SigningSteps.open(under)
})
afterAll(() => under.stop())

const DAY = 86_400_000

async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Refusal) return outcome
  throw new Error(`not refused: ${String(outcome)}`, { cause: outcome })
}

/** What /v1 counts as approvals of the name. */
async function counted(name = 'policy'): Promise<[list: number, loaded: string[]]> {
  const service = under.services[1]!
  const context = { caller: desk.author, channel: 'program', addressKey: () => 'test' } as const
  const { rulesets } = rulesetList.parse(JSON.parse((await service.listRulesets(context, null)).body))
  const loaded = loadedRuleset.parse(JSON.parse((await service.loadRuleset(context, { name })).body))
  return [rulesets.find((row) => row.name === name)!.approval_count, loaded.approvals!.map(({ approver }) => approver)]
}

describe('an approval', () => {
  it('is signed for exactly what the sheet showed, counts everywhere, and its receipt verifies', async () => {
    const hash = await desk.save()
    const sheet = await desk.signing.sheet(desk.reviewer, { hash })
    expect(sheet).toMatchObject({
      ...{ rulesetHash: hash, names: ['policy'], source: SOURCE, unitLibraryHash: null, lastApproved: null },
      ...{ records: [], unsigned: [], reviewDigest: hashOf(sheet.reviewText) },
      may: { sign: true, approve: true, reason: null },
      methods: { password: true, passkey: false, session: false },
      savedBy: [{ name: 'policy', label: desk.author.label, mine: false, message: null }],
    })
    expect(sheet.review?.summary).not.toBe('')
    const expiresAt = new Date(under.now() + DAY).toISOString()
    const prepared = await desk.prepare(hash, { note: 'Looked at\nall of it.', expiresAt })
    expect(prepared.digest).toBe(hashOf(prepared.statement))
    expect(prepared.passkey).toBeNull()
    const recordId = await desk.prove(prepared.ceremonyId)

    const person = desk.reviewer.person!
    const { records } = await desk.signing.sheet(await desk.fresh(desk.reviewer), { hash })
    expect(records).toEqual([
      {
        ...{ id: recordId, rulesetHash: hash, rulesetNames: ['policy'] },
        ...{ printedName: person.name, email: person.email, meaning: 'approved' },
        ...{ note: 'Looked at\nall of it.', signedAt: expect.any(String), method: 'password', expiresAt },
        ...{ expired: false, withdrawn: null, withdraws: null, unitLibraryHash: null, underOtherLibrary: false },
        ...{ engineVersion: sheet.engineVersion, languageVersion: sheet.languageVersion },
        ...{ reviewDigest: sheet.reviewDigest, uncounted: null, renamedTo: null, mine: true, underOlderEngine: null },
      },
    ])
    expect(await counted()).toEqual([1, [person.name]])
    const log = await readLog(under, desk.namespaceId)
    expect(log.map(({ kind }) => kind)).toEqual(['ruleset_stored', 'name_bound', 'review_signed', 'approval_recorded'])
    expect(log[2]).toMatchObject({
      actor: desk.reviewer.label,
      details: { hash, record_id: recordId, meaning: 'approved' },
    })

    const receipt = await desk.signing.receipt(desk.author, { recordId })
    const { checks, statement, ok } = verifyReceipt(receipt.bundle.text, await desk.publishedKeys())
    expect(checks.filter(({ holds }) => holds !== true)).toEqual([])
    expect(ok).toBe(true)
    expect(statement).toMatchObject({
      ...{ recordId, rulesetHash: hash, meaning: 'approved', expiresAt, reviewSha256: sheet.reviewDigest },
      ...{ rulesetNames: ['policy'], signer: { id: person.id, name: person.name, email: person.email } },
      ...{ confirmed: prepared.statement, authentication: { method: 'password', passkey: null } },
    })
    expect(receipt).toMatchObject({ reviewText: sheet.reviewText, record: { rulesetNames: ['policy'] } })
    // The entry of the record, and the one of its approval after it, end the log.
    expect(Number(receipt.log.size) - Number(receipt.log.index)).toBe(2)
  })

  it('that expired counts no more, and stays to be seen', async () => {
    const hash = await desk.save()
    const recordId = await desk.sign(hash, { expiresAt: new Date(under.now() + DAY).toISOString() })
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
    under.pass(DAY)
    expect(await counted()).toEqual([0, []])
    const reviewer = await desk.fresh(desk.reviewer)
    expect((await desk.signing.sheet(reviewer, { hash })).records).toMatchObject([{ id: recordId, expired: true }])
    expect((await desk.signing.receipt(reviewer, { recordId })).record).toMatchObject({ expired: true })
  })

  it('with another meaning is none', async () => {
    const hash = await desk.save()
    await desk.sign(hash, { meaning: 'reviewed' })
    await desk.sign(hash, { meaning: 'changes_requested', note: 'Say who pays.' })
    expect(await counted()).toEqual([0, []])
    expect((await desk.signing.sheet(desk.reviewer, { hash })).records).toMatchObject([
      { meaning: 'reviewed', note: null },
      { meaning: 'changes_requested', note: 'Say who pays.' },
    ])
  })

  it('without a signature is shown apart', async () => {
    const hash = await desk.save()
    const program = { ...(await under.fullCaller()), namespaceId: desk.namespaceId }
    await ask(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'A script' })
    const sheet = await desk.signing.sheet(desk.reviewer, { hash })
    expect(sheet).toMatchObject({ records: [], unsigned: [{ approver: 'A script', channel: 'program' }] })
    expect((await readLog(under, desk.namespaceId)).at(-1)).toMatchObject({
      kind: 'approval_recorded',
      details: { approver: 'A script', channel: 'program', hash },
    })
  })

  it('of an earlier revision is told as the last one, the nearest ancestor before a namesake', async () => {
    const first = await desk.save()
    await desk.sign(first)
    const second = await desk.save(`${SOURCE}// two\n`)
    const third = await desk.save(`${SOURCE}// three\n`)
    const told = async (hash: string) => (await desk.signing.sheet(desk.reviewer, { hash })).lastApproved
    expect(await told(third)).toMatchObject({
      ...{
        hash: first,
        rulesetNames: ['policy'],
        printedName: desk.reviewer.person!.name,
        signed: true,
        source: SOURCE,
      },
      reviewText: (await desk.signing.sheet(desk.reviewer, { hash: first })).reviewText,
    })
    await desk.sign(second)
    expect(await told(third)).toMatchObject({ hash: second })
    await desk.sign(third)
    // No descendant of the others, but it bore the same name.
    expect(await told(first)).toMatchObject({ hash: third, rulesetNames: ['policy'] })
  })
})

describe('a withdrawal', () => {
  it('ends an approval for good, keeps both records, and is refused a second time', async () => {
    const hash = await desk.save()
    const withdraws = await desk.sign(hash)
    const other = await desk.colleague('reviewer')
    const note = 'The price list changed.'
    const recordId = await desk.sign(hash, { meaning: 'withdrawn', withdraws, note }, other)
    expect(await counted()).toEqual([0, []])
    expect((await desk.signing.sheet(other, { hash })).records).toMatchObject([
      { id: withdraws, meaning: 'approved', withdrawn: { by: other.label, reason: note, recordId } },
      { id: recordId, meaning: 'withdrawn', withdraws, note, withdrawn: null },
    ])
    expect((await readLog(under, desk.namespaceId)).slice(-2).map(({ kind }) => kind)).toEqual([
      'review_signed',
      'approval_withdrawn',
    ])
    const { bundle } = await desk.signing.receipt(other, { recordId })
    expect(verifyReceipt(bundle.text, await desk.publishedKeys()).ok).toBe(true)
    const again = desk.prepare(hash, { meaning: 'withdrawn', withdraws, note })
    expect((await refusalOf(again)).message).toContain('withdrawn already')
    // It may be approved anew.
    await desk.sign(hash)
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
  })

  it('by two reviewers at once is recorded once', async () => {
    const hash = await desk.save()
    const withdraws = await desk.sign(hash)
    const other = await desk.colleague('reviewer')
    const request = { meaning: 'withdrawn', withdraws, note: 'A reason.' } as const
    const [one, two] = [await desk.prepare(hash, request), await desk.prepare(hash, request, other)]
    const outcomes = await Promise.allSettled([desk.prove(one.ceremonyId), desk.prove(two.ceremonyId, other)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const records = (await desk.signing.sheet(other, { hash })).records
    expect(records.map(({ meaning }) => meaning)).toEqual(['approved', 'withdrawn'])
  })

  it('needs a reason, and an approval of these bytes', async () => {
    const hash = await desk.save()
    const withdraws = await desk.sign(hash)
    const reviewed = await desk.sign(hash, { meaning: 'reviewed' })
    const elsewhere = await desk.save(`${SOURCE}// other\n`, 'other')
    const withdraw = (request: object, of = hash) => refusalOf(desk.prepare(of, { meaning: 'withdrawn', ...request }))
    expect((await withdraw({ withdraws, note: ' \n' })).details.failures).toMatchObject([{ field: 'note' }])
    const note = 'A reason.'
    for (const refusal of [
      await withdraw({ note }),
      await withdraw({ note, withdraws: reviewed }),
      await withdraw({ note, withdraws }, elsewhere),
      await withdraw({ note, withdraws, meaning: 'approved' }),
    ])
      expect(refusal).toMatchObject({ code: 'BAD_REQUEST', details: { failures: [{ field: 'withdraws' }] } })
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
  })
})

describe('nothing is signed', () => {
  it('by who is no reviewer', async () => {
    const hash = await desk.save()
    const { ceremonyId } = await desk.prepare(hash)
    for (const caller of [desk.author, desk.administrator]) {
      expect((await desk.signing.sheet(caller, { hash })).may).toMatchObject({ sign: false, approve: false })
      expect(await refusalOf(desk.prepare(hash, {}, caller))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
      expect(await refusalOf(desk.prove(ceremonyId, caller))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    }
    // A role that was taken away between the statement and the signature is gone.
    await under.query(`UPDATE membership SET roles = '{author}' WHERE person_id = '${desk.reviewer.person!.id}'`)
    const demoted = await desk.fresh(desk.reviewer)
    expect(await refusalOf(desk.prove(ceremonyId, demoted))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect((await readLog(under, desk.namespaceId)).map(({ kind }) => kind)).toEqual(['ruleset_stored', 'name_bound'])
  })

  it('by the author of the revision, as an approval, where the namespace says so', async () => {
    const writer = await desk.colleague('author', 'reviewer')
    const hash = await desk.save(SOURCE, 'policy', writer)
    const before = await desk.prepare(hash, {}, writer)
    await under.query(`UPDATE namespace SET separate_approver = true WHERE id = '${desk.namespaceId}'`)
    const barred = await desk.fresh(writer)
    expect((await desk.signing.sheet(barred, { hash })).may).toMatchObject({
      ...{ sign: true, approve: false },
      reason: expect.stringMatching(/you saved it\. Ask another reviewer/),
    })
    expect(await refusalOf(desk.prepare(hash, {}, barred))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect(await refusalOf(desk.prove(before.ceremonyId, barred))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await desk.sign(hash, { meaning: 'reviewed' }, barred)
    await desk.sign(hash, {}, await desk.fresh(desk.reviewer))
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
  })

  it('with a wrong password; the ceremony may be tried again, once', async () => {
    const hash = await desk.save()
    const { ceremonyId } = await desk.prepare(hash)
    const wrong = desk.prove(ceremonyId, desk.reviewer, { kind: 'password', password: 'not the password' })
    expect(await refusalOf(wrong)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    const session = desk.prove(ceremonyId, desk.reviewer, { kind: 'session' })
    expect(await refusalOf(session)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    await desk.prove(ceremonyId)
    expect((await refusalOf(desk.prove(ceremonyId))).message).toContain('signed already')
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
  })

  it('twice by two calls at once', async () => {
    const hash = await desk.save()
    const { ceremonyId } = await desk.prepare(hash)
    await Promise.allSettled([1, 2, 3].map(() => desk.prove(ceremonyId)))
    expect((await desk.signing.sheet(desk.reviewer, { hash })).records).toHaveLength(1)
    expect(await counted()).toEqual([1, [desk.reviewer.person!.name]])
  })

  it('by a ceremony that is over, somebody else’s, or of another kind', async () => {
    const hash = await desk.save()
    const { ceremonyId } = await desk.prepare(hash)
    const other = await desk.colleague('reviewer')
    expect((await refusalOf(desk.prove(ceremonyId, other))).message).toContain('no such statement')
    under.pass(CEREMONY_LIFE)
    const late = await refusalOf(desk.prove(ceremonyId, await desk.fresh(desk.reviewer)))
    expect(late).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('five minutes') })
    await under.query(
      `UPDATE ceremony SET purpose = 'sign_in', expires_at = now() + '1 day' WHERE id = '${ceremonyId}'`,
    )
    expect((await refusalOf(desk.prove(ceremonyId))).message).toContain('no such statement')
  })

  it('of what the page did not show', async () => {
    const hash = await desk.save()
    const shown = { reviewDigest: hashOf('another text'), unitLibraryHash: hashOf('a library'), engineVersion: '0' }
    for (const [field, value] of Object.entries(shown))
      expect(await refusalOf(desk.prepare(hash, { [field]: value })), field).toMatchObject({
        ...{ code: 'BAD_REQUEST', message: expect.stringContaining('Load the page again') },
      })
    const { ceremonyId } = await desk.prepare(hash)
    const context = { caller: desk.author, channel: 'program', addressKey: () => 'test' } as const
    await under.services[0]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.1') })
    const moved = await desk.fresh(desk.reviewer)
    expect((await refusalOf(desk.prove(ceremonyId, moved))).message).toContain('unit library')
    // Under the new library it is signed, and what was signed before shows as of another one.
    const recordId = await desk.sign(hash, {}, moved)
    await under.query(`UPDATE namespace SET unit_library_hash = NULL WHERE id = '${desk.namespaceId}'`)
    const back = await desk.fresh(desk.reviewer)
    expect((await desk.signing.sheet(back, { hash })).records).toMatchObject([
      { id: recordId, underOtherLibrary: true },
    ])
    const { reviewText, bundle } = await desk.signing.receipt(back, { recordId })
    expect(reviewText).not.toBeNull()
    expect(verifyReceipt(bundle.text, await desk.publishedKeys()).ok).toBe(true)
  })

  it('that makes no sense', async () => {
    const hash = await desk.save()
    const past = new Date(under.now()).toISOString()
    const refused = (request: object) => refusalOf(desk.prepare(hash, request))
    const fieldOf = (refusal: Refusal) => refusal.details.failures?.[0]?.field
    expect(fieldOf(await refused({ expiresAt: past }))).toBe('expiresAt')
    expect(fieldOf(await refused({ expiresAt: '2999-01-01T00:00:00Z', meaning: 'reviewed' }))).toBe('expiresAt')
    expect(fieldOf(await refused({ meaning: 'changes_requested' }))).toBe('note')
    expect(await refused({ note: 'x'.repeat(2_001) })).toMatchObject({ code: 'BUDGET_EXCEEDED' })
    const unknown = desk.signing.sheet(desk.reviewer, { hash: hashOf('nothing') })
    expect(await refusalOf(unknown)).toMatchObject({ code: 'RULESET_NOT_FOUND' })
    const id = (await desk.prepare(hash)).ceremonyId
    const nowhere = desk.signing.receipt(desk.reviewer, { recordId: id })
    expect(await refusalOf(nowhere)).toMatchObject({ code: 'RULESET_NOT_FOUND' })
    await under.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES ('${desk.namespaceId}', '${hashOf('broken')}', 'broken', 0, now())`)
    const broken = await desk.signing.sheet(desk.reviewer, { hash: hashOf('broken') })
    expect(broken).toMatchObject({ review: null, may: { sign: true, approve: false } })
    expect(broken.reviewText).toMatch(/^This ruleset does not compile.*\n\n- Line 1: /)
    expect(broken.reviewDigest).toBe(hashOf(broken.reviewText))
    const approval = desk.prepare(hashOf('broken'))
    expect(await refusalOf(approval)).toMatchObject({ code: 'COMPILE_FAILED' })
  })

  it('of another namespace', async () => {
    const stranger = await SigningSteps.open(under)
    const hash = await desk.save()
    const recordId = await desk.sign(hash)
    expect(await refusalOf(stranger.signing.sheet(stranger.reviewer, { hash }))).toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
    expect(await refusalOf(stranger.signing.receipt(stranger.reviewer, { recordId }))).toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
  })
})

describe('bytes that compile no more', () => {
  it('lose their approval, and changes are requested of them', async () => {
    const signed = await desk.save()
    const withdraws = await desk.sign(signed)
    // As after a release in which the language changed: what was signed are bytes that this release does not compile.
    const { namespaceId } = desk
    const hash = hashOf('assert {')
    await under.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES ('${namespaceId}', '${hash}', 'assert {', 0, now());
      UPDATE approval SET hash = '${hash}' WHERE id = '${withdraws}';
      UPDATE review_record SET hash = '${hash}' WHERE id = '${withdraws}'`)
    const context = { caller: desk.author, channel: 'program', addressKey: () => 'test' } as const
    await under.services[1]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.2') })
    const { signing } = under.workbenches[1]!
    const by = await desk.fresh(desk.reviewer)
    const { reviewDigest, unitLibraryHash, engineVersion, records } = await signing.sheet(by, { hash })
    expect(records).toMatchObject([{ id: withdraws, withdrawn: null }])
    const sign = async (request: { meaning: 'withdrawn' | 'changes_requested'; withdraws: string | null }) => {
      const { ceremonyId } = await signing.prepare(by, {
        ...{ hash, note: 'It decides nothing any more.', expiresAt: null, ...request },
        ...{ reviewDigest, unitLibraryHash, engineVersion },
      })
      const proof = { kind: 'password', password: PASSWORD } as const
      return signing.sign(by, { ceremonyId, proof, session: await desk.session(by), addressKey: 'test' })
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
    const session = await desk.session(desk.reviewer)
    const proof = { kind: 'password', password: PASSWORD } as const
    const question = await passkeys.beginAdding(desk.reviewer, session, 'test', proof)
    const registration = key.register(question)
    await passkeys.endAdding(desk.reviewer, { ceremonyId: question.ceremonyId, label: 'Key', registration })
    return key
  }

  it('signs the statement itself, and the receipt proves it', async () => {
    const key = await reviewerWithPasskey()
    const hash = await desk.save()
    const { ceremonyId, passkey } = await desk.prepare(hash)
    expect((await desk.signing.sheet(desk.reviewer, { hash })).methods).toMatchObject({ passkey: true })
    const recordId = await desk.prove(ceremonyId, desk.reviewer, { kind: 'passkey', assertion: key.answer(passkey!) })
    const { record, bundle } = await desk.signing.receipt(desk.reviewer, { recordId })
    expect(record.method).toBe('passkey')
    const { checks, ok } = verifyReceipt(bundle.text, await desk.publishedKeys())
    expect(ok).toBe(true)
    expect(checks).toContainEqual({
      ...{ what: 'the signer’s passkey signed the statement', holds: true },
      detail: `passkey ${key.id.toString('base64url')}`,
    })
  })

  it('that answered for another statement signs nothing', async () => {
    const key = await reviewerWithPasskey()
    const hash = await desk.save()
    const one = await desk.prepare(hash)
    const other = await desk.prepare(hash, { meaning: 'reviewed' })
    const assertion = key.answer(other.passkey!)
    const crossed = desk.prove(one.ceremonyId, desk.reviewer, { kind: 'passkey', assertion })
    expect(await refusalOf(crossed)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    const unverified = key.answer(one.passkey!, { unverified: true })
    const seen = desk.prove(one.ceremonyId, desk.reviewer, { kind: 'passkey', assertion: unverified })
    expect(await refusalOf(seen)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    expect(await counted()).toEqual([0, []])
  })
})
