/** A change that a credential can make in its namespace does not change how a confirmed guard decides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeLibrary } from '../../../language/syntax/sharing/read-parts'
import { hashSharedLines } from '../../../language/text/shared-lines'
import type { Caller } from '../../calls/caller'
import { refusalOf } from '../../signing/testing/signing-steps'
import { callOperation, readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { GuardSteps, type guardInput } from './testing/guard-steps'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const linesOf = (limit: number) => `  condition is_large(x) = x > ${limit} "USD";\n`
const rulesWith = (limit: number) => {
  const lines = linesOf(limit)
  const rules = 'version 1.4;\ndeclare amount as numeric "USD";\nassert small { Not(is_large(amount)) };\n'
  return placeLibrary(rules, 'house/amounts', { lines, sha256: hashSharedLines(lines) })
}
const map = {
  lookups: {},
  claims: { amount: { from: 'argument', path: '$.amount', read: 'value', propose: true } },
} as ReturnType<typeof guardInput>['map']

const openSteps = () => GuardSteps.open(under, { map }, rulesWith(50))
const ask = (program: Caller, id: 'addConverter' | 'saveRuleset', request: Readonly<Record<string, unknown>>) =>
  callOperation(under.services[0]!, id, program, request)
const addEuro = (program: Caller, factor: number) =>
  ask(program, 'addConverter', { from_unit: 'EUR', to_unit: 'USD', factor })
const decisionOf = async (steps: GuardSteps, program: Caller, amount: string) =>
  (await steps.call(program, amount)).decision

describe('a converter that a credential adds', () => {
  it('changes no decision and no digest until a reviewer confirms the guard again', async () => {
    const steps = await openSteps()
    const program = await steps.program()
    const before = await steps.call(program, '50000 EUR')
    expect([before.decision, await decisionOf(steps, program, '5 USD')]).toEqual(['refuse', 'pass'])
    await addEuro(program, 0.000001)
    const after = await steps.call(program, '50000 EUR')
    expect([after.decision, after.guard.digest]).toEqual(['refuse', before.guard.digest])
    expect(await decisionOf(steps, program, '5 USD')).toBe('pass')
    const shown = await steps.platform.guards.guard(steps.signing.reviewer, steps.guardId)
    expect(shown).toMatchObject({ decides: true, digest: before.guard.digest, confirmed: { by: expect.any(String) } })
    expect(shown.newerUnitsDigest).toMatch(/^[0-9a-f]{64}$/)
    await steps.confirm()
    expect(await decisionOf(steps, program, '50000 EUR')).toBe('pass')
    const again = await steps.platform.guards.guard(steps.signing.reviewer, steps.guardId)
    expect([again.digest, again.newerUnitsDigest]).toEqual([shown.newerUnitsDigest, null])
    const log = await readLog(under, steps.signing.namespaceId)
    expect(JSON.stringify(log)).toContain('unit_library_hash')
    // The library that was confirmed decides on.
    await addEuro(program, 5)
    expect(await decisionOf(steps, program, '50000 EUR')).toBe('pass')
    await steps.confirm()
    expect(await decisionOf(steps, program, '50000 EUR')).toBe('refuse')
  })

  it('while a reviewer reads stops the confirmation', async () => {
    const steps = await openSteps()
    const program = await steps.program()
    const { guards } = steps.platform
    const { version, digest } = await guards.guard(steps.signing.reviewer, steps.guardId)
    await addEuro(program, 0.000001)
    const confirming = guards.confirmGuard(steps.signing.reviewer, steps.guardId, { version, digest })
    expect(await refusalOf(confirming)).toMatchObject({ code: 'BAD_REQUEST', status: 412 })
  })
})

it('a ruleset and a shared library that a credential saves under known names change no decision', async () => {
  const steps = await openSteps()
  const program = await steps.program()
  const before = await steps.call(program, '60 USD')
  const wide = linesOf(1_000_000)
  await ask(program, 'saveRuleset', { name: 'house/amounts', source: `version 1.4;\nlibrary {\n${wide}};\n` })
  for (const name of ['refunds', 'shop', 'approved'])
    await ask(program, 'saveRuleset', { name, source: rulesWith(1_000_000) })
  const after = await steps.call(program, '60 USD')
  expect([before.decision, after.decision, after.guard]).toEqual(['refuse', 'refuse', before.guard])
})

it('a guard that was confirmed under other units than its digest covers waits for a confirmation', async () => {
  const steps = await openSteps()
  const program = await steps.program()
  await addEuro(program, 0.000001)
  // As the migration leaves a guard that was confirmed under converters, with a digest that does not cover them.
  await under.query(`
    UPDATE tool_guard SET confirmed_unit_library_hash = (
      SELECT hash FROM unit_library WHERE namespace_id = tool_guard.namespace_id)
    WHERE id = '${steps.guardId}'`)
  expect((await steps.call(program, '5 USD')).refusal?.code).toBe('GUARD_NOT_CONFIRMED')
  await steps.confirm()
  expect(await decisionOf(steps, program, '5 USD')).toBe('pass')
})
