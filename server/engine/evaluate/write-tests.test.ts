import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { fromInteger, makeRatio } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import { builtInLibrary } from '../../language/units/unit-library'
import { Meter } from '../core/meter'
import type { Known } from '../core/value'
import { followTests } from './decision-code'
import { compileProgram } from './program'
import { writeTests } from './write-tests'

const OPERATORS = ['<', '<=', '==', '!=', '>=', '>']
const OPERATIONS = ['+', '-', '*', '/']
const COUNTS = ['AtLeast(2, c in {p, q, r}, c)', 'AtMost(1, c in {p, q, r}, c)', 'ExactlyOne(c in {p, q, r}, c)']
const conditions = [
  ...OPERATIONS.flatMap((operation) =>
    OPERATORS.flatMap((operator) => [`x ${operation} y ${operator} 3/2`, `-2 ${operator} x ${operation} y`]),
  ),
  ...COUNTS,
  ...COUNTS.map((count) => `Not(${count})`),
  'Xor(p, q)',
  'p == q',
  'Or(And(x + y < 4, p), Xor(q, r), x / y > 1)',
]
const { ruleset, diagnostics } = analyseRuleset(
  `declare x as numeric; declare y as numeric; declare p as boolean; declare q as boolean; declare r as boolean;
${conditions.map((condition, i) => `assert a${i} { ${condition.replace('3/2', '1.5')} };`).join('\n')}`,
  builtInLibrary(),
  DEFAULT_BUDGETS,
)
if (ruleset === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
const program = compileProgram(ruleset)
const { tests, entries } = writeTests(program.roots)

const number = fc.oneof(
  fc.integer({ min: -6, max: 6 }).map(fromInteger),
  fc.tuple(fc.bigInt(-9n, 9n), fc.bigInt(1n, 4n)).map(([n, d]) => makeRatio(n, d)),
  fc.bigInt(2n ** 52n, 2n ** 70n).map((n) => makeRatio(n, 1n)),
  fc.constant(null),
)
const truth = fc.option(fc.boolean())

it('tests of known values answer as the nodes do, or leave the answer to them', { tags: 'thorough' }, () => {
  const decided = new Set<number>()
  fc.assert(
    fc.property(number, number, truth, truth, truth, (...known) => {
      const run = program.begin(known satisfies Known, new Meter(1e6))
      for (const [i, root] of program.roots.entries()) {
        const answer = followTests(tests, entries[i]!, run)
        if (answer === 0) continue
        decided.add(i)
        expect([conditions[i], answer]).toEqual([conditions[i], root.evaluate(run)])
      }
    }),
    { numRuns: 2_000 },
  )
  expect(conditions.filter((_, i) => !decided.has(i))).toEqual([])
})

it('no node is evaluated for sums, counts and comparisons of two claims', () => {
  expect(tests.nodes).toEqual([])
})
