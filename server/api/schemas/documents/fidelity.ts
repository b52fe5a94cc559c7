/** Schemas of the report on whether rules say what their clauses say (public/docs/api.md, "Policy documents"). */
import { z } from 'zod'
import { contentHash, versions } from '../fields'
import { claimValues } from '../meaning'
import { wholeNumber } from '../page-query'
import { documentLabel, revisionNumber } from './document'

export const MAX_READINGS = 20
const MAX_CLAUSES_OF_A_GROUP = 500
const MAX_CONDITIONS = 50
const MAX_ANSWERS = 1_000

export const SCENARIO_ANSWERS = ['met', 'not_met', 'cannot_tell'] as const

const labels = z.array(z.string().max(1_000)).min(1).max(MAX_CLAUSES_OF_A_GROUP)
const CLAUSES = ['2.1']

export const fidelityRequest = z
  .strictObject({
    document: documentLabel,
    revision: revisionNumber,
    ruleset_hash: contentHash.nullish().meta({ description: 'the ruleset, by its hash' }),
    source: z.string().nullish().meta({
      description: 'the ruleset, by its text; with ruleset_hash it asserts that both agree. It is not stored',
    }),
    readings: z
      .array(
        z.strictObject({
          clauses: labels.meta({ description: 'clauses of a group of an earlier report', examples: [CLAUSES] }),
          conditions: z
            .array(z.string().max(10_000))
            .max(MAX_CONDITIONS)
            .meta({
              description:
                'one expression for each thing that the clauses demand, over the claims of the ruleset. A case meets the clauses if all hold; empty if they demand nothing',
              examples: [['cost <= 60 "USD"']],
            }),
        }),
      )
      .max(MAX_READINGS)
      .nullish()
      .meta({
        description: `what the clauses demand, written by somebody who has not seen the rules; at most ${MAX_READINGS}`,
      }),
    answers: z
      .array(
        z.strictObject({
          scenario: wholeNumber(9_999).meta({
            ...{ type: 'integer', minimum: 1, maximum: 9_999 },
            description: 'number of a scenario of an earlier report',
            examples: [1],
          }),
          answer: z.enum(SCENARIO_ANSWERS).meta({
            description: 'whether the case meets the clauses; `cannot_tell` if they do not decide it',
            examples: ['met'],
          }),
          reason: z
            .string()
            .max(2_000)
            .optional()
            .meta({
              description: 'why, in one sentence',
              examples: ['USD 61 is more than USD 60.'],
            }),
        }),
      )
      .max(MAX_ANSWERS)
      .nullish()
      .meta({ description: 'answers to scenarios, from the words of the clauses only' }),
  })
  .meta({ id: 'FidelityRequest' })

const fact = z.strictObject({
  question: z.string().meta({ description: 'the question of a claim', examples: ['What does the meal cost?'] }),
  value: z.string().meta({ description: 'its answer in words', examples: ['61 USD'] }),
})
const scenarioMembers = {
  scenario: z.int().meta({ description: 'number of the scenario in this report', examples: [1] }),
  facts: z.array(fact).meta({ description: 'the case, as questions and answers' }),
}
const answer = z.enum(SCENARIO_ANSWERS)
const words = z.string()

const reading = z
  .strictObject({
    status: z.enum(['equal', 'differs', 'not_decided', 'unusable']).meta({
      description:
        '`equal` is proved for every case; `not_decided` if no difference was found and equality was not proved; `unusable` if the conditions could not be compared',
      examples: ['differs'],
    }),
    cause: words.nullable().meta({ description: 'why it is unusable; null otherwise', examples: [null] }),
    problems: z.array(words).meta({ description: 'mistakes in the conditions', examples: [[]] }),
    differences: z
      .array(
        z.strictObject({
          rules: z.enum(['TRUE', 'FALSE', 'UNKNOWN']).meta({ description: 'what the rules answer together' }),
          reading: z.enum(['TRUE', 'FALSE', 'UNKNOWN']).meta({ description: 'what the reading answers' }),
          claims: claimValues.meta({ description: 'a dictionary that shows it, as POST /v1/check accepts it' }),
          words: words.meta({ description: 'the claims that matter, in words', examples: ['cost is 61 USD'] }),
          regions: z.array(words).meta({
            description: 'along each number, the interval of this difference',
            examples: [['cost above 60 up to 75 USD']],
          }),
        }),
      )
      .meta({ description: 'cases in which rules and reading part' }),
  })
  .meta({ id: 'Reading' })

const group = z
  .strictObject({
    clauses: z.array(words).meta({ description: 'clauses that the rules cite', examples: [CLAUSES] }),
    context: z.array(words).meta({
      description: 'further clauses that definitions and claims behind the rules cite',
      examples: [[]],
    }),
    rules: z.array(words).meta({ description: 'assertions that cite them', examples: [['meal_limit']] }),
    scenarios: z
      .array(z.strictObject(scenarioMembers))
      .meta({ description: 'cases to answer from the clauses, without the answer of the rules' }),
    reading: reading.nullable().meta({ description: 'the reading that was sent, compared; null without one' }),
    answered: z.int().meta({ description: 'scenarios of this group that were answered', examples: [1] }),
    disagreements: z
      .array(
        z.strictObject({
          ...scenarioMembers,
          claims: claimValues.meta({ description: 'the case, as POST /v1/check accepts it' }),
          expected: answer.meta({ description: 'what the rules answer', examples: ['not_met'] }),
          answer: answer.meta({ description: 'the answer that was sent', examples: ['met'] }),
          reason: words.meta({ description: 'the reason that was sent', examples: ['The clause says so.'] }),
        }),
      )
      .meta({ description: 'answers that contradict the rules' }),
  })
  .meta({ id: 'RuleGroup' })

const coverage = z
  .strictObject({
    summary: words.meta({ description: 'the counts in words', examples: ['11 of 12 clauses covered'] }),
    clauses: z
      .array(
        z.strictObject({
          clause: words.meta({ description: 'label of the clause', examples: ['2.1'] }),
          state: z.enum(['covered', 'definition', 'not_checkable', 'open', 'not_counted']).meta({
            description: '`open` has neither a rule nor a mark; `not_counted` is a heading or the words before a list',
            examples: ['covered'],
          }),
          rules: z.array(words).meta({ description: 'rules that cite it', examples: [['meal_limit']] }),
        }),
      )
      .meta({ description: 'every clause, in the order of the text' }),
    uncited: z.array(words).meta({ description: 'assertions that cite no clause', examples: [[]] }),
    unknown: z
      .array(
        z.strictObject({
          rule: words.meta({ description: 'name of the rule', examples: ['meal_limit'] }),
          clause: words.meta({ description: 'the label that it cites', examples: ['9.9'] }),
        }),
      )
      .meta({ description: 'citations of clauses that the document does not have', examples: [[]] }),
    missing_numbers: z
      .array(
        z.strictObject({
          rule: words.meta({ description: 'name of the rule', examples: ['meal_limit'] }),
          number: words.meta({ description: 'as the rule has it', examples: ['60 USD'] }),
          clauses: z.array(words).meta({ description: 'the clauses that it cites', examples: [CLAUSES] }),
        }),
      )
      .meta({ description: 'numbers of rules that no cited clause contains', examples: [[]] }),
  })
  .meta({ id: 'DocumentCoverage' })

export const fidelityReport = z
  .strictObject({
    ok: z.literal(true),
    document: words.meta({ description: 'label of the document', examples: ['TE-07'] }),
    revision: z.int().meta({ description: 'the revision that was read', examples: [2] }),
    ruleset_hash: contentHash,
    coverage,
    groups: z.array(group).meta({ description: 'rules that cite the same clauses, which are read again together' }),
    versions,
  })
  .meta({ id: 'FidelityReport' })
