import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { openStore } from '../store'
import { silentLog } from '../testing/fresh-database'

const CUTTING_MS = 3_000

describe.each(inject('databases'))('connections to $name', ({ url, ownerUrl }) => {
  it('that break right after they opened end no process and fail no repeatable call', async () => {
    const name = randomUUID()
    const named = new URL(url)
    named.searchParams.set('application_name', name)
    const store = await openStore({ url: named.href, ownerUrl, log: silentLog, connections: 5, retryForMs: 60_000 })
    const knife = new pg.Client({ connectionString: ownerUrl })
    await knife.connect()
    const end = performance.now() + CUTTING_MS
    let broken = 0
    const cut = async () => {
      while (performance.now() < end) {
        const cutting = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1'
        broken += (await knife.query(cutting, [name])).rowCount ?? 0
      }
    }
    // The parent does not exist, so this transaction changes nothing.
    const parentHash = '0'.repeat(64)
    const ruleset = { namespaceId: randomUUID(), hash: parentHash, source: '', parentHash, at: new Date() }
    const ask = async () => {
      while (performance.now() < end) await store.saveNamed({ ...ruleset, name: 'a', limitBytes: 1, boundBy: '' })
    }
    await Promise.all([cut(), ...Array.from({ length: 10 }, ask)])
    expect(broken).toBeGreaterThan(10)
    expect(await store.ping()).toBeNull()
    await knife.end()
    await store.close()
  })
})
