/**
 * Rulesets as pages list, open and save them.
 *
 * Promises: a save names the revision it was made from, and where the name points at another one by now nothing is stored
 * and both texts are kept: the answer carries theirs. A ruleset that no longer compiles is still listed and opened.
 * Answers are plain JSON data: times are ISO texts.
 */

import type { Caller } from '../access/caller'
import type { ApprovalState } from '../signing/approval-status'
import type { IntendedSave } from './ends-own-approval'
import type { LabelRequest } from './labels'

export interface RulesetRow {
  readonly name: string
  readonly hash: string
  readonly summary: string
  /** Names of its rules and claims and the questions of its claims, to search in; empty where it no longer compiles. */
  readonly words: string
  /** Null, as `assertions`, where the stored source no longer compiles: `summary` says why. */
  readonly claims: number | null
  readonly assertions: number | null
  /** How many there are, this one included. */
  readonly revisions: number
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  /** Why results may differ from those under the engines of the approvals in force, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** When the latest approval in force was given; null where there is none. */
  readonly approvedAt: string | null
  /** A level-one id of the vocabulary; null where there is none. */
  readonly domain: string | null
  readonly savedAt: string
  /** Label of the person or of the credential. */
  readonly savedBy: string
}

export interface SavedRevision {
  readonly hash: string
  readonly savedAt: string
  readonly savedBy: string
  readonly message: string | null
}

/** A revision that somebody else saved meanwhile. */
export interface NewerRevision extends SavedRevision {
  /** Null where the stored bytes are damaged. */
  readonly source: string | null
}

export interface OpenedRuleset extends NewerRevision {
  readonly name: string
  readonly revisions: number
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  readonly label: { readonly domain: string | null; readonly term: string | null; readonly declined: boolean } | null
  /** Whether labels are kept in this namespace. */
  readonly labelling: boolean
  /** The latest, newest first; this one is the first. */
  readonly history: readonly SavedRevision[]
}

export interface RevisionToSave {
  /** The namespace of the page: a browser may have gone over to another one meanwhile. */
  readonly namespaceId: string
  readonly name: string
  readonly source: string
  /** What the author says of it; null for nothing. */
  readonly message: string | null
  /** The revision it was made from; null for a new name. */
  readonly base: string | null
  readonly label?: LabelRequest | null | undefined
}

export type SaveAnswer =
  | {
      readonly kind: 'saved'
      readonly hash: string
      /** As it is stored. */
      readonly source: string
      readonly savedAt: string
      /** Set where this save had come through before, and somebody saved another revision since. */
      readonly newer: NewerRevision | null
    }
  /** The name points at another revision than `base`. Nothing was stored. */
  | { readonly kind: 'conflict'; readonly theirs: NewerRevision }

export interface Revisions {
  /** In the order of names; a fixed number of questions to the database for each thousand of them. */
  list(caller: Caller): Promise<readonly RulesetRow[]>
  /** @throws Refusal RULESET_NOT_FOUND */
  open(caller: Caller, name: string): Promise<OpenedRuleset>
  /** The stored source of a revision. @throws Refusal RULESET_NOT_FOUND */
  source(caller: Caller, hash: string): Promise<{ readonly hash: string; readonly source: string }>
  /**
   * Whether saving this text makes the caller's own approval of the same bytes stop counting.
   * @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED
   */
  endsOwnApproval(caller: Caller, save: IntendedSave): Promise<boolean>
  /**
   * Saved again with the same text and base it answers what it answered before.
   * @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, RULESET_NOT_FOUND, BAD_REQUEST, CREDENTIAL_SCOPE
   */
  save(caller: Caller, revision: RevisionToSave): Promise<SaveAnswer>
}
