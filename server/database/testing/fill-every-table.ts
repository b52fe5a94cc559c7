/**
 * Adds rows with difficult values to every table, different in each call. A new table must be added here, or the
 * transfer tests fail.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FreshDatabase } from './fresh-database'
import { notificationRows } from './notification-rows'
import { EARLY, EVERY_BYTE, FAR, HARD_TEXT, LATE, platformRows, type Row } from './platform-rows'
import { personRow, workbenchRows } from './workbench-rows'

/** @param more additional rulesets */
export async function fillEveryTable(database: FreshDatabase, more = 0): Promise<void> {
  const namespace_id = randomUUID()
  const [credential_id, person_id, approval_id, storer_id] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const source = Buffer.concat([Buffer.from(randomUUID()), EVERY_BYTE])
  const [root, child] = [sha256(source), sha256(Buffer.from(namespace_id))]
  const topic_key = randomBytes(32)
  const serial = String(2_000_000_000 + Math.floor(Math.random() * 100_000_000))
  const rows: [table: string, row: Row][] = [
    [
      'namespace',
      { id: namespace_id, display_name: HARD_TEXT, created_at: EARLY, stored_bytes: '9223372036854775807' },
    ],
    [
      'namespace',
      {
        id: randomUUID(),
        display_name: '',
        created_at: FAR,
        labeling_allowed: false,
        people_approve: true,
        separate_approver: true,
        current_engine: true,
        passing_cases: true,
        approvals_needed: 5,
        needed_role: 'administrator',
        needed_role_last: true,
        comments_resolved: true,
        blind_test_done: true,
        signer_not_invited_by_author: true,
        in_force_when_approved: false,
        passkey_to_sign: true,
        passkey_to_administer: true,
        preset: 'regulated',
        decision_log: JSON.stringify({
          enabled: true,
          retentionDays: 1,
          redaction: 'hash',
          exceptions: { a: 'keep' },
          beforeAnswer: true,
        }),
        changed_alone_at: LATE,
      },
    ],
    ['unit_library', { namespace_id, hash: root, canonical: EVERY_BYTE, created_at: LATE }],
    ['ruleset_comparison', { namespace_id, hash: root, canonical: EVERY_BYTE, created_at: LATE }],
    ['ruleset', { namespace_id, hash: root, source, revision_depth: 0, created_at: LATE }],
    ['ruleset_outline', { namespace_id, hash: root, made_by: HARD_TEXT, words: HARD_TEXT, claims: 2_147_483_647 }],
    [
      'ruleset_passage',
      { namespace_id, hash: root, position: 0, kind: HARD_TEXT, line: 1, text: HARD_TEXT, words: 'a b' },
    ],
    ['ruleset', { namespace_id, hash: child, source: '', parent_hash: root, revision_depth: 1, created_at: LATE }],
    personRow(storer_id),
    ['ruleset', { ...storedBy(namespace_id), stored_by_person_id: storer_id, stored_channel: 'agent' }],
    ['ruleset', { ...storedBy(namespace_id), stored_by_credential_id: credential_id, stored_channel: 'program' }],
    ...Array.from({ length: more }, (): [string, Row] => {
      const bytes = randomBytes(300)
      return ['ruleset', { namespace_id, hash: sha256(bytes), source: bytes, revision_depth: 0, created_at: LATE }]
    }),
    personRow(person_id),
    ['ruleset_name', { namespace_id, name: HARD_TEXT, hash: child, bound_at: LATE }],
    ['name_binding', { namespace_id, name: HARD_TEXT, hash: root, bound_at: EARLY, bound_by: HARD_TEXT }],
    [
      'name_binding',
      {
        ...{ namespace_id, name: HARD_TEXT, hash: root, bound_at: EARLY, bound_by: HARD_TEXT },
        ...{ credential_id, channel: 'program', with_approval: true },
      },
    ],
    [
      'name_binding',
      { namespace_id, name: HARD_TEXT, hash: child, bound_at: LATE, bound_by: '', person_id, message: HARD_TEXT },
    ],
    ...(['program', 'person', 'agent'] as const).map((channel): [string, Row] => [
      'approval',
      {
        ...{
          id: randomUUID(),
          namespace_id,
          hash: root,
          approver: HARD_TEXT,
          approved_at: LATE,
          channel,
          credential_id,
        },
        ...{ reported_by: HARD_TEXT, person_id: storer_id },
      },
    ]),
    [
      'approval',
      {
        id: approval_id,
        namespace_id,
        hash: root,
        approver: '',
        approved_at: EARLY,
        channel: 'person',
        expires_at: FAR,
      },
    ],
    ['ruleset_label', { ...labelRow(namespace_id, root), level_one: 'finance', confidence: 'low', declined: false }],
    ['ruleset_label', { ...labelRow(namespace_id, child), declined: true }],
    [
      'promoted_term',
      { id: `l2-${serial}`, topic_key, level_one: 'x', term: HARD_TEXT, since_version: serial, promoted_at: LATE },
    ],
    ['term_proposal', { namespace_id, topic_key, proposed_at: FAR }],
    [
      'unit_converter',
      {
        namespace_id,
        from_unit: 'kg',
        to_unit: HARD_TEXT,
        factor: '1e400',
        offset: '-0',
        added_at: LATE,
        added_by: '',
      },
    ],
    ['namespace_usage', { namespace_id, month: '2026-11-01', checks: '9007199254740993' }],
    [
      'credential',
      { ...credentialRow(credential_id, namespace_id), grade: 'full', tier: 'read_only', label: HARD_TEXT },
    ],
    [
      'credential',
      {
        ...{ ...credentialRow(randomUUID(), namespace_id), grade: 'full', tier: 'standard', label: '' },
        ...{ issuer: 'person', issued_by_id: storer_id },
      },
    ],
    ['in_force', { ...forceRow(namespace_id, child), from_at: LATE, until_at: FAR }],
    ['in_force', { ...forceRow(namespace_id, root), from_at: EARLY, ends: true }],
    ['member_admission', { namespace_id, person_id: storer_id, kind: 'operator', by: HARD_TEXT, at: EARLY }],
    ['member_admission', { namespace_id, person_id: storer_id, kind: 'invitation', by_id: person_id, by: '', at: FAR }],
    ['administrator_tenure', { namespace_id, person_id: storer_id, since: EARLY }],
    [
      'credential_usage',
      { credential_id, day: '2024-02-29', leased_today: 1, leased_total: '9223372036854775806', last_used_at: FAR },
    ],
    [
      'repeatable_call',
      {
        namespace_id,
        key_sha256: root,
        request_sha256: child,
        at: LATE,
        outcome: '{"kind": "stored"}',
        answer: HARD_TEXT,
      },
    ],
    ['evaluation_issuance', { credential_id: randomUUID(), address_key: '2001:db8::/64', issued_at: LATE }],
    [
      'authorization_record',
      {
        kind: 'Client',
        id: HARD_TEXT + randomUUID(),
        payload: JSON.stringify({ [HARD_TEXT]: [HARD_TEXT, 1e300, 0.1, null, {}] }),
        expires_at: FAR,
      },
    ],
    ...workbenchRows({ namespace_id, hash: root, person_id, approval_id }),
    ...platformRows(namespace_id),
    ...notificationRows(namespace_id, person_id, root),
  ]
  for (const [table, row] of rows) await insertRow(database, table, row)
  // A circular foreign key.
  await database.query('UPDATE namespace SET unit_library_hash = $2 WHERE id = $1', [namespace_id, root])
}

function storedBy(namespace_id: string): Row {
  const source = randomBytes(20)
  return { namespace_id, hash: sha256(source), source, revision_depth: 0, created_at: LATE }
}

function forceRow(namespace_id: string, hash: string): Row {
  return {
    id: randomUUID(),
    namespace_id,
    name: HARD_TEXT,
    hash,
    set_by: HARD_TEXT,
    set_by_id: randomUUID(),
    set_at: EARLY,
  }
}

function labelRow(namespace_id: string, hash: string): Row {
  return { namespace_id, hash, vocabulary_version: '1', updated_at: LATE }
}

function credentialRow(id: string, namespace_id: string): Row {
  return { id, namespace_id, token_sha256: randomBytes(32), created_at: LATE }
}

async function insertRow(database: FreshDatabase, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, i) => `$${i + 1}`)
  await database.query(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  )
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
