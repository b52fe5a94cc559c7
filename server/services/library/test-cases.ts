/** Test cases belong to a name, whatever bytes it points at. Running them stores nothing and is not charged. */

import type { FieldFailure } from '../../api/refusal'
import type { ErrorCode } from '../../api/terms/errors'
import type { Answer } from '../../api/terms/ruleset-terms'
import type { Caller } from '../calls/caller'

/** Other assertions are not judged. */
export type ExpectedAnswers = Readonly<Record<string, Answer>>

export interface TestCase {
  readonly id: string
  readonly title: string
  /** JSON text, numbers as typed. */
  readonly claims: string
  readonly expected: ExpectedAnswers
  /** Grows with every change. */
  readonly version: number
  /** ISO 8601. */
  readonly updatedAt: string
  readonly updatedBy: string
}

export interface TestCaseChange {
  readonly name: string
  readonly id: string | null
  /** Ignored for a new case. */
  readonly version: number
  readonly title: string
  readonly claims: string
  readonly expected: ExpectedAnswers
}

export type TestCaseAnswer =
  | { readonly kind: 'saved'; readonly testCase: TestCase }
  /** Nothing was saved. `theirs` is null if it was removed. */
  | { readonly kind: 'conflict'; readonly theirs: TestCase | null }
  | { readonly kind: 'title_taken' }

export type TestSubject = { readonly hash: string } | { readonly source: string }

export interface CaseRun {
  readonly id: string
  readonly title: string
  readonly version: number
  /** `error` if the dictionary does not fit the ruleset or exceeds a budget. */
  readonly status: 'pass' | 'fail' | 'error'
  /** A letter for each of {@link TestRun.assertions} (api/terms/ruleset-terms.ts); null with `error`. */
  readonly answers: string | null
  readonly judged: number
  readonly mismatches: readonly { readonly assertion: string; readonly expected: Answer; readonly actual: Answer }[]
  /** Expected assertions that the ruleset lacks; their cases fail. */
  readonly gone: readonly string[]
  readonly problem: {
    readonly code: ErrorCode
    readonly message: string
    readonly failures: readonly FieldFailure[]
  } | null
}

export interface TestRun {
  /** Hash of the normalised source. */
  readonly hash: string
  /** In source order. */
  readonly assertions: readonly string[]
  readonly counts: { readonly pass: number; readonly fail: number; readonly error: number }
  /** In the order of {@link TestCases.list}. */
  readonly cases: readonly CaseRun[]
}

export interface TestCases {
  /** Ordered by title. */
  list(caller: Caller, name: string): Promise<readonly TestCase[]>
  /** @throws Refusal RULESET_NOT_FOUND for an unsaved name, BAD_REQUEST, BUDGET_EXCEEDED */
  save(caller: Caller, change: TestCaseChange): Promise<TestCaseAnswer>
  /** A case that changed since `version` stays, as a conflict. */
  remove(
    caller: Caller,
    which: { readonly name: string; readonly id: string; readonly version: number },
  ): Promise<{ readonly kind: 'removed' } | { readonly kind: 'conflict'; readonly theirs: TestCase }>
  /** @throws Refusal COMPILE_FAILED, RULESET_NOT_FOUND */
  runAll(caller: Caller, run: { readonly name: string } & TestSubject): Promise<TestRun>
  /** Numbers are as typed. */
  exportText(caller: Caller, name: string): Promise<string>
  /**
   * Replaces cases with the same title.
   * @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED; nothing is then saved
   */
  importText(
    caller: Caller,
    request: { readonly name: string; readonly text: string },
  ): Promise<{ readonly added: number; readonly changed: number; readonly unchanged: number }>
}
