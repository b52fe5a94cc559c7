import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ToolGuard, toolGuard } from '../api/schemas/tool-guard'
import { DEFAULT_BUDGETS } from '../config/budgets'
import { compileRuleset } from '../engine/compile'
import { NEEDS_SOLVER } from '../engine/decide/evidence'
import { type LosslessJson, readJson, writeJson } from '../language/numeric/lossless-json'
import { builtInLibrary } from '../language/units/unit-library'
import { guardTools } from '../testing/golden/airline-guards'
import { repetitions } from '../testing/repetitions'
import { type CallDecision, decideCall } from './decide-call'
import { isJsonObject, type JsonObject } from './json-path'
import { type LookedUp, type Preparation, type PreparedGuard, prepareGuard } from './prepared-guard'

const HASH = 'a'.repeat(64)
const library = builtInLibrary()

interface Guarded {
  readonly source: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly lookups?: Readonly<Record<string, { readonly arguments: readonly string[] }>>
  readonly unknown?: ToolGuard['unknown']
}

function prepare({ source, claims, lookups = {}, unknown = 'refuse' }: Guarded): Preparation {
  const compiled = compileRuleset({ source, hash: HASH, library, unitLibraryHash: null, limits: DEFAULT_BUDGETS })
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled))
  const guard = { server: 's', tool: 't', ruleset_hash: HASH, unknown, map: { claims, lookups } }
  return prepareGuard(toolGuard.parse(guard), compiled.compiled)
}

function prepared(guarded: Guarded): PreparedGuard {
  const preparation = prepare(guarded)
  if (!preparation.ok) throw new Error(JSON.stringify(preparation.mistakes))
  return preparation.prepared
}

function objectOf(text: string): JsonObject {
  const read = readJson(text)
  if ('problem' in read || !isJsonObject(read.value)) throw new Error(text)
  return read.value
}

function decide(
  guard: PreparedGuard,
  values: JsonObject,
  lookups: Readonly<Record<string, LookedUp>> = {},
  session: LosslessJson = {},
): CallDecision {
  const call = { arguments: values, lookups: new Map(Object.entries(lookups)), session }
  const decision = decideCall(guard, call, guardTools())
  if (decision === NEEDS_SOLVER) throw new Error('the tools have a solver')
  return decision
}

function refusalOf(decision: CallDecision) {
  if (decision.decision === 'pass') throw new Error('the call passes')
  return decision.refusal
}

const REFUND = `version 1.4;
// @range amount 0..100000
declare amount as numeric "USD";
declare balance as numeric "USD";
declare role as enum {"agent", "lead"};
declare limit as numeric "USD";
declare speed as enum {"now", "later"};
declare fee as numeric "USD";
// A refund is at most what was paid.
assert covered { amount <= balance };
assert fee_fits { fee <= 10 "USD" };
assert within_limit { Or(role == "lead", amount <= limit) };
`
const REFUND_CLAIMS = {
  amount: { from: 'argument', path: '$.amount', unit: 'USD' },
  balance: { from: 'lookup', lookup: 'order', path: '$.paid', unit: 'USD' },
  role: { from: 'session', path: '$.role' },
  limit: { from: 'constant', value: '50 USD' },
  fee: { from: 'argument', path: '$.fee' },
}
const REFUND_GUARD = { source: REFUND, claims: REFUND_CLAIMS, lookups: { order: { arguments: ['$.order_id'] } } }
const AGENT: LosslessJson = { role: 'agent' }
const paid = (text: string): Readonly<Record<string, LookedUp>> => ({ order: { value: objectOf(text) } })

describe('a call', () => {
  const guard = prepared(REFUND_GUARD)

  it('passes if every rule holds', () => {
    const decision = decide(
      guard,
      objectOf('{"order_id":"o1","amount":50.00,"fee":"1 USD"}'),
      paid('{"paid":80}'),
      AGENT,
    )
    expect(decision).toMatchObject({ decision: 'pass', open: [] })
    expect(decision.answers.map(({ check }) => check)).toEqual(['TRUE', 'TRUE', 'TRUE'])
  })

  it('is refused by the first broken rule, and by an exact comparison', () => {
    const decision = decide(
      guard,
      objectOf('{"order_id":"o1","amount":50.000000000000000001,"fee":"1 USD"}'),
      paid('{"paid":80}'),
      AGENT,
    )
    expect(refusalOf(decision)).toMatchObject({ code: 'RULE_BROKEN', assertion: 'within_limit' })
  })

  it('never shows a private value', () => {
    const refusal = refusalOf(
      decide(guard, objectOf('{"order_id":"o1","amount":45,"fee":"1 USD"}'), paid('{"paid":31.37}'), AGENT),
    )
    expect(refusal).toMatchObject({
      code: 'RULE_BROKEN',
      assertion: 'covered',
      sentence: 'A refund is at most what was paid.',
    })
    expect(refusal.nearest).toEqual({
      arguments: null,
      sentence: 'Which arguments would pass depends on balance, which callers may not see.',
    })
    expect(refusal.facts).toContainEqual({ claim: 'balance', value: null, isPrivate: true })
    expect(JSON.stringify(refusal)).not.toContain('31')
  })

  it('gets the nearest arguments if the map lets callers see what was looked up', () => {
    const balance = { ...REFUND_CLAIMS.balance, visible: true }
    const open = prepared({ ...REFUND_GUARD, claims: { ...REFUND_CLAIMS, balance } })
    const call = objectOf('{"order_id":"o1","amount":45,"fee":"1 USD","memo":"late"}')
    const { nearest } = refusalOf(decide(open, call, paid('{"paid":31.37}'), AGENT))
    expect(writeJson(nearest.arguments)).toBe('{"order_id":"o1","amount":31.37,"fee":"1 USD","memo":"late"}')
    expect(decide(open, nearest.arguments!, paid('{"paid":31.37}'), AGENT).decision).toBe('pass')
  })

  it('is open if a record is missing, and then does what the guard says', () => {
    const call = objectOf('{"order_id":"o1","amount":45,"fee":"1 USD"}')
    const failed = { order: { failed: 'no answer in time' } }
    for (const [unknown, decision] of [
      ['refuse', 'refuse'],
      ['ask', 'ask'],
      ['pass', 'pass'],
    ] as const)
      expect(decide(prepared({ ...REFUND_GUARD, unknown }), call, failed, AGENT).decision).toBe(decision)
    expect(refusalOf(decide(guard, call, failed, AGENT)).unknown).toEqual([
      { claim: 'balance', why: 'looking it up in order failed: no answer in time' },
    ])
    // A broken rule is refused whatever the guard does about open ones.
    const broken = objectOf('{"order_id":"o1","amount":60,"fee":"1 USD"}')
    expect(decide(prepared({ ...REFUND_GUARD, unknown: 'pass' }), broken, failed, AGENT).decision).toBe('refuse')
  })

  it.each([
    ['a text that is no number', '{"order_id":"o1","amount":"many","fee":"1 USD"}'],
    ['another type', '{"order_id":"o1","amount":{"value":5},"fee":"1 USD"}'],
    ['a number outside the range', '{"order_id":"o1","amount":-1,"fee":"1 USD"}'],
    ['another unit', '{"order_id":"o1","amount":"5 EUR","fee":"1 USD"}'],
    ['a unit that does not convert', '{"order_id":"o1","amount":45,"fee":"5 kg"}'],
    ['a number with too many digits', `{"order_id":"o1","amount":1${'0'.repeat(5_000)}}`],
    ['a text that is too long', `{"order_id":"o1","amount":"${'9'.repeat(20_000)}"}`],
  ])('is refused for %s, even if open rules pass', (_, call) => {
    const lenient = prepared({ ...REFUND_GUARD, unknown: 'pass' })
    const refusal = refusalOf(decide(lenient, objectOf(call), paid('{"paid":80}'), AGENT))
    expect(refusal).toMatchObject({ code: 'ARGUMENTS_INVALID', assertion: null, nearest: { arguments: null } })
  })

  it.each([
    ['a record with another type', '{"paid":"much"}'],
    ['a record without the field', '{}'],
    ['a record with null', '{"paid":null}'],
    ['a record with an endless value', `{"paid":"${'9'.repeat(20_000)}"}`],
  ])('is open for %s', (_, record) => {
    const call = objectOf('{"order_id":"o1","amount":45,"fee":"1 USD"}')
    expect(refusalOf(decide(guard, call, paid(record), AGENT))).toMatchObject({
      code: 'RULE_OPEN',
      assertion: 'covered',
    })
  })

  it('is open without an argument, a session and a source', () => {
    const { role: _role, ...claims } = REFUND_CLAIMS
    expect(
      refusalOf(decide(guard, objectOf('{"order_id":"o1","fee":"1 USD"}'), paid('{"paid":80}'), AGENT)).unknown,
    ).toEqual([{ claim: 'amount', why: 'the call has no such argument' }])
    const call = objectOf('{"order_id":"o1","amount":60,"fee":"1 USD"}')
    const why = (of: PreparedGuard) => refusalOf(decide(of, call, paid('{"paid":80}'))).unknown
    expect(why(guard)).toEqual([{ claim: 'role', why: 'the session does not say it' }])
    expect(why(prepared({ ...REFUND_GUARD, claims }))).toEqual([
      { claim: 'role', why: 'the claim map names no source' },
    ])
  })
})

it('proposes no argument that a lookup reads, because other records would be looked up', () => {
  const source = 'version 1.4;\ndeclare n as whole;\ndeclare m as whole;\nassert small { n + m <= 5 };\n'
  const claims = {
    n: { from: 'argument', path: '$.rows[0].n' },
    m: { from: 'argument', path: '$.m', propose: false },
  }
  const call = objectOf('{"rows":[{"n":9}],"m":1}')
  const nearest = (lookups: Guarded['lookups']) =>
    refusalOf(decide(prepared({ source, claims, ...(lookups && { lookups }) }), call)).nearest.arguments
  expect(writeJson(nearest(undefined))).toBe('{"rows":[{"n":4}],"m":1}')
  for (const path of ['$.rows[0].n', '$.rows[*].n', '$.rows', '$', '$[*]', '$.rows[-1]'])
    expect([path, nearest({ row: { arguments: [path] } })]).toEqual([path, null])
})

it('reads counts, mapped values and several values at a path', () => {
  const source =
    'version 1.4;\ndeclare people as whole;\ndeclare paid as boolean;\ndeclare city as enum {"a", "b"};\nassert fits { And(people <= 2, paid, city == "a") };\n'
  const claims = {
    people: { from: 'argument', path: '$.groups[*].people', read: 'count' },
    paid: { from: 'argument', path: '$.paid', values: { yes: true, no: false, '1.0': true } },
    city: { from: 'argument', path: '$.cities[*]' },
  }
  const guard = prepared({ source, claims })
  const answer = (text: string) => decide(guard, objectOf(text))
  const group = (count: number) => `{"people":[${Array.from({ length: count }, () => '{}').join(',')}]}`
  const call = (groups: string, paid: string, cities: string) =>
    `{"groups":[${groups}],"paid":${paid},"cities":${cities}}`
  expect(answer(call(`${group(1)},${group(1)}`, '"yes"', '["a"]')).decision).toBe('pass')
  expect(answer(call(group(2), '1.0', '["a"]')).decision).toBe('pass')
  expect(refusalOf(answer(call(`${group(2)},${group(1)}`, '"yes"', '["a"]'))).code).toBe('RULE_BROKEN')
  const unpaid = refusalOf(answer(call(group(0), '"no"', '["a"]'))).nearest.arguments
  expect(writeJson(unpaid)).toBe(call(group(0), '"yes"', '["a"]'))
  for (const wrong of [
    call('{"people":{}}', '"yes"', '["a"]'),
    call(group(1), '"maybe"', '["a"]'),
    call(group(1), '[]', '["a"]'),
  ])
    expect(refusalOf(answer(wrong)).code).toBe('ARGUMENTS_INVALID')
  expect(refusalOf(answer(call(group(1), '"yes"', '["a","a"]'))).unknown).toEqual([
    { claim: 'city', why: 'there are 2 values at $.cities[*]' },
  ])
})

it('lists every mistake of a claim map', () => {
  const wrong = {
    ...REFUND_CLAIMS,
    amount: { from: 'argument', path: '$..amount' },
    balance: { from: 'lookup', lookup: 'orders', path: '$.paid' },
    prize: { from: 'constant', value: true },
  }
  const fields = (guarded: Guarded) => {
    const preparation = prepare(guarded)
    return preparation.ok ? [] : preparation.mistakes.map(({ field }) => field)
  }
  const lookups = { order: { arguments: ['order_id'] } }
  expect(fields({ source: REFUND, claims: wrong, lookups })).toEqual([
    'map.claims.prize',
    'map.claims.amount.path',
    'map.claims.balance.lookup',
    'map.lookups.order.arguments.0',
  ])
  const values = { from: 'argument', path: '$.when', values: { today: 'now', soon: 'tomorrow' } }
  const limit = { from: 'constant', value: '50 kg' }
  expect(fields({ ...REFUND_GUARD, claims: { ...REFUND_CLAIMS, limit, speed: values } })).toEqual([
    'map.claims.limit.value',
    'map.claims.speed.values.soon',
  ])
})

const NAMES = ['a', 'b', 'c', 'd'] as const
const HUES = ['red', 'green', 'blue']
const atom = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom(...HUES).map((hue) => `d == "${hue}"`),
)
const condition = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc
      .tuple(fc.constantFrom('And', 'Or', 'Implies', 'Xor'), tie('node'), tie('node'))
      .map(([f, x, y]) => `${f}(${x}, ${y})`),
    tie('node').map((x) => `Not(${x})`),
  ),
})).node
const place = fc.constantFrom('free', 'fixed', 'lookup', 'visible', 'absent')
const truth = fc.constantFrom(true, false)

it('proposes arguments that pass, and finds those that there are', { tags: ['repeated'] }, () => {
  const cases = fc.record({
    rules: fc.array(condition, { minLength: 1, maxLength: 3 }),
    places: fc.tuple(place, place, place, place),
    values: fc.tuple(truth, truth, truth, fc.constantFrom(...HUES)),
  })
  let proposals = 0
  let refused = 0
  fc.assert(
    fc.property(cases, ({ rules, places, values }) => {
      const source = `version 1.4;\ndeclare a as boolean;\ndeclare b as boolean;\ndeclare c as boolean;\ndeclare d as enum {"red", "green", "blue"};\n${rules.map((rule, index) => `assert r${index} { ${rule} };`).join('\n')}\n`
      const claims = Object.fromEntries(NAMES.map((name, index) => [name, sourceOf(name, places[index]!)]))
      const guard = prepared({ source, claims, lookups: { row: { arguments: [] } } })
      const isLookedUp = (index: number) => places[index] === 'lookup' || places[index] === 'visible'
      const entries = NAMES.map((name, index) => [name, values[index]!, index] as const)
      const submitted = entries.filter(([, , index]) => !isLookedUp(index) && places[index] !== 'absent')
      const call = Object.fromEntries(submitted.map(([name, value]) => [name, value]))
      const row = { row: { value: Object.fromEntries(entries.map(([name, value]) => [name, value])) } }
      const decision = decide(guard, call, row)
      if (decision.decision === 'pass') return
      refused++
      const { nearest } = decision.refusal
      if (nearest.arguments !== null) {
        proposals++
        expect(decide(guard, nearest.arguments, row).decision).toBe('pass')
        return
      }
      if (places.includes('lookup')) return
      const free = NAMES.filter((_, index) => places[index] === 'free' || places[index] === 'absent')
      for (const other of otherCalls(call, free)) expect(decide(guard, other, row).decision).not.toBe('pass')
    }),
    { numRuns: repetitions(2_000) },
  )
  expect(proposals).toBeGreaterThan(refused / 10)
})

function sourceOf(name: string, where: string) {
  if (where === 'lookup' || where === 'visible')
    return { from: 'lookup', lookup: 'row', path: `$.${name}`, visible: where === 'visible' }
  return { from: 'argument', path: `$.${name}`, propose: where !== 'fixed' }
}

function otherCalls(call: JsonObject, free: readonly (typeof NAMES)[number][]): readonly JsonObject[] {
  return free.reduce<readonly JsonObject[]>(
    (calls, name) =>
      calls.flatMap((each) => (name === 'd' ? HUES : [true, false]).map((value) => ({ ...each, [name]: value }))),
    [call],
  )
}
