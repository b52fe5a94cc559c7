import { describe, expect, it } from 'vitest'
import { Meter } from '../core/meter'
import { ANY, FALSE, type Known, NONE, type Outcomes, TRUE, type Value } from '../core/value'
import { openText } from '../testing/open-text'
import { type Random, randomClaims, randomNumber, randomRules, seededRandom } from '../testing/random-rules'
import { referenceOutcome } from '../testing/reference'
import { isDefinite } from './kleene'
import type { Program } from './program'

const RULESETS = 150

function reference(program: Program, assertion: number, completion: Known): Outcomes {
  const outcome = referenceOutcome(program.ruleset, assertion, completion)
  return outcome === null ? NONE : outcome ? TRUE : FALSE
}

/** Adds a random value for one unbound input; null if all are known. */
function oneMore(random: Random, program: Program, known: Known): Known | null {
  const open = known.flatMap((value, input) => (value === null ? [input] : []))
  if (open.length === 0) return null
  const chosen = open[Math.floor(random() * open.length)]!
  return known.map((value, input) => (input === chosen ? anyValue(random, program, input) : value))
}

function anyValue(random: Random, program: Program, input: number): Value {
  const { type } = program.ruleset.inputs[input]!
  if (type.kind === 'boolean') return random() < 0.5
  if (type.kind === 'enum') return type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
  return randomNumber(random)
}

function eachRuleset(visit: (program: Program, known: Known, random: Random) => void): void {
  for (let seed = 0; seed < RULESETS; seed++) {
    const random = seededRandom(seed)
    const program = openText(
      randomRules(random, { numbers: seed % 3 !== 0, nonlinear: seed % 2 === 0, assertions: 10 }),
    )
    visit(program, randomClaims(random, program.ruleset, 0.2 + 0.6 * random()), random)
  }
}

describe('exact evaluation compared with the reference', () => {
  it('gives the outcome of a completion', { tags: 'thorough' }, () => {
    const seen = new Set<Outcomes>()
    eachRuleset((program, known, random) => {
      for (let round = 0; round < 4; round++) {
        const completion = known.map((value, input) => value ?? anyValue(random, program, input))
        program.roots.forEach((_, assertion) => {
          const outcome = program.evaluate(assertion, completion, new Meter(1e9))
          expect([program.ruleset.assertions[assertion]!.source, outcome]).toEqual([
            program.ruleset.assertions[assertion]!.source,
            reference(program, assertion, completion),
          ])
          seen.add(outcome)
        })
      }
    })
    expect([...seen].sort()).toEqual([TRUE, FALSE, NONE])
  })

  it('never excludes the outcome of a completion', { tags: 'thorough' }, () => {
    let settled = 0
    eachRuleset((program, known, random) => {
      program.roots.forEach((_, assertion) => {
        const mask = program.evaluate(assertion, known, new Meter(1e9))
        if (isDefinite(mask)) settled++
        for (let round = 0; round < 4; round++) {
          const completion = known.map((value, input) => value ?? anyValue(random, program, input))
          expect(mask & reference(program, assertion, completion)).not.toBe(0)
        }
      })
    })
    expect(settled).toBeGreaterThan(RULESETS)
  })

  it('preserves a settled answer when one more claim becomes known, and never widens an open one', {
    tags: 'thorough',
  }, () => {
    eachRuleset((program, known, random) => {
      program.roots.forEach((_, assertion) => {
        let mask: Outcomes = ANY
        for (let next: Known | null = known; next !== null; next = oneMore(random, program, next)) {
          const narrower = program.evaluate(assertion, next, new Meter(1e9))
          expect(narrower & ~mask).toBe(0)
          mask = narrower
        }
        expect(isDefinite(mask)).toBe(true)
      })
    })
  })

  it('gives the same outcomes for all assertions together as for each one separately', { tags: 'thorough' }, () => {
    eachRuleset((program, known) => {
      const alone = program.roots.map((_, assertion) => program.evaluate(assertion, known, new Meter(1e9)))
      const run = program.begin(known, new Meter(1e9))
      expect(program.roots.map((_, assertion) => program.evaluateMore(assertion, run))).toEqual(alone)
    })
  })
})
