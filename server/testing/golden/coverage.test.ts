/**
 * The test cases of the bundled policies of language 1.3 detect a known number of real changes, and all of them together with the
 * suggested cases.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { createBinder } from '../../engine/claims/binder'
import { Meter } from '../../engine/core/meter'
import type { Check } from '../../engine/decide/assertion-result'
import { compileText, startSolver } from '../../engine/testing/ask'
import { readJson } from '../../language/numeric/lossless-json'
import { builtInLibrary } from '../../language/units/unit-library'
import type { CoverageCase } from '../../meaning/coverage/measure-coverage'
import { measureCoverage } from '../../meaning/coverage/measure-coverage'

const folder = path.join(import.meta.dirname, 'policies')
const slugs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  // The policies of 1.4 use up the budget of one call.
  .filter((name) => readFileSync(path.join(folder, name, 'ruleset.tsr'), 'utf8').startsWith('version 1.3;'))
const solver = startSolver()

/** Changes of all bundled policies that at least one dictionary distinguishes. */
const NOTICED_BEFORE = 766
const REAL_CHANGES = 962

function open(slug: string) {
  const source = readFileSync(path.join(folder, slug, 'ruleset.tsr'), 'utf8')
  const ruleset = compileText(source)
  const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BUDGETS)
  const bound = (
    name: string,
    claims: Readonly<Record<string, unknown>>,
    expected: Readonly<Record<string, Check>>,
  ) => {
    const facts = binder.bind(claims)
    if (!facts.ok) throw new Error(`${slug}, ${name}: ${JSON.stringify(facts)}`)
    return { name, facts, expected }
  }
  const cases = readdirSync(path.join(folder, slug, 'cases')).map((file) => {
    const read = readJson(readFileSync(path.join(folder, slug, 'cases', file), 'utf8'))
    if ('problem' in read) throw new Error(read.problem.message)
    const { claims, expect: expected } = read.value as {
      claims: Record<string, unknown>
      expect: Record<string, Check>
    }
    return bound(file, claims, expected)
  })
  const measure = (some: readonly CoverageCase[]) => {
    const { evaluation_steps, solver_steps_total } = DEFAULT_BUDGETS
    const meter = new Meter(evaluation_steps, solver_steps_total)
    return measureCoverage({ source, ruleset, cases: some }, { solver, mode: 'tiers', budget: DEFAULT_BUDGETS, meter })
  }
  return { cases, bound, measure }
}

const totals = { noticed: 0, real: 0 }

function becomesComplete(slug: string): void {
  const { cases, bound, measure } = open(slug)
  const { score, survivors, failing, smallestSet, open: undecided } = measure(cases)
  expect({ failing, undecided, notDecided: score.undecided }).toEqual({ failing: [], undecided: [], notDecided: 0 })
  expect(survivors.length).toBe(score.changes - score.equal - score.noticed)
  totals.noticed += score.noticed
  totals.real += score.changes - score.equal
  const offered = survivors.map(({ detectedBy, computed, change }) => bound(change, detectedBy.claims, computed))
  const after = measure([...cases, ...offered])
  expect(after.survivors).toEqual([])
  expect(after.score.noticed).toBe(score.changes - score.equal)
  expect(after.failing).toEqual([])
  const alone = measure(smallestSet.map(({ claims, computed }, index) => bound(String(index), claims, computed)))
  expect(alone.survivors).toEqual([])
}

describe('every real change is detected with the suggested cases', () => {
  const often = ['fmla-eligibility', 'release-gate']
  it.each(often)('%s', becomesComplete)
  it.each(slugs.filter((slug) => !often.includes(slug)))('%s', { tags: ['nightly'] }, becomesComplete)
  it('fewer without them', { tags: ['nightly'] }, () => {
    for (const slug of often) becomesComplete(slug)
    expect(totals).toEqual({ noticed: NOTICED_BEFORE, real: REAL_CHANGES })
  })
})
