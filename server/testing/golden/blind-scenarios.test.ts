/** The scenarios of a blind test, for every bundled policy. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { createBinder } from '../../engine/claims/binder'
import { Meter } from '../../engine/core/meter'
import { FALSE, type Known, TRUE } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { Names } from '../../engine/explain/english/names'
import { compileText, startSolver } from '../../engine/testing/ask'
import { builtInLibrary } from '../../language/units/unit-library'
import { chooseScenarios, factsOfScenario, SCENARIO_SOLVER_STEPS } from '../../meaning/boundaries/blind-scenarios'
import { Boundaries, type BoundaryCase } from '../../meaning/boundaries/boundary-cases'
import { OpenQuestions } from '../../meaning/open-questions'
import { isQuickToProve } from '../../meaning/testing/changed-ruleset'

const folder = path.join(import.meta.dirname, 'policies')
const policies = readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] =>
  entry.isDirectory() ? [[entry.name, readFileSync(path.join(folder, entry.name, 'ruleset.tsr'), 'utf8')]] : [],
)
const QUICK = policies.filter(([, source]) => isQuickToProve(source))
const SLOW = policies.filter(([, source]) => !isQuickToProve(source))
const solver = startSolver()
const MOST = 10

function open(source: string) {
  const ruleset = compileText(source)
  const tools = (budget = DEFAULT_BUDGETS) => {
    const meter = new Meter(DEFAULT_BUDGETS.evaluation_steps, DEFAULT_BUDGETS.solver_steps_total)
    return { solver, mode: 'tiers' as const, budget, meter }
  }
  const asThePage = { ...DEFAULT_BUDGETS, solver_steps: SCENARIO_SOLVER_STEPS }
  const program = compileProgram(ruleset)
  const outcome = (assertion: number, known: Known) => program.evaluate(assertion, known, new Meter(1_000_000))
  return {
    ruleset,
    outcome,
    choose: (most = MOST) => chooseScenarios({ source, ruleset }, tools(), most),
    sidesOf: (assertion: number): readonly (readonly BoundaryCase[])[] => [
      ...new Boundaries({ source, ruleset }, tools(asThePage), new OpenQuestions()).of(assertion),
    ],
  }
}

describe.each(QUICK)('%s', { timeout: 60_000 }, (_, source) => examine(source))
describe.each(SLOW)('%s', { timeout: 600_000, tags: ['nightly'] }, (_, source) => examine(source))

function examine(source: string): void {
  const { ruleset, outcome, choose, sidesOf } = open(source)
  let scenarios: ReturnType<typeof choose>
  beforeAll(() => {
    scenarios = choose()
  })

  it('has distinct scenarios, which are the same every time', () => {
    const keys = scenarios.map(({ assertion, claims }) => JSON.stringify([assertion, claims]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.length).toBeLessThanOrEqual(MOST)
    expect(choose().map(({ assertion, claims }) => JSON.stringify([assertion, claims]))).toEqual(keys)
  })

  it('gives every claim that the assertion reads, and a check accepts them', () => {
    const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BUDGETS)
    for (const { assertion, claims, known, boundary } of scenarios) {
      const facts = binder.bind(claims)
      if (!facts.ok) throw new Error(JSON.stringify(facts))
      for (const index of ruleset.assertions[assertion]!.reads)
        expect(known[index], ruleset.inputs[index]!.name).toEqual(boundary.values[index])
      expect(outcome(assertion, facts.known)).toBe(outcome(assertion, boundary.values))
    }
  })

  it('is at both sides of a threshold of each assertion for which its steps find both of one threshold, if ten suffice', () => {
    const sided = ruleset.assertions.flatMap(({ unbridged }, assertion) => {
      if (unbridged.length > 0) return []
      const hasBoth = sidesOf(assertion).some((cases) => {
        const at = cases.filter(({ kind }) => kind === 'threshold')
        const outcomes = new Set(at.map(({ values }) => outcome(assertion, values)))
        return outcomes.has(TRUE) && outcomes.has(FALSE)
      })
      return hasBoth ? [assertion] : []
    })
    if (sided.length * 2 <= MOST)
      for (const assertion of sided) {
        const own = scenarios.filter((each) => each.assertion === assertion)
        const at = own.filter(({ boundary }) => boundary.kind === 'threshold')
        expect(
          new Set(at.map(({ known }) => outcome(assertion, known))).size,
          ruleset.assertions[assertion]!.name,
        ).toBe(2)
      }
    else
      expect(new Set(scenarios.map(({ assertion }) => assertion)).size).toBeGreaterThanOrEqual(
        Math.min(MOST, sided.length),
      )
  })

  it('says a question and a value for each claim that is there', () => {
    const names = new Names(ruleset)
    for (const scenario of scenarios) {
      const facts = factsOfScenario(ruleset, scenario, names)
      expect(facts.length).toBeGreaterThan(0)
      for (const { question, value } of facts) expect([question, value]).not.toContain('')
    }
  })
}
