import { writeSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { seededRandom } from '../../engine/testing/random-rules'
import { singleChanges } from '../testing/changed-ruleset'
import { underBuiltIn, wrongWitnesses } from '../testing/checked-witnesses'
import { PairOracle } from '../testing/comparison-oracle'
import {
  type Declared,
  declareStatements,
  type PointsOf,
  pickItem,
  randomDeclared,
  SmallRulesMaker,
} from '../testing/small-rules'
import { compareRulesets } from './comparison'
import type { Comparison } from './comparison-result'

const PAIRS = 100
/** Pairs of the nightly series. */
const NIGHTLY_PAIRS = Number(process.env.STATEMENT_RULESETS ?? '2000')

/** Seeds between two progress lines, which go to stderr because Vitest holds the console back. */
const REPORT_EVERY = 500

const solver = startSolver()

interface Subject {
  readonly before: string
  readonly after: string
  readonly points: PointsOf
  /** Whether the points include every number at which an outcome changes. */
  readonly isExact: boolean
}

/** Returns two independent texts, or a text and a copy with one change of a place, the policy or the declarations. */
function subjectOf(seed: number): Subject {
  const random = seededRandom(seed)
  const isChange = random() < 0.6
  const maker = new SmallRulesMaker(random, !isChange)
  const declared = randomDeclared(random)
  const later: Declared = random() < 0.3 ? randomDeclared(random) : declared
  const statements = maker.make(1)
  const before = declareStatements(declared, statements)
  if (!isChange) return { before, after: declareStatements(later, maker.make(1)), ...pointsOf(maker) }
  const changes = singleChanges(declareStatements(later, statements))
  const changed = changes.length === 0 ? declareStatements(later, statements) : pickItem(random, changes).text
  const policy = random() < 0.15 ? changed.replace(/assert r0( \[\w+\])?/, 'assert r0 [pessimistic]') : changed
  return { before, after: policy, ...pointsOf(maker) }
}

function pointsOf({ points, hasExactPoints }: SmallRulesMaker): Pick<Subject, 'points' | 'isExact'> {
  return { points, isExact: hasExactPoints }
}

function compared(
  before: string,
  after: string,
): { readonly comparison: Comparison; readonly wrong: readonly string[] } {
  const [was, now] = [compileText(before), compileText(after)]
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers' as const, budget, meter: new Meter(500_000_000, 50_000_000) }
  const comparison = compareRulesets(underBuiltIn(was), underBuiltIn(now), tools)
  return { comparison, wrong: wrongWitnesses(was, now, comparison, tools) }
}

function problemsOf({ before, after, points, isExact }: Subject, seen: Record<string, number>): readonly string[] {
  const { comparison, wrong } = compared(before, after)
  const [was, now] = [compileText(before), compileText(after)]
  return comparison.pairs.flatMap((pair) => {
    const oracle = new PairOracle(was, now, pair, points, isExact)
    oracle.checkWays()
    oracle.checkSameness()
    oracle.checkPartial()
    oracle.checkChanges()
    const count = (what: string) => {
      seen[what] = (seen[what] ?? 0) + 1
    }
    count(pair.verdict)
    for (const way of pair.changes) count(`${way.before} to ${way.after}`)
    if (pair.open.length > 0) count('open')
    if (pair.verdict === 'differs outside the ranges' && pair.partial === null && oracle.isSeenWhereUnknown)
      count('seen where claims are unknown, without a dictionary')
    return [...wrong, ...oracle.problems]
  })
}

function run(count: number, firstSeed: number): void {
  const seen: Record<string, number> = {}
  const failures: unknown[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const subject = subjectOf(seed)
    const problems = problemsOf(subject, seen)
    if (seed % REPORT_EVERY === 0) writeSync(2, `${seed - firstSeed}: ${JSON.stringify(seen)}\n`)
    if (problems.length > 0) {
      failures.push({ seed, problems, before: subject.before, after: subject.after })
      writeSync(2, `${JSON.stringify(failures.at(-1))}\n`)
    }
  }
  console.info(`${count} pairs`, seen)
  expect(failures).toEqual([])
}

it(`agrees with all completions for ${PAIRS} pairs and misses no change`, { tags: 'thorough', timeout: 60_000 }, () =>
  run(PAIRS, 0),
)

it(
  `agrees with all completions for ${NIGHTLY_PAIRS} pairs and misses no change`,
  {
    tags: 'nightly',
    timeout: 7_200_000,
  },
  () => run(NIGHTLY_PAIRS, 1_000_000),
)
