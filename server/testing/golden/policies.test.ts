import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkResult } from '../../api/schemas/check'
import { compiledRuleset } from '../../api/schemas/ruleset'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import { readJson, writeJson } from '../../language/numeric/lossless-json'
import { normaliseSource } from '../../language/text/line-index'
import type { EngineMode } from '../../services/engine-pool/engine-job'
import { JobRunner } from '../../services/engine-pool/run-job'

/**
 * The expected report: its value with its unit; the unknown claims that it depends on; or words from the reason why it
 * has none.
 */
const expectedReport = z.union([
  z.string(),
  z.strictObject({ depends_on: z.array(z.string()) }),
  z.strictObject({ no_value: z.string() }),
])
const policyCase = z.strictObject({
  name: z.string(),
  why: z.record(z.string(), z.string()),
  claims: z.record(z.string(), z.unknown()),
  expect: z.record(z.string(), z.enum(['TRUE', 'FALSE', 'UNKNOWN'])),
  reports: z.record(z.string(), expectedReport).default({}),
  relevant: z.record(z.string(), z.array(z.string())).default({}),
})

const folder = path.join(import.meta.dirname, 'policies')
const slugs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const solver = new Z3Solver(compileZ3())
const runner = new JobRunner({ solver: () => solver })
const library = { hash: null, converters: [] }

function rulesetText(slug: string) {
  const source = normaliseSource(readFileSync(path.join(folder, slug, 'ruleset.tsr'), 'utf8'))
  return { source, hash: createHash('sha256').update(source).digest('hex') }
}

function check(slug: string, claimsText: string, mode: EngineMode): string {
  const answer = runner.run({
    kind: 'check',
    ruleset: rulesetText(slug),
    library,
    limits: DEFAULT_BUDGETS,
    claims: { from: 'text', text: claimsText },
    mode,
    maySolve: true,
  })
  if (answer.status !== 'checked') throw new Error(JSON.stringify(answer))
  return answer.bytes
}

/** Such as `amount`, `applicant.born` and `driver[2].age`. */
const CLAIM_PATH = /\w+(?:\[\d+\]|\.\w+)*/g

/** Returns the dictionary as JSON text with the original numbers. */
function claimsText(file: string): string {
  const read = readJson(file)
  if ('problem' in read) throw new Error(read.problem.message)
  return writeJson((read.value as { claims: unknown }).claims)
}

/** Returns the reports of an answer in the form of a case, with the same words as the case where there is no value. */
function reportsLike(
  expected: z.infer<typeof policyCase>['reports'],
  reports: z.infer<typeof checkResult>['reports'] = [],
) {
  return Object.fromEntries(
    reports.map(({ name, value, unit, depends_on, no_value }) => {
      if (value !== null) return [name, unit === null ? value : `${value} ${unit}`]
      if (no_value === undefined) return [name, { depends_on }]
      const wanted = expected[name]
      const isAsExpected = typeof wanted === 'object' && 'no_value' in wanted && no_value.includes(wanted.no_value)
      return [name, isAsExpected ? wanted : { no_value }]
    }),
  )
}

it('there are at least nineteen policies', () => expect(slugs.length).toBeGreaterThanOrEqual(19))

for (const slug of slugs)
  describe(slug, () => {
    it('compiles without a warning, and its payload fits the contract', () => {
      const answer = runner.run({ kind: 'compile', ruleset: rulesetText(slug), library, limits: DEFAULT_BUDGETS })
      if (answer.status !== 'compiled') throw new Error(JSON.stringify(answer))
      const payload = Object.fromEntries(
        Object.entries(answer.members).map(([name, text]) => [name, JSON.parse(text) as unknown]),
      )
      // The service adds the link.
      const compiled = compiledRuleset.parse({ ...payload, approve_url: null })
      expect(compiled.diagnostics).toEqual([])
    })

    const files = readdirSync(path.join(folder, slug, 'cases')).sort()
    it('has at least six dictionaries', () => expect(files.length).toBeGreaterThanOrEqual(6))

    for (const file of files) {
      const text = readFileSync(path.join(folder, slug, 'cases', file), 'utf8')
      const expected = policyCase.parse(JSON.parse(text))
      it(`${file}: ${expected.name}`, () => {
        const claims = claimsText(text)
        const bytes = check(slug, claims, 'tiers')
        const result = checkResult.parse(JSON.parse(bytes))
        const answers = Object.fromEntries(
          result.rules.flatMap((rule) => rule.assertions.map((assertion) => [assertion.name, assertion.check])),
        )
        expect(answers).toEqual(expected.expect)
        expect(reportsLike(expected.reports, result.reports)).toEqual(expected.reports)
        expect(Object.keys(expected.why).sort()).toEqual(Object.keys(expected.expect).sort())
        for (const [assertion, relevant] of Object.entries(expected.relevant)) {
          const reason =
            result.rules.flatMap((rule) => rule.assertions).find((each) => each.name === assertion)?.reason_unknown ??
            ''
          const named = new Set(reason.match(CLAIM_PATH))
          for (const claim of relevant) expect(named).toContain(claim)
          for (const claim of result.claims.unbound.filter((name) => !relevant.includes(name)))
            expect(named).not.toContain(claim)
        }
        expect(check(slug, claims, 'solver-only')).toBe(bytes)
      })
    }
  })
