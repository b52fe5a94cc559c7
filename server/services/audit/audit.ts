/** A damaged entry is shown as damaged and not left out. Times are ISO texts, positions decimal texts. */
import type { Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { type LogKind, MAX_COUNTED_ENTRIES } from '../../api/terms/log-kinds'
import { readLeaf } from '../../attestation/log-entry'
import { leafHash } from '../../attestation/merkle-tree'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { EntrySearchVerbs, StoredEntry } from '../../database/signing/find-entries'
import type { LogVerbs } from '../../database/signing/log-entries'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type AuditExportPiece, type AuditExportRequest, exportLog, type LogExportDependencies } from './export-log'
import type { SignedCheckpoint } from './log-notary'

export interface Audit {
  /** Newest first. */
  list(caller: Caller, request: AuditQuery): Promise<AuditPage>
  /** Returns a part of the log as JSON Lines. Continue until `next` is null. */
  export(caller: Caller, request: AuditExportRequest): Promise<AuditExportPiece>
  checkpoint(caller: Caller): Promise<AuditCheckpoint>
  /** Proves that the log begins with its first `from` entries. @throws Refusal BAD_REQUEST if it is shorter */
  consistency(caller: Caller, request: { readonly from: string }): Promise<AuditConsistency>
}

export interface AuditQuery {
  readonly kind: LogKind | null
  /** Part of the actor's label, in any case. */
  readonly actor: string | null
  /** ISO times: `from` is included, `to` is not. */
  readonly from: string | null
  readonly to: string | null
  /** Null for the newest entries. */
  readonly after: string | null
  readonly limit: number
}

export interface AuditRow {
  readonly index: string
  readonly kind: string
  readonly at: string
  readonly actor: string
  readonly details: Readonly<Record<string, Json | undefined>>
  /** Lowercase hexadecimal. */
  readonly leafHash: string
}

export interface AuditPage {
  readonly rows: readonly AuditRow[]
  /** Entries on all pages; null if there are more than {@link MAX_COUNTED_ENTRIES}. */
  readonly total: string | null
  /** Null on the last page. */
  readonly next: string | null
}

export interface AuditCheckpoint {
  readonly size: string
  /** Base64, as in the note. */
  readonly root: string
  readonly note: string
  readonly at: string
}

export interface AuditConsistency {
  readonly from: string
  readonly fromRoot: string
  readonly to: AuditCheckpoint
  /** Proof hashes (RFC 9162, 2.1.4), Base64. */
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
  // The database accepts no text with this character.
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

/** The database has no earlier time. */
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z')

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(Math.max(Date.parse(text), FIRST_TIME))
}
