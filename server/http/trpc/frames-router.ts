/** What a page needs beside the client API itself to send a frame and watch it arrive. */
import { z } from 'zod'
import { traceId } from '../../api/schemas/frame'
import { router, signedIn } from './procedures'

export const framesRouter = router({
  /** With it the page talks to the client API as any client does. */
  token: signedIn.mutation(({ ctx }) => ctx.platform.gate.issueForPerson(ctx.caller)),
  find: signedIn
    .input(z.strictObject({ traceId }))
    .query(({ ctx, input }) => ctx.platform.frames.find(ctx.caller, input.traceId)),
  /** Null: none is configured, and guardrails that ask a model answer with an Error that says so. */
  modelName: signedIn.query(({ ctx }) => ctx.modelName),
})
