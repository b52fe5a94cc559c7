/** Functions return the canonical bytes of their payload or throw a {@link Refusal}. Any other error is a bug. */
import type { Reading } from '../api/lenient-arguments'
import type { OperationId } from '../api/operations'
import type { CallLimit } from './access/call-limits'
import type { Asking, CallContext, Success } from './calls/call-context'
import type { Caller } from './calls/caller'
import type { ServiceRequest } from './calls/requests'

/** Every operation except the API document, which the transports hold. */
export type ServiceOperationId = Exclude<OperationId, 'openapi'>

export type Operations = {
  readonly [Id in ServiceOperationId]: (context: CallContext, request: ServiceRequest<Id>) => Success | Promise<Success>
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
