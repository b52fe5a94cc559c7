/** Blind tests: a reviewer says whether cases meet a rule before the ruleset's answers are shown. */

/** Answers of a reviewer, and of a ruleset (`UNKNOWN` and `AMBIGUOUS` are `cannot_tell`). */
export const SCENARIO_ANSWERS = ['met', 'not_met', 'cannot_tell'] as const
export type ScenarioAnswer = (typeof SCENARIO_ANSWERS)[number]

/** Scenarios of one test. */
export const MAX_SCENARIOS = 10
/** Tries of one person on the same bytes. */
export const MAX_BLIND_TRIES = 5
/** They are part of signed statements, so they are short. */
export const MAX_BLIND_COMMENT_CHARS = 500

/** A claim of a scenario, as a person reads it. */
export interface ScenarioFact {
  readonly name: string
  readonly question: string
  readonly value: string
}

/** A case and the rule that it is about. */
export interface Scenario {
  readonly assertion: string
  /** The assertion's name in words. */
  readonly title: string
  /** Every claim that the assertion reads. */
  readonly facts: readonly ScenarioFact[]
}

export function answerOfCheck(check: 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'): ScenarioAnswer {
  if (check === 'TRUE') return 'met'
  return check === 'FALSE' ? 'not_met' : 'cannot_tell'
}
