/**
 * An event of a namespace's log, and the entry that records it.
 */
import type { ProvenRow } from '../attest/row-evidence'
import type { Json } from '../contract/canonical-json'
import type { LogKind } from '../contract/log-kinds'

export interface LogEvent {
  readonly kind: LogKind
  /** Who did it: a label of a person or a credential, `operator`, or `evaluation` for somebody without an account. */
  readonly actor: string
  /** What it was done to, and how; plain facts, no secrets. */
  readonly details: Readonly<Record<string, Json>>
  /** Values that the entry proves without containing them: each adds `<field>_digest` to the details. */
  readonly sealed?: Readonly<Record<string, Json>>
  /** Rows that the entry proves as they are now. */
  readonly rows?: readonly ProvenRow[]
}

export interface NewEntry {
  readonly index: bigint
  readonly kind: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly at: Date
  /** Of the sealed values; null where the entry has none. */
  readonly salt: Uint8Array<ArrayBuffer> | null
  /** Digests of the rows; null where it proves none. */
  readonly evidence: Uint8Array<ArrayBuffer> | null
}
