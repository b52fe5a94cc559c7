import { canonicalJson, type Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { MAX_SCENARIOS } from '../../api/terms/blind-test-terms'
import { sha256Hex } from '../../attestation/review-statement'
import { bindOrRefuse, type CheckableRuleset } from '../../engine/batch/check-compiled'
import type { CompiledRuleset } from '../../engine/compile'
import { capitalise, Names } from '../../engine/explain/english/names'
import { chooseScenarios, factsOfScenario } from '../../meaning/boundaries/blind-scenarios'
import { measureCoverage } from '../../meaning/coverage/measure-coverage'
import type { AskTools } from '../../meaning/find-witness'
import { type CaseText, parseClaimsText } from './engine-job'
import { AnswerSize, wireLeftOut, wireOpen, wirePlace, wireRuleset, wireWitness } from './wire-meaning'

/**
 * @returns members without `ok` and `versions`
 * @throws Refusal VALIDATION_REJECTED if a case's dictionary does not fit
 */
export function coverageOf(
  checkable: CheckableRuleset,
  cases: readonly CaseText[],
  tools: AskTools,
): Readonly<Record<string, Json>> {
  const { input, ruleset } = checkable.compiled
  const bound = cases.map((each, index) => ({
    name: each.name,
    expected: each.expected,
    facts: boundCase(checkable, each, index, tools),
  }))
  const coverage = measureCoverage({ source: input.source, ruleset, cases: bound }, tools)
  const size = new AnswerSize()
  const survivors = size.fitting(coverage.survivors, ({ detectedBy }) => [detectedBy.claims])
  const boundaries = size.fitting(coverage.boundaryCases, ({ witness }) => [witness.claims])
  const smallest = size.fitting(coverage.smallestSet, ({ claims }) => [claims])
  return {
    ...wireRuleset(checkable.compiled),
    score: { ...coverage.score },
    by_assertion: coverage.byAssertion.map((each) => ({ ...each })),
    failing: coverage.failing.map((each) => ({ ...each })),
    survivors: survivors.entries.map(({ assertion, place, change, detectedBy, computed }) => ({
      ...{ assertion, change, computed: { ...computed } },
      place: wirePlace(place),
      detected_by: wireWitness(detectedBy),
    })),
    boundary_cases: boundaries.entries.map(({ why, assertion, witness, computed }) => ({
      ...{ why, assertion, computed: { ...computed } },
      witness: wireWitness(witness),
    })),
    smallest_set: smallest.entries.map(({ claims, computed }) => ({
      claims: { ...claims },
      computed: { ...computed },
    })),
    open: [
      ...coverage.open.map(wireOpen),
      ...wireLeftOut(survivors.left, 'changes that no case notices'),
      ...wireLeftOut(boundaries.left, 'boundary cases'),
      ...wireLeftOut(smallest.left, 'dictionaries of the smallest set'),
    ],
  }
}

function boundCase(checkable: CheckableRuleset, { name, claims }: CaseText, index: number, { meter }: AskTools) {
  try {
    return bindOrRefuse(checkable, parseClaimsText(claims), meter)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, details } = error
    const failures = details.failures?.map((failure) => ({
      ...failure,
      field: `cases.${index}.claims.${failure.field}`,
    }))
    const named = failures === undefined ? details : { ...details, failures }
    throw new Refusal(code, `In the case ${JSON.stringify(name)}: ${message}`, named)
  }
}

/**
 * Scenarios of a blind test. They are ordered by their digest, because two neighbours have different answers.
 * @returns members without `ok` and `versions`; nothing in them says an answer
 */
export function scenariosOf({ input, ruleset }: CompiledRuleset, tools: AskTools): Readonly<Record<string, Json>> {
  const names = new Names(ruleset)
  const scenarios = chooseScenarios({ source: input.source, ruleset }, tools, MAX_SCENARIOS).map((scenario) => {
    const { name } = ruleset.assertions[scenario.assertion]!
    const claims = { ...scenario.claims }
    const facts = factsOfScenario(ruleset, scenario, names).map((fact) => ({ ...fact }))
    const digest = sha256Hex(canonicalJson([input.hash, name, claims]))
    return { digest, scenario: { assertion: name, title: capitalise(names.spoken(name)), claims, facts } }
  })
  const ordered = scenarios.toSorted((one, other) => (one.digest < other.digest ? -1 : 1))
  return { scenarios: ordered.map(({ scenario }) => scenario) }
}
