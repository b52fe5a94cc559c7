/**
 * Checks whether a deployment still has what an older version stored and signed. Each function returns problems. New
 * log entries, rows and columns are allowed; every stored row must be the same, byte for byte, in its columns.
 */
import { Readable } from 'node:stream'
import pg from 'pg'
import { type PublishedKey, readKeySet } from '../../attestation/published-keys'
import { verifyReceipt } from '../../attestation/receipt'
import { verifyLogFile } from '../../attestation/verify-log-file'
import type { Store } from '../../database/store'
import { verifyLog } from '../../services/audit/verify-log'
import { readColumns, type TableRows } from './stored-rows'
import type { UpgradeFixture } from './upgrade-fixture'

/**
 * Tables whose old rows may change by an upgrade, a start or a restore: the head of a growing log, waiting work, usage,
 * and sessions, which a restore ends.
 */
export const CHANGING: ReadonlySet<string> = new Set(['log_head', 'bus_work', 'credential_usage', 'browser_session'])

export async function heldRows(databaseUrl: string, tables: readonly TableRows[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const problems: string[] = []
    for (const { table, columns, rows } of tables.filter(({ table }) => !CHANGING.has(table))) {
      const stored = new Set(await readColumns(client, table, columns))
      const missing = rows.filter((row) => !stored.has(row))
      for (const row of missing) problems.push(`${table}: this row is gone or changed: ${row.slice(0, 300)}`)
    }
    return problems
  } finally {
    await client.end()
  }
}

export async function verifiedLogs(store: Store, fixture: UpgradeFixture): Promise<string[]> {
  const problems: string[] = []
  const keys = keysOf(fixture)
  const sizes = new Map(fixture.manifest.namespaces.map(({ id, log }) => [id, log.size]))
  const present = await store.listNamespaces()
  for (const id of sizes.keys()) if (!present.includes(id)) problems.push(`the log of ${id} is gone`)
  for (const id of present) {
    const given = fixture.checkpoints().filter(({ name }) => name.startsWith(id))
    const verified = await verifyLog(
      store,
      id,
      keys,
      given.map(({ name, text }) => ({ note: text, from: name })),
    )
    problems.push(...verified.problems.map((problem) => `log of ${id}: ${problem}`))
    const size = BigInt(sizes.get(id) ?? 0)
    if (verified.entries < size) problems.push(`log of ${id}: ${verified.entries} entries, not ${size}`)
    if (size > 0n && given.length === 0) problems.push(`log of ${id}: the fixture holds no checkpoint of it`)
  }
  for (const { name, text } of fixture.logs()) {
    const lines = Readable.from(text.trimEnd().split('\n'))
    const verified = await verifyLogFile(lines, keys)
    problems.push(...verified.problems.map((problem) => `logs/${name}: ${problem}`))
  }
  return problems
}

/**
 * Verifies a receipt with the old version's keys.
 * @param mayLack what the receipt may lack: a new receipt for an old statement has no review text if reviews have other
 * words since
 */
export function receiptProblems(
  name: string,
  text: string,
  keys: readonly PublishedKey[],
  mayLack: 'nothing' | 'review text' = 'nothing',
): string[] {
  const { ok, checks } = verifyReceipt(text, keys)
  const isLacking = (holds: boolean | null, what: string) =>
    mayLack === 'review text' && holds === null && what === REVIEW_TEXT_CHECK
  const failed = checks.filter(({ holds, what }) => holds !== true && !isLacking(holds, what))
  const problems = failed.map(({ what, detail }) => `receipt ${name}: not shown that ${what} (${detail})`)
  return ok || problems.length > 0 ? problems : [`receipt ${name} does not verify`]
}

const REVIEW_TEXT_CHECK = 'the review text is the one that was signed for'

export function keysOf(fixture: UpgradeFixture): PublishedKey[] {
  const keys = readKeySet(fixture.publishedKeys())
  if (keys === null || keys.length < 2) throw new Error('the fixture holds no published keys')
  return keys
}
