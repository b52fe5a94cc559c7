/** Z3 reads the printed conditions; the engine's own solver terms must have the same verdict. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ANY, TRUE } from '../../engine/core/value'
import { openRuleset } from '../../engine/testing/open-text'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { TwoReadings } from '../../engine/testing/two-readings'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { randomRuleset } from '../../language/testing/random-ruleset'
import { conditionOf, conjunction, hasOutcome, withinRanges } from '../condition'
import { inputsOf, questionRuleset } from '../question-ruleset'
import { isLinear, obligationFile } from './obligation'

const FORMULAS = 1_000
const NIGHTLY_FORMULAS = 100_000

const readings = new TwoReadings(20_000)

/** Alternates dense conditions over few claims with rulesets of every construct and unit. */
function randomSubject(seed: number): CheckedRuleset {
  if (seed % 2 === 0) {
    const shape = { numbers: seed % 4 !== 0, nonlinear: seed % 10 === 0, assertions: 10 }
    return openRuleset(randomRules(seededRandom(seed), shape))
  }
  const options = {
    depth: 2 + (seed % 3),
    maxAssertions: 8,
    nonlinear: seed % 5 === 1,
    unbridged: seed % 7 === 1,
    dates: seed % 20 === 1,
    lookups: seed % 10 === 1,
  }
  const [text = ''] = fc.sample(randomRuleset(options), { seed, numRuns: 1 })
  return openRuleset(text)
}

function compare(count: number, firstSeed: number): Record<string, number> {
  const seen = { compared: 0, sat: 0, unsat: 0, open: 0, 'open although linear': 0 }
  for (let seed = firstSeed; seen.compared < count; seed++) {
    const space = randomSubject(seed)
    for (const [index, assertion] of space.assertions.entries()) {
      const outcomes = 1 + ((seed + index) % (ANY - 1))
      const inRanges = index % 2 === 0
      const condition = conditionOf(assertion)
      const { text, logic } = obligationFile({
        title: 'It is a test.',
        rulesets: [],
        space,
        condition,
        outcomes,
        withinRanges: inRanges,
      })
      const limits = inRanges ? withinRanges(space, inputsOf(space, condition)) : []
      const question = questionRuleset(space, conjunction([...limits, hasOutcome(condition, outcomes)]))
      const [own, printed] = [readings.ofTerms(question, TRUE), readings.ofText(text)]
      const isOpen = [own, printed].some((verdict) => verdict === 'steps' || verdict === 'incomplete')
      seen.compared++
      if (isOpen) seen[isLinear(logic) ? 'open although linear' : 'open']++
      else {
        expect([seed, assertion.source, outcomes, text, printed]).toEqual([seed, assertion.source, outcomes, text, own])
        seen[own === 'sat' ? 'sat' : 'unsat']++
      }
    }
  }
  return seen
}

function expectAgreement(count: number, firstSeed: number): void {
  const seen = compare(count, firstSeed)
  console.info('two printers', seen)
  expect(Math.min(seen.sat!, seen.unsat!)).toBeGreaterThan(count / 10)
  expect(seen.open! + seen['open although linear']!).toBeLessThan(count / 100)
}

it(`agree on ${FORMULAS} conditions`, { tags: 'thorough' }, () => expectAgreement(FORMULAS, 0))

it(`agree on ${NIGHTLY_FORMULAS} conditions`, { tags: 'nightly', timeout: 3_600_000 }, () => {
  const seen = compare(NIGHTLY_FORMULAS, 1_000_000)
  console.info('two printers', seen)
  expect(seen.open! + seen['open although linear']!).toBeLessThan(NIGHTLY_FORMULAS / 100)
})
