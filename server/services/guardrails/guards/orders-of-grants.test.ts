/**
 * Random orders of asking, answering, expiring and changing, over two services on one database. A model says which call
 * may pass; nothing else ever passes, and no grant lets two calls pass.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '../../../api/refusal'
import { IS_LONG, repetitions } from '../../../testing/repetitions'
import type { Caller } from '../../calls/caller'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { GuardSteps, guardInput } from './testing/guard-steps'

let clock = Date.now()
let under: ServicesUnderTest
let steps: GuardSteps
let programs: readonly Caller[]
let reviewers: readonly Caller[]
/** Its membership changes. */
let grantor: Caller

beforeAll(async () => {
  under = await startServices(2, { platform: {}, clock: () => clock })
  await under.workbenches[0]!.signing.publishedKeys()
  steps = await GuardSteps.open(under, { wait_seconds: WAIT_MS / 1_000 })
  programs = [await steps.program('one'), await steps.program('other')]
  grantor = await steps.signing.colleague('reviewer')
  reviewers = [steps.signing.reviewer, grantor]
}, 120_000)
afterAll(() => under.stop())

const WAIT_MS = 60_000
const GRANT_MS = 120_000
const REFUSED_AFTER_WAIT_MS = 60_000
const REFUSAL_MS = 86_400_000

type Step =
  /** Two services at once, so that two processes compete for a grant. */
  | { readonly kind: 'call'; readonly program: 0 | 1; readonly amount: number; readonly twice: boolean }
  /** Two reviewers at once if `other` is not null. */
  | {
      readonly kind: 'answer'
      readonly nth: number
      readonly isGranted: boolean
      readonly other: boolean | null
    }
  | { readonly kind: 'pass time'; readonly milliseconds: number }
  | { readonly kind: 'change guard' }
  /** The second reviewer loses the role or the membership, or gets the role back. */
  | { readonly kind: 'change grantor'; readonly to: Position }
  | { readonly kind: 'take back'; readonly nth: number; readonly twice: boolean }

type Position = 'reviewer' | 'author' | 'disabled' | 'removed'

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      program: fc.constantFrom(0 as const, 1 as const),
      amount: fc.constantFrom(1, 2),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      nth: fc.nat(3),
      isGranted: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      other: fc.constantFrom(null, null, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass time' as const),
      milliseconds: fc.constantFrom(1_000, WAIT_MS, GRANT_MS, REFUSED_AFTER_WAIT_MS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'change guard' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change grantor' as const),
      to: fc.constantFrom<Position>('reviewer', 'author', 'disabled', 'removed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('take back' as const), nth: fc.nat(3), twice: fc.boolean() }),
  },
)

/** A waiting or answered call, as the model has it. */
interface Row {
  readonly id: string
  readonly key: string
  readonly waitsUntil: number
  granted: boolean | null
  until: number
  used: boolean
  /** Place among the reviewers. */
  grantedBy: number
  takenBack: boolean
}

const NOT_GRANTED = { grantedBy: 0, takenBack: false }

class Model {
  readonly rows: Row[] = []
  version = 1
  position: Position = 'reviewer'

  /** The last row of a call of the guard as it is now. */
  latest(key: string): Row | undefined {
    return this.rows.findLast((row) => row.key === key)
  }

  expected(key: string): 'pass' | 'refuse' | 'ask' {
    const row = this.latest(key)
    if (row === undefined) return 'ask'
    if (row.granted === null) {
      if (clock < row.waitsUntil) return 'ask'
      return clock < row.waitsUntil + REFUSED_AFTER_WAIT_MS ? 'refuse' : 'ask'
    }
    if (clock >= row.until || row.used || row.takenBack) return 'ask'
    if (!row.granted) return 'refuse'
    return row.grantedBy === 0 || this.position === 'reviewer' ? 'pass' : 'ask'
  }
}

async function call(model: Model, { program, amount, twice }: Extract<Step, { kind: 'call' }>): Promise<void> {
  const key = `${program}:${amount}:${model.version}`
  const expected = model.expected(key)
  const send = (nth: number) => steps.call(programs[program]!, amount, {}, nth)
  const answers = await Promise.all(twice ? [send(0), send(1)] : [send(clock % 2)])
  const decisions = answers.map(({ decision }) => decision).sort()
  // Only one of two simultaneous calls gets the grant; the other one asks again.
  const both = expected === 'pass' ? ['ask', 'pass'] : [expected, expected]
  expect(decisions).toEqual(twice ? both : [expected])
  for (const { decision, grant } of answers) {
    if (decision === 'pass') {
      const row = model.rows.find(({ id }) => id === grant!.id)!
      expect([row.key, row.granted, row.used, row.takenBack, clock < row.until]).toEqual([
        key,
        true,
        false,
        false,
        true,
      ])
      row.used = true
    }
    if (decision !== 'ask' || model.rows.some(({ id }) => id === grant!.id)) continue
    model.rows.push({
      id: grant!.id,
      key,
      waitsUntil: clock + WAIT_MS,
      granted: null,
      until: 0,
      used: false,
      ...NOT_GRANTED,
    })
  }
}

async function answer(model: Model, { nth, isGranted, other }: Extract<Step, { kind: 'answer' }>): Promise<void> {
  const row = model.rows.at(-1 - nth)
  if (row === undefined) return
  const give = (reviewer: number, granted: boolean) =>
    steps
      .answer(reviewers[reviewer]!, row.id, { isGranted: granted, minutes: GRANT_MS / 60_000 }, reviewer)
      .then(() => ({ granted, reviewer }))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 409) return null
        throw error
      })
  // The second reviewer answers if the person is one, and then also without competition.
  const answers = other === null ? [give(model.position === 'reviewer' ? nth % 2 : 0, isGranted)] : [give(0, isGranted)]
  const isTwo = other !== null && model.position === 'reviewer'
  const given = await Promise.all([...answers, ...(isTwo ? [give(1, other)] : [])])
  const taken = given.filter((each) => each !== null)
  expect(taken.length).toBe(row.granted === null && clock < row.waitsUntil ? 1 : 0)
  const [first] = taken
  if (first === undefined) return
  const { granted, reviewer } = first
  row.granted = granted
  row.grantedBy = reviewer
  row.until = clock + (granted ? GRANT_MS : REFUSAL_MS)
}

async function changeGrantor(model: Model, to: Position): Promise<void> {
  if (to === model.position) return
  const { id } = grantor.person!
  if (model.position === 'disabled') await under.query(`UPDATE person SET disabled_at = NULL WHERE id = '${id}'`)
  // The product invites a former member again; here the row is enough.
  if (model.position === 'removed')
    await under.query(`
      INSERT INTO membership (namespace_id, person_id, roles, since)
      VALUES ('${steps.signing.namespaceId}', '${id}', '{reviewer}', now())`)
  if (to === 'removed') await steps.setRoles(grantor, null)
  else await steps.setRoles(grantor, [to === 'author' ? 'author' : 'reviewer'])
  if (to === 'disabled') await under.query(`UPDATE person SET disabled_at = now() WHERE id = '${id}'`)
  model.position = to
}

async function takeBack(model: Model, { nth, twice }: Extract<Step, { kind: 'take back' }>): Promise<void> {
  const row = model.rows.at(-1 - nth)
  if (row === undefined) return
  const take = (service: number) =>
    steps
      .takeBack(reviewers[0]!, row.id, service)
      .then(() => 1)
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 409) return 0
        throw error
      })
  const taken = await Promise.all(twice ? [take(0), take(1)] : [take(clock % 2)])
  const isUnused = row.granted === true && !row.used && !row.takenBack && clock < row.until
  expect(taken.reduce<number>((sum, each) => sum + each, 0)).toBe(isUnused ? 1 : 0)
  if (isUnused) row.takenBack = true
}

async function run(orders: readonly Step[]): Promise<void> {
  const model = new Model()
  model.version = await versionOf()
  // Calls of an earlier order are forgotten under a new version.
  await changeGuard(model)
  model.position = position
  await changeGrantor(model, 'reviewer')
  for (const each of orders) {
    clock += 1
    if (each.kind === 'call') await call(model, each)
    else if (each.kind === 'answer') await answer(model, each)
    else if (each.kind === 'pass time') clock += each.milliseconds
    else if (each.kind === 'change grantor') await changeGrantor(model, each.to)
    else if (each.kind === 'take back') await takeBack(model, each)
    else await changeGuard(model)
    position = model.position
  }
}

/** After the earlier order. */
let position: Position = 'reviewer'

async function versionOf(): Promise<number> {
  return (await steps.platform.guards.guard(steps.signing.author, steps.guardId)).version
}

async function changeGuard(model: Model): Promise<void> {
  const input = guardInput(steps.hash, { wait_seconds: WAIT_MS / 1_000 })
  const { version } = await steps.platform.guards.changeGuard(steps.signing.author, steps.guardId, model.version, input)
  model.version = version
}

/** The full series has 10,000: GRANT_ORDERS (ARCHITECTURE.md, "Tests"). */
const ORDERS = Number(process.env.GRANT_ORDERS ?? (IS_LONG ? 500 : repetitions(200)))

it('a grant lets exactly the call pass that it was given for, once, while it lasts', {
  tags: ['repeated'],
  timeout: ORDERS * 5_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), run), {
    numRuns: ORDERS,
    endOnFailure: true,
  })
  // As the database has it: every use is of a grant, in its time, and once.
  const [wrong] = await under.query<{ count: string }>(`
    SELECT count(*) FROM call_grant
    WHERE used_at IS NOT NULL AND (is_granted IS NOT TRUE OR taken_back_at IS NOT NULL OR used_at >= expires_at OR used_at < answered_at)`)
  const [uses] = await under.query<{ events: string; rows: string }>(`
    SELECT (SELECT count(*) FROM log_entry WHERE kind = 'call_grant_used') AS events,
      (SELECT count(*) FROM call_grant WHERE used_at IS NOT NULL) AS rows`)
  expect([wrong?.count, uses?.events === uses?.rows, Number(uses?.rows) > 0]).toEqual(['0', true, true])
})
