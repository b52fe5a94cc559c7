import type { Transform } from 'node:stream'

/** An answer as the transport sends it. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The whole body, or its beginning if there is a `rest`. */
  readonly body: string
  readonly rest?: AsyncIterable<string> | undefined
  /** The tag of the answer without quotes, if it says more than a digest of the body. */
  readonly tag?: string | undefined
  /** The compressed body, which is sent instead of `body`. */
  readonly encoded?: Uint8Array
  /** Compresses `body` and `rest` while they are sent. */
  readonly compressor?: () => Transform
}
