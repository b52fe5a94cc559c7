import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Refusal } from '../../api/refusal'
import { verifyReceipt } from '../../attestation/receipt'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { CEREMONY_LIFE_MS } from './prepare-statement'
import { hashOf, refusalOf, SigningSteps, SOURCE } from './testing/signing-steps'

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

describe('nothing is signed', () => {
  it('by somebody who is not a reviewer', async () => {
    const hash = await steps.save()
    const { ceremonyId } = await steps.prepare(hash)
    for (const caller of [steps.author, steps.administrator]) {
      expect((await steps.signing.sheet(caller, { hash })).may).toMatchObject({ sign: false, approve: false })
      expect(await refusalOf(steps.prepare(hash, {}, caller))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
      expect(await refusalOf(steps.prove(ceremonyId, caller))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    }
    // A role was revoked between statement and signature.
    await under.query(`UPDATE membership SET roles = '{author}' WHERE person_id = '${steps.reviewer.person!.id}'`)
    const demoted = await steps.fresh(steps.reviewer)
    expect(await refusalOf(steps.prove(ceremonyId, demoted))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect((await readLog(under, steps.namespaceId)).map(({ kind }) => kind)).toEqual(['ruleset_stored', 'name_bound'])
  })

  it('by the author of the revision, as an approval, if the namespace forbids it', async () => {
    const writer = await steps.colleague('author', 'reviewer')
    const hash = await steps.save(SOURCE, 'policy', writer)
    const before = await steps.prepare(hash, {}, writer)
    await under.query(`UPDATE namespace SET separate_approver = true WHERE id = '${steps.namespaceId}'`)
    const barred = await steps.fresh(writer)
    expect((await steps.signing.sheet(barred, { hash })).may).toMatchObject({
      ...{ sign: true, approve: false },
      reason: expect.stringMatching(/you saved it\. Ask another reviewer/),
    })
    expect(await refusalOf(steps.prepare(hash, {}, barred))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect(await refusalOf(steps.prove(before.ceremonyId, barred))).toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await steps.sign(hash, { meaning: 'reviewed' }, barred)
    await steps.sign(hash, {}, await steps.fresh(steps.reviewer))
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })

  it('with a wrong password, after which the ceremony can be tried again, once', async () => {
    const hash = await steps.save()
    const { ceremonyId } = await steps.prepare(hash)
    const wrong = steps.prove(ceremonyId, steps.reviewer, { kind: 'password', password: 'not the password' })
    expect(await refusalOf(wrong)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    const session = steps.prove(ceremonyId, steps.reviewer, { kind: 'session' })
    expect(await refusalOf(session)).toMatchObject({ code: 'CREDENTIAL_INVALID' })
    await steps.prove(ceremonyId)
    expect((await refusalOf(steps.prove(ceremonyId))).message).toContain('signed already')
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })

  it('twice by two calls at once', async () => {
    const hash = await steps.save()
    const { ceremonyId } = await steps.prepare(hash)
    await Promise.allSettled([1, 2, 3].map(() => steps.prove(ceremonyId)))
    expect((await steps.signing.sheet(steps.reviewer, { hash })).records).toHaveLength(1)
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })

  it('by a ceremony that is over, another person’s, or of another kind', async () => {
    const hash = await steps.save()
    const { ceremonyId } = await steps.prepare(hash)
    const other = await steps.colleague('reviewer')
    expect((await refusalOf(steps.prove(ceremonyId, other))).message).toContain('no such statement')
    under.pass(CEREMONY_LIFE_MS)
    const late = await refusalOf(steps.prove(ceremonyId, await steps.fresh(steps.reviewer)))
    expect(late).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('five minutes') })
    await under.query(
      `UPDATE ceremony SET purpose = 'sign_in', expires_at = now() + '1 day' WHERE id = '${ceremonyId}'`,
    )
    expect((await refusalOf(steps.prove(ceremonyId))).message).toContain('no such statement')
  })

  it('of what the page did not show', async () => {
    const hash = await steps.save()
    const shown = { reviewDigest: hashOf('another text'), unitLibraryHash: hashOf('a library'), engineVersion: '0' }
    for (const [field, value] of Object.entries(shown))
      expect(await refusalOf(steps.prepare(hash, { [field]: value })), field).toMatchObject({
        ...{ code: 'BAD_REQUEST', message: expect.stringContaining('Load the page again') },
      })
    const { ceremonyId } = await steps.prepare(hash)
    const context = { caller: steps.author, channel: 'program', addressKey: () => 'test' } as const
    await under.services[0]!.addConverter(context, { from_unit: 'EUR', to_unit: 'USD', factor: new JsonNumber('1.1') })
    const moved = await steps.fresh(steps.reviewer)
    expect((await refusalOf(steps.prove(ceremonyId, moved))).message).toContain('unit library')
    // It is signed under the new library; the earlier signature shows another one.
    const recordId = await steps.sign(hash, {}, moved)
    await under.query(`UPDATE namespace SET unit_library_hash = NULL WHERE id = '${steps.namespaceId}'`)
    const back = await steps.fresh(steps.reviewer)
    expect((await steps.signing.sheet(back, { hash })).records).toMatchObject([
      { id: recordId, underOtherLibrary: true },
    ])
    const { reviewText, bundle } = await steps.signing.receipt(back, { recordId })
    expect(reviewText).not.toBeNull()
    expect(verifyReceipt(bundle.text, await steps.publishedKeys()).ok).toBe(true)
  })

  it('if it makes no sense', async () => {
    const hash = await steps.save()
    const past = new Date(under.now()).toISOString()
    const refused = (request: object) => refusalOf(steps.prepare(hash, request))
    const fieldOf = (refusal: Refusal) => refusal.details.failures?.[0]?.field
    expect(fieldOf(await refused({ expiresAt: past }))).toBe('expiresAt')
    expect(fieldOf(await refused({ expiresAt: '2999-01-01T00:00:00Z', meaning: 'reviewed' }))).toBe('expiresAt')
    expect(fieldOf(await refused({ meaning: 'changes_requested' }))).toBe('note')
    expect(await refused({ note: 'x'.repeat(2_001) })).toMatchObject({ code: 'BUDGET_EXCEEDED' })
    const unknown = steps.signing.sheet(steps.reviewer, { hash: hashOf('nothing') })
    expect(await refusalOf(unknown)).toMatchObject({ code: 'RULESET_NOT_FOUND' })
    const id = (await steps.prepare(hash)).ceremonyId
    const nowhere = steps.signing.receipt(steps.reviewer, { recordId: id })
    expect(await refusalOf(nowhere)).toMatchObject({ code: 'RULESET_NOT_FOUND' })
    await under.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES ('${steps.namespaceId}', '${hashOf('broken')}', 'broken', 0, now())`)
    const broken = await steps.signing.sheet(steps.reviewer, { hash: hashOf('broken') })
    expect(broken).toMatchObject({ review: null, may: { sign: true, approve: false } })
    expect(broken.reviewText).toMatch(/^This ruleset does not compile.*\n\n- Line 1: /)
    expect(broken.reviewDigest).toBe(hashOf(broken.reviewText))
    const approval = steps.prepare(hashOf('broken'))
    expect(await refusalOf(approval)).toMatchObject({ code: 'COMPILE_FAILED' })
  })

  it('of another namespace', async () => {
    const stranger = await SigningSteps.open(under)
    const hash = await steps.save()
    const recordId = await steps.sign(hash)
    expect(await refusalOf(stranger.signing.sheet(stranger.reviewer, { hash }))).toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
    expect(await refusalOf(stranger.signing.receipt(stranger.reviewer, { recordId }))).toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
  })
})
