/** The analysis finds every seeded defect in real rulesets, and only findings that were judged correct. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Meter } from '../../engine/core/meter'
import { compileText, startSolver } from '../../engine/testing/ask'
import { analyseRuleset } from '../../meaning/analysis/analyse-ruleset'
import type { Finding } from '../../meaning/analysis/analysis-result'
import { isQuickToProve } from '../../meaning/testing/changed-ruleset'
import { seededDefects } from './seeded-defects'

const judgement = z.strictObject({
  ruleset: z.string(),
  kind: z.string(),
  assertions: z.array(z.string()),
  definitions: z.array(z.string()),
  verdict: z.enum(['true', 'intended']),
  why: z.string(),
})

const folder = path.join(import.meta.dirname, 'meaning')
const policies = path.join(import.meta.dirname, 'policies')
const judged = z.array(judgement).parse(JSON.parse(readFileSync(path.join(folder, 'judged.json'), 'utf8')))
const solver = startSolver()

function subject(name: string, file: string) {
  const source = readFileSync(file, 'utf8')
  return { name, source, ruleset: compileText(source) }
}

const small = readdirSync(path.join(folder, 'rulesets'))
  .sort()
  .map((file) => subject(`rulesets/${file.replace('.tsr', '')}`, path.join(folder, 'rulesets', file)))
const bundled = readdirSync(policies, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => subject(`policies/${name}`, path.join(policies, name, 'ruleset.tsr')))
  .filter(({ source }) => isQuickToProve(source))
const subjects = [...bundled, ...small]

/** `npm test` analyses every sixth ruleset, the nightly series the rest. */
const EVERY = 6
const isOften = (_: unknown, index: number) => index % EVERY === 1
const isNightly = (_: unknown, index: number) => index % EVERY !== 1

function findings(source: string): readonly Finding[] {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers' as const, budget, meter: new Meter(500_000_000) }
  const { findings: all, open } = analyseRuleset({ source, ruleset: compileText(source) }, { tools, form: 'full' })
  expect(open).toEqual([])
  return all
}

it('there are at least sixty rulesets besides the bundled policies', () => {
  expect(small.length).toBeGreaterThanOrEqual(60)
  expect(bundled.length).toBeGreaterThanOrEqual(10)
})

function reportsWhatIsJudged(name: string, source: string): void {
  const reported = findings(source).map(({ kind, assertions, definitions }) => ({ kind, assertions, definitions }))
  const expected = judged.filter(({ ruleset }) => ruleset === name)
  expect(reported).toEqual(expected.map(({ kind, assertions, definitions }) => ({ kind, assertions, definitions })))
}

describe('only judged findings are reported', () => {
  it.each(subjects.filter(isOften))('$name', ({ name, source }) => reportsWhatIsJudged(name, source))
  it.each(subjects.filter(isNightly))('$name', { tags: ['nightly'] }, ({ name, source }) =>
    reportsWhatIsJudged(name, source),
  )
})

const defects = seededDefects(small, 200)

function findsDefect({ source, kind, assertions, claims }: (typeof defects)[number]): void {
  const owed = findings(source).filter(
    (finding) =>
      finding.kind === kind &&
      assertions.every((name) => finding.assertions.includes(name)) &&
      claims.every((name) => finding.claims.includes(name)),
  )
  expect(owed.length).toBeGreaterThan(0)
}

describe('every seeded defect is found', () => {
  it.each(defects.filter((_, index) => index < 18))('$what', findsDefect)
  it.each(defects.filter((_, index) => index >= 18))('$what', { tags: ['nightly'] }, findsDefect)
})
