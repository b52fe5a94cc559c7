import { expect, it } from 'vitest'
import { Meter } from '../engine/core/meter'
import { FALSE, NONE, TRUE, type Value } from '../engine/core/value'
import { compileProgram } from '../engine/evaluate/program'
import { AMPLE_BUDGET, compileText, startSolver } from '../engine/testing/ask'
import { randomRules, seededRandom } from '../engine/testing/random-rules'
import { printNumeral } from '../language/numeric/numeral'
import { fromInteger, smallRatio } from '../language/numeric/rational'
import { conditionOf } from './condition'
import { type AskTools, findWitness } from './find-witness'
import { type End, isIn, outcomesAlong, type Piece } from './outcomes-along'
import { canBe } from './questions'

const METER = () => new Meter(1e9)

function shown(pieces: readonly Piece[] | null): string {
  const end = (at: End | null) => (at === null ? '' : printNumeral(at.value))
  return (pieces ?? [])
    .map(
      ({ from, to, outcome }) =>
        `${from?.included ? '[' : '('}${end(from)},${end(to)}${to?.included ? ']' : ')'}${outcome}`,
    )
    .join(' ')
}

it.each([
  ['x <= 350', '(,350]1 (350,)2'],
  ['And(x > 1, x != 3)', '(,1]2 (1,3)1 [3,3]2 (3,)1'],
  ['1 / x > 2', '(,0)2 [0,0]4 (0,0.5)1 [0.5,)2'],
  ['If(x > 2, x * 2, x + 7) < 9', '(,2)1 [2,2]2 (2,4.5)1 [4.5,)2'],
  ['CountWhere(n in {1, 2, 5}, x >= n) == 2', '(,2)2 [2,5)1 [5,)2'],
  ['AtLeast(x, n in {True, True}, n)', '(,1]1 (1,)2'],
  ['IsMember(x, {1, y})', '(,1)2 [1,1]1 (1,4)2 [4,4]1 (4,)2'],
  ['x % 3 == 1', ''],
  ['x * x < 4', '(,-2]2 (-2,2)1 [2,)2'],
  ['x * x < 2', ''],
  ['y % 3 == 1', '(,)1'],
])('gives exact intervals of %s', (condition, intervals) => {
  const ruleset = compileText(`declare x as numeric; declare y as numeric; assert a { ${condition} };`)
  const values = [null, fromInteger(4)]
  expect(shown(outcomesAlong(ruleset, conditionOf(ruleset.assertions[0]!), values, 0, METER()))).toBe(intervals)
})

it('agrees with the evaluator at numbers around every breakpoint', { tags: 'thorough' }, () => {
  let exact = 0
  for (let seed = 1; seed <= 80; seed++) {
    const random = seededRandom(seed)
    const ruleset = compileText(randomRules(random, { numbers: true, nonlinear: seed % 2 === 0, assertions: 2 }))
    const program = compileProgram(ruleset)
    const values = ruleset.inputs.map(
      ({ type }): Value =>
        type.kind === 'boolean'
          ? random() < 0.5
          : type.kind === 'enum'
            ? type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
            : fromInteger(Math.floor(random() * 7) - 2),
    )
    const x = ruleset.inputs.findIndex(({ name }) => name === 'x')
    ruleset.assertions.forEach((assertion, index) => {
      const pieces = outcomesAlong(ruleset, conditionOf(assertion), values, x, METER())
      if (pieces === null || assertion.unbridged.length > 0) return
      exact++
      for (let n = -30; n <= 30; n++) {
        const value = smallRatio(n, 6)
        const at = values.map((other, input) => (input === x ? value : other))
        const [piece, ...others] = pieces.filter((one) => isIn(one, value))
        expect(others).toEqual([])
        expect(piece!.outcome, `seed ${seed}, assertion ${index}, ${n}/6`).toBe(program.evaluate(index, at, METER()))
      }
    })
  }
  expect(exact).toBeGreaterThan(80)
})

const solver = startSolver()

it.each([
  ['And(x % 1.1 == 0, Not(x % 0.1 == 0))', 'none'],
  ['And(x % 4 == 0, x % 2 != 0)', 'none'],
  ['And(x % 6 == 5, x % 4 == 3, x > 100)', 'found'],
  ['And(x % 6 == 5, x % 4 == 2)', 'none'],
  ['And(3 - 2 * (x % 5) >= 2.5, x % 5 > 0.2)', 'found'],
  ['And(3 - 2 * (x % 5) >= 2.5, x % 5 > 0.25)', 'none'],
  ['And(x % -3 == -1, x < 0, If(b, x > -2, x > -1.5))', 'found'],
  ['And(x % -3 > 0)', 'none'],
])('decides %s, which depends on remainders of one number', (condition, status) => {
  const ruleset = compileText(`declare x as numeric; declare b as boolean; assert a { ${condition} };`)
  const tools: AskTools = { solver: null, mode: 'tiers', budget: AMPLE_BUDGET, meter: METER() }
  const answer = canBe(ruleset, conditionOf(ruleset.assertions[0]!), TRUE, tools)
  expect(answer.status).toBe(status === 'found' ? 'witness' : 'proved')
})

it('decides conditions on one number as the solver does', { tags: 'thorough' }, () => {
  let decided = 0
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed)
    const ruleset = compileText(randomRules(random, { numbers: true, nonlinear: seed % 2 === 0, assertions: 3 }))
    const x = ruleset.inputs.findIndex(({ name }) => name === 'x')
    const known = ruleset.inputs.map(({ type }, index): Value | null =>
      type.kind === 'numeric' && index !== x ? fromInteger(Math.floor(random() * 5) - 1) : null,
    )
    for (const assertion of ruleset.assertions) {
      const condition = conditionOf(assertion)
      for (const wanted of [TRUE, FALSE, NONE]) {
        const tools: AskTools = { solver: null, mode: 'tiers', budget: AMPLE_BUDGET, meter: METER() }
        const alone = findWitness(ruleset, condition, wanted, tools, known)
        const solved = findWitness(ruleset, condition, wanted, { ...tools, mode: 'solver-only', solver }, known)
        if (alone.status === 'needs solver' || solved.status === 'undecided') continue
        decided++
        expect(alone, `seed ${seed}: ${assertion.source}, ${wanted}`).toEqual(solved)
      }
    }
  }
  expect(decided).toBeGreaterThan(300)
})
