/**
 * The one typed error by which any layer above the engine refuses a call.
 *
 * Promises: carries exactly the fields of the contract's error object; the handler adds `docs` and `versions`. A
 * refusal is never thrown for a bug: an unexpected error becomes ENGINE_ERROR in the handler, without its text.
 */
import { canonicalJson, type Json } from './canonical-json'
import { ERRORS, type ErrorCode, errorPage } from './errors'
import { VERSIONS } from './versions'

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
  /** One of the code's other statuses; the first of the table where absent. */
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

  /** Headers that this refusal asks for; a wait is given in seconds too (contract: `Retry-After`). */
  get headers(): Readonly<Record<string, string>> {
    const wait = this.details.retry_after_ms
    return wait === undefined
      ? (this.transport.headers ?? {})
      : { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))), ...this.transport.headers }
  }
}

/** The answer for a bug: it holds nothing of the error's text, which is in the log under the id of the header. */
export function bugRefusal(): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    'The service could not complete this call, so it offers no partial answer. Quote the x-request-id header to the operator.',
  )
}

/**
 * A refusal as data: it travels between threads, and to the pages, where an error cannot.
 */
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

/**
 * The error envelope, the one shape of every failure through every transport (public/docs/api.md, "Errors").
 *
 * Promises: canonical bytes; the same refusal gives the same bytes on every transport.
 */
export function errorEnvelope(refusal: Refusal, docsUrl: string): string {
  const { code, message, details } = refusal
  const error: Record<string, Json> = { code, docs: errorPage(docsUrl, code), message }
  for (const [field, value] of Object.entries(details)) if (value !== undefined) error[field] = value as Json
  return canonicalJson({ error, ok: false, versions: VERSIONS })
}
