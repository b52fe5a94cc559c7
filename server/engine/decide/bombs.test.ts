import { describe, expect, it } from 'vitest'
import { Meter, StepsExceededError } from '../core/meter'
import { type Claims, knownByName, openText } from '../testing/open-text'
import { decideAll } from './decide'

const LIMIT = 1_000_000

function decide(
  text: string,
  claims: Claims,
  limit = LIMIT,
): { checks: readonly string[] | 'needs solver'; steps: number } {
  const program = openText(text)
  const meter = new Meter(limit)
  const results = decideAll(program, knownByName(program.ruleset, claims), new Map(), {
    solver: null,
    mode: 'tiers',
    meter,
    budget: { solver_steps: 1, solver_memory_mb: 1 },
  })
  return { checks: results === 'needs solver' ? results : results.map(({ check }) => check), steps: meter.steps }
}

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('\n')
}

/** A numeral without zeros. */
function numeral(digits: number, seed: number): string {
  return Array.from({ length: digits }, (_, i) => ((i * 7 + seed * 5) % 9) + 1).join('')
}

describe('number bombs', () => {
  it('are stopped by the meter before a product of their size is made', () => {
    const squares = `declare x as numeric; let s0 = x;\n${lines(60, (i) => `let s${i + 1} = s${i} * s${i};`)}
      assert it { s60 > 5 };`
    for (const x of ['3', '1.7', '10/7']) expect(() => decide(squares, { x })).toThrow(StepsExceededError)
    const sums = squares.replaceAll(/(s\d+) \* (s\d+);/g, '$1 * $2 + $1 / 7;')
    expect(() => decide(sums, { x: '2/3' })).toThrow(StepsExceededError)
    const remainders = squares.replace('s60 > 5', 's60 % 7 == 1')
    expect(() => decide(remainders, { x: '3' })).toThrow(StepsExceededError)
  })

  it('are charged for their digits, in long denominators and in long printing', () => {
    const names = Array.from({ length: 150 }, (_, i) => `x${i}`)
    const text = `${names.map((name) => `declare ${name} as numeric;`).join('')} assert it { ${names.join(' + ')} < 0 };`
    const long = Object.fromEntries(names.map((name, i) => [name, `1/${numeral(900, i)}`]))
    expect(() => decide(text, long)).toThrow(StepsExceededError)
    const short = Object.fromEntries(names.map((name, i) => [name, `1/${i + 2}`]))
    expect(decide(text, short).steps).toBeLessThan(LIMIT / 4)
    const read = `${names.map((name) => `declare ${name} as numeric;`).join('')}
      ${lines(20, (i) => `assert it${i} { And(False, ${names.map((name) => `${name} > ${i}`).join(', ')}) };`)}`
    const printed = Object.fromEntries(names.map((name, i) => [name, numeral(900, i)]))
    expect(() => decide(read, printed)).toThrow(StepsExceededError)
  })

  it('stop at the same step every time', () => {
    const text = 'declare x as numeric; declare y as numeric; assert it [pessimistic] { x * x * x / y > x - y };'
    const claims = { x: numeral(60, 1) }
    expect(decide(text, claims)).toEqual(decide(text, claims))
    const { steps } = decide(text, claims)
    expect(() => decide(text, claims, steps - 1)).toThrow(StepsExceededError)
    expect(decide(text, claims, steps).steps).toBe(steps)
  })
})

describe('nesting bombs', () => {
  const chain = (first: string, next: (before: string) => string, last: string) => `
    declare x as numeric; declare a as boolean; declare b as boolean;
    let l0 = ${first};\n${lines(6_000, (i) => `let l${i + 1} = ${next(`l${i}`)};`)} assert it { ${last} };`

  it('do not exhaust the call stack, whether lets are known or unknown', { tags: 'thorough' }, () => {
    const sums = chain('x', (before) => `${before} + 1`, 'l6000 > 5')
    expect(decide(sums, { x: 0 }).checks).toEqual(['TRUE'])
    expect(decide(sums, {}).checks).toBe('needs solver')
    const ands = chain('a', (before) => `And(${before}, b)`, 'l6000')
    expect(decide(ands, { a: true, b: true }).checks).toEqual(['TRUE'])
    expect(decide(ands, {}).checks).toEqual(['UNKNOWN'])
    const sets = chain('{x, 1}', (before) => `Intersect(${before}, {1, 2})`, 'CountWhere(s in l6000, s > 0) == 1')
    expect(decide(sets, { x: 3 }).checks).toEqual(['TRUE'])
  })

  it('that double with every let are evaluated once for each let', { tags: 'thorough' }, () => {
    const doubled = chain('x', (before) => `${before} - ${before}`, 'l6000 == 0')
    expect(decide(doubled, { x: 3 }).steps).toBeLessThan(100_000)
  })
})
