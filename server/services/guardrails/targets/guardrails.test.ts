import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import type { Caller } from '../../calls/caller'
import type { ServicesUnderTest } from '../../testing/services-under-test'
import type { Targets } from '../platform'
import { FIRST, startTargets, type TargetsUnderTest } from '../testing/targets-under-test'
import type { Guardrail } from './guardrails'

let under: TargetsUnderTest
let tested: ServicesUnderTest
let targets: Targets
let ours: Caller
let theirs: Caller

beforeAll(async () => {
  under = await startTargets()
  ;({ tested, targets, ours, theirs } = under)
})

afterAll(() => tested.stop())

describe('the ruleset of a guardrail', () => {
  const rules = (ruleset_hash: string, name: string = randomUUID(), ruleset_name?: string | null) =>
    guardrailRequest.parse({ name, type: 'policy_rules', configuration: { ruleset_hash, ruleset_name } })

  it('must belong to the group', async () => {
    const [home, foreign] = [await under.project(), await under.ruleset(theirs)]
    const refused = { status: 400, details: { failures: [{ field: 'configuration.ruleset_hash' }] } }
    await expect(targets.addGuardrail(ours, home, rules(foreign))).rejects.toMatchObject(refused)
    await expect(targets.addGuardrail(ours, home, rules('0'.repeat(64)))).rejects.toMatchObject(refused)
    const { id } = await targets.addGuardrail(ours, home, rules(await under.ruleset()))
    await expect(targets.changeGuardrail(ours, id, 1, rules(foreign))).rejects.toMatchObject(refused)
  })

  it('is shown by the name by which it was chosen, whatever is renamed later', async () => {
    const home = await under.project()
    const [hash, other] = [await under.ruleset(), await under.ruleset()]
    const namespaceId = ours.namespaceId ?? ''
    const bind = async (name: string, to: string) => {
      tested.pass(1000)
      const approval = { approver: 'Ann', note: null, channel: 'program', credentialId: null, personId: null } as const
      const at = { approvedAt: new Date(tested.now()), reportedBy: null, boundBy: 'test' }
      await tested.store.recordApproval({ id: randomUUID(), namespaceId, hash: to, name, ...approval, ...at })
    }
    const named = (name: string | null, source?: 'history') =>
      expect.objectContaining({ name, ...(source !== undefined && { name_source: source }) })
    await bind('chosen', hash)
    const current = await targets.addGuardrail(ours, home, rules(hash))
    const chosen = await targets.addGuardrail(ours, home, rules(hash, randomUUID(), 'chosen'))
    const byHash = await targets.addGuardrail(ours, home, rules(hash, randomUUID(), null))
    const before = await targets.addGuardrail(ours, home, rules(hash))
    await tested.query(`UPDATE guardrail SET configuration = configuration - 'ruleset_name' WHERE id = '${before.id}'`)
    await bind('chosen', other)
    await bind('another', hash)
    const rulesetOf = async ({ id }: { readonly id: string }) => (await targets.guardrail(ours, id)).ruleset
    const all = async () => {
      expect(await rulesetOf(current)).toEqual(named('chosen'))
      expect(await rulesetOf(chosen)).toEqual(named('chosen'))
      expect(await rulesetOf(byHash)).toEqual(named(null))
      expect(await rulesetOf(before)).toMatchObject({ name: 'chosen' })
    }
    await all()
    expect(await rulesetOf(before)).toEqual(named('chosen', 'history'))
    // A change with the same ruleset keeps the name, even if none was stored.
    tested.pass(1000)
    await targets.changeGuardrail(ours, current.id, 1, rules(hash))
    await targets.changeGuardrail(ours, before.id, 1, rules(hash))
    await all()
    expect(await rulesetOf(before)).not.toHaveProperty('name_source')
    // Another name or another ruleset replaces the shown name.
    await targets.changeGuardrail(ours, chosen.id, 1, rules(hash, randomUUID(), 'another'))
    expect(await rulesetOf(chosen)).toEqual(named('another'))
    await targets.changeGuardrail(ours, current.id, 2, rules(other))
    expect(await rulesetOf(current)).toEqual(named('chosen'))
    const refused = { status: 400, details: { failures: [{ field: 'configuration.ruleset_name' }] } }
    await expect(targets.addGuardrail(ours, home, rules(hash, randomUUID(), 'elsewhere'))).rejects.toMatchObject(
      refused,
    )
  })

  it('is approved only while an approval counts', async () => {
    const home = await under.project()
    const hash = await under.ruleset()
    const namespaceId = ours.namespaceId ?? ''
    const { id } = await targets.addGuardrail(ours, home, rules(hash))
    const rulesetOf = async (): Promise<Guardrail['ruleset'][]> => [
      (await targets.guardrail(ours, id)).ruleset,
      (await targets.listGuardrails(ours, home, FIRST)).items[0]!.ruleset,
    ]
    const both = (one: Guardrail['ruleset']) => [one, one]
    expect(await rulesetOf()).toEqual(both({ name: null, state: 'unapproved' }))

    const approval = {
      namespaceId,
      hash,
      approver: 'Ann',
      note: null,
      channel: 'program',
      credentialId: null,
      personId: null,
      reportedBy: null,
    } as const
    const recorded = {
      id: randomUUID(),
      ...approval,
      name: 'travel',
      boundBy: 'test',
      approvedAt: new Date(tested.now()),
    }
    await tested.store.recordApproval(recorded)
    expect(await rulesetOf()).toEqual(both({ name: null, state: 'approved' }))

    const soon = new Date(tested.now() + 60_000).toISOString()
    await tested.query(`UPDATE approval SET expires_at = '${soon}' WHERE id = '${recorded.id}'`)
    expect(await rulesetOf()).toEqual(both({ name: null, state: 'approved' }))
    tested.pass(61_000)
    expect(await rulesetOf()).toEqual(both({ name: null, state: 'unapproved' }))
  })
})
