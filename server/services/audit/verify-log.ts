/**
 * Verifies the log of a namespace in the database: what it records (bindings of names, records, approvals, withdrawals),
 * the rows that it proves, and the texts that are stored by their hash.
 *
 * Promises: compares every byte of the log's rows, of its head and of the signed statements with something else that would
 * have to be changed with it; a checkpoint that was handed out fixes the whole log before it. What is stored
 * outside the database (a receipt, an exported checkpoint, the published keys) is the stronger for it.
 */
import { type GivenCheckpoint, LogCheck } from '../../attestation/log-check'
import type { LogLeaf } from '../../attestation/log-entry'
import type { PublishedKey } from '../../attestation/published-keys'
import type { LogReading, LogSnapshotVerbs } from '../../database/signing/log-snapshot'
import { ReplayedRows } from './replayed-rows'
import { ReplayedBindings } from './verify-bindings'
import { approvalProblems, type ReplayedActs, recordProblems } from './verify-records'

export interface VerifiedLog {
  readonly namespaceId: string
  readonly entries: bigint
  readonly checkpoints: number
  readonly records: number
  /** Approvals of releases that wrote no log yet. */
  readonly approvalsBefore: number
  /** Rows that were there when the log recorded the state, and are proven from then on only. */
  readonly recordedRows: number
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
    const stored = await reading.listCheckpoints(namespaceId)
    const checkpoints = stored.map(({ size, note, at }) => ({
      note,
      from: `the checkpoint of ${size} entries stored at ${at.toISOString()}`,
    }))
    const check = new LogCheck(namespaceId, [...checkpoints, ...given], keys)
    for (const { size, note } of stored)
      if (note.split('\n')[1] !== size.toString())
        check.report(`a stored checkpoint of ${size} entries says another size`)
    const bindings = new ReplayedBindings()
    const rows = new ReplayedRows(check)
    const acts = await readEntries(reading, namespaceId, check, { bindings, rows })
    await checkHead(reading, namespaceId, check, rows.stateIndex)
    await checkPresence(reading, namespaceId, check, rows)
    await checkTexts(reading, namespaceId, check)
    const records = await checkRecords(reading, namespaceId, check, keys, acts)
    const approvalsBefore = await checkApprovals(reading, namespaceId, check, acts)
    await bindings.compare(reading, namespaceId, check, acts.firstAt)
    await rows.compare(reading, namespaceId)
    const count = checkpoints.length + given.length
    const problems = check.end()
    const counts = { records, approvalsBefore, recordedRows: rows.recorded }
    return { namespaceId, entries: check.tree.size, checkpoints: count, ...counts, problems }
  })
}

async function readEntries(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  { bindings, rows: replayed }: { readonly bindings: ReplayedBindings; readonly rows: ReplayedRows },
): Promise<ReplayedActs> {
  const acts: ReplayedActs = {
    signed: new Map(),
    approved: new Map(),
    withdrawn: new Map(),
    notes: new Map(),
    firstAt: null,
  }
  for (let full = true; full; ) {
    // By position: where one is missing, the next one comes too early and says so.
    const rows = await reading.readEntries(namespaceId, check.nextIndex, PAGE)
    full = rows.length === PAGE
    for (const row of rows) {
      const { index, kind, body, at } = row
      const position = check.tree.size
      const leaf = check.take(body, index)
      if (index !== position) check.report(`the row at position ${position} is numbered ${index}`)
      if (leaf === null) continue
      if (leaf.kind !== kind) check.report(`the row of entry ${index} says ${kind}, the entry itself ${leaf.kind}`)
      if (leaf.at !== at.toISOString()) check.report(`the row of entry ${index} has another time than the entry itself`)
      acts.firstAt ??= at
      note(acts, leaf)
      replayed.note(leaf, row)
      if (leaf.kind === 'name_bound') bindings.note(leaf)
    }
  }
  return acts
}

function note(acts: ReplayedActs, leaf: LogLeaf): void {
  const { kind, details } = leaf
  if (kind === 'review_signed') acts.signed.set(String(details.record_id), leaf)
  if (kind === 'approval_recorded') acts.approved.set(String(details.approval_id), leaf)
  if (kind === 'approval_withdrawn') acts.withdrawn.set(String(details.approval_id), leaf)
}

async function checkHead(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  stateIndex: bigint | null,
): Promise<void> {
  const head = await reading.findHead(namespaceId)
  const { size, subtrees } = check.tree
  if (head === null) {
    check.report(`the head of the log is gone, and there are ${size} entries`)
    return
  }
  if (head.tree.size !== size)
    check.report(`the head of the log counts ${head.tree.size} entries, and there are ${size}`)
  else if (!Buffer.concat(head.tree.subtrees).equals(Buffer.concat(subtrees)))
    check.report('the head of the log is not the one of its entries')
  if (head.stateIndex !== stateIndex)
    check.report('the head of the log names another entry that recorded the state than the log has')
  const last = size === 0n ? [] : await reading.readEntries(namespaceId, size - 1n, 1)
  if (head.lastAt?.getTime() !== last[0]?.at.getTime())
    check.report('the head of the log has another time than the last entry')
}

/** A log that was removed, with or without its namespace. */
async function checkPresence(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  { stateIndex }: ReplayedRows,
): Promise<void> {
  if (!(await reading.hasNamespace(namespaceId))) check.report('the namespace is gone, and rows of it were left behind')
  if (check.tree.size === 0n) check.report('the log is gone: every namespace has one')
  else if (stateIndex === null)
    check.report('no entry of the log records the state of the namespace: the log was removed and began anew')
}

async function checkTexts(reading: LogReading, namespaceId: string, check: LogCheck): Promise<void> {
  for (const { kind, hash, problem } of await reading.contentProblems(namespaceId, PAGE))
    check.report(
      problem === 'damaged'
        ? `${kind} ${hash}: the stored bytes do not match this hash`
        : `${kind} ${hash}: it is named, and its text is gone`,
    )
}

async function checkRecords(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  keys: readonly PublishedKey[],
  { signed, notes }: ReplayedActs,
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
        check.report(`record ${record.id}: ${problem}`)
      notes.set(record.id, record.note)
      missing.delete(record.id)
    }
  }
  for (const [id, { index }] of missing) check.report(`record ${id}, which entry ${index} records, is gone`)
  return count
}

async function checkApprovals(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  acts: ReplayedActs,
): Promise<number> {
  const missing = new Map(acts.approved)
  let before = 0
  for (let after: string | null = null, full = true; full; ) {
    const page = await reading.readApprovals(namespaceId, after, PAGE)
    full = page.length === PAGE
    after = page.at(-1)?.id ?? null
    for (const approval of page) {
      const older = !acts.approved.has(approval.id) && (acts.firstAt === null || approval.approvedAt < acts.firstAt)
      if (older) before++
      else for (const problem of approvalProblems(approval, acts)) check.report(`approval ${approval.id}: ${problem}`)
      missing.delete(approval.id)
    }
  }
  for (const [id, { index }] of missing) check.report(`approval ${id}, which entry ${index} records, is gone`)
  return before
}
