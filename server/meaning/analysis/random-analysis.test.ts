/** Compares the analysis of finite claims with the reference meaning in every completion, both ways. */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { Completion } from '../../engine/core/value'
import { compileText, startSolver } from '../../engine/testing/ask'
import { randomRules, seededRandom } from '../../engine/testing/random-rules'
import { referenceOutcome } from '../../engine/testing/reference'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { enumerateDictionaries } from '../testing/enumerated-answers'
import { analyseRuleset } from './analyse-ruleset'
import type { Finding, FindingKind } from './analysis-result'

const RULESETS = 25
const NIGHTLY_RULESETS = 500

const solver = startSolver()

/** The outcome of each assertion in every completion. */
class OutcomeTable {
  private readonly rows: readonly (readonly (boolean | null)[])[]
  private readonly completions: readonly Completion[]

  constructor(private readonly ruleset: CheckedRuleset) {
    const finite = [...ruleset.inputs.keys()].filter((index) => ruleset.inputs[index]!.type.kind !== 'numeric')
    this.completions = [...enumerateDictionaries(ruleset, finite, false)]
    this.rows = this.completions.map((completion) =>
      ruleset.assertions.map((_, index) => referenceOutcome(ruleset, index, completion)),
    )
  }

  canBe(assertion: number, outcome: boolean): boolean {
    return this.rows.some((row) => row[assertion] === outcome)
  }

  canHold(assertions: readonly number[]): boolean {
    return this.rows.some((row) => assertions.every((index) => row[index] === true))
  }

  implies(premises: readonly number[], consequence: number): boolean {
    return this.rows.every((row) => !premises.every((index) => row[index] === true) || row[consequence] === true)
  }

  dependsOn(assertion: number, claim: number): boolean {
    const seen = new Map<string, boolean | null>()
    return this.completions.some((completion, index) => {
      const key = JSON.stringify(completion.with(claim, null))
      const outcome = this.rows[index]![assertion]!
      if (!seen.has(key)) seen.set(key, outcome)
      return seen.get(key) !== outcome
    })
  }

  isSameAs(other: OutcomeTable): boolean {
    return JSON.stringify(this.rows) === JSON.stringify(other.rows)
  }

  vacuity(assertion: number): FindingKind | null {
    const [canBeTrue, canBeFalse] = [this.canBe(assertion, true), this.canBe(assertion, false)]
    if (canBeTrue) return canBeFalse ? null : 'never_false'
    return canBeFalse ? 'never_true' : 'never_has_value'
  }

  idleClaims(): readonly string[] {
    const { inputs, assertions } = this.ruleset
    return inputs.flatMap(({ kind, name }, claim) => {
      const isIdle = [...assertions.keys()].every((index) => !this.dependsOn(index, claim))
      return kind === 'claim' && isIdle ? [name] : []
    })
  }
}

const VACUOUS: ReadonlySet<FindingKind> = new Set(['never_true', 'never_false', 'never_has_value'])

function verify(text: string): readonly Finding[] {
  const ruleset = compileText(text)
  const table = new OutcomeTable(ruleset)
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(500_000_000) } as const
  const { findings, open } = analyseRuleset({ source: text, ruleset }, { tools, form: 'full' })
  expect(open).toEqual([])
  const indexOf = (name: string) => ruleset.assertions.findIndex((assertion) => assertion.name === name)
  const of = (kind: FindingKind) => findings.filter((each) => each.kind === kind)
  const vacuous = findings.flatMap(({ kind, assertions }) => (VACUOUS.has(kind) ? [`${assertions[0]} ${kind}`] : []))
  const expected = ruleset.assertions.flatMap(({ name }, index) => {
    const kind = table.vacuity(index)
    return kind === null ? [] : [`${name} ${kind}`]
  })
  expect(vacuous.sort()).toEqual(expected.sort())
  const contradictions = of('cannot_hold_together').map(({ assertions }) => assertions.map(indexOf))
  for (const set of contradictions) {
    expect(table.canHold(set)).toBe(false)
    for (const index of set) expect(table.canHold(set.filter((other) => other !== index))).toBe(true)
  }
  const sound = [...ruleset.assertions.keys()].filter((index) => table.canBe(index, true))
  if (contradictions.length === 0) expect(table.canHold(sound)).toBe(true)
  for (const { assertions } of of('implied_by_others')) {
    const all = assertions.map(indexOf)
    expect(
      all.some((index) =>
        table.implies(
          all.filter((other) => other !== index),
          index,
        ),
      ),
    ).toBe(true)
  }
  expect(of('claim_changes_nothing').flatMap(({ claims }) => claims)).toEqual(table.idleClaims())
  for (const { fix } of findings)
    for (const { start, end, text: edit } of fix?.edits ?? [])
      expect(new OutcomeTable(compileText(text.slice(0, start) + edit + text.slice(end))).isSameAs(table)).toBe(true)
  return findings
}

function run(count: number, firstSeed: number): Record<string, number> {
  const seen: Record<string, number> = {}
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const text = randomRules(seededRandom(seed), { numbers: false, nonlinear: false, assertions: 4 })
    for (const { kind } of verify(text)) seen[kind] = (seen[kind] ?? 0) + 1
  }
  return seen
}

it(`is right and complete on ${RULESETS} rulesets`, { tags: 'thorough' }, () => {
  console.info('findings', run(RULESETS, 0))
})

it(`is right and complete on ${NIGHTLY_RULESETS} rulesets`, { tags: 'nightly', timeout: 3_600_000 }, () => {
  console.info('findings', run(NIGHTLY_RULESETS, 1_000_000))
})
