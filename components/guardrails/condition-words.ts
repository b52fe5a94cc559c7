/** What an edge requires, in words. */
import type { Aggregation, EdgeCondition } from '../../server/api/guardrail-terms'

const CONDITIONS: Readonly<Record<EdgeCondition, string>> = {
  any: 'whatever it concluded',
  YES: 'only after YES',
  NO: 'only after NO',
}

export function conditionInWords(when: EdgeCondition): string {
  return CONDITIONS[when]
}

export const AGGREGATION_WORDS: Readonly<Record<Aggregation, { readonly title: string; readonly means: string }>> = {
  all: { title: 'All', means: 'NO if some node is NO, YES if every one is YES, else UNKNOWN.' },
  any: { title: 'Any', means: 'YES if some node is YES, NO if every one is NO, else UNKNOWN.' },
  majority: { title: 'Majority', means: 'What more than half of the nodes say, else UNKNOWN.' },
}
