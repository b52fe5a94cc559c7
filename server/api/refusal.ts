/**
 * The error by which any layer above the engine refuses a call. It is never thrown for a bug: the handler reports an
 * unexpected error as ENGINE_ERROR, without its text. The details are the contract's; the handler adds `docs` and
 * `versions`.
 */
import { canonicalJson, type Json } from './canonical-json'
import { ERRORS, type ErrorCode, errorPage } from './terms/errors'
import { VERSIONS } from './terms/versions'

export interface FieldFailure {
  readonly field: string
  readonly expected: string
  readonly received: string
}

export interface WireDiagnostic {
  readonly severity: 'error' | 'warning'
  readonly line: number | null
  readonly message: string
}

interface RefusalDetails {
  readonly failures?: readonly FieldFailure[]
  readonly failure_count?: number
  readonly diagnostics?: readonly WireDiagnostic[]
  readonly hint?: string
  readonly budget?: string
  readonly limit?: number
  readonly actual?: number
  readonly retry_after_ms?: number
}

interface RefusalTransport {
  /** Another status of the code; by default the first. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export class Refusal extends Error {
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: RefusalDetails = {},
    readonly transport: RefusalTransport = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = transport.status ?? ERRORS[code].statuses[0]
  }

  /** States a wait also as `Retry-After`, in seconds. */
  get headers(): Readonly<Record<string, string>> {
    const wait = this.details.retry_after_ms
    return wait === undefined
      ? (this.transport.headers ?? {})
      : { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))), ...this.transport.headers }
  }
}

/** One field whose value the schema cannot judge. */
export function unfitRefusal(field: string, expected: string, received: string): Refusal {
  return new Refusal('BAD_REQUEST', `\`${field}\` must be ${expected}.`, {
    failures: [{ field, expected, received }],
    failure_count: 1,
  })
}

/** The answer to a bug. The error's text is only in the log, under the request id. */
export function bugRefusal(): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    'The service could not complete this call, so it offers no partial answer. Quote the x-request-id header to the operator.',
  )
}

/** A refusal as data, for threads and pages. */
export interface RefusalText {
  readonly code: ErrorCode
  readonly message: string
  readonly details: RefusalDetails
}

export function refusalText(refusal: Refusal): RefusalText {
  return { code: refusal.code, message: refusal.message, details: refusal.details }
}

export function refusalFrom(text: RefusalText): Refusal {
  return new Refusal(text.code, text.message, text.details)
}

/** The one form of every failure, with the same bytes on every transport (public/docs/api.md, "Errors"). */
export function errorEnvelope(refusal: Refusal, docsUrl: string): string {
  const { code, message, details } = refusal
  const error: Record<string, Json> = { code, docs: errorPage(docsUrl, code), message }
  for (const [field, value] of Object.entries(details)) if (value !== undefined) error[field] = value as Json
  return canonicalJson({ error, ok: false, versions: VERSIONS })
}
