/**
 * Compares explanations with the reference meaning in every completion: nothing is false, and nothing is missing
 * without an entry in `open`.
 */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { Known } from '../../engine/core/value'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import { compileText, startSolver } from '../../engine/testing/ask'
import { type Random, seededRandom } from '../../engine/testing/random-rules'
import { smallRatio } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { ExplanationFaults } from '../testing/explanation-faults'
import { randomQuestion } from '../testing/random-question'
import { explainAnswers } from './explanation'

const RULESETS = 40
const NIGHTLY_RULESETS = 2_000
/** A longer run: `EXPLAINED=20000 npx vitest run server/meaning/explanation/random-explanations.test.ts`. */
const EXPLAINED = Number(process.env.EXPLAINED ?? 0)
const FIRST = Number(process.env.FIRST_EXPLAINED ?? 3_000_000)

const solver = startSolver()

interface Seen {
  rulesets: number
  statements: number
  proposals: number
  open: Record<string, number>
  faults: string[]
}

function partial(random: Random, ruleset: CheckedRuleset): Known {
  return ruleset.inputs.map(({ type }) => {
    if (random() < 0.45) return null
    if (type.kind === 'boolean') return random() < 0.5
    if (type.kind === 'enum') return type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
    return smallRatio(Math.floor(random() * 28) - 8, 4)
  })
}

function explainOne(seed: number, seen: Seen): void {
  const random = seededRandom(seed)
  const question = randomQuestion(random)
  const ruleset = compileText(question.text)
  const known = partial(random, ruleset)
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const explanation = explainAnswers(
    { program: compileProgram(ruleset), source: question.text, known, unbridged: new Map() },
    { assertion: null, fixed: new Set() },
    { solver, mode: 'tiers', budget, meter: new Meter(50_000_000, 50_000_000) },
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  const faults = new ExplanationFaults(question, ruleset, known, explanation).find()
  seen.rulesets++
  for (const { definitions, decisive, settledBy, wouldHoldIf } of explanation.assertions) {
    seen.statements += definitions.length + decisive.length + settledBy.length
    seen.proposals += wouldHoldIf.length
  }
  for (const { budget: why } of explanation.open) seen.open[why] = (seen.open[why] ?? 0) + 1
  for (const fault of faults) seen.faults.push(`${seed} ${fault}`)
}

function run(count: number, first: number): Seen {
  const seen: Seen = { rulesets: 0, statements: 0, proposals: 0, open: {}, faults: [] }
  for (let seed = first; seed < first + count; seed++) explainOne(seed, seen)
  console.info('explanations', { ...seen, faults: seen.faults.length })
  return seen
}

it(`says nothing false and misses nothing silently on ${RULESETS} rulesets`, { tags: 'thorough' }, () => {
  expect(run(RULESETS, 0).faults).toEqual([])
})

it(`does so on ${NIGHTLY_RULESETS} rulesets`, { tags: 'nightly', timeout: 3_600_000 }, () => {
  expect(run(NIGHTLY_RULESETS, 1_000_000).faults).toEqual([])
})

it.runIf(EXPLAINED > 0)('does so on a requested number of rulesets', { timeout: 7_200_000 }, () => {
  expect(run(EXPLAINED, FIRST).faults.slice(0, 200)).toEqual([])
})
