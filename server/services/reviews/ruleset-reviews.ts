/**
 * Reviews of named rulesets (public/docs/workbench.md, "Reviewing together"): a request, comments and suggestions.
 * Signatures are those of services/signing. Answers are plain JSON.
 */
import type { ReviewEnding } from '../../api/terms/review-terms'
import type { MemberVerbs } from '../../database/accounts/members'
import { demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { Role } from '../calls/permissions'
import { type ReadReviewDependencies, type ReviewChoice, type ReviewView, readReview } from './read-review'
import { type BriefDependencies, type ReviewBrief, readReviewBrief } from './review-brief'
import { offerToSignAgain, type SignAgainDependencies, type SignAgainOffer } from './sign-again'
import {
  addComment,
  type CommentToAdd,
  editComment,
  readReplacedText,
  readSuggestedText,
  resolveComment,
  type SuggestedText,
  type WriteCommentDependencies,
} from './write-comment'
import {
  type AskedReviewers,
  changeReview,
  endReview,
  openReview,
  type ReviewToOpen,
  type WriteReviewDependencies,
} from './write-review'

/** A member who can be mentioned, and asked for a review with the role reviewer. */
export interface ReviewPerson {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
}

export interface RulesetReviews {
  /** @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST, BUDGET_EXCEEDED */
  open(
    caller: Caller,
    review: ReviewToOpen,
  ): Promise<{ readonly kind: 'opened' | 'open_already'; readonly reviewId: string }>
  change(caller: Caller, change: { readonly reviewId: string } & AskedReviewers): Promise<void>
  end(caller: Caller, request: { readonly reviewId: string }): Promise<{ readonly ending: ReviewEnding }>
  read(caller: Caller, choice: ReviewChoice): Promise<ReviewView>
  brief(caller: Caller, request: { readonly name: string }): Promise<ReviewBrief>
  /** Active members, by name. */
  people(caller: Caller): Promise<readonly ReviewPerson[]>
  comment(caller: Caller, comment: CommentToAdd): Promise<{ readonly commentId: string }>
  edit(caller: Caller, edit: { readonly commentId: string; readonly text: string }): Promise<void>
  resolve(caller: Caller, request: { readonly commentId: string; readonly resolved: boolean }): Promise<void>
  suggestion(caller: Caller, request: { readonly commentId: string }): Promise<SuggestedText>
  /** The text that a suggestion would replace. */
  replaced(caller: Caller, of: Parameters<typeof readReplacedText>[2]): Promise<{ readonly text: string }>
  /** May take seconds. Null if nothing is offered. */
  signAgain(caller: Caller, request: { readonly name: string }): Promise<SignAgainOffer | null>
}

type ReviewsDependencies = WriteReviewDependencies &
  WriteCommentDependencies &
  ReadReviewDependencies &
  BriefDependencies &
  SignAgainDependencies & { readonly store: MemberVerbs }

export function createRulesetReviews(dependencies: ReviewsDependencies): RulesetReviews {
  return {
    open: async (caller, review) => {
      const { kind, review: stored } = await openReview(dependencies, caller, review)
      return { kind, reviewId: stored.id }
    },
    change: async (caller, change) => {
      await changeReview(dependencies, caller, change)
    },
    end: async (caller, { reviewId }) => ({ ending: await endReview(dependencies, caller, reviewId) }),
    read: (caller, choice) => readReview(dependencies, caller, choice),
    brief: (caller, { name }) => readReviewBrief(dependencies, caller, name),
    people: async (caller) => {
      demandReading(caller, 'read')
      const members = await dependencies.store.listMembers(namespaceOf(caller))
      return members
        .filter(({ disabledAt }) => disabledAt === null)
        .map(({ personId, name, email, roles }) => ({ personId, name, email, roles }))
    },
    comment: async (caller, comment) => {
      const { id } = await addComment(dependencies, { caller, channel: 'person' }, comment)
      return { commentId: id }
    },
    edit: async (caller, edit) => {
      await editComment(dependencies, caller, edit)
    },
    resolve: async (caller, request) => {
      await resolveComment(dependencies, caller, request)
    },
    suggestion: (caller, { commentId }) => readSuggestedText(dependencies, caller, commentId),
    replaced: (caller, of) => readReplacedText(dependencies, caller, of),
    signAgain: (caller, { name }) => offerToSignAgain(dependencies, caller, name),
  }
}
