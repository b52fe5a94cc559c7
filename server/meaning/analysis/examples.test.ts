import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText } from '../../engine/testing/ask'
import { findExamples } from './examples'
import { Investigation } from './investigation'

it('gives any two cases if the evaluation at thresholds takes too long', { tags: 'thorough' }, () => {
  const numbers = Array.from({ length: 150 }, (_, index) => index)
  const comparisons = numbers.map((index) => `x${index} > ${index}`).join(', ')
  const source = [
    ...numbers.map((index) => `declare x${index} as numeric;`),
    'declare y as numeric;',
    // TRUE or without a value, so no threshold has both sides.
    `assert a { (IF Or(${comparisons}) THEN 1 ELSE 1 / (y - y) END) == 1 };`,
  ].join('\n')
  const ruleset = compileText(source)
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver: null, mode: 'tiers', budget, meter: new Meter(1e9, 1e9) } as const
  const inquiry = new Investigation({ source, ruleset }, tools, 'full')
  const [example] = findExamples({ source, ruleset }, inquiry, tools)
  expect(example).toMatchObject({ assertion: 'a', falseWhen: null })
  expect(example!.trueWhen).not.toBeNull()
})
