import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRequest } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import { checkResult } from '../../api/schemas/check'
import { bridge, converterAdded, converterRequest } from '../../api/schemas/units'
import { isRational, parseNumeral, printNumeral } from '../../language/numeric/numeral'
import { add, type Rational } from '../../language/numeric/rational'
import { repetitions } from '../../testing/repetitions'
import type { Caller } from '../calls/caller'
import type { Service } from '../create-service'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'

let tested: ServicesUnderTest
let service: Service
beforeAll(async () => {
  tested = await startServices(1)
  service = tested.services[0]!
})
afterAll(() => tested.stop())

interface Posted {
  readonly from_unit: string
  readonly to_unit: string
  readonly factor: string
  readonly offset: string
}

const fresh = async ({ credentialId }: Caller) =>
  ({ caller: await service.authenticateById(credentialId!), channel: 'program', addressKey: () => 'test' }) as const
const post = async (caller: Caller, { from_unit, to_unit, factor, offset }: Posted) => {
  const text = `{"from_unit":"${from_unit}","to_unit":"${to_unit}","factor":${factor},"offset":${offset}}`
  const { body } = await service.addConverter(await fresh(caller), readRequest(converterRequest, text, true))
  return converterAdded.parse(JSON.parse(body)).unit_library_hash
}
const exact = (numeral: string): Rational => {
  const value = parseNumeral(numeral, Number.MAX_SAFE_INTEGER)
  if (!isRational(value)) throw new Error(`${numeral} is no numeral`)
  return value
}

const currency = fc.constantFrom('USD', 'EUR', 'GBP', 'CHF', 'JPY', '$')
const numeral = fc.constantFrom('2', '0.5', '1.25', '3', '1e2', '0.90', '12345678901234567890.123456789')
const posted: fc.Arbitrary<Posted> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ from_unit: currency, to_unit: currency, factor: numeral, offset: fc.constantFrom('0', '0', '-3.5') })
      .filter(({ from_unit, to_unit }) => from_unit !== to_unit),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Posted>(
      { from_unit: 'hours', to_unit: 'mo', factor: '0.00625', offset: '0' },
      { from_unit: 'd', to_unit: 'mo', factor: '0.05', offset: '0' },
      { from_unit: 'gal', to_unit: 'L', factor: '4', offset: '0' },
      { from_unit: 'L', to_unit: 'kg', factor: '1', offset: '0' },
      { from_unit: 'degC', to_unit: 'GBP', factor: '2', offset: '1' },
      { from_unit: 'USD/h', to_unit: 'EUR/mo', factor: '150', offset: '0' },
    ),
  },
)
const pairOf = ({ from_unit, to_unit }: Posted) => [from_unit, to_unit].sort().join(' ')
const library = fc.uniqueArray(posted, { selector: pairOf, maxLength: 5 })

it('one set of converters has one hash, whatever the order of posting and whatever it replaced', {
  tags: ['repeated'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      library.filter((set) => set.length > 0),
      fc.infiniteStream(fc.nat()),
      fc.array(fc.nat(4), { maxLength: 2 }),
      async (set, keys, replaced) => {
        const shuffled = set.map((one) => [keys.next().value, one] as const).sort((a, b) => a[0] - b[0])
        const [one, other] = [await tested.fullCaller(), await tested.fullCaller()]
        let [first, second] = ['', '']
        for (const each of set) first = await post(one, each)
        // Some are posted with another factor first.
        for (const index of replaced) {
          const each = set[index % set.length]!
          await post(other, { ...each, from_unit: each.to_unit, to_unit: each.from_unit, factor: '7', offset: '0' })
        }
        for (const [, each] of shuffled) second = await post(other, each)
        expect(second).toBe(first)
      },
    ),
    { numRuns: repetitions(25) },
  )
})

const unit = fc.constantFrom(
  ...[
    'USD',
    'EUR',
    'GBP',
    'CHF',
    '$',
    'USD/h',
    'EUR/h',
    'EUR/mo',
    'GBP/yr',
    'USD2',
    'EUR.GBP',
    'h',
    'min',
    'mo',
    'yr',
    'd',
  ],
  ...['degC', 'degF', 'K', 'gal', 'L', 'm3', 'kg', 'lb', 'kg/m3', '%', 'bp', 'hours', 'widgets', 'usd', 'kgs/L'],
)

/** One pair of each status, which random pairs may miss. */
const HOURS_AND_DAYS: Posted[] = [
  { from_unit: 'hours', to_unit: 'mo', factor: '0.00625', offset: '0' },
  { from_unit: 'd', to_unit: 'mo', factor: '0.05', offset: '0' },
]
const OF_EACH_STATUS: [string, string][] = [
  ['USD', 'USD'],
  ['h', 'd'],
  ['h', 'yr'],
  ['USD', 'kg'],
  ['widgets', 'h'],
]

it('bridge agrees with check for any two units', { tags: ['repeated'] }, async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(library, fc.array(fc.tuple(unit, unit), { minLength: 8, maxLength: 8 }), async (set, pairs) => {
      const caller = await tested.fullCaller()
      for (const one of set) await post(caller, one)
      for (const [from_unit, to_unit] of pairs) {
        const context = await fresh(caller)
        const bridged = bridge.parse(JSON.parse((await service.bridgeUnits(context, { from_unit, to_unit })).body))
        seen.set(bridged.status, (seen.get(bridged.status) ?? 0) + 1)
        // A claim cannot have an unknown unit without owning the symbol.
        if (bridged.status === 'unknown_unit' && bridged.to === to_unit && !isKnown(to_unit)) continue
        // The check compares the bridge's value with its own conversion.
        const one =
          bridged.ratio === undefined ? '1' : printNumeral(add(exact(bridged.ratio), exact(bridged.exact_offset!)))
        const source = `// @unit sent ${bridged.to}
declare sent as numeric;
// @unit expected ${bridged.to}
declare expected as numeric;
assert same { sent == expected };
`
        const checked = callOperation(service, 'check', context.caller, {
          source,
          claims: { sent: `1 ${from_unit}`, expected: `${one} ${bridged.to}` },
        })
        if (bridged.status === 'unknown_unit') {
          await expect(checked).rejects.toMatchObject({ code: 'VALIDATION_REJECTED' })
          await expect(checked).rejects.toBeInstanceOf(Refusal)
          continue
        }
        const { rules, claims } = checkResult.parse(JSON.parse(await checked))
        const conversion = claims.quantities?.find(({ claim }) => claim === 'sent')?.conversion
        const result = rules[0]?.assertions[0]
        const pair = [from_unit, to_unit, conversion?.status ?? 'same', conversion?.factor, result?.check]
        const decided = bridged.status === 'same' || bridged.status === 'convertible'
        expect(pair).toEqual([
          ...[from_unit, to_unit, bridged.status],
          bridged.status === 'convertible' ? bridged.factor : undefined,
          decided ? 'TRUE' : 'UNKNOWN',
        ])
        expect(result?.unbridged_units).toEqual(decided ? undefined : [{ from: from_unit, to: bridged.to }])
      }
    }),
    { numRuns: repetitions(40), examples: [[HOURS_AND_DAYS, OF_EACH_STATUS]] },
  )
  expect([...seen.keys()].sort()).toEqual(['ambiguous', 'convertible', 'no_path', 'same', 'unknown_unit'])
})

function isKnown(text: string): boolean {
  return !['widgets', 'usd', 'kgs/L'].includes(text)
}
