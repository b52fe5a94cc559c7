import { z } from 'zod'
import { contentHash, rulesetName } from '../../api/schemas/fields'
import { COMMENT_SUBJECTS } from '../../api/terms/review-terms'
import { router, signedIn } from './procedures'

/** Bounds the input above every budget; the service refuses with a message. */
const text = z.string().max(100_000)
const source = z.string().max(20_000_000)
const id = z.uuid()
const named = z.strictObject({ name: rulesetName })

const request = {
  reviewerIds: z.array(id).max(1_000),
  anyReviewer: z.boolean(),
  dueOn: z.iso.date().nullable(),
}
const subject = z.strictObject({ kind: z.enum(COMMENT_SUBJECTS), name: z.string().max(1_000).nullable() })
const replaces = z.enum(['statement', 'ruleset'])
const suggestion = z.strictObject({ text: source, replaces })
const comment = z.strictObject({
  reviewId: id,
  hash: contentHash,
  subject,
  parentId: id.nullable(),
  text,
  suggestion: suggestion.nullable(),
})

/** Reviews of named rulesets. `reviews` are those of guardrail frames. */
export const rulesetReviewsRouter = router({
  open: signedIn
    .input(z.strictObject({ name: rulesetName, message: text, ...request }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.open(caller, input)),
  change: signedIn
    .input(z.strictObject({ reviewId: id, ...request }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.change(caller, input)),
  end: signedIn
    .input(z.strictObject({ reviewId: id }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.end(caller, input)),
  read: signedIn
    .input(z.strictObject({ name: rulesetName, reviewId: id.nullable() }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.read(caller, input)),
  brief: signedIn
    .input(named)
    .query(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.brief(caller, input)),
  people: signedIn.query(({ ctx: { workbench, caller } }) => workbench.rulesetReviews.people(caller)),
  comment: signedIn
    .input(comment)
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.comment(caller, input)),
  edit: signedIn
    .input(z.strictObject({ commentId: id, text }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.edit(caller, input)),
  resolve: signedIn
    .input(z.strictObject({ commentId: id, resolved: z.boolean() }))
    .mutation(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.resolve(caller, input)),
  suggestion: signedIn
    .input(z.strictObject({ commentId: id }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.suggestion(caller, input)),
  replaced: signedIn
    .input(z.strictObject({ hash: contentHash, subject, replaces }))
    .query(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.replaced(caller, input)),
  signAgain: signedIn
    .input(named)
    .query(({ ctx: { workbench, caller }, input }) => workbench.rulesetReviews.signAgain(caller, input)),
})
