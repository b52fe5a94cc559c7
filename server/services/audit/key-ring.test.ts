import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY_PURPOSES } from '../../attestation/published-keys'
import { StartRefusal } from '../../database/client/storage-fault'
import type { LogSnapshotVerbs } from '../../database/signing/log-snapshot'
import type { SigningKeys } from '../../database/signing/signing-key-files'
import { generatedKeys } from '../../database/testing/generated-keys'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { KeyRing } from './key-ring'
import { LogNotary } from './log-notary'
import { LogWitnesses } from './log-witnesses'
import { StoredTiles } from './stored-tiles'
import { verifyLog } from './verify-log'

const AT = new Date('2026-01-01T00:00:00.000Z')

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1)
})
afterAll(() => under.stop())

const ringOf = (keys: SigningKeys) => new KeyRing(under.store, keys, () => AT)

it('a key that another process replaced signs nothing more, and the key set stays available', async () => {
  const [older, newer] = [ringOf(generatedKeys()), ringOf(generatedKeys())]
  await older.published()
  for (const purpose of KEY_PURPOSES) await older.inForce(purpose)
  await newer.published()
  for (const purpose of KEY_PURPOSES) {
    const refused = expect.objectContaining({
      code: 'ENGINE_ERROR',
      message: expect.stringMatching(/was retired at .*Nothing was signed/),
    })
    await expect(older.inForce(purpose)).rejects.toEqual(refused)
    await newer.inForce(purpose)
  }
  expect(await older.keySet()).toEqual(await newer.keySet())
})

it('a log is verified with the current keys, even if one was published after the start', async () => {
  const namespaceId = (await under.fullCaller()).namespaceId!
  await ringOf(generatedKeys()).published()
  const newer = ringOf(generatedKeys())
  const meanwhile: LogSnapshotVerbs = {
    listNamespaces: () => under.store.listNamespaces(),
    atOneMoment: async (read) => {
      const tiles = new StoredTiles(under.store)
      const reports = { reportAlarm: () => {}, reportWarning: () => {} }
      const witnesses = new LogWitnesses({ store: under.store, witnesses: [], now: () => AT, ...reports })
      const notary = { store: under.store, tiles, keys: newer, witnesses, now: () => AT, ...reports }
      await newer.published()
      await new LogNotary({ ...notary, publicUrl: 'https://example.org' }).checkpoint(namespaceId)
      return under.store.atOneMoment(read)
    },
  }
  expect((await verifyLog(meanwhile, namespaceId, null)).problems).toEqual([])
})

it('a process with a retired key does not start', async () => {
  const keys = generatedKeys()
  await ringOf(keys).published()
  await ringOf(generatedKeys()).published()
  await expect(ringOf(keys).published()).rejects.toBeInstanceOf(StartRefusal)
})

it('a key that is replaced between reading and use is exchanged for the one in force', async () => {
  const [before, after] = [generatedKeys(), generatedKeys()]
  await ringOf(before).published()
  let reads = 0
  const ring = ringOf({ current: (purpose) => (reads++ === 0 ? before : after).current(purpose) })
  await ringOf(after).published()
  expect((await ring.inForce('statement')).publicKey.id).toBe(after.current('statement').publicKey.id)
})
