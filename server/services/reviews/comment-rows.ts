import type { StoredComment } from '../../database/reviews/review-comments'
import type { Caller } from '../calls/caller'
import type { CommentSubject, FollowedSubject } from './review-subjects'
import { replacedText } from './suggestion'

export interface CommentRow {
  readonly id: string
  readonly author: string
  readonly byAgent: boolean
  readonly mine: boolean
  readonly text: string
  readonly createdAt: string
  /** Earlier texts, oldest first. */
  readonly edits: readonly { readonly editedAt: string; readonly text: string }[]
}

export interface CommentThread extends CommentRow {
  readonly hash: string
  /** Number of the revision that it is on. */
  readonly revision: number
  readonly subject: CommentSubject
  readonly place: FollowedSubject
  readonly resolved: { readonly at: string; readonly by: string } | null
  readonly mayResolve: boolean
  /** `before` is the replaced text; null for the whole ruleset. */
  readonly suggestion: { readonly text: string; readonly before: string | null } | null
  /** Oldest first. */
  readonly replies: readonly CommentRow[]
}

export interface ThreadFacts {
  readonly caller: Caller
  readonly mayResolve: (comment: StoredComment) => boolean
  readonly revisionOf: (hash: string) => number
  readonly placeOf: (comment: StoredComment) => FollowedSubject
  /** The source of a revision with suggestions for a statement. */
  readonly sourceOf: (hash: string) => string
}

/** @param comments in the order of writing */
export function toThreads(comments: readonly StoredComment[], facts: ThreadFacts): readonly CommentThread[] {
  const replies = new Map<string, CommentRow[]>()
  for (const comment of comments)
    if (comment.parentId !== null)
      replies.set(comment.parentId, [...(replies.get(comment.parentId) ?? []), toRow(comment, facts.caller)])
  return comments
    .filter(({ parentId }) => parentId === null)
    .map((comment) => toThread(comment, replies.get(comment.id) ?? [], facts))
}

function toThread(comment: StoredComment, replies: readonly CommentRow[], facts: ThreadFacts): CommentThread {
  const { hash, subject, suggestion, resolvedAt, resolvedLabel } = comment
  return {
    ...toRow(comment, facts.caller),
    hash,
    revision: facts.revisionOf(hash),
    subject,
    place: facts.placeOf(comment),
    resolved: resolvedAt === null ? null : { at: resolvedAt.toISOString(), by: resolvedLabel ?? '' },
    mayResolve: facts.mayResolve(comment),
    suggestion: suggestion && {
      text: suggestion.text,
      before: suggestion.replaces === null ? null : replacedText(facts.sourceOf(hash), suggestion),
    },
    replies,
  }
}

function toRow(comment: StoredComment, caller: Caller): CommentRow {
  const { id, author, byAgent, text, createdAt, edits } = comment
  return {
    ...{ id, author, byAgent, text },
    mine: isOwnComment(comment, caller),
    createdAt: createdAt.toISOString(),
    edits: edits.map((edit) => ({ text: edit.text, editedAt: edit.editedAt.toISOString() })),
  }
}

/**
 * Whether the caller wrote the comment. Without credentials, a comment has neither a person nor a credential and
 * belongs to nobody.
 */
export function isOwnComment(
  { personId, credentialId }: Pick<StoredComment, 'personId' | 'credentialId'>,
  caller: Pick<Caller, 'person' | 'credentialId'>,
): boolean {
  if (personId !== null) return personId === caller.person?.id
  return credentialId !== null && credentialId === caller.credentialId
}
