/**
 * The log of a namespace, as pages ask for it.
 *
 * Promises: entries are shown as they were written; a checkpoint is signed over the log as it stands. Answers are plain
 * JSON data: times are ISO texts, places in the log are decimal texts.
 */
import type { Json } from '../../api/canonical-json'
import type { LogKind } from '../../api/log-kinds'
import type { Caller } from '../access/caller'

export interface Audit {
  /** Newest first. */
  list(caller: Caller, request: AuditQuery): Promise<AuditPage>
  /** One piece of the whole log as JSON Lines; ask on with `next` until it is null. */
  export(caller: Caller, request: AuditExportRequest): Promise<AuditExportPiece>
  /** Signs the log as it stands. */
  checkpoint(caller: Caller): Promise<AuditCheckpoint>
  /**
   * Proves that the log now begins with the log as it was at `from` entries.
   * @throws Refusal BAD_REQUEST where the log never had so many
   */
  consistency(caller: Caller, request: { readonly from: string }): Promise<AuditConsistency>
}

export interface AuditQuery {
  readonly kind: LogKind | null
  /** A part of the actor's label, in any case. */
  readonly actor: string | null
  /** ISO times: `from` is included, `to` is not. */
  readonly from: string | null
  readonly to: string | null
  /** Entries before this index: the last one of the page before; null for the newest. */
  readonly after: string | null
  readonly limit: number
}

export interface AuditRow {
  readonly index: string
  readonly kind: string
  readonly at: string
  readonly actor: string
  readonly details: Readonly<Record<string, Json | undefined>>
  /** Of the entry in the Merkle tree, lowercase hexadecimal. */
  readonly leafHash: string
}

export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Entries that fit the filter, on all pages. */
  readonly total: string
  /** `after` of the next page; null on the last one. */
  readonly next: string | null
}

export interface AuditExportRequest {
  /** Null begins; then `next` of the piece before. */
  readonly next: string | null
}

export interface AuditExportPiece {
  /** Whole lines, each ended by a line feed. The last piece ends with the signed checkpoint. */
  readonly text: string
  readonly next: string | null
  /** Entries told so far, and of all. */
  readonly done: string
  readonly total: string
  readonly fileName: string
}

export interface AuditCheckpoint {
  readonly size: string
  /** Base64, as in the note. */
  readonly root: string
  /** The signed note. */
  readonly note: string
  readonly at: string
}

export interface AuditConsistency {
  readonly from: string
  readonly fromRoot: string
  readonly to: AuditCheckpoint
  /** Hashes of the proof (RFC 9162, 2.1.4), Base64. */
  readonly proof: readonly string[]
}
