/** Notaries over a real database, and witnesses over HTTP that share no code with them. */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logOrigin } from '../../attestation/checkpoint'
import { judgeCheckpoint } from '../../attestation/judge-checkpoint'
import { readWitnessPolicy, type WitnessPolicy } from '../../attestation/witness-policy'
import { type Database, openDatabase } from '../../database/client/database'
import { appendLog } from '../../database/log/append-log'
import type { LogEvent } from '../../database/log/log-event'
import { editRows, silentLog } from '../../database/testing/fresh-database'
import { generatedKeys } from '../../database/testing/generated-keys'
import { repetitions } from '../../testing/repetitions'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { startWitness, type WitnessServer } from '../testing/witness-server'
import { KeyRing } from './key-ring'
import { LogNotary } from './log-notary'
import { LogWitnesses } from './log-witnesses'
import { StoredTiles } from './stored-tiles'

const AT = new Date('2026-01-01T00:00:00.000Z')
const PUBLIC_URL = 'https://example.org'
const MINUTE = 60_000

let under: ServicesUnderTest
let owner: Database
let keys: KeyRing
let first: WitnessServer
let second: WitnessServer
let policy: WitnessPolicy
let alarms: Readonly<Record<string, unknown>>[]
let warnings: Readonly<Record<string, unknown>>[]
let passed: number

beforeAll(async () => {
  under = await startServices(1)
  owner = openDatabase({ url: under.ownerUrl, log: silentLog, connections: 1, retryForMs: 1_000, onStorageFault() {} })
  keys = new KeyRing(under.store, generatedKeys(), () => AT)
  await keys.published()
  first = await startWitness('first.example/w')
  second = await startWitness('second.example/w')
  policy = policyOf('quorum both')
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await owner?.close()
  await under?.stop()
})
beforeEach(() => {
  alarms = []
  warnings = []
  passed = 0
})

function policyOf(quorum: string): WitnessPolicy {
  const lines = [
    `witness first ${first.verifierKey} ${first.url}`,
    `witness second ${second.verifierKey} ${second.url}`,
    ...['group both all first second', quorum],
  ]
  const reading = readWitnessPolicy(lines.join('\n'))
  if (!reading.ok) throw new Error(reading.problems.join('; '))
  return reading.policy
}

/** The notary of another process. */
function newNotary(): LogNotary {
  const { store } = under
  const now = () => new Date(AT.getTime() + passed)
  const reportAlarm = (fields: Readonly<Record<string, unknown>>) => void alarms.push(fields)
  const reportWarning = (fields: Readonly<Record<string, unknown>>) => void warnings.push(fields)
  const witnesses = new LogWitnesses({ store, witnesses: policy.witnesses, now, reportAlarm, reportWarning })
  return new LogNotary({
    ...{ store, tiles: new StoredTiles(store), keys, witnesses, now, reportAlarm, publicUrl: PUBLIC_URL },
  })
}

/** A log that both witnesses know. */
async function newLog(): Promise<string> {
  const namespaceId = (await under.fullCaller()).namespaceId!
  const key = (await keys.inForce('checkpoint')).publicKey.raw
  for (const witness of [first, second]) witness.trust(logOrigin(PUBLIC_URL, namespaceId), key)
  return namespaceId
}

async function append(namespaceId: string, count: number): Promise<void> {
  const event = (): LogEvent => ({ kind: 'exported', actor: 'A test', details: { nth: randomUUID() } })
  const events = Array.from({ length: count }, event)
  await owner.prisma.$transaction((tx) => appendLog(tx, namespaceId, AT, events))
}

const judge = (note: string, quorum = 'quorum both') => judgeCheckpoint(note, policyOf(quorum))

describe('witnesses', () => {
  it('cosign each checkpoint of a log that grows, whichever process asks', async () => {
    const namespaceId = await newLog()
    for (const count of [1, 1, 7, 300, 600]) {
      await append(namespaceId, count)
      const { note } = await newNotary().checkpoint(namespaceId)
      expect(judge(note)).toMatchObject({
        holds: true,
        detail: expect.stringMatching(/^cosigned by first at .*, second at [^;]*$/),
      })
    }
    expect([alarms, warnings]).toEqual([[], []])
  })

  it('are asked once for a checkpoint, even by many readers of receipts at once', async () => {
    const namespaceId = await newLog()
    const before = first.count()
    const notary = newNotary()
    const notes = await Promise.all(Array.from({ length: 10 }, async () => (await notary.checkpoint(namespaceId)).note))
    expect(new Set(notes).size).toBe(1)
    expect(first.count() - before).toBe(1)
    expect((await newNotary().checkpoint(namespaceId)).note).toBe(notes[0])
    expect(first.count() - before).toBe(1)
  })

  it('are asked by several processes at once, and the checkpoint is cosigned', async () => {
    const namespaceId = await newLog()
    await Promise.all(Array.from({ length: 4 }, () => newNotary().checkpoint(namespaceId)))
    expect(judge((await newNotary().checkpoint(namespaceId)).note).holds).toBe(true)
    expect(alarms).toEqual([])
  })

  it('are in an exported log', async () => {
    const namespaceId = await newLog()
    const notary = newNotary()
    const { size, note } = await notary.checkpoint(namespaceId)
    const stored = await under.store.findCheckpoint(namespaceId, size)
    expect(judge(stored!.note).holds).toBe(false)
    expect(await notary.cosignedNote(stored!)).toBe(note)
  })
})

describe('a witness that gives no cosignature', () => {
  const answering = (status: number, text: string) => (response: ServerResponse) =>
    void response.writeHead(status).end(text)
  const TROUBLES: readonly [string, (response: ServerResponse) => void][] = [
    ['does not know the log', answering(404, '')],
    ['does not accept the signature', answering(403, '')],
    ['breaks down', answering(500, '')],
    ['answers nonsense', answering(200, 'nonsense')],
    ['answers with nothing', answering(200, '')],
    ['answers with the signature of another', answering(200, '— first.example/w AAAAAAAAAAAAAAAAAAAA\n')],
    ['names no size', answering(409, 'many')],
    ['answers without end', (response) => void response.writeHead(200).end('—'.repeat(100_000))],
    ['sends its client elsewhere', (response) => void response.writeHead(307, { location: second.url }).end()],
    ['breaks off', (response) => void response.destroy()],
    ['does not answer', () => {}],
  ]

  it.each(TROUBLES)(
    'because it %s leaves the checkpoint without it, and is asked again after a minute',
    async (_, play) => {
      const namespaceId = await newLog()
      const notary = newNotary()
      first.play(play)
      const { note } = await notary.checkpoint(namespaceId)
      expect([judge(note).holds, judge(note, 'quorum second').holds]).toEqual([false, true])
      expect(judge(note).detail).toMatch(/^cosigned by second at .*; not by first$/)
      expect(warnings).toEqual([expect.objectContaining({ witness: 'first', namespaceId, cause: expect.any(String) })])
      first.play(null)
      expect(judge((await notary.checkpoint(namespaceId)).note).holds).toBe(false)
      passed += MINUTE
      expect(judge((await notary.checkpoint(namespaceId)).note).holds).toBe(true)
      expect(alarms).toEqual([])
    },
  )

  it('because it saw a longer log is told to the operator: an older backup was restored', async () => {
    const namespaceId = await newLog()
    const restore = await snapshot(namespaceId)
    await append(namespaceId, 3)
    await newNotary().checkpoint(namespaceId)
    await restore()
    const { note } = await newNotary().checkpoint(namespaceId)
    expect(judge(note).holds).toBe(false)
    // Witnesses are asked at once and answer in any order.
    expect(alarms.map((alarm) => alarm.witness).toSorted()).toEqual(['first', 'second'])
    for (const alarm of alarms) expect(alarm).toMatchObject({ alarm: 'log_witness', knownSize: '5', size: '2' })
  })
})

it('two histories of a log, shown to two clients, are never both cosigned', {
  tags: ['repeated'],
  timeout: 300_000,
}, async () => {
  const lengths = fc.record({
    shared: fc.integer({ min: 0, max: 40 }),
    shown: fc.integer({ min: 1, max: 40 }),
    forked: fc.integer({ min: 1, max: 80 }),
  })
  await fc.assert(
    fc.asyncProperty(lengths, async ({ shared, shown, forked }) => {
      alarms = []
      const namespaceId = await newLog()
      if (shared > 0) await append(namespaceId, shared)
      const restore = await snapshot(namespaceId)
      await append(namespaceId, shown)
      const toOne = await newNotary().checkpoint(namespaceId)
      await restore()
      await append(namespaceId, forked)
      const toOther = await newNotary().checkpoint(namespaceId)
      expect([judge(toOne.note).holds, judge(toOther.note, 'quorum first').holds]).toEqual([true, false])
      expect(judge(toOther.note, 'quorum none').holds).toBe(true)
      expect(alarms).toHaveLength(2)
    }),
    { numRuns: repetitions(100) },
  )
})

/** Returns a function with which someone who controls the database takes the log back to this state. */
async function snapshot(namespaceId: string): Promise<() => Promise<void>> {
  const head = await owner.prisma.logHead.findUniqueOrThrow({ where: { namespaceId } })
  return () =>
    editRows(under.ownerUrl, async (client) => {
      const { size, frontier, lastAt } = head
      for (const [table, column] of [
        ['log_entry', 'index'],
        ['log_checkpoint', 'size - 1'],
        ['log_cosignature', 'size - 1'],
      ])
        await client.query(`DELETE FROM ${table} WHERE namespace_id = $1 AND ${column} >= $2`, [namespaceId, size])
      await client.query('DELETE FROM log_tile WHERE namespace_id = $1', [namespaceId])
      await client.query('UPDATE log_head SET size = $2, frontier = $3, last_at = $4 WHERE namespace_id = $1', [
        ...[namespaceId, size, frontier, lastAt],
      ])
    })
}
