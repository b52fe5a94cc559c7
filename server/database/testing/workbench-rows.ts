/** For {@link fillEveryTable}. */
import { randomBytes, randomUUID } from 'node:crypto'
import { EARLY, EVERY_BYTE, FAR, HARD_TEXT, LATE, type Row } from './platform-rows'

export interface KnownRows {
  readonly namespace_id: string
  /** Hash of a ruleset. */
  readonly hash: string
  readonly person_id: string
  /** Made by a signature. */
  readonly approval_id: string
}

/** Insert it before rows that refer to it. */
export function personRow(id: string): [table: string, row: Row] {
  return [
    'person',
    {
      ...{ id, email: `${id}@例え.example`, name: HARD_TEXT, created_at: EARLY, sessions_from: FAR, disabled_at: LATE },
      operator_password_at: LATE,
    },
  ]
}

export function workbenchRows({ namespace_id, hash, person_id, approval_id }: KnownRows): [string, Row][] {
  const signed = { namespace_id, hash, person_id, printed_name: HARD_TEXT, signed_at: LATE, envelope: EVERY_BYTE }
  const record = randomUUID()
  const [document_id, revision_id] = [randomUUID(), randomUUID()]
  const added = { namespace_id, created_at: LATE, created_by: HARD_TEXT }
  const [review, comment, test] = [randomUUID(), randomUUID(), randomUUID()]
  const written = { namespace_id, review_id: review, hash, author: HARD_TEXT, created_at: LATE }
  return [
    ['document', { ...added, id: document_id, label: HARD_TEXT, title: HARD_TEXT }],
    [
      'document_revision',
      {
        ...{ ...added, id: revision_id, document_id, number: 2_147_483_647, sha256: hash, text: HARD_TEXT },
        ...{ format: HARD_TEXT, file_name: HARD_TEXT, source: EVERY_BYTE, source_sha256: hash },
      },
    ],
    ['clause_edit', { ...added, revision_id, edit: JSON.stringify({ kind: 'mark', mark: HARD_TEXT }) }],
    [
      'review',
      {
        ...{ id: review, namespace_id, name: HARD_TEXT, opened_hash: hash, opened_by: person_id },
        ...{ opened_label: HARD_TEXT, message: HARD_TEXT, any_reviewer: true, due_on: '2028-02-29', opened_at: EARLY },
        ...{ ended_at: LATE, ended_by: person_id, ended_label: '', ending: 'completed' },
      },
    ],
    ['review_reviewer', { review_id: review, person_id, added_at: EARLY }],
    [
      'review_comment',
      {
        ...{ ...written, id: comment, subject_kind: 'claim', subject_name: HARD_TEXT, person_id, by_agent: true },
        ...{ text: HARD_TEXT, mentioned_ids: [person_id], suggestion: HARD_TEXT, suggestion_from: 0, suggestion_to: 7 },
        ...{ resolved_at: FAR, resolved_by: person_id, resolved_label: HARD_TEXT },
      },
    ],
    // Refers to the previous row.
    [
      'review_comment',
      { ...written, id: randomUUID(), parent_id: comment, subject_kind: 'whole', by_agent: false, text: '' },
    ],
    ['review_comment_edit', { comment_id: comment, edited_at: FAR, text: HARD_TEXT }],
    [
      'blind_test',
      {
        ...{ id: test, namespace_id, hash, person_id, printed_name: HARD_TEXT, number: 2_147_483_647 },
        ...{ unit_library_hash: hash, engine_version: HARD_TEXT, scenario_count: 10, agreed: 9 },
        ...{ content: JSON.stringify({ scenarios: [HARD_TEXT] }), done_at: EARLY },
      },
    ],
    ['blind_test_comment', { namespace_id, test_id: test, scenario: 9, text: HARD_TEXT, comment_id: comment, at: FAR }],
    ['approval_withdrawal', { approval_id, withdrawn_at: FAR, withdrawn_by: HARD_TEXT, reason: '' }],
    [
      'membership',
      {
        ...{ namespace_id, person_id, roles: ['administrator', 'author'], since: EARLY },
        ...{ administrator_since: LATE, by_operator: true },
      },
    ],
    [
      'pending_change',
      {
        ...{ id: randomUUID(), namespace_id, kind: HARD_TEXT, proposal: HARD_TEXT, proposer_id: person_id },
        ...{ proposed_by: HARD_TEXT, proposed_at: EARLY, alone_from: LATE, expires_at: FAR },
        ...{ outcome: 'applied_alone', ended_at: LATE, ended_by_id: person_id, ended_by: '' },
      },
    ],
    ['person_identity', { issuer: HARD_TEXT, subject: HARD_TEXT + person_id, person_id, added_at: LATE }],
    [
      'invitation',
      {
        id: randomUUID(),
        token_sha256: randomBytes(32),
        namespace_id,
        roles: ['reviewer'],
        invited_by: HARD_TEXT,
        invited_at: EARLY,
        expires_at: FAR,
        accepted_at: LATE,
        accepted_by: person_id,
        invited_by_id: person_id,
        held_by: randomUUID(),
        confirmed_at: LATE,
      },
    ],
    ['setup_link', { token_sha256: randomBytes(32), created_at: EARLY, expires_at: FAR, namespace_id }],
    ['password_link', { token_sha256: randomBytes(32), person_id, created_at: EARLY, expires_at: FAR, used_at: LATE }],
    [
      'passkey',
      {
        id: randomBytes(32).toString('base64url'),
        person_id,
        public_key: EVERY_BYTE,
        counter: '4294967295',
        transports: [HARD_TEXT, '', 'NULL', '{"a,b"}'],
        label: HARD_TEXT,
        created_at: EARLY,
      },
    ],
    [
      'browser_session',
      {
        ...{ id: randomUUID(), token_sha256: randomBytes(32), person_id, method: HARD_TEXT },
        ...{ started_at: EARLY, authenticated_at: LATE, last_used_at: FAR, browser: HARD_TEXT, address: '' },
        ...{ ended_at: LATE, end_reason: HARD_TEXT },
      },
    ],
    ['password_try', { key: HARD_TEXT + person_id, tries: 1.5, at: EARLY, free_at: FAR }],
    [
      'security_event',
      {
        ...{
          kind: HARD_TEXT,
          at: LATE,
          person_id,
          account_key: HARD_TEXT + person_id,
          address: HARD_TEXT,
          minute: EARLY,
        },
        ...{ details: JSON.stringify({ [HARD_TEXT]: HARD_TEXT }), count: 7 },
      },
    ],
    ['ceremony', { id: randomUUID(), purpose: HARD_TEXT, person_id, payload: EVERY_BYTE, expires_at: FAR }],
    ['ceremony', { id: randomUUID(), purpose: '', payload: '', expires_at: EARLY, used_at: LATE }],
    [
      'test_case',
      {
        id: randomUUID(),
        namespace_id,
        name: HARD_TEXT,
        title: HARD_TEXT,
        claims: `{"a":1.${'0'.repeat(40)}1e400,"b":${JSON.stringify(HARD_TEXT)}}`,
        expected: JSON.stringify({ [HARD_TEXT]: 'TRUE' }),
        created_at: EARLY,
        updated_at: LATE,
        updated_by: '',
      },
    ],
    ['review_record', { ...signed, id: record, meaning: 'approved', note: HARD_TEXT, approval_id, log_index: 0 }],
    // Refers to the previous row.
    ['review_record', { ...signed, id: randomUUID(), meaning: 'withdrawn', withdraws_id: record, log_index: 1 }],
    [
      'signing_key',
      { id: randomBytes(32).toString('base64url'), purpose: 'checkpoint', public_key: HARD_TEXT, created_at: LATE },
    ],
    ['log_entry', { namespace_id, index: 0, kind: HARD_TEXT, body: EVERY_BYTE, at: EARLY }],
    ['log_entry', { namespace_id, index: '9223372036854775807', kind: '', body: '', at: FAR }],
    ['log_head', { namespace_id, size: '9223372036854775807', frontier: randomBytes(64) }],
    [
      'log_tile',
      { namespace_id, level: 5, index: '9007199254740991', hashes: randomBytes(8192), root: randomBytes(32) },
    ],
    ['log_checkpoint', { namespace_id, size: '9223372036854775807', note: HARD_TEXT, at: LATE }],
    ['log_cosignature', { namespace_id, size: '1', witness: HARD_TEXT, line: HARD_TEXT, at: LATE }],
    ...decisionRows(namespace_id),
  ]
}

function decisionRows(namespace_id: string): [string, Row][] {
  const entry = { namespace_id, ruleset_hash: HARD_TEXT, body: EVERY_BYTE, at: EARLY }
  const kept = { key: randomBytes(32), sealed: EVERY_BYTE, marks: ['a', 'b'] }
  return [
    ['decision_entry', { ...entry, index: 0, id: randomUUID(), ...kept }],
    ['decision_entry', { ...entry, index: '9223372036854775807', id: randomUUID(), at: FAR, marks: [] }],
    ['decision_form', { namespace_id, id: randomBytes(16), form: HARD_TEXT }],
    [
      'decision_head',
      { namespace_id, size: '9223372036854775807', frontier: randomBytes(64), swept: 1, claim_key: randomBytes(32) },
    ],
    [
      'decision_tile',
      { namespace_id, level: 5, index: '9007199254740991', hashes: randomBytes(8192), root: randomBytes(32) },
    ],
    ['decision_checkpoint', { namespace_id, size: '9223372036854775807', note: HARD_TEXT, at: LATE }],
    ['decision_cosignature', { namespace_id, size: '1', witness: HARD_TEXT, line: HARD_TEXT, at: LATE }],
  ]
}
