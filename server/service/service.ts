/**
 * The service as its doors see it: one function per operation of the contract, and who is calling.
 *
 * Promises: every function answers with the canonical bytes of its success payload or throws a {@link Refusal};
 * anything else that is thrown is a bug.
 */
import type { z } from 'zod'
import type { OPERATIONS, OperationId } from '../contract/operations'
import type { Caller } from './caller'
import type { ClaimsInput } from './engine/dispatch'

export interface Success {
  readonly body: string
  /** 200 where absent. */
  readonly status?: number
}

export interface CallContext {
  readonly caller: Caller
  /** The key under which calls from one place are counted: an IPv4 address or an IPv6 /64. Worked out when asked for. */
  readonly addressKey: () => string
}

type RequestOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends { body: { schema: infer S extends z.ZodType } }
  ? z.output<S>
  : null

/** Claims may still be unread bytes of a large body. */
export type CheckRequest = Omit<RequestOf<'check'>, 'claims'> & { readonly claims: ClaimsInput }

export interface Service {
  /** At once where the credential was seen within the last second. */
  authenticate(token: string | undefined): Caller | Promise<Caller>
  /** Reads a body that is too large for the event loop; a check's claims stay bytes. */
  readLarge(operation: OperationId, body: Uint8Array): Promise<unknown>
  health(): Promise<Success>
  ready(): Promise<Success>
  version(): Success
  issueEvaluationCredential(context: CallContext, request: RequestOf<'issueEvaluationCredential'>): Promise<Success>
  compile(context: CallContext, request: RequestOf<'compile'>): Promise<Success>
  /** At once where the event loop can decide it. */
  check(context: CallContext, request: CheckRequest): Success | Promise<Success>
  promptPack(context: CallContext, request: RequestOf<'makePromptPack'>): Promise<Success>
  /** Gives back what was reserved and not used; the last call. */
  close(): Promise<void>
  /** The playground page: stores nothing, charges nobody, limited by address. */
  playgroundCompile(addressKey: string, source: string): Promise<Success>
  playgroundCheck(addressKey: string, source: string, claims: Readonly<Record<string, unknown>>): Promise<Success>
}
