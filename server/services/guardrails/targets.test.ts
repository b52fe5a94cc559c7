import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationRequest, type GuardrailRequest, guardrailRequest } from '../../api/schemas/guardrail'
import type { Caller } from '../access/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { runnableTarget } from './runnable-target'
import type { Guardrail, Page, PageInput, Targets } from './targets'

let tested: ServicesUnderTest
let targets: Targets
let ours: Caller
let theirs: Caller

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const FIRST: PageInput = { cursor: null, limit: 200 }

beforeAll(async () => {
  tested = await startServices(1, { platform: {} })
  targets = tested.platforms[0]!.platform.targets
  ours = await group()
  theirs = await group()
})

afterAll(() => tested.stop())

async function group(): Promise<Caller> {
  const person = await tested.personCaller(['author'])
  return tested.groupCaller(person.namespaceId ?? '')
}

const judge = (name: string): GuardrailRequest => guardrailRequest.parse({ name, type: 'llm_judge', configuration: {} })

function graphOf(...ids: readonly string[]) {
  const nodes = ids.map((guardrail_id, place) => ({ id: `n${place}`, guardrail_id }))
  return applicationRequest.parse({ name: 'any', graph: { nodes } }).graph
}

const application = (name: string, ...guardrails: readonly string[]) => ({
  ...{ name, contextDocument: '', aggregation: 'all' as const },
  graph: graphOf(...guardrails),
})

async function project(caller = ours): Promise<string> {
  return (await targets.addProject(caller, { name: randomUUID(), description: '' })).id
}

async function ruleset(caller = ours): Promise<string> {
  const source = randomUUID()
  const hash = createHash('sha256').update(source).digest('hex')
  const at = new Date(tested.now())
  const namespaceId = caller.namespaceId ?? ''
  await tested.store.putRuleset({ namespaceId, hash, source, parentHash: null, at, limitBytes: 1_000_000 })
  return hash
}

const status = (wanted: number) => expect.objectContaining({ status: wanted })

describe('a change names the version that it was made from', () => {
  it('and of two changes of one version one wins, for each kind of thing', async () => {
    const home = await project()
    const { id: guardrail } = await targets.addGuardrail(ours, home, judge('judge'))
    const { id: app } = await targets.addApplication(ours, home, application('app', guardrail))
    const kinds: ((name: string) => Promise<{ readonly version: number; readonly name: string }>)[] = [
      (name) => targets.changeProject(ours, home, 1, { name, description: '' }),
      (name) => targets.changeGuardrail(ours, guardrail, 1, judge(name)),
      (name) => targets.changeApplication(ours, app, 1, application(name, guardrail)),
    ]
    const read = [targets.project, targets.guardrail, targets.application]
    const ids = [home, guardrail, app]
    for (const [place, change] of kinds.entries()) {
      const names = Array.from({ length: 8 }, () => randomUUID())
      const outcomes = await Promise.allSettled(names.map(change))
      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      expect(won).toHaveLength(1)
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toEqual(status(412))
      const kept = await read[place]!(ours, ids[place]!)
      expect(kept).toMatchObject({ version: 2, name: won[0]!.name })
    }
  })

  it('and a version beyond what the database counts is another version', async () => {
    const home = await project()
    const { id } = await targets.addGuardrail(ours, home, judge('judge'))
    for (const version of [0, -1, 2, 2_147_483_647, 2_147_483_648, 1e18, 1.5]) {
      await expect(targets.changeGuardrail(ours, id, version, judge('other'))).rejects.toEqual(status(412))
      await expect(targets.removeGuardrail(ours, id, version)).rejects.toEqual(status(412))
      await expect(targets.removeProject(ours, home, version)).rejects.toEqual(status(412))
    }
    expect(await targets.guardrail(ours, id)).toMatchObject({ version: 1, name: 'judge' })
  })
})

describe('nothing of another group is found', () => {
  it('by any verb', async () => {
    const home = await project(theirs)
    const { id: guardrail } = await targets.addGuardrail(theirs, home, judge('judge'))
    const { id: app } = await targets.addApplication(theirs, home, application('app', guardrail))
    const calls = (caller: Caller): readonly (() => Promise<unknown>)[] => [
      () => targets.project(caller, home),
      () => targets.changeProject(caller, home, 1, { name: randomUUID(), description: '' }),
      () => targets.removeProject(caller, home, 1),
      () => targets.listGuardrails(caller, home, FIRST),
      () => targets.addGuardrail(caller, home, judge('another')),
      () => targets.guardrail(caller, guardrail),
      () => targets.changeGuardrail(caller, guardrail, 1, judge('changed')),
      () => targets.removeGuardrail(caller, guardrail, 1),
      () => targets.listApplications(caller, home, FIRST),
      () => targets.addApplication(caller, home, application('another', guardrail)),
      () => targets.application(caller, app),
      () => targets.changeApplication(caller, app, 1, application('changed', guardrail)),
      () => targets.removeApplication(caller, app, 1),
    ]
    for (const call of calls(ours)) await expect(call()).rejects.toEqual(status(404))
    expect(await targets.project(theirs, home)).toMatchObject({ version: 1 })
    expect(await targets.guardrail(theirs, guardrail)).toMatchObject({ version: 1 })
    expect(await targets.application(theirs, app)).toMatchObject({ version: 1 })
  })

  it('in a list or through a graph', async () => {
    const home = await project(theirs)
    const { id: foreign } = await targets.addGuardrail(theirs, home, judge('judge'))
    const own = await project()
    const { id: known } = await targets.addGuardrail(ours, own, judge('judge'))
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
    await expect(targets.addApplication(ours, own, application('app', known, foreign, UNKNOWN))).rejects.toMatchObject({
      status: 400,
      details: { failures, failure_count: 2 },
    })
    const { id } = await targets.addApplication(ours, own, application('app', known))
    await expect(targets.changeApplication(ours, id, 1, application('app', foreign))).rejects.toMatchObject({
      status: 400,
      details: { failures: [{ field: 'graph.nodes.0.guardrail_id' }] },
    })
  })

  it('and an id that is none finds nothing', async () => {
    for (const id of ['', 'x', `${UNKNOWN}0`, "' OR 1=1"])
      await expect(targets.guardrail(ours, id)).rejects.toEqual(status(404))
  })
})

describe('names and uses', () => {
  it('a name is of one thing of its place, and free elsewhere', async () => {
    const [one, other] = [await project(), await project()]
    const { name } = await targets.project(ours, one)
    await expect(targets.addProject(ours, { name, description: '' })).rejects.toMatchObject({
      status: 409,
      details: { failures: [{ field: 'name' }] },
    })
    await expect(targets.changeProject(ours, other, 1, { name, description: '' })).rejects.toEqual(status(409))
    await targets.addProject(theirs, { name, description: '' })
    const { id } = await targets.addGuardrail(ours, one, judge('judge'))
    await targets.addGuardrail(ours, other, judge('judge'))
    await expect(targets.addGuardrail(ours, one, judge('judge'))).rejects.toEqual(status(409))
    const second = await targets.addGuardrail(ours, one, judge('second'))
    await expect(targets.changeGuardrail(ours, second.id, 1, judge('judge'))).rejects.toEqual(status(409))
    await targets.addApplication(ours, one, application('judge', id))
    await expect(targets.addApplication(ours, one, application('judge', id))).rejects.toEqual(status(409))
    const app = await targets.addApplication(ours, one, application('another', id))
    await expect(targets.changeApplication(ours, app.id, 1, application('judge', id))).rejects.toEqual(status(409))
  })

  it('of many that take a name at once one gets it', async () => {
    const home = await project()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => targets.addGuardrail(ours, home, judge('judge'))),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toEqual(status(409))
  })

  it('what is needed stays, and goes when it is needed no more', async () => {
    const home = await project()
    const [one, other] = [
      await targets.addGuardrail(ours, home, judge('one')),
      await targets.addGuardrail(ours, home, judge('other')),
    ]
    const app = await targets.addApplication(ours, home, application('app', one.id, one.id))
    await expect(targets.removeGuardrail(ours, one.id, 1)).rejects.toEqual(status(409))
    await expect(targets.removeProject(ours, home, 1)).rejects.toEqual(status(409))
    await targets.changeApplication(ours, app.id, 1, application('app', other.id))
    await targets.removeGuardrail(ours, one.id, 1)
    await expect(targets.removeGuardrail(ours, other.id, 1)).rejects.toEqual(status(409))
    await targets.removeApplication(ours, app.id, 2)
    await targets.removeGuardrail(ours, other.id, 1)
    await targets.removeProject(ours, home, 1)
    await expect(targets.project(ours, home)).rejects.toEqual(status(404))
  })

  it('a guardrail is never removed from under an application that takes it at the same moment', async () => {
    const home = await project()
    for (let round = 0; round < 25; round++) {
      const { id } = await targets.addGuardrail(ours, home, judge(`judge ${round}`))
      const [added, removed] = await Promise.allSettled([
        targets.addApplication(ours, home, application(`app ${round}`, id)),
        targets.removeGuardrail(ours, id, 1),
      ])
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
      const reason: unknown = added.status === 'rejected' ? added.reason : (removed as PromiseRejectedResult).reason
      expect(reason).toEqual(status(added.status === 'rejected' ? 400 : 409))
    }
  })

  it('a project is never removed from under a guardrail that is added at the same moment', async () => {
    for (let round = 0; round < 25; round++) {
      const home = await project()
      const [added, removed] = await Promise.allSettled([
        targets.addGuardrail(ours, home, judge('judge')),
        targets.removeProject(ours, home, 1),
      ])
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
      const reason: unknown = added.status === 'rejected' ? added.reason : (removed as PromiseRejectedResult).reason
      expect(reason).toEqual(status(added.status === 'rejected' ? 404 : 409))
    }
  })
})

describe('pages', () => {
  async function walk<T extends { readonly id: string }>(
    read: (page: PageInput) => Promise<Page<T>>,
    between: () => Promise<unknown>,
  ): Promise<string[]> {
    const ids: string[] = []
    for (let cursor: string | null = null; ; ) {
      const { items, next }: Page<T> = await read({ cursor, limit: 3 })
      ids.push(...items.map(({ id }) => id))
      if (next === null) return ids
      expect(items.length).toBeLessThanOrEqual(3)
      cursor = next
      await between()
    }
  }

  it('tell each thing once, in one order, whatever is added or removed meanwhile', async () => {
    const home = await project()
    const before: string[] = []
    // Several in one millisecond, as it comes.
    for (let i = 0; i < 10; i++) before.push((await targets.addGuardrail(ours, home, judge(`judge ${i}`))).id)
    let steps = 0
    let removable = await targets.addGuardrail(ours, home, judge('goes'))
    const seen = await walk(
      (page) => targets.listGuardrails(ours, home, page),
      async () => {
        await targets.removeGuardrail(ours, removable.id, 1)
        removable = await targets.addGuardrail(ours, home, judge(`added ${++steps}`))
      },
    )
    expect(steps).toBeGreaterThan(2)
    expect(seen.filter((id) => before.includes(id))).toEqual(await inOrder(before))
    expect(new Set(seen).size).toBe(seen.length)
  })

  /** Things of one millisecond stand in the order of their ids. */
  async function inOrder(ids: readonly string[]): Promise<string[]> {
    const rows = await tested.query<{ id: string }>(
      `SELECT id FROM guardrail WHERE id IN (${ids.map((id) => `'${id}'`).join()}) ORDER BY created_at, id`,
    )
    return rows.map(({ id }) => id)
  }

  it('end where the row of the cursor was, also when that was removed', async () => {
    const home = await project()
    for (let i = 0; i < 4; i++) await targets.addGuardrail(ours, home, judge(`judge ${i}`))
    const { items, next } = await targets.listGuardrails(ours, home, { cursor: null, limit: 2 })
    await targets.removeGuardrail(ours, items[1]!.id, 1)
    const rest = await targets.listGuardrails(ours, home, { cursor: next, limit: 2 })
    expect(rest.items).toHaveLength(2)
    expect(rest.next).toBeNull()
  })

  it('of large applications are cut before they grow without bound', async () => {
    const home = await project()
    const { id } = await targets.addGuardrail(ours, home, judge('judge'))
    const contextDocument = 'x'.repeat(262_144)
    for (let i = 0; i < 40; i++)
      await targets.addApplication(ours, home, { ...application(`app ${i}`, id), contextDocument })
    const first = await targets.listApplications(ours, home, FIRST)
    expect(first.items.length).toBe(15)
    const ids = new Set<string>()
    for (let cursor: string | null = null; ; ) {
      const page: Page<{ readonly id: string }> = await targets.listApplications(ours, home, { cursor, limit: 200 })
      for (const item of page.items) ids.add(item.id)
      if (page.next === null) break
      cursor = page.next
    }
    expect(ids.size).toBe(40)
  })

  it('refuse a cursor that this list did not give out', async () => {
    const home = await project()
    for (let i = 0; i < 2; i++) await targets.addGuardrail(ours, home, judge(`judge ${i}`))
    const { next } = await targets.listGuardrails(ours, home, { cursor: null, limit: 1 })
    const bad = expect.objectContaining({
      status: 400,
      details: { failures: [expect.objectContaining({ field: 'cursor' })], failure_count: 1 },
    })
    await expect(targets.listProjects(ours, { cursor: next, limit: 1 })).rejects.toEqual(bad)
    for (const cursor of ['', 'x', `${next} `, `${next}A`, `${next}=`, next!.slice(1), next!.toUpperCase()])
      await expect(targets.listGuardrails(ours, home, { cursor, limit: 1 }), cursor).rejects.toEqual(bad)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String()), async (cursor) => {
        await expect(targets.listGuardrails(ours, home, { cursor, limit: 1 })).rejects.toEqual(bad)
      }),
      { numRuns: 50 },
    )
    for (const limit of [0, 201, 1.5, Number.NaN])
      await expect(targets.listGuardrails(ours, home, { cursor: null, limit })).rejects.toEqual(status(400))
  })
})

describe('the ruleset of a guardrail', () => {
  const rules = (ruleset_hash: string, name: string = randomUUID(), ruleset_name?: string | null) =>
    guardrailRequest.parse({ name, type: 'policy_rules', configuration: { ruleset_hash, ruleset_name } })

  it('is one that the group holds', async () => {
    const [home, foreign] = [await project(), await ruleset(theirs)]
    const refused = { status: 400, details: { failures: [{ field: 'configuration.ruleset_hash' }] } }
    await expect(targets.addGuardrail(ours, home, rules(foreign))).rejects.toMatchObject(refused)
    await expect(targets.addGuardrail(ours, home, rules('0'.repeat(64)))).rejects.toMatchObject(refused)
    const { id } = await targets.addGuardrail(ours, home, rules(await ruleset()))
    await expect(targets.changeGuardrail(ours, id, 1, rules(foreign))).rejects.toMatchObject(refused)
  })

  it('is told by the name by which it was chosen, whatever is renamed later', async () => {
    const home = await project()
    const [hash, other] = [await ruleset(), await ruleset()]
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
    const found = await targets.addGuardrail(ours, home, rules(hash))
    const asked = await targets.addGuardrail(ours, home, rules(hash, randomUUID(), 'chosen'))
    const byHash = await targets.addGuardrail(ours, home, rules(hash, randomUUID(), null))
    const before = await targets.addGuardrail(ours, home, rules(hash))
    await tested.query(`UPDATE guardrail SET configuration = configuration - 'ruleset_name' WHERE id = '${before.id}'`)
    await bind('chosen', other)
    await bind('another', hash)
    const told = async ({ id }: { readonly id: string }) => (await targets.guardrail(ours, id)).ruleset
    const all = async () => {
      expect(await told(found)).toEqual(named('chosen'))
      expect(await told(asked)).toEqual(named('chosen'))
      expect(await told(byHash)).toEqual(named(null))
      expect(await told(before)).toMatchObject({ name: 'chosen' })
    }
    await all()
    expect(await told(before)).toEqual(named('chosen', 'history'))
    // A change that names the same ruleset keeps the name, also of a guardrail that had none stored.
    tested.pass(1000)
    await targets.changeGuardrail(ours, found.id, 1, rules(hash))
    await targets.changeGuardrail(ours, before.id, 1, rules(hash))
    await all()
    expect(await told(before)).not.toHaveProperty('name_source')
    // One that chooses it again by another name, or another one, is told by that name.
    await targets.changeGuardrail(ours, asked.id, 1, rules(hash, randomUUID(), 'another'))
    expect(await told(asked)).toEqual(named('another'))
    await targets.changeGuardrail(ours, found.id, 2, rules(other))
    expect(await told(found)).toEqual(named('chosen'))
    const refused = { status: 400, details: { failures: [{ field: 'configuration.ruleset_name' }] } }
    await expect(targets.addGuardrail(ours, home, rules(hash, randomUUID(), 'elsewhere'))).rejects.toMatchObject(
      refused,
    )
  })

  it('is approved only as long as an approval counts', async () => {
    const home = await project()
    const hash = await ruleset()
    const namespaceId = ours.namespaceId ?? ''
    const { id } = await targets.addGuardrail(ours, home, rules(hash))
    const told = async (): Promise<Guardrail['ruleset'][]> => [
      (await targets.guardrail(ours, id)).ruleset,
      (await targets.listGuardrails(ours, home, FIRST)).items[0]!.ruleset,
    ]
    const both = (one: Guardrail['ruleset']) => [one, one]
    expect(await told()).toEqual(both({ name: null, state: 'unapproved' }))

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
    expect(await told()).toEqual(both({ name: null, state: 'approved' }))

    const soon = new Date(tested.now() + 60_000).toISOString()
    await tested.query(`UPDATE approval SET expires_at = '${soon}' WHERE id = '${recorded.id}'`)
    expect(await told()).toEqual(both({ name: null, state: 'approved' }))
    tested.pass(61_000)
    expect(await told()).toEqual(both({ name: null, state: 'unapproved' }))
  })
})

describe('who may', () => {
  it('is asked by every verb', async () => {
    const home = await project()
    const namespaceId = ours.namespaceId ?? ''
    const { id: guardrail } = await targets.addGuardrail(ours, home, judge('judge'))
    const { id: app } = await targets.addApplication(ours, home, application('app', guardrail))
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
      () => targets.addGuardrail(caller, home, judge(randomUUID())),
      () => targets.changeGuardrail(caller, guardrail, 9, judge('x')),
      () => targets.removeGuardrail(caller, guardrail, 9),
      () => targets.addApplication(caller, home, application(randomUUID(), guardrail)),
      () => targets.changeApplication(caller, app, 9, application('x', guardrail)),
      () => targets.removeApplication(caller, app, 9),
    ]
    const refused = expect.objectContaining({ code: 'CREDENTIAL_SCOPE' })
    const credential = await tested.fullCaller()
    for (const call of [...reads(credential), ...changes(credential)]) await expect(call()).rejects.toEqual(refused)
    const author = await tested.personCaller(['author'], namespaceId)
    for (const call of reads(author)) await call()
    for (const call of changes(author)) await call().catch((error: unknown) => expect(error).toEqual(status(412)))
    const administrator = await tested.personCaller(['administrator', 'reviewer'], namespaceId)
    for (const call of reads(administrator)) await call()
    for (const call of changes(administrator)) await expect(call()).rejects.toEqual(refused)
  })
})

describe('a target as evaluators see it', () => {
  it('is the guardrail, or the application with every guardrail of its graph', async () => {
    const home = await project()
    const [one, other] = [
      await targets.addGuardrail(ours, home, judge('one')),
      await targets.addGuardrail(ours, home, judge('other')),
    ]
    const wish = { ...application('app', one.id.toUpperCase(), other.id, one.id), contextDocument: 'Known to all.' }
    const app = await targets.addApplication(ours, home, wish)
    const runnable = async (id: string) => {
      const stored = await tested.store.findTarget(id)
      expect(stored?.namespaceId).toBe(ours.namespaceId)
      return stored === null ? null : runnableTarget(stored)
    }
    const alone = { id: one.id, name: 'one', type: 'llm_judge', configuration: { instructions: '', model: null } }
    expect(await runnable(one.id.toUpperCase())).toEqual({ kind: 'guardrail', guardrail: alone })
    const found = await runnable(app.id)
    if (found?.kind !== 'application') throw new Error('no application')
    expect(found.application).toMatchObject({ id: app.id, contextDocument: 'Known to all.', aggregation: 'all' })
    expect([...found.application.guardrails.keys()].sort()).toEqual([one.id, other.id].sort())
    for (const { guardrail_id } of found.application.graph.nodes)
      expect(found.application.guardrails.get(guardrail_id)?.id).toBe(guardrail_id)
    for (const id of [UNKNOWN, '', 'x', `${one.id}x`]) expect(await tested.store.findTarget(id)).toBeNull()
  })

  it('is whole while its graph changes', async () => {
    const home = await project()
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await targets.addGuardrail(ours, home, judge(`judge ${i}`))).id)
    const { id } = await targets.addApplication(ours, home, application('app', ids[0]!))
    let isChanging = true
    const changes = (async () => {
      for (let version = 1; version <= 40; version++)
        await targets.changeApplication(
          ours,
          id,
          version,
          application('app', ids[version % 4]!, ids[(version + 1) % 4]!),
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
