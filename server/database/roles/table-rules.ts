/**
 * Grants and triggers are made from this list (prepare-database.ts), and a test compares it with the schema. Unlisted
 * tables are `ordinary`, so they work before they are classified.
 */

/**
 * - `append_only`: rows are only added.
 * - `permanent`: rows are never removed. `fixed` columns never change, others only if `refused` (SQL over OLD and NEW)
 * is false.
 * - `ordinary`: the server may do everything.
 */
export type TableRule =
  | { readonly kind: 'append_only'; readonly reason: string }
  | {
      readonly kind: 'permanent'
      readonly fixed: readonly string[]
      readonly refused: string | null
      readonly reason: string
    }
  | { readonly kind: 'ordinary'; readonly reason: string }

const appendOnly = (reason: string): TableRule => ({ kind: 'append_only', reason })
const permanentRows = (fixed: readonly string[], reason: string, refused: string | null = null): TableRule => ({
  kind: 'permanent',
  ...{ fixed, refused, reason },
})
const ordinaryRows = (reason: string): TableRule => ({ kind: 'ordinary', reason })

export const TABLE_RULES: Readonly<Record<string, TableRule>> = {
  // Signatures, signers and logs.
  ruleset: appendOnly('the bytes under a hash are what people signed'),
  unit_library: appendOnly('the bytes under a hash are what a result was computed with'),
  unit_converter: appendOnly('a converter in force is the last one that was added'),
  name_binding: appendOnly('the history of a name says who wrote a revision'),
  approval: appendOnly('an approval ends by a withdrawal, not by a change'),
  approval_withdrawal: appendOnly('a withdrawal cannot be undone'),
  review_record: appendOnly('a signature is evidence'),
  ruleset_comparison: appendOnly('the bytes under a digest are what a signer was shown'),
  log_entry: appendOnly('the log is evidence'),
  log_checkpoint: appendOnly('a checkpoint was given to others, who compare it'),
  log_cosignature: appendOnly('a witness signed it once'),
  decision_checkpoint: appendOnly('a checkpoint was given to others, who compare it'),
  decision_cosignature: appendOnly('a witness signed it once'),
  frame: appendOnly('a frame is what was asked; touchstone_remove_frames ends its retention'),
  frame_response: appendOnly('the first answer counts; touchstone_remove_frames ends its retention'),
  administrator_tenure: appendOnly('who ever was an administrator decides which approvals count'),
  in_force: appendOnly('which revision applied on a day is never changed afterwards'),
  member_admission: appendOnly('who invited a signer decides which approvals count'),
  blind_test: appendOnly('what a reviewer said before the answers were shown is evidence'),
  blind_test_comment: appendOnly('signed statements contain the comment'),
  document: appendOnly('rulesets cite a document by its label'),
  document_revision: appendOnly('the text under a digest is what rules were compared with'),
  clause_edit: appendOnly('the clauses that a reviewer saw follow from the edits'),
  promoted_term: appendOnly('the id of a term has one meaning for ever'),

  // Removing one would remove or hide rows of the tables above.
  namespace: permanentRows(
    ['id', 'created_at'],
    'every row of a namespace is removed with it; its marks of rules that one administrator changed and of its recorded state stay for ever',
    `OLD.changed_alone_at IS NOT NULL AND NEW.changed_alone_at IS DISTINCT FROM OLD.changed_alone_at
      OR OLD.state_recorded_at IS NOT NULL AND NEW.state_recorded_at IS DISTINCT FROM OLD.state_recorded_at`,
  ),
  pending_change: permanentRows(
    ['id', 'namespace_id', 'kind', 'proposal', 'proposer_id', 'proposed_by', 'proposed_at', 'alone_from', 'expires_at'],
    'what was proposed is what is confirmed; it ends once',
    'OLD.outcome IS NOT NULL AND NEW.* IS DISTINCT FROM OLD.*',
  ),
  group_member_request: permanentRows(
    ['id', 'namespace_id', 'username', 'account_id', 'requested_at', 'requested_by', 'expires_at'],
    'a request is answered once, and counts against the limit of its day',
    'OLD.outcome IS NOT NULL AND NEW.* IS DISTINCT FROM OLD.*',
  ),
  person: permanentRows(['id', 'created_at'], 'signatures and revisions name a person'),
  credential: permanentRows(
    [
      ...['id', 'token_sha256', 'namespace_id', 'grade', 'tier', 'label', 'created_at', 'expires_at'],
      ...['issuer', 'issued_by_id'],
    ],
    'grade and expiry decide which namespaces touchstone_remove_expired_evaluations removes; the issuer is an author',
  ),
  service_account: permanentRows(
    ['id', 'username', 'home_id', 'created_at'],
    'an account is disabled and stays; requests for it would be removed with it',
  ),
  ruleset_name: permanentRows(['namespace_id', 'name'], 'a name is bound anew, and never given up'),
  signing_key: permanentRows(
    ['id', 'purpose', 'public_key', 'created_at'],
    'a retired key still verifies what it signed; retirement is the one change, and is final',
    'OLD.retired_at IS NOT NULL AND NEW.retired_at IS DISTINCT FROM OLD.retired_at',
  ),
  review: permanentRows(
    ['id', 'namespace_id', 'name', 'opened_hash', 'opened_by', 'opened_label', 'message', 'opened_at'],
    'what reviewers were asked stays; a review ends once',
    'OLD.ended_at IS NOT NULL AND NEW.* IS DISTINCT FROM OLD.*',
  ),
  review_comment: permanentRows(
    [
      ...['id', 'namespace_id', 'review_id', 'parent_id', 'hash', 'subject_kind', 'subject_name', 'person_id'],
      ...['credential_id', 'author', 'by_agent', 'suggestion', 'suggestion_from', 'suggestion_to', 'created_at'],
      'sequence',
    ],
    'a comment is edited or resolved, and stays',
  ),
  call_grant: permanentRows(
    [
      ...['id', 'namespace_id', 'guard_id', 'guard_name', 'guard_version', 'server', 'tool', 'ruleset_hash', 'digest'],
      ...['content', 'asker', 'asked_by', 'behind_id', 'asked_at', 'waits_until'],
    ],
    'a call is answered once, and a grant is used or taken back once',
    `(OLD.used_at IS NOT NULL OR OLD.taken_back_at IS NOT NULL) AND NEW.* IS DISTINCT FROM OLD.*
      OR OLD.answered_at IS NOT NULL AND (NEW.answered_at, NEW.answered_by, NEW.answered_by_id, NEW.is_granted,
        NEW.reason, NEW.expires_at) IS DISTINCT FROM (OLD.answered_at, OLD.answered_by, OLD.answered_by_id,
        OLD.is_granted, OLD.reason, OLD.expires_at)`,
  ),
  review_comment_edit: appendOnly('the earlier text of a comment stays'),
  decision_entry: permanentRows(
    ['namespace_id', 'index', 'id', 'ruleset_hash', 'body', 'at'],
    'a decision log is evidence; an erasure removes the key and the encrypted values, and nothing brings them back',
    '(NEW.key IS NOT NULL OR NEW.sealed IS NOT NULL OR cardinality(NEW.marks) > 0) AND NEW.* IS DISTINCT FROM OLD.*',
  ),
  decision_form: appendOnly('statements in a decision log are made again with it'),
  decision_head: permanentRows(
    ['namespace_id', 'claim_key'],
    'the head changes with entries that are appended; with another key nobody finds the claims of a person',
    'NEW.size <= OLD.size AND (NEW.size, NEW.frontier) IS DISTINCT FROM (OLD.size, OLD.frontier) OR NEW.swept < OLD.swept',
  ),
  log_head: permanentRows(
    ['namespace_id'],
    'the head changes with entries that are appended',
    'NEW.size <= OLD.size AND NEW.* IS DISTINCT FROM OLD.*',
  ),

  // The server changes and removes these rows in its daily work.
  log_tile: ordinaryRows('a cache that is made anew from the entries; a proof made with it is held against the head'),
  decision_tile: ordinaryRows('like log_tile, for a decision log'),
  ruleset_outline: ordinaryRows('a copy for searches, made again from the ruleset'),
  ruleset_passage: ordinaryRows('a copy for searches, made again from the ruleset'),
  ruleset_label: ordinaryRows('a label is inert and is made anew'),
  term_proposal: ordinaryRows('a proposal is removed when its term is promoted or its time is over'),
  namespace_usage: ordinaryRows('a counter'),
  credential_usage: ordinaryRows('a counter'),
  counted_call: ordinaryRows('a call that passed is counted for a day'),
  repeatable_call: ordinaryRows('an answer that is kept for a day'),
  evaluation_issuance: ordinaryRows('a counter of the cap per address'),
  authorization_record: ordinaryRows('tokens and grants expire and are revoked'),
  membership: ordinaryRows('roles are given and taken; the log has the evidence'),
  person_identity: ordinaryRows('a means of signing in'),
  passkey: ordinaryRows('a means of signing in, which its person removes'),
  password_link: ordinaryRows('a link that is used once or expires'),
  setup_link: ordinaryRows('a link that is used once or expires'),
  invitation: ordinaryRows('a link that is used once, revoked or expires'),
  browser_session: ordinaryRows('a session is used, ends, and is removed after its life'),
  password_try: ordinaryRows('a counter'),
  security_event: ordinaryRows('events of a minute are counted in one row, and removed after 90 days'),
  ceremony: ordinaryRows('a challenge that is used once or expires'),
  test_case: ordinaryRows('authors change and remove test cases'),
  service_secret: ordinaryRows('secrets are revoked'),
  group_member: ordinaryRows('administrators add and remove accounts; the log has the evidence'),
  project: ordinaryRows('authors change and remove projects; the log has the evidence'),
  guardrail: ordinaryRows('authors change and remove guardrails; the log has the evidence'),
  application: ordinaryRows('authors change and remove applications; the log has the evidence'),
  tool_guard: ordinaryRows('authors change and remove guards; the log has the evidence'),
  application_guardrail: ordinaryRows('the guardrails that an application uses now'),
  node_outcome: ordinaryRows('what an unfinished evaluation waits with'),
  review_reviewer: ordinaryRows('reviewers are added and removed while the review is open; the log has the evidence'),
  frame_label: ordinaryRows('labellers change and withdraw their labels; the log has the evidence'),
  review_task: ordinaryRows('a task is answered; the log has the evidence'),
  notification: ordinaryRows('a notification is read and removed after its retention; the log has the event'),
  notification_cursor: ordinaryRows('moves over the log'),
  followed_review: ordinaryRows('an open review, as its entries of the log describe it'),
  followed_comment: ordinaryRows('who wrote a comment, as the log says'),
  notification_choice: ordinaryRows('people choose what they receive by mail'),
  outgoing_mail: ordinaryRows('a mail is sent and removed after its retention'),
  webhook: ordinaryRows('administrators change and remove webhooks; the log has the evidence'),
  webhook_delivery: ordinaryRows('a delivery is tried and removed after its retention'),
  bus_work: ordinaryRows('a row is removed when its work is done'),
  bus_dead_letter: ordinaryRows('the operator removes what was looked at'),
}

const UNLISTED: TableRule = ordinaryRows('not classified yet')

export function ruleOf(table: string): TableRule {
  return TABLE_RULES[table] ?? UNLISTED
}
