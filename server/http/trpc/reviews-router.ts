/** The queue of frames that wait for a reviewer. */
import { z } from 'zod'
import { CONCLUSIONS } from '../../api/guardrail-terms'
import { router, signedIn } from './procedures'

const id = z.uuid()
/** A longer note is for the service to refuse in its own words. */
const note = z.string().max(100_000).nullable()

export const reviewsRouter = router({
  list: signedIn
    .input(
      z.strictObject({
        state: z.enum(['waiting', 'answered']),
        cursor: z.string().max(1_000).nullable(),
        limit: z.int().min(1).max(200),
      }),
    )
    .query(({ ctx, input: { state, ...page } }) => ctx.platform.reviews.list(ctx.caller, state, page)),
  task: signedIn
    .input(z.strictObject({ id }))
    .query(({ ctx, input }) => ctx.platform.reviews.task(ctx.caller, input.id)),
  answer: signedIn
    .input(z.strictObject({ id, conclusion: z.enum(CONCLUSIONS), note }))
    .mutation(({ ctx, input: { id, ...answer } }) => ctx.platform.reviews.answer(ctx.caller, id, answer)),
})
