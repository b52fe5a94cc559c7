/**
 * One connection and one transaction on it, for a backup, a restore or a move.
 *
 * Promises: every value has one text on it, whatever the server and its settings; nothing times out while a large table
 * passes; the connection is closed however its use ends, and what was not committed is then undone.
 */
import pg from 'pg'
import { isConnectionLoss } from '../client/connection-loss'
import { TransferRefusal } from './transfer-source'

/** The text of a value depends on these. */
const ONE_TEXT = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const
const LONG_RUN = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', lock_timeout: '30s' } as const

/**
 * Runs `use` in one transaction and commits it.
 * @param begin such as BEGIN
 * @param signal ends `use`, which then throws, and with it the transaction; the commit itself is not interrupted
 */
export async function withTransaction<T>(
  { url, begin, signal }: { readonly url: string; readonly begin: string; readonly signal: AbortSignal },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url)
  const end = () => void client.end()
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    for (const [name, value] of Object.entries({ ...ONE_TEXT, ...LONG_RUN }))
      await client.query('SELECT set_config($1, $2, false)', [name, value])
    await client.query(begin)
    const result = await use(client)
    signal.throwIfAborted()
    signal.removeEventListener('abort', end)
    await commit(client, url)
    return result
  } catch (error) {
    throw ofTheDatabase(error, url)
  } finally {
    signal.removeEventListener('abort', end)
    await client.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone data',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without a listener a connection that breaks between two queries would end the process; the next query reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new TransferRefusal(`The database ${placeOf(url)} cannot be used: ${describe(error)}`, { cause: error })
  }
}

async function commit(client: pg.Client, url: string): Promise<void> {
  try {
    await client.query('COMMIT')
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    throw new TransferRefusal(
      `The connection to the database ${placeOf(url)} broke at the very last step: look whether the database holds the content before you try again.`,
      { cause: error },
    )
  }
}

/** What the database itself refused, or its absence, is the operator's to read. */
function ofTheDatabase(error: unknown, url: string): unknown {
  if (error instanceof TransferRefusal) return error
  if (error instanceof pg.DatabaseError)
    return new TransferRefusal(`The database ${placeOf(url)} refused: ${error.message}`, { cause: error })
  if (isConnectionLoss(error))
    return new TransferRefusal(
      `The connection to the database ${placeOf(url)} broke: ${describe(error)}. Try again when it is back.`,
      { cause: error },
    )
  return error
}

/** Host and database of an address, without its password. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

function describe(error: unknown): string {
  // A refused connection to a host with several addresses has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(describe).join(', ')
  return error instanceof Error ? error.message : String(error)
}
