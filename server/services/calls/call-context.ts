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
