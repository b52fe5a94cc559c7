import type { Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { bindOrRefuse, type CheckableRuleset } from '../../engine/batch/check-compiled'
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
