/** Verifies the decision log of a namespace: its entries against its head, its checkpoints and their own columns. */
import { readCheckStatement } from '../../attestation/checks/check-statement'
import { type GivenCheckpoint, LogCheck } from '../../attestation/log-check'
import type { PublishedKey } from '../../attestation/published-keys'
import { sha256Hex } from '../../attestation/review-statement'
import type { LogReading, LogSnapshotVerbs } from '../../database/signing/log-snapshot'
import type { StoredDecision } from '../../database/signing/read-decisions'
import { formatStoredTime } from '../audit/replayed-rows'
import { storedKeys } from '../audit/verify-log'
import { openClaims } from './sealed-claims'

export interface VerifiedDecisions {
  readonly entries: bigint
  /** Stored ones. */
  readonly checkpoints: number
  readonly problems: readonly string[]
}

const PAGE_ROWS = 500

/** Parameters as for {@link verifyLog}. */
export function verifyDecisions(
  store: LogSnapshotVerbs,
  namespaceId: string,
  published: readonly PublishedKey[] | null,
  given: readonly GivenCheckpoint[] = [],
): Promise<VerifiedDecisions> {
  return store.atOneMoment(async (reading) => {
    const check = new LogCheck(`${namespaceId}/checks`, given, published ?? (await storedKeys(reading)))
    return verifyEntries(reading, namespaceId, check)
  })
}

async function verifyEntries(reading: LogReading, namespaceId: string, check: LogCheck): Promise<VerifiedDecisions> {
  const checkpoints = await expectStored(reading, namespaceId, check)
  for (let full = true; full; ) {
    const rows = await reading.readDecisions(namespaceId, check.nextIndex, PAGE_ROWS)
    full = rows.length === PAGE_ROWS
    for (const row of rows) takeRow(check, namespaceId, row)
  }
  const { tree } = check
  const head = await reading.findDecisionTree(namespaceId)
  if (head.size !== tree.size) check.report(`its head counts ${head.size} entries, and there are ${tree.size}`)
  else if (!Buffer.concat(head.subtrees).equals(Buffer.concat(tree.subtrees)))
    check.report('its head is not the one of its entries')
  const problems = check.end().map((problem) => `decision log: ${problem}`)
  return { entries: tree.size, checkpoints, problems }
}

async function expectStored(reading: LogReading, namespaceId: string, check: LogCheck): Promise<number> {
  let count = 0
  for (let after: bigint | null = null, full = true; full; ) {
    const page = await reading.readDecisionCheckpoints(namespaceId, after, PAGE_ROWS)
    full = page.length === PAGE_ROWS
    after = page.at(-1)?.size ?? after
    count += page.length
    for (const { size, note } of page) check.expect({ note, from: `the stored checkpoint of ${size} entries` })
  }
  return count
}

function takeRow(check: LogCheck, namespaceId: string, row: StoredDecision): void {
  const { index, id, rulesetHash, body, at, key, sealed } = row
  const position = check.tree.size
  if (index !== position) check.report(`the row at position ${position} is numbered ${index}`)
  check.grow(body, index)
  const facts = readCheckStatement(body)
  if (facts === null) {
    check.report(`the bytes at position ${position} are no statement about a check`)
    return
  }
  const isOwn =
    facts.namespaceId === namespaceId &&
    facts.checkId === id &&
    facts.rulesetHash === rulesetHash &&
    facts.at === formatStoredTime(at)
  if (!isOwn) check.report(`the row of entry ${index} is not the one of its statement`)
  if (key === null || sealed === null) return
  const document = openClaims(sealed, id, key)
  if (document === null || sha256Hex(document) !== facts.claimsSha256)
    check.report(`the claims of entry ${index} are not those that its statement names`)
}
