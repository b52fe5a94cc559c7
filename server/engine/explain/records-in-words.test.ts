/** People and programs read of records, lists and codes only what the author wrote. */
import { expect, it } from 'vitest'
import { builtInLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { Meter } from '../core/meter'
import { decideAll } from '../decide/decide'
import { compileProgram } from '../evaluate/program'
import { compileText, startSolver } from '../testing/ask'
import { RandomRecords } from '../testing/random-records'
import { seededRandom } from '../testing/random-rules'
import { buildManifest } from './manifest'
import { promptPack } from './prompt-pack'
import { renderReview } from './review'

const RULESETS = 150
const LIBRARY = builtInLibrary()
const solver = startSolver()

/** The empty code, the entries of a list one by one, a variable without a name, and words of the core. */
const GENERATED = /""|\[[2-9]\]|‘’|\bundefined\b|\bnull\b|\bpart 0\b|\bentry entry\b/

it(`no generated name is in any text about ${RULESETS} random rulesets`, { tags: 'thorough' }, () => {
  let counterexamples = 0
  for (let seed = 0; seed < RULESETS; seed++) {
    const records = new RandomRecords(seededRandom(seed))
    const ruleset = compileText(records.rules(3, 1 + (seed % 3)).text)
    const manifest = buildManifest(ruleset, 'hash')
    const names = manifest.claims.map(({ claim }) => claim)
    expect(names).toEqual([...new Set(names)])
    const prompts = promptPack(ruleset, LIBRARY, 'hash', DEFAULT_BIND_LIMITS).prompts
    const texts = [
      renderReview(ruleset),
      ...manifest.claims.map(({ claim, question }) => `${claim}: ${question}`),
      ...prompts.map(({ question, answer_format }) => `${question} ${answer_format}`),
    ]
    const program = compileProgram(ruleset)
    const binder = createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS)
    for (const claims of [records.record(), { ...records.record(), partner: 'unknown', code: 'unknown' }]) {
      const bound = binder.bind(claims)
      if (!bound.ok) throw new Error(JSON.stringify(bound))
      const tools = {
        solver,
        budget: { solver_steps: 50_000, solver_memory_mb: 256 },
        meter: new Meter(1e9),
        mode: 'tiers',
      } as const
      const results = decideAll(program, bound.known, bound.unbridged, tools)
      if (results === 'needs solver') throw new Error('the solver at hand was not asked')
      for (const { counterexample, reasonUnknown } of results) {
        // An entry is named by its place.
        texts.push((counterexample ?? '').replaceAll(/\[\d\]/g, ''), (reasonUnknown ?? '').replaceAll(/\[\d\]/g, ''))
        if (counterexample !== null) counterexamples++
      }
    }
    expect(texts.filter((text) => GENERATED.test(text))).toEqual([])
  }
  expect(counterexamples).toBeGreaterThan(RULESETS / 2)
})

it('a remark about codes appears only if a claim has codes, and one about an absent record only if it may be absent', () => {
  const text = (type: string, condition: string) =>
    renderReview(
      compileText(`version 1.4;\ndeclare p as optional record { x as ${type} };\ndeclare q as whole or {"NA"};
let number = q;
assert a { And(IsGiven(p), ${condition}, number >= 0) };\nassert b { And(IsGiven(p), ${condition}) };\n`),
    )
  const remarks = (review: string) =>
    [/claim is one of its codes/, /record that is absent/].map((remark) => remark.test(review))
  const sections = (review: string) => review.split(/^\d\. {2}|^DEFINITIONS|^CLAIMS/m)
  for (const [type, condition] of [
    ['boolean', 'p.x'],
    ['whole', 'p.x >= 1'],
  ] as const) {
    const [, both, absent, definition] = sections(text(type, condition))
    expect([both, absent, definition].map((section) => remarks(section!))).toEqual([
      [true, true],
      [false, true],
      [true, false],
    ])
  }
})

it('review and manifest have the default of a claim, and the manifest has its column', () => {
  const ruleset = compileText(`version 1.4;
// @column hazardous "Dangerous goods (y/n)"
declare hazardous as boolean default False;
declare weight as numeric "kg" default 1200 "kg";
declare filed as date or {"NA"} default 2026-01-31;
declare trip as record { class as enum {"first", "second"} default "second" };
declare driver as list of { age as whole, licence as boolean default True } up to 2;
// @column driver.age "Age []"
assert a { And(hazardous, weight > 1 "kg", filed > 2026-01-01, trip.class == "first") };
assert b { ForAll(d in driver, And(d.age > 17, d.licence)) };
`)
  const lines = renderReview(ruleset).split('\n')
  expect(lines.filter((line) => line.includes('Default')).map((line) => line.trim())).toEqual([
    'Default: If a file has no column for ‘hazardous’, it is taken as no.',
    'Default: If a file has no column for weight, it is taken as 1,200 kg.',
    'Default: If a file has no column for filed, it is taken as 31 January 2026.',
    'Default: If a file has no column for trip’s class, it is taken as "second".',
    'Default: If a file has no column for each driver entry’s ‘licence’, it is taken as yes.',
  ])
  const facts = buildManifest(ruleset, 'hash').claims.map((claim) => [claim.claim, claim.default, claim.column])
  expect(facts.filter(([, value, column]) => value !== undefined || column !== undefined)).toEqual([
    ['hazardous', false, 'Dangerous goods (y/n)'],
    ['weight', '1200 kg', undefined],
    ['filed', '2026-01-31', undefined],
    ['trip.class', 'second', undefined],
    ['driver[].age', undefined, 'Age []'],
    ['driver[].licence', true, undefined],
  ])
})

it('denies a list without two negations', () => {
  const review = renderReview(
    compileText(`version 1.4;
declare codes as list of enum {"1", "2"} up to 3;
declare driver as list of { licence as whole, class as enum {"A", "B"} } up to 2;
assert a { Not(IsGiven(codes)) };
assert b { Implies(Not(NoneRepeated(codes)), IsGiven(codes)) };
assert c { And(NoneRepeated(driver.licence), Not(NoneRepeated(driver.class))) };
`),
  )
  expect(review).toContain('no two entries of driver have the same licence')
  expect(review).toMatch(/at least two entries of driver have the same class/)
  expect(review).toContain('States: codes has no entry.')
  expect(review).toContain('States: if at least two entries of codes are the same, then codes has at least one entry.')
})
