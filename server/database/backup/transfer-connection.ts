/** Values have the same text on every server, and large tables do not time out. */
import pg from 'pg'
import { isConnectionLoss } from '../client/connection-loss'
import { TransferRefusal } from './transfer-source'

const ONE_TEXT = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const
const LONG_RUN = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', lock_timeout: '30s' } as const

/**
 * Commits after `use`.
 * @param begin for example BEGIN @param signal aborts `use`, but not the commit
 */
export async function withTransaction<T>(
  { url, begin, signal }: { readonly url: string; readonly begin: string; readonly signal: AbortSignal },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(url)
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
    await commitTransaction(client, url)
    return result
  } catch (error) {
    throw toTransferRefusal(error, url)
  } finally {
    signal.removeEventListener('abort', end)
    await client.end()
  }
}

async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone data',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A broken connection must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new TransferRefusal(`The database ${placeOf(url)} cannot be used: ${describeError(error)}`, { cause: error })
  }
}

async function commitTransaction(client: pg.Client, url: string): Promise<void> {
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

function toTransferRefusal(error: unknown, url: string): unknown {
  if (error instanceof TransferRefusal) return error
  if (error instanceof pg.DatabaseError)
    return new TransferRefusal(`The database ${placeOf(url)} refused: ${error.message}`, { cause: error })
  if (isConnectionLoss(error))
    return new TransferRefusal(
      `The connection to the database ${placeOf(url)} broke: ${describeError(error)}. Try again when it is back.`,
      { cause: error },
    )
  return error
}

/** Omits the password. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? host}${pathname}`
}

function describeError(error: unknown): string {
  // An error for several addresses has no message.
  if (error instanceof AggregateError) return error.errors.map(describeError).join(', ')
  return error instanceof Error ? error.message : String(error)
}
