import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import { randomRuleset } from '../../language/testing/random-ruleset'
import { compileProgram, type Program } from '../evaluate/program'
import { Meter } from '../meter'
import { type Completion, FALSE, type Known, NONE, type Outcomes, TRUE } from '../value'
import { compileText, startSolver } from './testing/ask'
import { allCompletions, Draws, drawn, randomKnown } from './testing/random-known'

const solver = startSolver()

/** Enough for small formulas; what stays undecided beyond it is not compared. */
const BUDGET = { solver_steps: 20_000, solver_memory_mb: 128 }
const BITS: readonly Outcomes[] = [TRUE, FALSE, NONE]

function evaluate(program: Program, assertion: number, completion: Completion): Outcomes {
  return program.evaluate(assertion, completion, new Meter(10_000_000))
}

/** Outcomes that the solver found, each confirmed by the evaluator, and those that it left undecided. */
function solve(program: Program, assertion: number, known: Known): { found: Outcomes; undecided: Outcomes } {
  const inquiry = solver.inquire(program.ruleset, assertion, known, BUDGET)
  let found = 0
  let undecided = 0
  for (const wanted of BITS) {
    const search = inquiry.find(wanted)
    if (search.status === 'undecided') undecided |= wanted
    if (search.status !== 'found') continue
    expect(evaluate(program, assertion, search.completion)).toBe(wanted)
    found |= wanted
  }
  return { found, undecided }
}

function eachAssertion(ruleset: CheckedRuleset, check: (program: Program, assertion: number) => void): void {
  const program = compileProgram(ruleset)
  for (const assertion of ruleset.assertions.keys()) check(program, assertion)
}

test('with everything bound the solver finds the outcome of the evaluator, and no other', () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const known = randomKnown(program.ruleset, values, () => true)
        expect(solve(program, assertion, known)).toEqual({ found: evaluate(program, assertion, known), undecided: 0 })
      })
    }),
    { numRuns: 300 },
  )
}, 120_000)

test('with truth values and members unbound the solver finds exactly the outcomes of all completions', () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const isBound = (input: Input) => input.type.kind === 'numeric' || values.next() % 3 === 0
        const known = randomKnown(ruleset, values, isBound)
        const completions = allCompletions(ruleset, ruleset.assertions[assertion]?.reads ?? [], known)
        const expected = completions.reduce((seen, completion) => seen | evaluate(program, assertion, completion), 0)
        expect(solve(program, assertion, known)).toEqual({ found: expected, undecided: 0 })
      })
    }),
    { numRuns: 200 },
  )
}, 120_000)

test('with numbers unbound too every model is confirmed, and what is proved absent never happens', () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const known = randomKnown(ruleset, values, () => values.next() % 2 === 0)
        const { found, undecided } = solve(program, assertion, known)
        expect(found & ~evaluate(program, assertion, known)).toBe(0)
        for (let i = 0; i < 30; i++) {
          const guess = randomKnown(ruleset, values, () => true).map((value, input) => known[input] ?? value)
          expect((found | undecided) & evaluate(program, assertion, guess)).not.toBe(0)
        }
      })
    }),
    { numRuns: 150 },
  )
}, 120_000)

test('an input is found to matter exactly where changing it alone changes the outcome', () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 2 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const reads = ruleset.assertions[assertion]?.reads ?? []
        const known = randomKnown(ruleset, values, ({ type }) => type.kind === 'numeric')
        const completions = allCompletions(ruleset, reads, known).map((completion) => ({
          completion,
          outcome: evaluate(program, assertion, completion),
        }))
        const inquiry = solver.inquire(ruleset, assertion, known, BUDGET)
        for (const input of reads.filter((place) => known[place] === null)) {
          const others = (completion: Completion) => JSON.stringify(completion.map((v, i) => (i === input ? 0 : v)))
          const groups = new Map<string, Outcomes>()
          for (const { completion, outcome } of completions)
            groups.set(others(completion), (groups.get(others(completion)) ?? 0) | outcome)
          const matters = [...groups.values()].some((seen) => !BITS.includes(seen))
          const pair = inquiry.findPair(input)
          expect(pair.status).toBe(matters ? 'found' : 'none')
          if (pair.status !== 'found') continue
          expect(others(pair.first)).toBe(others(pair.second))
          expect(evaluate(program, assertion, pair.first)).not.toBe(evaluate(program, assertion, pair.second))
        }
      })
    }),
    { numRuns: 100 },
  )
}, 120_000)
