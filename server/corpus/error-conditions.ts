/**
 * Every condition under which the service refuses, and what shows it.
 *
 * The rows of the contract's table of errors ("Errors") and of service.md ("Statuses and codes", "Budgets"). A wire case
 * is named by its file; any other test by its file and title. error-conditions.test.ts holds the list to both.
 */
import type { ErrorCode } from '../contract/errors'

export interface ErrorCondition {
  readonly condition: string
  readonly status: number
  readonly code: ErrorCode
  readonly budget?: string
  /** Wire cases that answer with this status, code and budget. */
  readonly cases?: readonly string[]
  /** Other tests over the wire. */
  readonly tests?: readonly { readonly file: string; readonly title: string }[]
}

const LIMITS = 'server/corpus/limits.test.ts'
const BUDGETS = { file: LIMITS, title: 'budgets hold at the limit and refuse one above, telling limit and actual' }

export const ERROR_CONDITIONS: readonly ErrorCondition[] = [
  { condition: 'not JSON', status: 400, code: 'BAD_REQUEST', cases: ['json-broken', 'json-empty-body', 'json-deep'] },
  { condition: 'a key twice', status: 400, code: 'BAD_REQUEST', cases: ['json-duplicate-key'] },
  { condition: 'a lone surrogate', status: 400, code: 'BAD_REQUEST', cases: ['json-lone-surrogate'] },
  {
    condition: 'wrong shape',
    status: 400,
    code: 'BAD_REQUEST',
    cases: [
      'check-claims-missing',
      'check-claims-not-an-object',
      'check-neither-hash-nor-source',
      'prompt-pack-neither',
    ],
  },
  { condition: 'unknown field', status: 400, code: 'BAD_REQUEST', cases: ['check-unknown-field'] },
  {
    condition: 'malformed hash, in a body and in a path',
    status: 400,
    code: 'BAD_REQUEST',
    cases: ['check-malformed-hash', 'prompt-pack-not-a-hash'],
  },
  {
    condition: 'hash and source disagree',
    status: 400,
    code: 'BAD_REQUEST',
    cases: ['check-hash-and-source-disagree'],
  },
  { condition: 'unknown parent on compile', status: 400, code: 'BAD_REQUEST', cases: ['compile-unknown-parent'] },
  { condition: 'off-list domain', status: 400, code: 'BAD_REQUEST', cases: ['compile-off-list-domain'] },
  {
    condition: 'evaluation credentials where none are demanded',
    status: 400,
    code: 'BAD_REQUEST',
    tests: [{ file: LIMITS, title: 'a deployment without credentials says so where they are issued' }],
  },
  { condition: 'unknown path', status: 404, code: 'BAD_REQUEST', cases: ['path-unknown'] },
  { condition: 'wrong method, with Allow', status: 405, code: 'BAD_REQUEST', cases: ['method-wrong'] },
  {
    condition: 'slow body',
    status: 408,
    code: 'BAD_REQUEST',
    tests: [{ file: 'server/corpus/hostile-bodies.test.ts', title: 'a body that never ends gets 408' }],
  },
  { condition: 'wrong content type', status: 415, code: 'BAD_REQUEST', cases: ['content-type-wrong'] },
  { condition: 'no credential presented', status: 401, code: 'CREDENTIAL_REQUIRED', cases: ['credential-missing'] },
  { condition: 'unknown credential', status: 401, code: 'CREDENTIAL_INVALID', cases: ['credential-garbage'] },
  {
    condition: 'no stored ruleset for the hash',
    status: 404,
    code: 'RULESET_NOT_FOUND',
    cases: ['check-unknown-hash', 'prompt-pack-unknown-hash'],
  },
  {
    condition: 'source does not compile',
    status: 422,
    code: 'COMPILE_FAILED',
    cases: ['compile-all-mistakes-at-once', 'check-source-does-not-compile'],
  },
  {
    condition: 'claim dictionary rejected, every failing field named',
    status: 422,
    code: 'VALIDATION_REJECTED',
    cases: ['check-every-failing-field', 'check-not-a-member', 'check-out-of-range'],
  },
  {
    condition: 'solver busy longer than a call may wait, with retry_after_ms and Retry-After',
    status: 503,
    code: 'ENGINE_BUSY',
    tests: [
      { file: LIMITS, title: 'a busy engine answers 503 with when to come again, and calls that need no solver pass' },
    ],
  },
  {
    condition: 'a cap of the evaluation credential',
    status: 429,
    code: 'EVALUATION_LIMIT',
    tests: [
      {
        file: LIMITS,
        title:
          'an evaluation credential counts successful calls alone, and its cap is never passed by concurrent calls',
      },
    ],
  },
  {
    condition: 'too many evaluation credentials issued to one address',
    status: 429,
    code: 'EVALUATION_LIMIT',
    tests: [{ file: LIMITS, title: 'one address gets so many credentials an hour and no more' }],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'body_bytes',
    cases: ['compile-body-too-large'],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'source_bytes',
    cases: ['compile-source-too-large'],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'expression_depth',
    cases: ['compile-too-deep'],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'numeral_digits',
    cases: ['check-numeral-bomb'],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'claim_value_bytes',
    cases: ['check-claim-value-too-long'],
  },
]

export { BUDGETS }
