/** Refuses other programs' databases, unexpected content and running servers. */
import pg from 'pg'
import { readTables, type Table } from '../client/catalogue'
import { HISTORY_TABLE, type Migration, missingMigrations, readHistory } from '../client/migrations'
import { TransferRefusal } from './transfer-source'

/** Locks and returns the tables. @throws TransferRefusal, StartRefusal */
export async function claimTarget(
  client: pg.Client,
  migrations: readonly Migration[],
  options: { readonly replace: boolean; readonly serverRuns: boolean; readonly advice: string },
): Promise<Table[]> {
  await demandUnicode(client)
  const { ours, others } = await readTables(client, migrations)
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    HISTORY_TABLE,
  ])
  if (!rows[0]?.found) {
    const all = [...ours.map(({ name }) => name), ...others]
    if (all.length === 0) return []
    throw new TransferRefusal(
      `The database holds tables of something else (${firstNames(all)}). Give an empty database.`,
    )
  }
  missingMigrations(await readHistory(client), migrations)
  if (ours.length === 0) return []
  await client.query(`LOCK TABLE ${ours.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  const filled = await filledTables(client, ours)
  if (filled.length > 0 && !options.replace)
    throw new TransferRefusal(`The database is not empty (${firstNames(filled)}). ${options.advice}`)
  if (filled.length > 0) await refuseRunningServers(client, options.serverRuns)
  return ours
}

async function demandUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new TransferRefusal(
    `The database has the encoding ${encoding}, which cannot store every text. Make it with ENCODING 'UTF8'.`,
  )
}

/** Conditions for rows that a server's first start does not write. */
const WRITTEN_AT_START: Readonly<Record<string, string>> = {
  setup_link: 'WHERE NOT at_start OR used_at IS NOT NULL',
  // Nothing was signed without a namespace.
  signing_key: 'WHERE EXISTS (SELECT FROM namespace)',
}

async function filledTables(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(
      `SELECT EXISTS (SELECT FROM ${pg.escapeIdentifier(name)} ${WRITTEN_AT_START[name] ?? ''}) AS filled`,
    )
    if (rows[0]?.filled) filled.push(name)
  }
  return filled
}

/** A running server keeps answers in memory. An idle one closes connections, so it may be missed. */
async function refuseRunningServers(client: pg.Client, known: boolean): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'touchstone'`,
  )
  if (rows.length === 0 && !known) return
  throw new TransferRefusal('A server works on the database. Stop every server on it before its content is replaced.')
}

function firstNames(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ')
}
