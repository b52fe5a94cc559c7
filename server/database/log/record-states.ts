/**
 * Begins the evidence of an older release's namespaces, once each, however many servers start. A namespace with a
 * damaged log is reported and does not stop a start.
 */

import { isConnectionLoss } from '../client/connection-loss'
import type { Database, StoreLog } from '../client/database'
import { StoreUnavailableError } from '../client/storage-fault'
import { holdLog } from './append-log'

const NAMESPACES_PER_QUERY = 200
/** Enough for the largest namespace. */
const RECORDING_MS = 600_000

/** @returns how many namespaces were recorded */
export async function recordStates({ prisma, repeatable }: Database, log: StoreLog): Promise<number> {
  let count = 0
  for (let after = NO_ID, full = true; full; ) {
    const page = await repeatable(() =>
      prisma.namespace.findMany({
        where: { stateRecordedAt: null, id: { gt: after } },
        select: { id: true },
        orderBy: { id: 'asc' },
        take: NAMESPACES_PER_QUERY,
      }),
    )
    full = page.length === NAMESPACES_PER_QUERY
    after = page.at(-1)?.id ?? after
    for (const { id } of page)
      try {
        if (await repeatable(() => recordState(prisma, id))) count++
      } catch (error) {
        if (isConnectionLoss(error) || error instanceof StoreUnavailableError) throw error
        log.error(
          { err: error, namespaceId: id },
          'the log of a namespace cannot be continued: run npm run verify -- log',
        )
      }
  }
  return count
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

function recordState(prisma: Database['prisma'], id: string): Promise<boolean> {
  return prisma.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<{ recorded: boolean; now: Date }[]>`
        SELECT state_recorded_at IS NOT NULL AS recorded, date_trunc('milliseconds', now() AT TIME ZONE 'UTC') AS now
        FROM namespace WHERE id = ${id}::uuid FOR NO KEY UPDATE`
      if (row === undefined || row.recorded) return false
      await holdLog(tx, id, row.now)
      return true
    },
    { timeout: RECORDING_MS },
  )
}
