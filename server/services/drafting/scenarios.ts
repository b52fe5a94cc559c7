/** Boundary cases of a ruleset in words, which somebody answers from the clauses without seeing the rules. */
import type { z } from 'zod'
import type { coverageResult } from '../../api/schemas/coverage'
import type { AssertionReads } from '../../engine/explain/manifest'
import type { AnsweredScenario, ScenarioAnswer } from './clause-tasks'
import type { RuleGroup } from './rule-groups'

export interface ScenarioFact {
  readonly question: string
  /** As text: `61 USD`, `yes`. */
  readonly value: string
}

export interface Scenario {
  /** From 1, in the order of the groups. */
  readonly scenario: number
  readonly facts: readonly ScenarioFact[]
  /** Accepted by check. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The common answer of the rules of the group. */
  readonly expected: ScenarioAnswer
}

export interface ScenarioDisagreement extends Scenario {
  readonly answer: ScenarioAnswer
  readonly reason: string
}

export type BoundaryCases = z.output<typeof coverageResult>['boundary_cases']

/** Scenarios of one group. */
export const MAX_SCENARIOS = 10
/** Facts of a scenario, unless the rules read more. */
const MAX_FACTS = 20

/** @param first number of the first scenario */
export function listScenarios(
  cases: BoundaryCases,
  { rules }: RuleGroup,
  reads: AssertionReads,
  first: number,
): readonly Scenario[] {
  const names = rules.map(({ name }) => name)
  const own = names.map((name) => cases.filter(({ assertion }) => assertion === name))
  // Taken in turns, so that every rule of a group has its scenarios.
  const longest = Math.max(0, ...own.map((list) => list.length))
  const inTurns = Array.from({ length: longest }, (_, turn) => own.flatMap((list) => list[turn] ?? [])).flat()
  const shown = shownClaims(names, reads)
  const seen = new Set<string>()
  const different = inTurns.flatMap(({ witness: { claims }, computed }) => {
    const facts = shown.map(({ claim, question }) => ({ question, value: valueInWords(claims[claim]) }))
    const key = JSON.stringify(facts)
    if (seen.has(key)) return []
    seen.add(key)
    return [{ facts, claims, expected: together(names.map((name) => computed[name] ?? 'UNKNOWN')) }]
  })
  return different.slice(0, MAX_SCENARIOS).map((each, index) => ({ scenario: first + index, ...each }))
}

/** Scenarios that were answered the other way. “Cannot tell” does not count as a disagreement. */
export function findDisagreements(
  scenarios: readonly Scenario[],
  answers: readonly AnsweredScenario[],
): readonly ScenarioDisagreement[] {
  const answered = new Map(answers.map((each) => [each.scenario, each]))
  return scenarios.flatMap((scenario) => {
    const { answer = 'cannot_tell', reason = '' } = answered.get(scenario.scenario) ?? {}
    const isOpen = answer === 'cannot_tell' || scenario.expected === 'cannot_tell'
    return isOpen || answer === scenario.expected ? [] : [{ ...scenario, answer, reason }]
  })
}

function together(answers: readonly string[]): ScenarioAnswer {
  if (answers.includes('FALSE')) return 'not_met'
  return answers.every((answer) => answer === 'TRUE') ? 'met' : 'cannot_tell'
}

/**
 * Claims that the rules read, then others, because a rule may have forgotten one. A field is asked with its record or
 * list.
 */
function shownClaims(rules: readonly string[], { inputs, assertions }: AssertionReads) {
  const read = new Set(assertions.filter(({ assertion }) => rules.includes(assertion)).flatMap((each) => each.reads))
  const places = inputs.map((_, index) => index)
  const inOrder = [...places.filter((place) => read.has(place)), ...places.filter((place) => !read.has(place))]
  const questions = new Map<string, string>()
  for (const input of inOrder.map((place) => inputs[place] ?? null)) {
    const claim = input?.claim.split(/[.[]/)[0] ?? ''
    if (input !== null && !questions.has(claim)) questions.set(claim, input.question)
  }
  const needed = new Set([...read].map((place) => inputs[place]?.claim.split(/[.[]/)[0]))
  return [...questions]
    .map(([claim, question]) => ({ claim, question }))
    .filter(({ claim }, index) => needed.has(claim) || index < MAX_FACTS)
}

function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null || value === undefined) return 'unknown'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
