import { expect, it } from 'vitest'
import { Meter } from '../engine/core/meter'
import { FALSE, NONE, type Outcomes, TRUE, type Value } from '../engine/core/value'
import { compileProgram } from '../engine/evaluate/program'
import { compileText, startSolver } from '../engine/testing/ask'
import { fromInteger } from '../language/numeric/rational'
import { conditionOf, hasOutcome } from './condition'
import { Cells, findByCells } from './find-by-cells'
import { findWitness } from './find-witness'

const solver = startSolver()
const CLAIMS = `version 1.3;
// @range x 0..10
declare x as numeric;
declare y as numeric;
declare kind as enum {"a", "b", "c"};
declare flag as boolean;
let cap = If(flag, 4, 2.5);
let share = CASE kind OF "a": 1, DEFAULT: 3 END;
`

/** Pseudorandom numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function randomCondition(next: (below: number) => number, depth: number): string {
  const pick = (choices: readonly string[]) => choices[next(choices.length)]!
  const inner = () => randomCondition(next, depth - 1)
  const number = () => pick(['0', '1', '2.5', '3', '7', '10', 'cap', 'share', 'share - 1'])
  const operator = () => pick(['<', '<=', '==', '!=', '>=', '>'])
  const atoms = [
    () => `x ${operator()} ${number()}`,
    () => `2 * y - 1 ${operator()} ${number()}`,
    () => `6 / (x - 3) ${operator()} 2`,
    () => 'flag',
    () => `kind == "${pick(['a', 'b', 'c'])}"`,
    () => `IsMember(y, {1, ${number()}})`,
    () => `AtLeast(2, n in {x, x + 1, x - 2}, n ${operator()} 3)`,
  ]
  if (depth === 0) return atoms[next(atoms.length)]!()
  return pick([
    `And(${inner()}, ${inner()})`,
    `Or(${inner()}, ${inner()}, ${inner()})`,
    `Not(${inner()})`,
    `Implies(${inner()}, ${inner()})`,
    `If(${inner()}, ${inner()}, ${inner()})`,
    `Xor(${inner()}, ${inner()})`,
  ])
}

it('agrees with the solver whenever it answers', { tags: 'thorough' }, () => {
  const next = numbers(7)
  let answered = 0
  for (let round = 0; round < 60; round++) {
    const ruleset = compileText(`${CLAIMS}assert a { ${randomCondition(next, 2)} };`)
    const condition = conditionOf(ruleset.assertions[0]!)
    for (const outcome of [TRUE, FALSE, NONE]) {
      const wanted = hasOutcome(condition, outcome)
      const cells = findByCells(ruleset, wanted, TRUE, new Meter(1_000_000))
      if (cells.status === 'unknown') continue
      answered++
      const budget = { solver_steps: 2_000_000, solver_memory_mb: 256 }
      const alone = findWitness(ruleset, wanted, TRUE, { solver, mode: 'solver-only', budget, meter: new Meter(1e8) })
      expect([ruleset.assertions[0]!.source, outcome, cells.status]).toEqual([
        ruleset.assertions[0]!.source,
        outcome,
        alone.status,
      ])
    }
  }
  expect(answered).toBeGreaterThan(100)
})

it('knows every outcome for some known values, as the solver does', { tags: 'thorough' }, () => {
  const next = numbers(11)
  let answered = 0
  for (let round = 0; round < 60; round++) {
    const ruleset = compileText(`${CLAIMS}assert a { ${randomCondition(next, 2)} };`)
    const condition = conditionOf(ruleset.assertions[0]!)
    const known = ruleset.inputs.map(({ type }): Value | null => {
      if (next(2) === 0) return null
      return type.kind === 'boolean' ? next(2) === 0 : type.kind === 'enum' ? 'a' : fromInteger(next(8))
    })
    const outcomes = new Cells(compileProgram(ruleset), 0).outcomes(known, new Meter(1_000_000))
    if (outcomes === null) continue
    answered++
    const budget = { solver_steps: 2_000_000, solver_memory_mb: 256 }
    const found = [TRUE, FALSE, NONE].reduce<Outcomes>((all, outcome) => {
      const tools = { solver, mode: 'solver-only' as const, budget, meter: new Meter(1e8) }
      return findWitness(ruleset, condition, outcome, tools, known).status === 'found' ? all | outcome : all
    }, 0)
    expect([ruleset.assertions[0]!.source, known, outcomes]).toEqual([ruleset.assertions[0]!.source, known, found])
  }
  expect(answered).toBeGreaterThan(40)
})
