/**
 * Every condition of a refusal with its tests: the rows of the tables of errors and budgets (public/docs/api.md,
 * "Errors" and "Budgets"). Wire cases are named by file, other tests by file and title. error-conditions.test.ts checks
 * both.
 */
import type { ErrorCode } from '../../api/terms/errors'

export interface ErrorCondition {
  readonly condition: string
  readonly status: number
  readonly code: ErrorCode
  readonly budget?: string
  /** Wire cases with this status, code and budget. */
  readonly cases?: readonly string[]
  /** Other tests over the wire. */
  readonly tests?: readonly { readonly file: string; readonly title: string }[]
}

const LIMITS = 'server/testing/golden/limits.test.ts'
const BUDGETS = 'server/testing/golden/budgets.test.ts'
const STATE = 'server/testing/golden/stored-state.test.ts'
const EACH_BUDGET = {
  file: BUDGETS,
  // Each budget has its own title.
  title: 'holds at its limit, and one above is refused with what was used',
}

const LIMITS_OF_LABELS = {
  file: 'server/services/guardrails/labels/frame-labels.test.ts',
  title: 'never exceeds a limit, however many label at once',
} as const
const EACH_OF_GROUP = {
  file: 'server/http/guardrail-admin/group-limits.test.ts',
  title: 'one more than the group may have is refused with the budget, its limit and what there would be',
}

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
    tests: [{ file: LIMITS, title: 'a deployment without credentials says so when one is requested' }],
  },
  { condition: 'unknown path', status: 404, code: 'BAD_REQUEST', cases: ['path-unknown'] },
  { condition: 'wrong method, with Allow', status: 405, code: 'BAD_REQUEST', cases: ['method-wrong'] },
  {
    condition: 'slow body',
    status: 408,
    code: 'BAD_REQUEST',
    tests: [{ file: 'server/testing/golden/hostile-bodies.test.ts', title: 'a body that never ends gets 408' }],
  },
  { condition: 'wrong content type', status: 415, code: 'BAD_REQUEST', cases: ['content-type-wrong'] },
  {
    condition: 'an Idempotency-Key that came before with another request',
    status: 422,
    code: 'BAD_REQUEST',
    tests: [
      {
        file: 'server/http/rest/foreign-clients.test.ts',
        title: 'refuses another body or operation under the same key, and a malformed key',
      },
    ],
  },
  { condition: 'no credential presented', status: 401, code: 'CREDENTIAL_REQUIRED', cases: ['credential-missing'] },
  { condition: 'unknown credential', status: 401, code: 'CREDENTIAL_INVALID', cases: ['credential-garbage'] },
  {
    condition: 'no stored ruleset for the hash',
    status: 404,
    code: 'RULESET_NOT_FOUND',
    cases: ['check-unknown-hash', 'prompt-pack-unknown-hash'],
  },
  {
    condition: 'the decision log has no check of the id',
    status: 404,
    code: 'RULESET_NOT_FOUND',
    cases: ['check-receipt-unknown-check', 'check-receipt-no-decision-log'],
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
        title: 'an evaluation credential counts only successful calls, and concurrent calls never pass its cap',
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
    condition: 'unusable name',
    status: 400,
    code: 'BAD_REQUEST',
    cases: ['save-name-empty', 'save-name-leading-slash', 'save-name-trailing-space', 'load-unusable-name'],
  },
  {
    condition: 'a unit, converter or query that cannot be',
    status: 400,
    code: 'BAD_REQUEST',
    cases: ['converter-every-problem-at-once', 'bridge-member-unknown', 'bridge-member-missing'],
  },
  {
    condition: 'revoked credential, within a second',
    status: 401,
    code: 'CREDENTIAL_INVALID',
    tests: [{ file: 'server/cli/credential.test.ts', title: 'revokes within a second' }],
  },
  {
    condition: 'expired credential',
    status: 401,
    code: 'CREDENTIAL_INVALID',
    tests: [{ file: STATE, title: 'an expired credential is refused as expired' }],
  },
  {
    condition: 'no token over MCP: never CREDENTIAL_REQUIRED',
    status: 401,
    code: 'CREDENTIAL_INVALID',
    tests: [
      {
        file: 'server/http/mcp/mcp-handler.test.ts',
        title: 'gets 401 with the address of the metadata and CREDENTIAL_INVALID, whatever the method',
      },
    ],
  },
  {
    condition: 'a token and a credential over MCP',
    status: 400,
    code: 'BAD_REQUEST',
    tests: [{ file: 'server/http/mcp/credential-header.test.ts', title: 'are 400: %s' }],
  },
  {
    condition: 'the allowance of the account is used up',
    status: 402,
    code: 'ENTITLEMENT_EXCEEDED',
    tests: [{ file: 'server/cli/credential.test.ts', title: 'decides about an account, which holds within a second' }],
  },
  {
    condition: 'evaluation credential on save, list, load, approve, add converter',
    status: 403,
    code: 'CREDENTIAL_SCOPE',
    cases: [
      'save-evaluation-credential',
      'list-evaluation-credential',
      'load-evaluation-credential',
      'approve-evaluation-credential',
      'converter-evaluation-credential',
    ],
  },
  {
    condition: 'an agent approves where the namespace demands a person',
    status: 403,
    code: 'CREDENTIAL_SCOPE',
    tests: [
      {
        file: 'server/testing/golden/person-demanded.test.ts',
        title: 'an agent approves nothing if the namespace demands a person, and programs still do',
      },
    ],
  },
  {
    condition: 'an approval without a signature where the namespace demands one',
    status: 403,
    code: 'CREDENTIAL_SCOPE',
    tests: [
      {
        file: 'server/testing/golden/person-demanded.test.ts',
        title: 'no approval without a signature if the namespace demands one, by REST or by MCP',
      },
    ],
  },
  {
    condition: 'operation barred for the tier',
    status: 403,
    code: 'TIER_UNAVAILABLE',
    cases: ['tier-compile', 'save-read-only', 'approve-read-only', 'converter-read-only'],
  },
  { condition: 'no ruleset of this name', status: 404, code: 'RULESET_NOT_FOUND', cases: ['load-unknown-name'] },
  { condition: 'parent unknown on save', status: 404, code: 'RULESET_NOT_FOUND', cases: ['save-unknown-parent'] },
  { condition: 'no ruleset to approve', status: 404, code: 'RULESET_NOT_FOUND', cases: ['approve-unknown-hash'] },
  {
    condition: 'stored source no longer compiles',
    status: 422,
    code: 'COMPILE_FAILED',
    tests: [
      {
        file: STATE,
        title: 'a stored source that no longer compiles lists with null counts and answers 422 wherever it is read',
      },
    ],
  },
  {
    condition: 'a bug, or an engine that cannot stand behind an answer: an id to quote and no stack',
    status: 500,
    code: 'ENGINE_ERROR',
    tests: [
      { file: STATE, title: 'a bug answers 500 with an id to quote, no text of its own, and the server goes on' },
    ],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'approver_chars',
    cases: ['approve-approver-too-long'],
  },
  { condition: 'budget', status: 413, code: 'BUDGET_EXCEEDED', budget: 'note_chars', cases: ['approve-note-too-long'] },
  { condition: 'budget', status: 413, code: 'BUDGET_EXCEEDED', budget: 'name_chars', cases: ['save-name-too-long'] },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'attribution_chars',
    cases: ['converter-attribution-too-long'],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'namespace_bytes',
    tests: [{ file: BUDGETS, title: 'namespace_bytes adds up over calls, and a refusal adds nothing' }],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'evaluation_steps',
    tests: [
      {
        file: BUDGETS,
        title: 'evaluation_steps: checks pass up to what is allowed and are refused beyond, always at the same place',
      },
    ],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'solver_memory_mb',
    tests: [
      {
        file: BUDGETS,
        title: 'solver_memory_mb: a solver that needs more is stopped, and how much it would have needed is unknown',
      },
    ],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'solver_steps_total',
    tests: [
      {
        file: BUDGETS,
        title:
          'solver_steps_total: a check that needs more is refused with what it used, the same every time, and counts',
      },
    ],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'projects_per_group',
    tests: [EACH_OF_GROUP],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'guardrails_per_group',
    tests: [EACH_OF_GROUP],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'applications_per_group',
    tests: [EACH_OF_GROUP],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'labels_per_set',
    tests: [LIMITS_OF_LABELS],
  },
  {
    condition: 'budget',
    status: 413,
    code: 'BUDGET_EXCEEDED',
    budget: 'label_sets_per_target',
    tests: [LIMITS_OF_LABELS],
  },
  { condition: 'budget', status: 413, code: 'BUDGET_EXCEEDED', budget: 'claims', tests: [EACH_BUDGET] },
  { condition: 'budget', status: 413, code: 'BUDGET_EXCEEDED', budget: 'assertions', tests: [EACH_BUDGET] },
  { condition: 'budget', status: 413, code: 'BUDGET_EXCEEDED', budget: 'expression_nodes', tests: [EACH_BUDGET] },
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
