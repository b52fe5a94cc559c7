/** Notes on policy documents and the fidelity report. The example is a limit for meals that the rule has wrong. */
import type { FieldNotes } from './field-note'

const CASE = { cost: '61 USD' }
const COVERAGE = {
  summary: '1 of 1 clauses covered',
  clauses: [{ clause: '2.1', state: 'covered', rules: ['meal_limit'] }],
  uncited: [],
  unknown: [],
  missing_numbers: [{ rule: 'meal_limit', number: '75 USD', clauses: ['2.1'] }],
}
const DIFFERENCE = {
  rules: 'TRUE',
  reading: 'FALSE',
  claims: CASE,
  words: 'cost is 61 USD',
  regions: ['cost above 60 up to 75 USD'],
}
const READING = { status: 'differs', cause: null, problems: [], differences: [DIFFERENCE] }
const SCENARIO = { scenario: 1, facts: [{ question: 'What does the meal cost?', value: '61 USD' }] }
const DISAGREEMENT = {
  ...SCENARIO,
  claims: CASE,
  expected: 'met',
  answer: 'not_met',
  reason: 'It is more than USD 60.',
}
const GROUP = {
  clauses: ['2.1'],
  context: [],
  rules: ['meal_limit'],
  scenarios: [SCENARIO],
  reading: READING,
  answered: 1,
  disagreements: [DISAGREEMENT],
}

export const DOCUMENT_NOTES: FieldNotes = {
  'getPolicyDocument.label': [null, 'TE-07'],
  'getPolicyDocument.revision': [null, 1],
  'listClauses.label': [null, 'TE-07'],
  'listClauses.revision': [null, 1],
  'FidelityRequest.revision': [null, 1],
  'FidelityRequest.answers': [null, [{ scenario: 1, answer: 'not_met', reason: 'It is more than USD 60.' }]],
  'FidelityRequest.answers.answer': [null, 'not_met'],
  'FidelityReport.coverage': ['the clauses of the document, compared with the rules that cite them', COVERAGE],
  'FidelityReport.groups': [null, [GROUP]],
  'Reading.differences': [null, [DIFFERENCE]],
  'Reading.differences.rules': [null, 'TRUE'],
  'Reading.differences.reading': [null, 'FALSE'],
  'Reading.differences.claims': [null, CASE],
  'RuleGroup.context': [null, []],
  'RuleGroup.reading': [null, READING],
  'RuleGroup.disagreements': [null, [DISAGREEMENT]],
  'RuleGroup.disagreements.claims': [null, CASE],
  'RuleGroup.disagreements.answer': [null, 'not_met'],
}
