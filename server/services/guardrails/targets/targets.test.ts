import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../calls/caller'
import type { ServicesUnderTest } from '../../testing/services-under-test'
import type { Targets } from '../platform'
import {
  applicationInput,
  FIRST,
  judgeRequest,
  refusalWithStatus,
  startTargets,
  type TargetsUnderTest,
} from '../testing/targets-under-test'
import { runnableTarget } from './target-reads'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

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

describe('a change names the version that it was made from', () => {
  it('and one of two changes of one version wins, for each kind of target', async () => {
    const home = await under.project()
    const { id: guardrail } = await targets.addGuardrail(ours, home, judgeRequest('judge'))
    const { id: app } = await targets.addApplication(ours, home, applicationInput('app', guardrail))
    const kinds: ((name: string) => Promise<{ readonly version: number; readonly name: string }>)[] = [
      (name) => targets.changeProject(ours, home, 1, { name, description: '' }),
      (name) => targets.changeGuardrail(ours, guardrail, 1, judgeRequest(name)),
      (name) => targets.changeApplication(ours, app, 1, applicationInput(name, guardrail)),
    ]
    const read = [targets.project, targets.guardrail, targets.application]
    const ids = [home, guardrail, app]
    for (const [index, change] of kinds.entries()) {
      const names = Array.from({ length: 8 }, () => randomUUID())
      const outcomes = await Promise.allSettled(names.map(change))
      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      expect(won).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusalWithStatus(412))
      const row = await read[index]!(ours, ids[index]!)
      expect(row).toMatchObject({ version: 2, name: won[0]!.name })
    }
  })

  it('and a version beyond what the database counts is another version', async () => {
    const home = await under.project()
    const { id } = await targets.addGuardrail(ours, home, judgeRequest('judge'))
    for (const version of [0, -1, 2, 2_147_483_647, 2_147_483_648, 1e18, 1.5]) {
      await expect(targets.changeGuardrail(ours, id, version, judgeRequest('other'))).rejects.toEqual(
        refusalWithStatus(412),
      )
      await expect(targets.removeGuardrail(ours, id, version)).rejects.toEqual(refusalWithStatus(412))
      await expect(targets.removeProject(ours, home, version)).rejects.toEqual(refusalWithStatus(412))
    }
    expect(await targets.guardrail(ours, id)).toMatchObject({ version: 1, name: 'judge' })
  })
})

describe('targets of another group are not found', () => {
  it('by any verb', async () => {
    const home = await under.project(theirs)
    const { id: guardrail } = await targets.addGuardrail(theirs, home, judgeRequest('judge'))
    const { id: app } = await targets.addApplication(theirs, home, applicationInput('app', guardrail))
    const calls = (caller: Caller): readonly (() => Promise<unknown>)[] => [
      () => targets.project(caller, home),
      () => targets.changeProject(caller, home, 1, { name: randomUUID(), description: '' }),
      () => targets.removeProject(caller, home, 1),
      () => targets.listGuardrails(caller, home, FIRST),
      () => targets.addGuardrail(caller, home, judgeRequest('another')),
      () => targets.guardrail(caller, guardrail),
      () => targets.changeGuardrail(caller, guardrail, 1, judgeRequest('changed')),
      () => targets.removeGuardrail(caller, guardrail, 1),
      () => targets.listApplications(caller, home, FIRST),
      () => targets.addApplication(caller, home, applicationInput('another', guardrail)),
      () => targets.application(caller, app),
      () => targets.changeApplication(caller, app, 1, applicationInput('changed', guardrail)),
      () => targets.removeApplication(caller, app, 1),
    ]
    for (const call of calls(ours)) await expect(call()).rejects.toEqual(refusalWithStatus(404))
    expect(await targets.project(theirs, home)).toMatchObject({ version: 1 })
    expect(await targets.guardrail(theirs, guardrail)).toMatchObject({ version: 1 })
    expect(await targets.application(theirs, app)).toMatchObject({ version: 1 })
  })

  it('in a list or through a graph', async () => {
    const home = await under.project(theirs)
    const { id: foreign } = await targets.addGuardrail(theirs, home, judgeRequest('judge'))
    const own = await under.project()
    const { id: known } = await targets.addGuardrail(ours, own, judgeRequest('judge'))
    for (const { items } of [
      await targets.listGuardrails(ours, null, FIRST),
      await targets.listApplications(ours, null, FIRST),
      await targets.listProjects(ours, FIRST),
    ])
      expect(items.map(({ id }) => id)).not.toContain(foreign)
    const failures = [
      { field: 'graph.nodes.1.guardrail_id', received: `the string "${foreign}"` },
      { field: 'graph.nodes.2.guardrail_id', received: `the string "${UNKNOWN}"` },
    ]
    await expect(
      targets.addApplication(ours, own, applicationInput('app', known, foreign, UNKNOWN)),
    ).rejects.toMatchObject({
      status: 400,
      details: { failures, failure_count: 2 },
    })
    const { id } = await targets.addApplication(ours, own, applicationInput('app', known))
    await expect(targets.changeApplication(ours, id, 1, applicationInput('app', foreign))).rejects.toMatchObject({
      status: 400,
      details: { failures: [{ field: 'graph.nodes.0.guardrail_id' }] },
    })
  })

  it('and an invalid id finds nothing', async () => {
    for (const id of ['', 'x', `${UNKNOWN}0`, "' OR 1=1"])
      await expect(targets.guardrail(ours, id)).rejects.toEqual(refusalWithStatus(404))
  })
})

describe('names and uses', () => {
  it('a name belongs to one target of its project or group, and is free elsewhere', async () => {
    const [one, other] = [await under.project(), await under.project()]
    const { name } = await targets.project(ours, one)
    await expect(targets.addProject(ours, { name, description: '' })).rejects.toMatchObject({
      status: 409,
      details: { failures: [{ field: 'name' }] },
    })
    await expect(targets.changeProject(ours, other, 1, { name, description: '' })).rejects.toEqual(
      refusalWithStatus(409),
    )
    await targets.addProject(theirs, { name, description: '' })
    const { id } = await targets.addGuardrail(ours, one, judgeRequest('judge'))
    await targets.addGuardrail(ours, other, judgeRequest('judge'))
    await expect(targets.addGuardrail(ours, one, judgeRequest('judge'))).rejects.toEqual(refusalWithStatus(409))
    const second = await targets.addGuardrail(ours, one, judgeRequest('second'))
    await expect(targets.changeGuardrail(ours, second.id, 1, judgeRequest('judge'))).rejects.toEqual(
      refusalWithStatus(409),
    )
    await targets.addApplication(ours, one, applicationInput('judge', id))
    await expect(targets.addApplication(ours, one, applicationInput('judge', id))).rejects.toEqual(
      refusalWithStatus(409),
    )
    const app = await targets.addApplication(ours, one, applicationInput('another', id))
    await expect(targets.changeApplication(ours, app.id, 1, applicationInput('judge', id))).rejects.toEqual(
      refusalWithStatus(409),
    )
  })

  it('one of many that take a name at once gets it', async () => {
    const home = await under.project()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => targets.addGuardrail(ours, home, judgeRequest('judge'))),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusalWithStatus(409))
  })

  it('a target in use stays until it is no longer used', async () => {
    const home = await under.project()
    const [one, other] = [
      await targets.addGuardrail(ours, home, judgeRequest('one')),
      await targets.addGuardrail(ours, home, judgeRequest('other')),
    ]
    const app = await targets.addApplication(ours, home, applicationInput('app', one.id, one.id))
    await expect(targets.removeGuardrail(ours, one.id, 1)).rejects.toEqual(refusalWithStatus(409))
    await expect(targets.removeProject(ours, home, 1)).rejects.toEqual(refusalWithStatus(409))
    await targets.changeApplication(ours, app.id, 1, applicationInput('app', other.id))
    await targets.removeGuardrail(ours, one.id, 1)
    await expect(targets.removeGuardrail(ours, other.id, 1)).rejects.toEqual(refusalWithStatus(409))
    await targets.removeApplication(ours, app.id, 2)
    await targets.removeGuardrail(ours, other.id, 1)
    await targets.removeProject(ours, home, 1)
    await expect(targets.project(ours, home)).rejects.toEqual(refusalWithStatus(404))
  })

  it('a guardrail is never removed while an application takes it at the same moment', {
    tags: ['nightly'],
  }, async () => {
    const home = await under.project()
    for (let round = 0; round < 25; round++) {
      const { id } = await targets.addGuardrail(ours, home, judgeRequest(`judge ${round}`))
      const [added, removed] = await Promise.allSettled([
        targets.addApplication(ours, home, applicationInput(`app ${round}`, id)),
        targets.removeGuardrail(ours, id, 1),
      ])
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
      const reason: unknown = added.status === 'rejected' ? added.reason : (removed as PromiseRejectedResult).reason
      expect(reason).toEqual(refusalWithStatus(added.status === 'rejected' ? 400 : 409))
    }
  })

  it('a project is never removed while a guardrail is added at the same moment', {
    tags: ['nightly'],
  }, async () => {
    for (let round = 0; round < 25; round++) {
      const home = await under.project()
      const [added, removed] = await Promise.allSettled([
        targets.addGuardrail(ours, home, judgeRequest('judge')),
        targets.removeProject(ours, home, 1),
      ])
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
      const reason: unknown = added.status === 'rejected' ? added.reason : (removed as PromiseRejectedResult).reason
      expect(reason).toEqual(refusalWithStatus(added.status === 'rejected' ? 404 : 409))
    }
  })
})

describe('a permission', () => {
  it('is checked by every verb', async () => {
    const home = await under.project()
    const namespaceId = ours.namespaceId ?? ''
    const { id: guardrail } = await targets.addGuardrail(ours, home, judgeRequest('judge'))
    const { id: app } = await targets.addApplication(ours, home, applicationInput('app', guardrail))
    const reads = (caller: Caller) => [
      () => targets.listProjects(caller, FIRST),
      () => targets.project(caller, home),
      () => targets.listGuardrails(caller, home, FIRST),
      () => targets.guardrail(caller, guardrail),
      () => targets.listApplications(caller, home, FIRST),
      () => targets.application(caller, app),
    ]
    const changes = (caller: Caller) => [
      () => targets.addProject(caller, { name: randomUUID(), description: '' }),
      () => targets.changeProject(caller, home, 9, { name: randomUUID(), description: '' }),
      () => targets.removeProject(caller, home, 9),
      () => targets.addGuardrail(caller, home, judgeRequest(randomUUID())),
      () => targets.changeGuardrail(caller, guardrail, 9, judgeRequest('x')),
      () => targets.removeGuardrail(caller, guardrail, 9),
      () => targets.addApplication(caller, home, applicationInput(randomUUID(), guardrail)),
      () => targets.changeApplication(caller, app, 9, applicationInput('x', guardrail)),
      () => targets.removeApplication(caller, app, 9),
    ]
    const refused = expect.objectContaining({ code: 'CREDENTIAL_SCOPE' })
    const credential = await tested.fullCaller()
    for (const call of [...reads(credential), ...changes(credential)]) await expect(call()).rejects.toEqual(refused)
    const author = await tested.personCaller(['author'], namespaceId)
    for (const call of reads(author)) await call()
    for (const call of changes(author))
      await call().catch((error: unknown) => expect(error).toEqual(refusalWithStatus(412)))
    const administrator = await tested.personCaller(['administrator', 'reviewer'], namespaceId)
    for (const call of reads(administrator)) await call()
    for (const call of changes(administrator)) await expect(call()).rejects.toEqual(refused)
  })
})

describe('a target as evaluators see it', () => {
  it('is the guardrail, or the application with every guardrail of its graph', async () => {
    const home = await under.project()
    const [one, other] = [
      await targets.addGuardrail(ours, home, judgeRequest('one')),
      await targets.addGuardrail(ours, home, judgeRequest('other')),
    ]
    const input = {
      ...applicationInput('app', one.id.toUpperCase(), other.id, one.id),
      contextDocument: 'Known to all.',
    }
    const app = await targets.addApplication(ours, home, input)
    const runnable = async (id: string) => {
      const stored = await tested.store.findTarget(id)
      expect(stored?.namespaceId).toBe(ours.namespaceId)
      return stored === null ? null : runnableTarget(stored)
    }
    const alone = { id: one.id, name: 'one', type: 'llm_judge', configuration: { instructions: '', model: null } }
    expect(await runnable(one.id.toUpperCase())).toEqual({ kind: 'guardrail', guardrail: alone })
    const current = await runnable(app.id)
    if (current?.kind !== 'application') throw new Error('no application')
    expect(current.application).toMatchObject({ id: app.id, contextDocument: 'Known to all.', aggregation: 'all' })
    expect([...current.application.guardrails.keys()].sort()).toEqual([one.id, other.id].sort())
    for (const { guardrail_id } of current.application.graph.nodes)
      expect(current.application.guardrails.get(guardrail_id)?.id).toBe(guardrail_id)
    for (const id of [UNKNOWN, '', 'x', `${one.id}x`]) expect(await tested.store.findTarget(id)).toBeNull()
  })

  it('is consistent while its graph changes', { tags: ['nightly'] }, async () => {
    const home = await under.project()
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await targets.addGuardrail(ours, home, judgeRequest(`judge ${i}`))).id)
    const { id } = await targets.addApplication(ours, home, applicationInput('app', ids[0]!))
    let isChanging = true
    const changes = (async () => {
      for (let version = 1; version <= 40; version++)
        await targets.changeApplication(
          ours,
          id,
          version,
          applicationInput('app', ids[version % 4]!, ids[(version + 1) % 4]!),
        )
      isChanging = false
    })()
    let reads = 0
    while (isChanging) {
      const stored = await tested.store.findTarget(id)
      if (stored === null) throw new Error('it was gone')
      const target = runnableTarget(stored)
      if (target.kind !== 'application') throw new Error('it was a guardrail')
      const { graph, guardrails } = target.application
      expect(new Set(graph.nodes.map(({ guardrail_id }) => guardrail_id))).toEqual(new Set(guardrails.keys()))
      reads++
    }
    await changes
    expect(reads).toBeGreaterThan(10)
  })
})
