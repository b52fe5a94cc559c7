/**
 * Compares the answers to an account's writers with the database. Every answered write is stored once with the answered
 * content, an unanswered write is stored completely or not at all, and sums and chains of the account are right.
 */
import type pg from 'pg'
import { type BindingWrite, groupedBy, type Journal, sha256 } from './journal'

interface StoredRuleset {
  readonly hash: string
  readonly source: Buffer
  readonly parent_hash: string | null
  readonly revision_depth: number
}

interface StoredApproval {
  readonly hash: string
  readonly approver: string
  readonly note: string | null
  readonly approved_at: string
}

type Complain = (what: string) => void

export async function verifyAccount(client: pg.Client, journal: Journal): Promise<string[]> {
  const complaints: string[] = []
  const complain: Complain = (what) => complaints.push(what)
  const { rows } = await client.query<{ namespace_id: string }>(
    'SELECT namespace_id FROM credential WHERE token_sha256 = $1',
    [Buffer.from(sha256(journal.token), 'hex')],
  )
  const namespaceId = rows[0]?.namespace_id
  if (namespaceId === undefined) return ['the full credential is gone']
  await verifyRulesets(client, namespaceId, journal, complain)
  await verifyNames(client, namespaceId, journal, complain)
  await verifyApprovals(client, namespaceId, journal, complain)
  await verifyConverters(client, namespaceId, journal, complain)
  await verifyCredentials(client, journal, complain)
  await verifySums(client, namespaceId, complain)
  return complaints
}

async function verifyRulesets(client: pg.Client, namespaceId: string, { rulesets }: Journal, complain: Complain) {
  const stored = await client.query<StoredRuleset>(
    'SELECT hash, source, parent_hash, revision_depth FROM ruleset WHERE namespace_id = $1',
    [namespaceId],
  )
  const byHash = new Map(stored.rows.map((row) => [row.hash, row]))
  const sent = new Map(rulesets.map((write) => [write.hash, write]))
  for (const { hash, source, parent_hash, revision_depth } of stored.rows) {
    if (sha256(source) !== hash) complain(`ruleset ${hash} holds other bytes than its hash says`)
    if (sent.get(hash)?.source !== source.toString()) complain(`ruleset ${hash} is none that was sent`)
    const depth = parent_hash === null ? 0 : (byHash.get(parent_hash)?.revision_depth ?? Number.NaN) + 1
    if (depth !== revision_depth)
      complain(`ruleset ${hash} stands at depth ${revision_depth} of its chain, not ${depth}`)
  }
  for (const { hash, parentHash, depth, answered } of rulesets) {
    if (!answered) continue
    const row = byHash.get(hash)
    if (row === undefined) complain(`ruleset ${hash} is lost`)
    else if (row.parent_hash !== parentHash)
      complain(`ruleset ${hash} has the parent ${row.parent_hash}, not ${parentHash}`)
    else if (depth !== null && row.revision_depth !== depth)
      complain(`ruleset ${hash} stands at depth ${row.revision_depth}, not ${depth}`)
  }
}

async function verifyNames(client: pg.Client, namespaceId: string, { bindings }: Journal, complain: Complain) {
  const history = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM name_binding WHERE namespace_id = $1 ORDER BY id',
    [namespaceId],
  )
  const names = await client.query<{ name: string; hash: string }>(
    'SELECT name, hash FROM ruleset_name WHERE namespace_id = $1',
    [namespaceId],
  )
  const bound = groupedBy(history.rows, ({ name }) => name)
  const sent = groupedBy(bindings, ({ name }) => name)
  for (const { name, hash } of names.rows)
    if (bound.get(name)?.at(-1)?.hash !== hash) complain(`the name ${name} does not point at its latest binding`)
  if (names.rows.length !== bound.size) complain(`${names.rows.length} names, and ${bound.size} histories of names`)
  for (const [name, rows] of bound)
    if (!sent.has(name)) complain(`the name ${name} was bound ${rows.length} times and never sent`)
  for (const [name, writes] of sent) {
    const stored = (bound.get(name) ?? []).map(({ hash }) => hash)
    verifyHistory(name, stored, writes, complain)
  }
}

/** Each binding has its own bytes, so it occurs once in the history, in the order of its writer. */
function verifyHistory(name: string, stored: readonly string[], writes: readonly BindingWrite[], complain: Complain) {
  for (const { hash, answered } of writes) {
    const times = stored.filter((each) => each === hash).length
    if (answered && times === 0) complain(`the binding of ${name} to ${hash} is lost`)
    if (times > 1) complain(`the binding of ${name} to ${hash} is there ${times} times`)
  }
  for (const [writer, own] of groupedBy(writes, (write) => write.writer)) {
    const positions = own.map(({ hash }) => stored.indexOf(hash)).filter((position) => position !== -1)
    if (positions.some((position, i) => i > 0 && position < positions[i - 1]!))
      complain(`the bindings of ${name} by ${writer} are in another order than they were sent`)
  }
}

async function verifyApprovals(client: pg.Client, namespaceId: string, journal: Journal, complain: Complain) {
  const stored = await client.query<StoredApproval>(
    `SELECT hash, approver, note, to_char(approved_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS approved_at
     FROM approval WHERE namespace_id = $1 ORDER BY sequence`,
    [namespaceId],
  )
  const history = await client.query<{ name: string }>('SELECT name FROM name_binding WHERE namespace_id = $1', [
    namespaceId,
  ])
  const bound = new Set(history.rows.map(({ name }) => name))
  const byApprover = groupedBy(stored.rows, ({ approver }) => approver)
  const sent = new Set(journal.approvals.map(({ approver }) => approver))
  for (const approver of byApprover.keys())
    if (!sent.has(approver)) complain(`an approval by ${approver} was never sent`)
  for (const { approver, hash, note, approvedAt, binding, answered } of journal.approvals) {
    const rows = byApprover.get(approver) ?? []
    const [row] = rows
    if (rows.length > 1) complain(`the approval by ${approver} is there ${rows.length} times`)
    if (answered && row === undefined) complain(`the approval by ${approver} is lost`)
    if (row !== undefined && (row.hash !== hash || row.note !== note || (answered && row.approved_at !== approvedAt)))
      complain(`the approval by ${approver} was changed: ${JSON.stringify(row)}`)
    if (binding !== null && bound.has(binding.name) !== (row !== undefined))
      complain(`of the approval by ${approver} and its name only one is there`)
  }
  const order = stored.rows.map(({ approver }) => approver)
  for (const [writer, own] of groupedBy(journal.approvals, (write) => write.writer)) {
    const positions = own.map(({ approver }) => order.indexOf(approver)).filter((position) => position !== -1)
    if (positions.some((position, i) => i > 0 && position < positions[i - 1]!))
      complain(`the approvals by ${writer} are in another order than they were sent`)
  }
}

async function verifyConverters(client: pg.Client, namespaceId: string, { converters }: Journal, complain: Complain) {
  const stored = await client.query<{ factor: string }>('SELECT factor FROM unit_converter WHERE namespace_id = $1', [
    namespaceId,
  ])
  const libraries = await client.query<{ hash: string; canonical: Buffer; in_force: boolean }>(
    `SELECT hash, canonical, hash = unit_library_hash AS in_force
     FROM unit_library JOIN namespace ON namespace.id = namespace_id WHERE namespace_id = $1`,
    [namespaceId],
  )
  const storedLibraries = new Set(libraries.rows.map(({ hash }) => hash))
  for (const { factor, libraryHash, answered } of converters) {
    const times = stored.rows.filter((row) => row.factor === factor).length
    if (answered && times === 0) complain(`the converter by ${factor} is lost`)
    if (times > 1) complain(`the converter by ${factor} is there ${times} times`)
    if (answered && !storedLibraries.has(libraryHash)) complain(`the unit library ${libraryHash} is lost`)
  }
  for (const { hash, canonical } of libraries.rows)
    if (sha256(canonical) !== hash) complain(`the unit library ${hash} holds other bytes than its hash says`)
  const inForce = libraries.rows.filter((row) => row.in_force).length
  if (inForce !== Math.min(1, stored.rows.length))
    complain(`${stored.rows.length} converters, ${inForce} libraries in force`)
  if (storedLibraries.size !== stored.rows.length)
    complain(`${stored.rows.length} converters made ${storedLibraries.size} libraries`)
}

async function verifyCredentials(client: pg.Client, { credentials }: Journal, complain: Complain) {
  for (const { token, charged } of credentials) {
    const { rows } = await client.query<{ leased: string }>(
      `SELECT leased_total AS leased FROM credential JOIN credential_usage ON credential_id = id WHERE token_sha256 = $1`,
      [Buffer.from(sha256(token), 'hex')],
    )
    if (rows.length !== 1) complain(`an evaluation credential is there ${rows.length} times`)
    else if (Number(rows[0]!.leased) < charged)
      complain(`${charged} calls were made, and ${rows[0]!.leased} are charged`)
  }
}

async function verifySums(client: pg.Client, namespaceId: string, complain: Complain) {
  const { rows } = await client.query<{ counted: string; held: string }>(
    `SELECT stored_bytes AS counted,
       (SELECT coalesce(sum(octet_length(source)), 0) FROM ruleset WHERE namespace_id = id)
       + (SELECT coalesce(sum(octet_length(canonical)), 0) FROM unit_library WHERE namespace_id = id) AS held
     FROM namespace WHERE id = $1`,
    [namespaceId],
  )
  const { counted, held } = rows[0]!
  if (counted !== held) complain(`the namespace counts ${counted} bytes and holds ${held}`)
}
