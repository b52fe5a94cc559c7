import { describe, expect, it } from 'vitest'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { Meter } from '../core/meter'
import type { Known, Value } from '../core/value'
import { openText } from '../testing/open-text'
import { randomClaims, randomRules, seededRandom } from '../testing/random-rules'
import { referenceOutcome } from '../testing/reference'
import { type AssertionResult, copyResult } from './assertion-result'
import { decideAll } from './decide'

const RULESETS = 60

/** Completions of the unbound inputs that an assertion reads, in lexicographic order. */
function completions(ruleset: CheckedRuleset, reads: readonly number[], known: Known): readonly Known[] {
  let all: (Value | null)[][] = [[...known]]
  for (const input of reads) {
    if (known[input] !== null) continue
    const { type } = ruleset.inputs[input]!
    const values: readonly Value[] = type.kind === 'enum' ? type.vocabulary : [false, true]
    all = all.flatMap((partial) => values.map((value) => partial.map((old, i) => (i === input ? value : old))))
  }
  return all
}

/** The answer by public/docs/language.md, found from all completions. */
function expected(ruleset: CheckedRuleset, assertion: number, known: Known): AssertionResult {
  const { reads, policy } = ruleset.assertions[assertion]!
  const all = completions(ruleset, reads, known)
  const outcomes = all.map((completion) => referenceOutcome(ruleset, assertion, completion))
  const has = (outcome: boolean | null) => outcomes.includes(outcome)
  const nothing = { reasonUnknown: null, counterexample: null, unbridged: [] }
  const counterexample = () => assignment(ruleset, reads, known, all[outcomes.indexOf(false)]!)
  if (has(true) && !has(false) && !has(null)) return { ...nothing, check: 'TRUE' }
  if (has(false) && !has(true) && !has(null)) return { ...nothing, check: 'FALSE', counterexample: counterexample() }
  const check =
    policy === 'pessimistic' && has(false) ? 'FALSE' : policy === 'optimistic' && has(true) ? 'TRUE' : 'UNKNOWN'
  if (!has(true) && !has(false))
    return {
      ...nothing,
      check,
      reasonUnknown: 'Not proved: with these claims the assertion has no value, because something is divided by zero.',
    }
  const outcomeOf = new Map(all.map((completion, i) => [JSON.stringify(completion), outcomes[i]]))
  const relevant = reads.filter(
    (input) =>
      known[input] === null &&
      all.some((completion, i) =>
        completions(
          ruleset,
          [input],
          completion.map((value, j) => (j === input ? null : value)),
        ).some((other) => outcomeOf.get(JSON.stringify(other)) !== outcomes[i]),
      ),
  )
  const names = relevant.map((input) => {
    const { kind, name } = ruleset.inputs[input]!
    return kind === 'local' ? `the local ${name}` : name
  })
  const list = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const lead = check === 'UNKNOWN' ? 'Not proved' : `Answered by the ${policy} policy, not proved`
  const tail =
    has(true) && has(false) ? '' : ` It is ${has(true)} or has no value, because something is divided by zero.`
  return {
    ...nothing,
    check,
    reasonUnknown: `${lead}: the answer depends on ${list}, which ${names.length === 1 ? 'is' : 'are'} not known.${tail}`,
    counterexample: check === 'FALSE' ? counterexample() : null,
  }
}

function assignment(ruleset: CheckedRuleset, reads: readonly number[], known: Known, completion: Known): string | null {
  const literals = reads.map((input) => {
    const value = completion[input]
    const literal = typeof value === 'boolean' ? (value ? 'True' : 'False') : `"${value}"`
    return `${ruleset.inputs[input]!.name} = ${literal}${known[input] === null ? ' (supposed)' : ''}`
  })
  return literals.length === 0 ? null : literals.join(', ')
}

describe('answers over finite domains, without a solver', () => {
  it('equal those found from all completions: verdict, policy, relevance and counterexample', {
    tags: 'thorough',
  }, () => {
    const seen = { TRUE: 0, FALSE: 0, UNKNOWN: 0, AMBIGUOUS: 0, policy: 0, valueless: 0 }
    for (let seed = 0; seed < RULESETS; seed++) {
      const random = seededRandom(1_000 + seed)
      const { ruleset, ...program } = open(randomRules(random, { numbers: false, nonlinear: false, assertions: 10 }))
      const known = randomClaims(random, ruleset, 0.7 * random())
      const results = program.decide(known)
      ruleset.assertions.forEach((assertion, i) => {
        expect([assertion.source, results[i]]).toEqual([assertion.source, expected(ruleset, i, known)])
        const { check, reasonUnknown } = results[i]!
        seen[check]++
        if (reasonUnknown?.startsWith('Answered')) seen.policy++
        if (reasonUnknown?.includes('divided by zero')) seen.valueless++
      })
    }
    expect(Math.min(seen.TRUE, seen.FALSE, seen.UNKNOWN, seen.policy, seen.valueless)).toBeGreaterThan(10)
  })
})

/** Adds some divisions by zero, so that some conditions have no value. */
function open(rules: string): { ruleset: CheckedRuleset; decide: (known: Known) => AssertionResult[] } {
  const program = openText(
    rules.replaceAll('other >= level', '1 / 0 > 2').replaceAll('(level == other)', '(1 / 0 > 2)'),
  )
  return {
    ruleset: program.ruleset,
    decide: (known) => {
      const results = decideAll(program, known, new Map(), {
        solver: null,
        mode: 'tiers',
        meter: new Meter(1e9),
        budget: { solver_steps: 1, solver_memory_mb: 1 },
      })
      if (results === 'needs solver') throw new Error('a finite domain needs a solver')
      return results.map(copyResult)
    },
  }
}
