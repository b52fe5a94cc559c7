/**
 * The one typed error by which any layer above the engine refuses a call.
 *
 * Promises: carries exactly the fields of the contract's error object; the door adds `docs` and `versions`. A refusal
 * is never thrown for a bug: an unexpected error becomes ENGINE_ERROR at the door, without its text.
 */
import { ERRORS, type ErrorCode } from './errors'

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

export interface RefusalDetails {
  readonly failures?: readonly FieldFailure[]
  readonly failure_count?: number
  readonly diagnostics?: readonly WireDiagnostic[]
  readonly hint?: string
  readonly budget?: string
  readonly limit?: number
  readonly actual?: number
  readonly retry_after_ms?: number
}

export interface RefusalTransport {
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

  /** Headers that this refusal asks for; a wait is told in seconds too (contract: `Retry-After`). */
  get headers(): Readonly<Record<string, string>> {
    const wait = this.details.retry_after_ms
    return wait === undefined
      ? (this.transport.headers ?? {})
      : { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))), ...this.transport.headers }
  }
}

/** What a caller is told of a bug: nothing of its own text, which is in the log under the id of the header. */
export function bugRefusal(): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    'The service could not complete this call, so it offers no partial answer. Quote the x-request-id header to the operator.',
  )
}
