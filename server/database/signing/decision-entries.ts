/**
 * Logged checks. A batch is one transaction that holds the head of the decision log, so indexes have no gaps. Erasing
 * removes key and encrypted values, never the statement, so every proof stays valid.
 */
import { leafHash } from '../../attestation/merkle-tree'
import type { Database } from '../client/database'
import { COLUMNS, type DecisionBatch, type DecisionHead, grownHead, idsOf, withoutIds } from './decision-batch'
import { DecisionForms, type ShortRow } from './decision-forms'
import { type LogTreeVerbs, logTreeVerbs } from './log-entries'
import { type LogTileVerbs, logTileVerbs } from './log-tiles'
import { type DecisionReadVerbs, decisionReadVerbs } from './read-decisions'

export interface DecisionVerbs extends DecisionReadVerbs {
  /** Hashes, checkpoints and tiles of decision logs. */
  readonly decisionTree: LogTreeVerbs & LogTileVerbs
  /** Returns the key for hashes of claims. The first call of a namespace stores the proposed key. */
  beginDecisions(namespaceId: string, proposedKey: Uint8Array): Promise<Uint8Array>
  /**
   * Appends in the given order.
   * @param known the head as it was returned last, or null
   * @param grown the head with the entries after `known`, if the caller computed it
   * @param mayBeStored whether some of the entries may have been stored by an earlier call
   */
  appendDecisions(
    namespaceId: string,
    known: DecisionHead | null,
    batch: DecisionBatch,
    grown: DecisionHead | null,
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
  const forms = new DecisionForms(prisma)
  /** Hashes the whole statements, also of entries that are stored in short. */
  const leafHashes: LogTreeVerbs['leafHashes'] = (namespaceId, start, end) =>
    repeatable(async () => {
      const rows = await query<ShortRow>(BODIES, [namespaceId, start.toString(), end.toString()])
      return (await forms.whole(namespaceId, rows)).map(({ body }) => leafHash(body))
    })
  return {
    ...decisionReadVerbs(db, forms),
    decisionTree: {
      ...logTreeVerbs(db, 'decision'),
      ...logTileVerbs(db, 'decision', leafHashes),
      leafHashes,
    },

    beginDecisions: (namespaceId, proposedKey) =>
      repeatable(async () => {
        await prisma.$executeRaw`
          INSERT INTO decision_head (namespace_id, size, frontier, swept, claim_key)
          VALUES (${namespaceId}::uuid, 0, '', 0, ${proposedKey}) ON CONFLICT DO NOTHING`
        const { claimKey } = await prisma.decisionHead.findUniqueOrThrow({ where: { namespaceId } })
        return claimKey
      }),

    appendDecisions: (namespaceId, known, given, grown, mayBeStored) =>
      repeatable(async (again) => {
        // The connection of an earlier attempt may have broken after it had stored the entries.
        const isRepeated = again || mayBeStored
        const batch = isRepeated ? withoutIds(given, await storedIds(prisma, namespaceId, idsOf(given))) : given
        let head = isRepeated || known === null ? await readHead(namespaceId) : known
        if (batch.count === 0) return head
        await forms.store(namespaceId, batch.forms)
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const next = batch === given && head === known && grown !== null ? grown : grownHead(head, batch)
          const values = [
            namespaceId,
            head.size.toString(),
            next.size.toString(),
            asBuffer(next.frontier),
            ...batch.columns.map(asBuffer),
          ]
          const [row] = await query<{ grown: number }>(APPEND, values, { prepareAs: 'append-decisions' })
          if (row?.grown === 1) return next
          head = await readHead(namespaceId)
        }
        throw new Error(`other processes kept appending to the decision log of ${namespaceId}`)
      }),
  }
}

/** Values of other types become JSON. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** As a timestamp, a column would be read in the time zone of the process. */
const BODIES = `
  SELECT id::text AS id, at AT TIME ZONE 'UTC' AS at, body FROM decision_entry
  WHERE namespace_id = $1::uuid AND index >= $2::bigint AND index < $3::bigint ORDER BY index`

/** Changes nothing if the head is not the expected one. */
const APPEND = `
  WITH grown AS (
    UPDATE decision_head SET size = $3::bigint, frontier = $4::bytea
    WHERE namespace_id = $1::uuid AND size = $2::bigint RETURNING namespace_id
  ), added AS (
    INSERT INTO decision_entry (namespace_id, index, ${COLUMNS.join(', ')})
    SELECT grown.namespace_id, $2::bigint + place - 1, id, ruleset_hash, body, at, key, sealed,
      string_to_array(marks, ',')
    FROM grown, unnest($5::uuid[], $6::text[], $7::bytea[], $8::timestamp[], $9::bytea[], $10::bytea[], $11::text[])
      WITH ORDINALITY AS given (${COLUMNS.join(', ')}, place)
  )
  SELECT count(*)::int AS grown FROM grown`

async function storedIds(
  prisma: Database['prisma'],
  namespaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const where = { namespaceId, id: { in: [...ids] } }
  const stored = await prisma.decisionEntry.findMany({ where, select: { id: true } })
  return new Set(stored.map(({ id }) => id))
}
