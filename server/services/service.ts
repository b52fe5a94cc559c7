/**
 * The service as its transports see it: one function per operation of the contract, and who is calling.
 *
 * Promises: every function answers with the canonical bytes of its success payload or throws a {@link Refusal};
 * anything else that is thrown is a bug.
 */
import type { z } from 'zod'
import type { Reading } from '../api/lenient-arguments'
import type { OPERATIONS, OperationId } from '../api/operations'
import type { CallLimit } from './access/call-limits'
import type { Caller } from './access/caller'
import type { ClaimsInput } from './engine-pool/dispatch'

export interface Success {
  /** The payload, or its beginning where there is a `rest`. */
  readonly body: string
  /** What follows `body` in a payload that is too large to be held; absent where `body` is all. */
  readonly rest?: AsyncIterable<string> | undefined
  /** 200 if absent. */
  readonly status?: number
  /** Names the inputs that the payload is a function of, for its `ETag`; absent if only the payload itself tells. */
  readonly tag?: string | undefined
}

/** Through which transport a call came: an approval states whether an agent recorded it. */
export type Channel = 'program' | 'person' | 'agent'

export interface CallContext {
  readonly caller: Caller
  readonly channel: Channel
  /** The key under which calls from one place are counted: an IPv4 address or an IPv6 /64. Worked out when asked for. */
  readonly addressKey: () => string
  /** Of a call that brings an `Idempotency-Key`. */
  readonly repeatable?: { readonly keySha256: string; readonly requestSha256: string }
}

/** Whose share of the workers a call uses. */
export type Asking = Pick<CallContext, 'caller' | 'addressKey'>

/** What an operation is asked: its body, or else the members of its path and query. */
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

/** Claims may still be unread bytes of a large body. */
export type CheckRequest = Omit<RequestOf<'check'>, 'claims'> & { readonly claims: ClaimsInput }

/** The claims of the dictionaries are JSON text (api/claims-as-text.ts). */
export type ExplanationRequest = Omit<RequestOf<'explainAnswers'>, 'claims'> & { readonly claims: string }
export type CoverageRequest = Omit<RequestOf<'measureCoverage'>, 'cases'> & {
  readonly cases: readonly CoverageCase[]
}
type CoverageCase = Omit<RequestOf<'measureCoverage'>['cases'][number], 'claims'> & { readonly claims: string }

/** The request of an operation as the service takes it. */
export type ServiceRequest<Id extends OperationId> = Id extends 'check'
  ? CheckRequest
  : Id extends 'explainAnswers'
    ? ExplanationRequest
    : Id extends 'measureCoverage'
      ? CoverageRequest
      : RequestOf<Id>

/** One function an operation, by the operation's id. */
export type Operations = {
  readonly [Id in Exclude<OperationId, 'openapi'>]: (
    context: CallContext,
    request: ServiceRequest<Id>,
  ) => Success | Promise<Success>
}

export interface Service extends Operations {
  /** At once where the credential was seen within the last second. */
  authenticate(token: string | undefined): Caller | Promise<Caller>
  /** The caller behind a credential, for a transport that has verified a proof itself; refuses as {@link authenticate} does. */
  authenticateById(credentialId: string): Caller | Promise<Caller>
  /** The caps on the calls of a caller, for headers of the answer. */
  limitsOf(caller: Caller): readonly CallLimit[]
  /** Reads a body that is too large for the event loop; a check's claims stay bytes. */
  readLarge(asking: Asking, operation: OperationId, body: Uint8Array, reading: Reading): Promise<unknown>
  /**
   * The normalised source of a ruleset that the caller's namespace holds.
   * @throws Refusal RULESET_NOT_FOUND
   */
  rulesetSource(caller: Caller, hash: string): Promise<string>
  /** Gives back what was reserved and not used; the last call. */
  close(): Promise<void>
  /** The playground page: stores nothing, charges no account, limited by address. */
  playgroundCompile(addressKey: string, source: string): Promise<Success>
  playgroundCheck(addressKey: string, source: string, claims: Readonly<Record<string, unknown>>): Promise<Success>
}
