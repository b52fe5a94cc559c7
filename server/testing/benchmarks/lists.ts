/**
 * Measures lists over 56,000 rulesets, 1,000 open reviews with notifications, a name with 2,000 revisions and a log of
 * a million entries, made by SQL; RULESETS, REVIEWS and ENTRIES set other numbers. Prints the median time and size of each page and call. SQL also makes the
 * search words, except for {@link UNSEARCHED} rulesets, which the first searches measure.
 */

import { VERSIONS } from '../../api/terms/versions'
import { visitEmbeddedPostgres } from '../../database/embedded/visit-embedded-postgres'
import { editRows, silentLog } from '../../database/testing/fresh-database'
import { type PeopleServer, startPeopleServer } from '../people-server'

const RULESETS = Number(process.env.RULESETS ?? 56_000)
const REVIEWS = Math.min(Number(process.env.REVIEWS ?? 1_000), RULESETS)
const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000)
const REVISIONS = 2_000
const ROUNDS = 5
/** For lists that first compile every ruleset. */
const COMPLETE_ROUNDS = 2
const UNSEARCHED = Math.min(2_000, RULESETS)
const MAX_PAGE_MS = 1_000
const MAX_PAGE_KB = 300

export async function benchLists(): Promise<void> {
  const server = await startPeopleServer()
  try {
    const cookie = server.administrator
    const began = performance.now()
    await fill(server.dataDir)
    const filled = (performance.now() - began) / 1_000
    const issue = { label: 'bench', tier: 'standard', expiresAt: null }
    const { token } = (await server.call(cookie, 'credentials.issue', issue)) as { token: string }
    console.log(
      `\nLists with ${RULESETS} rulesets, ${REVIEWS} open reviews and ${ENTRIES} log entries (median of ${ROUNDS}; made by SQL in ${filled.toFixed(0)} s)`,
    )
    const searched = await untilSearched(server)
    console.log(
      `  words of ${UNSEARCHED} rulesets made once, by the first searches: ${(searched / 1_000).toFixed(1)} s`,
    )
    await printCalls(server, token)
  } finally {
    await server.stop()
  }
}

async function printCalls(server: PeopleServer, token: string): Promise<void> {
  const get = (path: string) => () => fetch(server.url + path, { headers: { 'x-service-credential': token } })
  const page = (procedure: string, input: object) => () =>
    server.ask(server.administrator, `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  const { id: reviewerId } = await idOfPerson(server.dataDir)
  const log = { kind: null, actor: null, from: null, to: null, after: null, limit: 50 }
  const calls: Readonly<Record<string, () => Promise<Response>>> = {
    'GET /v1/rulesets?limit=100': get('/v1/rulesets?limit=100'),
    'GET /v1/rulesets?limit=500, from the middle': get('/v1/rulesets?limit=500&after=policies%2F3'),
    'GET /v1/rulesets/{name}?limit=100, 2,000 revisions': get('/v1/rulesets/chain?limit=100'),
    'GET /v1/rulesets, complete': get('/v1/rulesets'),
    'page of rulesets, first': page('revisions.list', {}),
    'page of rulesets, last': page('revisions.list', { page: Math.floor(RULESETS / 50) }),
    'page of rulesets, by last change': page('revisions.list', { order: 'changed', descending: true }),
    'page of rulesets, by claims': page('revisions.list', { order: 'claims' }),
    'page of rulesets, by approval': page('revisions.list', { order: 'approval' }),
    'page of rulesets, by state': page('revisions.list', { order: 'state' }),
    'page of rulesets, in review': page('revisions.list', { state: 'in_review' }),
    'page of rulesets, by due date': page('revisions.list', { order: 'due' }),
    'page of rulesets, of one reviewer': page('revisions.list', { askedId: reviewerId }),
    'page of rulesets, of one reviewer with a word': page('revisions.list', { askedId: reviewerId, search: 'paid' }),
    'a review with 200 comments': page('rulesetReviews.read', { name: 'policies/1', reviewId: null }),
    'inbox, waiting': page('notifications.list', { view: 'waiting', after: null }),
    'inbox, all': page('notifications.list', { view: 'all', after: null }),
    'inbox, counter': page('notifications.count', {}),
    'GET /v1/reviews': get('/v1/reviews'),
    'search, one of all': page('revisions.list', { search: `paid_${Math.floor(RULESETS / 2)}` }),
    'search, a word of all': page('revisions.list', { search: 'paid' }),
    'search, nothing': page('revisions.list', { search: 'nothing has this' }),
    'list of archived rulesets': page('revisions.list', { archived: true }),
    'full text, one of all': page('search.find', { query: `paid_${Math.floor(RULESETS / 2)}` }),
    'full text, a word of all': page('search.find', { query: 'paid' }),
    'full text, a letter of all, last page': page('search.find', { query: 'p', page: 20 }),
    'full text, eight words of all': page('search.find', { query: 'i p a r w b o t' }),
    'full text, nothing': page('search.find', { query: 'nothing has this' }),
    'history of 2,000 revisions': page('history.graph', { name: 'chain', before: null }),
    'audit, newest': page('audit.list', log),
    'audit, by a frequent actor': page('audit.list', { ...log, actor: 'ACTOR 7' }),
    'audit, by an actor of none': page('audit.list', { ...log, actor: 'no such actor' }),
    'audit, by a rare kind': page('audit.list', { ...log, kind: 'approval_withdrawn' }),
    'audit, by actor and kind': page('audit.list', { ...log, actor: 'actor 7', kind: 'approval_withdrawn' }),
    'audit, of a day': page('audit.list', { ...log, from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z' }),
  }
  const peer = await timeBareQuery(server.dataDir)
  console.log(`  ${'peer: 50 names by their index, by pg alone'.padEnd(54)} ${peer.toFixed(1).padStart(6)} ms`)
  let slowest = 0
  let largest = 0
  for (const [what, call] of Object.entries(calls)) {
    const isComplete = what.endsWith('complete')
    const rounds = isComplete ? COMPLETE_ROUNDS : ROUNDS
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const answer = await call()
      bytes = (await answer.arrayBuffer()).byteLength
      times.push(performance.now() - began)
      if (!answer.ok) throw new Error(`${what}: ${answer.status}`)
    }
    // For a complete list the second time counts.
    const median = isComplete ? times.at(-1)! : times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    if (!isComplete) slowest = Math.max(slowest, median)
    if (!isComplete) largest = Math.max(largest, bytes / 1_000)
    const against = `${(median / peer).toFixed(0)} times the peer`.padStart(22)
    console.log(
      `  ${what.padEnd(54)} ${median.toFixed(0).padStart(6)} ms ${(bytes / 1_000).toFixed(0).padStart(7)} KB${against}`,
    )
  }
  console.log(`  slowest page or call with limit: ${slowest.toFixed(0)} ms of ${MAX_PAGE_MS}`)
  console.log(`  largest page or call with limit: ${largest.toFixed(0)} KB of ${MAX_PAGE_KB}`)
}

/** The administrator, whom half of the reviews ask. */
async function idOfPerson(dataDir: string): Promise<{ readonly id: string }> {
  const visit = await visitEmbeddedPostgres({ dataDir, log: silentLog })
  let id = ''
  await editRows(visit.ownerUrl, async (client) => {
    id = (await client.query('SELECT id FROM person ORDER BY created_at LIMIT 1')).rows[0].id
  })
  await visit.leave()
  return { id }
}

/** What the database needs for a page without a server. @returns milliseconds */
async function timeBareQuery(dataDir: string): Promise<number> {
  const visit = await visitEmbeddedPostgres({ dataDir, log: silentLog })
  const times: number[] = []
  await editRows(visit.ownerUrl, async (client) => {
    for (let round = 0; round < 20; round++) {
      const began = performance.now()
      await client.query(`SELECT name, hash FROM ruleset_name
        WHERE namespace_id = (SELECT namespace_id FROM ruleset_name LIMIT 1) ORDER BY name COLLATE "C" LIMIT 50`)
      times.push(performance.now() - began)
    }
  })
  await visit.leave()
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!
}

/** @returns milliseconds */
async function untilSearched(server: PeopleServer): Promise<number> {
  const began = performance.now()
  const input = encodeURIComponent(JSON.stringify({ search: 'paid' }))
  for (;;) {
    const { unsearched } = (await server.call(server.administrator, `revisions.list?input=${input}`)) as {
      unsearched: number
    }
    if (unsearched === 0) return performance.now() - began
  }
}

async function fill(dataDir: string): Promise<void> {
  const visit = await visitEmbeddedPostgres({ dataDir, log: silentLog })
  await editRows(visit.ownerUrl, async (client) => {
    await client.query(`
      CREATE TEMP TABLE home AS SELECT id FROM namespace ORDER BY created_at DESC LIMIT 1;
      CREATE TEMP TABLE made AS SELECT i, convert_to(
        'declare paid_' || i || ' as boolean;' || E'\\nassert is_paid_' || i || ' { paid_' || i || ' };' || E'\\n', 'UTF8') AS source
        FROM generate_series(1, ${RULESETS}) AS i;
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
        SELECT home.id, encode(sha256(source), 'hex'), source, 0, now() FROM home, made;
      INSERT INTO ruleset_name SELECT home.id, 'policies/' || i, encode(sha256(source), 'hex'),
        '2026-01-01'::timestamp + i * interval '1 minute' FROM home, made;
      INSERT INTO name_binding (namespace_id, name, hash, bound_at, bound_by)
        SELECT home.id, 'policies/' || i, encode(sha256(source), 'hex'), '2026-01-01'::timestamp + i * interval '1 minute', 'bench'
        FROM home, made;
      INSERT INTO ruleset_outline (namespace_id, hash, made_by, words, claims, assertions)
        SELECT home.id, encode(sha256(source), 'hex'), '${VERSIONS.engine_version} ', 'is_paid_' || i || ' paid_' || i, 1, 1
        FROM home, made WHERE i > ${UNSEARCHED};
      INSERT INTO ruleset_passage (namespace_id, hash, position, kind, subject, line, text, words)
        SELECT home.id, encode(sha256(source), 'hex'), position, kind, 'is_paid_' || i, position + 1,
          'is paid ' || i || ' before the ' || kind || ' is read with other words of a line',
          'is paid ' || i || ' before the ' || kind || ' is read with other words of a line'
        FROM home, made, unnest(ARRAY['note', 'question', 'claim', 'definition', 'assertion', 'assertion'])
          WITH ORDINALITY AS passage (kind, position) WHERE i > ${UNSEARCHED};
      CREATE TEMP TABLE asked AS SELECT id FROM person ORDER BY created_at LIMIT 1;
      CREATE TEMP TABLE requested AS SELECT i, gen_random_uuid() AS id, encode(sha256(source), 'hex') AS hash
        FROM made WHERE i <= ${REVIEWS};
      INSERT INTO review (id, namespace_id, name, opened_hash, opened_by, opened_label, message, any_reviewer, due_on, opened_at)
        SELECT requested.id, home.id, 'policies/' || i, hash, asked.id, 'bench', 'Please read it.', i % 2 = 0,
          '2027-01-01'::date + i % 90, '2026-06-01'::timestamp + i * interval '1 minute' FROM home, asked, requested;
      INSERT INTO review_reviewer SELECT requested.id, asked.id, '2026-06-01' FROM asked, requested WHERE i % 2 = 1;
      INSERT INTO review_comment (id, namespace_id, review_id, hash, subject_kind, person_id, author, by_agent, text, mentioned_ids, created_at)
        SELECT gen_random_uuid(), home.id, requested.id, hash, 'whole', asked.id, 'bench', false,
          'Comment ' || n || ' asks why this rule has no exception for people who travel together.', '{}',
          '2026-06-02'::timestamp + n * interval '1 minute'
        FROM home, asked, requested, generate_series(1, 200) AS n WHERE i = 1 OR n <= 3;
      INSERT INTO notification (id, namespace_id, person_id, key, kind, reason, name, hash, facts, at, waits)
        SELECT gen_random_uuid(), home.id, asked.id, 'bench ' || i, 'review_requested', 'asked', 'policies/' || i, hash,
          '{"actor": "bench", "event": "review_opened", "due_on": "2027-01-31"}', '2026-06-01'::timestamp + i * interval '1 minute', true FROM home, asked, requested;
      CREATE TEMP TABLE chain AS SELECT i, convert_to('declare paid as boolean;' || E'\\nassert x { paid };\\n// ' || i || E'\\n', 'UTF8')
        AS source FROM generate_series(1, ${REVISIONS}) AS i;
      INSERT INTO ruleset (namespace_id, hash, source, parent_hash, revision_depth, created_at)
        SELECT home.id, encode(sha256(source), 'hex'), source, lag(encode(sha256(source), 'hex')) OVER (ORDER BY i), i - 1,
          '2026-02-01'::timestamp + i * interval '1 minute' FROM home, chain;
      INSERT INTO name_binding (namespace_id, name, hash, bound_at, bound_by)
        SELECT home.id, 'chain', encode(sha256(source), 'hex'), '2026-02-01'::timestamp + i * interval '1 minute', 'bench'
        FROM home, chain ORDER BY i;
      INSERT INTO ruleset_name SELECT home.id, 'chain', encode(sha256(source), 'hex'), now() FROM home, chain WHERE i = ${REVISIONS};
      INSERT INTO log_entry (namespace_id, index, kind, body, at)
        SELECT id, i, kind, convert_to('{"actor":"actor ' || i % 20 || '","at":"' ||
          to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","details":{},"index":"' || i || '","kind":"' || kind || '"}', 'UTF8'), at
        FROM home, (SELECT i, CASE WHEN i % 50000 = 0 THEN 'approval_withdrawn' ELSE 'name_bound' END AS kind,
          '2026-01-01'::timestamp + i * interval '1 second' AS at FROM generate_series(1000, ${ENTRIES} + 999) AS i) AS entries`)
  })
  await editRows(visit.ownerUrl, (client) => client.query('ANALYZE'))
  await visit.leave()
}
