/** Which checks wait, which are kept while the database is unavailable, and what happens to those that are lost. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckBytes } from '../../api/check-bytes'
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import { StoreUnavailableError } from '../../database/client/storage-fault'
import { openStore, type Store } from '../../database/store'
import { editRows, silentLog } from '../../database/testing/fresh-database'
import type { Caller } from '../calls/caller'
import { readLog, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { buildEntries } from './build-entries'
import type { MadeCheck } from './check-record'
import { DecisionRecorder } from './decision-recorder'
import { verifyDecisions } from './verify-decisions'

let tested: ServicesUnderTest
beforeAll(async () => {
  tested = await startServices(1)
})
afterAll(() => tested.stop())

const CHECK: MadeCheck = {
  claims: { from: 'value', value: { paid: true } },
  answer: {
    ...{
      from: 'facts',
      rulesetHash: 'a'.repeat(64),
      unitLibraryHash: null,
      answers: [['is_paid', 'TRUE']],
      call: null,
    },
  },
}

/** A check by POST /v1/check, whose statement is stored short. */
const ANSWERED: MadeCheck = {
  claims: { from: 'value', value: { paid: true } },
  answer: {
    from: 'payload',
    body: new CheckBytes('a'.repeat(64), null, [
      { name: 'is_paid', policy: 'strict', source: 'paid', note: null, citations: [], definitions: [] },
    ]).render(
      { bound: ['paid'], unbound: [], quantities: [] },
      [{ check: 'TRUE', reasonUnknown: null, counterexample: null, unbridged: [] }],
      [],
    ),
  },
}

interface Under {
  readonly recorder: DecisionRecorder
  readonly caller: Caller
  readonly alarms: Readonly<Record<string, unknown>>[]
  readonly counted: { recorded: number; lost: number }
  size(): Promise<bigint>
}

/** @param append is called before the database */
async function recorderOf(
  beforeAnswer: boolean,
  append: (store: () => ReturnType<Store['appendDecisions']>) => ReturnType<Store['appendDecisions']>,
): Promise<Under> {
  const { store } = tested
  const member = await tested.personCaller(['administrator'])
  const decisionLog: DecisionLogSettings = {
    ...{ enabled: true, retentionDays: 1, redaction: 'keep', exceptions: {}, beforeAnswer },
  }
  const alarms: Readonly<Record<string, unknown>>[] = []
  const counted = { recorded: 0, lost: 0 }
  const recorder = new DecisionRecorder({
    store: {
      beginDecisions: store.beginDecisions,
      noteEvent: store.noteEvent,
      appendDecisions: (...given) => append(() => store.appendDecisions(...given)),
    },
    ...{ publicUrl: 'https://rules.example.org', now: () => new Date(tested.now()), newId: randomUUID, randomBytes },
    build: buildEntries,
    pause: (milliseconds) => sleep(milliseconds / 100),
    after: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds / 100)
      return () => clearTimeout(timer)
    },
    reportAlarm: (fields) => void alarms.push(fields),
    countChecks: (result, count) => {
      counted[result] += count
    },
  })
  const caller = { ...member, account: { ...member.account, decisionLog } }
  const size = async () => (await store.decisionTree.findLogTree(member.namespaceId!)).size
  return { recorder, caller, alarms, counted, size }
}

/** Fails after the entries were stored, as if the connection broke with the answer on its way. */
function breakingAfter(times: number) {
  let left = times
  return async (store: () => ReturnType<Store['appendDecisions']>) => {
    const head = await store()
    if (left-- > 0) throw new StoreUnavailableError('The database cannot be reached.')
    return head
  }
}

function unavailable(times: number) {
  let left = times
  return (store: () => ReturnType<Store['appendDecisions']>) =>
    left-- > 0 ? Promise.reject(new StoreUnavailableError('The database cannot be reached.')) : store()
}

describe('an answer that does not wait', () => {
  it('is recorded once the database is back, and never twice', async () => {
    for (const append of [unavailable(3), breakingAfter(2)]) {
      const { recorder, caller, alarms, counted, size } = await recorderOf(false, append)
      for (let nth = 0; nth < 50; nth++) expect(recorder.record(caller, CHECK)?.stored).toBeNull()
      await expect.poll(() => counted.recorded, { timeout: 20_000 }).toBe(50)
      expect([await size(), counted.lost, alarms]).toEqual([50n, 0, []])
      const { problems } = await verifyDecisions(tested.store, caller.namespaceId!, null)
      expect(problems).toEqual([])
    }
  })

  it('is counted, reported and noted in the log if it could not be recorded', async () => {
    const { recorder, caller, alarms, counted, size } = await recorderOf(false, unavailable(1_000_000))
    for (let nth = 0; nth < 7; nth++) recorder.record(caller, CHECK)
    await recorder.close()
    expect([await size(), counted]).toEqual([0n, { recorded: 0, lost: 7 }])
    expect(alarms).toMatchObject([{ alarm: 'decision_log', namespaceId: caller.namespaceId, lost: 7 }])
    expect(recorder.record(caller, CHECK)).toBeNull()
    expect(counted.lost).toBe(8)
  })

  it('is noted as lost in the log of the namespace with the next batch', async () => {
    let isBroken = true
    const { recorder, caller, counted } = await recorderOf(false, (store) =>
      isBroken ? Promise.reject(new Error('of the database')) : store(),
    )
    recorder.record(caller, CHECK)
    await expect.poll(() => counted.lost).toBe(1)
    isBroken = false
    recorder.record(caller, CHECK)
    const lost = async () => (await readLog(tested, caller.namespaceId)).filter(({ kind }) => kind === 'checks_lost')
    await expect.poll(lost).toEqual([{ kind: 'checks_lost', actor: 'operator', details: { count: 1 } }])
  })
})

describe('an answer that waits', () => {
  it('is given after its entry is stored', async () => {
    const { recorder, caller, size } = await recorderOf(true, (store) => store())
    await Promise.all(Array.from({ length: 30 }, () => recorder.record(caller, CHECK)?.stored))
    expect(await size()).toBe(30n)
  })

  it('is not given if its entry was not stored, and nothing counts as lost', async () => {
    const { recorder, caller, counted } = await recorderOf(true, unavailable(1))
    await expect(recorder.record(caller, CHECK)?.stored).rejects.toBeInstanceOf(StoreUnavailableError)
    await recorder.record(caller, CHECK)?.stored
    expect(counted).toEqual({ recorded: 1, lost: 0 })
    await recorder.close()
    expect(() => recorder.record(caller, CHECK)).toThrow('records every check before it is answered')
  })
})

describe('the verification of a decision log', () => {
  const verifyAfter = async (id: string | null, change: string) => {
    await editRows(tested.ownerUrl, (edit) => edit.query(`${change} AND namespace_id = '${id}'`))
    // Another process, which has read no form yet.
    const options = { url: tested.url, ownerUrl: null, log: silentLog, connections: 1 }
    const store = await openStore(options)
    try {
      return (await verifyDecisions(store, id!, null)).problems.length
    } finally {
      await store.close()
    }
  }

  const CHANGES = [
    `UPDATE decision_entry SET sealed = sealed || '\\x00' WHERE index = 0`,
    `UPDATE decision_entry SET key = sha256(key) WHERE index = 0`,
    `UPDATE decision_entry SET at = at + interval '1 second' WHERE index = 1`,
    `UPDATE decision_entry SET ruleset_hash = repeat('b', 64) WHERE index = 1`,
    `UPDATE decision_entry SET id = gen_random_uuid() WHERE index = 0`,
    'DELETE FROM decision_entry WHERE index = 0',
    'DELETE FROM decision_entry WHERE index = 1',
    'UPDATE decision_head SET size = 3 WHERE true',
    "UPDATE decision_head SET frontier = sha256('') WHERE true",
  ]
  const WHOLE_CHANGES = [
    `UPDATE decision_entry SET body = convert_to(replace(convert_from(body, 'UTF8'), '_TRUE:', '_FALSE:'), 'UTF8') WHERE index = 1`,
  ]
  const SHORT_CHANGES = [
    // The answer, bits that no answer uses, the digest of the claims, the form, and the mark of a short statement.
    ...[49, 49, 20, 3, 0].map(
      (place, nth) =>
        `UPDATE decision_entry SET body = set_byte(body, ${place}, get_byte(body, ${place}) # ${nth === 1 ? 64 : 1}) WHERE index = 1`,
    ),
    `UPDATE decision_entry SET body = body || '\\x00' WHERE index = 1`,
    "UPDATE decision_form SET form = replace(form, 'is_paid', 'is_open') WHERE true",
    'DELETE FROM decision_form WHERE true',
  ]

  it.each([
    ...[...CHANGES, ...WHOLE_CHANGES].map((change) => ['a whole statement', change, CHECK] as const),
    ...[...CHANGES, ...SHORT_CHANGES].map((change) => ['a short statement', change, ANSWERED] as const),
  ])('of %s reports %s', async (_, change, check) => {
    const { recorder, caller } = await recorderOf(true, (store) => store())
    for (let nth = 0; nth < 2; nth++) await recorder.record(caller, check)?.stored
    expect((await verifyDecisions(tested.store, caller.namespaceId!, null)).problems).toEqual([])
    expect(await verifyAfter(caller.namespaceId, change)).toBeGreaterThan(0)
  })
})
