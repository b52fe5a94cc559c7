import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Share } from '../../engine/workers/share'
import { getSharedEngine } from '../testing/suite-resources'
import type { RulesetText } from './engine-job'

const NO_UNITS = { hash: null, converters: [] }

function text(source: string): RulesetText {
  return { hash: createHash('sha256').update(source).digest('hex'), source }
}

/** No sample decides it, so the check asks the solver. */
const FOR_THE_SOLVER = text(
  'version 1.3;\ndeclare x as numeric;\ndeclare y as numeric;\nassert no_pair { Not(And(x * x + y * y == 25, x * y == 13)) };\n',
)

const { dispatch } = getSharedEngine()

/** With a hundred assertions it takes several seconds, often in one turn. */
function coverage(assertions: number, share: Share | null = null) {
  const numbers = Array.from({ length: assertions }, (_, index) => index)
  const ruleset = text(
    [
      ...numbers.map((index) => `declare n${index} as numeric;\n`),
      ...numbers.map((index) => `assert a${index} { n${index} + n${(index * 7 + 1) % assertions} <= 100 };\n`),
    ].join(''),
  )
  const question = { kind: 'coverage', of: { ruleset, library: NO_UNITS }, cases: [] } as const
  return dispatch.meaning(question, share === null ? undefined : () => share)
}

/** Lets earlier calls reach a worker. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 50))

it('answers a check that needs the solver during a long question', { tags: ['nightly'] }, async () => {
  const check = () => dispatch.check(FOR_THE_SOLVER, NO_UNITS, { from: 'value', value: { x: null, y: null } })
  // Both workers are then started.
  await Promise.all([check(), coverage(1)])
  const ended: string[] = []
  const long = coverage(120).then(() => ended.push('coverage'))
  await moment()
  await check()
  ended.push('check')
  await long
  expect(ended).toEqual(['check', 'coverage'])
})

it('answers a short question while another caller asks long ones', async () => {
  const [one, other]: [Share, Share] = [
    { key: 'namespace one', member: 'a', isUnknown: false },
    { key: 'namespace other', member: 'b', isUnknown: false },
  ]
  await coverage(1)
  const ended: string[] = []
  const long = Promise.all([1, 2, 3].map((which) => coverage(40, one).then(() => ended.push(`long ${which}`))))
  await moment()
  await coverage(1, other)
  ended.push('short')
  await long
  // It waits for the running turn and one of each waiting caller, but not for all earlier questions.
  expect(ended.indexOf('short')).toBeLessThan(3)
})
