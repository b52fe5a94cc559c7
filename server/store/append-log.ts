/**
 * Appends to a namespace's log, inside the transaction of what happened.
 *
 * Promises: an event and its entry are stored both or neither; entries of one namespace follow one another without a gap,
 * because the row of the log's head is held until the transaction ends. Trusts kinds and bodies to hold no secret: whoever
 * verifies the log reads them.
 *
 * Take it last in a transaction: everybody else who appends to this namespace's log waits from here on.
 */
import type { Prisma } from '../../generated/prisma/client'
import { addLeaf, EMPTY_FRONTIER, type Frontier, HASH_BYTES, leafHash } from '../attest/merkle-tree'
import { canonicalJson, type Json } from '../contract/canonical-json'
import type { LogKind } from '../contract/log-kinds'

export interface LogEvent {
  readonly kind: LogKind
  /** Who did it: a label of a person or a credential, `operator`, or `evaluation` for somebody without an account. */
  readonly actor: string
  /** What it was done to, and how; plain facts, no secrets. */
  readonly details: Readonly<Record<string, Json>>
}

/** The bytes of a leaf: the canonical JSON of the entry. */
export function leafBody(index: bigint, at: Date, { kind, actor, details }: LogEvent): Uint8Array {
  return new TextEncoder().encode(
    canonicalJson({ actor, at: at.toISOString(), details, index: index.toString(), kind }),
  )
}

/** @returns the index of the first of the entries */
export async function appendLog(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  at: Date,
  events: readonly LogEvent[],
): Promise<bigint> {
  const head = (await holdHead(tx, namespaceId)) ?? (await beginLog(tx, namespaceId))
  const first = head.size
  let frontier = openFrontier(head.size, head.frontier)
  const rows = events.map((event, place) => {
    const index = first + BigInt(place)
    const body = new Uint8Array(leafBody(index, at, event))
    frontier = addLeaf(frontier, leafHash(body))
    return { namespaceId, index, kind: event.kind, body, at }
  })
  await tx.logEntry.createMany({ data: rows })
  const data = { size: frontier.size, frontier: new Uint8Array(Buffer.concat(frontier.subtrees)) }
  await tx.logHead.update({ where: { namespaceId }, data })
  return first
}

interface Head {
  readonly size: bigint
  readonly frontier: Uint8Array
}

/**
 * Null before the first entry. An entry refers to its namespace, whose row is therefore held before the head: whoever gives
 * the group another name holds them in this order too, and neither waits for the other in a circle.
 */
async function holdHead(tx: Prisma.TransactionClient, namespaceId: string): Promise<Head | null> {
  const [head] = await tx.$queryRaw<Head[]>`
    SELECT size, frontier FROM log_head
    WHERE namespace_id = (SELECT id FROM namespace WHERE id = ${namespaceId}::uuid FOR KEY SHARE) FOR UPDATE`
  return head ?? null
}

async function beginLog(tx: Prisma.TransactionClient, namespaceId: string): Promise<Head> {
  await tx.logHead.createMany({ data: { namespaceId, size: 0n, frontier: new Uint8Array() }, skipDuplicates: true })
  const head = await holdHead(tx, namespaceId)
  if (head === null) throw new Error(`the log of ${namespaceId} has no head`)
  return head
}

export function openFrontier(size: bigint, bytes: Uint8Array): Frontier {
  if (size === 0n) return EMPTY_FRONTIER
  const subtrees: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += HASH_BYTES) subtrees.push(bytes.slice(at, at + HASH_BYTES))
  return { size, subtrees }
}
