/** Several services over one database act as several processes. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { vocabulary } from '../../api/schemas/vocabulary'
import { repetitions } from '../../testing/repetitions'
import { settleBeforeAnyEvent } from '../../testing/until'
import { createSoloGroup } from '../access/process-group'
import type { CheckRequest } from '../calls/call-context'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { VOCABULARY_CACHE_MS, Vocabulary } from './vocabulary'

const DAY = 86_400_000
const SOURCE =
  'declare a as boolean;\ndeclare x as numeric;\nassert one { Implies(x > 75, a) };\nassert two [pessimistic] { x * x > 2 };\n'
const HASH = createHash('sha256').update(SOURCE).digest('hex')

let world: ServicesUnderTest
let service: Service
let caller: Caller
beforeAll(async () => {
  world = await startServices(3, { ownServer: true })
  service = world.services[0]!
})
afterAll(() => world.stop())
beforeEach(async () => {
  caller = await world.fullCaller()
})

type WireLabel = {
  vocabulary_version: string
  level_one: string | null
  level_two: string | null
  confidence: string | null
  declined: boolean
  updated_at: string
} | null

const compile = async (label?: unknown, as: Caller = caller, on: Service = service): Promise<WireLabel> =>
  (
    JSON.parse(await callOperation(on, 'compile', as, { source: SOURCE, ...(label !== undefined && { label }) })) as {
      label: WireLabel
    }
  ).label
const check = (label?: unknown, as: Caller = caller, on: Service = service, claims: object = { a: true, x: '80' }) =>
  callOperation(on, 'check', as, { source: SOURCE, claims, ...(label !== undefined && { label }) })
const published = async (on: Service = service) => {
  world.pass(VOCABULARY_CACHE_MS)
  const { body } = await on.getVocabulary({ caller, channel: 'program', addressKey: () => 'test' }, {})
  return vocabulary.parse(JSON.parse(body))
}
const fullCallers = (count: number) => Promise.all(Array.from({ length: count }, () => world.fullCaller()))
const counted = async () => (await published()).counts.pending_proposals

describe('a label', () => {
  it('is answered by compile and stays until another replaces it', async () => {
    expect(await compile()).toBeNull()
    const before = world.now()
    const label = await compile({ domain: 'finance', topic: ' EXPENSE–reports ', confidence: 'high' })
    expect(label).toEqual({
      vocabulary_version: expect.stringMatching(/^\d+$/) as string,
      ...{ level_one: 'finance', level_two: 'l2-0001', confidence: 'high', declined: false },
      updated_at: expect.any(String) as string,
    })
    const updated = Date.parse(label!.updated_at)
    expect(updated).toBeGreaterThanOrEqual(before)
    expect(updated).toBeLessThanOrEqual(world.now())
    world.pass(1_000)
    expect(await compile()).toEqual(label)
    expect(await compile({ domain: 'finance', topic: 'Expense reimbursement', confidence: 'high' })).toEqual(label)
    const changed = await compile({ domain: 'finance', confidence: 'high' })
    expect(changed).toEqual({ ...label, level_two: null, updated_at: changed!.updated_at })
    expect(Date.parse(changed!.updated_at)).toBeGreaterThanOrEqual(updated + 1_000)
  })

  it('is matched only in its own domain', async () => {
    expect(await compile({ domain: 'healthcare', topic: 'expense reports' })).toMatchObject({ level_two: null })
    expect(await compile({ domain: 'healthcare', topic: 'HIPAA' })).toMatchObject({
      level_two: expect.any(String) as string,
    })
  })

  it('is stored by check for a ruleset in the store or in the call, and not shown by it', async () => {
    const label = { domain: 'insurance', topic: 'claims', confidence: 'low' }
    expect(JSON.parse(await check(label))).not.toHaveProperty('label')
    const labelled = await compile()
    expect(labelled).toMatchObject({ level_one: 'insurance', confidence: 'low' })
    const byHash = { ruleset_hash: HASH, claims: { a: null, x: null } }
    await callOperation(service, 'check', caller, { ...byHash, label: { domain: 'procurement' } })
    expect(await compile()).toMatchObject({ level_one: 'procurement' })
  })

  it('is declined by `declined`, which overrides every other member', async () => {
    const declined = { level_one: null, level_two: null, confidence: null, declined: true }
    expect(await compile({ declined: true })).toMatchObject(declined)
    await compile({ domain: 'finance', declined: false })
    const pending = await counted()
    const label = { domain: 'finance', topic: 'a topic without another proposal', confidence: 'high', declined: true }
    expect(await compile(label)).toMatchObject(declined)
    expect(await counted()).toBe(pending)
  })

  it('belongs to one namespace', async () => {
    await compile({ domain: 'finance' })
    expect(await compile(undefined, await world.fullCaller())).toBeNull()
  })

  it('may be given with an evaluation credential', async () => {
    const evaluation = await world.evaluationCaller()
    expect(await compile({ domain: 'other', topic: 'Education' }, evaluation)).toMatchObject({ level_one: 'other' })
    expect(await compile(undefined, evaluation)).toMatchObject({ level_one: 'other' })
  })

  it('is neither stored, counted nor answered if the account has labelling switched off', async () => {
    await compile({ domain: 'finance' })
    await world.store.setAccount(caller.namespaceId!, { labelingAllowed: false }, { actor: 'operator', at: new Date() })
    const off: Caller = { ...caller, account: (await world.store.findAccount(caller.namespaceId!))! }
    const pending = await counted()
    expect(await compile(undefined, off)).toBeNull()
    expect(await compile({ domain: 'insurance', topic: 'something not published' }, off)).toBeNull()
    await check({ domain: 'insurance', topic: 'something not published' }, off)
    expect(await counted()).toBe(pending)
    expect(await compile()).toMatchObject({ level_one: 'finance' })
  })

  it('is not changed by a read-only credential, whose check is still answered', async () => {
    await compile({ domain: 'finance' })
    const reader: Caller = { ...caller, tier: 'read_only' }
    const pending = await counted()
    expect(await check({ domain: 'insurance', topic: 'something not published' }, reader)).toBe(await check())
    expect(await compile()).toMatchObject({ level_one: 'finance' })
    expect(await counted()).toBe(pending)
  })

  it('is not stored by a refused call', async () => {
    const label = { domain: 'finance' }
    await compile()
    await expect(check(label, caller, service, {})).rejects.toMatchObject({ code: 'VALIDATION_REJECTED' })
    const broken = { source: 'declare a as boolean', label }
    await expect(callOperation(service, 'compile', caller, broken)).rejects.toMatchObject({ code: 'COMPILE_FAILED' })
    expect(await compile()).toBeNull()
  })

  it.each([
    ['empty', {}, 'label.domain'],
    ['neither declined nor with a domain', { declined: false }, 'label.domain'],
    ['without a domain', { topic: 'expense reports', confidence: 'high' }, 'label.domain'],
    ['of an off-list domain', { domain: 'gardening' }, 'label.domain'],
    ['declined, of an off-list domain', { domain: 'gardening', declined: true }, 'label.domain'],
    ['of too long a topic', { domain: 'finance', topic: '𝔸'.repeat(201) }, 'label.topic'],
    ['of an unknown confidence', { domain: 'finance', confidence: 'sure' }, 'label.confidence'],
    ['with what the service decides', { domain: 'finance', level_two: 'l2-0001' }, 'label.level_two'],
  ])('is refused if it is %s', async (_, label, field) => {
    for (const call of [compile, check])
      await expect(call(label)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { failures: [{ field }] } })
    expect(await compile()).toBeNull()
  })

  it('accepts a topic of 200 characters', async () => {
    expect(await compile({ domain: 'finance', topic: '𝔸'.repeat(200) })).toMatchObject({ level_two: null })
  })

  it('costs a check nothing if it is absent: cached results do not wait for the database', async () => {
    await check()
    await check()
    await check()
    const claims: CheckRequest['claims'] = { from: 'value', value: { a: true, x: '80' } }
    const context = { caller, channel: 'program', addressKey: () => 'test' } as const
    await settleBeforeAnyEvent(service.check(context, { ruleset_hash: HASH, claims }))
    await settleBeforeAnyEvent(service.check(context, { ruleset_hash: HASH, claims, label: null }))
  })
})

describe('a result', () => {
  const labels = fc.record(
    {
      domain: fc.constantFrom('finance', 'healthcare', 'other'),
      topic: fc.oneof(fc.constantFrom('expense reports', 'HIPAA', ''), fc.string({ unit: 'grapheme', maxLength: 50 })),
      confidence: fc.constantFrom('high', 'medium', 'low'),
      declined: fc.boolean(),
    },
    { requiredKeys: ['domain'] },
  )
  const claims = fc.record(
    {
      a: fc.constantFrom(true, false, null, 'unknown', 'yes'),
      x: fc.constantFrom('75', '75.1', '-2', null, 'unknown', 'many'),
    },
    { requiredKeys: ['a'] },
  )
  const outcome = async (answer: Promise<string>) =>
    answer.catch((error: { code?: string; details?: unknown }) => {
      if (error.code === undefined) throw error
      return JSON.stringify([error.code, error.details])
    })

  it('of a check has the same bytes with and without any label', { tags: ['repeated'] }, async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(labels, claims, async (label, dictionary) => {
        const plain = await outcome(check(undefined, caller, service, dictionary))
        expect(await outcome(check(label, caller, service, dictionary))).toBe(plain)
        expect(await outcome(check(undefined, caller, service, dictionary))).toBe(plain)
        if (plain.startsWith('{')) answered++
      }),
      { numRuns: repetitions(150) },
    )
    expect(answered).toBeGreaterThan(repetitions(50) / 5)
  })

  it('of a compile differs only in `label`', { tags: ['repeated'] }, async () => {
    const members = async (label?: unknown) => {
      const { label: _, ...rest } = JSON.parse(
        await callOperation(service, 'compile', caller, { source: SOURCE, ...(label !== undefined && { label }) }),
      ) as Record<string, unknown>
      return rest
    }
    const plain = await members()
    expect(Object.keys(plain).length).toBeGreaterThan(5)
    await fc.assert(
      fc.asyncProperty(labels, async (label) => {
        expect(await members(label)).toEqual(plain)
      }),
      { numRuns: repetitions(60) },
    )
  })
})

describe('a topic that matches no term', () => {
  const label = (topic: string) => ({ domain: 'engineering_release', topic, confidence: 'medium' })

  it("is published on every process when the fifth account proposes it, with that account's spelling", async () => {
    const callers = await fullCallers(6)
    const before = await published()
    const pending = before.counts.pending_proposals
    const spellings = ['canary soak time', 'CANARY  SOAK TIME', 'Canary soak-time', 'canary soak time!']
    for (const [i, spelling] of spellings.entries()) {
      const given = await compile(label(spelling), callers[i]!, world.services[i % 3]!)
      expect(given).toMatchObject({ level_one: 'engineering_release', level_two: null })
      // The same proposal does not count twice.
      await compile(label(spelling), callers[i]!, world.services[(i + 1) % 3]!)
    }
    expect(await published()).toMatchObject({ version: before.version, counts: { pending_proposals: pending + 1 } })
    const fifth = await compile(label(' “Canary” soak  time '), callers[4]!, world.services[1]!)
    const after = await published()
    const version = String(Number(before.version) + 1)
    const added = after.level_two.at(-1)!
    expect(added).toEqual({
      ...{ id: fifth!.level_two, domain: 'engineering_release', term: 'Canary soak time', aliases: [] },
      ...{ provenance: 'promoted', since_version: version, promoted_at: after.published_at },
    })
    expect(fifth).toMatchObject({ vocabulary_version: version })
    expect(after).toMatchObject({
      version,
      counts: {
        level_two: before.counts.level_two + 1,
        promoted: before.counts.promoted + 1,
        pending_proposals: pending,
      },
    })
    expect(after.version_history.at(-1)).toMatchObject({ version, published_at: after.published_at, added: [added.id] })
    expect(after.version_history.slice(0, -1)).toEqual(before.version_history)
    for (const each of world.services) expect(await published(each)).toEqual(after)
    // An earlier label stays; given again it finds the term.
    expect(await compile(undefined, callers[0]!)).toMatchObject({ level_two: null })
    expect(await compile(label('canary soak time'), callers[0]!)).toMatchObject({ level_two: added.id })
    expect(await compile(label('canary soak time'), callers[5]!)).toMatchObject({ level_two: added.id })
    expect(await counted()).toBe(pending)
  })

  it('is found by a process that has not seen its publication', async () => {
    const callers = await fullCallers(6)
    const [first, second] = world.services as [Service, Service]
    await published(second)
    for (const each of callers.slice(0, 5)) await compile(label('brown out drill'), each, first)
    // The second process still uses its cached vocabulary.
    const late = await compile(label('brown out drill'), callers[5]!, second)
    expect(late!.level_two).toBe((await published(first)).level_two.at(-1)!.id)
    expect(late!.vocabulary_version).toBe((await published(first)).version)
  })

  it('is published once if more accounts than needed propose it at once', async () => {
    for (let round = 0; round < 4; round++) {
      const callers = await fullCallers(9)
      const before = await published()
      const topic = `simultaneous rollout ${'abcd'[round]}`
      const labels = await Promise.all(callers.map((each, i) => compile(label(topic), each, world.services[i % 3]!)))
      const after = await published()
      expect(after.counts.promoted).toBe(before.counts.promoted + 1)
      expect(after.counts.pending_proposals).toBe(before.counts.pending_proposals)
      const { id } = after.level_two.at(-1)!
      for (const each of labels) expect([id, null]).toContain(each!.level_two)
      for (const each of callers) expect(await compile(label(topic), each)).toMatchObject({ level_two: id })
    }
  })

  it('is a proposal only for its domain', async () => {
    const callers = await fullCallers(5)
    const domains = ['finance', 'insurance', 'other', 'procurement', 'healthcare']
    for (const [i, domain] of domains.entries())
      expect(await compile({ domain, topic: 'scattered proposals' }, callers[i]!)).toMatchObject({ level_two: null })
  })

  it('counts for ninety days', async () => {
    const callers = await fullCallers(6)
    const topic = label('half forgotten idea')
    for (const each of callers.slice(0, 4)) await compile(topic, each)
    world.pass(90 * DAY)
    expect(await compile(topic, callers[4]!)).toMatchObject({ level_two: null })
    for (const each of callers.slice(0, 3)) expect(await compile(topic, each)).toMatchObject({ level_two: null })
    world.pass(89 * DAY)
    expect(await compile(topic, callers[5]!)).toMatchObject({ level_two: expect.any(String) as string })
  })

  it('counts no proposal of an evaluation credential, and no topic without words', async () => {
    const pending = await counted()
    for (let i = 0; i < 6; i++) {
      const evaluation = await world.evaluationCaller()
      expect(await compile(label('stuffed ballot'), evaluation)).toMatchObject({ level_two: null })
    }
    for (const each of await fullCallers(6))
      for (const nothing of ['', ' \t', '!!!', '2026 11 22', 'ab', 'x'.repeat(81)])
        expect(await compile(label(nothing), each)).toMatchObject({ level_two: null })
    expect(await counted()).toBe(pending)
  })

  it('is nowhere afterwards: in no row of the database and in no file of the data directory', async () => {
    const topic = 'Zebrafish Quarantine Paperwork'
    const callers = await fullCallers(4)
    const pending = await counted()
    for (const each of [...callers, await world.evaluationCaller()]) {
      await compile({ domain: 'other', topic, confidence: 'low' }, each)
      await check({ domain: 'other', topic }, each)
    }
    expect(await counted()).toBe(pending + 1)
    // The same search finds a stored text.
    const storedSource = `${SOURCE}// Weatherproof Marmalade\n`
    await callOperation(service, 'compile', caller, { source: storedSource })

    const rows = await everyRow()
    const files = [...filesIn(world.dataDir())].map((file) => readFileSync(file))
    const isThere = (text: string) =>
      [text, text.toLowerCase()].some(
        (form) =>
          rows.includes(form) ||
          rows.includes(Buffer.from(form).toString('hex')) ||
          files.some((bytes) => bytes.includes(form)),
      )
    expect(rows).toContain('level_one')
    expect(isThere('Weatherproof Marmalade')).toBe(true)
    for (const word of [topic, ...topic.split(' '), 'zebrafish quarantine']) expect(isThere(word), word).toBe(false)
  })
})

describe('the vocabulary', () => {
  it('is answered from memory while it is fresh, and read once for many calls', async () => {
    let reads = 0
    const counting = {
      listPromotedTerms: () => {
        reads++
        return world.store.listPromotedTerms()
      },
      countPendingTerms: (since: Date) => world.store.countPendingTerms(since),
    }
    const known = new Vocabulary(counting, world.now, createSoloGroup(world.now))
    const many = await Promise.all(Array.from({ length: 100 }, () => known.current()))
    expect(reads).toBe(1)
    expect(known.current()).toBe(many[0])
    world.pass(VOCABULARY_CACHE_MS)
    await Promise.all(Array.from({ length: 100 }, () => known.current()))
    expect(reads).toBe(2)
    // A read that began before a promotion does not replace the vocabulary after it.
    world.pass(VOCABULARY_CACHE_MS)
    const early = known.current()
    const renewed = await known.renewed()
    await early
    expect(reads).toBe(4)
    expect(known.current()).toBe(renewed)
  })

  it('is read again after a failed read', async () => {
    let isUnavailable = true
    const failing = {
      listPromotedTerms: () =>
        isUnavailable ? Promise.reject(new Error('unavailable')) : world.store.listPromotedTerms(),
      countPendingTerms: (since: Date) => world.store.countPendingTerms(since),
    }
    const known = new Vocabulary(failing, world.now, createSoloGroup(world.now))
    await expect(known.current()).rejects.toThrow('unavailable')
    isUnavailable = false
    expect((await known.current()).find('finance', 'vat')).toBe('l2-0008')
  })
})

/** Every row of every table as text with column names. */
async function everyRow(): Promise<string> {
  await world.query('CHECKPOINT')
  const tables = await world.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const texts: string[] = []
  for (const { name } of tables)
    for (const { row } of await world.query<{ row: string }>(`SELECT to_json(t)::text AS row FROM ${name} t`))
      texts.push(row)
  return texts.join('\n')
}

function* filesIn(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name)
}
