/**
 * Judges rows from the entry that recorded the state on.
 * Two changes need no entry: storing a text before the namespace had people, because it has no author, and removing an
 * expired evaluation credential.
 */

import type { Json } from '../../api/canonical-json'
import type { LogCheck } from '../../attestation/log-check'
import { digestMember, type LogLeaf, sealedDigest } from '../../attestation/log-entry'
import { sha256Hex } from '../../attestation/review-statement'
import { EVIDENCE_FIELD, readEvidence, rowDigest, SALT_FIELD } from '../../attestation/row-evidence'
import { byTable, EVIDENCE_TABLE_NAMES, keyOf, PERSON_TABLES, type ReadRow } from '../../database/log/evidence-tables'
import type { LoggedEntry, LogReading } from '../../database/signing/log-snapshot'
import { PartitionedRecords } from '../../database/signing/partitioned-records'

interface Proof {
  readonly digest: string
  /** Hexadecimal. */
  readonly salt: string
  /** Index of the entry. */
  readonly index: string
}

/** As stored in temporary files. */
type Item =
  | readonly ['proven', id: string, digest: string, salt: string, index: string]
  | readonly ['removed', id: string]
  | readonly ['issued to evaluate', id: string]
  | readonly ['there', id: string, text: string]

const PAGE_ROWS = 500
const AUTHOR = ['stored_by_person_id', 'stored_by_credential_id']

export class ReplayedRows {
  private readonly items = new PartitionedRecords<Item>()
  private begun = false
  private lastAt = ''
  /** ISO 8601: when the state was recorded, and when a person was first proven to be a member. */
  private stateAt = ''
  private peopleSince: string | null = null
  /** Rows in the record of the state. */
  recorded = 0
  /** Null without a record of the state. */
  stateIndex: bigint | null = null

  constructor(private readonly check: LogCheck) {}

  note(leaf: LogLeaf, { salt, evidence }: LoggedEntry): void {
    const { index, kind, at } = leaf
    const isState = kind === 'state_recorded'
    if (isState && this.stateIndex !== null) this.check.report(`entry ${index} records the state a second time`)
    if (isState) this.begin(leaf)
    if (this.begun && at < this.lastAt)
      this.check.report(`entry ${index} is of ${at}, which is before the entry before it`)
    this.lastAt = at
    if (kind === 'credential_issued' && leaf.details.tier === 'evaluation') {
      const row = { table: 'credential', key: [String(leaf.details.credential_id)] }
      this.add(row, ['issued to evaluate', keyOf(row)])
    }
    const problem = sealProblem(leaf, salt, evidence)
    if (problem !== null) this.check.report(`entry ${index}: ${problem}`)
    if (problem !== null || evidence === null || salt === null) return
    const rows = readEvidence(evidence)
    if (rows === null) this.check.report(`entry ${index}: its evidence of rows cannot be read`)
    if (rows === null) return
    if (isState) this.recorded += rows.length
    const ownSalt = Buffer.from(salt).toString('hex')
    for (const row of rows) {
      if (row.table === 'membership') this.peopleSince ??= at
      if (!this.begun) continue
      const id = keyOf(row)
      this.add(row, row.digest === null ? ['removed', id] : ['proven', id, row.digest, ownSalt, index])
    }
  }

  async compare(reading: LogReading, namespaceId: string): Promise<void> {
    if (!this.begun) return
    const first = byTable(await reading.firstRows(namespaceId, PAGE_ROWS), ({ table }) => table)
    for (const table of EVIDENCE_TABLE_NAMES)
      for (let page: readonly ReadRow[] = first.get(table) ?? []; page.length > 0; ) {
        for (const row of page) this.add(row, ['there', keyOf(row), row.text])
        page = page.length < PAGE_ROWS ? [] : await reading.rowsAfter(table, namespaceId, page.at(-1)!.key, PAGE_ROWS)
      }
    for (const items of this.items.all()) this.comparePartition(items)
  }

  close(): void {
    this.items.close()
  }

  /** The end of a membership ends what the log says about a person, so all of a person's items share a partition. */
  private add({ table, key }: Pick<ReadRow, 'table' | 'key'>, item: Item): void {
    this.items.add(table === 'membership' || PERSON_TABLES.has(table) ? `person ${key[0]}` : item[1], item)
  }

  private comparePartition(items: Iterable<Item>): void {
    const proofs = new Map<string, Proof>()
    const evaluationCredentials = new Set<string>()
    const presentIds = new Set<string>()
    for (const item of items) {
      const [what, id] = item
      if (what === 'proven') proofs.set(id, { digest: item[2], salt: item[3], index: item[4] })
      else if (what === 'removed') forgetRow(proofs, id)
      else if (what === 'issued to evaluate') evaluationCredentials.add(id)
      else {
        // Rows were added after the whole log.
        this.compareRow({ ...rowOf(id), text: item[2] }, proofs.get(id))
        presentIds.add(id)
      }
    }
    for (const [id, { index }] of proofs) {
      if (presentIds.has(id)) continue
      const { table, key } = rowOf(id)
      // The end of a membership ends the proof of the person.
      const isFormer = PERSON_TABLES.has(table) && !proofs.has(keyOf({ table: 'membership', key: key.slice(0, 1) }))
      if (!isFormer && !evaluationCredentials.has(id))
        this.check.report(`${table} ${key.join(' ')}: the row that entry ${index} proves is gone`)
    }
  }

  private begin({ details, index, at }: LogLeaf): void {
    this.begun = true
    this.stateAt = at
    if (details.part === details.parts) this.stateIndex = BigInt(index)
  }

  /** Whether it is a text without an author from before the namespace had people. */
  private needsNone({ table, text }: ReadRow): boolean {
    if (table !== 'ruleset') return false
    const row = JSON.parse(text) as Readonly<Record<string, unknown>>
    const at = `${String(row.created_at)}`
    const storedAt = formatStoredTime(new Date(`${at}Z`))
    if (AUTHOR.some((column) => Object.hasOwn(row, column))) return false
    return storedAt >= this.stateAt && (this.peopleSince === null || storedAt <= this.peopleSince)
  }

  private compareRow(row: ReadRow, proof: Proof | undefined): void {
    const what = `${row.table} ${row.key.join(' ')}`
    if (proof === undefined && !this.needsNone(row)) this.check.report(`${what}: no entry of the log proves this row`)
    if (proof === undefined) return
    if (rowDigest(Buffer.from(proof.salt, 'hex'), row) !== proof.digest)
      this.check.report(`${what}: the row is not the one that entry ${proof.index} proves`)
  }
}

function rowOf(id: string): { readonly table: string; readonly key: readonly string[] } {
  const [table, ...key] = JSON.parse(id) as [string, ...string[]]
  return { table, key }
}

function forgetRow(proofs: Map<string, Proof>, removed: string): void {
  proofs.delete(removed)
  const { table, key } = rowOf(removed)
  if (table !== 'membership') return
  for (const id of proofs.keys()) {
    const own = rowOf(id)
    if (PERSON_TABLES.has(own.table) && own.key[0] === key[0]) proofs.delete(id)
  }
}

function sealProblem({ index, details }: LogLeaf, salt: Uint8Array | null, evidence: Uint8Array | null): string | null {
  const proven = (field: string, value: Json) =>
    salt !== null && details[digestMember(field)] === sealedDigest(salt, { index, field }, value)
  if (details[digestMember(EVIDENCE_FIELD)] !== undefined)
    return evidence !== null && proven(EVIDENCE_FIELD, sha256Hex(evidence))
      ? null
      : 'the evidence of rows beside it is not the one that it seals'
  if (evidence !== null) return 'there is evidence of rows beside it that it does not seal'
  if (details[digestMember(SALT_FIELD)] !== undefined)
    return proven(SALT_FIELD, null) ? null : 'the salt beside it is not the one that it seals'
  return salt === null ? null : 'there is a salt beside it that it does not seal'
}

/**
 * A time that a Date cannot hold becomes words that no signed text contains. The row then differs, and verification
 * continues.
 */
export function formatStoredTime(at: Date): string {
  return Number.isNaN(at.getTime()) ? 'no time that a log has' : at.toISOString()
}
