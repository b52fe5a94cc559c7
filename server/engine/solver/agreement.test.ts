import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '../../language/numeric/calendar'
import { instantOf } from '../../language/numeric/instant'
import { add, fromInteger, makeRatio, smallRatio, ZERO } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import { randomRuleset } from '../../language/testing/random-ruleset'
import { repetitions } from '../../testing/repetitions'
import { Meter } from '../core/meter'
import { type Completion, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../core/value'
import { compileProgram, type Program } from '../evaluate/program'
import { compileText, startSolver } from '../testing/ask'

const solver = startSolver()

/** Enough for small formulas; undecided ones are not compared. */
const BUDGET = { solver_steps: 20_000, solver_memory_mb: 128 }
const BITS: readonly Outcomes[] = [TRUE, FALSE, NONE]

function evaluate(program: Program, assertion: number, completion: Completion): Outcomes {
  return program.evaluate(assertion, completion, new Meter(10_000_000))
}

/** Outcomes that the solver found, confirmed by the evaluator, and those it left undecided. */
function solve(program: Program, assertion: number, known: Known): { possible: Outcomes; undecided: Outcomes } {
  const inquiry = solver.inquire(program.ruleset, assertion, known, BUDGET, new Meter(0))
  let possible = 0
  let undecided = 0
  for (const wanted of BITS) {
    const search = inquiry.find(wanted)
    if (search.status === 'undecided') undecided |= wanted
    if (search.status !== 'found') continue
    expect(evaluate(program, assertion, search.completion)).toBe(wanted)
    possible |= wanted
  }
  return { possible, undecided }
}

function eachAssertion(ruleset: CheckedRuleset, check: (program: Program, assertion: number) => void): void {
  const program = compileProgram(ruleset)
  for (const assertion of ruleset.assertions.keys()) check(program, assertion)
}

test('with all inputs bound the solver finds exactly the outcome of the evaluator', {
  tags: ['repeated'],
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const known = randomKnown(program.ruleset, values, () => true)
        expect(solve(program, assertion, known)).toEqual({
          possible: evaluate(program, assertion, known),
          undecided: 0,
        })
      })
    }),
    { numRuns: repetitions(300) },
  )
})

test('with truth values and members unbound the solver finds exactly the outcomes of all completions', {
  tags: ['repeated'],
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const isBound = (input: Input) => isAmount(input.type) || values.next() % 3 === 0
        const known = randomKnown(ruleset, values, isBound)
        const completions = allCompletions(ruleset, ruleset.assertions[assertion]?.reads ?? [], known)
        const expected = completions.reduce((seen, completion) => seen | evaluate(program, assertion, completion), 0)
        expect(solve(program, assertion, known)).toEqual({ possible: expected, undecided: 0 })
      })
    }),
    { numRuns: repetitions(200) },
  )
})

test('with numbers unbound every model is confirmed, and an outcome proved absent never occurs', {
  tags: ['repeated'],
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 3 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const known = randomKnown(ruleset, values, () => values.next() % 2 === 0)
        const { possible, undecided } = solve(program, assertion, known)
        expect(possible & ~evaluate(program, assertion, known)).toBe(0)
        for (let i = 0; i < 30; i++) {
          const guess = randomKnown(ruleset, values, () => true).map((value, input) => known[input] ?? value)
          expect((possible | undecided) & evaluate(program, assertion, guess)).not.toBe(0)
        }
      })
    }),
    { numRuns: repetitions(150) },
  )
})

test('an input is found relevant exactly if changing only it changes the outcome', {
  tags: ['repeated'],
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(randomRuleset({ depth: 2 }), drawn(), (text, numbers) => {
      const values = new Draws(numbers)
      eachAssertion(compileText(text), (program, assertion) => {
        const { ruleset } = program
        const reads = ruleset.assertions[assertion]?.reads ?? []
        const known = randomKnown(ruleset, values, ({ type }) => isAmount(type))
        const completions = allCompletions(ruleset, reads, known).map((completion) => ({
          completion,
          outcome: evaluate(program, assertion, completion),
        }))
        const inquiry = solver.inquire(ruleset, assertion, known, BUDGET, new Meter(0))
        for (const input of reads.filter((index) => known[index] === null)) {
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
    { numRuns: repetitions(100) },
  )
})

/** Numbers that choose values, repeated cyclically. */
class Draws {
  private at = 0

  constructor(private readonly numbers: readonly number[]) {}

  next(): number {
    return this.numbers[this.at++ % this.numbers.length] ?? 0
  }
}

function drawn(): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat(10_000), { minLength: 40, maxLength: 40 })
}

/** Near the constants of random rulesets, so that comparisons have both results. */
const NUMERATORS = [0, 1, 2, 3, 5, 10, -1, -2, 7, 100, 60, 4]
const DENOMINATORS = [1, 1, 1, 1, 2, 10, 3]

/** Near the timestamps of random rulesets. */
const HOURS = ['2024-02-29T23:30:00Z', '2026-01-30T23:00:00Z', '2000-01-01T17:30:00.25Z', '1999-12-31T23:59:59Z'].map(
  (text) => instantOf(text) ?? ZERO,
)

/** Near the dates of random rulesets. */
const DAYS = ['2024-02-29', '2026-01-31', '2000-01-01', '1999-12-31', '2006-02-28'].map((text) => readDate(text) ?? 0)

function randomValue(input: Input, draws: Draws): Value {
  const { type } = input
  if (type.kind === 'boolean') return draws.next() % 2 === 0
  if (type.kind === 'enum') return type.vocabulary[draws.next() % type.vocabulary.length] ?? ''
  if (type.kind === 'timestamp')
    return add(HOURS[draws.next() % HOURS.length] ?? ZERO, smallRatio((draws.next() % 9) - 4, 2))
  if (type.kind === 'date') return fromInteger((DAYS[draws.next() % DAYS.length] ?? 0) + (draws.next() % 5) - 2)
  const n = NUMERATORS[draws.next() % NUMERATORS.length] ?? 0
  return makeRatio(BigInt(n), BigInt(DENOMINATORS[draws.next() % DENOMINATORS.length] ?? 1))
}

/** @param isBound whether an input gets a value */
function randomKnown(ruleset: CheckedRuleset, values: Draws, isBound: (input: Input) => boolean): Known {
  return ruleset.inputs.map((input) => (isBound(input) ? randomValue(input, values) : null))
}

/** The unbound inputs among `reads` must not be numbers or dates. */
function allCompletions(ruleset: CheckedRuleset, reads: readonly number[], known: Known): Completion[] {
  let completions: (Value | null)[][] = [[...known]]
  for (const index of reads) {
    if (known[index] !== null) continue
    const type = ruleset.inputs[index]?.type
    const values: readonly Value[] = type?.kind === 'enum' ? type.vocabulary : [false, true]
    completions = completions.flatMap((completion) =>
      values.map((value) => completion.map((old, i) => (i === index ? value : old))),
    )
  }
  return completions
}
