/**
 * Brings a database to the schema of this release.
 *
 * Promises: each migration is applied once and whole, also when several servers start at once or one is killed; the rows
 * written are those of Prisma's own command line, which can take over at any time. A database that a newer release has
 * migrated is refused. Trusts the files of `prisma/migrations` to be those of this release.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartRefusal } from './start-refusal'

/** The advisory lock that Prisma's command line takes for the same purpose. */
export const MIGRATION_LOCK = 72_707_369

/** Where Prisma stores which migrations were applied. */
export const HISTORY_TABLE = '_prisma_migrations'

/** As Prisma creates it. */
export const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS ${HISTORY_TABLE} (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

export interface Migration {
  readonly name: string
  readonly sql: string
  /** sha256 of `sql`, in hex. */
  readonly checksum: string
}

/** A migration as a database has it in its history. */
export interface AppliedMigration {
  readonly migration_name: string
  readonly checksum: string
  /** False for one that another tool began and that failed. */
  readonly finished: boolean
}

export interface MigrationOptions {
  readonly directory?: string
  /** Runs after the migrations, in one transaction, while no other process migrates. */
  readonly afterwards?: (client: pg.Client) => Promise<void>
}

/**
 * Applies what is missing and returns the names applied. Throws StartRefusal when the database's history and the files
 * do not fit together, and the driver's error when the database cannot be reached.
 * @param url as the role that owns the tables, or is to own them; a migration may change rows of append-only tables
 */
export async function applyMigrations(
  url: string,
  { directory = MIGRATIONS_DIRECTORY, afterwards }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone migrations',
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a connection that breaks between two queries would end the process; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await demandVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_HISTORY)
    const missing = missingMigrations(await readHistory(client), readMigrations(directory))
    for (const migration of missing) await transaction(client, () => runMigration(client, migration))
    if (afterwards !== undefined) await transaction(client, () => afterwards(client))
    return missing.map(({ name }) => name)
  } finally {
    await client.end() // frees the lock, and rolls back what did not succeed
  }
}

/** Of PostgreSQL: what the statements of this release need. */
const OLDEST_MAJOR = 15

/** Throws StartRefusal for a PostgreSQL that is too old. */
async function demandVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `SELECT current_setting('server_version_num') AS number, version() AS version`,
  )
  const { number, version } = rows[0]!
  if (Number(number) >= OLDEST_MAJOR * 10_000) return
  throw new StartRefusal(
    `The database runs ${version}. This release needs PostgreSQL ${OLDEST_MAJOR} or newer: upgrade it, or set DATABASE_URL to another server.`,
  )
}

/** The migrations of this release, in their order. */
export function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What was applied to a database that has a history. */
export async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM ${HISTORY_TABLE}
     WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return rows
}

/** Throws StartRefusal where the history and the migrations of this release do not fit together. */
export function missingMigrations(history: readonly AppliedMigration[], migrations: readonly Migration[]): Migration[] {
  const applied = new Map(history.map((row) => [row.migration_name, row]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new StartRefusal(
      `The database was migrated by a newer release (${unknown.join(', ')}). Start that release, or use another database.`,
    )
  }
  return migrations.filter(({ name, checksum }) => {
    const row = applied.get(name)
    if (!row) return true
    if (!row.finished) {
      throw new StartRefusal(
        `Migration ${name} was begun by another tool and failed. Resolve it with "prisma migrate resolve".`,
      )
    }
    if (row.checksum !== checksum) throw new StartRefusal(`Migration ${name} was edited after it was applied.`)
    return false
  })
}

async function transaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  await work()
  await client.query('COMMIT')
}

/** Lets the owner change rows of append-only tables until the transaction ends. */
export const MAINTENANCE = `SET LOCAL touchstone.maintenance = 'on'`

/** Runs it and notes it, within the caller's transaction. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(MAINTENANCE)
  await client.query(sql)
  await client.query(
    `INSERT INTO ${HISTORY_TABLE} (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), 1)`,
    [checksum, name],
  )
}
