/**
 * The head stays locked until the transaction ends, so entries have no gaps and their times do not go back. Append
 * last, because other writers of this log wait.
 * Kinds and details contain no secrets. Texts of people are sealed as salted digests. The last event proves the rows
 * that the triggers `note_changed_row` list. A log begins with all rows of its namespace.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { canonicalJson } from '../../api/canonical-json'
import { digestMember, sealedDigest } from '../../attestation/log-entry'
import { addLeaf, type Frontier, leafHash, openFrontier } from '../../attestation/merkle-tree'
import { sha256Hex } from '../../attestation/review-statement'
import { EVIDENCE_FIELD, evidenceBytes, SALT_FIELD } from '../../attestation/row-evidence'
import type { Database } from '../client/database'
import type { LogEvent, NewEntry } from './log-event'
import { changedRows, recordedState } from './read-rows'

export interface LogEnd {
  readonly size: bigint
  readonly frontier: Uint8Array
  readonly lastAt: Date | null
  /** 16 random bytes. */
  readonly salt: Uint8Array
}

interface ExtendedLog {
  readonly entries: readonly NewEntry[]
  readonly tree: Frontier
  readonly lastAt: Date
}

/** Times are at least the last entry's. */
export function extendLog(end: LogEnd, at: Date, events: readonly LogEvent[]): ExtendedLog {
  const { lastAt, salt } = end
  const time = lastAt !== null && lastAt > at ? lastAt : at
  let tree = openFrontier(end.size, end.frontier)
  const entries = events.map((event): NewEntry => {
    const index = tree.size
    const { rows = [] } = event
    const evidence = rows.length === 0 ? null : evidenceBytes(salt, rows)
    const sealed = sealedValues(event.sealed, evidence)
    const body = leafBody(index, time, { ...event, sealed: sealed ?? {} }, salt)
    tree = addLeaf(tree, leafHash(body))
    const own = sealed === undefined ? null : new Uint8Array(salt)
    return { index, kind: event.kind, body, at: time, salt: own, evidence }
  })
  return { entries, tree, lastAt: time }
}

/** Proves the salt by the evidence, or by a known value. */
function sealedValues(sealed: LogEvent['sealed'], evidence: Uint8Array | null): LogEvent['sealed'] {
  if (evidence !== null) return { ...sealed, [EVIDENCE_FIELD]: sha256Hex(evidence) }
  return sealed === undefined ? undefined : { ...sealed, [SALT_FIELD]: null }
}

function leafBody(index: bigint, at: Date, event: LogEvent, salt: Uint8Array): Uint8Array<ArrayBuffer> {
  const { kind, actor, sealed = {} } = event
  const position = index.toString()
  const digests = Object.entries(sealed).map(
    ([field, value]) => [digestMember(field), sealedDigest(salt, { index: position, field }, value)] as const,
  )
  const details = { ...event.details, ...Object.fromEntries(digests) }
  return new TextEncoder().encode(canonicalJson({ actor, at: at.toISOString(), details, index: position, kind }))
}

/** Locks the end of the log. @returns the index of the next entry */
export async function holdLog(tx: Prisma.TransactionClient, namespaceId: string, at: Date): Promise<bigint> {
  return (await holdBegunEnd(tx, namespaceId, at)).size
}

/** @returns the index of the first new entry */
export async function appendLog(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  at: Date,
  events: readonly LogEvent[],
): Promise<bigint> {
  const end = await holdBegunEnd(tx, namespaceId, at)
  const rows = await changedRows(tx, namespaceId, end.changed)
  const proving = events.map((event, nth) => (nth === events.length - 1 ? { ...event, rows } : event))
  await writeEntries(tx, namespaceId, extendLog(end, at, proving))
  return end.size
}

async function writeEntries(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { entries, tree, lastAt }: ExtendedLog,
  stateIndex?: bigint,
): Promise<void> {
  await tx.logEntry.createMany({ data: entries.map((entry) => ({ namespaceId, ...entry })) })
  const data = { size: tree.size, frontier: new Uint8Array(Buffer.concat(tree.subtrees)), lastAt }
  await tx.logHead.update({
    where: { namespaceId },
    data: { ...data, ...(stateIndex !== undefined && { stateIndex }) },
  })
}

interface HeldEnd extends LogEnd {
  /** Null before the state was recorded. */
  readonly stateIndex: bigint | null
  /** Changed rows, from the triggers. */
  readonly changed: string
}

/** Holds the end of the log, and records the namespace's state if necessary. */
async function holdBegunEnd(tx: Prisma.TransactionClient, namespaceId: string, at: Date): Promise<HeldEnd> {
  const end = (await holdEnd(tx, namespaceId)) ?? (await beginLog(tx, namespaceId))
  if (end.stateIndex !== null) return end
  // Verifying reports a changed log. Another record of the state would hide that.
  const recorded = await tx.logEntry.findFirst({
    where: { namespaceId, kind: 'state_recorded' },
    select: { index: true },
  })
  if (recorded !== null) return end
  const namespace = { id: namespaceId, stateRecordedAt: null }
  const { count } = await tx.namespace.updateMany({ where: namespace, data: { stateRecordedAt: at } })
  if (count === 0) return end
  const state = extendLog(end, at, await recordedState(tx, namespaceId))
  await writeEntries(tx, namespaceId, state, state.tree.size - 1n)
  return (await holdEnd(tx, namespaceId)) ?? end
}

/** Null before the first entry. Locks the namespace before the head, which prevents deadlocks. */
async function holdEnd(tx: Prisma.TransactionClient, namespaceId: string): Promise<HeldEnd | null> {
  // A sub-query for the last time would read entries from before the wait.
  const [end] = await tx.$queryRaw<(Omit<HeldEnd, 'salt'> & { readonly salt: string })[]>`
    SELECT size, frontier, last_at AS "lastAt", state_index AS "stateIndex", gen_random_uuid()::text AS salt,
      coalesce(current_setting('touchstone.changed_rows', true), '') AS changed
    FROM log_head
    WHERE namespace_id = (SELECT id FROM namespace WHERE id = ${namespaceId}::uuid FOR KEY SHARE) FOR UPDATE`
  return end === undefined ? null : { ...end, salt: saltOf(end.salt) }
}

export function saltOf(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

async function beginLog(tx: Prisma.TransactionClient, namespaceId: string): Promise<HeldEnd> {
  // Every transaction locks the namespace before the head.
  await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
  await tx.logHead.createMany({ data: { namespaceId, size: 0n, frontier: new Uint8Array() }, skipDuplicates: true })
  const end = await holdEnd(tx, namespaceId)
  if (end === null) throw new Error(`the log of ${namespaceId} has no head`)
  return end
}

/** Appends in the same order always, which prevents deadlocks. */
export async function appendToLogsOfPerson(
  tx: Prisma.TransactionClient,
  personId: string,
  at: Date,
  event: LogEvent,
): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { personId }, orderBy: { namespaceId: 'asc' } })
  for (const { namespaceId } of memberships) await appendLog(tx, namespaceId, at, [event])
}

/** For events that change no row, such as an export. Appends once. */
export interface NotedEventVerbs {
  noteEvent(namespaceId: string, at: Date, event: LogEvent): Promise<void>
}

export function notedEventVerbs({ prisma, once }: Database): NotedEventVerbs {
  return {
    noteEvent: (namespaceId, at, event) =>
      once(async () => {
        await prisma.$transaction((tx) => appendLog(tx, namespaceId, at, [event]))
      }),
  }
}
