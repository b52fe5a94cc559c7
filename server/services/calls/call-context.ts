import type { z } from 'zod'
import type { Reading } from '../../api/lenient-arguments'
import type { OPERATIONS, OperationId } from '../../api/operations'
import type { Caller } from './caller'

export interface Success {
  /** The payload, or its beginning if there is a `rest`. */
  readonly body: string
  /** Follows `body` in a payload that is too large for memory. */
  readonly rest?: AsyncIterable<string> | undefined
  /** 200 if absent. */
  readonly status?: number
  /** Identifies the payload's inputs for its `ETag`; absent if only the payload itself does. */
  readonly tag?: string | undefined
  /** The id of the check in the decision log; absent if it is not recorded. */
  readonly checkId?: string
}

/** The transport of a call. An approval states whether an agent recorded it. */
export type Channel = 'program' | 'person' | 'agent'

export interface CallContext {
  readonly caller: Caller
  readonly channel: Channel
  /** Calls are counted by this IPv4 address or IPv6 /64. Computed on demand. */
  readonly addressKey: () => string
  /** For a call with an `Idempotency-Key`. */
  readonly repeatable?: { readonly keySha256: string; readonly requestSha256: string }
}

export type Asking = Pick<CallContext, 'caller' | 'addressKey'>

/** Its body, or the members of its path and query. */
export type RequestOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends {
  body: { schema: infer S extends z.ZodType }
}
  ? z.output<S>
  : MembersOf<(typeof OPERATIONS)[Id]>

type MembersOf<O> = O extends { parameters: infer P extends Shape; query: infer Q extends Shape }
  ? NamedIn<P> & NamedIn<Q>
  : O extends { parameters: infer P extends Shape }
    ? NamedIn<P>
    : O extends { query: infer Q extends Shape }
      ? NamedIn<Q>
      : NoMembers

type Shape = Record<string, z.ZodType>
type NoMembers = Readonly<Record<never, never>>
type NamedIn<Members extends Shape> = Readonly<z.output<z.ZodObject<Members>>>

/** A body is still to be read. */
export type ClaimsInput =
  | { readonly from: 'value'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly from: 'body'; readonly body: Uint8Array; readonly reading: Reading }

/** Claims of a large body may be unread bytes. */
export type CheckRequest = Omit<RequestOf<'check'>, 'claims'> & { readonly claims: ClaimsInput }

/** The dictionaries' claims are JSON text (api/read-request.ts). */
export type ExplanationRequest = Omit<RequestOf<'explainAnswers'>, 'claims'> & { readonly claims: string }
export type CoverageRequest = Omit<RequestOf<'measureCoverage'>, 'cases'> & {
  readonly cases: readonly CoverageCase[]
}
type CoverageCase = Omit<RequestOf<'measureCoverage'>['cases'][number], 'claims'> & { readonly claims: string }

/** Both objects are JSON text. */
export interface ToolCallRequest {
  readonly guard: string
  readonly arguments: string
  readonly session: string
  readonly wait_seconds: number
}

export type ServiceRequest<Id extends OperationId> = Id extends 'check'
  ? CheckRequest
  : Id extends 'decideToolCall'
    ? ToolCallRequest
    : Id extends 'explainAnswers'
      ? ExplanationRequest
      : Id extends 'measureCoverage'
        ? CoverageRequest
        : RequestOf<Id>
