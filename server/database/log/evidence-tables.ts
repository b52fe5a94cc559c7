/**
 * Lists every table and column once: proven by a log, or with the reason why not. A test compares this with the
 * catalogue. A new table needs the trigger `note_changed_row`.
 */

import type { ProvenRow } from '../../attestation/row-evidence'

type KeyType = 'uuid' | 'text' | 'bigint'

export interface EvidenceTable {
  /** In order. If `of` is `person`, the first is the person. */
  readonly key: Readonly<Record<string, KeyType>>
  /** Condition on `t` that selects rows of the namespace `$1`. */
  readonly of: 'namespace' | 'person' | 'deployment' | string
  /** Columns that the key hashes, which verifying computes. */
  readonly hashed?: readonly string[]
  /** Columns that no log proves, with the reason. */
  readonly without?: Readonly<Record<string, string>>
}

const ID = { id: 'uuid' } as const
const USE = 'Says when it was last used; nothing is decided by it.'

export const EVIDENCE_TABLES = {
  namespace: {
    key: ID,
    of: 't.id = $1',
    without: { stored_bytes: 'A sum of the sizes of texts, counted for the limit; the texts themselves are proven.' },
  },
  ruleset: { key: { hash: 'text' }, of: 'namespace', hashed: ['source'] },
  ruleset_name: { key: { name: 'text' }, of: 'namespace' },
  name_binding: { key: { id: 'bigint' }, of: 'namespace' },
  approval: { key: ID, of: 'namespace' },
  approval_withdrawal: {
    key: { approval_id: 'uuid' },
    of: 't.approval_id IN (SELECT id FROM approval WHERE namespace_id = $1)',
  },
  review_record: { key: ID, of: 'namespace' },
  ruleset_comparison: { key: { hash: 'text' }, of: 'namespace', hashed: ['canonical'] },
  ruleset_label: { key: { hash: 'text' }, of: 'namespace' },
  unit_library: { key: { hash: 'text' }, of: 'namespace', hashed: ['canonical'] },
  unit_converter: { key: { id: 'bigint' }, of: 'namespace' },
  credential: { key: ID, of: 'namespace' },
  membership: { key: { person_id: 'uuid' }, of: 'namespace' },
  person: {
    key: ID,
    of: 't.id IN (SELECT person_id FROM membership WHERE namespace_id = $1)',
    without: {
      sessions_from: 'Ends sessions and begins none; an earlier time makes an old session count again at most.',
    },
  },
  person_identity: { key: { person_id: 'uuid', issuer: 'text', subject: 'text' }, of: 'person' },
  passkey: {
    key: { person_id: 'uuid', id: 'text' },
    of: 'person',
    without: { last_used_at: USE, counter: 'Grows with every use; a use is not an event of a log.' },
  },
  in_force: { key: ID, of: 'namespace' },
  member_admission: { key: { id: 'bigint' }, of: 'namespace' },
  blind_test: { key: ID, of: 'namespace' },
  blind_test_comment: { key: { id: 'bigint' }, of: 'namespace' },
  tool_guard: { key: ID, of: 'namespace' },
  call_grant: { key: ID, of: 'namespace' },
  administrator_tenure: { key: { person_id: 'uuid' }, of: 'namespace' },
  invitation: { key: ID, of: 'namespace' },
  test_case: { key: ID, of: 'namespace' },
  document: { key: ID, of: 'namespace' },
  document_revision: {
    key: ID,
    of: 'namespace',
    without: {
      text: 'sha256 is its digest, and is proven.',
      source: 'source_sha256 is its digest, and is proven.',
    },
  },
  clause_edit: { key: { id: 'bigint' }, of: 'namespace' },
  signing_key: { key: { id: 'text' }, of: 'deployment' },
  service_account: { key: ID, of: 't.home_id = $1' },
  service_secret: {
    key: ID,
    of: 't.account_id IN (SELECT id FROM service_account WHERE home_id = $1)',
    without: { last_used_at: USE },
  },
  group_member: { key: { account_id: 'uuid' }, of: 'namespace' },
  project: { key: ID, of: 'namespace' },
  guardrail: { key: ID, of: 'namespace' },
  application: { key: ID, of: 'namespace' },
  application_guardrail: {
    key: { application_id: 'uuid', guardrail_id: 'uuid' },
    of: 't.application_id IN (SELECT id FROM application WHERE namespace_id = $1)',
  },
} as const satisfies Readonly<Record<string, EvidenceTable>>

export const EVIDENCE_TABLE_NAMES: readonly string[] = Object.keys(EVIDENCE_TABLES)

export interface ReadRow extends ProvenRow {
  readonly text: string
}

export function byTable<Row>(rows: readonly Row[], tableOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(tableOf(row))
    if (group === undefined) groups.set(tableOf(row), [row])
    else group.push(row)
  }
  return groups
}

export function keyOf({ table, key }: Pick<ProvenRow, 'table' | 'key'>): string {
  return JSON.stringify([table, ...key])
}

type EvidenceTableName = keyof typeof EVIDENCE_TABLES

/** Logged in each of the person's namespaces. */
export const PERSON_TABLES: ReadonlySet<string> = new Set(['person', 'person_identity', 'passkey'])

export function evidenceTable(name: string): EvidenceTable | undefined {
  return Object.hasOwn(EVIDENCE_TABLES, name) ? EVIDENCE_TABLES[name as EvidenceTableName] : undefined
}

/** The columns that are not part of a row's digest. */
export function leftOut({ hashed = [], without = {} }: EvidenceTable): readonly string[] {
  return [...hashed, ...Object.keys(without)]
}

/** Returns the SQL condition for the namespace `$1`. */
export function belongsTo({ of }: EvidenceTable): string {
  if (of === 'namespace') return 't.namespace_id = $1'
  if (of === 'person') return 't.person_id IN (SELECT person_id FROM membership WHERE namespace_id = $1)'
  return of === 'deployment' ? 'true' : of
}

/** Verified against the tree, the head, the checkpoints and one another. */
export const LOG_TABLES: Readonly<Record<string, { readonly without?: Readonly<Record<string, string>> }>> = {
  log_entry: {},
  log_head: {},
  log_tile: {},
  log_checkpoint: { without: { at: 'Says when it was stored; the signed note proves size and root.' } },
}

/** With the reason. */
export const TABLES_WITHOUT_EVIDENCE: Readonly<Record<string, string>> = {
  ruleset_outline: 'A copy of words of rulesets for searches, made again from their bytes; no decision reads it.',
  ruleset_passage: 'A copy of parts of rulesets for searches, made again from their bytes; no decision reads it.',
  promoted_term: 'The vocabulary of labels, shared by all namespaces and inert: no decision reads it.',
  counted_call: 'Counts calls of tools that passed, for a day; a grant has its own entries.',
  repeatable_call: 'Answers that are kept for a day, so that a repeated call records nothing more; inert.',
  term_proposal: 'Counts proposals of terms by a keyed hash; inert.',
  namespace_usage: 'Counts checks against an allowance.',
  credential_usage: 'Counts calls and their last time; changes with every block of calls.',
  evaluation_issuance: 'Counts evaluation credentials of an address for an hour.',
  authorization_record:
    'Clients, codes and tokens of the authorisation server, short-lived; what is done with them has its own entries.',
  browser_session: 'Sessions of minutes or hours; what is done in one has its own entries.',
  password_try: 'Counts wrong passwords for a quarter of an hour.',
  security_event: 'Removed after its retention; what members change is in the log of the namespace too.',
  pending_change:
    'Every step of it is an entry of the log, and so is the change that it ends in; it expires after days.',
  group_member_request: 'Every step of it is an entry of the log, and so is the membership that it ends in.',
  setup_link: 'One-time links of the operator; the use of one is an entry of the log.',
  password_link: 'One-time links of the operator; the use of one is an entry of the log.',
  ceremony: 'What a page began and a second request ends within minutes; what it ends in is an entry of the log.',
  review: 'Every step of it is an entry of the log; a state of a ruleset is decided by signatures.',
  review_reviewer: 'Who is asked is in the entries of the review.',
  review_comment: 'Every comment is an entry of the log with the digest of its text; no decision reads it.',
  review_comment_edit: 'The entries of the comment have the digest of each text.',
  frame: 'Removed after its retention (a day by default); its content has a digest of its own in the row.',
  frame_response: 'Removed with its frame.',
  node_outcome: 'Removed with its frame.',
  log_cosignature: 'A copy of what a witness signed; it is used only if the key of the witness verifies it.',
  decision_entry: 'A leaf of a decision log, which has its own tree; an erasure removes its values only.',
  decision_form: 'Its id is its digest, and each statement that is made with it is a leaf of a decision log.',
  decision_head: 'Verified against the tree of the decision log.',
  decision_tile: 'A cache of hashes of a decision log; a proof made with it is verified before it is used.',
  decision_checkpoint: 'Signed, and verified against the tree of the decision log.',
  decision_cosignature: 'A copy of what a witness signed; it is used only if the key of the witness verifies it.',
  review_task: 'Removed with its frame; the answer of a reviewer is an entry of the log.',
  frame_label: 'Removed with its frame; every label is an entry of the log.',
  notification: 'Made from the log, and removed after its retention.',
  notification_cursor: 'Says how far the notifications have read the log.',
  followed_review: 'Made from the log; decides only who is told.',
  followed_comment: 'Made from the log; decides only who is told.',
  notification_choice: 'What a person wants by mail; no decision reads it.',
  outgoing_mail: 'Removed after its retention; its content comes from notifications.',
  webhook: 'Every change of it is an entry of the log; its secret is not stored.',
  webhook_delivery: 'Removed after its retention; its content comes from the log.',
  bus_work: 'Work that waits for minutes at most.',
  bus_dead_letter: 'Work that was given up, for the operator to look at.',
  _prisma_migrations: 'The history of the schema, which the start compares with the release.',
}
