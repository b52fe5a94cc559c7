/**
 * Compares every byte with something else that would have to change too. Checkpoints from outside the database make
 * this stronger. Temporary files bound the memory.
 */
import { type GivenCheckpoint, LogCheck } from '../../attestation/log-check'
import type { LogLeaf } from '../../attestation/log-entry'
import type { PublishedKey } from '../../attestation/published-keys'
import { readPublicKey } from '../../attestation/signing-key'
import type { LogReading, LogSnapshotVerbs } from '../../database/signing/log-snapshot'
import { formatStoredTime, ReplayedRows } from './replayed-rows'
import { ReplayedBindings } from './verify-bindings'
import { ReplayedActs } from './verify-records'
import { StoredTileCheck } from './verify-tiles'

export interface VerifiedLog {
  readonly namespaceId: string
  readonly entries: bigint
  readonly checkpoints: number
  readonly records: number
  /** Approvals by releases without a log. */
  readonly approvalsBefore: number
  /** Rows proven only since the log recorded the state. */
  readonly recordedRows: number
  readonly problems: readonly string[]
}

const PAGE_ROWS = 500
/** Length of the column `actor`. */
const ACTOR_CHARS = 300

/**
 * @param published null reads the database's keys at the same moment
 * @param given checkpoints from outside the database
 */
export function verifyLog(
  store: LogSnapshotVerbs,
  namespaceId: string,
  published: readonly PublishedKey[] | null,
  given: readonly GivenCheckpoint[] = [],
): Promise<VerifiedLog> {
  return store.atOneMoment(async (reading) => {
    const keys = published ?? (await storedKeys(reading))
    const check = new LogCheck(namespaceId, given, keys)
    const replayed = {
      acts: new ReplayedActs(check),
      bindings: new ReplayedBindings(check),
      rows: new ReplayedRows(check),
    }
    const { acts, bindings, rows } = replayed
    try {
      const { began, checkpoints } = await readEntries(reading, namespaceId, check, replayed)
      await checkHead(reading, namespaceId, check, rows.stateIndex)
      await checkPresence(reading, namespaceId, check, rows)
      await checkTexts(reading, namespaceId, check)
      await acts.compare(reading, namespaceId, keys, began)
      await bindings.compare(reading, namespaceId, began)
      await rows.compare(reading, namespaceId)
      const problems = check.end()
      return {
        ...{ namespaceId, entries: check.tree.size, checkpoints: checkpoints + given.length, problems },
        ...{ records: acts.records, approvalsBefore: acts.approvalsBefore, recordedRows: rows.recorded },
      }
    } finally {
      for (const each of Object.values(replayed)) each.close()
    }
  })
}

/** Leaves out damaged keys, so what they signed is reported. */
export async function storedKeys(reading: LogReading): Promise<PublishedKey[]> {
  const rows = await reading.listSigningKeys()
  return rows.flatMap(({ purpose, publicKey: pem, createdAt, retiredAt }) => {
    const publicKey = readPublicKey(pem)
    const times = { createdAt: formatStoredTime(createdAt), retiredAt: retiredAt && formatStoredTime(retiredAt) }
    return publicKey === null ? [] : [{ publicKey, purpose, ...times }]
  })
}

interface Replayed {
  readonly acts: ReplayedActs
  readonly bindings: ReplayedBindings
  readonly rows: ReplayedRows
}

interface ReadLog {
  /** Null for an empty log. */
  readonly began: Date | null
  readonly checkpoints: number
}

async function readEntries(
  reading: LogReading,
  namespaceId: string,
  check: LogCheck,
  { acts, bindings, rows: replayed }: Replayed,
): Promise<ReadLog> {
  const checkpoints = new StoredCheckpoints(reading, namespaceId, check)
  const tiles = new StoredTileCheck(reading, namespaceId, check)
  let began: Date | null = null
  for (let full = true; full; ) {
    // By position, so that a missing entry is noticed.
    const rows = await reading.readEntries(namespaceId, check.nextIndex, PAGE_ROWS)
    full = rows.length === PAGE_ROWS
    await checkpoints.expectUpTo(full ? check.tree.size + BigInt(PAGE_ROWS) : null)
    for (const row of rows) {
      const { index, kind, body, at } = row
      const position = check.tree.size
      const leaf = check.take(body, index)
      const closing = tiles.take(check.completedSubtrees)
      // Most entries end no tile, and awaiting nothing a million times takes time.
      if (closing !== null) await closing
      if (index !== position) check.report(`the row at position ${position} is numbered ${index}`)
      if (leaf === null) continue
      if (leaf.kind !== kind) check.report(`the row of entry ${index} says ${kind}, the entry itself ${leaf.kind}`)
      if (row.actor !== actorOf(leaf))
        check.report(`the row of entry ${index} names another actor than the entry itself`)
      if (leaf.at !== formatStoredTime(at))
        check.report(`the row of entry ${index} has another time than the entry itself`)
      began ??= at
      acts.note(leaf)
      replayed.note(leaf, row)
      if (leaf.kind === 'name_bound') bindings.note(leaf)
    }
  }
  await tiles.end()
  return { began, checkpoints: checkpoints.count }
}

/** Computes the actor as the database does. */
function actorOf({ actor }: LogLeaf): string | null {
  if (actor.includes('\0')) return null
  return actor.length <= ACTOR_CHARS ? actor : [...actor].slice(0, ACTOR_CHARS).join('')
}

class StoredCheckpoints {
  private size: bigint | null = null
  private ended = false
  count = 0

  constructor(
    private readonly reading: LogReading,
    private readonly namespaceId: string,
    private readonly check: LogCheck,
  ) {}

  /** Null expects all of them. */
  async expectUpTo(size: bigint | null): Promise<void> {
    while (!this.ended && (size === null || this.size === null || this.size < size)) {
      const page = await this.reading.readCheckpoints(this.namespaceId, this.size, PAGE_ROWS)
      this.ended = page.length < PAGE_ROWS
      this.size = page.at(-1)?.size ?? this.size
      this.count += page.length
      for (const { size: stored, note, at } of page) {
        this.check.expect({ note, from: `the checkpoint of ${stored} entries stored at ${formatStoredTime(at)}` })
        if (note.split('\n')[1] !== stored.toString())
          this.check.report(`a stored checkpoint of ${stored} entries says another size`)
      }
    }
  }
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

/** Detects a removed log or namespace. */
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
  for (const { kind, hash, problem } of await reading.contentProblems(namespaceId, PAGE_ROWS))
    check.report(
      problem === 'damaged'
        ? `${kind} ${hash}: the stored bytes do not match this hash`
        : `${kind} ${hash}: it is named, and its text is gone`,
    )
}
