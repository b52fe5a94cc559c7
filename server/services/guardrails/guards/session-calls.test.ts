import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_COUNTED_CALLS } from '../../../database/guards/counted-calls'
import type { Caller } from '../../calls/caller'
import { COUNTED_FOR_MS, countedTools } from '../../guards/session-calls'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { GuardSteps, type guardInput } from './testing/guard-steps'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(2, { platform: {} })
  await under.workbenches[0]!.signing.publishedKeys()
})
afterAll(() => under.stop())

const SESSION = { session_id: 'one', known: true }

/** `amount` is the number of earlier refunds, of which the ruleset allows fewer than 51. */
async function openSteps(path = '$.calls.refund'): Promise<GuardSteps> {
  const claims = {
    amount: { from: 'session', path, read: 'value' },
    known: { from: 'session', path: '$.known', read: 'value' },
  }
  return GuardSteps.open(under, { map: { lookups: {}, claims } as ReturnType<typeof guardInput>['map'] })
}

/** Calls that passed before, as the database has them. */
async function addPassed(steps: GuardSteps, caller: Caller, count: number): Promise<void> {
  await steps.call(caller, 0, SESSION)
  await under.query(`
    INSERT INTO counted_call (use_id, namespace_id, session, server, tool, at)
    SELECT gen_random_uuid(), namespace_id, session, server, tool, at FROM counted_call, generate_series(2, ${count})
    WHERE namespace_id = '${steps.signing.namespaceId}'`)
}

const passed = async (steps: GuardSteps) => {
  const [row] = await under.query<{ count: string }>(
    `SELECT count(*) FROM counted_call WHERE namespace_id = '${steps.signing.namespaceId}'`,
  )
  return Number(row?.count)
}

it('exactly as many calls pass as the rules allow, even at once on two servers', async () => {
  const steps = await openSteps()
  const program = await steps.program()
  await addPassed(steps, program, 48)
  const calls = Array.from({ length: 8 }, (_, nth) => steps.call(program, nth, SESSION, nth % 2))
  const decisions = (await Promise.all(calls)).map(({ decision }) => decision).sort()
  expect(decisions).toEqual(['pass', 'pass', 'pass', ...Array<string>(5).fill('refuse')])
  expect(await passed(steps)).toBe(51)
  const refused = await steps.call(program, 0, SESSION)
  expect(refused.refusal?.facts).toEqual([{ claim: 'amount', value: '51', private: false }])
})

it('a session has its own count, for its asker and within a day, and the caller does not state it', async () => {
  const steps = await openSteps(`$['calls']["refund"]`)
  const program = await steps.program()
  await addPassed(steps, program, 51)
  const decisionOf = async (caller: Caller, session: object) => (await steps.call(caller, 0, session)).decision
  expect(await decisionOf(program, SESSION)).toBe('refuse')
  expect(await decisionOf(program, { ...SESSION, calls: { refund: 0 } })).toBe('refuse')
  expect(await decisionOf(program, { ...SESSION, session_id: 'two' })).toBe('pass')
  expect(await decisionOf(await steps.program('other'), SESSION)).toBe('pass')
  under.pass(COUNTED_FOR_MS)
  expect(await decisionOf(program, SESSION)).toBe('pass')
  await under.store.sweepCountedCalls(new Date(under.now() - COUNTED_FOR_MS))
  expect(await passed(steps)).toBe(1)
})

it('a call that asks or is refused is not counted, and one with a grant is counted once', async () => {
  const steps = await openSteps()
  const program = await steps.program()
  const session = { session_id: 'one' }
  const { grant } = await steps.call(program, 0, session)
  expect(await passed(steps)).toBe(0)
  await steps.answer(steps.signing.reviewer, grant!.id)
  const both = await Promise.all([steps.call(program, 0, session, 0), steps.call(program, 0, session, 1)])
  expect(both.map(({ decision }) => decision).sort()).toEqual(['ask', 'pass'])
  expect(await passed(steps)).toBe(1)
})

it('a count that is too large to be told is unknown, and a tool that no guard counts leaves no row', async () => {
  const steps = await openSteps()
  const program = await steps.program()
  await addPassed(steps, program, MAX_COUNTED_CALLS + 1)
  expect(await steps.call(program, 0, SESSION)).toMatchObject({
    ...{ decision: 'ask', refusal: { unknown: [{ claim: 'amount', why: 'the session does not say it' }] } },
  })
  const plain = await GuardSteps.open(under)
  expect(await plain.call(await plain.program(), 5, SESSION)).toMatchObject({ decision: 'pass' })
  expect(await passed(plain)).toBe(0)
})

/** A name of a path in each way that JSONPath allows. */
const spelled = (name: string) =>
  fc
    .tuple(
      fc.constantFrom('.', '"', "'"),
      fc.constantFrom('', ' ', '\t'),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    )
    .map(([form, space, escapes]) => {
      if (form === '.') return `${space}.${name}`
      const hex = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
      const letters = [...name].map((letter, at) => (escapes[at] ? hex(letter) : letter))
      return `${space}[${space}${form}${letters.join('')}${form}${space}]`
    })
const paths = fc.tuple(spelled('calls'), spelled('refund')).map(([calls, tool]) => `$${calls}${tool}`)

it('every spelling of a path counts the same calls', async () => {
  await fc.assert(
    fc.property(paths, (path) => {
      expect(countedTools({ claims: { amount: { from: 'session', path, read: 'value' } } } as never)).toEqual([
        'refund',
      ])
    }),
  )
  const spellings = ['$["\\u0063alls"].refund', `$ ['c\\u0061lls'] ["r\\u0065fund"]`, ...fc.sample(paths, 4)]
  for (const path of spellings) {
    const steps = await openSteps(path)
    const program = await steps.program()
    await addPassed(steps, program, 51)
    expect([path, await passed(steps), (await steps.call(program, 0, SESSION)).decision]).toEqual([path, 51, 'refuse'])
  }
})
