/**
 * Entries are exported with their exact bytes. The last line is a signed checkpoint with the published keys, so the
 * file needs nothing else to verify.
 */
import { canonicalJson } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { readLeaf } from '../../attestation/log-entry'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { LogVerbs } from '../../database/signing/log-entries'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { KeyRing } from './key-ring'
import type { LogNotary } from './log-notary'
import { noteExport } from './note-export'

export interface AuditExportRequest {
  /** Null begins. */
  readonly next: string | null
}

export interface AuditExportPiece {
  /** Whole lines, each ended by a line feed. */
  readonly text: string
  readonly next: string | null
  readonly done: string
  readonly total: string
  readonly fileName: string
}

export interface LogExportDependencies {
  readonly store: Pick<LogVerbs, 'readEntries' | 'findCheckpoint'> & NotedEventVerbs
  readonly notary: LogNotary
  readonly keys: KeyRing
  readonly now: () => Date
}

/** Entries in one part. */
const PIECE_ENTRIES = 2_000
/** An export's own note is within this many entries after it. */
const NOTE_SEARCH_ENTRIES = 200
const NEXT = /^(\d{1,18})-(\d{1,18})$/

export async function exportLog(
  dependencies: LogExportDependencies,
  caller: Caller,
  next: string | null,
): Promise<AuditExportPiece> {
  demandPermission(caller, 'read_audit')
  const namespaceId = namespaceOf(caller)
  const [from, size] = next === null ? [0n, (await dependencies.notary.checkpoint(namespaceId)).size] : readNext(next)
  if (next === null) await noteExport(dependencies, caller, { what: 'log', reference: size.toString() })
  else if (!(await isNoted(dependencies.store, caller, size))) throw badNext()
  const limit = size - from < PIECE_ENTRIES ? Number(size - from) : PIECE_ENTRIES
  const entries = limit === 0 ? [] : await dependencies.store.readEntries(namespaceId, from, limit)
  const lines = entries.map(({ body }) => `${Buffer.from(body).toString('utf8')}\n`)
  const done = from + BigInt(entries.length)
  const last = done === size || entries.length < limit
  if (last) lines.push(await lastLine(dependencies, namespaceId, size))
  return {
    text: lines.join(''),
    next: last ? null : `${done}-${size}`,
    done: done.toString(),
    total: size.toString(),
    fileName: `touchstone-log-${namespaceId}-${size}.jsonl`,
  }
}

/** An export that begins in the middle would leave no note. */
async function isNoted(store: LogExportDependencies['store'], caller: Caller, size: bigint): Promise<boolean> {
  const entries = await store.readEntries(namespaceOf(caller), size, NOTE_SEARCH_ENTRIES)
  return entries.some(({ kind, body }) => {
    if (kind !== 'exported') return false
    const leaf = readLeaf(body)
    const { what, reference } = leaf?.details ?? {}
    return leaf?.actor === caller.label && what === 'log' && reference === size.toString()
  })
}

async function lastLine(
  { store, keys, notary }: LogExportDependencies,
  namespaceId: string,
  size: bigint,
): Promise<string> {
  const checkpoint = await store.findCheckpoint(namespaceId, size)
  if (checkpoint === null) throw badNext()
  const { keys: published } = await keys.keySet()
  const note = await notary.cosignedNote(checkpoint)
  return `${canonicalJson({ checkpoint: note, keys: published, namespace: namespaceId })}\n`
}

function readNext(next: string): [bigint, bigint] {
  const [, from, size] = NEXT.exec(next) ?? []
  if (from === undefined || size === undefined || BigInt(from) >= BigInt(size)) throw badNext()
  return [BigInt(from), BigInt(size)]
}

function badNext(): Refusal {
  return new Refusal('BAD_REQUEST', 'The export cannot continue from there. Start it again.')
}
