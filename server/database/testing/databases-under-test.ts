/**
 * Vitest global set-up: one embedded server for the run. With TEST_DATABASES=all (nightly) also a fresh database on an
 * ordinary server (TEST_DATABASE_URL, else 127.0.0.1:5432), or a warning if no server answers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../embedded/embedded-postgres'
import { createExternalDatabase } from './external-database'
import { silentLog } from './fresh-database'

export interface DatabaseUnderTest {
  readonly name: string
  /** As the server's role. */
  readonly url: string
  readonly ownerUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases: DatabaseUnderTest[]
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'store-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  const external =
    process.env.TEST_DATABASES === 'all'
      ? await createExternalDatabase('the store’s tests on an ordinary PostgreSQL server')
      : null
  const databases = [{ name: 'embedded PostgreSQL', url: embedded.url, ownerUrl: embedded.ownerUrl }]
  if (external) databases.push({ name: 'PostgreSQL server', url: external.url, ownerUrl: external.ownerUrl })
  project.provide('databases', databases)
  return async () => {
    await external?.drop()
    await embedded.stop()
    rmSync(directory, { recursive: true })
  }
}
