/**
 * Logged checks. A batch is one transaction that holds the head of the decision log, so indexes have no gaps. Erasing
 * removes key and encrypted values, never the statement, so every proof stays valid.
 */
import { addLeaf, leafHash } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { openFrontier } from '../log/append-log'
import { type LogTreeVerbs, logTreeVerbs } from './log-entries'
import { type LogTileVerbs, logTileVerbs } from './log-tiles'
import { type DecisionReadVerbs, decisionReadVerbs } from './read-decisions'

export interface NewDecision {
  /** UUID. */
  readonly id: string
  readonly rulesetHash: string
  /** The statement, the bytes of the leaf. */
  readonly body: Uint8Array
  readonly at: Date
  /** 32 bytes. */
  readonly key: Uint8Array
  readonly sealed: Uint8Array
  readonly marks: readonly string[]
}

export interface DecisionHead {
  readonly size: bigint
  readonly frontier: Uint8Array
}

export interface DecisionVerbs extends DecisionReadVerbs {
  /** Hashes, checkpoints and tiles of decision logs. */
  readonly decisionTree: LogTreeVerbs & LogTileVerbs
  /** Returns the key for hashes of claims. The first call of a namespace stores the proposed key. */
  beginDecisions(namespaceId: string, proposedKey: Uint8Array): Promise<Uint8Array>
  /**
   * Appends in the given order.
   * @param known the head as it was returned last, or null
   * @param mayBeStored whether some of the entries may have been stored by an earlier call
   */
  appendDecisions(
    namespaceId: string,
    known: DecisionHead | null,
    decisions: readonly NewDecision[],
    mayBeStored: boolean,
  ): Promise<DecisionHead>
}

/** Another process appended each time, so one of all processes always advances. */
const MAX_ATTEMPTS = 1_000

export function decisionVerbs(db: Database): DecisionVerbs {
  const { prisma, query, repeatable } = db
  const readHead = async (namespaceId: string): Promise<DecisionHead> => {
    const select = { size: true, frontier: true }
    const head = await prisma.decisionHead.findUnique({ where: { namespaceId }, select })
    if (head === null) throw new Error(`the decision log of ${namespaceId} was not begun`)
    return head
  }
  return {
    ...decisionReadVerbs(db),
    decisionTree: { ...logTreeVerbs(db, 'decision'), ...logTileVerbs(db, 'decision') },

    beginDecisions: (namespaceId, proposedKey) =>
      repeatable(async () => {
        await prisma.$executeRaw`
          INSERT INTO decision_head (namespace_id, size, frontier, swept, claim_key)
          VALUES (${namespaceId}::uuid, 0, '', 0, ${proposedKey}) ON CONFLICT DO NOTHING`
        const { claimKey } = await prisma.decisionHead.findUniqueOrThrow({ where: { namespaceId } })
        return claimKey
      }),

    appendDecisions: (namespaceId, known, given, mayBeStored) =>
      repeatable(async (again) => {
        // The connection of an earlier attempt may have broken after it had stored the entries.
        const isRepeated = again || mayBeStored
        const decisions = isRepeated ? await withoutStored(prisma, namespaceId, given) : given
        let head = isRepeated || known === null ? await readHead(namespaceId) : known
        if (decisions.length === 0) return head
        const leaves = decisions.map(({ body }) => leafHash(body))
        const packed = packedColumns(decisions)
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const next = grownHead(head, leaves)
          const values = [
            namespaceId,
            head.size.toString(),
            next.size.toString(),
            Buffer.from(next.frontier),
            ...packed,
          ]
          const [row] = await query<{ grown: number }>(APPEND, values, { prepareAs: 'append-decisions' })
          if (row?.grown === 1) return next
          head = await readHead(namespaceId)
        }
        throw new Error(`other processes kept appending to the decision log of ${namespaceId}`)
      }),
  }
}

function grownHead({ size, frontier }: DecisionHead, leaves: readonly Uint8Array[]): DecisionHead {
  const tree = leaves.reduce(addLeaf, openFrontier(size, frontier))
  return { size: tree.size, frontier: Buffer.concat(tree.subtrees) }
}

/** Byte columns are one value each, and the others one text each: an array would cost more than the rest of an entry. */
function packedColumns(decisions: readonly NewDecision[]): unknown[] {
  const places = (column: 'body' | 'sealed') => {
    let from = 1
    return decisions.map((decision) => {
      const { length } = decision[column]
      from += length
      return `${from - length} ${length}`
    })
  }
  const [bodies, sealed] = [places('body'), places('sealed')]
  const lines = decisions.map(({ id, rulesetHash, at, marks }, nth) =>
    [id, rulesetHash, at.toISOString(), bodies[nth], sealed[nth], marks.join(',')].join(' '),
  )
  return [
    Buffer.concat(decisions.map(({ body }) => body)),
    Buffer.concat(decisions.map(({ key }) => key)),
    Buffer.concat(decisions.map(({ sealed: bytes }) => bytes)),
    lines.join('\n'),
  ]
}

/** Changes nothing if the head is not the expected one. */
const APPEND = `
  WITH grown AS (
    UPDATE decision_head SET size = $3::bigint, frontier = $4::bytea
    WHERE namespace_id = $1::uuid AND size = $2::bigint RETURNING namespace_id
  ), added AS (
    INSERT INTO decision_entry (namespace_id, index, id, ruleset_hash, body, at, key, sealed, marks)
    SELECT grown.namespace_id, $2::bigint + place - 1, part[1]::uuid, part[2],
      substring($5::bytea FROM part[4]::int FOR part[5]::int), part[3]::timestamp,
      substring($6::bytea FROM (32 * place - 31)::int FOR 32),
      substring($7::bytea FROM part[6]::int FOR part[7]::int),
      CASE part[8] WHEN '' THEN '{}' ELSE string_to_array(part[8], ',') END
    FROM grown, string_to_table($8, E'\\n') WITH ORDINALITY AS given (line, place),
      LATERAL (SELECT string_to_array(line, ' ') AS part) AS parts
  )
  SELECT count(*)::int AS grown FROM grown`

async function withoutStored(
  prisma: Database['prisma'],
  namespaceId: string,
  decisions: readonly NewDecision[],
): Promise<readonly NewDecision[]> {
  const where = { namespaceId, id: { in: decisions.map(({ id }) => id) } }
  const stored = new Set((await prisma.decisionEntry.findMany({ where, select: { id: true } })).map(({ id }) => id))
  return decisions.filter(({ id }) => !stored.has(id))
}
