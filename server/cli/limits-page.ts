/**
 * public/docs/limits.md: every limit that a client, an author or an operator can meet, in one table.
 *
 * Promises: each value is the code's own. A budget or a limit of the platform without a sentence here does not compile,
 * and limits-page.test.ts fails if the page differs.
 */

import { MAX_LISTED_NAMES, MAX_LISTED_REVISIONS } from '../api/operations'
import { MAX_PAGE_ENTRIES } from '../api/platform-operations'
import { MAX_LISTED_FAILURES } from '../api/read-request'
import { BATCH_PART_BYTES } from '../api/schemas/check'
import { MAX_COVERAGE_CASES } from '../api/schemas/coverage'
import { MAX_CLIENT_CHARS } from '../api/schemas/credential'
import { MAX_TOPIC_CHARS } from '../api/schemas/fields'
import { PLATFORM_LIMITS } from '../api/terms/guardrail-terms'
import { CREDENTIAL_VARIABLES } from '../config/access'
import { type BudgetName, DEFAULT_BUDGETS } from '../config/budgets'
import { MODEL_VARIABLES, PLATFORM_VARIABLES } from '../config/platform'
import { SOLVER_VARIABLES } from '../config/server'
import { MAX_OPEN_CHANGES } from '../database/accounts/propose-change'
import { MAX_DEFINITIONS_LISTED } from '../engine/definitions'
import { REQUEST_TIMEOUT_MS } from '../http/http-server'
import { OAUTH_LIMITS } from '../http/oauth/public-paths'
import { SOCKET_LIMITS } from '../http/websocket/stream-handler'
import { MAX_MESSAGE_BYTES } from '../http/websocket/stream-web-socket'
import { MAX_DEPTH } from '../language/numeric/lossless-json'
import { MAX_UNIT_CHARS } from '../language/units/unit-text'
import { PLAYGROUND_CALLS_PER_MINUTE } from '../services/access/call-limits'
import {
  MAX_EMAIL_CHARS,
  MAX_NAME_CHARS,
  MAX_PASSWORD_CHARS,
  MIN_PASSWORD_CHARS,
} from '../services/accounts/account-details'
import { MAX_PASSKEYS } from '../services/accounts/passkeys/add-passkey'
import { PASSKEY_QUESTION_ALLOWANCE } from '../services/accounts/passkeys/sign-in-by-passkey'
import { MAX_SESSIONS } from '../services/accounts/sessions'
import { TRIES_PER_ADDRESS } from '../services/accounts/sign-in-gate'
import { MAX_CASES } from '../services/checks/create-test-cases'
import { ASSERTION_CHARS, TITLE_CHARS } from '../services/checks/read-test-case'
import { MAX_DIAGNOSTICS } from '../services/engine-pool/run-job'
import { MEANING_WAIT_MS } from '../services/engine-pool/start-engine'
import { MAX_OF_TRACE } from '../services/guardrails/frames/frames'
import { MAX_ACCOUNTS, MAX_SECRETS } from '../services/guardrails/machine-accounts/service-account-changes'
import { MAX_GROUPS, MAX_MEMBER_REQUESTS_PER_DAY } from '../services/guardrails/machine-accounts/service-accounts'
import { READER_LIMITS } from '../services/guardrails/responses/response-stream'
import { MAX_NOTE_CHARACTERS } from '../services/guardrails/reviews/review-queue'
import { MAILS_OF_NAMESPACE, MAILS_TO_ADDRESS } from '../services/mail/link-mail'

const BUDGETS: Readonly<Record<BudgetName, string>> = {
  body_bytes: 'bytes of a request body',
  source_bytes: 'bytes of a ruleset',
  claims: 'claims of a ruleset',
  assertions: 'assertions of a ruleset',
  expression_depth: 'how deep expressions nest',
  expression_nodes: 'parts of a ruleset with its quantifiers written out',
  numeral_digits: 'digits of one number, written out',
  claim_value_bytes: 'bytes of one claim value',
  approver_chars: 'characters of `approver`',
  note_chars: 'characters of the `note` of an approval',
  attribution_chars: 'characters of the `attribution` of a converter',
  name_chars: 'characters of the name of a ruleset',
  namespace_bytes: 'bytes of all rulesets that one namespace stores',
  frame_bytes: 'bytes of a frame that is sent',
  waiting_frames: 'frames of one group that wait for their answers; the next is answered 429',
  waiting_frames_total:
    'frames of all groups that wait for their evaluation, and not for a person; the next is answered 429',
  projects_per_group: 'projects of one group',
  guardrails_per_group: 'guardrails of one group, in all its projects; as many tool guards',
  applications_per_group: 'applications of one group, in all its projects',
  labels_per_set: 'labels of frames in one set',
  label_sets_per_target: 'sets of labels of one guardrail or application',
  evaluation_steps: 'work of one check',
  solver_steps: 'work of the solver for one assertion, which is UNKNOWN beyond it',
  solver_steps_total: 'work of the solver for all assertions of one check',
  solver_memory_mb: 'memory of the solver, in megabytes',
}

const PLATFORM: Readonly<Record<keyof typeof PLATFORM_LIMITS, string>> = {
  trace_id_chars: 'characters of a trace id',
  topic_chars: 'characters of a response topic',
  response_topics: 'response topics of a frame',
  context_documents: 'context documents of a frame',
  name_chars: 'characters of the name of a project, a guardrail or an application',
  description_chars: 'characters of its description',
  context_document_chars: 'characters of the `context_document` of an application',
  instructions_chars: 'characters of the instructions for a language model',
  model_chars: 'characters of the name of a model',
  extraction_runs: 'extractions of one frame by a guardrail of the type `policy_rules`',
  judges: 'judges of one guardrail',
  rephrasings: 'rephrasings of one question',
  nodes: 'nodes of an application',
  edges: 'edges of an application',
}

const variables = { ...CREDENTIAL_VARIABLES, ...SOLVER_VARIABLES, ...PLATFORM_VARIABLES, ...MODEL_VARIABLES }

const SETTINGS: Readonly<Partial<Record<keyof typeof variables, string>>> = {
  EVALUATION_CALLS_PER_DAY: 'calls of an evaluation credential in a UTC day',
  EVALUATION_CALLS_TOTAL: 'calls of an evaluation credential in all',
  EVALUATION_TTL_DAYS: 'days until an evaluation credential expires',
  EVALUATION_ISSUED_PER_HOUR: 'evaluation credentials issued to one address in an hour',
  SOLVER_WAIT_MS: `milliseconds that a call waits for a worker before ENGINE_BUSY; a question about meaning waits ${MEANING_WAIT_MS.toLocaleString('en-US')} at least`,
  FRAME_RETENTION_HOURS: 'hours for which the answer to a frame can be read',
  EVALUATOR_CONCURRENCY:
    'frames that one evaluator decides at a time, without those that wait for a solver, a model or a person',
  MODEL_TIMEOUT_MS: 'milliseconds of one call of a language model',
  MODEL_CONCURRENCY:
    'calls of a language model that one server runs at a time, divided among its processes; if a process has four or more, one group gets seven eighths of them at most',
}

/** Limits that no setting changes. */
const FIXED: readonly (readonly [value: number, counts: string])[] = [
  [MAX_TOPIC_CHARS, 'characters of the `topic` of a label'],
  [MAX_UNIT_CHARS, 'characters of a unit'],
  [MAX_CLIENT_CHARS, 'characters of `client` in a request for an evaluation credential'],
  [MAX_DEPTH, 'how deep the JSON of a request nests'],
  [MAX_LISTED_FAILURES, 'entries of `failures` in one answer; `failure_count` and the message say that there are more'],
  [MAX_DIAGNOSTICS, 'diagnostics in one answer; the message says that there are more'],
  [MAX_DEFINITIONS_LISTED, 'values of definitions in the result of a check; above it no value is listed'],
  [REQUEST_TIMEOUT_MS, 'milliseconds until a request must have arrived'],
  [MAX_CASES, 'test cases of one name'],
  [TITLE_CHARS, 'characters of the title of a test case'],
  [ASSERTION_CHARS, 'characters of the name of an assertion in a test case'],
  [BATCH_PART_BYTES, 'bytes of one part of a batch; the page divides a batch automatically'],
  [MAX_COVERAGE_CASES, 'cases of one call of `POST /v1/coverage`'],
  [MAX_LISTED_NAMES, 'names of one page of `GET /v1/rulesets`'],
  [MAX_LISTED_REVISIONS, 'revisions of one page of `GET /v1/rulesets/{name}`'],
  [MAX_PAGE_ENTRIES, 'entries of one page of a list of `/api/v1`'],
  [MAX_OF_TRACE, 'frames in one answer of `GET /api/v1/frames/{trace_id}`, the newest'],
  [MAX_MESSAGE_BYTES, 'bytes of a message that a client sends on the stream of answers'],
  [READER_LIMITS.subscriptions, 'waiting subscriptions of one socket'],
  [SOCKET_LIMITS.perClient, 'sockets of one service account in one process'],
  [SOCKET_LIMITS.all, 'sockets of one process'],
  [MAX_NOTE_CHARACTERS, 'characters of the note of a reviewer of frames'],
  [MAX_ACCOUNTS, 'service accounts of one namespace'],
  [MAX_SECRETS, 'valid secrets of one service account'],
  [MAX_GROUPS, 'groups of one service account'],
  [MAX_MEMBER_REQUESTS_PER_DAY, 'requests of one namespace in a day for accounts of other namespaces'],
  [MAX_OPEN_CHANGES, 'pending changes of one namespace'],
  [MIN_PASSWORD_CHARS, 'characters that a password has at least'],
  [MAX_PASSWORD_CHARS, 'characters of a password'],
  [MAX_NAME_CHARS, 'characters of the name of a person'],
  [MAX_EMAIL_CHARS, 'characters of an e-mail address'],
  [MAX_SESSIONS, 'sessions of one person'],
  [MAX_PASSKEYS, 'passkeys of one person'],
  [TRIES_PER_ADDRESS, 'wrong passwords of one address in ten minutes'],
  [PASSKEY_QUESTION_ALLOWANCE.calls, 'challenges for a passkey of one address in ten minutes'],
  [OAUTH_LIMITS.registrations.calls, 'clients that one address registers at the authorisation server in an hour'],
  [OAUTH_LIMITS.questions.calls, 'authorisations that one address begins in ten minutes'],
  [OAUTH_LIMITS.credentialTries.calls, 'credentials that one address pastes at the consent page in ten minutes'],
  [MAILS_OF_NAMESPACE.calls, 'messages with links that one namespace sends at once; they refill within an hour'],
  [MAILS_TO_ADDRESS.calls, 'messages with links that one address gets at once; they refill within an hour'],
  [PLAYGROUND_CALLS_PER_MINUTE, 'calls of the playground of one address in a minute'],
]

export function limitsPageText(): string {
  const budgets = entries(BUDGETS).map(([name, counts]) =>
    row(counts, DEFAULT_BUDGETS[name], name, budgetSetting(name)),
  )
  const settings = entries(SETTINGS).map(([name, counts]) =>
    row(counts ?? '', variables[name].parse(undefined) as number, null, `\`${name}\``),
  )
  const platform = entries(PLATFORM).map(([name, counts]) => row(counts, PLATFORM_LIMITS[name], null, FIXED_VALUE))
  const fixed = FIXED.map(([value, counts]) => row(counts, value, null, FIXED_VALUE))
  return `${INTRODUCTION}
| Subject | Limit | Name | Setting |
|---|---|---|---|
${[...budgets, ...settings, ...platform, ...fixed].join('\n')}
`
}

const INTRODUCTION = `# Limits

This page lists the budgets, and the limits of a request, an account and a process. [Security](/docs/security) says how wrong tries are counted.
*Name* is what \`error.budget\` of a refusal says. *Setting* is the variable that the operator sets to change the limit. The numbers are the defaults of
a deployment. A limit whose setting is *fixed* is the same everywhere.

A request beyond a budget is refused with [BUDGET_EXCEEDED](/docs/errors/budget-exceeded), which names the budget, its limit and, if it is
known, what the request would have used. Budgets count work and not time, so the same request always stops at the same place. A text or a list
that is too long is refused with [BAD_REQUEST](/docs/errors/bad-request), and \`failures\` names the field.
`

const FIXED_VALUE = 'fixed'

function budgetSetting(name: BudgetName): string {
  return `\`BUDGET_${name.toUpperCase()}\``
}

function row(counts: string, value: number, name: string | null, setting: string): string {
  return `| ${counts} | ${value.toLocaleString('en-US')} | ${name === null ? '' : `\`${name}\``} | ${setting} |`
}

function entries<Key extends string, Value>(record: Readonly<Partial<Record<Key, Value>>>) {
  return Object.entries(record) as [Key, Value][]
}
