/**
 * The questions to a model about a clause. Our words are the instructions; every text of a document, a ruleset or an
 * earlier answer is a string of the JSON document that the user's message is (evaluators/model-task.ts).
 */
import { z } from 'zod'
import { SCENARIO_ANSWERS } from '../../api/schemas/documents/fidelity'
import { JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'
import {
  CLAIM_KINDS,
  type DraftedClaim,
  type DraftedRule,
  findConditionProblem,
} from '../../language/service/drafted-rules'
import { GRAMMAR_GUIDE } from '../../language/service/grammar-guide'
import { isNumber } from '../../language/service/rule-from-clause'
import { instructionsOf, shortenReason } from '../evaluators/model-task'
import type { JsonSchema } from '../models/completion'
import type { Reading } from '../models/model'
import type { ModelTask } from './model-turns'

const MAX_CLAIMS = 30
const MAX_RULES = 20
const MAX_NAME_LENGTH = 60

const MATERIAL_RULE =
  'The material has `passages`: the clauses in question, each with its number, those that they are part of, and those inside them. It has `definitions`, which are clauses that explain words, and `claims`, which are the facts of a case that exist already.'
const REPAIR_RULE =
  'If the material has `failed`, your earlier answer did not compile: `failed.answer` is that answer, and `failed.problems` says what is wrong. Answer the same task again, and mend what the problems say. Do not drop a rule to get rid of a problem.'

const CLAIMS_TASK = `You prepare a checker of a written policy. Find the facts about one case that somebody has to know to decide whether the passages are met. Each fact is one claim.

- ${MATERIAL_RULE}
- If a claim of \`claims\` asks for a fact, repeat that claim with its name: one fact has one claim. Otherwise propose a new one.
- \`kind\` is yes_no, number, date or choice. A number has its unit as the passages write it, for example USD, d, km or %, or an empty text for a plain number. \`least\` and \`greatest\` are its possible values, not the limits of the rule, or empty texts. A choice has its \`members\`, among them one for everything that the passages do not name.
- \`name\` has lower-case letters, digits and underscores. \`question\` is the question that a person answers who fills in a case.
- If the passages order, allow or forbid nothing that such facts decide, \`claims\` is empty. \`reason\` says in one sentence what you found.
- ${REPAIR_RULE}`

const RULES_TASK = `You write the rules of a written policy in the ruleset language below. Each rule is one assertion about one case, and holds if the case meets the rule.

- ${MATERIAL_RULE}
- Write every rule that the passages state, and none that they do not state. Use the thresholds, units and words of the passages: "more than" is >, "at least" is >=, "up to" is <=. What holds only in some cases is Implies(case, rule).
- \`condition\` is one expression of the language: no semicolon, no comment, no statement. Use only the claims of \`claims\`. \`name\` has lower-case letters, digits and underscores, and says what the rule asks for.
- If no rule can be written with these claims, \`rules\` is empty. \`reason\` says in one sentence what you wrote, or why nothing.
- ${REPAIR_RULE}

${GRAMMAR_GUIDE}`

const READING_TASK = `You read a written policy. Write in the ruleset language below when one case meets the passages.

- ${MATERIAL_RULE}
- Each of \`conditions\` is one expression of the language: no semicolon, no comment, no statement. A case meets the passages if all conditions hold. Use only the claims of \`claims\`, and the thresholds, units and words of the passages: "more than" is >, "at least" is >=, "up to" is <=. What holds only in some cases is Implies(case, rule).
- Write all that the passages order, allow or forbid about these claims, and nothing else. If they say nothing about them, \`conditions\` is empty.
- ${REPAIR_RULE}

${GRAMMAR_GUIDE}`

const SCENARIOS_TASK = `You judge cases by a written policy. For each scenario say whether the case meets the passages.

- ${MATERIAL_RULE} It has \`scenarios\`, each with its number and its facts: questions and their answers.
- Use the passages and the definitions only: no other knowledge, no usual values, no guesses. Take exact limits exactly.
- \`answer\` is met, not_met, or cannot_tell if the passages do not decide it with these facts. Give \`reason\` first, in one sentence.`

/** Recognised by identity, so there is one of each. */
const CLAIMS_SCHEMA = objectSchema({
  reason: { type: 'string' },
  claims: listSchema({
    name: { type: 'string' },
    question: { type: 'string' },
    kind: { type: 'string', enum: [...CLAIM_KINDS] },
    unit: { type: 'string' },
    least: { type: 'string' },
    greatest: { type: 'string' },
    members: { type: 'array', items: { type: 'string' } },
  }),
})
const RULES_SCHEMA = objectSchema({
  reason: { type: 'string' },
  rules: listSchema({ name: { type: 'string' }, condition: { type: 'string' } }),
})
const READING_SCHEMA = objectSchema({ conditions: { type: 'array', items: { type: 'string' } } })
const SCENARIOS_SCHEMA = objectSchema({
  answers: listSchema({
    scenario: { type: 'integer' },
    reason: { type: 'string' },
    answer: { type: 'string', enum: [...SCENARIO_ANSWERS] },
  }),
})

const name = z
  .string()
  .max(MAX_NAME_LENGTH)
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, { error: 'a name of letters, digits and underscores' })
const numeral = z
  .union([z.string(), z.instanceof(JsonNumber).transform(({ text }) => text)])
  .refine((text) => text === '' || isNumber(text), { error: 'a number, or an empty text' })
const condition = z
  .string()
  .max(10_000)
  .superRefine((text, context) => {
    const problem = findConditionProblem(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })
const claim = z
  .object({
    name,
    question: z.string().max(500),
    kind: z.enum(CLAIM_KINDS),
    unit: z
      .string()
      .max(50)
      .regex(/^[^\s"\\]*$/, { error: 'a unit without spaces and quotation marks' })
      .default(''),
    least: numeral.default(''),
    greatest: numeral.default(''),
    members: z.array(z.string().max(200)).max(200).default([]),
  })
  .refine(({ kind, members }) => kind !== 'choice' || members.some((member) => member.trim() !== ''), {
    error: 'a choice needs members',
  })
const scenarioNumber = z.instanceof(JsonNumber).transform(({ text }) => Number(text))

export interface DraftedClaims {
  readonly reason: string
  readonly claims: readonly DraftedClaim[]
}

export interface DraftedRules {
  readonly reason: string
  readonly rules: readonly DraftedRule[]
}

export type ScenarioAnswer = (typeof SCENARIO_ANSWERS)[number]

export interface AnsweredScenario {
  readonly scenario: number
  readonly answer: ScenarioAnswer
  readonly reason: string
}

type Task<T> = Omit<ModelTask<T>, 'given'>

const claimsAnswer = z.object({ reason: z.string(), claims: z.array(claim).max(MAX_CLAIMS) })
const rulesAnswer = z.object({ reason: z.string(), rules: z.array(z.object({ name, condition })).max(MAX_RULES) })
const readingAnswer = z.object({ conditions: z.array(condition).max(MAX_RULES) })
const scenariosAnswer = z.object({
  answers: z
    .array(z.object({ scenario: scenarioNumber, reason: z.string(), answer: z.enum(SCENARIO_ANSWERS) }))
    .max(100),
})

export const DRAFT_CLAIMS: Task<DraftedClaims> = {
  ...{ instructions: instructionsOf(CLAIMS_TASK), name: 'claims', schema: CLAIMS_SCHEMA },
  read: (value) => withReason(readAnswer(claimsAnswer, value)),
}
export const DRAFT_RULES: Task<DraftedRules> = {
  ...{ instructions: instructionsOf(RULES_TASK), name: 'rules', schema: RULES_SCHEMA },
  read: (value) => withReason(readAnswer(rulesAnswer, value)),
}
export const READ_AGAIN: Task<{ readonly conditions: readonly string[] }> = {
  ...{ instructions: instructionsOf(READING_TASK), name: 'conditions', schema: READING_SCHEMA },
  read: (value) => readAnswer(readingAnswer, value),
}
export const ANSWER_SCENARIOS: Task<{ readonly answers: readonly AnsweredScenario[] }> = {
  ...{ instructions: instructionsOf(SCENARIOS_TASK), name: 'answers', schema: SCENARIOS_SCHEMA },
  read: (value) => readAnswer(scenariosAnswer, value),
}

const MAX_NAMED_PROBLEMS = 10

function readAnswer<T>(schema: z.ZodType<T>, value: LosslessJson): Reading<T> {
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const problems = read.error.issues.slice(0, MAX_NAMED_PROBLEMS)
  return { ok: false, problem: problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
}

function withReason<T extends { readonly reason: string }>(reading: Reading<T>): Reading<T> {
  return reading.ok ? { ok: true, value: { ...reading.value, reason: shortenReason(reading.value.reason) } } : reading
}

function objectSchema(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

function listSchema(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: 'array', items: objectSchema(properties) }
}
