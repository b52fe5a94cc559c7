/** Schemas of reviews and comments. The service checks lengths. */
import { z } from 'zod'
import { COMMENT_SUBJECTS, MAX_REVIEW_TEXT_CHARS, MAX_REVIEWERS, REVIEW_STATES } from '../terms/review-terms'
import { contentHash, rulesetName, timestamp, versions } from './fields'

const EXAMPLE_ID = 'e3a8c1d4-5a41-4f0e-9d52-6f8f6a1b7c20'
const EXAMPLE_PERSON = 'Ann Lee <ann@example.org>'

const reviewId = z.uuid().meta({ description: 'identifies the review', examples: [EXAMPLE_ID] })
const commentId = z
  .uuid()
  .meta({ description: 'identifies the comment', examples: ['0f6f3f0e-0a4e-4c43-8f0e-7d1a2b3c4d5e'] })
const day = z.iso.date()
const dueOn = day.nullable().meta({ description: 'the last day in UTC; null without one', examples: ['2026-12-01'] })
const subjectName = z
  .string()
  .max(1_000)
  .nullable()
  .meta({
    description:
      'name of the part; for a clause, the labels of its document and of the clause, as in `TE-07 4.2(b)`; null for the whole ruleset',
    examples: ['receipt_attached'],
  })
const subject = z
  .strictObject({
    kind: z.enum(COMMENT_SUBJECTS).meta({
      description: 'what kind of part it is; a clause is one of a document that the ruleset cites',
      examples: ['assertion'],
    }),
    name: subjectName,
  })
  .meta({ description: 'the part of the ruleset that the comment is about' })
const suggestion = z
  .strictObject({
    text: z.string().meta({
      description: 'the text instead; the ruleset must compile with it',
      examples: ['assert receipt_attached { Implies(amount >= 75 "USD", has_receipt) };'],
    }),
    replaces: z
      .enum(['statement', 'ruleset'])
      .meta({ description: 'the statement of the subject, or the whole text', examples: ['statement'] }),
  })
  .meta({ description: 'a text that the author can apply to the draft' })

export const openReviewRequest = z
  .strictObject({
    name: rulesetName.meta({ examples: ['travel-expenses'] }),
    message: z
      .string()
      .optional()
      .meta({
        description: `what reviewers should look at, at most ${MAX_REVIEW_TEXT_CHARS} characters`,
        examples: ['Please read the new limit for receipts.'],
      }),
    reviewers: z
      .array(z.string().max(320))
      .max(1_000)
      .optional()
      .meta({
        description: `e-mail addresses of reviewers, at most ${MAX_REVIEWERS}. Without any, every reviewer of the namespace is asked`,
        examples: [['ann@example.org']],
      }),
    due_on: day.nullish().meta({ description: 'the last day, in UTC', examples: ['2026-12-01'] }),
  })
  .meta({ id: 'OpenReviewRequest' })

export const review = z
  .strictObject({
    review_id: reviewId,
    name: z.string().meta({ description: 'name of the ruleset', examples: ['travel-expenses'] }),
    state: z.enum(REVIEW_STATES).meta({
      description: 'state of the name, by its newest revision',
      examples: ['in_review'],
    }),
    ruleset_hash: contentHash.meta({ description: 'the newest revision, which the review is about' }),
    opened_at: timestamp,
    opened_by: z.string().meta({ description: 'who opened it, as issued here', examples: [EXAMPLE_PERSON] }),
    message: z
      .string()
      .meta({ description: 'what reviewers should look at', examples: ['Please read the new limit.'] }),
    reviewers: z.array(z.string()).meta({ description: 'people who are asked by name', examples: [[EXAMPLE_PERSON]] }),
    any_reviewer: z
      .boolean()
      .meta({ description: 'whether every reviewer of the namespace is asked', examples: [false] }),
    due_on: dueOn,
    open_comments: z.int().meta({ description: 'comments that are not resolved, without replies', examples: [1] }),
  })
  .meta({ id: 'RulesetReview' })

export const reviewOpened = z
  .strictObject({
    ok: z.literal(true),
    opened: z.boolean().meta({ description: 'false if a review of the name was open already', examples: [true] }),
    review,
    versions,
  })
  .meta({ id: 'ReviewOpened' })

export const reviewComment = z
  .strictObject({
    comment_id: commentId,
    review_id: reviewId,
    reply_to: z
      .uuid()
      .nullable()
      .meta({ description: 'the comment that it replies to', examples: [null] }),
    ruleset_hash: contentHash.meta({ description: 'the revision that it was written on' }),
    subject,
    text: z.string().meta({ description: 'what was written', examples: ['Is exactly 75 USD meant to need one?'] }),
    author: z.string().meta({ description: 'who wrote it, as issued here', examples: [EXAMPLE_PERSON] }),
    recorded_by: z
      .literal('agent')
      .optional()
      .meta({ description: 'present only if an AI agent wrote it', examples: ['agent'] }),
    written_at: timestamp,
    resolved: z.boolean().meta({ description: 'whether it was resolved; false for a reply', examples: [false] }),
    suggestion: suggestion
      .nullable()
      .meta({ description: 'a text that the author can apply to the draft; null without one', examples: [null] }),
  })
  .meta({ id: 'RulesetComment' })

export const reviewList = z
  .strictObject({
    ok: z.literal(true),
    reviews: z.array(review).meta({ description: 'open reviews, latest first' }),
    comments: z
      .array(reviewComment)
      .optional()
      .meta({ description: 'with `name`: the comments of its open review, in the order of writing' }),
    versions,
  })
  .meta({ id: 'OpenReviewList' })

export const commentRequest = z
  .strictObject({
    name: rulesetName.meta({ examples: ['travel-expenses'] }),
    ruleset_hash: contentHash.nullish().meta({
      description: 'the revision that the comment is about; the newest if absent',
    }),
    subject: subject
      .nullish()
      .meta({ description: 'the part of the ruleset that the comment is about; the whole if absent' }),
    text: z.string().meta({
      description: `at most ${MAX_REVIEW_TEXT_CHARS} characters; \`@\` and a name or e-mail address mentions a member`,
      examples: ['Is exactly 75 USD meant to need one?'],
    }),
    reply_to: z
      .uuid()
      .nullish()
      .meta({ description: 'the comment that it replies to', examples: [null] }),
    suggestion: suggestion.nullish().meta({ description: 'a text that the author can apply to the draft' }),
  })
  .meta({ id: 'CommentRequest' })

export const commentAdded = z
  .strictObject({ ok: z.literal(true), comment: reviewComment, versions })
  .meta({ id: 'CommentAdded' })
