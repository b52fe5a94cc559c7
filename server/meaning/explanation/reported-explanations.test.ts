/** Explanations that were once reported as wrong or incomplete. */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { UnbridgedInputs } from '../../engine/decide/assertion-result'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import type { Solver } from '../../engine/solver/solver'
import { bindByName, type Claims, startSolver } from '../../engine/testing/ask'
import { openRuleset } from '../../engine/testing/open-text'
import { explainAnswers } from './explanation'
import type { Explanation } from './explanation-result'

function explainText(
  source: string,
  claims: Claims,
  solver: Solver,
  fixed: readonly string[] = [],
  unbridged: UnbridgedInputs = new Map(),
): Explanation {
  const ruleset = openRuleset(source)
  const explanation = explainAnswers(
    { program: compileProgram(ruleset), source, known: bindByName(ruleset, claims), unbridged },
    { assertion: null, fixed: new Set(fixed.map((name) => ruleset.inputs.findIndex((input) => input.name === name))) },
    { solver, mode: 'tiers', budget: { solver_steps: 200_000, solver_memory_mb: 256 }, meter: new Meter(50_000_000) },
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  return explanation
}

const solver = startSolver()

function explained(source: string, claims: Record<string, boolean | number | string> = {}) {
  const { assertions, open } = explainText(source, claims, solver)
  const [answer] = assertions
  return {
    settled: answer!.settledBy.map(({ sentence }) => sentence.replace(', whatever else is unknown.', '')),
    proposed: answer!.wouldHoldIf.map(({ sentence }) => sentence),
    decisive: answer!.decisive.map(({ source: part, outcome }) => `${part}: ${outcome}`),
    definitions: answer!.definitions.map(({ name, value }) => `${name}: ${value}`),
    open: open.map(({ sentence }) => sentence),
  }
}

const X = 'declare x as numeric;\n'
const XY = `${X}declare y as numeric;\n`

it('names the numbers that settle an answer while something else is unknown', () => {
  const receipt = `// @unit amount USD
declare amount as numeric;
declare has_receipt as boolean;
assert r { Implies(amount > 75 "USD", has_receipt) };`
  expect(explained(receipt).settled).toEqual([
    'With amount at most 75 USD the answer is TRUE',
    'With ‘has receipt’ yes the answer is TRUE',
  ])
  expect(explained(`${X}declare b as boolean;\nassert a { And(x <= 2, b) };`).settled).toEqual([
    'With x above 2 the answer is FALSE',
    'With ‘b’ no the answer is FALSE',
  ])
  expect(explained(`${XY}assert a { Or(x <= 2, y > 1) };`).settled).toEqual([
    'With x at most 2 the answer is TRUE',
    'With y above 1 the answer is TRUE',
  ])
})

it('names the numbers that settle an answer against every value of another number', () => {
  expect(explained(`${XY}assert a { Or(x + y <= 10, y > 3) };`)).toMatchObject({
    settled: ['With x at most 7 the answer is TRUE', 'With y above 3 the answer is TRUE'],
    open: [],
  })
  expect(explained(`${XY}assert a { And(2 * x - y > 1, y >= x) };`)).toMatchObject({
    settled: ['With x at most 1 the answer is FALSE', 'With y at most 1 the answer is FALSE'],
    open: [],
  })
})

it('names numbers that settle an answer by squares and quotients, or says that there are more', () => {
  expect(explained(`${X}declare b as boolean;\nassert a { Or(x * x <= 4, b) };`)).toMatchObject({
    settled: ['With x from -2 up to 2 the answer is TRUE', 'With ‘b’ yes the answer is TRUE'],
    open: [],
  })
  expect(explained(`${X}declare b as boolean;\nassert a { Or(10 / x >= 4, b) };`).settled[0]).toBe(
    'With x above 0 up to 2.5 the answer is TRUE',
  )
  expect(explained(`${X}declare b as boolean;\nassert a { Or(x * x <= 2, b) };`)).toMatchObject({
    settled: ['With x from -1.414213 up to 1.414213 the answer is TRUE', 'With ‘b’ yes the answer is TRUE'],
    open: [
      'It is not listed which values of x settle “a” as TRUE: they end at irrational numbers, which no claim can have as its value.',
      'It is not listed which other values of x would make “a” hold: they end at irrational numbers, which no claim can have as its value.',
    ],
  })
  expect(explained(`${XY}assert a { x * y <= 5 };`)).toMatchObject({
    settled: ['With x exactly 0 the answer is TRUE', 'With y exactly 0 the answer is TRUE'],
  })
})

it('names numbers that settle an answer by a remainder as far as they can be listed', () => {
  const remainder = (range: string) => `${range}${X}declare b as boolean;\nassert a { Or(x % 12 == 0, b) };`
  expect(explained(remainder(''))).toMatchObject({
    settled: ['With ‘b’ yes the answer is TRUE'],
    open: [
      'It is not listed which values of x settle “a” as TRUE: such values repeat without end, or too often for a list.',
      'It is not listed which other values of x would make “a” hold: such values repeat without end, or too often for a list.',
    ],
  })
  expect(explained(remainder('// @range x 10..40\n'))).toMatchObject({
    settled: ['With x exactly 12, or exactly 24, or exactly 36 the answer is TRUE', 'With ‘b’ yes the answer is TRUE'],
    open: [],
  })
  expect(explained(`${X}declare b as boolean;\nassert a { And(Or(x % 2 == 0, x > 7), b) };`).open[0]).toBe(
    'It is not listed which values of x settle “a” as FALSE: such values repeat without end, or too often for a list.',
  )
  expect(explained(`${X}declare b as boolean;\nassert a { Or(x % 2 == 0, x > 7, b) };`).settled[0]).toBe(
    'With x above 7 the answer is TRUE',
  )
})

it('proposes an interval if one is enough', () => {
  expect(explained(`${XY}assert a { Or(x <= 2, y > 1) };`).proposed).toEqual([
    'It would hold if x were at most 2 (it is not known).',
    'It would hold if y were above 1 (it is not known).',
  ])
  const weighed = `// @unit x1 kg
declare x1 as numeric;
declare b1 as boolean;
assert opt [optimistic] { x1 < IF b1 THEN 3 "kg" ELSE 2500 "g" END };`
  expect(explained(weighed, { x1: 5 })).toMatchObject({
    proposed: ['It would hold if x1 were below 2.5 kg (it is 5 kg).'],
    open: [],
  })
})

it('says that a proposal only holds by the policy', () => {
  const both = 'declare a as boolean;\ndeclare b as boolean;\nassert x [optimistic] { And(a, b) };'
  expect(explained(both, { a: false }).proposed).toEqual([
    'It would hold by policy if ‘a’ were yes (it is no), because an optimistic assertion holds as long as what is unknown can make it TRUE.',
  ])
  expect(explained(both, { a: false, b: true }).proposed).toEqual(['It would hold if ‘a’ were yes (it is no).'])
})

it('proposes the nearest number, for remainders, products and quotients too', () => {
  const proposed = (condition: string, x: number, range = '') =>
    explained(`${range}${X}assert a { ${condition} };`, { x }).proposed
  const dozen = 'declare units_ordered as numeric;\nassert even { units_ordered % 12 == 0 };'
  expect(explained(dozen, { units_ordered: 25 })).toMatchObject({
    proposed: ['It would hold if units ordered were exactly 24 (it is 25).'],
    open: [
      'It is not listed which other values of units ordered would make “even” hold: such values repeat without end, or too often for a list.',
    ],
  })
  expect(proposed('x % 2 == 1', 2.25)).toEqual(['It would hold if x were exactly 3 (it is 2.25).'])
  expect(proposed('x % 12 == 0', 1_000_001)).toEqual(['It would hold if x were exactly 999996 (it is 1000001).'])
  expect(proposed('x * x >= 9', 1)).toEqual(['It would hold if x were at most -3, or at least 3 (it is 1).'])
  expect(proposed('10 / x <= 4', 2)).toEqual(['It would hold if x were below 0, or at least 2.5 (it is 2).'])
  expect(proposed('x * x * x == 27', 5)).toEqual(['It would hold if x were exactly 3 (it is 5).'])
  expect(proposed('And(x % 5 == 2, x > 40)', 1, '// @range x 0..44\n')).toEqual([
    'It would hold if x were exactly 42 (it is 1).',
  ])
})

it('stops at a short number next to an excluded end', () => {
  const { proposed } = explained(`${XY}assert a { And(x + y > 1, 2 * x + y <= -1) };`, { x: 1, y: 2.5 })
  expect(proposed).toEqual([
    'It would hold if x were exactly -2.75 (it is 1) and y were above 3.75 up to 4.5 (it is 2.5).',
  ])
})

it('takes a number next to an irrational end', () => {
  const { proposed, open } = explained(`${X}assert a { x * x <= 2 };`, { x: 5 })
  expect(proposed).toEqual(['It would hold if x were from -1.414213 up to 1.414213 (it is 5).'])
  expect(open).toHaveLength(1)
})

it('settles definitions and parts that are the same in every completion', () => {
  const either = 'declare b as boolean;\nlet sure = Or(b, Not(b));\nassert a { sure };'
  expect(explained(either)).toMatchObject({
    definitions: ['sure: true'],
    decisive: ['Or(b, Not(b)): TRUE'],
  })
  const same = `${X}declare b as boolean;\nlet limit = If(b, 5, 10 / 2);\nassert a { x <= limit };`
  expect(explained(same, { x: 9 })).toMatchObject({ definitions: ['limit: 5'], decisive: ['x <= limit: FALSE'] })
})

it('names the branch that a constant condition decides', () => {
  const lowest = `declare e1 as enum ["low", "mid", "high"];
declare x1 as numeric;
assert a { IF e1 < "low" THEN x1 > 9 ELSE x1 > 1.5 END };`
  expect(explained(lowest, { x1: 1 }).decisive).toEqual(['e1 < "low": FALSE', 'x1 > 1.5: FALSE'])
  expect(explained(lowest).decisive).toEqual(['e1 < "low": FALSE', 'x1 > 1.5: OPEN'])
})

it('names the subject of a CASE', () => {
  const cases = `declare kind as enum {"meal", "travel"};
declare x as numeric;
assert a { CASE kind OF "meal": x <= 50, DEFAULT: x <= 500 END };`
  expect(explained(cases, { kind: 'meal', x: 80 }).decisive).toEqual(['kind: TRUE', 'x <= 50: FALSE'])
  expect(explained(cases, { x: 80 }).decisive).toEqual(['kind: OPEN'])
})
