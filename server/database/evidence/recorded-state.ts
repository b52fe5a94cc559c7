/**
 * Entries that record every row of a namespace as it is: what verifying begins with.
 *
 * Promises: every table of evidence, in the order of tables and keys; several entries where the rows are too many for one.
 * Trusts the caller to hold the end of the log, so that no other entry comes between.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { ProvenRow } from '../../attestation/row-evidence'
import type { LogEvent } from '../signing/log-event'
import { byTable, EVIDENCE_TABLE_NAMES } from './evidence-tables'
import { firstRows, rowsAfter } from './read-rows'

const PAGE = 2_000
/** Rows that one entry proves: some three megabytes of digests. */
const MAX_ROWS = 20_000

export async function recordedState(tx: Prisma.TransactionClient, namespaceId: string): Promise<LogEvent[]> {
  const rows: ProvenRow[] = []
  // A new namespace has few rows: one statement reads them all.
  const first = byTable(await firstRows(tx, namespaceId, PAGE), ({ table }) => table)
  for (const table of EVIDENCE_TABLE_NAMES)
    for (let page: readonly ProvenRow[] = first.get(table) ?? []; page.length > 0; ) {
      rows.push(...page)
      page = page.length < PAGE ? [] : await rowsAfter(tx, table, namespaceId, page.at(-1)!.key, PAGE)
    }
  const parts = Math.max(1, Math.ceil(rows.length / MAX_ROWS))
  return Array.from({ length: parts }, (_, place): LogEvent => {
    const own = rows.slice(place * MAX_ROWS, (place + 1) * MAX_ROWS)
    return {
      ...{ kind: 'state_recorded', actor: 'operator', rows: own },
      details: { rows: own.length, part: place + 1, parts },
    }
  })
}
