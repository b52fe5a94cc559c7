/**
 * Global set-up of the tests of services: one embedded PostgreSQL for the whole run, with a database of this release's
 * tables. Each suite works on a copy of it (services-under-test.ts), which takes a tenth of the time of its own server.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore } from '../../database/store'
import type { FreshDatabase } from '../../database/testing/fresh-database'
import { silentLog } from '../../database/testing/silent-log'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Absent outside the tests of services. */
    servicesDatabase: Pick<FreshDatabase, 'url' | 'ownerUrl'> | undefined
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'touchstone-services-'))
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  const store = await openStore({ url, ownerUrl, log: silentLog, connections: 1 })
  await store.close()
  project.provide('servicesDatabase', { url, ownerUrl })
  return async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
