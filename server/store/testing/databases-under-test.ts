/**
 * Global set-up of the store's tests: the databases that its suite runs on.
 *
 * Promises: one embedded server for the whole run, in a temporary directory; beside it a fresh database on an ordinary
 * PostgreSQL server where one is reachable (TEST_DATABASE_URL, else 127.0.0.1:5432), and a plain word where none is.
 * Both are gone afterwards.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { silentLog } from './silent-log'

export interface DatabaseUnderTest {
  readonly name: string
  readonly url: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases: DatabaseUnderTest[]
  }
}

const EXTERNAL = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'store-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  const external = await createExternalDatabase()
  const databases = [{ name: 'embedded PostgreSQL', url: embedded.url }]
  if (external) databases.push({ name: 'PostgreSQL server', url: external.url })
  project.provide('databases', databases)
  return async () => {
    await external?.drop()
    await embedded.stop()
    rmSync(directory, { recursive: true })
  }
}

async function createExternalDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const admin = new pg.Client({ connectionString: EXTERNAL, connectionTimeoutMillis: 2_000 })
  try {
    await admin.connect()
  } catch (error) {
    console.warn(
      `\nLEFT OUT: the store's tests on an ordinary PostgreSQL server. None answers at ${new URL(EXTERNAL).host} ` +
        `(${error instanceof Error ? error.message : String(error)}); TEST_DATABASE_URL names another.\n`,
    )
    return null
  }
  const name = `touchstone_test_${randomBytes(6).toString('hex')}`
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(EXTERNAL)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
