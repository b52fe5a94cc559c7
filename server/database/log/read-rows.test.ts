import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../client/database'
import { openStore, type Store } from '../store'
import { silentLog } from '../testing/fresh-database'
import { changedRows, rowsAfter } from './read-rows'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(inject('databases'))('rows of a log on $name', ({ url, ownerUrl }) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore({ url, ownerUrl, log: silentLog, connections: 2 })
  })
  afterAll(() => store.close())

  it('are those of its namespace, if another one has the same bytes under the same name', async () => {
    const source = randomUUID()
    const hash = sha256(source)
    const namespaces = [randomUUID(), randomUUID(), randomUUID()]
    for (const [index, namespaceId] of namespaces.entries()) {
      const at = new Date(Date.UTC(2026, 2, index + 1))
      await store.ensureNamespace({ id: namespaceId, displayName: 'test', at })
      const saved = { namespaceId, name: 'policy', hash, source, parentHash: null, boundBy: 'test', at }
      await store.saveNamed({ ...saved, limitBytes: 1_000_000 })
    }
    const database = openDatabase({ url, log: silentLog, connections: 1, retryForMs: 0, onStorageFault: () => {} })
    const { prisma } = database
    try {
      for (const namespaceId of namespaces) {
        const changed = [
          JSON.stringify(['ruleset', [hash], namespaceId]),
          JSON.stringify(['ruleset_name', ['policy'], namespaceId]),
        ]
        const own = [
          ...(await rowsAfter(prisma, 'ruleset', namespaceId, null, 10)),
          ...(await rowsAfter(prisma, 'ruleset_name', namespaceId, null, 10)),
        ]
        expect(own).toHaveLength(2)
        expect(await changedRows(prisma, namespaceId, changed.join('\n'))).toEqual(own)
      }
    } finally {
      await database.close()
    }
  })
})
