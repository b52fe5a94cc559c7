/**
 * The log of a namespace, as pages ask for it.
 *
 * Promises: entries are shown as they were written, newest first; one whose bytes were damaged in the database is shown as
 * such, not left out. A checkpoint is signed over the log as it stands. Answers are plain JSON data: times are ISO texts,
 * positions in the log are decimal texts.
 */
import type { Json } from '../../api/canonical-json'
import { type LogKind, MAX_COUNTED_ENTRIES } from '../../api/log-kinds'
import { Refusal } from '../../api/refusal'
import { readLeaf } from '../../attestation/log-entry'
import { leafHash } from '../../attestation/merkle-tree'
import type { NotedEventVerbs } from '../../database/signing/append-log'
import type { EntrySearchVerbs, StoredEntry } from '../../database/signing/find-entries'
import type { LogVerbs } from '../../database/signing/log-entries'
import { type Caller, namespaceOf } from '../access/caller'
import { demandPermission } from '../access/permit'
import { type AuditExportPiece, type AuditExportRequest, exportLog, type LogExportDependencies } from './export-log'
import type { SignedCheckpoint } from './log-notary'

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
  /** Entries that fit the filter, on all pages; null where there are more than {@link MAX_COUNTED_ENTRIES}. */
  readonly total: string | null
  /** `after` of the next page; null on the last one. */
  readonly next: string | null
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

export interface AuditDependencies extends LogExportDependencies {
  readonly store: LogVerbs & EntrySearchVerbs & NotedEventVerbs
}

export function createAudit(dependencies: AuditDependencies): Audit {
  const { store, notary } = dependencies
  const checkpointOf = async (caller: Caller) => {
    demandPermission(caller, 'read_audit')
    return notary.checkpoint(namespaceOf(caller))
  }
  return {
    list: (caller, query) => listLog(store, caller, query),
    export: (caller, { next }) => exportLog(dependencies, caller, next),
    checkpoint: async (caller) => checkpointAnswer(await checkpointOf(caller)),
    consistency: async (caller, { from }) => {
      const checkpoint = await checkpointOf(caller)
      if (BigInt(from) > checkpoint.size)
        throw new Refusal('BAD_REQUEST', `This log has ${checkpoint.size} entries and never had ${from}.`)
      const { root, proof } = await notary.consistency(checkpoint, BigInt(from))
      return { from, fromRoot: base64(root), to: checkpointAnswer(checkpoint), proof: proof.map(base64) }
    },
  }
}

function checkpointAnswer({ size, root, note, at }: SignedCheckpoint): AuditCheckpoint {
  return { size: size.toString(), root: base64(root), note, at: at.toISOString() }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

async function listLog(
  store: EntrySearchVerbs,
  caller: Caller,
  { kind, actor, from, to, after, limit }: AuditQuery,
): Promise<AuditPage> {
  demandPermission(caller, 'read_audit')
  const namespaceId = namespaceOf(caller)
  // The database takes no text with this sign, so no label has it.
  if (actor?.includes('\0')) return { rows: [], total: '0', next: null }
  const filter = { kind, actor: actor === '' ? null : actor, from: dateOf(from), to: dateOf(to) }
  const before = after === null ? null : BigInt(after)
  const entries = await store.findEntries(namespaceId, filter, before, limit + 1)
  const rows = entries.slice(0, limit).map(rowOf)
  const counted = await store.countEntries(namespaceId, filter, MAX_COUNTED_ENTRIES + 1)
  const total = counted > MAX_COUNTED_ENTRIES ? null : counted.toString()
  return { rows, total, next: entries.length > limit ? rows.at(-1)!.index : null }
}

function rowOf({ index, kind, body, at }: StoredEntry): AuditRow {
  const leaf = readLeaf(body)
  return {
    index: index.toString(),
    kind,
    at: at.toISOString(),
    actor: leaf?.actor ?? '(damaged entry)',
    details: leaf?.details ?? {},
    leafHash: Buffer.from(leafHash(body)).toString('hex'),
  }
}

/** The first moment that the database has a time for: what is before it is before every entry. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z')

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(Math.max(Date.parse(text), FIRST_TIME))
}
