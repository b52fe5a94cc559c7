/** Questions about meaning and checks do not wait for each other. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sharedEngine } from '../testing/shared-engine'
import type { RulesetText } from './engine-job'

const NO_UNITS = { hash: null, converters: [] }

function text(source: string): RulesetText {
  return { hash: createHash('sha256').update(source).digest('hex'), source }
}

/** No sample decides it, so that the check asks the solver. */
const FOR_THE_SOLVER = text(
  'version 1.3;\ndeclare x as numeric;\ndeclare y as numeric;\nassert no_pair { Not(And(x * x + y * y == 25, x * y == 13)) };\n',
)

it('a check that needs the solver is answered while a long question is', async () => {
  const { dispatch } = sharedEngine()
  const check = () => dispatch.check(FOR_THE_SOLVER, NO_UNITS, { from: 'value', value: { x: null, y: null } })
  const coverage = (assertions: number) => {
    const numbers = Array.from({ length: assertions }, (_, index) => index)
    const ruleset = text(
      [
        ...numbers.map((index) => `declare n${index} as numeric;\n`),
        ...numbers.map((index) => `assert a${index} { n${index} + n${(index * 7 + 1) % assertions} <= 100 };\n`),
      ].join(''),
    )
    return dispatch.meaning({ kind: 'coverage', of: { ruleset, library: NO_UNITS }, cases: [] })
  }
  // Both workers have started.
  await Promise.all([check(), coverage(1)])
  const ended: string[] = []
  const long = coverage(120).then(() => ended.push('coverage'))
  // In the worker before the check is.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await check()
  ended.push('check')
  await long
  expect(ended).toEqual(['check', 'coverage'])
})
