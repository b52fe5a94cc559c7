import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StoreUnavailableError } from '../../database/client/storage-fault'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { openStore } from '../../database/store'
import { silentLog } from '../../database/testing/fresh-database'
import { CredentialUses } from './credential-uses'
import { FlushTimer } from './flush-timer'
import { issueFullCredential } from './full-credentials'

it('notes a use when the database is available again', { tags: ['nightly'] }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'uses-'))
  const database = await startEmbeddedPostgres({ dataDir, log: silentLog })
  const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, retryForMs: 300 })
  const dependencies = { store, now: () => new Date(), newId: randomUUID, randomBytes }
  const namespace = { newName: 'test' }
  const issued = await issueFullCredential(dependencies, {
    label: 'test',
    tier: 'standard',
    expiresAt: null,
    namespace,
  })
  if (issued.kind !== 'issued') throw new Error(issued.kind)
  const reported: unknown[] = []
  let due: (() => void) | null = null
  const timer = new FlushTimer(
    (_, call) => {
      due = call
      return () => {}
    },
    (error) => reported.push(error),
  )
  const uses = new CredentialUses(store, timer)

  await database.stop()
  uses.note(issued.credentialId, Date.parse('2026-11-22T10:00:00.000Z'))
  due!()
  await expect.poll(() => reported).toEqual([expect.any(StoreUnavailableError)])
  const again = await startEmbeddedPostgres({ dataDir, log: silentLog })
  expect(again.url).toBe(database.url)
  await timer.stop()
  const [listed] = await store.listCredentials({ namespaceId: issued.namespaceId, after: null, limit: 1 })
  expect(listed?.lastUsedAt).toEqual(new Date('2026-11-22T10:00:00.000Z'))
  expect(reported).toHaveLength(1)
  await store.close()
  await again.stop()
  rmSync(dataDir, { recursive: true })
})
