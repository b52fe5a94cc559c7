/** All error codes (public/docs/api.md, "Errors"). Only this table maps a code to a status. */
export interface ErrorEntry {
  /** The first is the default; {@link Refusal} can choose another. */
  readonly statuses: readonly [number, ...number[]]
  readonly title: string
  /** Titles for the other statuses. */
  readonly titles?: Readonly<Record<number, string>>
  readonly meaning: string
  readonly remedy: string
}

export const ERRORS = {
  BAD_REQUEST: {
    statuses: [400, 404, 405, 408, 415, 422],
    title: 'The request does not have the shape of the contract',
    titles: {
      404: 'Nothing is at this path',
      405: 'The path does not take this method',
      408: 'The body did not come in time',
      415: 'The content type is not JSON, or the body is compressed',
      422: 'An idempotency key came before, with another request',
    },
    meaning:
      'The body is not JSON, contains a key twice or a lone surrogate, or has a field of the wrong type or one that the contract does not know; a hash is not 64 lowercase hexadecimal characters, or a hash and a source disagree. Other statuses with this code: the path does not exist (404), the path does not take the method (405), the body came too slowly (408), the content type is not JSON or the body is compressed (415), and the `Idempotency-Key` came before with another request (422).',
    remedy:
      'Read `error.message` and, if present, `error.failures`: each entry names the field, what was expected and what was received. Compare the request with /openapi.json and send it again corrected. Nothing was charged.',
  },
  VALIDATION_REJECTED: {
    statuses: [422],
    title: 'The claim dictionary does not fit the ruleset',
    meaning:
      'The ruleset compiled, but one or more values of `claims` are missing, undeclared, of the wrong type, outside the vocabulary or the range, or in a unit the claim cannot take. Every failing field is listed, not only the first.',
    remedy:
      'Go through `error.failures`: each entry names the claim, what was expected and what was received. Send a value that could not be determined as "unknown" or null; never leave it out. Nothing was charged.',
  },
  COMPILE_FAILED: {
    statuses: [422],
    title: 'The ruleset does not compile',
    meaning:
      'The source has at least one error. `error.diagnostics` lists them with their lines. If there are more than 100, it lists the first 100, errors before warnings, and the message says so. `error.hint` is the grammar guide, short enough to read and complete enough to write a ruleset from.',
    remedy:
      'Correct the lines that `error.diagnostics` names and compile again. Nothing was stored and nothing was charged.',
  },
  BUDGET_EXCEEDED: {
    statuses: [413],
    title: 'A complexity budget was exceeded',
    meaning:
      'The request needs more than this deployment allows for one call. `error.budget` names the budget, `error.limit` its value and, if known, `error.actual` what the request used.',
    remedy:
      'Make the request smaller, split the ruleset, or ask the operator to raise the budget. No partial answer exists. Nothing was charged, except for a check that reached `solver_steps_total`: its work was done, so it counts as one check.',
  },
  RULESET_NOT_FOUND: {
    statuses: [404],
    title: 'No stored ruleset for this hash or name',
    meaning:
      'The namespace of this credential holds no ruleset under the hash or name that was given. The receipt of a check is refused with this code if the decision log has no check of the id.',
    remedy:
      'Compile the source first, or send `source` with the hash, or look for a misspelling. Take the id of a check from the header `x-service-check-id` of its answer.',
  },
  ENGINE_ERROR: {
    statuses: [500],
    title: 'The engine could not stand behind an answer',
    meaning:
      'Two parts of the engine disagreed, stored data is damaged, or the server has a bug. There is no partial answer, because it could not be trusted. The header `x-request-id` identifies the entry in the log.',
    remedy: 'Send the request again once. If it fails again, give the operator the request id. Nothing was charged.',
  },
  ENGINE_BUSY: {
    statuses: [503],
    title: 'The engine is busy',
    meaning:
      'The call would have waited longer for a worker than it may. Checks that are decided at once need no worker. The code also means that the database does not answer at the moment, or that its disk is full; the message says which.',
    remedy:
      'Wait `error.retry_after_ms` milliseconds (also in seconds in the `Retry-After` header) and send the same request again. Nothing was charged.',
  },
  CREDENTIAL_REQUIRED: {
    statuses: [401],
    title: 'No credential was sent',
    meaning:
      'The operation needs a credential in the header `x-service-credential`, and the request did not contain one.',
    remedy: 'Get one with POST /v1/credentials/evaluation (no sign-up), or ask the operator for a full credential.',
  },
  CREDENTIAL_INVALID: {
    statuses: [401],
    title: 'The credential is unknown, revoked or expired',
    meaning: 'The header contained a credential that is unknown, revoked or expired; the message says which.',
    remedy: 'Check that the whole token was sent. Get a new evaluation credential, or ask the operator.',
  },
  CREDENTIAL_SCOPE: {
    statuses: [403],
    title: 'The credential does not cover this operation',
    meaning:
      'An evaluation credential covers compile, check, explanation, analysis, comparison, coverage, prompt pack, units, vocabulary, account and flags; operations that save, list, load or approve rulesets or add converters need a full credential. An agent gets the same code if only people record the approvals of this namespace, and every caller if approvals need a signature.',
    remedy:
      'Ask the operator for a full credential. For an approval, give the approver the address that `error.message` names.',
  },
  EVALUATION_LIMIT: {
    statuses: [429],
    title: 'A cap of the evaluation credential is reached',
    meaning:
      'The calls of the day or of the whole life of this evaluation credential are used up, or too many evaluation credentials were issued to one address within the hour.',
    remedy:
      'Wait as long as `Retry-After` says, or ask the operator for a full credential. The cap of a day is reset at 00:00 UTC, the cap of the whole life never. `GET /v1/account` shows both caps.',
  },
  ENTITLEMENT_EXCEEDED: {
    statuses: [402],
    title: 'The allowance of this account is used up',
    meaning:
      'The operator set an allowance of checks a month for this account, and it is spent. A question about meaning counts as a check; compiling and prompt packs do not.',
    remedy: 'Wait for the next period that /v1/account names, or ask the operator to raise the allowance.',
  },
  TIER_UNAVAILABLE: {
    statuses: [403],
    title: 'The tier of this credential does not include this operation',
    meaning: 'The operator barred this operation for the tier of the credential, for example a read-only one.',
    remedy: 'Use another credential, or ask the operator.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** `{docs_url}/errors/<code-in-lowercase-with-hyphens>.md` */
export function errorPage(docsUrl: string, code: ErrorCode): string {
  return `${docsUrl}/errors/${errorSlug(code)}.md`
}

export function titleAt(code: ErrorCode, status: number): string {
  const { title, titles }: ErrorEntry = ERRORS[code]
  return titles?.[status] ?? title
}

export function errorSlug(code: ErrorCode): string {
  return code.toLowerCase().replaceAll('_', '-')
}
