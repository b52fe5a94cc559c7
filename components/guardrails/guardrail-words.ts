import type { Aggregation, EdgeCondition, GuardrailType } from '../../server/api/terms/guardrail-terms'
import type { GuardrailInput } from './targets/target-data'

interface TypeWords {
  readonly title: string
  /** Completes the sentence "This guardrail …". */
  readonly does: string
  /** `sometimes`: some answers are checked without a language model. */
  readonly model: 'always' | 'sometimes' | 'never'
}

export const TYPE_WORDS: Readonly<Record<GuardrailType, TypeWords>> = {
  policy_rules: {
    title: 'Policy rules',
    does: 'reads the claims of a ruleset from the frame and checks every assertion. If the answer is already facts as JSON, no language model is used.',
    model: 'sometimes',
  },
  llm_judge: {
    title: 'Judge',
    does: 'asks a language model whether the answer follows from the documents and the question.',
    model: 'always',
  },
  consensus: {
    title: 'Consensus of judges',
    does: 'asks several judges in parallel and follows the majority. The confidence is the share that agrees.',
    model: 'always',
  },
  consistency: {
    title: 'Consistency',
    does: 'rephrases the question, has each rephrasing answered, and compares these answers with the given one.',
    model: 'always',
  },
  critique: {
    title: 'Critique',
    does: 'lists the flaws of the answer, then judges whether any of them is fatal.',
    model: 'always',
  },
  human_review: {
    title: 'Human review',
    does: 'adds the frame to the reviews of this namespace, and a reviewer answers it.',
    model: 'never',
  },
}

/** Returns the initial configuration of a type. */
export function startingGuardrail(type: GuardrailType, name = ''): GuardrailInput {
  switch (type) {
    case 'policy_rules':
      return { name, type, configuration: { ruleset_hash: '', ruleset_name: null, extraction_runs: 1, model: null } }
    case 'consensus':
      return { name, type, configuration: { judges: 3, instructions: '', model: null } }
    case 'consistency':
      return { name, type, configuration: { rephrasings: 3, model: null } }
    case 'llm_judge':
      return { name, type, configuration: { instructions: '', model: null } }
    case 'critique':
      return { name, type, configuration: { instructions: '', model: null } }
    case 'human_review':
      return { name, type, configuration: { instructions: '' } }
  }
}

const CONDITIONS: Readonly<Record<EdgeCondition, string>> = {
  any: 'after any answer',
  YES: 'only after YES',
  NO: 'only after NO',
  UNKNOWN: 'only after UNKNOWN',
  ERROR: 'only after an Error',
}

/** Says when a node runs, by the condition of its incoming edge. */
export function conditionInWords(when: EdgeCondition, below?: number): string {
  return below === undefined ? CONDITIONS[when] : `${CONDITIONS[when]} with a confidence below ${below}`
}

export const AGGREGATION_WORDS: Readonly<Record<Aggregation, { readonly title: string; readonly means: string }>> = {
  all: { title: 'All', means: 'NO if any node is NO, YES if all are YES, otherwise UNKNOWN.' },
  any: { title: 'Any', means: 'YES if any node is YES, NO if all are NO, otherwise UNKNOWN.' },
  majority: { title: 'Majority', means: 'The answer of more than half of the nodes, otherwise UNKNOWN.' },
  deciding: {
    title: 'Last nodes',
    means: 'Only nodes that no other node followed count: NO if any is NO, YES if all are YES, otherwise UNKNOWN.',
  },
}
