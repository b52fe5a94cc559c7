/** The rules of approval on real signatures, as every page shows them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import type { ApprovalRules } from '../../../api/terms/approval-rules'
import { verifyReceipt } from '../../../attestation/receipt'
import { hashToken } from '../../access/secrets'
import type { Caller } from '../../calls/caller'
import type { Role } from '../../calls/permissions'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { PASSWORD, refusalOf, SigningSteps, SOURCE } from '../testing/signing-steps'

let under: ServicesUnderTest
let steps: SigningSteps
let hash: string
beforeAll(async () => {
  under = await startServices(2, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  steps = await SigningSteps.open(under)
  hash = await steps.save()
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!

async function setRules(rules: Partial<ApprovalRules>): Promise<void> {
  await bench().settings.change(steps.administrator, rules)
}

async function signAs(by: Caller): Promise<string> {
  under.pass(1_000)
  return steps.sign(hash, {}, await steps.fresh(by))
}

/** Every place has the same answer. */
async function stateEverywhere(): Promise<{ readonly state: string; readonly reason: string | null }> {
  const reader = await steps.fresh(steps.author)
  const [row] = (await bench().revisions.list(reader)).rows
  const { approval: state, approvalReason: reason } = row!
  const opened = await bench().revisions.open(reader, 'policy')
  const { nodes } = await bench().history.graph(reader, { name: 'policy', before: null })
  const { demands } = await bench().signing.sheet(reader, { hash })
  const { targets } = under.platforms[0]!.platform
  const project = await targets.addProject(reader, { name: randomUUID(), description: '' })
  const guardrail = await targets.addGuardrail(
    reader,
    project.id,
    guardrailRequest.parse({ name: 'rules', type: 'policy_rules', configuration: { ruleset_hash: hash } }),
  )
  const places = {
    opened: [opened.approval, opened.approvalReason],
    history: [nodes[0]!.approval, nodes[0]!.approvalReason],
    sheet: demands?.satisfied ?? state === 'approved',
    guardrail: guardrail.ruleset?.state,
  }
  const isApproved = state === 'approved'
  expect(places).toEqual({
    ...{ opened: [state, reason], history: [state, reason], sheet: isApproved },
    guardrail: isApproved ? 'approved' : 'unapproved',
  })
  return { state, reason }
}

/** Joins by an invitation and signs in with a password. */
async function invited(by: Caller, roles: readonly Role[]): Promise<Caller> {
  const { link } = await bench().members.invite(await steps.fresh(by), roles, null)
  const id = randomUUID()
  const details = { name: `Invited ${id.slice(0, 4)}`, email: `${id}@example.org`, password: PASSWORD }
  const joined = await bench().joining.join(null, 'test', tokenOf(link), { kind: 'new', ...details })
  return bench().people.callerOf(await under.signedIn(joined))
}

const tokenOf = (link: string) => link.split('/').pop()!

describe('two approvals', () => {
  beforeEach(() => setRules({ approvalsNeeded: 2 }))

  it('make a ruleset approved, and one of them says that one is missing', async () => {
    const second = await steps.colleague('reviewer')
    expect((await bench().signing.sheet(await steps.fresh(second), { hash })).demands?.missing).toEqual([
      '0 of 2 approvals.',
    ])
    await signAs(steps.reviewer)
    expect(await stateEverywhere()).toEqual({ state: 'not_counted', reason: '1 of 2 approvals.' })
    expect((await bench().inForce.timeline(steps.author, { name: 'policy' })).spans).toEqual([])
    await signAs(steps.reviewer)
    expect(await stateEverywhere()).toEqual({ state: 'not_counted', reason: '1 of 2 approvals.' })
    await signAs(second)
    expect(await stateEverywhere()).toEqual({ state: 'approved', reason: null })
    expect((await bench().inForce.timeline(steps.author, { name: 'policy' })).now?.setBy).toBe(second.label)
  })

  it('count again when one is withdrawn or the rule is made stricter', async () => {
    const second = await steps.colleague('reviewer')
    await signAs(steps.reviewer)
    const withdraws = await signAs(second)
    await setRules({ approvalsNeeded: 3 })
    expect(await stateEverywhere()).toEqual({ state: 'not_counted', reason: '2 of 3 approvals.' })
    await setRules({ approvalsNeeded: 2 })
    expect((await stateEverywhere()).state).toBe('approved')
    await steps.sign(hash, { meaning: 'withdrawn', withdraws, note: 'A mistake.' }, await steps.fresh(second))
    expect(await stateEverywhere()).toEqual({ state: 'not_counted', reason: '1 of 2 approvals.' })
  })

  it('stay in the contract of /v1, which counts every approval', async () => {
    await signAs(steps.reviewer)
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })
})

describe('a needed role', () => {
  beforeEach(() => setRules({ approvalsNeeded: 2, neededRole: 'administrator', neededRoleLast: true }))
  const last = 'The approval of a reviewer who is also an administrator must come last, after the others.'

  it('is the one that the signer had when they signed', async () => {
    const chief = await steps.colleague('reviewer')
    await signAs(steps.reviewer)
    await signAs(chief)
    await bench().members.changeRoles(steps.administrator, chief.person!.id, ['reviewer', 'administrator'])
    expect((await stateEverywhere()).state).toBe('not_counted')
    await signAs(chief)
    expect((await stateEverywhere()).state).toBe('approved')
    await under.query(
      `UPDATE membership SET roles = '{reviewer}' WHERE person_id = '${chief.person!.id}' AND namespace_id = '${steps.namespaceId}'`,
    )
    expect((await stateEverywhere()).state).toBe('approved')
  })

  it('signs last', async () => {
    const chief = await steps.colleague('reviewer', 'administrator')
    await signAs(chief)
    await signAs(steps.reviewer)
    expect((await stateEverywhere()).reason).toBe(`2 of 2 approvals. ${last}`)
    await signAs(chief)
    expect((await stateEverywhere()).state).toBe('approved')
  })
})

describe('a signer whom only authors invited', () => {
  /** An author who is an administrator, with somebody whom they invited, and a second administrator. */
  const cast = async () => {
    const author = await steps.colleague('author', 'administrator')
    await under.query(
      `UPDATE membership SET by_operator = true WHERE person_id = '${author.person!.id}' AND namespace_id = '${steps.namespaceId}'`,
    )
    hash = await steps.save(`${SOURCE}// by the author\n`, 'policy', await steps.fresh(author))
    return { author, signer: await invited(author, ['reviewer']) }
  }
  beforeEach(() => setRules({ signerNotInvitedByAuthor: true }))

  it('does not count until another administrator confirms the account', async () => {
    const { author, signer } = await cast()
    await signAs(signer)
    expect((await stateEverywhere()).reason).toMatch(/who was invited by .*, who also saved it\./)
    const { confirm } = bench().memberAccounts
    const personId = signer.person!.id
    expect((await refusalOf(confirm(await steps.fresh(author), personId))).message).toMatch(
      /^You invited this person\./,
    )
    expect((await refusalOf(confirm(steps.administrator, steps.administrator.person!.id))).message).toMatch(
      /own account/,
    )
    expect((await refusalOf(confirm(signer, personId))).code).toBe('CREDENTIAL_SCOPE')
    const [listed] = (await bench().members.listMembers(steps.administrator)).filter(
      (each) => each.personId === personId,
    )
    expect(listed).toMatchObject({ mayConfirm: true, admissions: [{ kind: 'invitation', by: author.label }] })
    await confirm(steps.administrator, personId)
    await confirm(steps.administrator, personId)
    expect((await stateEverywhere()).state).toBe('approved')
  })

  it('does not count by way of an account that the author invited', async () => {
    const { author } = await cast()
    await under.query(
      `DELETE FROM membership WHERE person_id = '${steps.administrator.person!.id}' AND namespace_id = '${steps.namespaceId}'`,
    )
    const puppet = await invited(author, ['administrator'])
    const signer = await invited(puppet, ['reviewer'])
    await signAs(signer)
    expect((await stateEverywhere()).reason).toMatch(
      /whose account goes back to an invitation by .*, who also saved it\./,
    )
  })

  it('counts after somebody else invited the person again', async () => {
    const { signer } = await cast()
    await signAs(signer)
    expect((await stateEverywhere()).state).toBe('not_counted')
    await bench().members.removeMember(steps.administrator, signer.person!.id)
    expect((await stateEverywhere()).state).toBe('not_counted')
    const { link } = await bench().members.invite(steps.administrator, ['reviewer'], null)
    const invitation = await under.store.findInvitation(hashToken(tokenOf(link)), new Date(under.now()))
    const use = { id: invitation!.id, at: new Date(under.now()), person: signer.person!.id, changeId: invitation!.id }
    expect(await under.store.takeInvitation(use)).toBe('joined')
    expect((await stateEverywhere()).state).toBe('approved')
  })
})

describe('an open comment', () => {
  const openReview = async (name = 'policy') => {
    const request = { message: '', reviewerIds: [], anyReviewer: true, dueOn: null }
    return (await bench().rulesetReviews.open(steps.author, { name, ...request })).reviewId
  }
  const comment = async (reviewId: string, parentId: string | null = null) => {
    const about = { hash, subject: { kind: 'whole', name: null } as const, parentId, suggestion: null }
    const written = { reviewId, text: 'Why?', ...about }
    return (await bench().rulesetReviews.comment(await steps.fresh(steps.reviewer), written)).commentId
  }
  const resolve = (commentId: string, resolved = true) =>
    bench().rulesetReviews.resolve(steps.author, { commentId, resolved })
  const openOnSheet = async () =>
    (await bench().signing.sheet(await steps.fresh(steps.reviewer), { hash })).openComments
  const prevented = (words: string) => ({
    code: 'CREDENTIAL_SCOPE',
    message: expect.stringContaining(`an open comment prevents an approval, and ${words} open.`) as string,
  })

  it('prevents an approval until it is resolved', async () => {
    await setRules({ commentsResolved: true })
    const reviewId = await openReview()
    const [first, second] = [await comment(reviewId), await comment(reviewId)]
    await comment(reviewId, first)
    expect(await openOnSheet()).toBe(2)
    expect(await refusalOf(signAs(steps.reviewer))).toMatchObject(prevented('2 comments of the review are'))
    expect((await stateEverywhere()).state).toBe('none')
    await resolve(first)
    expect(await refusalOf(signAs(steps.reviewer))).toMatchObject(prevented('one comment of the review is'))
    const by = await steps.fresh(steps.reviewer)
    await steps.sign(hash, { meaning: 'reviewed' }, by)
    await resolve(second)
    expect(await openOnSheet()).toBe(0)
    await signAs(steps.reviewer)
    expect((await stateEverywhere()).state).toBe('approved')
    // It prevents signatures, and does not end an approval.
    await resolve(second, false)
    expect((await stateEverywhere()).state).toBe('approved')
  })

  it('prevents it too if it is written between the statement and the proof', async () => {
    await setRules({ commentsResolved: true })
    const reviewId = await openReview()
    const { ceremonyId } = await steps.prepare(hash, {}, await steps.fresh(steps.reviewer))
    const written = await comment(reviewId)
    expect(await refusalOf(steps.prove(ceremonyId))).toMatchObject(prevented('one comment of the review is'))
    await resolve(written)
    await steps.prove(ceremonyId)
    expect((await stateEverywhere()).state).toBe('approved')
  })

  it('counts under each name of the bytes, and only in an open review', async () => {
    await setRules({ commentsResolved: true })
    await steps.save(SOURCE, 'copy')
    const reviewId = await openReview('copy')
    await comment(reviewId)
    expect(await refusalOf(signAs(steps.reviewer))).toMatchObject(prevented('one comment of the review is'))
    await bench().rulesetReviews.end(steps.author, { reviewId })
    await signAs(steps.reviewer)
    expect(await steps.counted()).toEqual([1, [steps.reviewer.person!.name]])
  })

  it('prevents nothing without the rule', async () => {
    await comment(await openReview())
    expect(await openOnSheet()).toBe(0)
    await signAs(steps.reviewer)
    expect((await stateEverywhere()).state).toBe('approved')
  })
})

describe('the signed statement', () => {
  it('has the rules, the roles of the signer and who invited them', async () => {
    await setRules({ approvalsNeeded: 2, signerNotInvitedByAuthor: true })
    const signer = await invited(steps.administrator, ['reviewer'])
    const recordId = await signAs(signer)
    const { bundle, record } = await steps.signing.receipt(steps.author, { recordId })
    const { ok, statement } = verifyReceipt(bundle.text, await steps.publishedKeys())
    expect(ok).toBe(true)
    expect(statement).toMatchObject({
      rules: { approvalsNeeded: 2, neededRole: 'any', signerNotInvitedByAuthor: true, separateApprover: false },
      signerAccount: { roles: ['reviewer'], admissions: [{ kind: 'invitation', by: steps.administrator.label }] },
    })
    expect(record.account).toEqual(statement!.signerAccount)
  })

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a rule', () => setRules({ approvalsNeeded: 2 }), /^The rules of this namespace were changed/],
    [
      'a role of the signer',
      () => bench().members.changeRoles(steps.administrator, steps.reviewer.person!.id, ['reviewer', 'author']),
      /^Your roles, or who vouches for your account, were changed/,
    ],
    [
      'a confirmation',
      () => bench().memberAccounts.confirm(steps.administrator, steps.reviewer.person!.id),
      /^Your roles, or who vouches for your account, were changed/,
    ],
  ])('is not signed if %s changed since it was shown', async (_, change, message) => {
    const { ceremonyId } = await steps.prepare(hash)
    await change()
    expect((await refusalOf(steps.prove(ceremonyId))).message).toMatch(message)
    expect((await stateEverywhere()).state).toBe('none')
  })
})
