import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GuardrailRequest, guardrailRequest } from '../../../api/schemas/guardrail'
import { verifyLog } from '../../audit/verify-log'
import type { Caller } from '../../calls/caller'
import { type LoggedEvent, readLog, type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import type { Targets } from '../platform'

const SECRET = 'words that no log may hold'

let tested: ServicesUnderTest
/** Two processes over one database. */
let targets: Targets
let others: Targets

beforeAll(async () => {
  tested = await startServices(2, { platform: {} })
  targets = tested.platforms[0]!.platform.targets
  others = tested.platforms[1]!.platform.targets
})

afterAll(() => tested.stop())

/** An author of a new namespace, whose log only names its group. */
async function author(): Promise<Caller> {
  const caller = await tested.personCaller(['author'])
  await tested.store.ensureGroup(caller.namespaceId ?? '', { actor: 'set up', at: new Date(tested.now()) })
  return caller
}

const judge = (name: string): GuardrailRequest =>
  guardrailRequest.parse({ name, type: 'llm_judge', configuration: { instructions: SECRET } })

const rules = (name: string, ruleset_hash: string): GuardrailRequest =>
  guardrailRequest.parse({ name, type: 'policy_rules', configuration: { ruleset_hash } })

const application = (name: string, guardrail_id: string) => ({
  ...{ name, contextDocument: SECRET, aggregation: 'all' as const },
  graph: { nodes: [{ id: 'n', guardrail_id }], edges: [] },
})

async function ruleset({ namespaceId }: Caller): Promise<string> {
  const source = randomUUID()
  const hash = createHash('sha256').update(source).digest('hex')
  const at = new Date(tested.now())
  const stored = { namespaceId: namespaceId ?? '', hash, source, parentHash: null, at, limitBytes: 1e6 }
  await tested.store.putRuleset({
    ...{ ...stored, storedBy: { personId: null, credentialId: randomUUID(), channel: 'program', label: 'test' } },
  })
  return hash
}

async function eventsOf({ namespaceId }: Caller): Promise<LoggedEvent[]> {
  const events = await readLog(tested, namespaceId)
  return events.slice(1).filter(({ kind }) => kind !== 'ruleset_stored')
}

/** Every entry at its index, under the stored head. */
async function wholeLog({ namespaceId }: Caller): Promise<LoggedEvent[]> {
  expect(await verifyLog(tested.store, namespaceId ?? '', [])).toMatchObject({ problems: [] })
  return readLog(tested, namespaceId)
}

it('each change leaves one entry: who, what, which version, and no text that is long or private', async () => {
  const caller = await author()
  const actor = caller.label
  const [one, two] = [await ruleset(caller), await ruleset(caller)]
  const { id: home } = await targets.addProject(caller, { name: 'Home', description: SECRET })
  await targets.changeProject(caller, home, 1, { name: 'Household', description: SECRET })
  const { id: rail } = await targets.addGuardrail(caller, home, rules('limits', one))
  await targets.changeGuardrail(caller, rail, 1, rules('limits', two))
  await targets.changeGuardrail(caller, rail, 2, judge('fairness'))
  const { id: app } = await targets.addApplication(caller, home, application('all', rail))
  await targets.changeApplication(caller, app, 1, application('everything', rail))
  await targets.removeApplication(caller, app, 2)
  await targets.removeGuardrail(caller, rail, 3)
  await targets.removeProject(caller, home, 2)

  const project = (name: string, version: number) => ({ project_id: home, project_name: name, version })
  const guardrail = (name: string, type: string, version: number) => ({
    ...{ guardrail_id: rail, guardrail_name: name, guardrail_type: type, project_id: home, version },
  })
  const ofApplication = (name: string, version: number) => ({
    ...{ application_id: app, application_name: name, project_id: home, version },
  })
  const limits = (version: number, ruleset_hash: string) => ({
    ...{ ...guardrail('limits', 'policy_rules', version), ruleset_hash },
  })
  expect(await eventsOf(caller)).toEqual([
    { kind: 'project_added', actor, details: project('Home', 1) },
    { kind: 'project_changed', actor, details: project('Household', 2) },
    { kind: 'guardrail_added', actor, details: limits(1, one) },
    { kind: 'guardrail_changed', actor, details: limits(2, two) },
    { kind: 'guardrail_changed', actor, details: guardrail('fairness', 'llm_judge', 3) },
    { kind: 'application_added', actor, details: ofApplication('all', 1) },
    { kind: 'application_changed', actor, details: ofApplication('everything', 2) },
    { kind: 'application_removed', actor, details: ofApplication('everything', 2) },
    { kind: 'guardrail_removed', actor, details: guardrail('fairness', 'llm_judge', 3) },
    { kind: 'project_removed', actor, details: project('Household', 2) },
  ])
  expect(JSON.stringify(await wholeLog(caller))).not.toContain(SECRET)
})

it('the entry of a removed guardrail names its ruleset', async () => {
  const caller = await author()
  const hash = await ruleset(caller)
  const { id: home } = await targets.addProject(caller, { name: 'Home', description: '' })
  const { id } = await targets.addGuardrail(caller, home, rules('limits', hash))
  await targets.removeGuardrail(caller, id, 1)
  expect((await eventsOf(caller)).at(-1)).toMatchObject({ kind: 'guardrail_removed', details: { ruleset_hash: hash } })
})

describe('nothing is logged of', () => {
  it('refused and late changes', { tags: ['nightly'] }, async () => {
    const caller = await author()
    const reader = await tested.personCaller(['reviewer'], caller.namespaceId ?? '')
    const stranger = await author()
    const { id: home } = await targets.addProject(caller, { name: 'Home', description: '' })
    const { id: second } = await targets.addProject(caller, { name: 'Second', description: '' })
    const { id: rail } = await targets.addGuardrail(caller, home, judge('one'))
    const { id: other } = await targets.addGuardrail(caller, home, judge('other'))
    const { id: app } = await targets.addApplication(caller, home, application('app', rail))
    const { id: spare } = await targets.addApplication(caller, home, application('spare', other))
    const [before, theirs] = [await eventsOf(caller), await eventsOf(stranger)]
    expect(before).toHaveLength(6)
    const unknown = randomUUID()
    const refused: readonly (() => Promise<unknown>)[] = [
      // A name that is taken.
      () => targets.addProject(caller, { name: 'Home', description: '' }),
      () => targets.changeProject(caller, second, 1, { name: 'Home', description: '' }),
      () => targets.addGuardrail(caller, home, judge('one')),
      () => targets.changeGuardrail(caller, other, 1, judge('one')),
      () => targets.addApplication(caller, home, application('app', rail)),
      () => targets.changeApplication(caller, spare, 1, application('app', rail)),
      // Another version.
      () => targets.changeProject(caller, home, 2, { name: 'x', description: '' }),
      () => targets.removeProject(caller, second, 2),
      () => targets.changeGuardrail(caller, rail, 2, judge('x')),
      () => targets.removeGuardrail(caller, rail, 2),
      () => targets.changeApplication(caller, app, 2, application('x', rail)),
      () => targets.removeApplication(caller, app, 2),
      // A target in use.
      () => targets.removeGuardrail(caller, rail, 1),
      () => targets.removeProject(caller, home, 1),
      // A missing target or reference.
      () => targets.addGuardrail(caller, unknown, judge('x')),
      () => targets.removeApplication(caller, unknown, 1),
      () => targets.addGuardrail(caller, home, rules('x', '0'.repeat(64))),
      () => targets.changeApplication(caller, app, 1, application('app', unknown)),
      // A member without the permission, and a member of another group.
      ...[reader, stranger].flatMap((who) => [
        () => targets.changeProject(who, home, 1, { name: 'x', description: '' }),
        () => targets.removeGuardrail(who, other, 1),
        () => targets.removeApplication(who, app, 1),
      ]),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ name: 'Refusal' })
    expect(await eventsOf(caller)).toEqual(before)
    expect(await eventsOf(stranger)).toEqual(theirs)
  })
})

describe('at once, in two processes,', () => {
  it('only the winner of several changes of one version is logged', { tags: ['nightly'] }, async () => {
    const caller = await author()
    const { id: home } = await targets.addProject(caller, { name: 'Home', description: '' })
    const { id: rail } = await targets.addGuardrail(caller, home, judge('one'))
    const { id: app } = await targets.addApplication(caller, home, application('app', rail))
    const count = (await eventsOf(caller)).length
    const race = async <T>(change: (by: Targets, nth: number) => Promise<T>): Promise<T> => {
      const calls = Array.from({ length: 8 }, (_, nth) => change(nth % 2 === 0 ? targets : others, nth))
      const won = (await Promise.allSettled(calls)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      expect(won).toHaveLength(1)
      return won[0]!
    }
    const project = await race((by, nth) => by.changeProject(caller, home, 1, { name: `home ${nth}`, description: '' }))
    const guardrail = await race((by, nth) => by.changeGuardrail(caller, rail, 1, judge(`judge ${nth}`)))
    const changed = await race((by, nth) => by.changeApplication(caller, app, 1, application(`app ${nth}`, rail)))
    const added = await race((by) => by.addGuardrail(caller, home, judge('new')))
    await race((by) => by.removeApplication(caller, app, 2))
    await race((by) => by.removeGuardrail(caller, added.id, 1))
    const events = (await eventsOf(caller)).slice(count)
    expect(events).toMatchObject([
      { kind: 'project_changed', details: { project_name: project.name, version: 2 } },
      { kind: 'guardrail_changed', details: { guardrail_name: guardrail.name, version: 2 } },
      { kind: 'application_changed', details: { application_name: changed.name, version: 2 } },
      { kind: 'guardrail_added', details: { guardrail_id: added.id } },
      { kind: 'application_removed', details: { application_id: app, version: 2 } },
      { kind: 'guardrail_removed', details: { guardrail_id: added.id } },
    ])
    expect(events).toHaveLength(6)
    await wholeLog(caller)
  })

  it('the log stays whole when many targets change while the group is renamed', {
    tags: ['nightly'],
  }, async () => {
    const caller = await author()
    const namespaceId = caller.namespaceId ?? ''
    const { id: home } = await targets.addProject(caller, { name: 'Home', description: '' })
    const before = (await eventsOf(caller)).length
    const work = async (by: Targets, nth: number) => {
      const { id } = await by.addGuardrail(caller, home, judge(`judge ${nth}`))
      for (let version = 1; version <= 4; version++)
        await by.changeGuardrail(caller, id, version, judge(`judge ${nth}`))
      await by.removeGuardrail(caller, id, 5)
    }
    const rename = async () => {
      for (let nth = 0; nth < 10; nth++) {
        const name = `renamed-${nth}-${namespaceId.slice(0, 8)}`
        await tested.store.renameGroup({ namespaceId, name, actor: 'set up', at: new Date(tested.now()) })
      }
    }
    await Promise.all([rename(), ...Array.from({ length: 6 }, (_, nth) => work(nth % 2 === 0 ? targets : others, nth))])
    const events = await eventsOf(caller)
    expect(events).toHaveLength(before + 10 + 6 * 6)
    await wholeLog(caller)
  })
})
