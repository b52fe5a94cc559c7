import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { OPERATIONS } from '../../api/operations'
import { readRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { checkResult } from '../../api/schemas/check'
import { compiledRuleset } from '../../api/schemas/ruleset'
import { bridge, converterAdded, unitList } from '../../api/schemas/units'
import type { Service } from '../create-service'
import { BUILT_IN_HASH } from '../library/unit-libraries'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let tested: ServicesUnderTest
let service: Service
let other: Service
beforeAll(async () => {
  tested = await startServices(2)
  ;[service, other] = tested.services as [Service, Service]
})
afterAll(() => tested.stop())

/** The account is read for every call, as a handler does. */
interface Holder {
  readonly credentialId: string
}

async function newHolder(): Promise<Holder> {
  const { credentialId } = await tested.fullCaller()
  if (credentialId === null) throw new Error('a full caller holds a credential')
  return { credentialId }
}

const contextOf = async (on: Service, { credentialId }: Holder) =>
  ({ caller: await on.authenticateById(credentialId), channel: 'program', addressKey: () => 'test' }) as const
const add = async (on: Service, holder: Holder, request: Record<string, unknown> | string) => {
  const text = typeof request === 'string' ? request : JSON.stringify(request)
  const input = readRequest<z.ZodType>(OPERATIONS.addConverter.body.schema, text, true)
  const { body } = await on.addConverter(await contextOf(on, holder), input as never)
  return converterAdded.parse(JSON.parse(body))
}
const rate = (from_unit: string, to_unit: string, factor: number) => ({ from_unit, to_unit, factor })
const bridged = async (on: Service, holder: Holder, from_unit: string, to_unit: string) =>
  bridge.parse(JSON.parse((await on.bridgeUnits(await contextOf(on, holder), { from_unit, to_unit })).body))
const list = async (on: Service, holder: Holder) =>
  unitList.parse(JSON.parse((await on.listUnits(await contextOf(on, holder), {})).body))
const compile = async (on: Service, holder: Holder, source: string) =>
  compiledRuleset.parse(
    JSON.parse(await callOperation(on, 'compile', (await contextOf(on, holder)).caller, { source })),
  )
const check = async (on: Service, holder: Holder, request: Record<string, unknown>) =>
  callOperation(on, 'check', (await contextOf(on, holder)).caller, request)
const save = async (holder: Holder, name: string, source: string) =>
  callOperation(service, 'saveRuleset', (await contextOf(service, holder)).caller, { name, source })
const refusalOf = async (answer: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return error
}

const LIMIT = `// @unit amount USD
declare amount as numeric;
assert low { amount < 100 "EUR" };
`

describe('adding a converter', () => {
  it('answers the converter as it is used, and the library in force', async () => {
    const holder = await newHolder()
    const began = tested.now()
    const first = await add(service, holder, {
      ...rate('USD', 'EUR', 0.9),
      attribution: 'the bank’s table of 1 March',
    })
    expect(first).toMatchObject({
      converter: {
        ...{ from_unit: 'USD', to_unit: 'EUR', factor: 0.9, factor_exact: '0.9', offset: 0, offset_exact: '0' },
        attribution: 'the bank’s table of 1 March',
        added_by: 'test',
        added_at: expect.any(String),
      },
      previous_unit_library_hash: null,
      affected: [],
    })
    const at = Date.parse(first.converter.added_at)
    expect([at >= began, at <= tested.now()]).toEqual([true, true])
    const text = 'unit library 1\nEUR = USD * 0.9 + 0\n'
    expect(first.unit_library_hash).toBe(createHash('sha256').update(text).digest('hex'))
    const second = await add(service, holder, { ...rate('hours', 'months', 0.00625), attribution: null })
    expect(second.previous_unit_library_hash).toBe(first.unit_library_hash)
    const { unit_library_hash, converters, standards } = await list(service, holder)
    expect(unit_library_hash).toBe(second.unit_library_hash)
    expect(converters).toEqual([first.converter, second.converter])
    expect(standards.map(({ name }) => name)).toEqual([
      ...['length', 'mass', 'time', 'temperature', 'information', 'currency', 'dimensionless'],
    ])
  })

  it('applies to the very next call, even if the library was requested before', async () => {
    const holder = await newHolder()
    const source = LIMIT
    const before = await compile(service, holder, source)
    expect(before).toMatchObject({
      unit_library_hash: null,
      unbridged_units: [{ rule: 'low', from: 'USD', to: 'EUR', cause: 'missing' }],
    })
    for (const factor of [0.5, 2]) {
      const { unit_library_hash } = await add(service, holder, rate('USD', 'EUR', factor))
      expect(await compile(service, holder, source)).toMatchObject({ unit_library_hash, unbridged_units: [] })
      expect(await bridged(service, holder, 'USD', 'EUR')).toMatchObject({ factor, path: [`1 USD = ${factor} EUR`] })
      const answer = checkResult.parse(
        JSON.parse(await check(service, holder, { source, claims: { amount: '150 USD' } })),
      )
      expect([answer.unit_library_hash, answer.rules[0]?.assertions[0]?.check]).toEqual([
        unit_library_hash,
        factor === 0.5 ? 'TRUE' : 'FALSE',
      ])
    }
  })

  it('applies in other processes within a second', async () => {
    const holder = await newHolder()
    expect(await bridged(other, holder, 'USD', 'EUR')).toMatchObject({ status: 'no_path' })
    await add(service, holder, rate('USD', 'EUR', 0.9))
    tested.pass(1_000)
    expect(await bridged(other, holder, 'USD', 'EUR')).toMatchObject({ status: 'convertible', ratio: '9/10' })
  })

  it('changes nothing in another namespace', async () => {
    const [holder, stranger] = [await newHolder(), await newHolder()]
    const { unit_library_hash } = await add(service, holder, rate('USD', 'EUR', 0.9))
    expect(await bridged(service, stranger, 'USD', 'EUR')).toMatchObject({ status: 'no_path' })
    expect((await list(service, stranger)).converters).toEqual([])
    const replay = check(service, stranger, { source: LIMIT, claims: { amount: '1 USD' }, unit_library_hash })
    expect(await refusalOf(replay)).toMatchObject({ code: 'RULESET_NOT_FOUND' })
  })

  it('replaces the converter of its pair, in either direction', async () => {
    const holder = await newHolder()
    await add(service, holder, rate('USD', 'EUR', 0.9))
    await add(service, holder, rate('GBP', 'EUR', 1.2))
    await add(service, holder, rate('EUR', 'USD', 4))
    expect((await list(service, holder)).converters.map(({ from_unit, to_unit }) => [from_unit, to_unit])).toEqual([
      ['GBP', 'EUR'],
      ['EUR', 'USD'],
    ])
    expect(await bridged(service, holder, 'USD', 'GBP')).toMatchObject({ ratio: '5/24' })
  })

  it('keeps the digits that were sent, and refuses more than the budget before any work', async () => {
    const holder = await newHolder()
    const digits = `0.${'123456789'.repeat(111)}`
    const { converter } = await add(service, holder, `{"from_unit":"USD","to_unit":"EUR","factor":${digits}}`)
    expect([converter.factor_exact, converter.factor]).toEqual([digits, Number(digits)])
    const tiny = await add(service, holder, '{"from_unit":"USD","to_unit":"GBP","factor":1e-1000,"offset":-2.50E1}')
    expect(tiny.converter).toMatchObject({
      factor: 0,
      factor_exact: `0.${'0'.repeat(999)}1`,
      offset: -25,
      offset_exact: '-25',
    })
    // The stored converter can be read again, although it prints with more digits than the request had.
    expect(await bridged(service, holder, 'USD', 'GBP')).toMatchObject({ status: 'convertible', exact_offset: '-25' })
    for (const [field, numeral, actual] of [
      ['factor', '1e1000', 1_001],
      ['factor', '1e999999999', 1_000_000_000],
      ['offset', '-1e-999999999', 999_999_999],
      ['offset', `0.${'1'.repeat(1_000)}`, 1_001],
    ] as const) {
      const [factor, offset] = field === 'factor' ? [numeral, '0'] : ['1', numeral]
      const bomb = add(service, holder, `{"from_unit":"usd","to_unit":"EUR","factor":${factor},"offset":${offset}}`)
      expect(await refusalOf(bomb)).toMatchObject({
        code: 'BUDGET_EXCEEDED',
        details: { budget: 'numeral_digits', limit: 1_000, actual },
      })
    }
  })

  it('reports every problem at once, on the fields of the request', async () => {
    const holder = await newHolder()
    const wrong = { ...rate('usd/hurs', 'fl oz', -1), attribution: 'a\u0000b' }
    const { code, status, details } = await refusalOf(add(service, holder, wrong))
    expect([code, status, details.failure_count]).toEqual(['BAD_REQUEST', 400, 4])
    expect(details.failures).toEqual([
      {
        field: 'from_unit',
        expected:
          'a unit of the built-in standards such as "kg", "m/s" or "USD/mo": they have no "usd"; did you mean "USD/hours"?',
        received: 'the string "usd/hurs"',
      },
      {
        field: 'to_unit',
        expected:
          'a unit of the built-in standards such as "kg", "m/s" or "USD/mo": "fl oz" cannot be read; did you mean "fl_oz"?',
        received: 'the string "fl oz"',
      },
      { field: 'factor', expected: 'a number above zero', received: 'the number -1' },
      {
        field: 'attribution',
        expected: 'one line of text without control characters',
        received: 'the string "a\\u0000b"',
      },
    ])
    const compound = await refusalOf(add(service, holder, { ...rate('km/h', 'm/s', 2), offset: 1 }))
    expect(compound.details.failures?.map(({ field, expected }) => [field, expected.slice(0, 46)])).toEqual([
      ['to_unit', 'a unit that the built-in standards do not conv'],
      ['offset', 'no offset, or 0: an offset joins simple units '],
    ])
    expect(await list(service, holder)).toMatchObject({ unit_library_hash: null, converters: [] })
  })

  it('loses no converter of many that two processes add at once', { tags: ['nightly'] }, async () => {
    const holder = await newHolder()
    const codes = ['EUR', 'GBP', 'CHF', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'CAD', 'AUD']
    const added = await Promise.all(
      codes.map((code, i) => add(i % 2 === 0 ? service : other, holder, rate('USD', code, i + 1))),
    )
    const { converters, unit_library_hash } = await list(service, holder)
    expect(converters.map(({ to_unit, factor }) => [to_unit, factor]).sort()).toEqual(
      codes.map((code, i) => [code, i + 1]).sort(),
    )
    const lines = converters.map(({ to_unit, factor_exact }) => `${to_unit} = USD * ${factor_exact} + 0\n`)
    const text = `unit library 1\n${lines.sort().join('')}`
    expect(unit_library_hash).toBe(createHash('sha256').update(text).digest('hex'))
    // The hashes form one chain from the built-in standards to the library in force.
    const next = new Map(added.map((one) => [one.previous_unit_library_hash, one.unit_library_hash]))
    let hash: string | null = null
    for (const _ of codes) hash = next.get(hash) ?? 'no library follows'
    expect(hash).toBe(unit_library_hash)
  })
})

describe('a replay', () => {
  it('gives the bytes of the earlier check, under every library that was in force', async () => {
    const holder = await newHolder()
    const requests = ['150 USD', '150 EUR', '7 GBP', 'unknown'].map((amount) => ({ source: LIMIT, claims: { amount } }))
    const all = () => Promise.all(requests.map((request) => check(service, holder, request)))
    const then: { hash: string; answers: string[] }[] = [{ hash: BUILT_IN_HASH, answers: await all() }]
    for (const [from, to, factor] of [
      ['USD', 'EUR', 0.5],
      ['USD', 'GBP', 0.25],
      ['USD', 'EUR', 2],
      ['EUR', 'GBP', 0.1],
    ] as const) {
      const { unit_library_hash } = await add(service, holder, rate(from, to, factor))
      then.push({ hash: unit_library_hash, answers: await all() })
    }
    expect(new Set(then.map(({ answers }) => answers.join())).size).toBe(then.length)
    for (const on of [service, other])
      for (const { hash, answers } of then)
        expect(
          await Promise.all(requests.map((request) => check(on, holder, { ...request, unit_library_hash: hash }))),
        ).toEqual(answers)
    expect(await check(service, holder, requests[0]!)).toBe(then.at(-1)!.answers[0])
    expect(await check(service, holder, { ...requests[0], unit_library_hash: null })).toBe(then[0]!.answers[0])
  })

  it('is refused for an unknown library', async () => {
    const holder = await newHolder()
    const unknown = { source: LIMIT, claims: { amount: '1 USD' }, unit_library_hash: 'a'.repeat(64) }
    expect(await refusalOf(check(service, holder, unknown))).toMatchObject({ code: 'RULESET_NOT_FOUND', status: 404 })
  })
})

describe('the names affected', () => {
  const rulesets = {
    compares: LIMIT,
    'measures only': '// @unit fee GBP\ndeclare fee as numeric;\nassert some { fee > 1 "GBP" };\n',
    'of neither': '// @unit mass kg\ndeclare mass as numeric;\nassert light { mass < 5 "lb" };\n',
    'no units': 'declare paid as boolean;\nassert is_paid { paid };\n',
    'by the hour': '// @unit pay USD/h\ndeclare pay as numeric;\nassert fair { pay > 10 "USD/h" };\n',
    bare: 'declare n as numeric;\nassert some { n > 10 "CHF" };\n',
    literals: 'declare paid as boolean;\nassert odd { Or(paid, 3 "USD" < 4 "EUR") };\n',
  }
  const namesOf = async (holder: Holder, request: Record<string, unknown>) =>
    (await add(service, holder, request)).affected

  it('are in order those whose compile or check can change, even if the name moved', {
    tags: ['nightly'],
  }, async () => {
    const holder = await newHolder()
    for (const [name, source] of Object.entries(rulesets)) await save(holder, name, source)
    await save(holder, 'moved', LIMIT)
    await save(holder, 'moved', rulesets['no units'])
    await save(holder, 'twice', LIMIT)
    expect(await namesOf(holder, rate('USD', 'EUR', 0.9))).toEqual(['by the hour', 'compares', 'literals', 'twice'])
    // The same converter changes nothing; another one for the pair does.
    expect(await namesOf(holder, rate('USD', 'EUR', 0.9))).toEqual([])
    expect(await namesOf(holder, rate('EUR', 'USD', 1))).toEqual(['by the hour', 'compares', 'literals', 'twice'])
    // GBP joins the chain of USD and EUR.
    expect(await namesOf(holder, rate('GBP', 'EUR', 2))).toEqual(['by the hour', 'compares', 'measures only', 'twice'])
    // A chain already had the same factor.
    expect(await namesOf(holder, rate('GBP', 'USD', 2))).toEqual([])
    // The values of a claim without a unit are bare numbers.
    expect(await namesOf(holder, rate('CHF', 'JPY', 150))).toEqual([])
  })

  it('are exactly those whose bytes change', async () => {
    const holder = await newHolder()
    for (const [name, source] of Object.entries(rulesets)) await save(holder, name, source)
    const claims = [
      { amount: '5 EUR', fee: '5 EUR', mass: '5 EUR', pay: '5 EUR/h', n: 5, paid: 'unknown' },
      { amount: '5 GBP', fee: '5 USD', mass: '5 g', pay: '5 GBP/d', n: 5, paid: true },
      { amount: '5 h', fee: '5 CHF', mass: '5 L', pay: '5 USD/mo', n: 5, paid: true },
    ] as const
    const bytes = async (source: string) => {
      const { unit_library_hash: _, ...compiled } = await compile(service, holder, source)
      const declared = compiled.manifest.claims.map(({ claim }) => claim)
      const answers = await Promise.all(
        claims.map((all) =>
          check(service, holder, {
            source,
            claims: Object.fromEntries(Object.entries(all).filter(([name]) => declared.includes(name))),
          }),
        ),
      )
      return JSON.stringify([compiled, answers.map((answer) => ({ ...JSON.parse(answer), unit_library_hash: null }))])
    }
    const all = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(rulesets).map(async ([name, source]) => [name, await bytes(source)])),
      )
    let before = await all()
    for (const request of [
      rate('USD', 'EUR', 0.9),
      rate('EUR', 'GBP', 0.8),
      rate('USD', 'GBP', 0.72),
      rate('USD', 'GBP', 0.75),
      rate('h', 'mo', 0.00625),
      rate('L', 'kg', 1),
      rate('USD', 'EUR', 0.95),
    ]) {
      const affected = await namesOf(holder, request)
      const after = await all()
      const differing = Object.keys(rulesets).filter((name) => before[name] !== after[name])
      expect([request, affected]).toEqual([request, [...differing].sort()])
      before = after
    }
  })

  it('include a ruleset that a converter lets compile or no longer compile', async () => {
    const holder = await newHolder()
    // A unitless claim that meets two inconvertible units is an error.
    await add(service, holder, rate('USD', 'EUR', 0.9))
    await save(holder, 'two units', 'declare n as numeric;\nassert a { n > 1 "USD" };\nassert b { n < 9 "EUR" };\n')
    await add(service, holder, rate('USD', 'GBP', 0.8))
    await add(service, holder, rate('GBP', 'CHF', 1))
    await save(holder, 'two more', 'declare n as numeric;\nassert a { n > 1 "USD" };\nassert b { n < 9 "CHF" };\n')
    // Two chains of equal length from USD to CHF disagree.
    expect(await namesOf(holder, rate('EUR', 'CHF', 1))).toEqual(['two more'])
    const source = 'declare n as numeric;\nassert a { n > 1 "USD" };\nassert b { n < 9 "CHF" };\n'
    expect(await refusalOf(compile(service, holder, source))).toMatchObject({ code: 'COMPILE_FAILED' })
    expect(await namesOf(holder, rate('USD', 'CHF', 1))).toEqual(['two more'])
    await compile(service, holder, source)
  })
})
