/**
 * The test cases of a ruleset: claim dictionaries with the answers that are expected of them.
 *
 * Promises: they belong to a name, whatever bytes it points at; a change made from an older version of a case is answered
 * with the newer one and changes nothing. Running them stores nothing and is not charged. A member who may read the rulesets
 * of a namespace may run them; a member who may save revisions may change them.
 */
import type { Answer } from '../../api/answer-letters'
import type { ErrorCode } from '../../api/errors'
import type { FieldFailure } from '../../api/refusal'
import type { Caller } from '../access/caller'

/** From assertion to the answer that is expected; assertions that are not named are not judged. */
export type ExpectedAnswers = Readonly<Record<string, Answer>>

export interface TestCase {
  readonly id: string
  readonly title: string
  /** JSON text of the dictionary, its numbers as they were typed. */
  readonly claims: string
  readonly expected: ExpectedAnswers
  /** Grows with every change: a change names the one it was made from. */
  readonly version: number
  /** ISO 8601. */
  readonly updatedAt: string
  /** Label of the person. */
  readonly updatedBy: string
}

/** A case to save: a new one where `id` is null. */
export interface TestCaseChange {
  readonly name: string
  readonly id: string | null
  /** The one that the change was made from; ignored for a new case. */
  readonly version: number
  readonly title: string
  readonly claims: string
  readonly expected: ExpectedAnswers
}

export type TestCaseAnswer =
  | { readonly kind: 'saved'; readonly testCase: TestCase }
  /** Another member changed it meanwhile: nothing was saved. `theirs` is null where it was removed. */
  | { readonly kind: 'conflict'; readonly theirs: TestCase | null }
  /** Another case of the ruleset has this title. */
  | { readonly kind: 'title_taken' }

/** Which ruleset the cases of a name are run on: stored bytes, or a text that is not saved yet. */
export type TestSubject = { readonly hash: string } | { readonly source: string }

export interface CaseRun {
  readonly id: string
  readonly title: string
  readonly version: number
  /** `error` where the dictionary does not fit the ruleset or exceeds a budget, so that there is no answer to judge. */
  readonly status: 'pass' | 'fail' | 'error'
  /** One letter an assertion (batch-answer.ts), in the order of {@link TestRun.assertions}; null beside `error`. */
  readonly answers: string | null
  /** How many assertions were judged. */
  readonly judged: number
  readonly mismatches: readonly { readonly assertion: string; readonly expected: Answer; readonly actual: Answer }[]
  /** Assertions that have an expected answer and are not in the ruleset: what expects them fails. */
  readonly gone: readonly string[]
  readonly problem: {
    readonly code: ErrorCode
    readonly message: string
    readonly failures: readonly FieldFailure[]
  } | null
}

export interface TestRun {
  /** Of the normalised source that was run. */
  readonly hash: string
  /** Names, in the order of the source. */
  readonly assertions: readonly string[]
  readonly counts: { readonly pass: number; readonly fail: number; readonly error: number }
  /** In the order of {@link TestCases.list}. */
  readonly cases: readonly CaseRun[]
}

export interface TestCases {
  /** In the order of their titles. */
  list(caller: Caller, name: string): Promise<readonly TestCase[]>
  /** @throws Refusal RULESET_NOT_FOUND for a name that is not saved, BAD_REQUEST, BUDGET_EXCEEDED */
  save(caller: Caller, change: TestCaseChange): Promise<TestCaseAnswer>
  /** True where it is gone now; a case that was changed since `version` stays, and is answered as a conflict. */
  remove(
    caller: Caller,
    which: { readonly name: string; readonly id: string; readonly version: number },
  ): Promise<{ readonly kind: 'removed' } | { readonly kind: 'conflict'; readonly theirs: TestCase }>
  /**
   * Runs every case of the name.
   * @throws Refusal COMPILE_FAILED where the text is no ruleset, RULESET_NOT_FOUND for a hash that is not stored
   */
  runAll(caller: Caller, run: { readonly name: string } & TestSubject): Promise<TestRun>
  /** All cases as a JSON document, numbers as they were typed. */
  exportText(caller: Caller, name: string): Promise<string>
  /**
   * Adds the cases of such a document; one whose title is there already takes its place.
   * @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED; nothing was saved then
   */
  importText(
    caller: Caller,
    request: { readonly name: string; readonly text: string },
  ): Promise<{ readonly added: number; readonly changed: number; readonly unchanged: number }>
}
