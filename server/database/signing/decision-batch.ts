/** New entries of a decision log as the columns of one statement, which a worker thread can make and send. */
import { FORM_ID_BYTES } from '../../attestation/checks/short-statement'
import { addLeaves, HASH_BYTES, openFrontier } from '../../attestation/merkle-tree'
import { BinaryArray, keepElements, readElements } from '../client/binary-array'

export interface NewDecision {
  /** UUID. */
  readonly id: string
  /** As text in UTF-8. */
  readonly rulesetHash: Uint8Array
  /** The statement, whole or short (attestation/checks/short-statement.ts). Copied. */
  readonly body: Uint8Array
  /** Hash of the whole statement, a character a byte. */
  readonly leaf: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** 32 bytes. */
  readonly key: Uint8Array
  readonly sealed: { readonly bytes: Uint8Array; readonly tag: Uint8Array }
  /** Hashes separated by commas; null without hashes. */
  readonly marks: string | null
}

/** The form of short statements. */
export interface NewForm {
  readonly id: Uint8Array
  readonly text: string
}

export interface DecisionBatch {
  readonly count: number
  /** In the order of {@link COLUMNS}. */
  readonly columns: readonly Uint8Array[]
  /** Hashes, one after the other. */
  readonly leaves: Uint8Array
  /** The forms of its short statements. */
  readonly forms: readonly NewForm[]
}

/** Parameters of the statement that appends. */
export const COLUMNS = ['id', 'ruleset_hash', 'body', 'at', 'key', 'sealed', 'marks'] as const

/** Collects entries without keeping an object for each of them. */
export class DecisionColumns {
  private count = 0
  private readonly leaves: Buffer
  private readonly ids = new BinaryArray('uuid')
  private readonly rulesets = new BinaryArray('text')
  private readonly bodies = new BinaryArray('bytea')
  private readonly times = new BinaryArray('timestamp')
  private readonly keys = new BinaryArray('bytea')
  private readonly sealed = new BinaryArray('bytea')
  private readonly marks = new BinaryArray('text')

  /** @param count of the entries */
  constructor(count: number) {
    this.leaves = Buffer.alloc(HASH_BYTES * count)
  }

  add({ id, rulesetHash, body, leaf, at, key, sealed, marks }: NewDecision): void {
    this.leaves.write(leaf, HASH_BYTES * this.count++, 'latin1')
    this.ids.pushUuid(id)
    this.rulesets.pushBytes(rulesetHash)
    this.bodies.pushBytes(body)
    this.times.pushTimestamp(at)
    this.keys.pushBytes(key)
    this.sealed.pushBytes(sealed.bytes, sealed.tag)
    this.marks.pushText(marks)
  }

  batch(forms: readonly NewForm[]): DecisionBatch {
    const { ids, rulesets, bodies, times, keys, sealed, marks, leaves } = this
    const columns = [ids, rulesets, bodies, times, keys, sealed, marks].map((array) => array.finish())
    return { count: this.count, columns, leaves, forms }
  }
}

/** The ids in the order of the entries. */
export function idsOf({ columns: [ids] }: DecisionBatch): string[] {
  return readElements(ids!).map((id) => {
    const hex = Buffer.from(id).toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  })
}

export function withoutIds(batch: DecisionBatch, stored: ReadonlySet<string>): DecisionBatch {
  if (stored.size === 0) return batch
  const kept = idsOf(batch).map((id) => !stored.has(id))
  const isKept = (place: number) => kept[place]!
  return {
    count: kept.filter(Boolean).length,
    columns: batch.columns.map((column) => keepElements(column, isKept)),
    leaves: Buffer.concat(leavesOf(batch).filter((_, place) => isKept(place))),
    forms: batch.forms,
  }
}

function leavesOf({ count, leaves }: DecisionBatch): Uint8Array[] {
  return Array.from({ length: count }, (_, nth) => leaves.subarray(HASH_BYTES * nth, HASH_BYTES * (nth + 1)))
}

export interface DecisionHead {
  readonly size: bigint
  readonly frontier: Uint8Array
}

/** The head with the entries of the batch. */
export function grownHead({ size, frontier }: DecisionHead, batch: DecisionBatch): DecisionHead {
  const tree = addLeaves(openFrontier(size, frontier), leavesOf(batch))
  return { size: tree.size, frontier: Buffer.concat(tree.subtrees) }
}

/** A key of maps. */
export function formKey(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, FORM_ID_BYTES).toString('base64')
}
