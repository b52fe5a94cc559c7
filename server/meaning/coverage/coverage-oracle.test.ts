import { writeSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { seededRandom } from '../../engine/testing/random-rules'
import { CoverageOracle } from '../testing/coverage-oracle'
import { randomDeclared, smallRules } from '../testing/small-rules'
import type { CoverageResult } from './coverage-result'
import { measureCoverage } from './measure-coverage'

const RULESETS = 12
/** Each takes about a fifth of a second. */
const NIGHTLY_RULESETS = Number(process.env.STATEMENT_RULESETS ?? '500')
/** The full series sets STATEMENT_RULESETS=20000, if need be in parts with different FIRST_SEED. */
const FIRST_SEED = Number(process.env.FIRST_SEED ?? '1000000')

/** Seeds between two progress lines, which go to stderr because Vitest holds the console back. */
const REPORT_EVERY = 100

const solver = startSolver()

function tools() {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  return { solver, mode: 'tiers' as const, budget, meter: new Meter(500_000_000, 50_000_000) }
}

/** Null if a comparison reads two numbers, so that no list contains all points where it changes. */
function problemsOf(
  seed: number,
  seen: Record<string, number>,
): { readonly text: string; readonly problems: readonly string[] } | null {
  const random = seededRandom(seed)
  const { text, points, isExact } = smallRules(random, randomDeclared(random), 1 + (seed % 4 === 0 ? 1 : 0), false)
  if (!isExact) return null
  const ruleset = compileText(text)
  const oracle = new CoverageOracle(text, ruleset, points)
  const measure = (cases: Parameters<typeof measureCoverage>[0]['cases']): CoverageResult =>
    measureCoverage({ source: text, ruleset, cases }, tools())
  const without = measure([])
  oracle.checkScore(without, [])
  oracle.checkSmallestSet(without)
  oracle.checkBoundaries(without)
  const chosen = without.smallestSet.map(({ claims, computed }) => ({ claims, expected: computed }))
  const full = measure(chosen.map(({ claims, expected }, index) => oracle.caseOf(`${index}`, claims, expected)))
  oracle.checkScore(full, chosen)
  const { score, open } = full
  if (score.noticed !== score.changes - score.equal && open.length === 0)
    oracle.problems.push(`the smallest set has the score ${JSON.stringify(score)}`)
  const sent = [0, 1].map(() => {
    const claims = oracle.randomClaims(random)
    const answers = oracle.answersTo(claims)
    const isWrong = random() < 0.2
    return {
      claims,
      expected: isWrong ? { ...answers, r0: answers.r0 === 'TRUE' ? ('FALSE' as const) : ('TRUE' as const) } : answers,
    }
  })
  oracle.checkScore(
    measure(sent.map(({ claims, expected }, index) => oracle.caseOf(`${index}`, claims, expected))),
    sent,
  )
  const count = (what: string, by: number) => {
    seen[what] = (seen[what] ?? 0) + by
  }
  count('rulesets', 1)
  count('changes', without.score.changes)
  count('equal', without.score.equal)
  count('undecided', without.score.undecided)
  count('offered cases', without.boundaryCases.length)
  count(
    'survivors with unknown claims',
    without.survivors.filter(({ detectedBy }) => detectedBy.sentence.includes(' is unknown')).length,
  )
  count('open', without.open.length === 0 ? 0 : 1)
  return { text, problems: oracle.problems }
}

function run(count: number, firstSeed: number): void {
  const seen: Record<string, number> = {}
  const failures: unknown[] = []
  for (let seed = firstSeed; (seen.rulesets ?? 0) < count; seed++) {
    const judged = problemsOf(seed, seen)
    if (seed % REPORT_EVERY === 0) writeSync(2, `${JSON.stringify({ seed, ...seen })}\n`)
    if (judged === null || judged.problems.length === 0) continue
    failures.push({ seed, ...judged })
    writeSync(2, `${JSON.stringify(failures.at(-1))}\n`)
  }
  console.info(seen)
  expect(failures).toEqual([])
}

it(
  `agrees with all completions and misses nothing for ${RULESETS} rulesets`,
  { tags: 'thorough', timeout: 60_000 },
  () => run(RULESETS, 0),
)

it(
  `agrees with all completions and misses nothing for ${NIGHTLY_RULESETS} rulesets`,
  {
    tags: 'nightly',
    timeout: 7_200_000,
  },
  () => run(NIGHTLY_RULESETS, FIRST_SEED),
)
