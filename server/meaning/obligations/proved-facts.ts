import { Meter } from '../../engine/core/meter'
import { FALSE, NONE, TRUE } from '../../engine/core/value'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import { proofsOfFindings } from '../analysis/analyse-ruleset'
import { conditionOf, hasOutcome } from '../condition'
import type { AskTools } from '../find-witness'
import type { WrittenRuleset } from '../parts/source-text'
import { letsBehind } from '../question-ruleset'
import { askCondition } from '../questions'
import { type ComparedRulesets, type Fact, factObligation, type PairFact, pairObligation } from './facts'
import type { Obligation } from './obligation'

/** Letters, digits, `_` and `-`, for a file name. */
export interface NamedObligation {
  readonly name: string
  readonly obligation: Obligation
}

/** Evaluation steps are counted separately for each question. */
export type QuestionTools = Omit<AskTools, 'meter'> & { readonly steps: number }

/**
 * Lists proved facts: impossible outcomes, contradictions and implications between two assertions, and other findings.
 * Facts that a budget left open are missing.
 * @param hash SHA-256 of the ruleset
 */
export function rulesetObligations(written: WrittenRuleset, hash: string, tools: QuestionTools): NamedObligation[] {
  return [...simpleFacts(written.ruleset, hash, tools), ...findingObligations(written, hash, tools)]
}

function findingObligations(written: WrittenRuleset, hash: string, { steps, ...tools }: QuestionTools) {
  const proofs = proofsOfFindings(written, { ...tools, meter: new Meter(steps) })
  return proofs.map(({ title, space, condition, answer }, index): NamedObligation => {
    const rulesets = [{ role: 'ruleset', hash }]
    const withinRanges = answer.holds === 'within ranges'
    const obligation = { title, rulesets, space, condition, outcomes: TRUE, withinRanges }
    return { name: `finding-${index + 1}`, obligation }
  })
}

function simpleFacts(ruleset: CheckedRuleset, hash: string, tools: QuestionTools): NamedObligation[] {
  const { assertions } = ruleset
  const proved: NamedObligation[] = []
  const add = (name: string, fact: Fact): boolean => {
    const holds = proveObligation((withinRanges) => factObligation(ruleset, hash, fact, withinRanges), tools)
    if (holds !== null) proved.push({ name, obligation: holds })
    return holds !== null
  }
  const trivial = assertions.map(({ name }, assertion) => ({
    neverTrue: add(`${name}-never-true`, { kind: 'never', assertion, outcomes: TRUE }),
    neverFalse: add(`${name}-never-false`, { kind: 'never', assertion, outcomes: FALSE }),
    hasValue:
      canLackValue(ruleset, assertion) && add(`${name}-has-value`, { kind: 'never', assertion, outcomes: NONE }),
  }))
  for (const [one, first] of assertions.entries())
    for (const [other, second] of assertions.entries()) {
      // The fact would follow from one of the two.
      if (one === other || trivial[one]!.neverTrue || !shareInput(ruleset, one, other)) continue
      if (one < other && !trivial[other]!.neverTrue)
        add(`${first.name}-contradicts-${second.name}`, { kind: 'not-together', assertions: [one, other] })
      if (!trivial[other]!.neverFalse)
        add(`${first.name}-implies-${second.name}`, { kind: 'implies', premises: [one], consequence: other })
    }
  return proved
}

/** Compares assertions with the same name. */
export function comparisonObligations(compared: ComparedRulesets, tools: QuestionTools): NamedObligation[] {
  const { before, after } = compared.joined
  return after.ruleset.assertions.flatMap(({ name }, later) => {
    const earlier = before.ruleset.assertions.findIndex((assertion) => assertion.name === name)
    if (earlier < 0) return []
    const proved = (fact: PairFact, suffix: string): NamedObligation[] => {
      const make = (withinRanges: boolean) =>
        pairObligation(compared, { before: earlier, after: later }, fact, withinRanges)
      const obligation = proveObligation(make, tools)
      return obligation === null ? [] : [{ name: `${name}-${suffix}`, obligation }]
    }
    const same = proved('no difference', 'same')
    if (same.length > 0) return same
    return [...proved('no TRUE becomes FALSE', 'not-stricter'), ...proved('no FALSE becomes TRUE', 'not-looser')]
  })
}

/** Null if it is not proved, even inside the ranges. */
function proveObligation(
  make: (withinRanges: boolean) => Obligation,
  { steps, ...tools }: QuestionTools,
): Obligation | null {
  const { space, condition, outcomes } = make(false)
  const answer = askCondition(space, hasOutcome(condition, outcomes), { ...tools, meter: new Meter(steps) })
  return answer.status === 'proved' ? make(answer.holds === 'within ranges') : null
}

/** Whether the assertion divides, also in definitions. */
function canLackValue(ruleset: CheckedRuleset, assertion: number): boolean {
  const condition = conditionOf(ruleset.assertions[assertion]!)
  const lets = letsBehind(ruleset, [condition]).map((index) => ruleset.lets[index]!.value)
  let divides = false
  for (const expression of [condition, ...lets])
    walkTree(expression, (node) => {
      divides ||= node.kind === 'arithmetic' && (node.operator === '/' || node.operator === '%')
    })
  return divides
}

function shareInput({ assertions }: CheckedRuleset, one: number, other: number): boolean {
  const reads = new Set(assertions[one]!.reads)
  return assertions[other]!.reads.some((input) => reads.has(input))
}
