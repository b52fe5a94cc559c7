import { describe, expect, it } from 'vitest'
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { underBuiltIn } from '../testing/checked-witnesses'
import { compareRulesets } from './comparison'
import type { Band, Comparison } from './comparison-result'

const solver = startSolver()

function compare(before: string, after: string): Comparison {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(50_000_000) } as const
  return compareRulesets(underBuiltIn(compileText(before)), underBuiltIn(compileText(after)), tools)
}

const sentences = ({ findings }: Comparison, ...kinds: readonly string[]) =>
  findings.filter(({ kind }) => kinds.includes(kind)).map(({ sentence }) => sentence)

describe('a definition with the same number in another unit', () => {
  const text = '// @unit way m\ndeclare way as numeric;\nlet limit = 5 "m";\nassert near { way <= limit };\n'

  it('is reported as changed', () => {
    const comparison = compare(text, text.replace('5 "m"', '5 "km"'))
    expect(sentences(comparison, 'definition-changed')).toEqual([
      'The definition ‘limit’ changed; the answers of these assertions follow it: Near (near).',
    ])
  })

  it('does not mean the same under another name', () => {
    const comparison = compare(text, text.replace('5 "m"', '5 "km"').replaceAll('limit', 'most'))
    expect(comparison.findings.map(({ kind }) => kind)).toEqual(['definition-added', 'definition-removed', 'looser'])
  })

  it('is not confused with another renamed definition', () => {
    const text = (lets: string, one: string, other: string) =>
      `// @unit way m\ndeclare way as numeric;\n${lets}\nassert at { Or(IsMember(way, ${one}), IsMember(way, ${other})) };\n`
    const before = text('let far = {5 "m"};\nlet afar = {5 "km"};', 'far', 'afar')
    const after = text('let distant = {5 "km"};\nlet near = {5 "m"};', 'near', 'distant')
    expect(sentences(compare(before, after), 'definition-renamed')).toEqual([
      'The definition ‘distant’ was called ‘afar’ before; it means the same.',
      'The definition ‘near’ was called ‘far’ before; it means the same.',
    ])
  })
})

it('does not prove a definition unchanged that a changed assertion no longer names', () => {
  const head = 'declare n as numeric;\n'
  const before = `${head}let high = n > 5;\nassert a { high };\n`
  const comparison = compare(before, `${head}let high = n > 7;\nassert a { n > 7 };\n`)
  expect(sentences(comparison, 'rewritten', 'rewritten-outcome')).toEqual([])
  expect(sentences(comparison, 'definition-changed')).toEqual([
    'The definition ‘high’ changed; the answers of these assertions follow it: A (a).',
  ])
})

describe('a range in another unit', () => {
  const text = (unit: string, range: string) =>
    `// @unit way ${unit}\n// @range way ${range}\ndeclare way as numeric;\nassert short { way <= 1 "km" };\n`
  const changes = (before: string, after: string) =>
    compare(before, after).findings.flatMap(({ kind }) => (kind.startsWith('range-') ? [kind] : []))

  it.each([
    ['0..1000', []],
    ['0..5000', ['range-narrowed']],
    ['0..500', ['range-widened']],
    ['500..5000', ['range-moved']],
  ])('%s m, then 0..1 km', (range, kinds) => {
    expect(changes(text('m', range), text('km', '0..1'))).toEqual(kinds)
  })

  it('counts as added or removed if only one side has it', () => {
    const free = '// @unit way m\ndeclare way as numeric;\nassert short { way <= 1 "km" };\n'
    expect(changes(free, text('km', '0..1'))).toEqual(['range-added'])
    expect(changes(text('km', '0..1'), free)).toEqual(['range-removed'])
  })
})

it('names a removed claim if leaving it unknown shows the difference', () => {
  const claim = (name: string) => `// @range ${name} 0..10\ndeclare ${name} as numeric;\n`
  const before = `${claim('d')}${claim('e')}assert a { Or(e > 10, d < 5) };\n`
  const [sentence] = sentences(compare(before, `${claim('d')}assert a { d < 5 };\n`), 'outside-ranges')
  expect(sentence).toMatch(/If e is unknown, it can be UNKNOWN before and FALSE now\.$/)
})

it('ends a region at the end of one range if the other ruleset accepts more', () => {
  const text = (range: string, most: number) =>
    `// @range n ${range}\ndeclare n as numeric;\nassert a { n < ${most} };\n`
  const [pair] = compare(text('0..10', 8), text('5..20', 12)).pairs
  const [region] = pair!.changes[0]!.regions
  expect(region).toMatchObject({ words: 'from 8 up to 10', to: { value: '10', included: true }, value: '8' })
  const [both] = compare(text('0..10', 8), text('0..10', 12)).pairs
  expect(both!.changes[0]!.regions[0]).toMatchObject({ words: 'at least 8', to: null })
})

it('draws the bands of a region over the range that each ruleset gives the claim', () => {
  const text = (range: string, most: number, unit = 'm') =>
    `// @unit n ${unit}\n// @range n ${range}\ndeclare n as numeric;\nassert a { n < ${most} "m" };\n`
  const ends = (before: string, after: string) => {
    const [region] = compare(before, after).pairs[0]!.changes[0]!.regions
    return [region!.before, region!.after].map((bands) => [bands[0]!.from?.value, bands.at(-1)!.to?.value])
  }
  expect(ends(text('0..10', 8), text('5..20', 12))).toEqual([
    ['0', '10'],
    ['5', '20'],
  ])
  expect(ends(text('0..10', 8), text('0..0.02', 12, 'km'))).toEqual([
    ['0', '0.01'],
    ['0', '0.02'],
  ])
  const free = text('0..10', 8).replace(/.*@range.*\n/, '')
  expect(ends(free, text('0..10', 9))).toEqual([
    [undefined, undefined],
    ['0', '10'],
  ])
})

it('does not say that a ruleset rejects a value which both accept and read differently', () => {
  const [before, after] = ['enum {"1", "2"}', 'numeric'].map((type) => `declare size as ${type};\n`)
  const texts = [`${before}assert one { size == "1" };\n`, `${after}assert one { size == 1 };\n`] as const
  for (const text of texts) {
    const binder = createBinder(compileText(text), underBuiltIn(compileText(text)).library, DEFAULT_BIND_LIMITS)
    expect(binder.bind({ size: '1' }, new Meter(1_000_000)).ok).toBe(true)
  }
  expect(sentences(compare(...texts), 'claim-type', 'not-comparable')).toEqual([
    'The claim size takes a number now and took a member of a vocabulary before: values before and now are not related.',
    'The answers of the assertion One (one) before and now are not compared, because the values of size before and now are not related.',
  ])
})

describe('a claim that only one side reads', () => {
  const text = 'declare a as boolean; declare b as boolean;\n// @unit x kg\ndeclare x as numeric;\nassert it { a };\n'
  const reads = (condition: string) => sentences(compare(text, text.replace('{ a }', `{ ${condition} }`)), 'reads')

  it('is mentioned as sent in a unit only if it has one', () => {
    expect(reads('And(a, Or(b, Not(b)))')).toEqual([
      'The assertion It (it) reads ‘a’ and ‘b’ now and read ‘a’ before; its outcome is proved the same in every case.',
    ])
    expect(reads('And(a, Or(x > 1 "kg", x <= 1 "kg"))')[0]).toContain(
      'But an assertion is UNKNOWN if a claim that it reads is sent in a unit that does not convert: x.',
    )
  })
})

it('draws the bands of a region over the numbers that each ruleset accepts', () => {
  const before = '// @unit x USD\n// @range x 0..100\ndeclare x as numeric;\nassert it { x > 5 "USD" };\n'
  const after = before.replace('0..100', '-20..200').replace('> 5', '> 50')
  const [region] = compare(before, after).pairs[0]!.changes[0]!.regions
  const ends = (bands: readonly Band[]) => [bands[0]!.from?.value, bands.at(-1)!.to?.value]
  expect(region).toMatchObject({ words: 'above 5 up to 50 USD' })
  expect([ends(region!.before), ends(region!.after)]).toEqual([
    ['0', '100'],
    ['-20', '200'],
  ])
})
