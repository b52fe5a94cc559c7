/** Uses logs and checkpoints longer than one page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logOrigin, signCheckpoint } from '../../attestation/checkpoint'
import { addLeaf, EMPTY_FRONTIER, leafHash, rootOf } from '../../attestation/merkle-tree'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { type Database, openDatabase } from '../../database/client/database'
import { appendLog } from '../../database/log/append-log'
import type { LogEvent } from '../../database/log/log-event'
import type { StoredCheckpoint } from '../../database/signing/log-entries'
import { silentLog } from '../../database/testing/fresh-database'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { verifyLog } from './verify-log'

const AT = new Date('2026-01-01T00:00:00.000Z')
const EVENTS = 600
const key = readPrivateKey(newKeyPem())!
const published = [
  { publicKey: key.publicKey, purpose: 'checkpoint', createdAt: AT.toISOString(), retiredAt: null },
] as const

let under: ServicesUnderTest
let owner: Database
let namespaceId: string

beforeAll(async () => {
  under = await startServices(1)
  owner = openDatabase({ url: under.ownerUrl, log: silentLog, connections: 1, retryForMs: 1_000, onStorageFault() {} })
  namespaceId = (await under.fullCaller()).namespaceId!
  const events = Array.from({ length: EVENTS }, (_, nth): LogEvent => {
    return { kind: 'exported', actor: 'A test', details: { nth } }
  })
  await owner.prisma.$transaction((tx) => appendLog(tx, namespaceId, AT, events))
  let tree = EMPTY_FRONTIER
  const checkpoints: StoredCheckpoint[] = []
  for (const { body } of await under.store.readEntries(namespaceId, 0n, 2 * EVENTS)) {
    tree = addLeaf(tree, leafHash(body))
    checkpoints.push(checkpointOf(tree.size, rootOf(tree)))
  }
  await owner.prisma.logCheckpoint.createMany({ data: checkpoints })
})
afterAll(async () => {
  await owner?.close()
  await under?.stop()
})

function checkpointOf(size: bigint, root: Uint8Array): StoredCheckpoint {
  const origin = logOrigin('https://example.org', namespaceId)
  return { namespaceId, size, at: AT, note: signCheckpoint({ origin, size, root }, key) }
}

it('compares every stored checkpoint with the entries', async () => {
  const { problems, entries, checkpoints } = await verifyLog(under.store, namespaceId, published)
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(BigInt(EVENTS))
  expect(BigInt(checkpoints)).toBe(entries)
})

it('reports checkpoints of too many or other entries on every page', async () => {
  const { size } = await under.store.findLogTree(namespaceId)
  const wrong = [3n, 550n]
  const notes = [...wrong, size + 7n].map((each) => checkpointOf(each, new Uint8Array(32)))
  await owner.prisma.$transaction([
    owner.prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
    owner.prisma.logCheckpoint.deleteMany({ where: { namespaceId, size: { in: wrong } } }),
    owner.prisma.logCheckpoint.createMany({ data: notes }),
  ])
  const { problems } = await verifyLog(under.store, namespaceId, published)
  const from = (of: bigint) => `the checkpoint of ${of} entries stored at ${AT.toISOString()}`
  expect(problems).toEqual([
    ...wrong.map((each) => `the first ${each} entries are not those of ${from(each)}`),
    `the log ends after ${size} entries, and ${from(size + 7n)} is of ${size + 7n} entries`,
  ])
})
