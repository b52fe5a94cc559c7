export const GUARDRAIL_TYPES = [
  'policy_rules',
  'llm_judge',
  'consensus',
  'consistency',
  'critique',
  'human_review',
] as const
export type GuardrailType = (typeof GUARDRAIL_TYPES)[number]

export const CONCLUSIONS = ['YES', 'NO', 'UNKNOWN'] as const
export type Conclusion = (typeof CONCLUSIONS)[number]

/** What an answer of an assertion can be labelled as. */
export const ASSERTION_ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN'] as const

/** What an edge requires of its source node: any conclusion, this one, or an Error. */
export const EDGE_CONDITIONS = ['any', 'YES', 'NO', 'UNKNOWN', 'ERROR'] as const
export type EdgeCondition = (typeof EDGE_CONDITIONS)[number]

export const AGGREGATIONS = ['all', 'any', 'majority', 'deciding'] as const
export type Aggregation = (typeof AGGREGATIONS)[number]

/** Values of `Error.code` in an evaluated frame. */
export const GUARDRAIL_ERRORS = {
  MODEL_NOT_CONFIGURED: 'No language model is configured on this deployment.',
  MODEL_UNAVAILABLE: 'The language model did not answer, or not in time.',
  MODEL_REFUSED: 'The language model refused to answer.',
  MODEL_ANSWER_UNUSABLE: 'The language model answered nothing that could be used, twice.',
  CLAIMS_REJECTED: 'No claim dictionary that fits the ruleset could be made of the frame.',
  RULESET_NOT_FOUND: 'The namespace holds no ruleset of the configured hash.',
  RULESET_UNUSABLE: 'The configured ruleset does not compile under this release.',
  BUDGET_EXCEEDED: 'The check needs more than this deployment allows.',
  ALLOWANCE_EXCEEDED: 'The checks of this month are used up.',
  QUESTION_MISSING: 'This guardrail needs a question (Q), and the frame has none.',
  ANSWER_MISSING: 'This guardrail needs an answer to judge (A), and the frame has none.',
  TARGET_GONE: 'The target was removed before the frame was evaluated.',
  NODE_FAILED: 'A node of the application could not answer.',
  EVALUATION_FAILED: 'The evaluation was given up: it failed several times, or no reviewer answered within seven days.',
} as const
export type GuardrailErrorCode = keyof typeof GUARDRAIL_ERRORS

/** A refusal names the limit that was exceeded. */
export const PLATFORM_LIMITS = {
  trace_id_chars: 200,
  topic_chars: 200,
  response_topics: 16,
  context_documents: 1_000,
  name_chars: 128,
  description_chars: 2_000,
  context_document_chars: 262_144,
  instructions_chars: 8_000,
  model_chars: 200,
  extraction_runs: 9,
  judges: 15,
  rephrasings: 10,
  nodes: 50,
  edges: 500,
} as const
