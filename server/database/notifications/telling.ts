/** The meaning of an entry of a log for notifications. The store resolves who the audience is when it reads the entry. */
import type { NotificationFacts } from '../../api/schemas/notification-facts'
import type { NotificationKind, NotificationReason } from '../../api/terms/notification-terms'

export type Audience =
  | { readonly of: 'people'; readonly ids: readonly string[] }
  /** People who saved the revision under a name, or stored its bytes first. */
  | { readonly of: 'authors' }
  /** People who signed the revision. */
  | { readonly of: 'signers' }
  /** People who signed an earlier revision of the name. */
  | { readonly of: 'earlier_signers' }
  /** Reviewers of the open review of the name, and who opened it. */
  | { readonly of: 'reviewers' | 'opener' }
  /** Everyone who may sign. */
  | { readonly of: 'any_reviewer' }
  /** Everyone who wrote in the thread of a comment. */
  | { readonly of: 'thread'; readonly commentId: string }
  | { readonly of: 'administrators' }
  /** Administrators, if a guardrail uses the ruleset. */
  | { readonly of: 'administrators_if_used' }

export interface Addressed {
  readonly audience: Audience
  readonly reason: NotificationReason
  /** Whether these people are asked to act. */
  readonly waits: boolean
}

export interface Telling {
  readonly kind: NotificationKind
  /** A person is told once about each key. */
  readonly key: string
  /** Who has this key is not told. Null for no other key. */
  readonly unlessKey: string | null
  /** The first that contains a person decides the reason. Empty if nobody is told. */
  readonly addressed: readonly Addressed[]
  /** Null if the entry does not say it. The store then looks for the name that the hash had, or the hash of the name. */
  readonly name: string | null
  readonly hash: string | null
  readonly facts: NotificationFacts
  /** Whether webhooks get it. */
  readonly forWebhooks: boolean
  /** For events that a program can cause in any number; null for the others. */
  readonly collected: Collected | null
}

/**
 * A person who was told about the scope in the last two periods is told at most once more in each period, with the mails
 * of its end. With one period, a flood would begin anew in every second one.
 */
export interface Collected {
  /** Begins the keys. */
  readonly scope: string
  readonly periodMs: number
  /** Facts of that later notification. */
  readonly facts: NotificationFacts
}

/** The person or program that acted. People are never told about their own acts. */
export type Actor =
  | { readonly by: 'person'; readonly id: string }
  | { readonly by: 'label'; readonly label: string }
  | { readonly by: 'record'; readonly recordId: string }

export type Effect =
  | { readonly do: 'tell'; readonly telling: Telling }
  | {
      readonly do: 'follow_review'
      readonly reviewId: string
      readonly name: string
      readonly reviewerIds: readonly string[]
      readonly anyReviewer: boolean
    }
  | {
      readonly do: 'change_review'
      readonly reviewId: string
      readonly addedIds: readonly string[]
      readonly removedIds: readonly string[]
      readonly anyReviewer: boolean
    }
  | { readonly do: 'end_review'; readonly reviewId: string }
  | {
      readonly do: 'follow_comment'
      readonly reviewId: string
      readonly commentId: string
      readonly parentId: string | null
    }
  /** The actor has done the requested work on this revision. */
  | { readonly do: 'answer'; readonly hash: string }
  /** Nothing of the scope waits any more. */
  | { readonly do: 'end_scope'; readonly scope: string }
  /** Nobody is asked about calls of a guard any more, unless another one waits. */
  | { readonly do: 'end_calls'; readonly guardId: string }
  /** Earlier requests for reviews and changes of the name are replaced. */
  | { readonly do: 'revise'; readonly name: string }

export interface EntryReading {
  readonly actor: Actor
  /** In order. */
  readonly effects: readonly Effect[]
}

export interface ReadableEntry {
  readonly index: bigint
  readonly kind: string
  readonly actor: string
  readonly details: unknown
}

/** Returns null for an entry that concerns nobody. Pure. */
export type ReadEntry = (entry: ReadableEntry) => EntryReading | null
