import type { Json } from '../api/canonical-json'
import { SCENARIO_ANSWERS, type ScenarioAnswer } from '../api/terms/blind-test-terms'

/** A reviewer's answers before the ruleset's were shown. */
export interface SignedBlindTest {
  readonly id: string
  readonly by: { readonly id: string; readonly name: string }
  /** 1 for the first try of the person. */
  readonly number: number
  readonly doneAt: string
  readonly scenarioCount: number
  /** Scenarios with the same answer. */
  readonly agreed: number
  /** SHA-256 of the scenarios and answers as canonical JSON. */
  readonly sha256: string
  readonly differences: readonly {
    readonly assertion: string
    readonly reply: ScenarioAnswer
    readonly answer: ScenarioAnswer
    readonly comment: string | null
  }[]
}

/** The member `blindTests` of a statement (public/docs/attestations/review/v2.md). */
export function blindTestMembers(tests: readonly SignedBlindTest[]): Json {
  return tests.map(({ by, differences, ...test }) => ({
    ...test,
    by: { ...by },
    differences: differences.map((each) => ({ ...each })),
  }))
}

/** Whether there is at least one, with a difference for each scenario with other answers. */
export function areBlindTests(tests: readonly SignedBlindTest[]): boolean {
  return (
    tests.length > 0 &&
    tests.every(
      ({ id, by, number, doneAt, scenarioCount, agreed, sha256, differences }) =>
        [id, by.id, by.name, doneAt].every((text) => typeof text === 'string') &&
        [number, scenarioCount, agreed].every(Number.isSafeInteger) &&
        number >= 1 &&
        /^[0-9a-f]{64}$/.test(sha256) &&
        differences.length === scenarioCount - agreed &&
        differences.every(
          ({ assertion, reply, answer, comment }) =>
            typeof assertion === 'string' &&
            SCENARIO_ANSWERS.includes(reply) &&
            SCENARIO_ANSWERS.includes(answer) &&
            (comment === null || typeof comment === 'string'),
        ),
    )
  )
}
