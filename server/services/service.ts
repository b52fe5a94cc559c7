/** Functions return the canonical bytes of their payload or throw a {@link Refusal}. Any other error is a bug. */
import type { z } from 'zod'
import type { Reading } from '../api/lenient-arguments'
import type { OPERATIONS, OperationId } from '../api/operations'
import type { CallLimit } from './access/call-limits'
import type { Caller } from './calls/caller'
import type { ClaimsInput } from './engine-pool/dispatch'

export interface Success {
  /** The payload, or its beginning if there is a `rest`. */
  readonly body: string
  /** Follows `body` in a payload that is too large for memory. */
  readonly rest?: AsyncIterable<string> | undefined
  /** 200 if absent. */
  readonly status?: number
  /** Identifies the payload's inputs for its `ETag`; absent if only the payload itself does. */
  readonly tag?: string | undefined
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
      : null

type Shape = Record<string, z.ZodType>
type NamedIn<Members extends Shape> = Readonly<z.output<z.ZodObject<Members>>>

/** Claims of a large body may be unread bytes. */
export type CheckRequest = Omit<RequestOf<'check'>, 'claims'> & { readonly claims: ClaimsInput }

/** The dictionaries' claims are JSON text (api/claims-as-text.ts). */
export type ExplanationRequest = Omit<RequestOf<'explainAnswers'>, 'claims'> & { readonly claims: string }
export type CoverageRequest = Omit<RequestOf<'measureCoverage'>, 'cases'> & {
  readonly cases: readonly CoverageCase[]
}
type CoverageCase = Omit<RequestOf<'measureCoverage'>['cases'][number], 'claims'> & { readonly claims: string }

export type ServiceRequest<Id extends OperationId> = Id extends 'check'
  ? CheckRequest
  : Id extends 'explainAnswers'
    ? ExplanationRequest
    : Id extends 'measureCoverage'
      ? CoverageRequest
      : RequestOf<Id>

export type Operations = {
  readonly [Id in Exclude<OperationId, 'openapi'>]: (
    context: CallContext,
    request: ServiceRequest<Id>,
  ) => Success | Promise<Success>
}

export interface Service extends Operations {
  /** Synchronous if the credential was seen within the last second. */
  authenticate(token: string | undefined): Caller | Promise<Caller>
  /** The transport has already verified its own proof. Refuses like {@link authenticate}. */
  authenticateById(credentialId: string): Caller | Promise<Caller>
  limitsOf(caller: Caller): readonly CallLimit[]
  /** Reads a body that is too large for the event loop. A check's claims stay bytes. */
  readLarge(asking: Asking, operation: OperationId, body: Uint8Array, reading: Reading): Promise<unknown>
  /** The normalised source. @throws Refusal RULESET_NOT_FOUND */
  rulesetSource(caller: Caller, hash: string): Promise<string>
  /** Returns unused reservations; the last call. */
  close(): Promise<void>
  /** The playground stores nothing and charges no account. It is limited by address. */
  playgroundCompile(addressKey: string, source: string): Promise<Success>
  playgroundCheck(addressKey: string, source: string, claims: Readonly<Record<string, unknown>>): Promise<Success>
}
