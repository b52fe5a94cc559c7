/**
 * A request and an answer as the REST door sees them, whatever server carried them.
 */
export interface WireRequest {
  readonly method: string
  /** Path alone, percent-encoded as it was sent. */
  readonly path: string
  /** What follows the question mark; empty where there is none. */
  readonly query: string
  header(name: string): string | undefined
  readonly body: Uint8Array
  /** Address of the peer after trusted proxies. */
  readonly addressKey: string
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
