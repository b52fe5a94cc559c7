/**
 * Verifies the log of a namespace in the database, and what it tells of: bindings of names, records, approvals,
 * withdrawals.
 *
 * Promises: every byte of the log's rows, of its head and of the signed statements is held against something else that
 * would have to be changed with it; a checkpoint that was given to somebody holds the whole log before it. What was kept
 * outside the database (a receipt, an exported checkpoint, the published keys) is the stronger for it.
 */
import { type GivenCheckpoint, LogCheck } from '../../attest/log-check'
import type { LogLeaf } from '../../attest/log-entry'
import type { PublishedKey } from '../../attest/published-keys'
import type { LogReading, LogSnapshotVerbs } from '../../store/log-snapshot'
import { approvalProblems, type Told } from './verify-approvals'
import { ToldBindings } from './verify-bindings'
import { recordProblems } from './verify-record'

export interface VerifiedLog {
  readonly namespaceId: string
  readonly entries: bigint
  readonly checkpoints: number
  readonly records: number
  /** Approvals of releases that kept no log yet. */
  readonly approvalsBefore: number
  readonly problems: readonly string[]
}

const PAGE = 500

/** @param given checkpoints from outside the database */
export function verifyLog(
  store: LogSnapshotVerbs,
  namespaceId: string,
  keys: readonly PublishedKey[],
  given: readonly GivenCheckpoint[] = [],
): Promise<VerifiedLog> {
  return store.atOneMoment(async (reading) => {
    const kept = await reading.listCheckpoints(namespaceId)
    const checkpoints = kept.map(({ size, note, at }) => ({
      note,
      from: `the checkpoint of ${size} entries kept at ${at.toISOString()}`,
    }))
    const check = new LogCheck(namespaceId, [...checkpoints, ...given], keys)
    for (const { size, note } of kept)
      if (note.split('\n')[1] !== size.toString()) check.tell(`a kept checkpoint of ${size} entries says otherwise`)
    const bindings = new ToldBindings()
    const told = await readEntries(reading, namespaceId, check, bindings)
    await checkHead(reading, namespaceId, check)
    const records = await checkRecords(reading, namespaceId, check, keys, told)
    const approvalsBefore = await checkApprovals(reading, namespaceId, check, told)
    await bindings.compare(reading, namespaceId, check, told.firstAt)
    const count = checkpoints.length + given.length
    const problems = check.end()
    return { namespaceId, entries: check.tree.size, checkpoints: count, records, approvalsBefore, problems }
  })
}

async function readEntries(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  bindings: ToldBindings,
): Promise<Told> {
  const told: Told = { signed: new Map(), approved: new Map(), withdrawn: new Map(), notes: new Map(), firstAt: null }
  for (let full = true; full; ) {
    // By place: where one is missing, the next one comes too early and says so.
    const rows = await reading.readEntries(namespaceId, check.nextIndex, PAGE)
    full = rows.length === PAGE
    for (const { index, kind, body, at } of rows) {
      const place = check.tree.size
      const leaf = check.take(body, index)
      if (index !== place) check.tell(`the row at place ${place} is numbered ${index}`)
      if (leaf === null) continue
      if (leaf.kind !== kind) check.tell(`the row of entry ${index} says ${kind}, the entry itself ${leaf.kind}`)
      if (leaf.at !== at.toISOString()) check.tell(`the row of entry ${index} has another time than the entry itself`)
      told.firstAt ??= at
      note(told, leaf)
      if (leaf.kind === 'name_bound') bindings.note(leaf)
    }
  }
  return told
}

function note(told: Told, leaf: LogLeaf): void {
  const { kind, details } = leaf
  if (kind === 'review_signed') told.signed.set(String(details.record_id), leaf)
  if (kind === 'approval_recorded') told.approved.set(String(details.approval_id), leaf)
  if (kind === 'approval_withdrawn') told.withdrawn.set(String(details.approval_id), leaf)
}

async function checkHead(reading: LogReading, namespaceId: string, check: LogCheck): Promise<void> {
  const head = await reading.findLogTree(namespaceId)
  const { size, subtrees } = check.tree
  if (head.size !== size) check.tell(`the head of the log tells of ${head.size} entries, and there are ${size}`)
  else if (!Buffer.concat(head.subtrees).equals(Buffer.concat(subtrees)))
    check.tell('the head of the log is not the one of its entries')
}

async function checkRecords(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  keys: readonly PublishedKey[],
  { signed, notes }: Told,
): Promise<number> {
  const missing = new Map(signed)
  let count = 0
  for (let after: string | null = null, full = true; full; ) {
    const page = await reading.readReviews(namespaceId, after, PAGE)
    full = page.length === PAGE
    after = page.at(-1)?.id ?? null
    count += page.length
    for (const record of page) {
      for (const problem of recordProblems(record, namespaceId, keys, signed.get(record.id)))
        check.tell(`record ${record.id}: ${problem}`)
      notes.set(record.id, record.note)
      missing.delete(record.id)
    }
  }
  for (const [id, { index }] of missing) check.tell(`record ${id}, of which entry ${index} tells, is gone`)
  return count
}

async function checkApprovals(reading: LogReading, namespaceId: string, check: LogCheck, told: Told): Promise<number> {
  const missing = new Map(told.approved)
  let before = 0
  for (let after: string | null = null, full = true; full; ) {
    const page = await reading.readApprovals(namespaceId, after, PAGE)
    full = page.length === PAGE
    after = page.at(-1)?.id ?? null
    for (const approval of page) {
      const older = !told.approved.has(approval.id) && (told.firstAt === null || approval.approvedAt < told.firstAt)
      if (older) before++
      else for (const problem of approvalProblems(approval, told)) check.tell(`approval ${approval.id}: ${problem}`)
      missing.delete(approval.id)
    }
  }
  for (const [id, { index }] of missing) check.tell(`approval ${id}, of which entry ${index} tells, is gone`)
  return before
}
