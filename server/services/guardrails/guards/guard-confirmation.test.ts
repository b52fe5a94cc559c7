import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callerWithoutCredential } from '../../calls/caller'
import { refusalOf } from '../../signing/testing/signing-steps'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { GuardSteps, guardInput, REFUND_MAP } from './testing/guard-steps'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const KNOWN = { known: true }
/** The attack: every customer is known. */
const OPEN_MAP = {
  lookups: {},
  claims: { ...REFUND_MAP.claims, known: { from: 'constant', value: true } },
} as unknown as ReturnType<typeof guardInput>['map']

async function change(steps: GuardSteps, by = steps.signing.author, map = OPEN_MAP) {
  const { version } = await steps.platform.guards.guard(by, steps.guardId)
  return steps.platform.guards.changeGuard(by, steps.guardId, version, guardInput(steps.hash, { map }))
}

describe('a changed guard', () => {
  it('lets no call pass until a reviewer confirms it', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    expect(await steps.call(program, 5, KNOWN)).toMatchObject({ decision: 'pass' })
    const changed = await change(steps)
    expect(changed).toMatchObject({ decides: false, confirmed: null })
    for (const session of [KNOWN, {}])
      expect(await steps.call(program, 5, session, 1)).toMatchObject({
        ...{ decision: 'refuse', digest: null, guard: { digest: changed.digest } },
        refusal: { code: 'GUARD_NOT_CONFIRMED' },
      })
    await steps.confirm()
    expect(await steps.call(program, 5, {}, 1)).toMatchObject({ decision: 'pass' })
  })

  it('decides again if it is what the reviewer confirmed, or only waits longer', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    await change(steps)
    const { guards } = steps.platform
    const before = guardInput(steps.hash, { wait_seconds: 5 })
    expect(await guards.changeGuard(steps.signing.author, steps.guardId, 2, before)).toMatchObject({ decides: true })
    expect(await steps.call(program, 5, KNOWN)).toMatchObject({ decision: 'pass' })
  })

  it('ends the grants of calls that were asked under the former map, even after it is confirmed', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant, guard } = await steps.call(program, 5)
    const shown = await steps.platform.calls.call(steps.signing.reviewer, grant!.id)
    expect(JSON.parse(shown.content)).toMatchObject({ guardDigest: guard.digest })
    await steps.answer(steps.signing.reviewer, grant!.id)
    await change(steps, steps.signing.author, {
      lookups: {},
      claims: { amount: { from: 'argument', path: '$.amount', read: 'value', propose: true } },
    })
    expect(await steps.call(program, 5)).toMatchObject({ refusal: { code: 'GUARD_NOT_CONFIRMED' } })
    await steps.confirm()
    const again = await steps.call(program, 5)
    expect(again).toMatchObject({ decision: 'ask' })
    expect(again.grant!.id).not.toBe(grant!.id)
  })

  it('is refused if the row was changed without the service', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    await under.query(`UPDATE tool_guard SET map = '${JSON.stringify(OPEN_MAP)}' WHERE id = '${steps.guardId}'`)
    expect(await steps.call(program, 5)).toMatchObject({ refusal: { code: 'GUARD_NOT_CONFIRMED' } })
  })

  it('is named by its digest in every entry of the log about its calls', async () => {
    const steps = await GuardSteps.open(under)
    const program = await steps.program()
    const { grant, guard } = await steps.call(program, 5)
    await steps.answer(steps.signing.reviewer, grant!.id)
    await steps.call(program, 5)
    const entries = await readLog(under, steps.signing.namespaceId)
    const named = entries.filter(({ kind }) => kind.startsWith('call_') || kind === 'tool_guard_confirmed')
    expect(named.map(({ kind, details }) => [kind, details.guard_digest])).toEqual(
      ['tool_guard_confirmed', 'call_asked', 'call_granted', 'call_grant_used'].map((kind) => [kind, guard.digest]),
    )
  })
})

describe('who may confirm', () => {
  it('a reviewer of the namespace, and nobody else', async () => {
    const steps = await GuardSteps.open(under)
    const { version, digest } = await change(steps)
    const { guards } = steps.platform
    const { author, administrator, reviewer, namespaceId } = steps.signing
    const others = [author, administrator, await steps.program(), await under.groupCaller(namespaceId)]
    for (const by of [...others, callerWithoutCredential('open', namespaceId)])
      expect([by.label, (await refusalOf(guards.confirmGuard(by, steps.guardId, { version, digest }))).code]).toEqual([
        by.label,
        'CREDENTIAL_SCOPE',
      ])
    const stranger = await under.personCaller(['reviewer'])
    expect((await refusalOf(guards.confirmGuard(stranger, steps.guardId, { version, digest }))).status).toBe(404)
    expect(await guards.guard(reviewer, steps.guardId)).toMatchObject({ mayNotConfirm: null, decides: false })
    expect(await guards.confirmGuard(reviewer, steps.guardId, { version, digest })).toMatchObject({
      ...{ decides: true, confirmed: { by: reviewer.label } },
    })
  })

  it('what was read, if somebody changes the guard meanwhile', async () => {
    const steps = await GuardSteps.open(under)
    const { guards } = steps.platform
    const read = await change(steps)
    await change(steps, steps.signing.author, guardInput(steps.hash).map)
    const now = await guards.guard(steps.signing.reviewer, steps.guardId)
    for (const { version, digest } of [read, { ...read, version: now.version }]) {
      const late = guards.confirmGuard(steps.signing.reviewer, steps.guardId, { version, digest })
      expect((await refusalOf(late)).status).toBe(412)
    }
    // With two editors and a reviewer at once, nobody makes a map live that the reviewer did not read.
    const changed = await change(steps)
    const race = await Promise.allSettled([
      guards.confirmGuard(steps.signing.reviewer, steps.guardId, changed),
      change(steps, steps.signing.author, guardInput(steps.hash, { map: REFUND_MAP as never }).map),
    ])
    expect(race.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const { confirmed, digest } = await guards.guard(steps.signing.reviewer, steps.guardId)
    if (confirmed !== null) expect(digest).toBeOneOf([changed.digest, now.digest])
  })

  it('not those who changed it since the last confirmation, if the namespace demands a separate approver', async () => {
    const steps = await GuardSteps.open(under)
    const { administrator, reviewer } = steps.signing
    const both = await steps.signing.colleague('author', 'reviewer')
    await change(steps, both)
    const fresh = async () => steps.signing.fresh(both)
    expect(await steps.platform.guards.guard(both, steps.guardId)).toMatchObject({ mayNotConfirm: null })
    await under.workbenches[0]!.settings.change(administrator, { separateApprover: true })
    // The rule counts at once, although the caller was read before.
    expect((await refusalOf(steps.confirm(both))).message).toContain('since the last confirmation')
    // Nor after another author changed something else.
    await steps.platform.guards.changeGuard(
      steps.signing.author,
      steps.guardId,
      2,
      guardInput(steps.hash, { map: OPEN_MAP, wait_seconds: 9 }),
    )
    expect((await refusalOf(steps.confirm(await fresh()))).code).toBe('CREDENTIAL_SCOPE')
    await steps.confirm(await steps.signing.fresh(reviewer))
    // After another person has confirmed it, a change no longer counts as one's own.
    await change(steps, steps.signing.author, guardInput(steps.hash).map)
    expect(await steps.confirm(await fresh())).toMatchObject({ decides: true })
  })

  it('not an administrator if nobody knows who uses the service account that changed it', async () => {
    const steps = await GuardSteps.open(under)
    await under.workbenches[0]!.settings.change(steps.signing.administrator, { separateApprover: true })
    await change(steps, await under.groupCaller(steps.signing.namespaceId))
    const once = await steps.signing.fresh(await steps.signing.colleague('administrator', 'reviewer'))
    expect((await refusalOf(steps.confirm(once))).message).toContain('never was an administrator')
    expect(await steps.confirm(await steps.signing.fresh(steps.signing.reviewer))).toMatchObject({ decides: true })
  })

  it('not those who added a unit converter since the last confirmation', async () => {
    const steps = await GuardSteps.open(under)
    const { administrator, reviewer } = steps.signing
    await under.workbenches[0]!.settings.change(administrator, { separateApprover: true })
    const both = await steps.signing.fresh(await steps.signing.colleague('author', 'reviewer'))
    const addEuro = (by: Caller, factor: number) =>
      callOperation(under.services[0]!, 'addConverter', by, { from_unit: 'EUR', to_unit: 'USD', factor })
    await addEuro(both, 0.000001)
    expect((await refusalOf(steps.confirm(both))).message).toContain('added a unit converter')
    await steps.confirm(await steps.signing.fresh(reviewer))
    await addEuro(await steps.program(), 2)
    const once = await steps.signing.fresh(await steps.signing.colleague('administrator', 'reviewer'))
    expect((await refusalOf(steps.confirm(once))).message).toContain('the credential that added a unit converter')
    expect(await steps.confirm(await steps.signing.fresh(both))).toMatchObject({ newerUnitsDigest: null })
  })

  it('only with a passkey, if signing needs one', async () => {
    const steps = await GuardSteps.open(under)
    await change(steps)
    const by = { actor: 'operator', at: new Date(under.now()) }
    await under.store.setAccount(steps.signing.namespaceId, { passkeyToSign: true }, by)
    const fresh = await steps.signing.fresh(steps.signing.reviewer)
    expect((await refusalOf(steps.confirm(fresh))).message).toContain('demands more than a password')
  })
})
