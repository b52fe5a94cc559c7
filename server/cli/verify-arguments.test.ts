import { expect, it } from 'vitest'
import { readArguments } from './verify-arguments'

const command = (...args: string[]) => {
  const reading = readArguments(['obligations', ...args])
  return reading.ok ? reading.command : reading.problem
}

it('reads files and folders to verify, or a folder to write to', () => {
  expect(command('a.smt2', 'proofs')).toEqual({
    kind: 'obligations',
    paths: ['a.smt2', 'proofs'],
    seconds: 10,
    written: null,
  })
  expect(command('proofs', '--ruleset', 'now.tsr', '--base=then.tsr', '--time-limit', '60')).toEqual({
    kind: 'obligations',
    paths: ['proofs'],
    seconds: 60,
    written: { ruleset: 'now.tsr', base: 'then.tsr' },
  })
})

it.each([
  [[], 'obligations needs a file or folder.'],
  [['a', '--base', 'b'], '--base needs --ruleset, the later ruleset.'],
  [['a', 'b', '--ruleset', 'c'], 'With --ruleset, obligations takes one folder to write to, not also "b".'],
  [['a', '--time-limit', '0'], '--time-limit takes whole seconds from 1 to 86400, not "0".'],
  [['a', '--time-limit', '1.5'], '--time-limit takes whole seconds from 1 to 86400, not "1.5".'],
  [['a', '--keys', 'b'], 'obligations takes no --keys.'],
])('refuses %j', (args, problem) => {
  expect(command(...args)).toBe(problem)
})
