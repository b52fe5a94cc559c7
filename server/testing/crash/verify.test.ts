/** Verification after a kill reports anything that is removed from a database or done to it twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectToEdit } from '../../database/testing/fresh-database'
import { seededRandom } from '../../engine/testing/random-rules'
import { Deployment } from './deployment'
import { type Journal, newJournal, tallyOf } from './journal'
import { verifyAccount } from './verify-account'
import { verifyAnswers } from './verify-answers'
import { Writer } from './writer'

let deployment: Deployment
let journal: Journal
let client: pg.Client

beforeAll(async () => {
  deployment = await Deployment.make('embedded')
  const server = await deployment.server()
  journal = newJournal(await server.issueCredential())
  let stop = false
  const options = { journal, url: server.url, sharedName: 'shared', stopped: () => stop }
  const writing = ['a', 'b'].map((name, i) => new Writer({ ...options, name, random: seededRandom(i) }).run())
  const enough = () =>
    journal.converters.length > 1 &&
    journal.credentials.some(({ charged }) => charged > 0) &&
    journal.approvals.filter(({ binding }) => binding !== null).length > 2 &&
    tallyOf(journal).answered > 60
  while (!enough()) await sleep(20)
  stop = true
  await Promise.all(writing)
  client = await connectToEdit(deployment.databaseUrl())
}, 300_000)

afterAll(async () => {
  await client?.end()
  await deployment?.close()
})

it('nothing is reported if nothing is wrong', { tags: ['nightly'] }, async () => {
  expect(await verifyAccount(client, journal)).toEqual([])
  expect(await verifyAnswers((await deployment.server()).url, journal, seededRandom(1))).toEqual([])
})

const BOUND = `(SELECT name FROM name_binding GROUP BY name HAVING count(*) > 2 LIMIT 1)`

it.each([
  [
    'DELETE FROM ruleset_label; DELETE FROM ruleset WHERE hash = (SELECT hash FROM ruleset r WHERE NOT EXISTS (SELECT FROM ruleset c WHERE c.parent_hash = r.hash) AND NOT EXISTS (SELECT FROM approval WHERE approval.hash = r.hash) AND NOT EXISTS (SELECT FROM name_binding WHERE name_binding.hash = r.hash) AND r.namespace_id IN (SELECT namespace_id FROM name_binding) LIMIT 1)',
    /^ruleset \w+ is lost$/,
  ],
  [`UPDATE ruleset SET source = 'x'`, /holds other bytes than its hash says/],
  [`UPDATE ruleset SET revision_depth = revision_depth + 1 WHERE parent_hash IS NOT NULL`, /stands at depth/],
  [
    `UPDATE ruleset r SET parent_hash = p.parent_hash, revision_depth = 1 FROM ruleset p WHERE p.hash = r.parent_hash AND p.parent_hash IS NOT NULL`,
    /has the parent/,
  ],
  [
    `DELETE FROM name_binding WHERE id = (SELECT min(id) FROM name_binding WHERE name = ${BOUND})`,
    /^the binding of .* is lost$/,
  ],
  [
    `INSERT INTO name_binding (namespace_id, name, hash, bound_at, bound_by) SELECT namespace_id, name, hash, bound_at, bound_by FROM name_binding`,
    /is there 2 times$/,
  ],
  [`UPDATE name_binding SET id = -id WHERE name = ${BOUND}`, /does not point at its latest binding/],
  [`UPDATE name_binding SET id = -id`, /in another order than they were sent/],
  ['DELETE FROM ruleset_name', /0 names, and \d+ histories/],
  ['DELETE FROM approval WHERE id = (SELECT id FROM approval LIMIT 1)', /^the approval by .* is lost$/],
  [
    'INSERT INTO approval (id, namespace_id, hash, approver, note, approved_at, channel) SELECT gen_random_uuid(), namespace_id, hash, approver, note, approved_at, channel FROM approval',
    /the approval by .* is there 2 times/,
  ],
  [`UPDATE approval SET approved_at = approved_at + interval '1 ms'`, /was changed/],
  [`DELETE FROM name_binding WHERE name LIKE '% approved'`, /only one is there/],
  ['DELETE FROM unit_converter WHERE id = (SELECT min(id) FROM unit_converter)', /^the converter by \d+ is lost$/],
  ['UPDATE namespace SET unit_library_hash = NULL', /converters, 0 libraries in force/],
  ['UPDATE namespace SET unit_library_hash = NULL; DELETE FROM unit_library', /^the unit library \w+ is lost$/],
  ['DELETE FROM credential WHERE grade = $$evaluation$$', /an evaluation credential is there 0 times/],
  ['UPDATE credential_usage SET leased_today = 0, leased_total = 0', /calls were made, and 0 are charged/],
  ['UPDATE namespace SET stored_bytes = stored_bytes + 1', /the namespace counts \d+ bytes/],
  ['DELETE FROM credential WHERE grade = $$full$$', /the full credential is gone/],
])('reports: %s', { tags: ['nightly'] }, async (tampering, complaint) => {
  await client.query('BEGIN')
  try {
    await client.query(tampering)
    expect(await verifyAccount(client, journal)).toContainEqual(expect.stringMatching(complaint))
  } finally {
    await client.query('ROLLBACK')
  }
})

it('reports what the server no longer answers', { tags: ['nightly'] }, async () => {
  const { url } = await deployment.server()
  const lie = <T extends object>(writes: readonly T[], change: Partial<T>) =>
    writes.map((each) => ({ ...each, ...change }))
  const complaintsOf = async (change: Partial<Journal>) =>
    verifyAnswers(url, { ...journal, ...change }, seededRandom(1))
  expect(await complaintsOf({ rulesets: lie(journal.rulesets, { hash: '0'.repeat(64) }) })).toContainEqual(
    expect.stringMatching(/^\/v1\/check answered 404/),
  )
  expect(await complaintsOf({ bindings: lie(journal.bindings, { name: 'none' }) })).toContainEqual(
    expect.stringMatching(/^\/v1\/rulesets\/none answered 404/),
  )
  expect(await complaintsOf({ rulesets: lie(journal.rulesets, { parentHash: '0'.repeat(64) }) })).toContainEqual(
    expect.stringMatching(/^the chain of .* is broken/),
  )
  expect(await complaintsOf({ credentials: lie(journal.credentials, { charged: 1_000 }) })).toContainEqual(
    expect.stringMatching(/^1000 calls were made/),
  )
  expect(await complaintsOf({ unexpected: ['/v1/compile answered 500'] })).toContain('/v1/compile answered 500')
})
