/** Blind tests in a real database: who does them, what is shown before and after, and what is signed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ScenarioAnswer } from '../../api/terms/blind-test-terms'
import { verifyReceipt } from '../../attestation/receipt'
import { verifyLog } from '../audit/verify-log'
import type { Caller } from '../calls/caller'
import { refusalOf, SigningSteps } from '../signing/testing/signing-steps'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'

const SOURCE = `version 1.4;
// @unit amount USD
// @range amount 0..5000
// @ask amount How much was spent?
declare amount as numeric;
declare has_receipt as boolean;
assert receipt_when_large { Implies(amount >= 75 "USD", has_receipt) };
`

let under: ServicesUnderTest
let steps: SigningSteps
let hash: string
beforeAll(async () => {
  under = await startServices(1)
  await under.workbenches[0]!.signing.publishedKeys()
})
beforeEach(async () => {
  steps = await SigningSteps.open(under)
  hash = await steps.save(SOURCE)
})
afterAll(() => under.stop())

const bench = () => under.workbenches[0]!
const blind = () => bench().blindTests

async function answerAll(by: Caller, reply: ScenarioAnswer = 'met') {
  const reader = await steps.fresh(by)
  const { scenarios, digest, number } = await blind().scenarios(reader, { hash })
  return blind().answer(reader, { hash, digest, number, answers: scenarios.map(() => reply) })
}

async function resultsFor(by: Caller) {
  return (await blind().list(await steps.fresh(by), { hash })).results
}

/** The position of a difference, and one where both say the same. */
async function placesOf(testId: string, by: Caller): Promise<{ different: number; same: number }> {
  const scenarios = (await resultsFor(by)).find(({ id }) => id === testId)!.scenarios!
  return {
    different: scenarios.findIndex(({ reply, answer }) => reply !== answer),
    same: scenarios.findIndex(({ reply, answer }) => reply === answer),
  }
}

function membersOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) found.add(name)
    membersOf(member, found)
  }
  return found
}

describe('before the reviewer answers', () => {
  it('sends only questions and values', async () => {
    const sheet = await blind().scenarios(steps.reviewer, { hash })
    expect(sheet).toMatchObject({ number: 1, barred: null, citations: null })
    expect([...membersOf(sheet)].sort()).toEqual([
      'assertion',
      'barred',
      'citations',
      'digest',
      'facts',
      'name',
      'number',
      'question',
      'scenarios',
      'title',
      'value',
    ])
    const text = JSON.stringify(sheet)
    expect(text).toContain('How much was spent?')
    expect(text).toContain('75 USD')
    for (const secret of ['TRUE', 'FALSE', '"met"', 'not_met', '>=', 'Implies']) expect(text).not.toContain(secret)
    expect(sheet.scenarios.length).toBeGreaterThan(1)
    expect(await blind().scenarios(steps.reviewer, { hash })).toEqual(sheet)
  })

  it('another reviewer’s answers are hidden until the own test is done', async () => {
    await answerAll(steps.reviewer)
    const second = await steps.colleague('reviewer')
    const [hidden] = await resultsFor(second)
    expect(hidden).toMatchObject({ by: steps.reviewer.person!.name, scenarios: null })
    expect((await resultsFor(steps.author))[0]!.scenarios).not.toBeNull()
    await answerAll(second, 'not_met')
    expect((await resultsFor(second)).map(({ scenarios }) => scenarios === null)).toEqual([false, false])
  })
})

describe('a test', () => {
  it('is stored with the answers of the engine, and recorded in the log', async () => {
    const { testId } = await answerAll(steps.reviewer)
    const [result] = await resultsFor(steps.reviewer)
    expect(result).toMatchObject({ id: testId, mine: true, number: 1, uncounted: null })
    const answers = result!.scenarios!.map(({ answer }) => answer)
    expect(new Set(answers)).toEqual(new Set(['met', 'not_met']))
    expect(result!.agreed).toBe(answers.filter((answer) => answer === 'met').length)
    const events = await readLog(under, steps.namespaceId)
    expect(events.at(-1)).toMatchObject({
      kind: 'blind_test_done',
      actor: steps.reviewer.label,
      details: { test_id: testId, hash, number: 1, scenario_count: answers.length, agreed: result!.agreed },
    })
  })

  it('is kept when the person tries again, with the next number', async () => {
    await answerAll(steps.reviewer)
    const [first] = await resultsFor(steps.reviewer)
    await answerAll(steps.reviewer, 'cannot_tell')
    const both = await resultsFor(steps.reviewer)
    expect(both.map(({ number }) => number)).toEqual([1, 2])
    expect(both[0]).toEqual(first)
    for (let more = 0; more < 3; more++) await answerAll(steps.reviewer)
    const sheet = await blind().scenarios(steps.reviewer, { hash })
    expect(sheet).toMatchObject({
      number: 6,
      barred: expect.stringMatching(/^You did this test 5 times/),
      scenarios: [],
    })
    expect((await refusalOf(answerAll(steps.reviewer))).code).toBe('CREDENTIAL_SCOPE')
  })

  it('of two tabs is stored once', async () => {
    const { scenarios, digest, number } = await blind().scenarios(steps.reviewer, { hash })
    const answers = scenarios.map((): ScenarioAnswer => 'met')
    const both = await Promise.allSettled(
      [1, 2].map(() => blind().answer(steps.reviewer, { hash, digest, number, answers })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const again = await refusalOf(blind().answer(steps.reviewer, { hash, digest, number, answers }))
    expect(again.message).toMatch(/^You answered this test already, perhaps in another tab\. Nothing was stored\./)
    expect(await resultsFor(steps.reviewer)).toHaveLength(1)
  })

  it('is refused for other scenarios, another ruleset, and answers that are missing or too many', async () => {
    const { scenarios, digest } = await blind().scenarios(steps.reviewer, { hash })
    const answers = scenarios.map((): ScenarioAnswer => 'met')
    const other = await steps.save(SOURCE.replace('75', '80'), 'other')
    const refused = async (change: object) =>
      (await refusalOf(blind().answer(steps.reviewer, { hash, digest, number: 1, answers, ...change }))).code
    expect(await refused({ digest: 'f'.repeat(64) })).toBe('BAD_REQUEST')
    expect(await refused({ hash: other })).toBe('BAD_REQUEST')
    expect(await refused({ answers: answers.slice(1) })).toBe('BAD_REQUEST')
    expect(await refused({ answers: [...answers, 'met'] })).toBe('BAD_REQUEST')
    expect(await refused({ answers: [] })).toBe('BAD_REQUEST')
    expect(await refused({ number: 2 })).toBe('BAD_REQUEST')
    expect(await refused({ hash: 'a'.repeat(64) })).toBe('RULESET_NOT_FOUND')
    expect(await resultsFor(steps.reviewer)).toEqual([])
  })

  it('is not for authors, other roles and other namespaces', async () => {
    for (const other of [steps.author, steps.administrator, await under.fullCaller()])
      expect((await refusalOf(blind().scenarios(other, { hash }))).code).toBe('CREDENTIAL_SCOPE')
    const both = await steps.colleague('author', 'reviewer')
    hash = await steps.save(`${SOURCE}// mine\n`, 'policy', both)
    const sheet = await blind().scenarios(both, { hash })
    expect(sheet).toMatchObject({ barred: expect.stringMatching(/^You saved it\./), scenarios: [] })
    const { digest, scenarios } = await blind().scenarios(steps.reviewer, { hash })
    const answers = scenarios.map((): ScenarioAnswer => 'met')
    expect((await refusalOf(blind().answer(both, { hash, digest, number: 1, answers }))).code).toBe('CREDENTIAL_SCOPE')
    const stranger = await under.personCaller(['reviewer'], randomUUID())
    for (const call of [
      blind().scenarios(stranger, { hash }),
      blind().answer(stranger, { hash, digest, number: 1, answers }),
    ])
      expect((await refusalOf(call)).code).toBe('RULESET_NOT_FOUND')
    expect((await blind().list(stranger, { hash })).results).toEqual([])
  })
})

describe('a comment', () => {
  it('is given once, to an own difference', async () => {
    const { testId } = await answerAll(steps.reviewer)
    const { different, same } = await placesOf(testId, steps.reviewer)
    const comment = (scenario: number, by = steps.reviewer, text = 'The policy says 80.') =>
      blind().comment(by, { testId, scenario, text })
    for (const scenario of [same, 10]) expect((await refusalOf(comment(scenario))).code).toBe('BAD_REQUEST')
    expect((await refusalOf(comment(different, await steps.colleague('reviewer')))).code).toBe('BAD_REQUEST')
    expect((await refusalOf(comment(different, steps.reviewer, 'x'.repeat(501)))).code).toBe('BUDGET_EXCEEDED')
    expect((await refusalOf(comment(different, steps.reviewer, ' ')))?.code).toBe('BAD_REQUEST')
    await comment(different)
    expect((await refusalOf(comment(different))).message).toMatch(/^You commented on this scenario already/)
    expect((await resultsFor(steps.reviewer))[0]!.scenarios![different]!.comment).toBe('The policy says 80.')
  })

  it('is a comment of the open review too', async () => {
    const request = { message: '', reviewerIds: [], anyReviewer: true, dueOn: null }
    const { reviewId } = await bench().rulesetReviews.open(steps.author, { name: 'policy', ...request })
    const { testId } = await answerAll(steps.reviewer)
    const { different } = await placesOf(testId, steps.reviewer)
    await blind().comment(steps.reviewer, { testId, scenario: different, text: 'The policy says 80.' })
    const { comments } = await bench().rulesetReviews.read(steps.author, { name: 'policy', reviewId })
    expect(comments.map(({ subject, text }) => [subject, text])).toEqual([
      [
        { kind: 'assertion', name: 'receipt_when_large' },
        `Blind test, try 1, scenario ${different + 1}: The policy says 80.`,
      ],
    ])
  })
})

describe('an approval', () => {
  const approve = async (by = steps.reviewer) => steps.sign(hash, {}, await steps.fresh(by))
  const demand = () => bench().settings.change(steps.administrator, { blindTestDone: true })

  it('needs a test if the namespace says so', async () => {
    await demand()
    const refusal = await refusalOf(approve())
    expect([refusal.code, refusal.message]).toEqual([
      'CREDENTIAL_SCOPE',
      expect.stringMatching(
        /^In this namespace an approval needs a blind test .*, and nobody did it\. Nothing was signed\./,
      ),
    ])
    await steps.sign(hash, { meaning: 'reviewed' }, await steps.fresh(steps.reviewer))
    // Also answers the test of another reviewer, with differences.
    await answerAll(await steps.colleague('reviewer'), 'cannot_tell')
    await approve()
  })

  it('does not count the test of somebody who became an author', async () => {
    await demand()
    const both = await steps.colleague('author', 'reviewer')
    await answerAll(both)
    await steps.save(SOURCE, 'copy', both)
    expect((await refusalOf(approve())).message).toContain('no test that was done counts')
    expect((await resultsFor(steps.reviewer))[0]!.uncounted).toMatch(/, who did the test, also saved it\.$/)
  })

  it('counts the test of a reviewer who has left', async () => {
    await demand()
    const leaver = await steps.colleague('reviewer')
    await answerAll(leaver)
    await bench().members.removeMember(steps.administrator, leaver.person!.id)
    await approve()
  })

  it('needs no test if no case lies at a threshold', async () => {
    await demand()
    hash = await steps.save('assert always { True };\n', 'plain')
    expect(await blind().scenarios(steps.reviewer, { hash })).toMatchObject({
      barred: expect.stringMatching(/^No rule of this ruleset has a threshold/),
    })
    await approve()
  })

  it('contains the tests, and its receipt verifies', async () => {
    await demand()
    const { testId } = await answerAll(steps.reviewer)
    const { different } = await placesOf(testId, steps.reviewer)
    await blind().comment(steps.reviewer, { testId, scenario: different, text: 'It is 80.' })
    const recordId = await approve()
    const { bundle, record } = await steps.signing.receipt(steps.author, { recordId })
    const { ok, statement } = verifyReceipt(bundle.text, await steps.publishedKeys())
    expect(ok).toBe(true)
    expect(statement!.rules).toMatchObject({ blindTestDone: true })
    const { id: personId, name } = steps.reviewer.person!
    expect(statement!.blindTests).toMatchObject([{ id: testId, number: 1, by: { id: personId, name } }])
    expect(statement!.blindTests![0]!.differences).toContainEqual({
      ...{ assertion: 'receipt_when_large', reply: 'met', answer: 'not_met', comment: 'It is 80.' },
    })
    expect(record.blindTests).toEqual(statement!.blindTests)
  })

  it('without a test has no member about it', async () => {
    const recordId = await approve()
    const { statement } = await steps.signing.receipt(steps.author, { recordId })
    expect(statement).not.toMatch(/blind/i)
  })

  it('is not signed if a test was done since the statement was shown', async () => {
    const { ceremonyId } = await steps.prepare(hash)
    await answerAll(await steps.colleague('reviewer'))
    expect((await refusalOf(steps.prove(ceremonyId))).message).toMatch(/^A blind test of this ruleset was done/)
  })
})

it.each([
  ['the reply of a person', `UPDATE blind_test SET content = replace(content, '"reply":"met"', '"reply":"not_met"')`],
  ['the agreement', 'UPDATE blind_test SET agreed = scenario_count'],
  ['who did it', 'UPDATE blind_test SET printed_name = $$Another$$'],
  ['a comment', 'UPDATE blind_test_comment SET text = $$Fine.$$'],
  ['a removed comment', 'DELETE FROM blind_test_comment'],
  ['a removed test', 'DELETE FROM blind_test_comment; DELETE FROM blind_test'],
])('the verification of the log finds a change of %s', async (_, damage) => {
  const { testId } = await answerAll(steps.reviewer)
  const { different } = await placesOf(testId, steps.reviewer)
  await blind().comment(steps.reviewer, { testId, scenario: different, text: 'It is 80.' })
  const problems = async () => (await verifyLog(under.store, steps.namespaceId, null)).problems
  expect(await problems()).toEqual([])
  await under.query(`SET session_replication_role = replica; ${damage}; SET session_replication_role = DEFAULT`)
  expect((await problems()).join()).toMatch(/blind_test/)
})
