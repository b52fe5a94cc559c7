/** Runs on a real database and engine. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { TestCase, TestCaseAnswer, TestCaseChange, TestCases } from './test-cases'

const SOURCE = 'declare paid as boolean;\ndeclare n as numeric;\nassert is_paid { paid };\nassert small { n < 2 };\n'
const NAME = 'billing/payments'

let world: ServicesUnderTest
let cases: TestCases
let others: TestCases
let author: Caller
beforeAll(async () => {
  world = await startServices(2)
  cases = world.workbenches[0]!.testCases
  others = world.workbenches[1]!.testCases
})
afterAll(() => world.stop())
beforeEach(async () => {
  author = await world.personCaller(['author'])
  await callOperation(world.services[0]!, 'saveRuleset', author, { name: NAME, source: SOURCE })
})

const fresh = (part: Partial<TestCaseChange> = {}): TestCaseChange => ({
  ...{ name: NAME, id: null, version: 0, title: 'paid', claims: '{ "paid": true, "n": 1.50 }' },
  expected: { is_paid: 'TRUE' },
  ...part,
})
const savedCase = (answer: TestCaseAnswer): TestCase => {
  if (answer.kind !== 'saved') throw new Error(answer.kind)
  return answer.testCase
}
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return error
    },
  )

describe('a test case', () => {
  it('stores its numbers as typed and is listed by title', async () => {
    const stored = savedCase(await cases.save(author, fresh()))
    await cases.save(author, fresh({ title: 'a first one' }))
    expect(stored).toMatchObject({ version: 1, claims: '{ "paid": true, "n": 1.50 }', updatedBy: author.label })
    expect((await others.list(author, NAME)).map(({ title }) => title)).toEqual(['a first one', 'paid'])
  })

  it('is never overwritten by a change of an older version', async () => {
    const stored = savedCase(await cases.save(author, fresh()))
    const mine = fresh({ id: stored.id, version: 1, title: 'mine' })
    const theirs = fresh({ id: stored.id, version: 1, title: 'theirs' })
    const answers = await Promise.all([cases.save(author, mine), others.save(author, theirs)])
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['conflict', 'saved'])
    const [now] = await cases.list(author, NAME)
    expect(answers).toContainEqual({ kind: 'conflict', theirs: now })
    expect(now!.version).toBe(2)
    expect(await cases.remove(author, { name: NAME, id: stored.id, version: 1 })).toEqual({
      kind: 'conflict',
      theirs: now,
    })
    expect(await cases.remove(author, { name: NAME, id: stored.id, version: 2 })).toEqual({ kind: 'removed' })
    expect(await cases.save(author, mine)).toEqual({ kind: 'conflict', theirs: null })
  })

  it('has a unique title', async () => {
    const at = await Promise.all([cases.save(author, fresh()), others.save(author, fresh())])
    expect(at.map(({ kind }) => kind).sort()).toEqual(['saved', 'title_taken'])
  })

  it('is refused with every reason if it cannot be saved', async () => {
    const refusal = await refusalOf(
      cases.save(author, fresh({ title: ' ', claims: '{"paid": }', expected: { 'no name': 'TRUE' } })),
    )
    expect(refusal?.details.failures?.map(({ field }) => field)).toEqual(['title', 'claims', 'expected'])
    expect((await refusalOf(cases.save(author, fresh({ name: 'unsaved' }))))?.code).toBe('RULESET_NOT_FOUND')
    expect((await refusalOf(cases.save(author, fresh({ claims: '[]' }))))?.code).toBe('BAD_REQUEST')
  })

  it('can be changed by authors, and seen and run by everybody', async () => {
    await cases.save(author, fresh())
    const reviewer = await world.personCaller(['reviewer'], author.namespaceId!)
    expect(await cases.list(reviewer, NAME)).toHaveLength(1)
    expect((await cases.runAll(reviewer, { name: NAME, source: SOURCE })).counts.pass).toBe(1)
    const other = (await cases.list(reviewer, NAME))[0]!
    for (const answer of [
      () => cases.save(reviewer, fresh({ title: 'x' })),
      () => cases.remove(reviewer, { name: NAME, id: other.id, version: 1 }),
      () => cases.importText(reviewer, { name: NAME, text: '{}' }),
    ])
      expect((await refusalOf(answer()))?.code).toBe('CREDENTIAL_SCOPE')
    const stranger = await world.personCaller(['author'], randomUUID())
    expect(await cases.list(stranger, NAME)).toEqual([])
  })
})

describe('running them', () => {
  it('judges only the named assertions and reports differences and missing ones', async () => {
    await cases.save(author, fresh({ title: '1 passes' }))
    await cases.save(author, fresh({ title: '2 fails', expected: { is_paid: 'FALSE', small: 'TRUE' } }))
    await cases.save(author, fresh({ title: '3 expects what is gone', expected: { is_paid: 'TRUE', former: 'TRUE' } }))
    await cases.save(author, fresh({ title: '4 does not fit', claims: '{\n"paid": 7\n}' }))
    await cases.save(author, fresh({ title: '5 judges nothing', claims: '{"paid":null,"n":"unknown"}', expected: {} }))
    const run = await cases.runAll(author, { name: NAME, source: SOURCE })
    expect(run).toMatchObject({ assertions: ['is_paid', 'small'], counts: { pass: 2, fail: 2, error: 1 } })
    expect(run.cases.map(({ status, answers, judged }) => [status, answers, judged])).toEqual([
      ['pass', 'TT', 1],
      ['fail', 'TT', 2],
      ['fail', 'TT', 1],
      ['error', null, 0],
      ['pass', 'UU', 0],
    ])
    expect(run.cases[1]!.mismatches).toEqual([{ assertion: 'is_paid', expected: 'FALSE', actual: 'TRUE' }])
    expect(run.cases[2]!.gone).toEqual(['former'])
    expect(run.cases[3]!.problem).toMatchObject({ code: 'VALIDATION_REJECTED' })
  })

  it('runs the same cases on the same text once, and again after one of them changes', async () => {
    const saved = await cases.save(author, fresh())
    const run = () => cases.runAll(author, { name: NAME, source: SOURCE })
    const first = await run()
    expect(await run()).toBe(first)
    if (saved.kind !== 'saved') throw new Error('the case was not saved')
    const { id, version } = saved.testCase
    await cases.save(author, fresh({ id, version, expected: { is_paid: 'FALSE' } }))
    expect((await run()).counts).toEqual({ pass: 0, fail: 1, error: 0 })
  })

  it('runs an unsaved text and refuses one that does not compile', async () => {
    await cases.save(author, fresh())
    const source = 'declare paid as boolean;\ndeclare n as numeric;\nassert is_paid { And(Not(paid), n < 2) };\n'
    expect((await cases.runAll(author, { name: NAME, source })).counts).toEqual({ pass: 0, fail: 1, error: 0 })
    expect((await refusalOf(cases.runAll(author, { name: NAME, source: 'assert' })))?.code).toBe('COMPILE_FAILED')
  })

  it('is not charged', async () => {
    await cases.save(author, fresh())
    const account = async () =>
      (await world.services[0]!.account({ caller: author, channel: 'person', addressKey: () => 'test' }, {})).body
    const before = await account()
    await cases.runAll(author, { name: NAME, source: SOURCE })
    expect(await account()).toBe(before)
  })
})

describe('as a document', () => {
  it('are imported as they were exported, even into another ruleset', async () => {
    await cases.save(author, fresh())
    await cases.save(author, fresh({ title: 'unknown', claims: '{"paid":null,\n"n":12345678901234567890.10}' }))
    const text = await cases.exportText(author, NAME)
    expect(text).toContain('12345678901234567890.10')
    expect(await cases.importText(author, { name: NAME, text })).toMatchObject({ added: 0 })
    await callOperation(world.services[0]!, 'saveRuleset', author, { name: 'second', source: SOURCE })
    expect(await cases.importText(author, { name: 'second', text })).toEqual({ added: 2, changed: 0, unchanged: 0 })
    expect(await cases.importText(author, { name: 'second', text })).toEqual({ added: 0, changed: 0, unchanged: 2 })
    expect(JSON.parse(await cases.exportText(author, 'second'))).toMatchObject({
      cases: (JSON.parse(text) as { cases: unknown }).cases,
    })
  })

  it('are refused as a whole if one of them is wrong, and beyond a thousand', async () => {
    const document = (list: readonly unknown[]) => JSON.stringify({ touchstone_test_cases: '1', cases: list })
    const one = { title: 'a', claims: {}, expected: {} }
    const wrong = document([one, { ...one, title: '' }, one])
    const refusal = await refusalOf(cases.importText(author, { name: NAME, text: wrong }))
    expect(refusal?.details.failures?.map(({ field }) => field)).toEqual(['cases[1].title', 'cases[2].title'])
    expect(await cases.list(author, NAME)).toEqual([])
    const many = document(Array.from({ length: 1_001 }, (_, i) => ({ ...one, title: `case ${i}` })))
    expect((await refusalOf(cases.importText(author, { name: NAME, text: many })))?.details).toMatchObject({
      budget: 'test_cases',
      actual: 1_001,
    })
    expect((await refusalOf(cases.importText(author, { name: NAME, text: '{"cases": 1}' })))?.code).toBe('BAD_REQUEST')
  })
})
