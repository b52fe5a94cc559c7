/** Applies each migration once, even if several servers start. Prisma's command line can take over. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { StartRefusal } from './storage-fault'

/** Prisma's command line takes the same advisory lock. */
export const MIGRATION_LOCK = 72_707_369

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
  readonly checksum: string
}

export interface AppliedMigration {
  readonly migration_name: string
  readonly checksum: string
  /** False if another tool began it and failed. */
  readonly finished: boolean
}

export interface MigrationOptions {
  readonly directory?: string
  /** Runs in one transaction while no other process migrates. */
  readonly afterwards?: (client: pg.Client) => Promise<void>
}

/**
 * Returns the names of the applied migrations.
 * @param url as the owner of the tables
 * @throws StartRefusal, or the driver's error
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
  // A broken connection must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await demandVersion(client)
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_HISTORY)
    const missing = missingMigrations(await readHistory(client), readMigrations(directory))
    for (const migration of missing) await runInTransaction(client, () => runMigration(client, migration))
    if (afterwards !== undefined) await runInTransaction(client, () => afterwards(client))
    return missing.map(({ name }) => name)
  } finally {
    await client.end() // frees the lock and rolls back failures
  }
}

const OLDEST_MAJOR = 15

/** @throws StartRefusal */
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

export function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM ${HISTORY_TABLE}
     WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  )
  return rows
}

/** @throws StartRefusal if the history does not fit this release */
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

async function runInTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  await work()
  await client.query('COMMIT')
}

/** Lets the owner change append-only tables until the transaction ends. */
export const MAINTENANCE = `SET LOCAL touchstone.maintenance = 'on'`

/** Runs in the caller's transaction. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(MAINTENANCE)
  await client.query(sql)
  await client.query(
    `INSERT INTO ${HISTORY_TABLE} (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), 1)`,
    [checksum, name],
  )
}
