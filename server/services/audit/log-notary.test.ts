/** Tests a log that is longer than its tiles, with damaged tiles and entries. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCheckpoint } from '../../attestation/checkpoint'
import { completeTiles } from '../../attestation/log-tiles'
import { leafHash, verifyConsistency, verifyInclusion } from '../../attestation/merkle-tree'
import { type Database, openDatabase } from '../../database/client/database'
import { appendLog } from '../../database/log/append-log'
import type { LogEvent } from '../../database/log/log-event'
import type { LogTileVerbs } from '../../database/signing/log-tiles'
import { editRows, silentLog } from '../../database/testing/fresh-database'
import { generatedKeys } from '../../database/testing/generated-keys'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { startTileFiller } from './fill-tiles'
import { KeyRing } from './key-ring'
import { LogNotary } from './log-notary'
import { LogWitnesses } from './log-witnesses'
import { StoredTiles } from './stored-tiles'
import { verifyLog } from './verify-log'

const AT = new Date('2026-01-01T00:00:00.000Z')
/** Nine tiles, more than are stored at once. */
const EVENTS = 2_400

let under: ServicesUnderTest
let owner: Database
let keys: KeyRing
let namespaceId: string
let alarms: unknown[]
let size: bigint

beforeAll(async () => {
  under = await startServices(1)
  owner = openDatabase({ url: under.ownerUrl, log: silentLog, connections: 1, retryForMs: 1_000, onStorageFault() {} })
  keys = new KeyRing(under.store, generatedKeys(), () => AT)
  await keys.published()
  namespaceId = (await under.fullCaller()).namespaceId!
  await append(EVENTS)
})
afterAll(async () => {
  await owner?.close()
  await under?.stop()
})
beforeEach(async () => {
  alarms = []
  size = (await under.store.findLogTree(namespaceId)).size
})

async function append(count: number): Promise<void> {
  const event = (nth: number): LogEvent => ({ kind: 'exported', actor: 'A test', details: { nth } })
  const events = Array.from({ length: count }, (_, nth) => event(nth))
  await owner.prisma.$transaction((tx) => appendLog(tx, namespaceId, AT, events))
}

const newTiles = () => new StoredTiles(under.store)

/** The notary of another process. */
function newNotary(tiles: StoredTiles = newTiles()): LogNotary {
  const reportAlarm = (fields: Readonly<Record<string, unknown>>) => void alarms.push(fields)
  const witnesses = new LogWitnesses({
    ...{ store: under.store, witnesses: [], now: () => AT, reportAlarm, reportWarning: () => {} },
  })
  return new LogNotary({
    ...{ store: under.store, tiles, keys, witnesses, now: () => AT, reportAlarm },
    publicUrl: 'https://example.org',
  })
}

async function storedTiles(): Promise<{ level: number; index: bigint; hashes: Uint8Array; root: Uint8Array }[]> {
  return owner.prisma.logTile.findMany({
    where: { namespaceId },
    omit: { namespaceId: true },
    orderBy: [{ level: 'asc' }, { index: 'asc' }],
  })
}

const edit = (sql: string) => editRows(under.ownerUrl, (client) => client.query(sql))
const own = () => `namespace_id = '${namespaceId}'`
/** Flips a bit in a column's byte. A second call restores it. */
const flip = (table: string, column: string, where: string, byte = 40) =>
  edit(
    `UPDATE ${table} SET ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1) WHERE ${own()} AND ${where}`,
  )
const removeTiles = () => edit(`DELETE FROM log_tile WHERE ${own()}`)

/** Verifies proofs across the log against the signed root. */
async function provesItsLog(notary: LogNotary): Promise<void> {
  const checkpoint = await notary.checkpoint(namespaceId)
  const { root } = readCheckpoint(checkpoint.note)!
  for (const at of [1n, 255n, 256n, 300n, 2_047n, 2_048n, size - 1n, size]) {
    const beginning = await notary.consistency(checkpoint, at)
    expect(verifyConsistency(at, checkpoint.size, beginning.root, root, beginning.proof), `from ${at}`).toBe(true)
    if (at === size) continue
    const [entry] = await under.store.readEntries(namespaceId, at, 1)
    const { leaf, proof } = await notary.inclusion(checkpoint, at)
    expect(Buffer.from(leaf)).toEqual(Buffer.from(leafHash(entry!.body)))
    expect(verifyInclusion(leaf, at, checkpoint.size, proof, root), `entry ${at}`).toBe(true)
  }
}

const REFUSED = { code: 'ENGINE_ERROR' }

describe('tiles', () => {
  it('are stored before a proof by several processes at once, and match the entries', {
    tags: ['nightly'],
  }, async () => {
    await removeTiles()
    await Promise.all([newNotary(), newNotary(), newNotary()].map(provesItsLog))
    expect(await storedTiles()).toHaveLength(completeTiles(Number(size), 0))
    expect(alarms).toEqual([])
    expect((await verifyLog(under.store, namespaceId, await keys.published())).problems).toEqual([])
  })

  it('are filled further after an interruption and as the log grows', { tags: ['nightly'] }, async () => {
    const whole = await storedTiles()
    await removeTiles()
    let pages = 0
    await newTiles().fill(namespaceId, size, () => pages++ > 0)
    const begun = await storedTiles()
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.length).toBeLessThan(whole.length)
    await newTiles().fill(namespaceId, size)
    expect(await storedTiles()).toEqual(whole)
    await append(300)
    size += 300n
    await provesItsLog(newNotary())
    expect(await storedTiles()).toHaveLength(completeTiles(Number(size), 0))
    expect(alarms).toEqual([])
  })

  it('are filled in the background, log by log, and again later', async () => {
    await removeTiles()
    const calls: (() => void)[] = []
    const troubles: unknown[] = []
    const filler = startTileFiller({
      store: under.store,
      tiles: newTiles(),
      everyMs: 1_000,
      after: (_, call) => {
        calls.push(call)
        return () => {}
      },
      reportTrouble: (error) => troubles.push(error),
    })
    await expect.poll(() => calls.length).toBe(1)
    expect(await storedTiles()).toHaveLength(completeTiles(Number(size), 0))
    expect(await under.store.listUntiledLogs()).toEqual([])
    await removeTiles()
    calls[0]!()
    await filler.stop()
    expect(troubles).toEqual([])
  })

  it('are not needed by a log shorter than one tile', async () => {
    const { namespaceId: short } = await under.fullCaller()
    const notary = newNotary()
    const checkpoint = await notary.checkpoint(short!)
    const { root, proof } = await notary.consistency(checkpoint, checkpoint.size)
    expect(verifyConsistency(checkpoint.size, checkpoint.size, root, checkpoint.root, proof)).toBe(true)
    expect(await notary.consistency(checkpoint, 0n)).toMatchObject({ proof: [] })
  })
})

describe('edited tiles', () => {
  beforeEach(() => newTiles().fill(namespaceId, size))

  it.each([
    ['a hash', () => flip('log_tile', 'hashes', 'index = 1')],
    ['a root', () => flip('log_tile', 'root', 'index = 8', 7)],
    ['every hash', () => edit(`UPDATE log_tile SET hashes = decode(repeat('00', 8192), 'hex') WHERE ${own()}`)],
    ['a row that is gone', () => edit(`DELETE FROM log_tile WHERE ${own()} AND index = 1`)],
    ['a row beyond the log', () => edit(`UPDATE log_tile SET index = 4000000 WHERE ${own()} AND index = 1`)],
  ])('%s: all proofs are right, the tiles are computed again, and the operator is notified', async (_, damage) => {
    const whole = await storedTiles()
    await damage()
    expect(await storedTiles()).not.toEqual(whole)
    await provesItsLog(newNotary())
    expect(await storedTiles()).toEqual(whole)
    expect(alarms).toEqual([{ alarm: 'log_tiles', namespaceId }])
  })

  it('are reported one by one by verification', async () => {
    const whole = await storedTiles()
    const last = whole.length - 1
    await flip('log_tile', 'hashes', 'index = 2')
    await flip('log_tile', 'root', 'index = 5', 7)
    await edit(`UPDATE log_tile SET index = ${last + 5} WHERE ${own()} AND index = ${last}`)
    const { problems } = await verifyLog(under.store, namespaceId, await keys.published())
    expect(problems).toEqual([
      'log_tile, level 0, index 2: the stored hashes are not those of the entries',
      'log_tile, level 0, index 5: the stored hashes are not those of the entries',
      `log_tile, level 0, index ${last + 5}: the log has no complete tile there`,
    ])
    await provesItsLog(newNotary())
    expect(await storedTiles()).toEqual(whole)
  })
})

/** Excludes the actor, which the database computes. */
const WRITTEN = 'namespace_id, index, kind, body, at, salt, evidence'

describe('a changed log', () => {
  it('with an old entry changed: that entry is not proven, verification reports it, and the tiles stay', async () => {
    const notary = newNotary()
    const checkpoint = await notary.checkpoint(namespaceId)
    const whole = await storedTiles()
    await flip('log_entry', 'body', 'index = 300')
    try {
      // Other entries' proofs have not changed.
      await notary.inclusion(await notary.checkpoint(namespaceId), 400n)
      await expect(notary.inclusion(checkpoint, 300n)).rejects.toMatchObject(REFUSED)
      expect(await storedTiles()).toEqual(whole)
      expect((await verifyLog(under.store, namespaceId, await keys.published())).problems).not.toEqual([])
    } finally {
      await flip('log_entry', 'body', 'index = 300')
    }
    await provesItsLog(notary)
    expect(alarms).toEqual([])
  })

  it('with a change after its last tile or before its tiles were stored: nothing is signed', async () => {
    for (const index of [size - 1n, 300n]) {
      await flip('log_entry', 'body', `index = ${index}`)
      if (index === 300n) await removeTiles()
      await expect(newNotary().checkpoint(namespaceId)).rejects.toMatchObject(REFUSED)
      await flip('log_entry', 'body', `index = ${index}`)
    }
    await provesItsLog(newNotary())
  })

  it('with missing entries: nothing is signed', async () => {
    for (const where of ['index = 300', `index = ${size - 1n}`]) {
      await edit(`CREATE TABLE aside AS SELECT * FROM log_entry WHERE ${own()} AND ${where}`)
      await edit(`DELETE FROM log_entry WHERE ${own()} AND ${where}`)
      await removeTiles()
      await expect(newNotary().checkpoint(namespaceId)).rejects.toMatchObject(REFUSED)
      await edit(`INSERT INTO log_entry (${WRITTEN}) SELECT ${WRITTEN} FROM aside; DROP TABLE aside`)
    }
    await provesItsLog(newNotary())
  })

  it('with its head and tiles changed too: a checkpoint is signed only if it continues the last one', async () => {
    const { note } = await newNotary().checkpoint(namespaceId)
    await append(10)
    const forged = note.split('\n')
    forged[2] = Buffer.alloc(32, 7).toString('base64')
    const put = (text: string) =>
      editRows(under.ownerUrl, (client) =>
        client.query(`UPDATE log_checkpoint SET note = $1 WHERE ${own()} AND size = $2`, [text, size.toString()]),
      )
    // The log leads to its head but does not begin with what was signed.
    await put(forged.join('\n'))
    await expect(newNotary().checkpoint(namespaceId)).rejects.toMatchObject(REFUSED)
    await put(note)
    await newNotary().checkpoint(namespaceId)
  })

  it('with a changed checkpoint signature: no note without a valid signature is returned', async () => {
    const { note } = await newNotary().checkpoint(namespaceId)
    const line = note.lastIndexOf(' ') + 1
    const damaged = Buffer.from(note.slice(line), 'base64')
    damaged[20]! ^= 1
    const put = (text: string) =>
      editRows(under.ownerUrl, (client) =>
        client.query(`UPDATE log_checkpoint SET note = $1 WHERE ${own()} AND size = $2`, [text, size.toString()]),
      )
    await put(`${note.slice(0, line)}${damaged.toString('base64')}\n`)
    await expect(newNotary().checkpoint(namespaceId)).rejects.toMatchObject(REFUSED)
    await put(note)
    expect((await newNotary().checkpoint(namespaceId)).note).toBe(note)
  })

  it('cut off together with its head: nothing is signed', async () => {
    const { size: signed } = await newNotary().checkpoint(namespaceId)
    await edit(`UPDATE log_head SET size = size - 1 WHERE ${own()}`)
    await expect(newNotary().checkpoint(namespaceId)).rejects.toMatchObject(REFUSED)
    await edit(`UPDATE log_head SET size = ${signed} WHERE ${own()}`)
    await provesItsLog(newNotary())
  })
})

it('a namespace removed meanwhile does not disturb the other logs', async () => {
  await removeTiles()
  const troubles: unknown[] = []
  const gone = '00000000-0000-4000-8000-00000000aaaa'
  const store: Pick<LogTileVerbs, 'listUntiledLogs'> = {
    listUntiledLogs: async () => [{ namespaceId: gone, size: 600n }, ...(await under.store.listUntiledLogs())],
  }
  const next: (() => void)[] = []
  const filler = startTileFiller({
    ...{ store, tiles: newTiles(), everyMs: 1 },
    after: (_, call) => {
      next.push(call)
      return () => {}
    },
    reportTrouble: (error) => troubles.push(error),
  })
  await expect.poll(() => next.length).toBe(1)
  await filler.stop()
  expect(await storedTiles()).toHaveLength(completeTiles(Number(size), 0))
})
