/**
 * Verification detects every change in the log or the signed statements of a real database.
 *
 * Each round damages one thing, verifies and restores. The damages are random, and a failure prints the seed.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCheckpoint } from '../../attestation/checkpoint'
import type { GivenCheckpoint } from '../../attestation/log-check'
import { addLeaf, EMPTY_FRONTIER, verifyConsistency } from '../../attestation/merkle-tree'
import type { PublishedKey } from '../../attestation/published-keys'
import { verifyReceipt } from '../../attestation/receipt'
import { verifyLogFile } from '../../attestation/verify-log-file'
import { repetitions } from '../../testing/repetitions'
import { hashOf, SigningSteps, SOURCE } from '../signing/testing/signing-steps'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { verifyLog } from './verify-log'

let under: ServicesUnderTest
let steps: SigningSteps
let keys: PublishedKey[]
/** Held by a person outside the deployment. */
let given: GivenCheckpoint
let receipt: string

beforeAll(async () => {
  under = await startServices(1)
  steps = await SigningSteps.open(under)
  // As the server does at its start.
  keys = await steps.publishedKeys()
  const hash = await steps.save()
  const approved = await steps.sign(hash, { note: 'Fine.', expiresAt: '2999-01-01T00:00:00.000Z' })
  await steps.save(`${SOURCE}// two\n`)
  await steps.sign(hash, { meaning: 'withdrawn', withdraws: approved, note: 'No longer.' })
  await steps.sign(hashOf(`${SOURCE}// two\n`), { meaning: 'reviewed' })
  const program = { ...(await under.fullCaller()), namespaceId: steps.namespaceId }
  await callOperation(under.services[0]!, 'recordApproval', program, { ruleset_hash: hash, approver: 'A script' })
  await steps.sign(hash)
  const { bundle, log } = await steps.signing.receipt(steps.reviewer, { recordId: approved })
  receipt = bundle.text
  given = { note: log.checkpoint, from: 'the receipt' }
})
afterAll(() => under.stop())

const verify = (from: readonly GivenCheckpoint[] = []) => verifyLog(under.store, steps.namespaceId, keys, from)
const own = () => `namespace_id = '${steps.namespaceId}'`

/** Returns the problems that verification finds in the damaged database. */
async function problemsAfter(damage: string, from: readonly GivenCheckpoint[] = []): Promise<readonly string[]> {
  const saved = [
    'log_entry',
    'log_head',
    'log_checkpoint',
    'review_record',
    'approval_withdrawal',
    'approval',
    'name_binding',
    'ruleset_name',
    'ruleset',
  ]
  const aside = saved.map((table) => `CREATE TEMP TABLE saved_${table} AS SELECT * FROM ${table}`)
  await under.query([...aside, 'SET session_replication_role = replica', damage].join('; '))
  try {
    return (await verify(from)).problems
  } finally {
    const back = saved.map(
      (table) => `DELETE FROM ${table}; INSERT INTO ${columnsOf(table)} FROM saved_${table}; DROP TABLE saved_${table}`,
    )
    await under.query([...back, 'SET session_replication_role = DEFAULT'].join('; '))
  }
}

it('finds nothing wrong with an unchanged database', async () => {
  expect(await verify([given])).toEqual({
    ...{ namespaceId: steps.namespaceId, entries: 19n, checkpoints: 2, records: 4, approvalsBefore: 0, problems: [] },
    recordedRows: expect.any(Number),
  })
  expect(verifyReceipt(receipt, keys).ok).toBe(true)
})

/** A table with its written columns, because the database computes an entry's actor. */
function columnsOf(table: string): string {
  const columns = 'namespace_id, index, kind, body, at, salt, evidence'
  return table === 'log_entry' ? `log_entry (${columns}) SELECT ${columns}` : `${table} SELECT *`
}

describe('a change of', () => {
  it('any byte of any entry, statement, head or checkpoint shows', { tags: ['repeated'] }, async () => {
    const places = await under.query<{ tab: string; col: string; row: string; bytes: number }>(`
      SELECT 'log_entry' AS tab, 'body' AS col, ctid::text AS row, octet_length(body) AS bytes
        FROM (SELECT ctid, body FROM log_entry WHERE ${own()} ORDER BY index) AS entry
      UNION ALL SELECT 'review_record', 'envelope', ctid::text, octet_length(envelope)
        FROM (SELECT ctid, envelope FROM review_record WHERE ${own()} ORDER BY sequence) AS record
      UNION ALL SELECT 'log_head', 'frontier', ctid::text, octet_length(frontier) FROM log_head WHERE ${own()}`)
    const change = fc.record({ target: fc.constantFrom(...places.keys()), at: fc.nat(100_000), bit: fc.nat(7) })
    await fc.assert(
      fc.asyncProperty(change, async ({ target, at, bit }) => {
        const { tab, col, bytes } = places[target]!
        // A restored row moves in its table but keeps its position in the order.
        const nth = target - places.findIndex((each) => each.tab === tab)
        const which = `ctid = (SELECT ctid FROM ${tab} WHERE ${own()} ORDER BY ${ORDER[tab]} OFFSET ${nth} LIMIT 1)`
        const byte = at % bytes
        const damage = `UPDATE ${tab} SET ${col} = set_byte(${col}, ${byte}, get_byte(${col}, ${byte}) # ${1 << bit}) WHERE ${which}`
        expect(await problemsAfter(damage)).not.toEqual([])
      }),
      { numRuns: repetitions(60) },
    )
  })

  it.each([
    ['the kind of a row', `UPDATE log_entry SET kind = 'settings_changed' WHERE index = 3 AND`],
    ['the time of a row', `UPDATE log_entry SET at = at + '1 ms' WHERE index = 3 AND`],
    ['the number of the last row', `UPDATE log_entry SET index = 40 WHERE index = 18 AND`],
    ['the size of the head', 'UPDATE log_head SET size = size + 1 WHERE'],
    ['who signed', `UPDATE review_record SET printed_name = 'Another person' WHERE`],
    ['what was meant', `UPDATE review_record SET note = NULL WHERE note IS NOT NULL AND`],
    ['when it was signed', `UPDATE review_record SET signed_at = signed_at + '1 ms' WHERE`],
    ['the approver', `UPDATE approval SET approver = 'Another person' WHERE`],
    ['when an approval ends', `UPDATE approval SET expires_at = NULL WHERE expires_at IS NOT NULL AND`],
    ['when an unsigned approval ends', `UPDATE approval SET expires_at = '2999-01-01' WHERE approver = 'A script' AND`],
    ['what a name was bound to', `UPDATE name_binding SET hash = '${'0'.repeat(64)}' WHERE`],
    ['who bound a name', `UPDATE name_binding SET bound_by = 'Another person' WHERE`],
    ['what a name points at', `UPDATE ruleset_name SET hash = '${'0'.repeat(64)}' WHERE`],
    ['a binding that is gone', 'DELETE FROM name_binding WHERE'],
    ['a name that is gone', 'DELETE FROM ruleset_name WHERE'],
    ['the size of a checkpoint', 'UPDATE log_checkpoint SET size = size - 1 WHERE'],
  ])('%s is detected', async (_, damage) => {
    expect(await problemsAfter(`${damage} ${own()}`)).not.toEqual([])
  })

  it.each([
    ['a withdrawal', `UPDATE approval_withdrawal SET reason = 'Another reason'`],
    ['a withdrawal, undone', 'DELETE FROM approval_withdrawal'],
    [
      'an approval, withdrawn without a record',
      `INSERT INTO approval_withdrawal SELECT id, now(), 'x', 'y' FROM approval ORDER BY sequence DESC LIMIT 1`,
    ],
  ])('%s is detected', async (_, damage) => {
    expect(await problemsAfter(damage)).not.toEqual([])
  })

  it.each([
    ['log_entry', 'at', 'index = 3 AND', /^the row of entry 3 has another time/],
    ['approval', 'approved_at', '', /^approval .*: it differs from entry/],
    ['approval', 'expires_at', 'expires_at IS NOT NULL AND', /its row says something else than its statement/],
    ['review_record', 'signed_at', '', /its row says something else than its statement/],
    ['name_binding', 'bound_at', '', /^no entry of the log records that /],
    ['ruleset_name', 'bound_at', '', /^ruleset_name .*: the row is not the one that entry/],
  ])('%s.%s to a time that no log has is reported', async (table, column, where, problem) => {
    for (const time of ['infinity', '20000-01-01', '0044-01-01 BC']) {
      const damage = `UPDATE ${table} SET ${column} = '${time}' WHERE ${where} ${own()}`
      expect(await problemsAfter(damage), time).toContainEqual(expect.stringMatching(problem))
    }
  })

  it("a checkpoint's time, which is not signed, does not stop verification", async () => {
    expect(await problemsAfter(`UPDATE log_checkpoint SET at = 'infinity' WHERE ${own()}`)).toEqual([])
  })

  it('a ruleset added with such a time is reported', async () => {
    const row = JSON.stringify({ hash: 'f'.repeat(64), created_at: '20000-01-01T00:00:00' })
    const without = JSON.stringify({ stored_by_person_id: null, stored_by_credential_id: null })
    const put = `INSERT INTO ruleset SELECT (jsonb_populate_record(r, '${row}'::jsonb || '${without}'::jsonb)).*
      FROM ruleset AS r WHERE ${own()} LIMIT 1`
    expect(await problemsAfter(put)).toContain(`ruleset ${'f'.repeat(64)}: no entry of the log proves this row`)
  })

  it('a removed or added record or approval is detected', async () => {
    expect(await problemsAfter(`DELETE FROM review_record WHERE meaning = 'reviewed' AND ${own()}`)).not.toEqual([])
    expect(await problemsAfter(`DELETE FROM approval WHERE approver = 'A script' AND ${own()}`)).not.toEqual([])
    const forged = `INSERT INTO approval (id, namespace_id, hash, approver, approved_at, channel)
      SELECT gen_random_uuid(), namespace_id, hash, 'Forged', now(), 'person' FROM approval WHERE ${own()} LIMIT 1`
    expect(await problemsAfter(forged)).not.toEqual([])
  })
})

describe('a cut end', () => {
  it('is detected by the head, by the stored checkpoint, and by only the receipt', async () => {
    for (const rows of [1, 4, 19]) {
      const cut = `DELETE FROM log_entry WHERE index >= ${19 - rows} AND ${own()}`
      expect(await problemsAfter(cut), `${rows} rows`).not.toEqual([])
      // An attacker could repair the head and remove the other traces.
      const records = `DELETE FROM approval_withdrawal; DELETE FROM review_record WHERE ${own()}; DELETE FROM approval WHERE ${own()}`
      const mended = `${cut}; ${records}; ${await mendedHead(19 - rows)}`
      expect(await problemsAfter(mended), `${rows} rows, head mended`).not.toEqual([])
      const silent = `${mended}; DELETE FROM log_checkpoint WHERE ${own()}`
      expect(await problemsAfter(silent, [given]), `${rows} rows, against the receipt`).toEqual(
        expect.arrayContaining([expect.stringContaining('the receipt is of 19 entries')]),
      )
    }
  })
})

/** The head as it was at this size. */
async function mendedHead(size: number): Promise<string> {
  const leaves = await under.store.leafHashes(steps.namespaceId, 0n, BigInt(size))
  const { subtrees } = leaves.reduce(addLeaf, EMPTY_FRONTIER)
  const frontier = Buffer.concat(subtrees).toString('hex')
  return `UPDATE log_head SET size = ${size}, frontier = decode('${frontier}', 'hex') WHERE ${own()}`
}

const ORDER: Readonly<Record<string, string>> = {
  log_entry: 'index',
  review_record: 'sequence',
  log_head: 'namespace_id',
}

describe('the audit page', () => {
  it('lists the log newest first, by page and filtered', async () => {
    const { audit } = under.workbenches[0]!
    const all = { kind: null, actor: null, from: null, to: null, after: null, limit: 4 } as const
    const first = await audit.list(steps.administrator, all)
    expect(first).toMatchObject({ total: '19', next: '15' })
    expect(first.rows.map(({ index }) => index)).toEqual(['18', '17', '16', '15'])
    const second = await audit.list(steps.administrator, { ...all, after: first.next, limit: 200 })
    expect(second).toMatchObject({ total: '19', next: null })
    expect(second.rows.map(({ index }) => index)).toEqual(Array.from({ length: 15 }, (_, index) => String(14 - index)))
    const withdrawn = await audit.list(steps.administrator, { ...all, kind: 'approval_withdrawn' })
    expect(withdrawn.rows).toMatchObject([{ kind: 'approval_withdrawn', actor: steps.reviewer.label }])
    const byAuthor = await audit.list(steps.administrator, { ...all, actor: steps.author.label.toUpperCase() })
    expect(byAuthor.rows.map(({ kind }) => kind)).toEqual([
      'name_bound',
      'ruleset_stored',
      'name_bound',
      'ruleset_stored',
    ])
    const future = new Date(under.now() + 1_000).toISOString()
    expect(await audit.list(steps.administrator, { ...all, from: future })).toEqual({
      rows: [],
      total: '0',
      next: null,
    })
    expect(await audit.list(steps.administrator, { ...all, to: future })).toMatchObject({ total: '19' })
    await expect(audit.list(steps.reviewer, all)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })

  it('accepts a character that no label contains and a year before all entries', async () => {
    const { audit } = under.workbenches[0]!
    const all = { kind: null, actor: null, from: null, to: null, after: null, limit: 4 } as const
    const { total } = await audit.list(steps.administrator, all)
    const year = '0000-01-01T00:00:00Z'
    expect(await audit.list(steps.administrator, { ...all, from: year })).toMatchObject({ total })
    for (const none of [{ actor: 'a\0' }, { to: year }])
      expect(await audit.list(steps.administrator, { ...all, ...none })).toEqual({ rows: [], total: '0', next: null })
  })

  it('exports a file that verifies and in which every change is detected', { tags: ['repeated'] }, async () => {
    const { audit } = under.workbenches[0]!
    let text = ''
    for (let next: string | null = null, more = true; more; more = next !== null) {
      const piece = await audit.export(steps.administrator, { next })
      text += piece.text
      next = piece.next
    }
    async function* lines(of: string) {
      yield* of.trimEnd().split('\n')
    }
    const check = (of: string) => verifyLogFile(lines(of), keys)
    expect(await check(text)).toMatchObject({ problems: [], entries: 19n })
    const bytes = Buffer.from(text)
    const damage = fc.record({ at: fc.nat(bytes.length - 2), bit: fc.nat(6) })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, bit }) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << bit
        const changedText = changed.toString('utf8')
        // The keys at the end of the file are not used, because keys are given here.
        if (at < text.lastIndexOf('\n', text.length - 2)) expect((await check(changedText)).problems).not.toEqual([])
      }),
      { numRuns: repetitions(200) },
    )
    const split = text.trimEnd().split('\n')
    for (const cut of [split.slice(1), split.slice(0, -1), [...split.slice(0, -2), split.at(-1)!]])
      expect((await check(cut.join('\n'))).problems).not.toEqual([])
  })

  it('refuses to continue an export that the caller did not begin', async () => {
    const { audit } = under.workbenches[0]!
    const { namespaceId } = steps
    const { size } = await under.store.findLogTree(namespaceId)
    const { size: signed } = await audit.checkpoint(steps.administrator)
    expect(signed).toBe(size.toString())
    for (const from of ['0', '00', '5']) {
      const next = `${from}-${signed}`
      await expect(audit.export(steps.administrator, { next }), next).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const whole = await audit.export(steps.administrator, { next: null })
    const rest = await audit.export(steps.administrator, { next: `5-${signed}` })
    expect(whole.text.endsWith(rest.text)).toBe(true)
    const other = await steps.colleague('administrator')
    await expect(audit.export(other, { next: `5-${signed}` })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('proves that the log only grew', async () => {
    const { audit } = under.workbenches[0]!
    const { from, fromRoot, to, proof } = await audit.consistency(steps.administrator, { from: '6' })
    const bytes = (text: string) => Buffer.from(text, 'base64')
    const root = readCheckpoint(to.note)!.root
    expect(verifyConsistency(BigInt(from), BigInt(to.size), bytes(fromRoot), root, proof.map(bytes))).toBe(true)
    await expect(audit.consistency(steps.administrator, { from: '1000' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

it('a receipt with any meaningful byte changed does not verify', () => {
  // One bit of every fourth byte; each member of the receipt is longer.
  expect(unseenChanges((at) => (at % 4 === 0 ? [(at / 4) % 7] : []))).toEqual([])
})

it('a receipt with any meaningful bit changed does not verify', { tags: ['nightly'] }, () => {
  expect(unseenChanges(() => [0, 1, 2, 3, 4, 5, 6])).toEqual([])
})

/** @param bitsAt which bits of a byte are changed, one at a time */
function unseenChanges(bitsAt: (at: number) => readonly number[]): string[] {
  const bytes = Buffer.from(receipt)
  // The keys at the end are replaced by given ones. White space has no meaning.
  const end = receipt.lastIndexOf('"keys"')
  const unseen: string[] = []
  for (let at = 0; at < Buffer.byteLength(receipt.slice(0, end)); at++)
    for (const bit of bitsAt(at)) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1 << bit
      const text = changed.toString('utf8')
      if (!sameJson(text, receipt) && verifyReceipt(text, keys).ok) unseen.push(`byte ${at}, bit ${bit}`)
    }
  return unseen
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}
