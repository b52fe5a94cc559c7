/**
 * The log of a namespace, page by page, newest first.
 *
 * Promises: an entry whose bytes were damaged in the database is shown as such, not left out.
 */
import { readLeaf } from '../../attestation/log-entry'
import { leafHash } from '../../attestation/merkle-tree'
import type { LogVerbs, StoredEntry } from '../../database/signing/log-entries'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import type { AuditPage, AuditQuery, AuditRow } from './audit'

export async function listLog(
  store: Pick<LogVerbs, 'findEntries' | 'countEntries'>,
  caller: Caller,
  { kind, actor, from, to, after, limit }: AuditQuery,
): Promise<AuditPage> {
  demandPermission(caller, 'read_audit')
  const namespaceId = namespaceOf(caller)
  const filter = { kind, actor: actor === '' ? null : actor, from: dateOf(from), to: dateOf(to) }
  const before = after === null ? null : BigInt(after)
  const found = await store.findEntries(namespaceId, filter, before, limit + 1)
  const rows = found.slice(0, limit).map(rowOf)
  const total = await store.countEntries(namespaceId, filter)
  return { rows, total: total.toString(), next: found.length > limit ? rows.at(-1)!.index : null }
}

function rowOf({ index, kind, body, at }: StoredEntry): AuditRow {
  const leaf = readLeaf(body)
  return {
    ...{ index: index.toString(), kind, at: at.toISOString() },
    actor: leaf?.actor ?? '(damaged entry)',
    details: leaf?.details ?? {},
    leafHash: Buffer.from(leafHash(body)).toString('hex'),
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
