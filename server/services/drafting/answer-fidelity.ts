/** The fidelity report for programs and AI agents. The caller brings the second reader, so no language model is called. */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { unfitRefusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { findConditionProblem } from '../../language/service/drafted-rules'
import type { Asking, RequestOf, Success } from '../calls/call-context'
import { namespaceOf } from '../calls/caller'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { FidelityChecks, OpenedFidelity, ReadingOutcome } from './fidelity'
import type { RuleGroup } from './rule-groups'
import { findDisagreements, type Scenario } from './scenarios'
import { compileReading } from './second-reading'

export interface AnswerFidelityDependencies {
  readonly fidelity: FidelityChecks
  readonly rulesets: RulesetLibrary
}

type Request = RequestOf<'reportFidelity'>
type Answers = NonNullable<Request['answers']>
type Readings = NonNullable<Request['readings']>

/** @throws Refusal BAD_REQUEST, RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function answerFidelity(
  { fidelity, rulesets }: AnswerFidelityDependencies,
  asking: Asking,
  request: Request,
): Promise<Success> {
  const { caller } = asking
  const share = () => shareOf(asking)
  return fidelity.charged(caller, async () => {
    const { text } = await rulesets.find(namespaceOf(caller), request, share)
    const subject = { label: request.document, revision: request.revision ?? null, ruleset: { source: text.source } }
    const opened = await fidelity.open(caller, subject, share)
    const readings = readingsByGroup(opened.groups, request.readings ?? [])
    const answers = demandAnswers(opened.scenarios.flat(), request.answers ?? [])
    const groups: Json[] = []
    for (const [index, group] of opened.groups.entries()) {
      const conditions = readings.get(group)
      const scenarios = opened.scenarios[index] ?? []
      const reading =
        conditions === undefined ? null : await compareConditions(fidelity, asking, opened, group, conditions)
      groups.push(describeGroup(group, scenarios, reading, answers))
    }
    return answerOf(opened, text.hash, groups)
  })
}

async function compareConditions(
  fidelity: FidelityChecks,
  { caller }: Asking,
  opened: OpenedFidelity,
  group: RuleGroup,
  conditions: readonly string[],
): Promise<ReadingOutcome> {
  // A condition with a semicolon could add statements to the text that it is compared in.
  const problems = conditions.flatMap((condition) => findConditionProblem(condition) ?? [])
  const compiled =
    problems.length > 0 ? { ok: false as const, problems } : await compileReading(opened.compiler, opened, conditions)
  return fidelity.compare(caller, opened, group, compiled)
}

/** @throws Refusal BAD_REQUEST */
function readingsByGroup(groups: readonly RuleGroup[], readings: Readings): ReadonlyMap<RuleGroup, readonly string[]> {
  const found = new Map<RuleGroup, readonly string[]>()
  for (const [nth, { clauses, conditions }] of readings.entries()) {
    const sought = keyOf(clauses)
    const group = groups.find((each) => keyOf(each.clauses) === sought)
    const field = `readings.${nth}.clauses`
    if (group === undefined)
      throw unfitRefusal(field, 'the clauses of one group, as `groups` of a report lists them', clauses.join(', '))
    if (found.has(group))
      throw unfitRefusal(field, 'the clauses of a group without another reading', clauses.join(', '))
    found.set(group, conditions)
  }
  return found
}

function keyOf(clauses: readonly string[]): string {
  return clauses.toSorted().join('\n')
}

/** @throws Refusal BAD_REQUEST */
function demandAnswers(scenarios: readonly Scenario[], answers: Answers): Answers {
  const known = new Set(scenarios.map(({ scenario }) => scenario))
  const answered = new Set<number>()
  for (const [nth, { scenario }] of answers.entries()) {
    const field = `answers.${nth}.scenario`
    if (!known.has(scenario))
      throw unfitRefusal(field, 'the number of a scenario of this document and ruleset', String(scenario))
    if (answered.has(scenario)) throw unfitRefusal(field, 'a scenario without another answer', String(scenario))
    answered.add(scenario)
  }
  return answers
}

function describeGroup(
  { clauses, context, rules }: RuleGroup,
  scenarios: readonly Scenario[],
  reading: ReadingOutcome | null,
  answers: Answers,
): Json {
  const given = answers.map(({ scenario, answer, reason = '' }) => ({ scenario, answer, reason }))
  const numbers = new Set(scenarios.map(({ scenario }) => scenario))
  return {
    clauses,
    context,
    rules: rules.map(({ name }) => name),
    scenarios: scenarios.map(toWireScenario),
    reading: reading && describeReading(reading),
    answered: given.filter(({ scenario }) => numbers.has(scenario)).length,
    disagreements: findDisagreements(scenarios, given).map((each) => ({
      ...toWireScenario(each),
      claims: each.claims as Json,
      expected: each.expected,
      answer: each.answer,
      reason: each.reason,
    })),
  }
}

function toWireScenario({ scenario, facts }: Scenario) {
  return { scenario, facts: facts.map(({ question, value }) => ({ question, value })) }
}

function describeReading(reading: ReadingOutcome): Json {
  const isUnusable = reading.status === 'unusable'
  const differences = reading.status === 'differs' ? reading.differences : []
  return {
    status: reading.status,
    cause: isUnusable ? reading.cause : null,
    problems: isUnusable ? reading.problems : [],
    differences: differences.map(({ rules, reading: read, claims, words, regions }) => ({
      ...{ rules, reading: read, words, regions },
      claims: claims as Json,
    })),
  }
}

function answerOf({ document, coverage }: OpenedFidelity, hash: string, groups: readonly Json[]): Success {
  const { summary, clauses, uncited, unknown, missing } = coverage
  return {
    body: canonicalJson({
      ok: true,
      document: document.label,
      revision: document.revision.number,
      ruleset_hash: hash,
      coverage: {
        ...{ summary, uncited },
        clauses: clauses.map(({ label, state, rules }) => ({ clause: label, state, rules })),
        unknown: unknown.map(({ rule, clause }) => ({ rule, clause })),
        missing_numbers: missing.map(({ rule, number, clauses: cited }) => ({ rule, number, clauses: cited })),
      },
      groups,
      versions: { ...VERSIONS },
    }),
  }
}
