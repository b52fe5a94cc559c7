import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadedRuleset, revisionPage } from '../../api/schemas/saved-ruleset'
import { spanAt } from '../../database/signing/force-timeline'
import { repetitions, SEED } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import { hashOf, refusalOf, SigningSteps, SOURCE } from '../signing/testing/signing-steps'
import { type LoggedEvent, readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const SECOND = `${SOURCE}// two\n`
const DAY_MS = 86_400_000

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2)
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const inForce = (nth = 0) => under.workbenches[nth]!.inForce
const fromNow = (milliseconds: number) => new Date(under.now() + milliseconds).toISOString()

/** The revision and the reason that `as_of` answers with. */
async function loadAsOf(caller: Caller, name: string, asOf: string) {
  const context = { caller, channel: 'program', addressKey: () => 'test' } as const
  const { body } = await under.services[1]!.loadRuleset(context, { name, as_of: asOf })
  return loadedRuleset.parse(JSON.parse(body))
}

async function approvedRuleset() {
  const steps = await SigningSteps.open(under)
  const hash = await steps.save()
  under.pass(1_000)
  const recordId = await steps.sign(hash)
  return { steps, hash, recordId }
}

describe('an approved revision', () => {
  it('is in force from the approving signature on, and the log and every page say so', async () => {
    const { steps, hash } = await approvedRuleset()
    const { now, spans, mayChange } = await inForce().timeline(steps.author, { name: 'policy' })
    expect(now).toMatchObject({ hash, revision: 1, until: null, setBy: steps.reviewer.label, approved: true })
    expect([spans, mayChange]).toEqual([[now], true])
    expect((await inForce().timeline(steps.reviewer, { name: 'policy' })).mayChange).toBe(false)
    const events = await readLog(under, steps.namespaceId)
    expect(events.at(-1)).toEqual({
      kind: 'revision_put_in_force',
      actor: steps.reviewer.label,
      details: { name: 'policy', hash, from: now!.from, until: null },
    })
    const [row] = (await under.workbenches[1]!.revisions.list(steps.author)).rows
    expect(row?.inForce).toMatchObject({ hash, revision: 1, from: now!.from, approved: true })
    expect(await loadAsOf(steps.author, 'policy', now!.from)).toMatchObject({
      ...{ ruleset_hash: hash, source: SOURCE, name: 'policy', revision_chain: [hash] },
      in_force: { as_of: now!.from, from: now!.from, until: null, approved: true },
    })
  })

  it('stays in force while the next one is written, and says so after its approval is withdrawn', async () => {
    const { steps, hash, recordId } = await approvedRuleset()
    const second = await steps.save(SECOND)
    under.pass(1_000)
    const { now } = await inForce().timeline(steps.author, { name: 'policy' })
    expect(now).toMatchObject({ hash, revision: 1, approved: true })
    expect((await refusalOf(inForce().put(steps.author, put(second)))).message).toMatch(
      /^Only an approved revision can be put in force, and nobody has approved this one\./,
    )
    await steps.sign(hash, { meaning: 'withdrawn', withdraws: recordId, note: 'A mistake.' })
    expect((await inForce().timeline(steps.author, { name: 'policy' })).now).toMatchObject({ hash, approved: false })
    expect((await loadAsOf(steps.author, 'policy', fromNow(0))).in_force).toMatchObject({ approved: false })
    expect((await refusalOf(inForce().put(steps.author, put(hash)))).status).toBe(409)
  })

  it('is no longer approved under rules that were made stricter, and is not put in force again', async () => {
    const { steps, hash } = await approvedRuleset()
    await under.workbenches[0]!.settings.change(steps.administrator, { approvalsNeeded: 2 })
    const author = await steps.fresh(steps.author)
    expect((await inForce().timeline(author, { name: 'policy' })).now).toMatchObject({
      ...{ hash, approved: false, reason: '1 of 2 approvals.' },
    })
    expect((await refusalOf(inForce().put(steps.author, put(hash)))).message).toMatch(/1 of 2 approvals\./)
  })

  it('is not put in force automatically if the namespace has switched that off', async () => {
    const steps = await SigningSteps.open(under)
    await under.workbenches[0]!.settings.change(steps.administrator, { inForceWhenApproved: false })
    const hash = await steps.save()
    await steps.sign(hash, {}, await steps.fresh(steps.reviewer))
    expect((await inForce().timeline(steps.author, { name: 'policy' })).spans).toEqual([])
    const refused = await refusalOf(loadAsOf(steps.author, 'policy', fromNow(0)))
    expect(refused.code).toBe('RULESET_NOT_FOUND')
    expect(refused.message).toMatch(/No revision of it was ever put in force\./)
    await inForce().put(steps.author, put(hash))
    expect((await loadAsOf(steps.author, 'policy', fromNow(0))).ruleset_hash).toBe(hash)
  })

  it('does not replace a revision that was scheduled when it is approved again', async () => {
    const { steps, hash, recordId } = await approvedRuleset()
    const second = await steps.save(SECOND)
    await steps.sign(second)
    under.pass(1_000)
    await inForce().put(steps.author, put(hash))
    const start = fromNow(DAY_MS)
    await inForce().put(steps.author, { ...put(second), from: start })
    await inForce().end(steps.author, { name: 'policy', hash, at: null })
    await inForce().put(steps.author, { ...put(second), from: start })
    await steps.sign(hash, { meaning: 'withdrawn', withdraws: recordId, note: 'Again.' })
    await steps.save(SOURCE)
    await steps.sign(hash)
    const { spans } = await inForce().timeline(steps.author, { name: 'policy' })
    expect(spans.slice(-2)).toMatchObject([
      { hash, until: start },
      { hash: second, from: start, until: null },
    ])
  })
})

const put = (hash: string, name = 'policy') => ({ name, hash, from: null, until: null })

describe('what applies in the past is never changed', () => {
  it.each([
    ['the past', -1_000, null, /from should be a time in the future/],
    ['an end before the beginning', 2_000, 1_000, /until should be a time after the beginning/],
    ['an end at the beginning', 2_000, 2_000, /until should be a time after the beginning/],
  ])('%s is refused', async (_, from, until, message) => {
    const { steps, hash } = await approvedRuleset()
    const times = { from: fromNow(from), until: until === null ? null : fromNow(until) }
    const refused = await refusalOf(inForce().put(steps.author, { ...put(hash), ...times }))
    expect(refused.message).toMatch(message)
    expect((await inForce().timeline(steps.author, { name: 'policy' })).spans).toHaveLength(1)
  })

  it('ends only the revision that the page shows, and not before now', async () => {
    const { steps, hash } = await approvedRuleset()
    const end = { name: 'policy', hash, at: null }
    expect((await refusalOf(inForce().end(steps.author, { ...end, hash: hashOf('x') }))).status).toBe(409)
    expect((await refusalOf(inForce().end(steps.author, { ...end, at: fromNow(-1) }))).message).toMatch(/at should be/)
    under.pass(1_000)
    const { now, spans } = await inForce().end(steps.author, end)
    expect([now, spans.length]).toEqual([null, 1])
    expect((await refusalOf(inForce().end(steps.author, end))).status).toBe(409)
    const until = spans[0]!.until!
    expect((await loadAsOf(steps.author, 'policy', new Date(Date.parse(until) - 1).toISOString())).ruleset_hash).toBe(
      hash,
    )
    expect((await refusalOf(loadAsOf(steps.author, 'policy', until))).code).toBe('RULESET_NOT_FOUND')
    const [last] = (await readLog(under, steps.namespaceId)).slice(-1)
    expect(last).toMatchObject({ kind: 'force_ended', details: { name: 'policy', hash, at: until } })
  })

  it('refuses names, revisions and namespaces that do not fit', async () => {
    const { steps, hash } = await approvedRuleset()
    const other = await approvedRuleset()
    expect((await refusalOf(inForce().put(steps.author, put(hash, 'other')))).code).toBe('RULESET_NOT_FOUND')
    expect((await refusalOf(inForce().put(steps.author, put(hashOf('x'))))).code).toBe('RULESET_NOT_FOUND')
    expect((await refusalOf(inForce().timeline(steps.author, { name: 'other' }))).code).toBe('RULESET_NOT_FOUND')
    // The same bytes under the same name in another namespace.
    await inForce().end(other.steps.author, { name: 'policy', hash, at: null })
    expect((await inForce().timeline(steps.author, { name: 'policy' })).now?.hash).toBe(hash)
  })

  it('orders what several processes say in the same millisecond', async () => {
    const { steps, hash } = await approvedRuleset()
    const second = await steps.save(SECOND)
    await steps.sign(second)
    const acts = Array.from({ length: 12 }, (_, nth) => put(nth % 2 === 0 ? hash : second))
    await Promise.all(acts.map((act, nth) => inForce(nth % 2).put(steps.author, act)))
    const events = await readLog(under, steps.namespaceId)
    const { now } = await inForce().timeline(steps.author, { name: 'policy' })
    expect(now?.hash).toBe(replay(events, 'policy', new Date(under.now())))
    expect(events.filter(({ kind }) => kind === 'revision_put_in_force')).toHaveLength(14)
  })
})

describe('a renamed ruleset', () => {
  it('is in force under its new name, and its former name answers only about the past', async () => {
    const { steps, hash } = await approvedRuleset()
    const second = await steps.save(SECOND)
    await steps.sign(second)
    under.pass(1_000)
    await inForce().put(steps.author, put(hash))
    const start = fromNow(DAY_MS)
    await inForce().put(steps.author, { ...put(second), from: start })
    under.pass(1_000)
    const before = fromNow(-1)
    await under.workbenches[0]!.names.rename(steps.author, { name: 'policy', to: 'rules' })
    const { spans, now } = await inForce().timeline(steps.author, { name: 'rules' })
    expect(await inForce().timeline(steps.author, { name: 'policy' })).toMatchObject({ now: null, mayChange: false })
    expect(spans).toMatchObject([
      { hash, until: start },
      { hash: second, from: start, until: null },
    ])
    expect(now?.hash).toBe(hash)
    expect((await loadAsOf(steps.author, 'rules', start)).ruleset_hash).toBe(second)
    expect((await loadAsOf(steps.author, 'policy', before)).ruleset_hash).toBe(hash)
    for (const asOf of [fromNow(0), start])
      expect((await refusalOf(loadAsOf(steps.author, 'policy', asOf))).message).toMatch(/It was renamed to "rules"/)
    expect((await refusalOf(inForce().put(steps.author, put(second)))).message).toMatch(/was renamed to "rules"/)
    const events = await readLog(under, steps.namespaceId)
    expect(events.slice(-5).map(({ kind, details }) => [kind, details.name])).toEqual([
      ['name_bound', 'rules'],
      ['force_ended', 'policy'],
      ['revision_put_in_force', 'rules'],
      ['revision_put_in_force', 'rules'],
      ['ruleset_renamed', 'rules'],
    ])
    expect(replay(events, 'rules', new Date(start))).toBe(second)
  })

  it('is put in force by an approval under its new name only', async () => {
    const steps = await SigningSteps.open(under)
    const hash = await steps.save()
    await under.workbenches[0]!.names.rename(steps.author, { name: 'policy', to: 'rules' })
    await steps.sign(hash)
    expect((await inForce().timeline(steps.author, { name: 'policy' })).spans).toEqual([])
    expect((await inForce().timeline(steps.author, { name: 'rules' })).now?.hash).toBe(hash)
  })
})

describe('as_of', () => {
  it.each(['0001-01-01', '0000-12-31', '1969-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00'])(
    '%s is before everything',
    async (asOf) => {
      const { steps } = await approvedRuleset()
      const refused = await refusalOf(loadAsOf(steps.author, 'policy', asOf))
      expect([refused.code, refused.status]).toEqual(['RULESET_NOT_FOUND', 404])
      expect(refused.message).toMatch(/Its first revision is in force from 20/)
    },
  )

  it.each(['9999-12-31', '9999-12-31T23:59:59.999-14:00', '2999-01-01T00:00:00+14:00'])(
    '%s is what applies without an end',
    async (asOf) => {
      const { steps, hash } = await approvedRuleset()
      expect((await loadAsOf(steps.author, 'policy', asOf)).ruleset_hash).toBe(hash)
    },
  )

  it('reads an offset, and gives a page of revisions of that moment', async () => {
    const { steps, hash } = await approvedRuleset()
    const second = await steps.save(SECOND)
    under.pass(60_000)
    const moment = new Date(under.now())
    await steps.sign(second)
    const shifted = `${new Date(moment.getTime() - 1 + 5.5 * 3_600_000).toISOString().slice(0, -1)}+05:30`
    expect((await loadAsOf(steps.author, 'policy', shifted)).ruleset_hash).toBe(hash)
    const context = { caller: steps.author, channel: 'program', addressKey: () => 'test' } as const
    const request = { name: 'policy', as_of: shifted, limit: 1 }
    const page = revisionPage.parse(JSON.parse((await under.services[0]!.loadRuleset(context, request)).body))
    expect(page).toMatchObject({ ruleset_hash: hash, revision_chain: [hash], next: null, in_force: { approved: true } })
  })

  it('equals a replay of the log, over random histories', { tags: ['repeated'], timeout: 600_000 }, async () => {
    const { steps, hash } = await approvedRuleset()
    const hashes = [hash, await steps.save(SECOND), await steps.save(`${SOURCE}// three\n`)]
    const setBy = { personId: steps.author.person!.id, label: steps.author.label }
    const start = under.now()
    const act = fc.record({
      hash: fc.constantFrom(...hashes),
      wait: fc.nat(3),
      from: fc.nat(6),
      days: fc.option(fc.integer({ min: 1, max: 5 })),
      ends: fc.boolean(),
    })
    const histories = fc.sample(fc.array(act, { minLength: 1, maxLength: 6 }), {
      numRuns: repetitions(1_000),
      seed: SEED,
    })
    const names: string[] = []
    for (const [nth, history] of histories.entries()) {
      const name = `history ${nth}`
      names.push(name)
      let day = 0
      for (const { hash, wait, from, days, ends } of history) {
        day += wait
        const at = new Date(start + day * DAY_MS)
        const begins = new Date(at.getTime() + from * DAY_MS)
        const until = ends || days === null ? null : new Date(begins.getTime() + days * DAY_MS)
        const { size: logSize } = await under.store.findLogTree(steps.namespaceId)
        const force = { id: randomUUID(), name, hash, from: begins, until, ends }
        expect(await under.store.changeForce({ ...force, namespaceId: steps.namespaceId, setBy, at, logSize })).toBe(
          'done',
        )
      }
    }
    const events = await readLog(under, steps.namespaceId)
    const eventsOf = new Map(names.map((name): [string, LoggedEvent[]] => [name, []]))
    for (const event of events) eventsOf.get(String(event.details.name))?.push(event)
    const spans = await under.store.forceSpans(steps.namespaceId, names)
    const differing = names.flatMap((name) =>
      Array.from({ length: 30 }, (_, day) => new Date(start + day * DAY_MS)).filter(
        (at) => (spanAt(spans.get(name) ?? [], at)?.hash ?? null) !== replay(eventsOf.get(name)!, name, at),
      ),
    )
    expect(differing).toEqual([])
  })
})

/** Reads the log backwards: the last entry that says something about a moment decides it. */
function replay(events: readonly LoggedEvent[], name: string, at: Date): string | null {
  const moment = at.toISOString()
  const deciding = events.findLast(({ kind, details }) => {
    if (details.name !== name) return false
    if (kind === 'force_ended') return String(details.at) <= moment
    if (kind !== 'revision_put_in_force') return false
    return String(details.from) <= moment && (details.until === null || moment < String(details.until))
  })
  return deciding === undefined || deciding.kind === 'force_ended' ? null : String(deciding.details.hash)
}
