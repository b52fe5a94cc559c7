/**
 * Global set-up: one embedded PostgreSQL for the whole run. Each suite works on a copy of its database
 * (services-under-test.ts), which takes a tenth of the time of a separate server.
 */
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { withConnection } from '../../database/roles/identify-role'
import { type FreshDatabase, silentLog } from '../../database/testing/fresh-database'
import { newDataDirectory } from '../../database/testing/prepared-data'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Absent outside the tests of services. */
    servicesDatabase: Pick<FreshDatabase, 'url' | 'ownerUrl'> | undefined
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await newDataDirectory('touchstone-services-')
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  // These writes need not survive a crash of the machine.
  await withConnection(ownerUrl, (client) => client.query('ALTER ROLE ALL SET synchronous_commit TO off'))
  project.provide('servicesDatabase', { url, ownerUrl })
  return async () => {
    await stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
