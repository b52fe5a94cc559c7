import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applicationRequest, guardrailRequest } from '../../api/schemas/guardrail'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { guardInput, REFUND_RULES } from './guards/testing/guard-steps'
import type { Platform, Targets } from './platform'

const LIMITS = { projects_per_group: 3, guardrails_per_group: 4, applications_per_group: 5 }

let tested: ServicesUnderTest
let targets: Targets
let ours: Caller
/** Two projects and one guardrail of the group. */
let home: string
let elsewhere: string
let guardrail: string
/** Hash of a ruleset that the group holds. */
let refunds: string

beforeAll(async () => {
  tested = await startServices(2, { platform: {}, budgets: LIMITS })
  targets = tested.platforms[0]!.platform.targets
})

afterAll(() => tested.stop())

beforeEach(async () => {
  ours = await group()
  home = (await targets.addProject(ours, { name: 'home', description: '' })).id
  elsewhere = (await targets.addProject(ours, { name: 'elsewhere', description: '' })).id
  guardrail = (await targets.addGuardrail(ours, home, judge())).id
  const author = await tested.personCaller(['author'], ours.namespaceId ?? '')
  const compiled = await callOperation(tested.services[0]!, 'compile', author, { source: REFUND_RULES })
  refunds = (JSON.parse(compiled) as { readonly ruleset_hash: string }).ruleset_hash
})

const platform = () => tested.platforms[0]!.platform

async function group(): Promise<Caller> {
  const person = await tested.personCaller(['author'])
  return tested.groupCaller(person.namespaceId ?? '')
}

const judge = (name: string = randomUUID()) => guardrailRequest.parse({ name, type: 'llm_judge', configuration: {} })

function application(name: string = randomUUID()) {
  const { graph } = applicationRequest.parse({ name, graph: { nodes: [{ id: 'n', guardrail_id: guardrail }] } })
  return { name, contextDocument: '', aggregation: 'all' as const, graph }
}

const toolGuard = () => ({ ...guardInput(refunds), name: randomUUID(), tool: randomUUID() })

interface Kind {
  readonly title: string
  readonly budget: keyof typeof LIMITS
  /** The count before the test. */
  readonly there: number
  readonly add: (
    by: Pick<Platform, 'targets' | 'guards'>,
    index: number,
  ) => Promise<{ readonly id: string; readonly version: number }>
  readonly change: (id: string) => Promise<unknown>
  readonly remove: (id: string, version: number) => Promise<void>
  readonly list: () => Promise<{ readonly items: readonly unknown[] }>
}

/** Targets of both projects count together. */
const at = (index: number) => (index % 2 === 0 ? home : elsewhere)
const ALL = { cursor: null, limit: 200 }

const KINDS: readonly Kind[] = [
  {
    ...{ title: 'projects', budget: 'projects_per_group', there: 2 },
    add: (by) => by.targets.addProject(ours, { name: randomUUID(), description: '' }),
    change: (id) => targets.changeProject(ours, id, 1, { name: randomUUID(), description: 'changed' }),
    remove: (id, version) => targets.removeProject(ours, id, version),
    list: () => targets.listProjects(ours, ALL),
  },
  {
    ...{ title: 'guardrails', budget: 'guardrails_per_group', there: 1 },
    add: (by, index) => by.targets.addGuardrail(ours, at(index), judge()),
    change: (id) => targets.changeGuardrail(ours, id, 1, judge()),
    remove: (id, version) => targets.removeGuardrail(ours, id, version),
    list: () => targets.listGuardrails(ours, null, ALL),
  },
  {
    ...{ title: 'applications', budget: 'applications_per_group', there: 0 },
    add: (by, index) => by.targets.addApplication(ours, at(index), application()),
    change: (id) => targets.changeApplication(ours, id, 1, application()),
    remove: (id, version) => targets.removeApplication(ours, id, version),
    list: () => targets.listApplications(ours, null, ALL),
  },
  {
    ...{ title: 'tool guards', budget: 'guardrails_per_group', there: 0 },
    add: (by) => by.guards.addGuard(ours, toolGuard()),
    change: (id) => platform().guards.changeGuard(ours, id, 1, toolGuard()),
    remove: (id, version) => platform().guards.removeGuard(ours, id, version),
    list: () => platform().guards.listGuards(ours, ALL),
  },
]

describe.each(KINDS)('the limit of $title', ({ budget, there, add, change, remove, list }) => {
  const limit = LIMITS[budget]
  const full = { code: 'BUDGET_EXCEEDED', status: 413, details: { budget, limit, actual: limit + 1 } }

  it('holds at its limit; one more is refused until there is room', async () => {
    let last = { id: '', version: 0 }
    for (let index = there; index < limit; index++) last = await add(platform(), index)
    await expect(add(platform(), 0)).rejects.toMatchObject(full)
    // A full group can change its targets.
    await change(last.id)
    await remove(last.id, 2)
    await add(platform(), 0)
    await expect(add(platform(), 1)).rejects.toMatchObject(full)
    expect((await list()).items).toHaveLength(limit)
    const others = await group()
    await targets.addProject(others, { name: 'home', description: '' })
  })

  it('is never passed, however many add at once in several processes', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => add(tested.platforms[index % 2]!.platform, index >> 1)),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(limit - there)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(full)
    expect((await list()).items).toHaveLength(limit)
  })
})

it('reports a target as added if its connection broke, even in a group that is now full', async () => {
  const { store } = tested
  const namespaceId = ours.namespaceId ?? ''
  const addition = () => ({ id: randomUUID(), at: new Date(tested.now()), by: 'an author', limit: 3 })
  const project = { ...addition(), name: 'third', description: '' }
  const rail = { ...judge(), ...addition(), limit: 2 }
  const app = { ...application(), ...addition(), limit: 1 }
  for (const _ of ['once', 'again']) {
    expect(await store.addProject(namespaceId, project)).toMatchObject({ kind: 'saved' })
    expect(await store.addGuardrail(namespaceId, home, rail)).toMatchObject({ kind: 'saved' })
    expect(await store.addApplication(namespaceId, home, app)).toMatchObject({ kind: 'saved' })
  }
  expect((await targets.listProjects(ours, ALL)).items).toHaveLength(3)
})

it('refuses additions below the current count, and says what the count would be', async () => {
  const more = {
    id: randomUUID(),
    name: 'third',
    description: '',
    at: new Date(tested.now()),
    by: 'an author',
    limit: 1,
  }
  expect(await tested.store.addProject(ours.namespaceId ?? '', more)).toEqual({ kind: 'group_full', actual: 3 })
  expect((await targets.listProjects(ours, ALL)).items).toHaveLength(2)
})

it('adding, changing, removing and renaming the group at once cause no deadlock', async () => {
  const namespaceId = ours.namespaceId ?? ''
  for (let round = 0; round < 15; round++) {
    const spare = await targets.addProject(ours, { name: `spare ${round}`, description: '' })
    const outcomes = await Promise.allSettled([
      targets.addGuardrail(ours, spare.id, judge(`of ${round}`)),
      tested.platforms[1]!.platform.targets.addApplication(ours, home, application()),
      targets.removeProject(ours, spare.id, 1),
      targets.changeGuardrail(ours, guardrail, round + 1, judge()),
      tested.store.renameGroup({
        namespaceId,
        name: `g${randomUUID()}`,
        actor: 'an author',
        at: new Date(tested.now()),
      }),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: expect.any(Number) })
    expect(outcomes.slice(3).map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled'])
    for (const { id, version, projectId } of (await targets.listGuardrails(ours, null, ALL)).items)
      if (projectId === spare.id) await targets.removeGuardrail(ours, id, version)
    for (const { id, version } of (await targets.listApplications(ours, null, ALL)).items)
      await targets.removeApplication(ours, id, version)
    await targets.removeProject(ours, spare.id, 1).catch(() => {})
  }
})
