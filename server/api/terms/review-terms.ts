/** Reviews of named rulesets. This file imports no schema, because pages load it early. */

/** States of a name, by its newest revision and its open review (services/reviews/review-brief.ts). */
export const REVIEW_STATES = ['draft', 'in_review', 'changes_requested', 'approved'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** `clause` is a part of a written policy. */
export const COMMENT_SUBJECTS = ['whole', 'assertion', 'definition', 'claim', 'clause'] as const
export type CommentSubjectKind = (typeof COMMENT_SUBJECTS)[number]

/** `completed` if the newest revision was approved. */
export const REVIEW_ENDINGS = ['withdrawn', 'completed'] as const
export type ReviewEnding = (typeof REVIEW_ENDINGS)[number]

/** Characters of a message or comment. */
export const MAX_REVIEW_TEXT_CHARS = 10_000
/** Comments and replies of one review. */
export const MAX_REVIEW_COMMENTS = 2_000
/** People who are asked by one review. */
export const MAX_REVIEWERS = 20
/** People who are mentioned in one comment. */
export const MAX_MENTIONS = 20
/** Earlier texts of one comment. */
export const MAX_COMMENT_EDITS = 100
