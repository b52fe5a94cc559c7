import type { Json } from '../../api/canonical-json'
import type { LogKind } from '../../api/terms/log-kinds'
import type { ProvenRow } from '../../attestation/row-evidence'

export interface LogEvent {
  readonly kind: LogKind
  /** Label of a person or credential, `operator`, or `evaluation` for a person without an account. */
  readonly actor: string
  /** Plain facts without secrets. */
  readonly details: Readonly<Record<string, Json>>
  /** Proven but not contained: each adds `<field>_digest` to the details. */
  readonly sealed?: Readonly<Record<string, Json>>
  /** Rows that the entry proves as they are now. */
  readonly rows?: readonly ProvenRow[]
}

export interface NewEntry {
  readonly index: bigint
  readonly kind: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly at: Date
  readonly salt: Uint8Array<ArrayBuffer> | null
  /** Digests of the rows. */
  readonly evidence: Uint8Array<ArrayBuffer> | null
}

/** At most one id is set. Both are null if the deployment requires no credentials. */
export interface ActingParty {
  /** The person who acted on a page, or whose AI agent acted. */
  readonly personId: string | null
  /** The credential of a program or an AI agent. */
  readonly credentialId: string | null
  /** `agent` for a person's or a credential's AI agent. */
  readonly channel: 'program' | 'person' | 'agent'
}
