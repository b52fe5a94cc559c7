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
import { normaliseSource } from '../../language/semantics/normalise'
import type { EngineMode } from '../../services/engine-pool/engine-job'
import { JobRunner } from '../../services/engine-pool/run-job'

const policyCase = z.strictObject({
  name: z.string(),
  why: z.record(z.string(), z.string()),
  claims: z.record(z.string(), z.unknown()),
  expect: z.record(z.string(), z.enum(['TRUE', 'FALSE', 'UNKNOWN'])),
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

/** Returns the dictionary as JSON text with the original numbers. */
function claimsText(file: string): string {
  const read = readJson(file)
  if ('problem' in read) throw new Error(read.problem.message)
  return writeJson((read.value as { claims: unknown }).claims)
}

it('there are at least eight policies', () => expect(slugs.length).toBeGreaterThanOrEqual(8))

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
        expect(Object.keys(expected.why).sort()).toEqual(Object.keys(expected.expect).sort())
        for (const [assertion, relevant] of Object.entries(expected.relevant)) {
          const reason =
            result.rules.flatMap((rule) => rule.assertions).find((each) => each.name === assertion)?.reason_unknown ??
            ''
          for (const claim of relevant) expect(reason).toMatch(new RegExp(`\\b${claim}\\b`))
          for (const claim of result.claims.unbound.filter((name) => !relevant.includes(name)))
            expect(reason).not.toMatch(new RegExp(`\\b${claim}\\b`))
        }
        expect(check(slug, claims, 'solver-only')).toBe(bytes)
      })
    }
  })
