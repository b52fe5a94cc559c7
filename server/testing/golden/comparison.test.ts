/**
 * Golden comparisons: each folder of golden/comparison is named after a kind of change and contains two rulesets and
 * the findings for a person. `options.json` gives converters of the later library, stated pairs, or a budget.
 * `UPDATE=1` writes expected.json again; read the changes before the commit.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { comparisonResult } from '../../api/schemas/comparison'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { CompiledRuleset } from '../../engine/compile'
import { Meter } from '../../engine/core/meter'
import { startSolver } from '../../engine/testing/ask'
import { parseNumeral } from '../../language/numeric/numeral'
import { Rational, ZERO } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { createUnitLibrary } from '../../language/units/unit-library'
import { CHANGE_KINDS } from '../../meaning/comparison/change-kinds'
import { type ComparedRuleset, compareRulesets } from '../../meaning/comparison/comparison'
import type { Comparison } from '../../meaning/comparison/comparison-result'
import { comparisonOf } from '../../services/engine-pool/describe-comparison'

const CASES = join(import.meta.dirname, 'comparison')
const POLICIES = join(import.meta.dirname, 'policies')
const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }
const solver = startSolver()

const caseOptions = z.strictObject({
  converters: z.array(z.strictObject({ from: z.string(), to: z.string(), factor: z.string() })).default([]),
  pairs: z.array(z.strictObject({ before: z.string(), after: z.string() })).default([]),
  solver_steps: z.number().default(200_000),
})
type CaseOptions = z.infer<typeof caseOptions>

function optionsOf(folder: string): CaseOptions {
  const file = join(folder, 'options.json')
  return caseOptions.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

function compiled(text: string, converters: CaseOptions['converters'] = []): ComparedRuleset {
  const library = createUnitLibrary(
    converters.map(({ from, to, factor }) => {
      const value = parseNumeral(factor, 20)
      if (!(value instanceof Rational)) throw new Error(`${factor} is no numeral`)
      return { from, to, factor: value, offset: ZERO }
    }),
  )
  const { ruleset, diagnostics } = analyseRuleset(text, library, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return { ruleset, library, unitLibraryHash: converters.length === 0 ? null : JSON.stringify(converters) }
}

function compare(before: string, after: string, options: CaseOptions = caseOptions.parse({})): Comparison {
  const budget = { solver_steps: options.solver_steps, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(50_000_000, 50_000_000) } as const
  return compareRulesets(compiled(before), compiled(after, options.converters), tools, options.pairs)
}

const kinds = Object.keys(CHANGE_KINDS)

describe('a change of the kind', () => {
  it.each(kinds)('%s has its own sentence', (kind) => {
    const folder = join(CASES, kind)
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const comparison = compare(read('before.tsr'), read('after.tsr'), optionsOf(folder))
    const text = `${JSON.stringify(comparison, null, 2)}\n`
    if (process.env.UPDATE === '1') writeFileSync(join(folder, 'expected.json'), text)
    expect(text).toBe(read('expected.json'))
    expect(comparison.findings.map((finding) => finding.kind)).toContain(kind)
    expect(comparison.verdict).toBe(
      kind === 'rewritten' ? 'same' : /^(report-)?not-decided$/.test(kind) ? 'not decided' : 'changed',
    )
  })

  it('the table contains every kind and nothing else', () => {
    expect(readdirSync(CASES).sort()).toEqual([...kinds].sort())
    expect(kinds.length).toBeGreaterThanOrEqual(20)
  })
})

/** Answers like POST /v1/comparison. */
function wired(before: string, after: string, options: CaseOptions = caseOptions.parse({})) {
  const { converters, pairs, solver_steps } = options
  const side = (source: string, joined: CaseOptions['converters']) => {
    const { ruleset, library, unitLibraryHash } = compiled(source, joined)
    return new CompiledRuleset({ source, hash: 'x', library, unitLibraryHash, limits: LIMITS }, ruleset, [])
  }
  const budget = { solver_steps, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(50_000_000, 50_000_000) } as const
  const answer = comparisonOf(side(before, []), side(after, converters), pairs, tools)
  return comparisonResult.pick({ assertions: true, changes: true, open: true }).strip().parse(answer)
}

describe('the wire form of a change of the kind', () => {
  it.each(kinds)('%s has every finding, and no proof of a pair that differs', (kind) => {
    const folder = join(CASES, kind)
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const { assertions, changes, open } = wired(read('before.tsr'), read('after.tsr'), optionsOf(folder))
    const sentences = [...assertions, ...changes, ...open].map(({ sentence }) => sentence)
    const { findings } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Comparison
    expect(sentences).toEqual(expect.arrayContaining(findings.map(({ sentence }) => sentence)))
    for (const { verdict, sentence } of assertions) {
      expect(sentence).not.toBe('')
      if (verdict !== 'same') expect(sentence).not.toContain('as before: proved')
    }
  })

  it('names 20 claims whose members changed, and its sentence gives their number', () => {
    const claims = Array.from({ length: 25 }, (_, index) => `city${index}`)
    const text = (members: string) =>
      [
        ...claims.map((claim) => `declare ${claim} as enum {${members}};`),
        `assert all_a { And(${claims.map((claim) => `${claim} == "a"`).join(', ')}) };`,
      ].join('\n')
    const [pair] = wired(text('"a", "b"'), text('"a", "b", "c"')).assertions
    expect(pair).toMatchObject({ verdict: 'same', unless_unknown: claims.slice(0, 20) })
    expect(pair!.sentence).toMatch(/city19 and 5 more are known, every answer is as before: proved\.$/)
  })
})

describe('a comparison', () => {
  const policy = readFileSync(join(POLICIES, 'regulation-z-qualified-mortgage/ruleset.tsr'), 'utf8')

  it('says in one sentence that the four fee tiers of Regulation Z may begin above or at their amounts', () => {
    const tiers = policy.replace(/(IF |If\()(loan_amount) >= (100000|60000|20000|12500) "USD"/g, '$1$2 > $3 "USD"')
    expect(tiers.split('>= ').length).toBe(policy.split('>= ').length - 4)
    const { verdict, summary, findings } = compare(policy, tiers)
    expect({ verdict, summary, kinds: findings.map(({ kind }) => kind) }).toEqual({
      verdict: 'same',
      summary:
        'Nothing changes in meaning: the definition ‘fee limit’ is written differently, and every answer to every claim dictionary is proved the same.',
      kinds: ['rewritten'],
    })
  })

  it('reports no change for a new order of members without an order', () => {
    const text =
      'declare city as enum {"a", "b", "c"};\nassert in_a { Or(city == "a", IsMember(city, Members(city))) };\n'
    expect(compare(text, text.replace('"a", "b", "c"', '"c", "a", "b"')).verdict).toBe('identical')
    const plain = 'declare city as enum {"a", "b", "c"};\nassert in_a { city == "a" };\n'
    expect(compare(plain, plain.replace('"a", "b", "c"', '"c", "a", "b"')).verdict).toBe('identical')
    expect(compare(policy, policy).verdict).toBe('identical')
  })
})
