import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callerWithoutCredential } from '../../calls/caller'
import { refusalOf } from '../../signing/testing/signing-steps'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { GuardSteps, guardInput, REFUND_RULES } from './testing/guard-steps'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const KNOWN = { known: true }

describe('a call', () => {
  it('passes, is refused with the nearest arguments, or asks', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    expect(await steps.call(program, 50, KNOWN)).toMatchObject({ decision: 'pass', refusal: null, grant: null })
    expect(await steps.call(program, 50.5, KNOWN)).toMatchObject({
      decision: 'refuse',
      refusal: {
        ...{ code: 'RULE_BROKEN', assertion: 'small', sentence: 'A refund is at most 50.' },
        nearest: { arguments: { amount: 50 } },
      },
    })
    // A broken rule is refused although another one is open.
    expect(await steps.call(program, 51)).toMatchObject({ decision: 'refuse', refusal: { code: 'RULE_BROKEN' } })
    expect(await steps.call(program, 'many', KNOWN)).toMatchObject({ refusal: { code: 'ARGUMENTS_INVALID' } })
    const waiting = await steps.call(program, 50)
    expect(waiting).toMatchObject({
      decision: 'ask',
      refusal: { code: 'RULE_OPEN', assertion: 'is_known', unknown: [{ claim: 'known' }] },
      grant: { page: `https://rules.example.org/calls/${waiting.grant!.id}`, answered_by: null },
    })
    // The same call does not ask twice, and numbers keep their digits.
    expect((await steps.call(program, 50)).grant).toEqual(waiting.grant)
    expect(await steps.call(program, 50, { known: true, more: 1 })).toMatchObject({ decision: 'pass' })
  })

  it('passes once with a grant, which the log records', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant, digest } = await steps.call(program, 20)
    await steps.answer(steps.signing.reviewer, grant!.id, { reason: 'I know her.' })
    expect(await steps.call(program, 21)).toMatchObject({ decision: 'ask' })
    expect(await steps.call(await steps.program('other'), 20)).toMatchObject({ decision: 'ask' })
    expect(await steps.call(program, 20, {}, 1)).toMatchObject({
      ...{ decision: 'pass', digest, refusal: null, open: ['is_known'] },
      grant: { id: grant!.id, reason: 'I know her.', answered_by: steps.signing.reviewer.label },
    })
    expect(await steps.call(program, 20)).toMatchObject({ decision: 'ask' })
    const kinds = (await readLog(under, steps.signing.namespaceId)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('call_'))).toEqual([
      ...['call_asked', 'call_granted', 'call_asked', 'call_asked', 'call_grant_used', 'call_asked'],
    ])
  })

  it('has a digest that a caller who knows all other inputs cannot use to try private values', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { digest, guard } = await steps.call(program, 5, KNOWN)
    const { guard_id: guardId, version: guardVersion, digest: guardDigest, server, tool, ruleset_hash } = guard
    const named = { guardDigest, guardId, guardVersion, rulesetHash: ruleset_hash, server, tool }
    const texts = ['tool_call', JSON.stringify(named), '{"amount":5}', '{"amount":"5","known":true}']
    const tried = createHash('sha256').update(texts.map((text) => `${text.length}:${text}`).join(''))
    expect(digest).not.toBe(tried.digest('hex'))
    // All processes have one key, or a grant would be found by one of them only.
    expect((await steps.call(program, 5, KNOWN, 1)).digest).toBe(digest)
  })

  it('stays refused after a person refused it, and says who and why', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant } = await steps.call(program, 20)
    await steps.answer(steps.signing.reviewer, grant!.id, { isGranted: false, reason: 'Not today.' })
    const again = await steps.call(program, 20)
    expect(again).toMatchObject({ decision: 'refuse', refusal: { code: 'GRANT_REFUSED' } })
    expect(again.refusal?.sentence).toContain(`${steps.signing.reviewer.label} refused this call: “Not today.”`)
  })

  it('waits until its limit, and is then refused', async () => {
    const steps = await GuardSteps.open(under, { wait_seconds: 60 })
    const program = await steps.program()
    const { grant } = await steps.call(program, 20)
    under.pass(50_000)
    expect(await steps.call(program, 20)).toMatchObject({ decision: 'ask', grant: { id: grant!.id } })
    under.pass(10_000)
    expect(await steps.call(program, 20)).toMatchObject({ decision: 'refuse', refusal: { code: 'GRANT_TOO_LATE' } })
    expect((await refusalOf(steps.answer(steps.signing.reviewer, grant!.id))).status).toBe(409)
    under.pass(60_000)
    const { grant: next } = await steps.call(program, 20)
    expect(next!.id).not.toBe(grant!.id)
  })

  it('can wait in the request until a person has answered', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant } = await steps.call(program, 20)
    const waiting = steps.call(program, 20, {}, 0, 30)
    await steps.answer(steps.signing.reviewer, grant!.id, {}, 1)
    expect(await waiting).toMatchObject({ decision: 'pass', grant: { id: grant!.id } })
  })

  it('never passes a grant of another version, an expired one, or a withdrawn approval', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const grantOf = async (amount: number) => {
      const { grant } = await steps.call(program, amount)
      await steps.answer(steps.signing.reviewer, grant!.id, { minutes: 1 })
    }
    await grantOf(1)
    await steps.platform.guards.changeGuard(steps.signing.author, steps.guardId, 1, guardInput(steps.hash))
    expect(await steps.call(program, 1)).toMatchObject({ decision: 'ask' })
    await grantOf(2)
    under.pass(60_000)
    expect(await steps.call(program, 2)).toMatchObject({ decision: 'ask' })
    await grantOf(3)
    await steps.signing.sign(steps.hash, { meaning: 'withdrawn', withdraws: steps.recordId, note: 'A mistake.' })
    const stopped = await steps.call(program, 3)
    expect(stopped).toMatchObject({ decision: 'refuse', digest: null, refusal: { code: 'RULESET_NOT_APPROVED' } })
    expect(await steps.call(program, 3, KNOWN)).toMatchObject({ refusal: { code: 'RULESET_NOT_APPROVED' } })
  })

  it('is refused by a ruleset that another one replaced in force', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const second = await steps.signing.save(`${REFUND_RULES}// two\n`)
    expect(await steps.call(program, 5, KNOWN)).toMatchObject({ decision: 'pass' })
    under.pass(1_000)
    await steps.signing.sign(second)
    const stopped = await steps.call(program, 5, KNOWN)
    expect(stopped).toMatchObject({ decision: 'refuse', refusal: { code: 'RULESET_NOT_IN_FORCE' } })
    expect(stopped.refusal?.sentence).toContain(second)
    await steps.platform.guards.changeGuard(steps.signing.author, steps.guardId, 1, guardInput(second))
    const unread = await steps.call(program, 5, KNOWN)
    expect(unread).toMatchObject({ decision: 'refuse', refusal: { code: 'GUARD_NOT_CONFIRMED' } })
    await steps.confirm()
    expect(await steps.call(program, 5, KNOWN)).toMatchObject({ decision: 'pass' })
  })

  it('is listed with the beginning of its arguments, and shown with all of them', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const text = 'x'.repeat(100_000)
    const request = { guard: 'refunds', arguments: { amount: 5, text }, session: {}, wait_seconds: 0 }
    await callOperation(under.services[0]!, 'decideToolCall', program, request)
    const { reviewer } = steps.signing
    const { items } = await steps.platform.calls.list(reviewer, 'waiting', { cursor: null, limit: 9 })
    expect(JSON.stringify(items).length).toBeLessThan(4_000)
    expect(items[0]).toMatchObject({
      isCut: true,
      argumentsStart: expect.stringMatching(/^\{"amount":5,"text":"x{1900,}/),
    })
    expect((await steps.platform.calls.call(reviewer, items[0]!.id)).content).toContain(text)
  })

  it('does not wait if 100 others of the same program do, and then other programs still can', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant } = await steps.call(program, 5)
    await under.query(`
      INSERT INTO call_grant (id, namespace_id, guard_id, guard_name, guard_version, server, tool, ruleset_hash, digest,
        content, asker, asked_by, behind_id, asked_at, waits_until)
      SELECT gen_random_uuid(), namespace_id, guard_id, guard_name, guard_version, server, tool, ruleset_hash, repeat('a', 64),
        content, asker, asked_by, behind_id, asked_at, waits_until
      FROM call_grant, generate_series(2, 100) WHERE id = '${grant!.id}'`)
    const refused = await steps.call(program, 6)
    expect(refused).toMatchObject({ decision: 'refuse', refusal: { code: 'TOO_MANY_WAITING' } })
    expect(refused.refusal!.sentence).toContain('100 calls of this credential or person wait for a person already.')
    expect(await steps.call(await steps.program('other'), 6)).toMatchObject({ decision: 'ask' })
  })

  it('of another namespace, or of a guard that is gone, is unknown', async () => {
    const steps = await GuardSteps.open(under)
    const stranger = await under.fullCaller()
    expect((await refusalOf(steps.call(stranger, 5, KNOWN))).status).toBe(404)
    await steps.platform.guards.removeGuard(steps.signing.author, steps.guardId, 1)
    expect((await refusalOf(steps.call(await steps.program(), 5, KNOWN))).status).toBe(404)
  })
})

describe('who may grant', () => {
  it('a reviewer of the namespace, and nobody else', async () => {
    const steps = await GuardSteps.open(under)
    const { grant } = await steps.call(await steps.program(), 20)
    const others = [
      steps.signing.author,
      steps.signing.administrator,
      await steps.program(),
      await under.groupCaller(steps.signing.namespaceId),
      callerWithoutCredential('open', steps.signing.namespaceId),
    ]
    for (const by of others)
      expect([by.label, (await refusalOf(steps.answer(by, grant!.id))).code]).toEqual([by.label, 'CREDENTIAL_SCOPE'])
    const stranger = await under.personCaller(['reviewer'])
    expect((await refusalOf(steps.answer(stranger, grant!.id))).status).toBe(404)
    expect((await refusalOf(steps.platform.calls.call(stranger, grant!.id))).status).toBe(404)
    expect((await steps.platform.calls.list(stranger, 'waiting', { cursor: null, limit: 9 })).items).toEqual([])
    expect(await steps.answer(steps.signing.reviewer, grant!.id)).toMatchObject({ state: 'granted' })
    const again = await refusalOf(steps.answer(steps.signing.reviewer, grant!.id, { isGranted: false }))
    expect([again.status, again.message]).toEqual([409, `${steps.signing.reviewer.label} granted this call already.`])
  })

  it('not the person for whom the call is made, if the namespace demands a separate approver', async () => {
    const steps = await GuardSteps.open(under)
    const both = await steps.signing.colleague('administrator', 'reviewer')
    const issued = await under.workbenches[0]!.credentials.issue(both, {
      label: 'mine',
      tier: 'standard',
      expiresAt: null,
    })
    const program = await under.services[0]!.authenticate(issued.token)
    const free = await steps.call(program, 1)
    expect(await steps.platform.calls.call(both, free.grant!.id)).toMatchObject({ mayNotGrant: null })
    await under.workbenches[0]!.settings.change(steps.signing.administrator, { separateApprover: true })
    // The rule counts at once, although the caller was read before.
    expect((await refusalOf(steps.answer(both, free.grant!.id))).message).toContain('came through your credential')
    const { grant } = await steps.call(program, 2)
    const fresh = await steps.signing.fresh(both)
    expect((await refusalOf(steps.answer(fresh, grant!.id))).code).toBe('CREDENTIAL_SCOPE')
    expect(await steps.platform.calls.call(fresh, grant!.id)).toMatchObject({ mayRefuse: true })
    expect(await steps.answer(fresh, free.grant!.id, { isGranted: false })).toMatchObject({ state: 'refused' })
    expect(await steps.answer(steps.signing.reviewer, grant!.id)).toMatchObject({ state: 'granted' })
  })

  it('not the person whose agent sends the call, nor an administrator if nobody knows who sends it', async () => {
    const steps = await GuardSteps.open(under)
    await under.workbenches[0]!.settings.change(steps.signing.administrator, { separateApprover: true })
    const agent = await steps.signing.fresh(await steps.signing.colleague('author', 'reviewer'))
    const { grant } = await steps.call(agent, 2)
    expect((await refusalOf(steps.answer(agent, grant!.id))).message).toContain('your AI agent')
    const open = callerWithoutCredential('open', steps.signing.namespaceId)
    const unknown = await steps.call(open, 3)
    const once = await steps.signing.fresh(await steps.signing.colleague('administrator', 'reviewer'))
    expect((await refusalOf(steps.answer(once, unknown.grant!.id))).message).toContain('never was an administrator')
    const reviewer = await steps.signing.fresh(steps.signing.reviewer)
    expect(await steps.answer(reviewer, unknown.grant!.id)).toMatchObject({ state: 'granted' })
  })

  it('only with a passkey, if signing needs one', async () => {
    const steps = await GuardSteps.open(under)
    const { grant } = await steps.call(await steps.program(), 20)
    const by = { actor: 'operator', at: new Date(under.now()) }
    await under.store.setAccount(steps.signing.namespaceId, { passkeyToSign: true }, by)
    const fresh = await steps.signing.fresh(steps.signing.reviewer)
    expect((await refusalOf(steps.answer(fresh, grant!.id))).message).toContain('demands more than a password')
  })

  it('only as long as the grantor may: not after the role, the membership or the account ended', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const ways: readonly [string, (by: Caller) => Promise<unknown>][] = [
      ['role', (by) => steps.setRoles(by, ['author'])],
      ['membership', (by) => steps.setRoles(by, null)],
      ['account', (by) => under.query(`UPDATE person SET disabled_at = now() WHERE id = '${by.person!.id}'`)],
    ]
    for (const [nth, [what, end]] of ways.entries()) {
      const grantor = await steps.signing.colleague('reviewer')
      const { grant } = await steps.call(program, nth)
      await steps.answer(grantor, grant!.id, { minutes: 1_440 })
      await end(grantor)
      const again = await steps.call(program, nth)
      expect([what, again.decision, again.grant!.id === grant!.id]).toEqual([what, 'ask', false])
    }
  })

  it('under the rule of a separate approver, even for a grant from before the rule', async () => {
    const steps = await GuardSteps.open(under)
    const both = await steps.signing.colleague('author', 'reviewer')
    const { grant } = await steps.call(both, 2)
    await steps.answer(both, grant!.id)
    await under.workbenches[0]!.settings.change(steps.signing.administrator, { separateApprover: true })
    expect(await steps.call(both, 2)).toMatchObject({ decision: 'ask' })
  })

  it('and take back a grant that is not used, which the log records', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant } = await steps.call(program, 20)
    const { reviewer, author, namespaceId } = steps.signing
    expect((await refusalOf(steps.takeBack(reviewer, grant!.id))).status).toBe(409)
    await steps.answer(reviewer, grant!.id)
    expect((await refusalOf(steps.takeBack(author, grant!.id))).code).toBe('CREDENTIAL_SCOPE')
    const other = await steps.signing.colleague('reviewer')
    expect(await steps.platform.calls.call(other, grant!.id)).toMatchObject({ mayTakeBack: true })
    const taken = await steps.takeBack(other, grant!.id)
    expect(taken).toMatchObject({ state: 'taken_back', takenBackBy: other.label, mayTakeBack: false })
    const again = await steps.call(program, 20)
    expect([again.decision, again.grant!.id === grant!.id]).toEqual(['ask', false])
    expect((await refusalOf(steps.takeBack(other, grant!.id))).status).toBe(409)
    const entry = (await readLog(under, namespaceId)).find(({ kind }) => kind === 'call_grant_taken_back')
    expect(entry).toMatchObject({ actor: other.label, details: { granted_by: reviewer.label, call_id: grant!.id } })
  })

  it('answers are complete: a text that is too long, an odd time, an unknown call', async () => {
    const steps = await GuardSteps.open(under)
    const { grant } = await steps.call(await steps.program(), 20)
    const { reviewer } = steps.signing
    const wrong = await refusalOf(steps.answer(reviewer, grant!.id, { reason: 'x'.repeat(2_001), minutes: 0 }))
    expect(wrong.details.failures?.map(({ field }) => field)).toEqual(['reason', 'minutes'])
    for (const id of [randomUUID(), 'no id']) expect((await refusalOf(steps.answer(reviewer, id))).status).toBe(404)
  })
})

describe('a guard', () => {
  it('is changed by authors and service accounts, not by credentials, which agents hold', async () => {
    const steps = await GuardSteps.open(under)
    const input = guardInput(steps.hash, { name: 'second', tool: 'second' })
    const { guards } = steps.platform
    for (const by of [steps.signing.reviewer, steps.signing.administrator, await steps.program()])
      expect((await refusalOf(guards.addGuard(by, input))).code).toBe('CREDENTIAL_SCOPE')
    const account = await under.groupCaller(steps.signing.namespaceId)
    expect(await guards.addGuard(account, input)).toMatchObject({ version: 1, decides: false, confirmed: null })
    const twice = await refusalOf(guards.addGuard(account, { ...input, name: 'third' }))
    expect([twice.status, twice.message]).toEqual([
      409,
      'Another tool guard of this group already has this name, or guards this tool of this server.',
    ])
  })

  it('must fit its ruleset, which its namespace holds', async () => {
    const steps = await GuardSteps.open(under)
    const { guards } = steps.platform
    const map = { lookups: {}, claims: { paid: { from: 'constant', value: true } } } as const
    const unfit = await refusalOf(
      guards.addGuard(steps.signing.author, guardInput(steps.hash, { name: 'x', tool: 'x', map })),
    )
    expect(unfit.details.failures?.[0]).toMatchObject({ field: 'map.claims.paid' })
    // The mistakes of a draft are all of them, and a foreign ruleset is one.
    const two = { ...map, claims: { ...map.claims, amount: { from: 'session', path: 'amount', read: 'value' } } }
    const draft = { ...guardInput(steps.hash), map: two } as ReturnType<typeof guardInput>
    const fields = async (by: Caller) => (await guards.mistakes(by, draft)).map(({ field }) => field)
    expect(await fields(steps.signing.author)).toEqual(['map.claims.paid', 'map.claims.amount.path'])
    const stranger = await under.personCaller(['author'])
    expect(await fields(stranger)).toEqual(['ruleset_hash'])
    const foreign = await refusalOf(guards.addGuard(stranger, guardInput(steps.hash)))
    expect(foreign.details.failures?.[0]).toMatchObject({ field: 'ruleset_hash' })
  })
})
