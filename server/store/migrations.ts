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
const MIGRATION_LOCK = 72_707_369

/** As Prisma creates it. */
const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Applies what is missing and returns the names applied. Throws StartRefusal when the database's history and the files
 * do not fit together, and the driver's error when the database cannot be reached.
 */
export async function applyMigrations(url: string, directory: string = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'touchstone migrations',
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a connection that breaks between two queries would end the process; the next query reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(CREATE_HISTORY)
    const missing = await missingMigrations(client, readMigrations(directory))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.end() // frees the lock, and rolls back what did not succeed
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function missingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    'SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const applied = new Map(rows.map((row) => [row.migration_name, row]))
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

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), 1)`,
    [checksum, name],
  )
  await client.query('COMMIT')
}
