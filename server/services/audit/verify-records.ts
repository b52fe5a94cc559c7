import { type Envelope, isSignedBy, readEnvelope } from '../../attestation/dsse'
import type { LogCheck } from '../../attestation/log-check'
import type { LogLeaf } from '../../attestation/log-entry'
import { passkeyProblem } from '../../attestation/passkey-signature'
import type { PublishedKey } from '../../attestation/published-keys'
import {
  type ReviewStatement,
  readReviewStatement,
  type SignedComparison,
  sha256Hex,
} from '../../attestation/review-statement'
import type { LoggedApproval, LogReading } from '../../database/signing/log-snapshot'
import { PartitionedRecords } from '../../database/signing/partitioned-records'
import type { StoredReview } from '../../database/signing/reviews'
import { formatStoredTime } from './replayed-rows'

interface Signed {
  readonly index: string
  readonly envelopeSha256: string
}

interface Approved {
  readonly index: string
  /** Hash, approver, channel and time. */
  readonly says: readonly string[]
}

interface Withdrawn {
  readonly index: string
  readonly recordId: string
  readonly by: string
  readonly at: string
}

interface ThereApproval extends Omit<LoggedApproval, 'approvedAt' | 'expiresAt' | 'withdrawal'> {
  readonly approvedAt: string
  readonly expires: boolean
  /** By whom, when and why. */
  readonly withdrawal: readonly string[] | null
}

/** By record id, which is also the approval's. Stored in temporary files. */
type Item =
  | readonly ['signed', id: string, Signed]
  | readonly ['approved', id: string, Approved]
  | readonly ['withdrawn', id: string, Withdrawn]
  | readonly ['record', id: string, Signed]
  /** The record that withdraws the approval. */
  | readonly ['note', id: string, { readonly recordId: string; readonly note: string | null }]
  | readonly ['approval', id: string, ThereApproval]

const PAGE_ROWS = 500

export class ReplayedActs {
  private readonly items = new PartitionedRecords<Item>()
  records = 0
  /** Approvals older than the log. */
  approvalsBefore = 0

  constructor(private readonly check: LogCheck) {}

  note({ index, kind, at, actor, details }: LogLeaf): void {
    if (kind === 'review_signed') {
      const signed = { index, envelopeSha256: String(details.envelope_sha256) }
      this.add(['signed', String(details.record_id), signed])
    }
    if (kind === 'approval_recorded') {
      const says = [details.hash, details.approver, details.channel, details.approved_at].map(String)
      this.add(['approved', String(details.approval_id), { index, says }])
    }
    if (kind === 'approval_withdrawn') {
      const endedAt = String(details.withdrawn_at ?? at) // older releases: the entry's time
      const withdrawn = { index, recordId: String(details.record_id), by: actor, at: endedAt }
      this.add(['withdrawn', String(details.approval_id), withdrawn])
    }
  }

  /** @param began null for an empty log */
  async compare(
    reading: LogReading,
    namespaceId: string,
    keys: readonly PublishedKey[],
    began: Date | null,
  ): Promise<void> {
    for (let after: string | null = null, full = true; full; ) {
      const page = await reading.readReviews(namespaceId, after, PAGE_ROWS)
      full = page.length === PAGE_ROWS
      after = page.at(-1)?.id ?? null
      this.records += page.length
      for (const record of page) {
        const statement = signedStatement(record)
        for (const problem of recordProblems(record, statement, namespaceId, keys)) this.report(record.id, problem)
        const comparison = statement?.statement.comparison ?? null
        if (comparison !== null && comparison.sha256 !== null) {
          const stored = await reading.readComparison(namespaceId, comparison.sha256)
          const problem = comparisonProblem(stored, comparison, record.hash)
          if (problem !== null) this.report(record.id, problem)
        }
        const index = record.logIndex.toString()
        this.add(['record', record.id, { index, envelopeSha256: sha256Hex(record.envelope) }])
        if (record.withdrawsId !== null)
          this.add(['note', record.withdrawsId, { recordId: record.id, note: record.note }])
      }
    }
    for (let after: string | null = null, full = true; full; ) {
      const page = await reading.readApprovals(namespaceId, after, PAGE_ROWS)
      full = page.length === PAGE_ROWS
      after = page.at(-1)?.id ?? null
      for (const approval of page) this.add(['approval', approval.id, thereApproval(approval)])
    }
    for (const items of this.items.all()) this.comparePartition(items, began)
  }

  close(): void {
    this.items.close()
  }

  private add(item: Item): void {
    this.items.add(item[1], item)
  }

  private comparePartition(items: Iterable<Item>, began: Date | null): void {
    const acts = {
      signed: new Map<string, Signed>(),
      approved: new Map<string, Approved>(),
      withdrawn: new Map<string, Withdrawn>(),
      notes: new Map<string, string | null>(),
    }
    const [records, approvals] = [new Map<string, Signed>(), new Map<string, ThereApproval>()]
    for (const item of items)
      if (item[0] === 'signed') acts.signed.set(item[1], item[2])
      else if (item[0] === 'approved') acts.approved.set(item[1], item[2])
      else if (item[0] === 'withdrawn') acts.withdrawn.set(item[1], item[2])
      else if (item[0] === 'record') records.set(item[1], item[2])
      else if (item[0] === 'note') acts.notes.set(item[2].recordId, item[2].note)
      else approvals.set(item[1], item[2])
    for (const [id, record] of records)
      for (const problem of entryProblems(record, acts.signed.get(id))) this.report(id, problem)
    for (const [id, { index }] of acts.signed)
      if (!records.has(id)) this.check.report(`record ${id}, which entry ${index} records, is gone`)
    for (const [id, approval] of approvals) {
      const older = !acts.approved.has(id) && (began === null || new Date(approval.approvedAt) < began)
      if (older) this.approvalsBefore++
      else for (const problem of approvalProblems(approval, acts)) this.check.report(`approval ${id}: ${problem}`)
    }
    for (const [id, { index }] of acts.approved)
      if (!approvals.has(id)) this.check.report(`approval ${id}, which entry ${index} records, is gone`)
  }

  private report(recordId: string, problem: string): void {
    this.check.report(`record ${recordId}: ${problem}`)
  }
}

interface SignedStatement {
  readonly envelope: Envelope
  readonly statement: ReviewStatement
}

/** Null if the bytes are not a statement. */
function signedStatement(record: StoredReview): SignedStatement | null {
  const envelope = readStored(record)
  const statement = envelope === null ? null : readReviewStatement(envelope.payload)
  return envelope === null || statement === null ? null : { envelope, statement }
}

/** @param stored other digests are reported by contentProblems */
function comparisonProblem(
  stored: Uint8Array | null,
  { baseSha256, sha256 }: SignedComparison,
  rulesetHash: string,
): string | null {
  if (stored === null) return `the comparison ${sha256}, which it names, is gone`
  if (sha256Hex(stored) !== sha256) return null
  const { before, after } = JSON.parse(Buffer.from(stored).toString('utf8')) as Compared
  const isOf = before.ruleset_hash === baseSha256 && after.ruleset_hash === rulesetHash
  return isOf ? null : `the comparison ${sha256}, which it names, is of other rulesets`
}

type Compared = Readonly<Record<'before' | 'after', { readonly ruleset_hash: string }>>

function recordProblems(
  record: StoredReview,
  signed: SignedStatement | null,
  namespaceId: string,
  keys: readonly PublishedKey[],
): string[] {
  if (signed === null) return ['its bytes are no signed statement']
  const { envelope, statement } = signed
  const problems: string[] = []
  if (!keys.some(({ purpose, publicKey }) => purpose === 'statement' && isSignedBy(envelope, publicKey)))
    problems.push('no published statement key signed it')
  if (!rowMatchesStatement(record, statement, namespaceId))
    problems.push('its row says something else than its statement')
  const { passkey, method } = statement.authentication
  const unproven = passkey === null ? method === 'passkey' : passkeyProblem(statement.confirmed, passkey) !== null
  if (unproven) problems.push('its passkey did not sign it')
  return problems
}

function entryProblems(record: Signed, entry: Signed | undefined): string[] {
  if (entry === undefined) return ['no entry of the log records it']
  const problems: string[] = []
  if (entry.index !== record.index) problems.push(`it names entry ${record.index}, not ${entry.index}`)
  if (entry.envelopeSha256 !== record.envelopeSha256)
    problems.push(`its bytes are not those that entry ${entry.index} records`)
  return problems
}

function readStored({ envelope }: StoredReview): Envelope | null {
  try {
    return readEnvelope(JSON.parse(Buffer.from(envelope).toString('utf8')))
  } catch {
    return null
  }
}

function rowMatchesStatement(record: StoredReview, statement: ReviewStatement, namespaceId: string): boolean {
  const stored = [
    ...[record.id, record.hash, record.personId, record.printedName, record.meaning, record.note],
    ...[
      formatStoredTime(record.signedAt),
      record.expiresAt && formatStoredTime(record.expiresAt),
      record.withdrawsId,
      namespaceId,
    ],
  ]
  const { recordId, rulesetHash, signer, meaning, note, signedAt, expiresAt, withdraws, namespace } = statement
  const signed = [
    recordId,
    rulesetHash,
    signer.id,
    signer.name,
    meaning,
    note,
    signedAt,
    expiresAt,
    withdraws,
    namespace.id,
  ]
  return stored.every((value, index) => value === signed[index])
}

function thereApproval({ approvedAt, expiresAt, withdrawal, ...approval }: LoggedApproval): ThereApproval {
  return {
    ...approval,
    approvedAt: formatStoredTime(approvedAt),
    expires: expiresAt !== null,
    withdrawal: withdrawal && [withdrawal.withdrawnBy, formatStoredTime(withdrawal.withdrawnAt), withdrawal.reason],
  }
}

interface Acts {
  readonly signed: ReadonlyMap<string, Signed>
  readonly approved: ReadonlyMap<string, Approved>
  readonly withdrawn: ReadonlyMap<string, Withdrawn>
  /** By id of the withdrawing record. */
  readonly notes: ReadonlyMap<string, string | null>
}

function approvalProblems(approval: ThereApproval, { signed, approved, withdrawn, notes }: Acts): string[] {
  const { id, hash, approver, channel, approvedAt, expires, withdrawal } = approval
  const entry = approved.get(id)
  if (entry === undefined) return ['no entry of the log records it']
  const problems: string[] = []
  const row = [hash, approver, channel, approvedAt]
  if (!row.every((value, index) => value === entry.says[index])) problems.push(`it differs from entry ${entry.index}`)
  const ending = withdrawn.get(id)
  if (ending === undefined && withdrawal !== null)
    problems.push('it is withdrawn, and no entry of the log records the withdrawal')
  if (ending !== undefined && withdrawal === null)
    problems.push(`entry ${ending.index} records its withdrawal, and the withdrawal is gone`)
  if (ending !== undefined && withdrawal !== null) {
    const recorded = [ending.by, ending.at, notes.get(ending.recordId) ?? '']
    if (!withdrawal.every((value, index) => value === recorded[index]))
      problems.push(`its withdrawal differs from entry ${ending.index} or from its record`)
  }
  // A signed approval's expiry is in its statement.
  if (!signed.has(id) && expires) problems.push('it expires, and nothing that is signed says so')
  return problems
}
