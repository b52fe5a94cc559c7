/**
 * Measures lists over 56,000 rulesets, a name with 2,000 revisions and a log of a million entries, made by SQL;
 * RULESETS and ENTRIES set other numbers. Prints the median time and size of each page and call. SQL also makes the
 * search words, except for {@link UNSEARCHED} rulesets, which the first searches measure.
 */

import { VERSIONS } from '../../api/terms/versions'
import { visitEmbeddedPostgres } from '../../database/embedded/visit-embedded-postgres'
import { editRows, silentLog } from '../../database/testing/fresh-database'
import { type PeopleServer, startPeopleServer } from '../people-server'

const RULESETS = Number(process.env.RULESETS ?? 56_000)
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
      `\nLists with ${RULESETS} rulesets and ${ENTRIES} log entries (median of ${ROUNDS}; made by SQL in ${filled.toFixed(0)} s)`,
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
