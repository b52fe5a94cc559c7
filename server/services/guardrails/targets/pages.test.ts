import fc from 'fast-check'
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
import type { Page, PageInput } from './pages'

let under: TargetsUnderTest
let tested: ServicesUnderTest
let targets: Targets
let ours: Caller

beforeAll(async () => {
  under = await startTargets()
  ;({ tested, targets, ours } = under)
})

afterAll(() => tested.stop())

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

  it('contain each target once, in one order, whatever is added or removed meanwhile', async () => {
    const home = await under.project()
    const before: string[] = []
    // Several in one millisecond, by chance.
    for (let i = 0; i < 10; i++) before.push((await targets.addGuardrail(ours, home, judgeRequest(`judge ${i}`))).id)
    let steps = 0
    let removable = await targets.addGuardrail(ours, home, judgeRequest('goes'))
    const seen = await walk(
      (page) => targets.listGuardrails(ours, home, page),
      async () => {
        await targets.removeGuardrail(ours, removable.id, 1)
        removable = await targets.addGuardrail(ours, home, judgeRequest(`added ${++steps}`))
      },
    )
    expect(steps).toBeGreaterThan(2)
    expect(seen.filter((id) => before.includes(id))).toEqual(await inOrder(before))
    expect(new Set(seen).size).toBe(seen.length)
  })

  /** Targets of one millisecond are in the order of their ids. */
  async function inOrder(ids: readonly string[]): Promise<string[]> {
    const rows = await tested.query<{ id: string }>(
      `SELECT id FROM guardrail WHERE id IN (${ids.map((id) => `'${id}'`).join()}) ORDER BY created_at, id`,
    )
    return rows.map(({ id }) => id)
  }

  it('end at the row of the cursor, even if it was removed', async () => {
    const home = await under.project()
    for (let i = 0; i < 4; i++) await targets.addGuardrail(ours, home, judgeRequest(`judge ${i}`))
    const { items, next } = await targets.listGuardrails(ours, home, { cursor: null, limit: 2 })
    await targets.removeGuardrail(ours, items[1]!.id, 1)
    const rest = await targets.listGuardrails(ours, home, { cursor: next, limit: 2 })
    expect(rest.items).toHaveLength(2)
    expect(rest.next).toBeNull()
  })

  it('of large applications are cut before they grow without bound', async () => {
    const home = await under.project()
    const { id } = await targets.addGuardrail(ours, home, judgeRequest('judge'))
    const contextDocument = 'x'.repeat(262_144)
    for (let i = 0; i < 40; i++)
      await targets.addApplication(ours, home, { ...applicationInput(`app ${i}`, id), contextDocument })
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

  it('refuse a cursor that this list did not issue', async () => {
    const home = await under.project()
    for (let i = 0; i < 2; i++) await targets.addGuardrail(ours, home, judgeRequest(`judge ${i}`))
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
      await expect(targets.listGuardrails(ours, home, { cursor: null, limit })).rejects.toEqual(refusalWithStatus(400))
  })
})
