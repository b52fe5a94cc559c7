/**
 * An event of a namespace's log, and the entry that records it.
 */

import type { Json } from '../../api/canonical-json'
import type { LogKind } from '../../api/log-kinds'
import type { ProvenRow } from '../../attestation/row-evidence'

export interface LogEvent {
  readonly kind: LogKind
  /** Who did it: a label of a person or a credential, `operator`, or `evaluation` for a person without an account. */
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

/**
 * Who stores or binds bytes, as the tables record it: the person, or the credential, and the way it came in.
 *
 * Promises: at most one of the two ids is set. Both are null on a deployment that demands no credentials.
 */
export interface ActingParty {
  /** A person on a page, or the person behind an AI agent. */
  readonly personId: string | null
  /** The credential of a program or of an AI agent. */
  readonly credentialId: string | null
  /** `agent` for an AI agent, whether a person or a credential is behind it. */
  readonly channel: 'program' | 'person' | 'agent'
}
