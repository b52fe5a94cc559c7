/**
 * Decides for every kind of the log who is told what. A new kind does not compile without a decision. Details that do
 * not fit their schema concern nobody, because an entry cannot be corrected.
 */
import { z } from 'zod'
import { LOG_KINDS, type LogKind } from '../../api/terms/log-kinds'
import type { Actor, Addressed, Audience, ReadableEntry, ReadEntry } from '../../database/notifications/telling'
import { as, id, type Reading, reading, tell, toAnswer } from './entry-reading'
import { callAnswered, callAsked, guardChanged, guardSettled } from './read-guard-entry'

/** A text is the reason why nobody is told. */
export type KindDecision = Reading | string

const ids = z.array(id).max(10_000)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const name = z.string()
const day = z.string().nullable()
const ADMINISTRATION = 'administrators see it on the pages of members, settings and credentials'
const GUARDRAIL = 'it is about guardrails, which have their own pages'
const OWN_ACCOUNT = 'it is about the own account, whose events are on its page'

export const KIND_DECISIONS: Readonly<Record<LogKind, KindDecision>> = {
  ruleset_stored: 'bytes without a name have no reader',
  state_recorded: 'it describes what existed before',
  name_bound: nameBound(),
  ruleset_labelled: 'a label decides nothing',
  ruleset_renamed: 'the list shows the new name',
  ruleset_archived: 'the list shows what is archived',
  ruleset_restored: 'the list shows the name again',
  member_confirmed: 'the members page shows it',
  blind_test_done: 'the pages of the ruleset and of its review show it',
  blind_test_commented: 'with an open review it is a comment there, which has its own entry',
  approval_recorded: approvalRecorded(),
  review_signed: reviewSigned(),
  approval_withdrawn: 'the entry review_signed of the same signature says it',
  credential_issued: ADMINISTRATION,
  credential_revoked: ADMINISTRATION,
  invitation_issued: ADMINISTRATION,
  invitation_revoked: ADMINISTRATION,
  member_joined: ADMINISTRATION,
  roles_changed: ADMINISTRATION,
  member_removed: ADMINISTRATION,
  settings_changed: webhookDisabled(),
  converter_added: 'it changes no ruleset that was saved',
  person_renamed: ADMINISTRATION,
  person_disabled: ADMINISTRATION,
  person_enabled: ADMINISTRATION,
  password_changed: OWN_ACCOUNT,
  password_hash_renewed: OWN_ACCOUNT,
  identity_linked: OWN_ACCOUNT,
  passkey_added: OWN_ACCOUNT,
  passkey_removed: OWN_ACCOUNT,
  passkey_renamed: OWN_ACCOUNT,
  service_account_added: ADMINISTRATION,
  service_account_disabled: ADMINISTRATION,
  service_account_enabled: ADMINISTRATION,
  service_secret_issued: ADMINISTRATION,
  service_secret_revoked: ADMINISTRATION,
  group_renamed: ADMINISTRATION,
  group_member_added: ADMINISTRATION,
  group_member_removed: ADMINISTRATION,
  project_added: GUARDRAIL,
  project_changed: GUARDRAIL,
  project_removed: GUARDRAIL,
  guardrail_added: GUARDRAIL,
  guardrail_changed: GUARDRAIL,
  guardrail_removed: GUARDRAIL,
  application_added: GUARDRAIL,
  application_changed: GUARDRAIL,
  application_removed: GUARDRAIL,
  frame_reviewed: GUARDRAIL,
  frame_labelled: GUARDRAIL,
  frame_label_withdrawn: GUARDRAIL,
  tool_guard_added: guardChanged(),
  tool_guard_changed: guardChanged(),
  tool_guard_removed: guardSettled(),
  tool_guard_confirmed: guardSettled(),
  call_asked: callAsked(),
  call_granted: callAnswered(),
  call_refused: callAnswered(),
  call_grant_used: GUARDRAIL,
  call_grant_taken_back: GUARDRAIL,
  test_case_added: 'the pages of the ruleset show it',
  test_case_changed: 'the pages of the ruleset show it',
  test_case_removed: 'the pages of the ruleset show it',
  agent_allowed: OWN_ACCOUNT,
  agent_revoked: OWN_ACCOUNT,
  exported: 'it changes nothing',
  checks_erased: 'the page of logged checks shows what was erased',
  checks_lost: 'the operator is told by an alarm',
  change_proposed: 'the counter of pending changes tells administrators',
  change_confirmed: ADMINISTRATION,
  change_declined: ADMINISTRATION,
  change_withdrawn: ADMINISTRATION,
  change_expired: ADMINISTRATION,
  change_applied_alone: ADMINISTRATION,
  change_voided: ADMINISTRATION,
  operator_link_issued: ADMINISTRATION,
  group_member_requested: ADMINISTRATION,
  group_member_request_confirmed: ADMINISTRATION,
  group_member_request_declined: ADMINISTRATION,
  signing_key_published: 'the operator did it',
  signing_key_retired: 'the operator did it',
  review_opened: reviewOpened(),
  review_changed: reviewChanged(),
  review_ended: reviewEnded(),
  comment_added: commentAdded(),
  comment_edited: commentEdited(),
  comment_resolved: commentMarked('comment_resolved'),
  comment_reopened: commentMarked('comment_reopened'),
  revision_put_in_force: putInForce(),
  force_ended: forceEnded(),
  document_added: 'the page of documents shows it',
  document_revised: 'the page of documents shows it',
  clause_marked: 'the page of documents shows it',
}

export const readEntry: ReadEntry = (entry) => {
  const decision = isKind(entry.kind) ? KIND_DECISIONS[entry.kind] : 'an entry of a later release'
  return typeof decision === 'string' ? null : decision(entry)
}

/** Kinds that concern somebody; other entries need not be read. */
export const READ_KINDS: readonly LogKind[] = LOG_KINDS.filter((kind) => typeof KIND_DECISIONS[kind] !== 'string')

function isKind(kind: string): kind is LogKind {
  return Object.hasOwn(KIND_DECISIONS, kind)
}

const AUTHORS: Audience = { of: 'authors' }
const OPENER: Audience = { of: 'opener' }
const REVIEWERS: Audience = { of: 'reviewers' }
const SIGNERS: Audience = { of: 'signers' }
const IF_USED: Audience = { of: 'administrators_if_used' }
const people = (chosen: readonly string[]): Audience => ({ of: 'people', ids: chosen })

function personOr(personId: string | null | undefined, { actor }: ReadableEntry): Actor {
  return personId == null ? { by: 'label', label: actor } : { by: 'person', id: personId }
}

function nameBound(): Reading {
  const details = z.object({ name, hash, pointed_at: hash.nullable(), person_id: id.nullish() })
  return reading(
    details,
    (bound, entry) =>
      bound.pointed_at === null
        ? []
        : [
            { do: 'revise', name: bound.name },
            tell('new_revision', entry, [...toAnswer(REVIEWERS), ...as('signer', { of: 'earlier_signers' })], {
              name: bound.name,
              hash: bound.hash,
              facts: { event: 'new_revision' },
            }),
          ],
    (bound, entry) => personOr(bound.person_id, entry),
  )
}

function approvalRecorded(): Reading {
  const details = z.object({ hash, approver: z.string(), channel: z.string(), person_id: id.nullish() })
  return reading(
    details,
    (approval, entry) =>
      // A signature has the entry review_signed.
      approval.channel === 'person'
        ? []
        : [
            tell('approved', { ...entry, actor: approval.approver }, as('author', AUTHORS, OPENER), {
              name: null,
              hash: approval.hash,
              facts: { event: 'approved_unsigned' },
            }),
          ],
    (approval, entry) => personOr(approval.person_id, entry),
  )
}

function reviewSigned(): Reading {
  const details = z.object({
    hash,
    record_id: id,
    printed_name: z.string(),
    meaning: z.enum(['approved', 'reviewed', 'changes_requested', 'withdrawn']),
  })
  return reading(
    details,
    (signed, given) => {
      const entry = { ...given, actor: signed.printed_name }
      const about = { name: null, hash: signed.hash }
      const record_id = signed.record_id
      const writers = as('author', AUTHORS, OPENER)
      switch (signed.meaning) {
        case 'approved':
        case 'reviewed':
          return [
            { do: 'answer', hash: signed.hash },
            tell('approved', entry, writers, { ...about, facts: { event: signed.meaning, record_id } }),
          ]
        case 'changes_requested': {
          const toAct = writers.map((each): Addressed => ({ ...each, waits: true }))
          return [
            { do: 'answer', hash: signed.hash },
            tell('changes_requested', entry, toAct, { ...about, facts: { event: 'changes_requested' } }),
          ]
        }
        case 'withdrawn': {
          const dependent = [...writers, ...as('signer', SIGNERS), ...as('administrator', IF_USED)]
          return [tell('withdrawn', entry, dependent, { ...about, facts: { event: 'withdrawn' } })]
        }
      }
    },
    ({ record_id }) => ({ by: 'record', recordId: record_id }),
  )
}

function reviewOpened(): Reading {
  const details = z.object({ review_id: id, name, hash, reviewer_ids: ids, any_reviewer: z.boolean(), due_on: day })
  return reading(details, (opened, entry) => {
    const [reviewerIds, anyReviewer] = [opened.reviewer_ids, opened.any_reviewer]
    const audience = [people(reviewerIds), ...(anyReviewer ? [{ of: 'any_reviewer' } as const] : [])]
    return [
      { do: 'follow_review', reviewId: opened.review_id, name: opened.name, reviewerIds, anyReviewer },
      tell('review_requested', entry, [...toAnswer(...audience), ...as('author', AUTHORS)], {
        ...{ name: opened.name, hash: opened.hash, key: `review/${opened.review_id}` },
        facts: { event: 'review_opened', due_on: opened.due_on },
      }),
    ]
  })
}

function reviewChanged(): Reading {
  const details = z.object({
    ...{ review_id: id, name, hash: hash.nullish(), added_ids: ids, removed_ids: ids },
    ...{ any_reviewer: z.boolean(), due_on: day },
  })
  return reading(details, (changed, entry) => {
    const [addedIds, removedIds, anyReviewer] = [changed.added_ids, changed.removed_ids, changed.any_reviewer]
    const audience = [people(addedIds), ...(anyReviewer ? [{ of: 'any_reviewer' } as const] : [])]
    return [
      { do: 'change_review', reviewId: changed.review_id, addedIds, removedIds, anyReviewer },
      tell('review_requested', entry, toAnswer(...audience), {
        // Nobody is asked twice for the same review, except after a removal.
        ...{ name: changed.name, hash: changed.hash ?? null, key: `review/${changed.review_id}` },
        forWebhooks: false,
        facts: { event: 'reviewer_added', due_on: changed.due_on },
      }),
    ]
  })
}

function reviewEnded(): Reading {
  const details = z.object({ review_id: id, name, how: z.string() })
  return reading(details, (ended, entry) => {
    const withdrawn = tell('withdrawn', entry, as('participant', REVIEWERS, OPENER), {
      ...{ name: ended.name, hash: null },
      facts: { event: 'review_withdrawn' },
    })
    // The signatures that completed a review have told about it.
    const told = ended.how === 'withdrawn' ? [withdrawn] : []
    return [...told, { do: 'end_review', reviewId: ended.review_id }]
  })
}

const mentionKey = (commentId: string) => `mention/${commentId}`

function commentAdded(): Reading {
  const details = z.object({
    ...{ review_id: id, name, hash, comment_id: id, parent_id: id.nullable(), mentioned_ids: ids },
    subject: z.object({ kind: z.string(), name: z.string().nullable() }),
    is_suggestion: z.boolean(),
  })
  return reading(details, (added, entry) => {
    const about = { name: added.name, hash: added.hash }
    const subject = added.subject
    const thread: Audience = { of: 'thread', commentId: added.comment_id }
    return [
      { do: 'follow_comment', reviewId: added.review_id, commentId: added.comment_id, parentId: added.parent_id },
      tell('mention', entry, as('mentioned', people(added.mentioned_ids)), {
        ...{ ...about, key: mentionKey(added.comment_id), forWebhooks: false },
        facts: { event: 'mentioned', subject },
      }),
      tell('comment', entry, [...as('author', AUTHORS, OPENER), ...as('participant', thread)], {
        ...{ ...about, unlessKey: mentionKey(added.comment_id) },
        facts: { event: 'comment_added', subject, is_suggestion: added.is_suggestion },
      }),
    ]
  })
}

function commentEdited(): Reading {
  const details = z.object({ review_id: id, name, hash: hash.nullish(), comment_id: id, mentioned_ids: ids })
  return reading(details, (edited, entry) => [
    // The key is that of the comment, so that only new mentions are told.
    tell('mention', entry, as('mentioned', people(edited.mentioned_ids)), {
      ...{ name: edited.name, hash: edited.hash ?? null, key: mentionKey(edited.comment_id), forWebhooks: false },
      facts: { event: 'mentioned' },
    }),
  ])
}

function commentMarked(event: 'comment_resolved' | 'comment_reopened'): Reading {
  const details = z.object({ review_id: id, name, hash: hash.nullish(), comment_id: id })
  return reading(details, (marked, entry) => [
    tell('comment', entry, as('participant', { of: 'thread', commentId: marked.comment_id }), {
      ...{ name: marked.name, hash: marked.hash ?? null, forWebhooks: false },
      facts: { event },
    }),
  ])
}

function putInForce(): Reading {
  const details = z.object({ name, hash, from: z.string() })
  return reading(details, (put, entry) => [
    tell('in_force', entry, [...as('author', AUTHORS), ...as('signer', SIGNERS), ...as('administrator', IF_USED)], {
      ...{ name: put.name, hash: put.hash },
      facts: { event: 'put_in_force', time: put.from },
    }),
  ])
}

function forceEnded(): Reading {
  const details = z.object({ name, hash, at: z.string() })
  return reading(details, (ended, entry) => [
    tell('in_force', entry, [...as('author', AUTHORS), ...as('signer', SIGNERS), ...as('administrator', IF_USED)], {
      ...{ name: ended.name, hash: ended.hash },
      facts: { event: 'force_ended', time: ended.at },
    }),
  ])
}

/** Other changes of settings are seen on their page. */
function webhookDisabled(): Reading {
  const details = z.object({ webhook_id: id, webhook_disabled: z.string() })
  return reading(details, (disabled, entry) => [
    tell('webhook_disabled', entry, as('administrator', { of: 'administrators' }), {
      ...{ name: null, hash: null, forWebhooks: false },
      facts: { event: 'webhook_disabled', webhook: disabled.webhook_disabled },
    }),
  ])
}
